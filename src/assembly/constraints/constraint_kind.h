/* constraint_kind.h: a kind of constraint, and a cell of a constraint.

   Joints, couplings and sliders are kinds of constraints. A constraint has cells, and each cell has
   rows Phi = 0 that depend on the motions of the nodes of the cell. A kind is one file with one row
   of the table in constraint_cells.c; all functions there, in constraint_term.c and in
   constraints.c are loops over this table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_KIND_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_KIND_H

#include "element/joint/joint.h"
#include "joint_state.h"
#include "assembly/constraints/sliders/slider_constraint.h"
#include "model/couplings/couplings.h"

/* ConstraintResult - Name and size of a constraint's result in the output file. */
typedef struct {
  const char *name;     /* name of the result; NULL if the constraint does not have this result */
  PetscInt    columns;  /* number of values of the result */
  PetscBool   is_power; /* whether the result is a power, which has no amplitude */
} ConstraintResult;

/* The largest numbers of equations, node dofs, nodes and results of a constraint cell. */
enum {
  CONSTRAINT_RESULTS = 2 + 3 * JOINT_COORDINATES,
  CONSTRAINT_ROWS    = JOINT_ROWS,
  CONSTRAINT_DOFS    = SLIDER_DOFS,
  CONSTRAINT_NODES   = SLIDER_NODES
};

typedef struct ConstraintKind ConstraintKind;

enum { CONSTRAINT_KINDS = 3 }; /* number of kinds: joint, coupling, slider */

/* ConstraintTable - The dofs of the cells of one constraint on this rank, sets of nodes. */
typedef struct {
  PetscInt ncells; /* number of cells on this rank */
  /* Number of cells that NextConstraint() visits. It is ncells, but 1 for a slider. The cells of a
     slider are the lines of its path, and only the line acts on which the sliding point is. */
  PetscInt nvisited;
  /* numbers, for each cell, of node dofs, which are 6 for each node, and of constraint equations */
  int nd, nrows;
  int n; /* number of entries of the array dofs for each cell, at least nd + nrows */
  /* dofs[ncells][n] are the dofs of the nodes and of the multipliers of each cell, as indices into
     the array global, -1 for no dof. global has global dofs, -1 for supported ones. */
  const PetscInt *dofs, *global;
  /* [n] groups of the dofs of a cell for LocationCreate(); may be NULL */
  const unsigned char *dof_groups;
} ConstraintTable;

/* ConstraintCell - A cell of a constraint on this rank: a set of nodes that equations connect. */
typedef struct {
  const ConstraintKind *kind; /* kind of the constraint; NULL after the last cell of all kinds */
  Model                 model;
  int                   of_table; /* index of kind in the table of kinds */
  PetscInt              index;    /* number of the joint, coupling or slider in the model */
  PetscInt              number;   /* number of the cell among all cells of its kind on this rank */
  PetscInt              e;        /* index of the cell in table; for sliders gather() sets it */
  ConstraintTable       table;    /* the dofs of all cells of the constraint */
  const PetscInt       *dofs;     /* the dofs of this cell, row e of table.dofs */

  /* the state of the cell, set by ConstraintKind.gather(): at for joints and couplings, of_share
     for couplings, slider for sliders */
  JointEvaluation         at;
  CouplingShareState      of_share;
  const SliderEvaluation *slider;
} ConstraintCell;

/* ConstraintKind - The functions of one kind of constraint, with the equations ("rows") Phi = 0.

   G is [nrows][nd], the derivative of Phi by displacements and spins of the nodes. The functions
   that return PetscErrorCode are collective, except value. */
struct ConstraintKind {
  /* ---- constraints and cells of a model ---- */

  PetscInt (*count)(Model); /* number of constraints of this kind on all ranks */
  const char *(*name)(Model, PetscInt i);
  const char *(*noun)(Model, PetscInt i); /* returns what messages call constraint i */
  PetscInt (*of_tie)(Model, PetscInt i);  /* number of its tie, from 1, or 0 */
  void (*table)(Model, PetscInt i, ConstraintTable *t); /* sets t, the dofs of constraint i */
  /* Sets the local numbers of the two nodes of a constraint cell, -1 for ground. NULL for kinds of
     constraints whose nodes may belong to other ranks. */
  void (*nodes)(const ConstraintCell *c, PetscInt node[2]);
  /* Returns whether equation k of a constraint cell is a length, not an angle. */
  PetscBool (*is_length)(const ConstraintCell *c, int k);
  /* Numbers the equations of one kind of constraint in an order that does not depend on the
     partition: value[], this rank's part of a global vector, gets *before + 1, ... Equations of
     drivers get minus this number. The number of all equations is added to *before. */
  PetscErrorCode (*order)(Model, PetscInt *before, PetscScalar value[]);
  /* Writes which constraint the multiplier with the global index dof belongs to, and where it
     is. */
  void (*place)(Model, PetscInt dof, char text[], size_t size);

  /* ---- rows that are sums of the parts of several cells; NULL if each row is of one cell ----

     The cells of a row may be on several ranks. part[i] belongs to cell number i of this kind on
     this rank. */

  PetscInt (*count_parts)(Model); /* number of parts on this rank */
  /* Copies, for each part of an equation on this rank, the entry of the global vector x in that
     equation to part[]. Collective. */
  PetscErrorCode (*get_entries)(Model, Vec x, PetscScalar part[]);
  /* Adds part[], one value for each part of an equation on this rank, to the entries of these
     equations in to[], this rank's part of a global vector. Collective. */
  PetscErrorCode (*add_parts)(Model, const PetscScalar part[], PetscScalar to[]);

  /* ---- results in the output file ----

     The items of a joint are its cells, and the items of a coupling are its equations. A slider is
     one item. */

  const char *option; /* the user's option with the names */
  /* whether the user has named constraint i by this option, not as a part of a support or tie.
     NULL: always */
  PetscBool (*of_user)(Model, PetscInt);
  PetscInt (*items)(Model, PetscInt i,
                    PetscInt *all); /* returns the number of items on this rank, and sets *all */
  /* Sets the position of each item of this rank in the output file, among the items of all ranks;
     NULL if there is only one item. */
  PetscErrorCode (*number_items)(Model, PetscInt i, PetscInt number[]);
  PetscBool in_snapshots; /* whether snapshots have the results of constraints with several items */
  /* Returns the name and the size of output result k of constraint i; k < CONSTRAINT_RESULTS. */
  ConstraintResult (*result)(Model, PetscInt i, int k);
  /* Computes value[columns], output result k of one item of constraint i on this rank. Call
     ConstraintsExchange() before. ev->s->a must contain the Lagrange multipliers. */
  PetscErrorCode (*value)(const Evaluation *ev, PetscInt i, PetscInt item, int k,
                          PetscReal value[]);

  /* ---- one cell at a state ---- */

  /* Fetch from other ranks what the cells need: states of nodes, and derivatives of their rotations
     by their dofs (chart columns, [nnodes]). NULL if the cells need nothing. */
  PetscErrorCode (*exchange)(const Evaluation *ev);
  PetscErrorCode (*exchange_columns)(const Evaluation *ev, const ChartColumns columns[]);
  /* Stores in c the state of the cell's nodes; c borrows from ev, in which nodes must not be NULL.
     Call it before the functions that read c. */
  void (*gather)(const Evaluation *ev, ConstraintCell *c);
  /* Computes rows[nrows], the values of the constraint equations Phi or of their first or second
     time derivative (level), and the gradient G unless it is NULL. For equations that are sums over
     cells these are only the share of this cell. */
  void (*rows)(const ConstraintCell *c, FsConstraintLevel level, double rows[], double G[]);
  /* Computes the gradient G of the constraint equations, and adds the derivative of the forces G^T
     lambda by displacements and spins to K[nd][nd]. lambda[nrows] does not change. */
  void (*stiffness)(const ConstraintCell *c, const double lambda[], double G[], double K[]);
  /* Computes D[nrows][nd], the derivative of the velocity equations of a constraint by
     displacements and spins, or that of its acceleration equations by velocities, as level says.
     The derivatives of these equations by velocities, or by accelerations, are the gradient G. The
     derivative of acceleration equations by displacements is neglected, because it is of the order
     of dt^2 compared with the other derivatives. */
  void (*slopes)(const ConstraintCell *c, FsConstraintLevel level, double D[]);
  /* Computes rows[nrows], the distances [m] or angles [rad] by which the constraint is violated,
     and G[nrows][nd], their derivatives by displacements and spins. */
  void (*errors)(const ConstraintCell *c, double rows[], double G[]);
  /* Returns joint_side() of equation k: a value > 0 near the solution and < 0 near a false
     solution, such as an angle turned by half a turn. NULL if none has one. */
  double (*side)(const ConstraintCell *c, int k);
  /* Sets of_node[] to the chart columns of a cell's nodes, derivatives of rotations; NULL for
     ground. */
  void (*columns)(const Evaluation *ev, const ConstraintCell *c, const ChartColumns columns[],
                  const ChartColumns *of_node[]);
  /* If text is empty, writes to it which formula of the cell has no finite value. NULL if the kind
     has no formulas. */
  void (*find_nonfinite)(const ConstraintCell *c, char text[], size_t size);

  /* ---- forces of a cell beside G^T lambda; NULL if the kind has none ---- */

  /* Adds the forces of laws and friction to r[nd], and their derivatives by displacements and
     spins, velocities and multipliers to K[nd][nd], C[nd][nd] and L[nd][CONSTRAINT_ROWS], which are
     all given or all NULL. Returns whether the forces may depend on velocities. */
  PetscBool (*forces)(const ConstraintCell *c, const double lambda[], double r[], double K[],
                      double C[], double L[][CONSTRAINT_ROWS]);
  /* Adds to r[nd] those forces of laws that count as loads, such as those of motors. */
  void (*loads)(const ConstraintCell *c, double r[]);

  /* ---- forces on nodes of other ranks; NULL if dofs are those of local vectors ---- */

  /* Returns an array of zeros, indexed by ConstraintTable.dofs, to which forces of cells are
     added. */
  double *(*forces_open)(Assembly a);
  /* Sums the array of forces_open() on the ranks of the nodes, and returns the sums [nnodes]. */
  PetscErrorCode (*forces_close)(Assembly a, double (**sum)[COMPONENTS]);
};

/* ConstraintJointColumns - Sets of_node[2] to the chart columns (derivatives of a node's rotation
   by its dofs) of a joint cell (ConstraintKind.columns). */
void ConstraintJointColumns(const Evaluation *ev, const ConstraintCell *c,
                            const ChartColumns columns[], const ChartColumns *of_node[]);

extern const ConstraintKind joint_constraint, coupling_constraint, slider_constraint;

#endif
