/* snapshot.h: writes the mesh, and the fields and results of single states (snapshots).
   Rows of nodes and cells are in the order of the whole mesh, on any number of ranks. Snapshots are
   numbered from 0; this number is called the frame. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_SNAPSHOT_H
#define FS_OUTPUT_SNAPSHOT_SNAPSHOT_H

#include "fields.h"
#include "recovery/reactions.h"
#include "selection.h"

typedef struct {
  FileType      type;      /* type of fields and results in the file: FILE_REAL or FILE_FLOAT */
  Model         model;     /* borrowed */
  const Fields *fields;    /* borrowed */
  SupportForces reactions; /* borrowed; NULL if snapshots do not have support reactions */
  MeshTable     nodes;     /* nodes that this rank owns */
  MeshTable    *part;      /* [model->nparts] cells of each part */
  MeshTable    *joint;     /* [model->njoints] cells of the joint, if it has more than one */
  Selection     selection; /* of nodes and cells that snapshots have */
} Snapshots;

/* Dataset names of support reactions at nodes: forces, and moments if nodes rotate. */
extern const char *const reaction_fields[2];

/* SnapshotsCreate - Creates the tables of nodes and cells. snapshots->type is set before, and the
   selection is created.

   Input:
     fields     chosen fields, borrowed
     reactions  support forces to write, borrowed; NULL if snapshots do not have them
   Collective. */
PetscErrorCode SnapshotsCreate(Model model, const Fields *fields, SupportForces reactions,
                               Snapshots *snapshots);
PetscErrorCode SnapshotsDestroy(Snapshots *snapshots);

/* snapshots_depend - Returns whether the option on a line of FsOptionsRecord() changes the datasets
   of snapshots, as -output_fields does. Not collective. */
PetscBool snapshots_depend(const char line[]);

/* frame_nodes - Returns the table of nodes that snapshots have. */
static inline const MeshTable *frame_nodes(const Snapshots *s)
{
  return s->selection.n ? &s->selection.nodes : &s->nodes;
}
/* frame_part - Returns the table of cells of a part that snapshots have. */
static inline const MeshTable *frame_part(const Snapshots *s, PetscInt part)
{
  return s->selection.n ? &s->selection.part[part] : &s->part[part];
}

/* MeshWrite - Writes nodes, the cells of parts and joints, and sets, under /mesh. Collective. */
PetscErrorCode MeshWrite(File file, const Snapshots *snapshots);

/* SnapshotWrite - Writes the fields and results of the state s under /snapshots/<frame>.
   Collective. */
PetscErrorCode SnapshotWrite(File file, const Snapshots *snapshots, Assembly assembly,
                             PetscInt frame, const FsState *s, const FsLoading *loading);

#endif
