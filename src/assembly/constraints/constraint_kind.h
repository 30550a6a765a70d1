/* constraint_kind.h: a kind of constraint, and a cell of a constraint.

   Joints, couplings and sliders are kinds of constraints. A constraint has cells, and each cell has
   rows Phi = 0 that depend on the motions of the nodes of the cell. A kind is one file with one row
   of the table in constraint_cells.c; all functions there, in constraint_term.c and in
   constraints.c are loops over this table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_KIND_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_KIND_H

#include "element/joint/coupling.h"
#include "joint_state.h"
#include "assembly/constraints/sliders/slider_state.h"
#include "model/couplings/couplings.h"

/* ConstraintResult - A result of a constraint in the output file. */
typedef struct {
  const char *name;     /* NULL if the constraint does not have the result */
  PetscInt    columns;  /* number of values of the result */
  PetscBool   is_power; /* whether it is no linear function of the motion; amplitudes have none */
} ConstraintResult;

/* The largest numbers of rows, node dofs and nodes of a cell, and of results of a constraint. */
enum {
  CONSTRAINT_RESULTS = 2 + 3 * JOINT_COORDINATES,
  CONSTRAINT_ROWS    = JOINT_ROWS,
  CONSTRAINT_DOFS    = SLIDER_DOFS,
  CONSTRAINT_NODES   = SLIDER_NODES
};

typedef struct ConstraintKind ConstraintKind;

enum { CONSTRAINT_KINDS = 3 }; /* length of the table of kinds */

/* ConstraintTable - The dofs of the cells of one constraint that this rank evaluates. */
typedef struct {
  PetscInt ncells; /* number of cells */
  /* Number of cells that NextConstraint() visits. It is ncells, but 1 for a slider, whose cells are
     the lines of its path: only the line that has the foot acts, and gather() finds it. */
  PetscInt nvisited;
  int      nd, nrows; /* of a cell: number of node dofs, which are 6 for each node, and of rows */
  int      n;         /* length of a row of dofs, at least nd + nrows */
  /* [ncells][n] indices into global of the dofs of the nodes and of the rows; -1 for no dof. Global
     dofs are -1 if they are supported. */
  const PetscInt *dofs, *global;
  /* [n] argument dof_group of LocationCreate(). It may be NULL. */
  const unsigned char *dof_groups;
} ConstraintTable;

/* A cell of a constraint, which this rank evaluates. */
typedef struct {
  const ConstraintKind *kind; /* NULL after the last cell of all kinds */
  Model                 model;
  int                   of_table; /* index of kind in the table of kinds */
  PetscInt              index;    /* number of the joint, coupling or slider in the model */
  PetscInt              number;   /* number of the cell among those of its kind on this rank */
  PetscInt              e;        /* index of the cell in table; gather() sets that of sliders */
  ConstraintTable       table;    /* of the constraint */
  const PetscInt       *dofs;     /* row e of table.dofs */

  /* set by ConstraintKind.gather(), each only for cells of its kind; at also for couplings */
  JointEvaluation         at;
  CouplingShareState      of_share;
  const SliderEvaluation *slider;
} ConstraintCell;

/* ConstraintKind - The functions of one kind of constraint.

   G is [nrows][nd], the derivative of Phi by displacements and spins of the nodes. The functions
   that return PetscErrorCode are collective, except value. */
struct ConstraintKind {
  /* ---- constraints and cells of a model ---- */

  PetscInt (*count)(Model); /* number of constraints of this kind on all ranks */
  const char *(*name)(Model, PetscInt i);
  const char *(*noun)(Model, PetscInt i); /* what constraint i is called in messages */
  PetscInt (*of_tie)(Model, PetscInt i);  /* number of its tie, from 1; 0 if it has none */
  void (*table)(Model, PetscInt i, ConstraintTable *t); /* sets all members of t */
  /* Sets the local numbers of the two nodes of a cell, -1 at ground. NULL if nodes may belong to
     other ranks. */
  void (*nodes)(const ConstraintCell *c, PetscInt node[2]);
  /* Returns whether row k is a length; if not, it is an angle. */
  PetscBool (*is_length)(const ConstraintCell *c, int k);
  /* Sets value[], this rank's part of a global vector, to before + the number of each row in an
     order that does not depend on the partition. Rows of drivers get minus this number. Adds the
     number of all rows to *before. */
  PetscErrorCode (*order)(Model, PetscInt *before, PetscScalar value[]);
  /* Describes the row whose multiplier is a global dof, and its place (TermKind.place). */
  void (*place)(Model, PetscInt dof, char text[], size_t size);

  /* ---- rows that are sums of the parts of several cells; NULL if each row is of one cell ----

     The cells of a row may be on several ranks. part[i] belongs to cell number i of this kind on
     this rank. */

  PetscInt (*count_parts)(Model); /* number of parts of this rank */
  /* Gets in part[] the entry of a global vector in the row of each part. Collective. */
  PetscErrorCode (*get_entries)(Model, Vec x, PetscScalar part[]);
  /* Adds part[] to the entries of the rows in to[], this rank's part of a global vector.
     Collective. */
  PetscErrorCode (*add_parts)(Model, const PetscScalar part[], PetscScalar to[]);

  /* ---- results in the output file ----

     The items of a joint are its cells, and the items of a coupling are its equations. A slider is
     one item. */

  const char *option;                    /* option with the names, for messages */
  PetscBool (*of_user)(Model, PetscInt); /* whether constraint i is one of this option, and not a
                                            part of a support or tie. NULL: all are */
  PetscInt (*items)(Model, PetscInt i,
                    PetscInt *all); /* number of items of this rank, and of all */
  /* Sets the position of each item of this rank among all items. NULL: there is one item. */
  PetscErrorCode (*number_items)(Model, PetscInt i, PetscInt number[]);
  PetscBool in_snapshots; /* whether snapshots have the results if there are several items */
  /* Returns the name and the size of result k of constraint i; k < CONSTRAINT_RESULTS. */
  ConstraintResult (*result)(Model, PetscInt i, int k);
  /* Computes result k of an item of this rank, value[columns]. Call ConstraintsExchange() before
     it. ev->s->a contains the multipliers. */
  PetscErrorCode (*value)(const Evaluation *ev, PetscInt i, PetscInt item, int k,
                          PetscReal value[]);

  /* ---- one cell at a state ---- */

  /* Get what the cells need of other ranks: states of nodes, and their chart columns [nnodes]. NULL
     if the cells need nothing. */
  PetscErrorCode (*exchange)(const Evaluation *ev);
  PetscErrorCode (*exchange_columns)(const Evaluation *ev, const ChartColumns columns[]);
  /* Gathers the state of c, which borrows from the evaluation. The evaluation needs nodes. Call it
     before the functions below. */
  void (*gather)(const Evaluation *ev, ConstraintCell *c);
  /* Computes rows[nrows] of a level: Phi, its first or its second time derivative; and G, unless it
     is NULL. If a row has parts, it is only the part of the cell. */
  void (*rows)(const ConstraintCell *c, FsConstraintLevel level, double rows[], double G[]);
  /* Computes G, and adds the derivative of G^T lambda by displacements and spins to K[nd][nd]. The
     multipliers lambda[nrows] do not change. */
  void (*stiffness)(const ConstraintCell *c, const double lambda[], double G[], double K[]);
  /* Computes D[nrows][nd]: the derivative of velocity rows by displacements and spins, or that of
     acceleration rows by velocities. Their derivatives by velocities, or by accelerations, are G.
     The derivative of acceleration rows by displacements is neglected, because it is of the order
     of dt^2 compared with the other derivatives. */
  void (*slopes)(const ConstraintCell *c, FsConstraintLevel level, double D[]);
  /* Computes rows[nrows], the distances [m] or angles [rad] by which the rows are violated
     (joint_misfit() for joints), and G, the derivatives of these errors. */
  void (*errors)(const ConstraintCell *c, double rows[], double G[]);
  /* Returns joint_side() of row k; NULL if no row has a false solution. */
  double (*side)(const ConstraintCell *c, int k);
  /* Sets of_node[] to the chart columns of the nodes of a cell; NULL for ground. */
  void (*columns)(const Evaluation *ev, const ConstraintCell *c, const ChartColumns columns[],
                  const ChartColumns *of_node[]);
  /* If text is empty, describes in it which formula of the cell has no finite value. NULL if the
     kind has no formulas. */
  void (*find_nonfinite)(const ConstraintCell *c, char text[], size_t size);

  /* ---- forces of a cell beside G^T lambda; NULL if the kind has none ---- */

  /* Adds the forces to r[nd], and their derivatives by displacements and spins, velocities and
     multipliers to K[nd][nd], C[nd][nd] and L[nd][CONSTRAINT_ROWS], which may be NULL, but only all
     three. Returns whether the forces may depend on velocities. */
  PetscBool (*forces)(const ConstraintCell *c, const double lambda[], double r[], double K[],
                      double C[], double L[][CONSTRAINT_ROWS]);
  /* Adds the part of these forces to r[nd] whose work is that of loads. */
  void (*loads)(const ConstraintCell *c, double r[]);

  /* ---- forces on nodes of other ranks; NULL if dofs are those of local vectors ---- */

  /* Returns an array of zeros, with the indices of dofs, to which forces of cells are added. */
  double *(*forces_open)(Assembly a);
  /* Sums this array on the ranks of the nodes, and returns the sums [nnodes], borrowed. */
  PetscErrorCode (*forces_close)(Assembly a, double (**sum)[COMPONENTS]);
};

/* ConstraintJointColumns - The function columns of kinds whose
   cells are cells of joints. In joint_constraint.c. */
void ConstraintJointColumns(const Evaluation *ev, const ConstraintCell *c,
                            const ChartColumns columns[], const ChartColumns *of_node[]);

extern const ConstraintKind joint_constraint, coupling_constraint, slider_constraint;

#endif
