/* snapshot.h: writes the mesh, and the fields and results of single states (snapshots).

   Rows of nodes and cells are in the order of the whole mesh, on any number of ranks. Snapshots are
   numbered from 0; the number of a snapshot is called its frame. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_SNAPSHOT_H
#define FS_OUTPUT_SNAPSHOT_SNAPSHOT_H

#include "recovery/reactions.h"
#include "file/file.h"
#include "mesh/mesh.h"
#include "model/model.h"
#include "output/output_options.h"
#include "mesh/mesh_table.h"
#include "element/element_result.h"

/* ---- selection ------------------------------------------------------------------------------- */

/* Selects the nodes and cells that snapshots have (-output_sets).
   The selection has the nodes of some sets or parts, and the cells whose nodes are all selected. */

/* Selection - The selected nodes and cells. */
typedef struct {
  /* number of selected sets; 0 if snapshots have the whole mesh; then the other members are not
     set */
  PetscInt   n;
  PetscInt  *sets;  /* [n] indices of the sets in Geometry.set_name */
  MeshTable  nodes; /* table with a row for each selected node */
  MeshTable *part;  /* [model->nparts] table with a row for each selected cell of a part */
} Selection;

/* SelectionCreate - Finds the sets of a selection.

   Input:
     names  names of sets or parts
   Output:
     selection  the members n and sets; the caller destroys it by SelectionDestroy()
   Collective. Input error: a set or part does not exist. */
PetscErrorCode SelectionCreate(const NameList *names, Model model, Selection *selection);

/* SelectionSetUp - Selects the nodes and cells that snapshots have, and creates the tables of the
   selection. Collective. Input error: no node is selected. */
PetscErrorCode SelectionSetUp(Model model, Selection *selection);
PetscErrorCode SelectionDestroy(Model model, Selection *selection);

/* SelectionWrite - Writes which nodes and cells are selected to the file, under /mesh/frames.

   Input:
     part  [model->nparts] tables of all cells of each part, to whose rows the file refers
   Collective. */
PetscErrorCode SelectionWrite(File file, Model model, const MeshTable part[],
                              const Selection *selection);

/* ---- fields ---------------------------------------------------------------------------------- */

#define JOINTS_FIELD "joints" /* the name that stands for all results of joints */

/* Fields - The names of the chosen fields and results. */
typedef struct {
  PetscBool all;   /* whether all fields and results are chosen */
  PetscBool usual; /* whether all but the results on request are chosen */
  PetscInt  n;     /* number of names, not used if all or usual is PETSC_TRUE */
  char    **name;  /* [n] names of the chosen fields and results; owned */
} Fields;

/* FieldsCreate - Chooses fields and results by their names.

   Input:
     names   names that the user gives, which are copied; the single name "all" chooses everything
     option  name of the option that gives the names, for messages
     frames  PETSC_TRUE for snapshots, which have everything but results on request if names is
             empty, and may have JOINTS_FIELD; PETSC_FALSE for envelopes, which have nothing if
             names is empty
   Output:
     fields  the caller destroys it by FieldsDestroy()
   Collective. Input error: the model does not have a field or result of a given name. */
PetscErrorCode FieldsCreate(const NameList *names, const char option[], PetscBool frames,
                            Model model, Fields *fields);
PetscErrorCode FieldsDestroy(Fields *fields);

/* fields_contain - Returns whether the user has chosen a field for snapshots or envelopes. The name
   is that of a field of nodes, or JOINTS_FIELD for the coordinates of joints. Not collective. */
PetscBool fields_contain(const Fields *fields, const char name[]);

/* fields_contain_result - Returns whether a result of a block's elements is chosen for snapshots or
   envelopes. Not collective. */
PetscBool fields_contain_result(const Fields *fields, const Block *b, const ElementResult *result);

/* fields_result_choice - Returns which results of a block's elements must be computed for those
   that are chosen. Not collective. */
ResultChoice fields_result_choice(const Fields *fields, const Block *b);

/* Snapshots - What all snapshots of a run have, and the tables in whose order they are written. */
typedef struct {
  FileType      type;      /* type of fields and results in the file: FILE_REAL or FILE_FLOAT */
  Model         model;     /* borrowed */
  const Fields *fields;    /* fields and results that are written; borrowed */
  SupportForces reactions; /* borrowed; NULL if snapshots do not have reactions of supports */
  MeshTable     nodes;     /* table with a row for each node */
  MeshTable    *part;      /* [model->nparts] table with a row for each cell of a part */
  /* [model->njoints] table with a row for each cell of a joint with several cells */
  MeshTable *joint;
  Selection  selection; /* nodes and cells that snapshots have */
  /* results of surfaces at nodes; borrowed, NULL if snapshots have no extremes of surfaces */
  SurfaceExtremes surfaces;
} Snapshots;

/* names of the datasets of reactions of supports at nodes: forces, and moments if nodes rotate */
extern const char *const reaction_fields[2];

/* SnapshotsCreate - Creates the tables of nodes and cells in whose order snapshots are written.

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

/* ---- mesh sets ------------------------------------------------------------------------------- */

/* SetsWrite - Writes a group for each set of the mesh, with a list of the set's nodes, and a list
   of its cells of each shape. Collective. */
PetscErrorCode SetsWrite(File file, Mesh mesh);

#endif
