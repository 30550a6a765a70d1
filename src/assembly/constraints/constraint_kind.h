/* constraint_kind.h: a kind of constraint, and a cell of a constraint.

   Joints, couplings and sliders are kinds of constraints. A constraint has cells, and each cell has
   rows Phi = 0 that depend on the motions of the nodes of the cell. A kind is one file with one row
   of the table in constraint_cells.c; all functions there and in constraints.c are loops over this
   table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_KIND_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_KIND_H

#include "coupling_state.h"
#include "assembly/constraints/sliders/slider_state.h"
#include "model/joints/joint_cell_iterator.h"

/* The largest numbers of rows, node dofs and nodes of a cell. */
enum {
  CONSTRAINT_ROWS  = JOINT_ROWS,
  CONSTRAINT_DOFS  = SLIDER_DOFS,
  CONSTRAINT_NODES = SLIDER_NODES
};

typedef struct ConstraintKind ConstraintKind;

/* A cell of a constraint, which this rank evaluates. */
typedef struct {
  const ConstraintKind *kind; /* NULL after the last cell of all kinds */
  Model                 model;
  PetscInt              number; /* number of the cell among those of its kind on this rank */
  PetscInt              index;  /* number of the joint, coupling or slider in the model */

  int nd, nrows; /* number of node dofs, which are 6 for each node, and of rows */

  /* [nd + nrows] indices into global of the dofs of the nodes and of the rows; -1 for no dof.
     Global dofs are -1 if they are supported. Which dofs of nodes these are, is known after
     ConstraintKind.gather(). */
  const PetscInt *dofs, *global;

  JointCell cell; /* only of joints and couplings: the cell of the joint */

  /* set by ConstraintKind.gather(), each only for cells of its kind; at also for couplings */
  JointEvaluation         at;
  CouplingShareState      of_share;
  const SliderEvaluation *slider;
} ConstraintCell;

/* ConstraintKind - The functions of one kind of constraint.

   G is [nrows][nd], the derivative of Phi by displacements and spins of the nodes. Only exchange,
   exchange_columns, forces_close and order are collective. */
struct ConstraintKind {
  /* Several ranks have parts of one row, and the row is their sum. */
  PetscBool has_parts;

  /* ---- constraints and cells of a model ---- */

  PetscInt (*count)(Model); /* number of constraints of this kind on all ranks */
  const char *(*name)(Model, PetscInt i);
  const char *(*noun)(Model, PetscInt i); /* what constraint i is called in messages */
  /* Sets index, nd, nrows, dofs, global and cell of the cell c->number, where c is the cell before.
     Returns PETSC_FALSE if there is no such cell. */
  PetscBool (*find)(ConstraintCell *c);
  /* Sets the local numbers of the two nodes of a cell, -1 at ground. NULL if nodes may belong to
     other ranks. */
  void (*nodes)(const ConstraintCell *c, PetscInt node[2]);
  /* Returns whether row k is a length; if not, it is an angle. */
  PetscBool (*is_length)(const ConstraintCell *c, int k);
  /* Sets value[], this rank's part of a global vector, to before + the number of each row in an
     order that does not depend on the partition. Rows of drivers get minus this number. Adds the
     number of all rows to *before. */
  PetscErrorCode (*order)(Model, PetscInt *before, PetscScalar value[]);

  /* ---- one cell at a state ---- */

  /* Get what the cells need of other ranks: states of nodes, and their chart columns [nnodes]. NULL
     if the cells need nothing. */
  PetscErrorCode (*exchange)(const Evaluation *ev);
  PetscErrorCode (*exchange_columns)(const Evaluation *ev, const ChartColumns columns[]);
  /* Gathers the state of c, which borrows from the evaluation. The evaluation needs nodes. Call it
     before the functions below. */
  void (*gather)(const Evaluation *ev, ConstraintCell *c);
  /* Computes rows[nrows] of a level: Phi, its first or its second time derivative. The row of a
     kind with parts is only the part of the cell. */
  void (*rows)(const ConstraintCell *c, FsConstraintLevel level, double rows[]);
  void (*gradient)(const ConstraintCell *c, double G[]);
  /* Adds the derivative of G^T lambda by displacements and spins to K[nd][nd]. The multipliers
     lambda[nrows] do not change. */
  void (*stiffness)(const ConstraintCell *c, const double lambda[], double K[]);
  /* Adds scale times the derivatives of the rows of a level to [nrows][nd] matrices: to K those by
     displacements and spins, except of acceleration rows, to C those by velocities, and to M those
     by accelerations. */
  void (*slopes)(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                 double C[], double M[]);
  /* Computes rows[nrows], the distances [m] or angles [rad] by which the rows are violated
     (joint_misfit() for joints), and G, the derivatives of these errors. */
  void (*errors)(const ConstraintCell *c, double rows[], double G[]);
  /* Returns joint_side() of row k; NULL if no row has a false solution. */
  double (*side)(const ConstraintCell *c, int k);
  /* Sets of_node[] to the chart columns of the nodes of a cell; NULL for ground. */
  void (*columns)(const Evaluation *ev, const ConstraintCell *c, const ChartColumns columns[],
                  const ChartColumns *of_node[]);
  /* Returns the argument dof_group of AddByDofGroups(). This function may be NULL. */
  const unsigned char *(*dof_groups)(const ConstraintCell *c);

  /* ---- forces on nodes of other ranks; NULL if dofs are those of local vectors ---- */

  /* Returns an array of zeros, with the indices of dofs, to which forces of cells are added. */
  double *(*forces_open)(Assembly a);
  /* Adds this array to local[nlocal] on the ranks of the nodes. */
  PetscErrorCode (*forces_close)(Assembly a, PetscScalar local[]);
};

/* ConstraintJointNodes, ConstraintJointColumns - The functions nodes and columns of kinds whose
   cells are cells of joints. In joint_constraint.c. */
void ConstraintJointNodes(const ConstraintCell *c, PetscInt node[2]);
void ConstraintJointColumns(const Evaluation *ev, const ConstraintCell *c,
                            const ChartColumns columns[], const ChartColumns *of_node[]);

extern const ConstraintKind joint_constraint, coupling_constraint, slider_constraint;

#endif
