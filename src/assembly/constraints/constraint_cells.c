/* constraint_cells.c: has the table of kinds of constraints, and loops over their cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_cells.h"
#include "assembly/term.h"

static const ConstraintKind *const constraint_kinds[] = {&joint_constraint, &coupling_constraint,
                                                         &slider_constraint};
enum { KINDS = PETSC_STATIC_ARRAY_LENGTH(constraint_kinds) };

/* ---- constraints of a model ------------------------------------------------------------------ */

PetscInt ConstraintsCount(Model model)
{
  PetscInt n = 0;

  for (int k = 0; k < KINDS; k++) n += constraint_kinds[k]->count(model);
  return n;
}

/* Returns the kind of constraint *i, and makes *i its number in this kind. */
static const ConstraintKind *kind_of(Model model, PetscInt *i)
{
  int k = 0;

  while (*i >= constraint_kinds[k]->count(model)) *i -= constraint_kinds[k++]->count(model);
  return constraint_kinds[k];
}

const char *ConstraintName(Model model, PetscInt i)
{
  const ConstraintKind *kind = kind_of(model, &i);

  return kind->name(model, i);
}

const char *ConstraintNoun(Model model, PetscInt i)
{
  const ConstraintKind *kind = kind_of(model, &i);

  return kind->noun(model, i);
}

PetscErrorCode ConstraintsOrder(Model model, PetscScalar value[])
{
  PetscInt before = 1;

  PetscFunctionBeginUser;
  for (int k = 0; k < KINDS; k++) PetscCall(constraint_kinds[k]->order(model, &before, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cells ----------------------------------------------------------------------------------- */

ConstraintCell FirstConstraint(Model model)
{
  ConstraintCell c = {.kind = constraint_kinds[0], .model = model, .number = -1};

  NextConstraint(&c);
  return c;
}

void NextConstraint(ConstraintCell *c)
{
  int k = 0;

  while (constraint_kinds[k] != c->kind) k++;
  c->number++;
  while (!c->kind->find(c)) {
    c->kind   = ++k < KINDS ? constraint_kinds[k] : NULL;
    c->number = 0;
    if (!c->kind) return;
  }
}

PetscInt ConstraintIndex(const ConstraintCell *c)
{
  PetscInt before = 0;

  for (int k = 0; constraint_kinds[k] != c->kind; k++)
    before += constraint_kinds[k]->count(c->model);
  return before + c->index;
}

PetscErrorCode ConstraintsExchange(const Evaluation *ev)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < KINDS; k++)
    if (constraint_kinds[k]->exchange && constraint_kinds[k]->count(ev->assembly->model))
      PetscCall(constraint_kinds[k]->exchange(ev));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintsExchangeColumns(const Evaluation *ev, const ChartColumns columns[])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < KINDS; k++)
    if (constraint_kinds[k]->exchange_columns && constraint_kinds[k]->count(ev->assembly->model))
      PetscCall(constraint_kinds[k]->exchange_columns(ev, columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintsAddForces(const Evaluation *ev, Vec lambda, PetscScalar local[])
{
  const Assembly a           = ev->assembly;
  double        *sums[KINDS] = {NULL};
  RowEntries     entries;
  int            k;

  PetscFunctionBeginUser;
  for (k = 0; k < KINDS; k++)
    sums[k] = constraint_kinds[k]->forces_open && constraint_kinds[k]->count(a->model)
                ? constraint_kinds[k]->forces_open(a)
                : local;
  PetscCall(RowEntriesOpen(a->model, lambda, PETSC_FALSE, &entries));
  k = 0;
  for (ConstraintCell c = FirstConstraint(a->model); c.kind; NextConstraint(&c)) {
    double G[CONSTRAINT_ROWS * CONSTRAINT_DOFS], r[CONSTRAINT_DOFS] = {0};

    while (constraint_kinds[k] != c.kind) k++;
    c.kind->gather(ev, &c);
    c.kind->gradient(&c, G);
    for (int i = 0; i < c.nrows; i++)
      for (int n = 0; n < c.nd; n++) r[n] += G[i * c.nd + n] * *RowEntry(&entries, &c, i);
    scatter(c.nd, c.dofs, 1, r, sums[k]);
  }
  PetscCall(RowEntriesClose(&entries));
  for (k = 0; k < KINDS; k++)
    if (sums[k] != local) PetscCall(constraint_kinds[k]->forces_close(a, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- entries of global vectors ------------------------------------------------------------- */

PetscErrorCode RowEntriesOpen(Model model, Vec x, PetscBool write, RowEntries *r)
{
  PetscFunctionBeginUser;
  *r = (RowEntries){.model = model, .x = x, .write = write};
  PetscCall(PetscCalloc1(CouplingsCountShares(model), &r->of_share));
  if (write) {
    PetscCall(VecZeroEntries(x));
    PetscCall(VecGetArray(x, &r->mine));
  } else {
    PetscCall(CouplingsGetMultipliers(model, x, r->of_share));
    PetscCall(VecGetArrayRead(x, (const PetscScalar **)&r->mine));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RowEntriesClose(RowEntries *r)
{
  PetscFunctionBeginUser;
  if (r->write) {
    PetscCall(CouplingsAddValues(r->model, r->of_share, r->mine));
    PetscCall(VecRestoreArray(r->x, &r->mine));
  } else PetscCall(VecRestoreArrayRead(r->x, (const PetscScalar **)&r->mine));
  PetscCall(PetscFree(r->of_share));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k)
{
  return c->kind->has_parts ? &r->of_share[c->number]
                            : &r->mine[ConstraintGlobal(c, c->nd + k) - r->model->layout.first];
}

PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y)
{
  const Model model = ev->assembly->model;
  RowEntries  entries;

  PetscFunctionBeginUser;
  PetscCall(ConstraintsExchange(ev));
  PetscCall(RowEntriesOpen(model, y, PETSC_TRUE, &entries));
  for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c)) {
    double rows[CONSTRAINT_ROWS];

    c.kind->gather(ev, &c);
    rows_of(&c, rows);
    for (int k = 0; k < c.nrows; k++) *RowEntry(&entries, &c, k) = rows[k];
  }
  PetscCall(RowEntriesClose(&entries));
  PetscFunctionReturn(PETSC_SUCCESS);
}
