/* constraint_cells.h: visits the rows of all constraints, cell by cell, whatever their kinds.

   Unless a comment says otherwise, no function here is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H

#include "constraint_kind.h"

/* ---- constraints of a model -------------------------------------------------------------------

   Constraints are numbered kind by kind: joints, then couplings, then sliders. */

/* ConstraintsCount - Returns the number of constraints of all kinds and ranks. */
PetscInt ConstraintsCount(Model model);

/* ConstraintName - Returns the name of constraint i, borrowed. */
const char *ConstraintName(Model model, PetscInt i);

/* ConstraintNoun - Returns what constraint i is called, for example "joint" or "slider". */
const char *ConstraintNoun(Model model, PetscInt i);

/* ConstraintsOrder - Numbers the rows of all constraints (ConstraintKind.order).

   Output:
     value  this rank's part of a global vector
   Collective. */
PetscErrorCode ConstraintsOrder(Model model, PetscScalar value[]);

/* ---- cells -------------------------------------------------------------------------------------

   This loop visits all cells of this rank:

     for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c)) ... */

/* FirstConstraint - Returns the first cell of this rank. */
ConstraintCell FirstConstraint(Model model);

/* NextConstraint - Moves to the next cell; sets c->kind to NULL after the last one. */
void NextConstraint(ConstraintCell *c);

/* ConstraintIndex - Returns the number of the constraint of a cell. */
PetscInt ConstraintIndex(const ConstraintCell *c);

/* ConstraintGlobal - Returns the global dof of entry k of c->dofs; -1 if there is no such dof. */
static inline PetscInt ConstraintGlobal(const ConstraintCell *c, int k)
{
  return c->dofs[k] < 0 ? -1 : c->global[c->dofs[k]];
}

/* ConstraintsExchange - Gets the states of nodes of other ranks. Call it before
   ConstraintKind.gather().

   Input:
     ev  an evaluation with nodes
   Collective. */
PetscErrorCode ConstraintsExchange(const Evaluation *ev);

/* ConstraintsExchangeColumns - Does the same for chart columns [nnodes]. Call it before
   ConstraintKind.columns(). Collective. */
PetscErrorCode ConstraintsExchangeColumns(const Evaluation *ev, const ChartColumns columns[]);

/* ConstraintsAddForces - Adds the forces G^T lambda of all constraints on the nodes.

   Call ConstraintsExchange() first.
   Input:
     lambda  a global vector with the multipliers
   Output:
     local   [nlocal] += forces; moments are in body axes
   Collective. */
PetscErrorCode ConstraintsAddForces(const Evaluation *ev, Vec lambda, PetscScalar local[]);

/* ---- entries of global vectors in the rows ------------------------------------------------- */

/* RowEntries - Access to the entries of a global vector that belong to rows of constraints.

   The rows of couplings may belong to other ranks. */
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

/* RowEntriesClose - Ends the access. After writing it adds the parts of a row on all ranks.
   Collective. */
PetscErrorCode RowEntriesClose(RowEntries *r);

/* RowEntry - Returns a pointer to the entry in row k of a cell, borrowed until
   RowEntriesClose(). */
PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k);

/* ConstraintsFill - Fills y with the rows of all cells; other entries are zero.

   Input:
     ev       an evaluation with nodes
     rows_of  computes rows[nrows] of one gathered cell
   Collective. */
PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y);

#endif
