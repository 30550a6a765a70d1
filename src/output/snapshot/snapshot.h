/* snapshot.h: writes the mesh, and the fields and results of single states (snapshots).

   Rows of nodes and cells are in the order of the whole mesh, on any number of ranks. Snapshots are
   numbered from 0; the number of a snapshot is called its frame. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_SNAPSHOT_H
#define FS_OUTPUT_SNAPSHOT_SNAPSHOT_H

#include "fields.h"
#include "recovery/reactions.h"
#include "selection.h"

/* Snapshots - What all snapshots of a run have, and the tables in whose order they are written. */
typedef struct {
  FileType      type;      /* type of fields and results in the file: FILE_REAL or FILE_FLOAT */
  Model         model;     /* borrowed */
  const Fields *fields;    /* fields and results that are written; borrowed */
  SupportForces reactions; /* borrowed; NULL if snapshots do not have reactions of supports */
  MeshTable     nodes;     /* table with a row for each node */
  MeshTable    *part;      /* [model->nparts] table with a row for each cell of a part */
  MeshTable    *joint;     /* [model->njoints] table with a row for each cell of a joint; only for
                              joints with more than one cell */
  Selection selection;     /* nodes and cells that snapshots have */
} Snapshots;

/* names of the datasets of reactions of supports at nodes: forces, and moments if nodes rotate */
extern const char *const reaction_fields[2];

/* SnapshotsCreate - Creates the tables of nodes and cells.

   Input:
     fields     fields and results that are written, borrowed
     reactions  computes the reactions of supports, borrowed; NULL if snapshots do not have them
   Changed:
     snapshots  the caller has set the member type, and has called SelectionCreate(); the function
                sets the other members. The caller destroys the object by SnapshotsDestroy()
   Collective. */
PetscErrorCode SnapshotsCreate(Model model, const Fields *fields, SupportForces reactions,
                               Snapshots *snapshots);
PetscErrorCode SnapshotsDestroy(Snapshots *snapshots);

/* snapshots_depend - Returns whether an option changes which datasets snapshots have, as
   -output_fields does. A restart must then not continue the file.

   Input:
     line  the option as a line of FsOptionsRecord()
   Not collective. */
PetscBool snapshots_depend(const char line[]);

/* frame_nodes - Returns the table with a row for each node that snapshots have. */
static inline const MeshTable *frame_nodes(const Snapshots *s)
{
  return s->selection.n ? &s->selection.nodes : &s->nodes;
}
/* frame_part - Returns the table with a row for each cell of a part that snapshots have. */
static inline const MeshTable *frame_part(const Snapshots *s, PetscInt part)
{
  return s->selection.n ? &s->selection.part[part] : &s->part[part];
}

/* MeshWrite - Writes nodes, the cells of parts and joints, and sets, under /mesh. Collective. */
PetscErrorCode MeshWrite(File file, const Snapshots *snapshots);

/* SnapshotWrite - Writes the fields and results of a state as a snapshot.

   Input:
     frame    number of the snapshot, which is written under /snapshots/<frame>
     s        the state
     loading  how much of the loads acts, and whether supports move, at this state
   Collective. */
PetscErrorCode SnapshotWrite(File file, const Snapshots *snapshots, Assembly assembly,
                             PetscInt frame, const FsState *s, const FsLoading *loading);

#endif
