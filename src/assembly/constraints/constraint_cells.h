/* constraint_cells.h: visits the equations (rows) of all constraints, cell by cell.

   Unless a comment says otherwise, no function here is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H

#include "constraint_kind.h"

/* ---- constraints of a model -------------------------------------------------------------------

   Constraints are numbered kind by kind: joints, then couplings, then sliders. */

/* ConstraintsCount - Returns the number of joints, couplings and sliders on all ranks. */
PetscInt ConstraintsCount(Model model);

/* ConstraintKindOf - Returns the kind (joint, coupling or slider) of constraint number i.

   Changed:
     i  number of the constraint in the model on entry, its number within its kind on return */
const ConstraintKind *ConstraintKindOf(Model model, PetscInt *i);

/* ConstraintName - Returns the name that the user has given constraint number i; borrowed. */
const char *ConstraintName(Model model, PetscInt i);

/* ConstraintsHaveParts - Returns whether some constraint equations of the model are sums over
   several cells, as those of couplings between joints are. */
PetscBool ConstraintsHaveParts(Model model);

/* ConstraintNoun - Returns what messages call constraint number i, such as "slider". */
const char *ConstraintNoun(Model model, PetscInt i);

/* ConstraintsAreOfTies - Returns whether all constraints of the model come from ties. */
PetscBool ConstraintsAreOfTies(Model model);

/* ConstraintsOrder - Numbers the equations of all constraints in an order that does not depend on
   the number of ranks. Equations of drivers, which prescribe a motion, get negative numbers.

   Output:
     value  this rank's part of a global vector, with the number of each equation in its entry
   Collective. */
PetscErrorCode ConstraintsOrder(Model model, PetscScalar value[]);

/* ConstraintsDescribeRow - Writes for messages which constraint the Lagrange multiplier with the
   global index dof belongs to, and where this constraint is, to text[size]. */
void ConstraintsDescribeRow(Model model, PetscInt dof, char text[], size_t size);

/* ConstraintTableOf - Returns a table of the dofs of the cells of constraint i on this rank. */
ConstraintTable ConstraintTableOf(Model model, PetscInt i);

/* ConstraintDofGroups - Returns the argument dof_group of AddByDofGroups() for a constraint cell.

   It is t->dof_groups, but NULL for a cell with rows of other ranks. The multifrontal solver needs
   both nodes of such a cell in one front (direct/multifrontal/between_ranks/interface.c). */
const unsigned char *ConstraintDofGroups(const Layout *l, const ConstraintTable *t, PetscInt e);

/* ---- cells -------------------------------------------------------------------------------------

   This loop visits all cells of this rank:

     for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c)) ... */

/* FirstConstraint - Returns the first cell of a constraint on this rank, for a loop over its cells.
   A cell is a set of nodes that equations connect. The node states are not gathered. */
void                         FindFirstConstraint(Model model, ConstraintCell *c);
static inline ConstraintCell FirstConstraint(Model model)
{
  ConstraintCell c;

  FindFirstConstraint(model, &c);
  return c;
}

/* NextConstraint - Moves c to the next constraint cell , or sets c->kind to NULL after the last. */
void NextConstraint(ConstraintCell *c);

/* ConstraintIndex - Returns the number, in the model, of the constraint to which a cell belongs. */
PetscInt ConstraintIndex(const ConstraintCell *c);

/* ConstraintGlobal - Returns the global index of dof number k of a constraint cell, or -1. */
static inline PetscInt ConstraintGlobal(const ConstraintCell *c, int k)
{
  return c->dofs[k] < 0 ? -1 : c->table.global[c->dofs[k]];
}

/* ConstraintsExchange - Fetches the states of those nodes of constraints that belong to other
   ranks. Call it before ConstraintKind.gather().

   Input:
     ev  a state of the model in which ev->nodes is not NULL
   Collective. */
PetscErrorCode ConstraintsExchange(const Evaluation *ev);

/* ConstraintsExchangeColumns - Fetches the chart columns (derivatives of rotations by the dofs) of
   nodes of other ranks. columns[nnodes] are those of this rank. Call it before
   ConstraintKind.columns(). Collective. */
PetscErrorCode ConstraintsExchangeColumns(const Evaluation *ev, const ChartColumns columns[]);

/* ConstraintAddSlopes - Adds the derivatives of a constraint cell's equations, times scale.

   Input:
     G  [nrows][nd] gradient of the position equations
   Output:
     K  [nrows][nd] += derivatives by displacements and spins, except of acceleration rows
     C  [nrows][nd] += derivatives by velocities
     M  [nrows][nd] += derivatives by accelerations, for acceleration equations only */
void ConstraintAddSlopes(const ConstraintCell *c, const double G[], FsConstraintLevel level,
                         double scale, double K[], double C[], double M[]);

/* ---- entries of global vectors in the rows ------------------------------------------------- */

/* How the entries of a vector in constraint equations are used: they are read; they are written,
   and all other entries of the vector become 0; or they are added to. */
typedef enum { ROWS_READ, ROWS_WRITE, ROWS_ADD } RowAccess;

/* RowEntries - Access to those entries of a global vector that belong to constraint equations. For
   couplings the entries may belong to other ranks. */
typedef struct {
  Model        model;
  Vec          x;
  RowAccess    access;
  PetscScalar *mine; /* this rank's part of the vector x */
  /* [count_parts] the entries in equations that are sums over several cells; NULL for kinds of
     constraints without such equations */
  PetscScalar *part[CONSTRAINT_KINDS];
} RowEntries;

/* RowEntriesOpen - Starts the access to the entries of x in constraint equations; RowEntriesClose
   must follow. To read zeros, x may be NULL. Collective. */
PetscErrorCode RowEntriesOpen(Model model, Vec x, RowAccess access, RowEntries *r);

/* RowEntriesClose - Ends the access to entries of a vector in constraint equations. Unless the
   access is to read, entries that several ranks have written are summed. Collective. */
PetscErrorCode RowEntriesClose(RowEntries *r);

/* RowEntry - Returns a pointer to the entry of the opened vector in equation k of a constraint
   cell, valid until RowEntriesClose(). */
static inline PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k)
{
  return c->kind->count_parts
           ? &r->part[c->of_table][c->number]
           : &r->mine[ConstraintGlobal(c, c->table.nd + k) - r->model->layout.first];
}

/* RowEntriesCopy - Copies the opened vector's entries in a cell's equations to values[nrows]. */
void RowEntriesCopy(const RowEntries *r, const ConstraintCell *c, double values[]);

/* ConstraintsFill - Fills a vector y with a value for each constraint equation, else zero.

   Input:
     ev       a state of the model in which ev->nodes is not NULL
     rows_of  computes the values rows[nrows] of one cell, whose state is gathered
   Collective. */
PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y);

/* ---- forces on nodes ----------------------------------------------------------------------- */

/* ConstraintForces - Arguments of ConstraintsVisitForces: which forces of constraints on nodes are
   computed, and the functions that get them. The forces are what a cell adds to the residual of its
   nodes, with moments in body axes: G^T lambda, and the forces of laws and friction of joints.
   LESS_LOADS leaves out the forces of motors. */
typedef struct ConstraintForces ConstraintForces;
struct ConstraintForces {
  const Evaluation *ev;     /* a state of the model in which ev->nodes is not NULL */
  Vec               lambda; /* a global vector with the Lagrange multipliers; NULL for 0 */
  enum {
    CONSTRAINT_FORCES_OF_MULTIPLIERS,
    CONSTRAINT_ALL_FORCES,
    CONSTRAINT_FORCES_LESS_LOADS
  } which;
  /* which constraint equations: positions, velocities or accelerations */
  FsConstraintLevel level;
  /* [nlocal] += all forces; NULL if functions get them */
  PetscScalar *local;

  /* returns whether a cell is visited, before its state is gathered; NULL visits all cells */
  PetscBool (*wanted)(const ConstraintForces *f, const ConstraintCell *c);
  /* gets the forces r[nd] of each cell whose nodes are on this rank */
  void (*forces)(const ConstraintForces *f, const ConstraintCell *c, const double r[]);
  /* gets force[nnodes], the sums of the forces of all cells of one kind of constraint whose nodes
     may belong to other ranks, once for each such kind, collectively; or NULL */
  PetscErrorCode (*nodes)(const ConstraintForces *f, double (*force)[COMPONENTS]);
  /* gets the values of the equations of each cell; NULL if nobody needs them */
  void (*rows)(const ConstraintForces *f, const ConstraintCell *c, const double rows[]);
  void *data; /* data of the caller for these functions */
};

/* ConstraintsVisitForces - Computes the constraint forces, and by how much each constraint equation
   is violated, for all joints, couplings and sliders of this rank.

   The function passes the results of one type of constraint after the other to the functions in f.
   Collective. */
PetscErrorCode ConstraintsVisitForces(const ConstraintForces *f);

#endif
