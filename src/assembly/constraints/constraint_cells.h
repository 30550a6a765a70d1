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

/* ConstraintKindOf - Returns the kind of a constraint.

   Changed:
     i  number of the constraint; then its number among those of its kind */
const ConstraintKind *ConstraintKindOf(Model model, PetscInt *i);

/* ConstraintName - Returns the name of constraint i, borrowed. */
const char *ConstraintName(Model model, PetscInt i);

/* ConstraintsHaveParts - Returns whether some rows of the model are sums of the parts of several
   cells. */
PetscBool ConstraintsHaveParts(Model model);

/* ConstraintNoun - Returns what constraint i is called, for example "joint" or "slider". */
const char *ConstraintNoun(Model model, PetscInt i);

/* ConstraintsAreOfTies - Returns whether all constraints belong to ties. */
PetscBool ConstraintsAreOfTies(Model model);

/* ConstraintsOrder - Numbers the rows of all constraints (ConstraintKind.order).

   Output:
     value  this rank's part of a global vector
   Collective. */
PetscErrorCode ConstraintsOrder(Model model, PetscScalar value[]);

/* ConstraintsDescribeRow - Describes the row of a multiplier (TermKind.place). */
void ConstraintsDescribeRow(Model model, PetscInt dof, char text[], size_t size);

/* ConstraintTableOf - Returns the dofs of the cells of constraint i. */
ConstraintTable ConstraintTableOf(Model model, PetscInt i);

/* ConstraintDofGroups - Returns the argument dof_group of AddByDofGroups() for cell e of a table.

   It is t->dof_groups, but NULL for a cell with rows of other ranks. The multifrontal solver needs
   both nodes of such a cell in one front (direct/multifrontal/between_ranks/interface.c). */
const unsigned char *ConstraintDofGroups(const Layout *l, const ConstraintTable *t, PetscInt e);

/* ---- cells -------------------------------------------------------------------------------------

   This loop visits all cells of this rank:

     for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c)) ... */

/* FirstConstraint - Returns the first cell of this rank. The state of a cell is large: it is
   neither set nor copied here. */
void                         FindFirstConstraint(Model model, ConstraintCell *c);
static inline ConstraintCell FirstConstraint(Model model)
{
  ConstraintCell c;

  FindFirstConstraint(model, &c);
  return c;
}

/* NextConstraint - Moves to the next cell; sets c->kind to NULL after the last one. */
void NextConstraint(ConstraintCell *c);

/* ConstraintIndex - Returns the number of the constraint of a cell. */
PetscInt ConstraintIndex(const ConstraintCell *c);

/* ConstraintGlobal - Returns the global dof of entry k of c->dofs; -1 if there is no such dof. */
static inline PetscInt ConstraintGlobal(const ConstraintCell *c, int k)
{
  return c->dofs[k] < 0 ? -1 : c->table.global[c->dofs[k]];
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

/* ConstraintAddSlopes - Adds scale times the derivatives of the rows of a level.

   Input:
     G  [nrows][nd] gradient of the rows
   Output:
     K  [nrows][nd] += derivatives by displacements and spins, except of acceleration rows
     C  [nrows][nd] += derivatives by velocities
     M  [nrows][nd] += derivatives by accelerations; unused for other levels */
void ConstraintAddSlopes(const ConstraintCell *c, const double G[], FsConstraintLevel level,
                         double scale, double K[], double C[], double M[]);

/* ---- entries of global vectors in the rows ------------------------------------------------- */

/* How the entries are used: read; written, all other entries of the vector become 0; or added to
   the vector. */
typedef enum { ROWS_READ, ROWS_WRITE, ROWS_ADD } RowAccess;

/* RowEntries - Access to the entries of a global vector that belong to rows of constraints.

   Rows of kinds with parts may belong to other ranks. */
typedef struct {
  Model        model;
  Vec          x;
  RowAccess    access;
  PetscScalar *mine; /* this rank's part of x */
  /* [count_parts] entries in the rows of the parts, for each kind; NULL for kinds without parts */
  PetscScalar *part[CONSTRAINT_KINDS];
} RowEntries;

/* RowEntriesOpen - Starts the access to the rows of x. NULL is a vector of zeros to read.

   Collective. */
PetscErrorCode RowEntriesOpen(Model model, Vec x, RowAccess access, RowEntries *r);

/* RowEntriesClose - Ends the access. Unless the access is to read, it adds the parts of a row on
   all ranks. Collective. */
PetscErrorCode RowEntriesClose(RowEntries *r);

/* RowEntry - Returns a pointer to the entry in row k of a cell, borrowed until
   RowEntriesClose(). */
static inline PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k)
{
  return c->kind->count_parts
           ? &r->part[c->of_table][c->number]
           : &r->mine[ConstraintGlobal(c, c->table.nd + k) - r->model->layout.first];
}

/* RowEntriesCopy - Copies the entries in the rows of a cell to values[nrows]. */
void RowEntriesCopy(const RowEntries *r, const ConstraintCell *c, double values[]);

/* ConstraintsFill - Fills y with the rows of all cells; other entries are zero.

   Input:
     ev       an evaluation with nodes
     rows_of  computes rows[nrows] of one gathered cell
   Collective. */
PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y);

/* ---- forces on nodes ----------------------------------------------------------------------- */

/* ConstraintForces - Which forces of constraints are computed, and what is done with them.

   Forces are what a cell adds to the residual of its nodes, with moments in body axes: G^T lambda,
   and the forces of laws and friction of joints. LESS_LOADS leaves out those of motors. */
typedef struct ConstraintForces ConstraintForces;
struct ConstraintForces {
  const Evaluation *ev;     /* with nodes */
  Vec               lambda; /* a global vector with the multipliers; NULL for 0 */
  enum {
    CONSTRAINT_FORCES_OF_MULTIPLIERS,
    CONSTRAINT_ALL_FORCES,
    CONSTRAINT_FORCES_LESS_LOADS
  } which;
  FsConstraintLevel level; /* of rows */
  PetscScalar      *local; /* [nlocal] += all forces; NULL if forces and nodes are given instead */

  /* Returns whether a cell is visited; its state is not gathered yet. NULL: all cells are. */
  PetscBool (*wanted)(const ConstraintForces *f, const ConstraintCell *c);
  /* Gets the forces r[nd] of a cell whose nodes are nodes of this rank. */
  void (*forces)(const ConstraintForces *f, const ConstraintCell *c, const double r[]);
  /* Gets force[nnodes], the sums of the forces of all cells of a kind whose nodes may belong to
     other ranks. Collective; called once for each such kind. NULL: these sums are not needed. */
  PetscErrorCode (*nodes)(const ConstraintForces *f, double (*force)[COMPONENTS]);
  /* Gets the rows of a cell. NULL: they are not needed. */
  void (*rows)(const ConstraintForces *f, const ConstraintCell *c, const double rows[]);
  void *data; /* of these functions */
};

/* ConstraintsVisitForces - Computes forces and rows of all cells, kind by kind.

   Collective. */
PetscErrorCode ConstraintsVisitForces(const ConstraintForces *f);

#endif
