/* constraint_cells.h: visits the rows of all constraints of joints and couplings, cell by cell.

   A cell of a joint has the joint's own rows. A share is the part that one cell of a joint has in
   the row of a coupling (model/joints/couplings.h). The columns of both are the dofs of the two
   nodes of a joint's cell. N = JOINT_DOFS. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H

#include "coupling_state.h"
#include "slider_state.h"
#include "model/joints/joint_cell_iterator.h"

typedef struct {
  JointCell cell;  /* of a joint; its joint is NULL after the last constraint */
  PetscInt  share; /* number of the share of a coupling; -1: the rows are the joint's own */
  int       nrows; /* at most JOINT_ROWS */

  /* [N + nrows] indices of Layout.global: dofs of the nodes (-1: no dof), then the rows */
  const PetscInt *dofs;

  JointEvaluation    at;       /* set by ConstraintGather() */
  CouplingShareState of_share; /* set by ConstraintGather() if share >= 0 */

  /* set by ConstraintsFill() if the rows belong to a slider, else NULL */
  const SliderEvaluation *slider;
} ConstraintCell;

/* FirstConstraint - Returns the first constraint cell of this rank. This loop visits all of them:

     for (ConstraintCell c = FirstConstraint(model); c.cell.joint; NextConstraint(&c)) ...

   The cells of joints come first, then the shares of couplings. Not collective. */
ConstraintCell FirstConstraint(Model model);

/* NextConstraint - Moves to the next cell; sets c->cell.joint to NULL after the last one. */
void NextConstraint(ConstraintCell *c);

/* ConstraintIndex - Returns the number of the joint, or njoints + the number of the coupling. */
PetscInt ConstraintIndex(Model model, const ConstraintCell *c);

/* ConstraintGather - Gathers the state of a cell; the functions below need it.

   Input:
     ev  an evaluation with nodes; c borrows from it
   Not collective. */
void ConstraintGather(const Evaluation *ev, ConstraintCell *c);

/* ConstraintRows - Computes rows[nrows] of a level, as JointRows() does for joints. */
void ConstraintRows(const ConstraintCell *c, FsConstraintLevel level, double rows[]);

/* ConstraintGradient - Computes G[nrows][N], the derivative of the rows by the nodal dofs. */
void ConstraintGradient(const ConstraintCell *c, double G[][JOINT_DOFS]);

/* ConstraintStiffness - Adds the derivative of G^T lambda by the dofs of the nodes to K[N][N]. */
void ConstraintStiffness(const ConstraintCell *c, const double lambda[], double K[]);

/* ConstraintRowSlopes - Adds scale times the derivatives of the rows, as JointRowSlopes() does.

   Output:
     K, C, M  [nrows][N] derivatives by displacements, velocities and accelerations */
void ConstraintRowSlopes(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                         double C[], double M[]);

/* ConstraintPositionErrors - Computes the distances or angles by which the rows are violated.

   Output:
     rows  [nrows] errors [m] or [rad], as those of joint_misfit()
     G     [nrows][N] their derivative; not set for a slider */
void ConstraintPositionErrors(const ConstraintCell *c, double rows[], double G[][JOINT_DOFS]);

/* ConstraintIsLength - Returns whether row k is a length; if not, it is an angle. */
PetscBool ConstraintIsLength(Model model, const ConstraintCell *c, int k);

/* The entries of a global vector in the rows of all cells. Shares have rows of other ranks too. */
typedef struct {
  Model        model;
  Vec          x;
  PetscBool    write;
  PetscScalar *mine;     /* this rank's part of x */
  PetscScalar *of_share; /* [nshares] entries in the rows of the shares */
} RowEntries;

/* RowEntriesOpen - Starts the access to the rows of x.

   Input:
     write  the entries are written and x is zeroed first; otherwise x is only read
   Collective. */
PetscErrorCode RowEntriesOpen(Model model, Vec x, PetscBool write, RowEntries *r);

/* RowEntriesClose - Ends the access; adds up the entries that the ranks wrote. Collective. */
PetscErrorCode RowEntriesClose(RowEntries *r);

/* RowEntry - Returns the entry in row k of a cell. */
PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k);

/* ConstraintsFill - Fills y with the rows of all cells, sliders included; other entries are zero.

   Input:
     ev       an evaluation with nodes
     rows_of  computes rows[nrows] of one gathered cell
   Collective. */
PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y);

#endif
