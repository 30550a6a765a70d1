/* snapshot.h: writes the mesh, and the fields and results of single states (snapshots).
   Rows of nodes and cells are in the order of the whole mesh on any number of ranks. The frame of a
   snapshot is its number, counted from 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_SNAPSHOT_H
#define FS_OUTPUT_SNAPSHOT_SNAPSHOT_H

#include "fields.h"
#include "recovery/reactions.h"
#include "selection.h"

typedef struct {
  FileType      type;      /* of fields and results: FILE_REAL or FILE_FLOAT */
  Model         model;     /* borrowed */
  const Fields *fields;    /* borrowed */
  SupportForces reactions; /* borrowed; NULL if snapshots do not have support reactions */
  MeshTable     nodes;     /* nodes that this rank owns */
  MeshTable    *part;      /* [model->nparts] cells of each part */
  MeshTable    *joint;     /* [model->njoints] cells of joints that have more than one */
  Selection     selection; /* of nodes and cells that snapshots have */
} Snapshots;

/* Dataset names of support reactions at nodes: forces, and moments if nodes rotate. */
extern const char *const reaction_fields[2];

/* Reads -output_precision and -output_sets, before SnapshotsCreate(). Collective. */
PetscErrorCode SnapshotsFromOptions(FsOptions o, Model model, Snapshots *snapshots);

/* SnapshotsCreate - Creates the tables of nodes and cells.

   Input:
     fields     chosen fields, borrowed
     reactions  support forces to write, borrowed; NULL if snapshots do not have them
   Collective. */
PetscErrorCode SnapshotsCreate(Model model, const Fields *fields, SupportForces reactions,
                               Snapshots *snapshots);
PetscErrorCode SnapshotsDestroy(Snapshots *snapshots);

/* Returns whether a line of FsOptionsRecord() sets an option that changes the datasets of
   snapshots, such as -output_fields. Not collective. */
PetscBool snapshots_depend(const char line[]);

/* The tables of nodes and cells that snapshots have. */
static inline const MeshTable *frame_nodes(const Snapshots *s)
{
  return s->selection.n ? &s->selection.nodes : &s->nodes;
}
static inline const MeshTable *frame_part(const Snapshots *s, PetscInt part)
{
  return s->selection.n ? &s->selection.part[part] : &s->part[part];
}

/* Writes nodes, the cells of parts and joints, and sets, under /mesh. Collective. */
PetscErrorCode MeshWrite(File file, const Snapshots *snapshots);

/* Writes the fields and results of a state under /snapshots/<frame>. Collective. */
PetscErrorCode SnapshotWrite(File file, const Snapshots *snapshots, Assembly assembly,
                             PetscInt frame, const FsState *s, const FsLoading *loading);

#endif
