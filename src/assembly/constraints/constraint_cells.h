/* constraint_cells.h: visits the rows of all constraints of joints and couplings, cell by cell.

   A cell of a joint is its connection between one pair of nodes. It has nrows rows of constraints
   of its own. A share is the part that one cell of a joint has in a row of a coupling
   (model/couplings/couplings.h). The columns of both are the N = JOINT_DOFS dofs of the two nodes
   of the cell. Unless a comment says otherwise, no function here is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H

#include "coupling_state.h"
#include "assembly/constraints/sliders/slider_state.h"
#include "model/joints/joint_cell_iterator.h"

/* A constraint cell: a cell of a joint with its own rows, or with its share of a coupling. */
typedef struct {
  JointCell cell;  /* the cell of the joint; cell.joint is NULL after the last constraint */
  PetscInt  share; /* number of the share of a coupling; -1 if the rows are the joint's own */
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

   The cells of joints come first, then the shares of couplings. */
ConstraintCell FirstConstraint(Model model);

/* NextConstraint - Moves to the next cell; sets c->cell.joint to NULL after the last one. */
void NextConstraint(ConstraintCell *c);

/* ConstraintIndex - Returns the index of the joint, or for a share njoints + the index of the
   coupling. */
PetscInt ConstraintIndex(Model model, const ConstraintCell *c);

/* ConstraintGather - Gathers the state of a cell. Call it before the functions below.

   Input:
     ev  an evaluation with nodes; c borrows from it */
void ConstraintGather(const Evaluation *ev, ConstraintCell *c);

/* ConstraintRows - Computes rows[nrows] of a level: Phi, its first or its second time derivative.

   The row of a share is only the part of the cell in the row of the coupling. */
void ConstraintRows(const ConstraintCell *c, FsConstraintLevel level, double rows[]);

/* ConstraintGradient - Computes G[nrows][N], the derivative of Phi by displacements and spins. */
void ConstraintGradient(const ConstraintCell *c, double G[][JOINT_DOFS]);

/* ConstraintStiffness - Adds the derivative of G^T lambda by displacements and spins to K[N][N].

   Input:
     lambda  [nrows] multipliers of the rows, which do not change */
void ConstraintStiffness(const ConstraintCell *c, const double lambda[], double K[]);

/* ConstraintRowSlopes - Adds scale times the derivatives of the rows of a level.

   Output:
     K  [nrows][N] += derivatives by displacements and spins, except of acceleration rows
     C  [nrows][N] += derivatives by velocities
     M  [nrows][N] += derivatives by accelerations */
void ConstraintRowSlopes(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                         double C[], double M[]);

/* ConstraintPositionErrors - Computes the distances or angles by which the rows are violated.

   Output:
     rows  [nrows] errors [m] or [rad], from joint_misfit() for the rows of a joint
     G     [nrows][N] derivatives of the errors by displacements and spins; not set for a slider */
void ConstraintPositionErrors(const ConstraintCell *c, double rows[], double G[][JOINT_DOFS]);

/* ConstraintIsLength - Returns whether row k is a length; if not, it is an angle. */
PetscBool ConstraintIsLength(Model model, const ConstraintCell *c, int k);

/* RowEntries - Access to the entries of a global vector that belong to rows of constraints.

   The rows of shares may belong to other ranks. */
typedef struct {
  Model        model;
  Vec          x;
  PetscBool    write;    /* whether the entries are written; otherwise they are read */
  PetscScalar *mine;     /* this rank's part of x */
  PetscScalar *of_share; /* [nshares] entries in the rows of the shares */
} RowEntries;

/* RowEntriesOpen - Starts the access to the rows of x.

   Input:
     write  PETSC_TRUE sets x to 0, and the caller then writes the entries; PETSC_FALSE only reads x
   Collective. */
PetscErrorCode RowEntriesOpen(Model model, Vec x, PetscBool write, RowEntries *r);

/* RowEntriesClose - Ends the access. After writing it adds the shares of a row on all ranks.
   Collective. */
PetscErrorCode RowEntriesClose(RowEntries *r);

/* RowEntry - Returns a pointer to the entry in row k of a cell, borrowed until
   RowEntriesClose(). */
PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k);

/* ConstraintsFill - Fills y with the rows of all cells, sliders included; other entries are zero.

   Input:
     ev       an evaluation with nodes
     rows_of  computes rows[nrows] of one gathered cell
   Collective. */
PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y);

#endif
