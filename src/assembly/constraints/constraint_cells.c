/* constraint_cells.c: has the table of kinds of constraints, and loops over their cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_cells.h"
#include "assembly/term.h"

enum { KINDS = CONSTRAINT_KINDS };
static const ConstraintKind *const constraint_kinds[KINDS] = {
  &joint_constraint, &coupling_constraint, &slider_constraint};

/* ---- constraints of a model ------------------------------------------------------------------ */

PetscInt ConstraintsCount(Model model)
{
  PetscInt n = 0;

  for (int k = 0; k < KINDS; k++) n += constraint_kinds[k]->count(model);
  return n;
}

const ConstraintKind *ConstraintKindOf(Model model, PetscInt *i)
{
  int k = 0;

  while (*i >= constraint_kinds[k]->count(model)) *i -= constraint_kinds[k++]->count(model);
  return constraint_kinds[k];
}

const char *ConstraintName(Model model, PetscInt i)
{
  const ConstraintKind *kind = ConstraintKindOf(model, &i);

  return kind->name(model, i);
}

const char *ConstraintNoun(Model model, PetscInt i)
{
  const ConstraintKind *kind = ConstraintKindOf(model, &i);

  return kind->noun(model, i);
}

PetscBool ConstraintsAreOfTies(Model model)
{
  for (int k = 0; k < KINDS; k++)
    for (PetscInt i = 0; i < constraint_kinds[k]->count(model); i++)
      if (!constraint_kinds[k]->of_tie(model, i)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscBool ConstraintsHaveParts(Model model)
{
  for (int k = 0; k < KINDS; k++)
    if (constraint_kinds[k]->count_parts && constraint_kinds[k]->count(model)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode ConstraintsOrder(Model model, PetscScalar value[])
{
  PetscInt before = 1;

  PetscFunctionBeginUser;
  for (int k = 0; k < KINDS; k++) PetscCall(constraint_kinds[k]->order(model, &before, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ConstraintsDescribeRow(Model model, PetscInt dof, char text[], size_t size)
{
  for (int k = 0; k < KINDS; k++) constraint_kinds[k]->place(model, dof, text, size);
}

ConstraintTable ConstraintTableOf(Model model, PetscInt i)
{
  const ConstraintKind *kind = ConstraintKindOf(model, &i);
  ConstraintTable       t;

  kind->table(model, i, &t);
  return t;
}

const unsigned char *ConstraintDofGroups(const Layout *l, const ConstraintTable *t, PetscInt e)
{
  for (PetscInt i = 0; i < t->n && t->dof_groups; i++) {
    const PetscInt dof = t->dofs[e * t->n + i], row = dof < 0 ? -1 : t->global[dof];

    if (row >= 0 && (row < l->first || row >= l->end)) return NULL;
  }
  return t->dof_groups;
}

/* ---- cells ----------------------------------------------------------------------------------- */

void FindFirstConstraint(Model model, ConstraintCell *c)
{
  c->kind     = constraint_kinds[0];
  c->model    = model;
  c->of_table = 0;
  c->index = c->number = c->e = -1;
  c->table.nvisited           = 0;
  NextConstraint(c);
}

void NextConstraint(ConstraintCell *c)
{
  c->e++, c->number++;
  while (c->e >= c->table.nvisited) {
    c->e = 0;
    c->index++;
    while (c->index >= c->kind->count(c->model)) {
      c->index = c->number = 0;
      c->kind              = ++c->of_table < KINDS ? constraint_kinds[c->of_table] : NULL;
      if (!c->kind) return;
    }
    c->kind->table(c->model, c->index, &c->table);
  }
  c->dofs = c->table.dofs + c->e * c->table.n;
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

void ConstraintAddSlopes(const ConstraintCell *c, const double G[], FsConstraintLevel level,
                         double scale, double K[], double C[], double M[])
{
  const int n  = c->table.nrows * c->table.nd;
  double   *to = level == FS_CONSTRAINT_POSITION ? K : level == FS_CONSTRAINT_VELOCITY ? C : M;
  double    D[CONSTRAINT_ROWS * CONSTRAINT_DOFS];

  for (int i = 0; i < n; i++) to[i] += scale * G[i];
  if (level == FS_CONSTRAINT_POSITION) return;
  c->kind->slopes(c, level, D);
  to = level == FS_CONSTRAINT_ACCELERATION ? C : K;
  for (int i = 0; i < n; i++) to[i] += scale * D[i];
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* Computes the forces r[nd] and the rows of a cell. */
static void cell_forces(const ConstraintForces *f, const ConstraintCell *c, const double lambda[],
                        double r[], double rows[])
{
  const int nd = c->table.nd;
  double    G[CONSTRAINT_ROWS * CONSTRAINT_DOFS], loads[CONSTRAINT_DOFS] = {0};

  c->kind->rows(c, f->level, rows, G);
  for (int n = 0; n < nd; n++) r[n] = 0;
  for (int k = 0; k < c->table.nrows; k++)
    for (int n = 0; n < nd; n++) r[n] += lambda[k] * G[k * nd + n];
  if (f->which == CONSTRAINT_FORCES_OF_MULTIPLIERS || !c->kind->forces) return;
  c->kind->forces(c, lambda, r, NULL, NULL, NULL);
  if (f->which == CONSTRAINT_ALL_FORCES) return;
  c->kind->loads(c, loads);
  for (int n = 0; n < nd; n++) r[n] += loads[n];
}

PetscErrorCode ConstraintsVisitForces(const ConstraintForces *f)
{
  const Assembly a           = f->ev->assembly;
  double        *sums[KINDS] = {NULL}, (*sum)[COMPONENTS];
  RowEntries     entries;

  PetscFunctionBeginUser;
  PetscCall(ConstraintsExchange(f->ev));
  for (int k = 0; k < KINDS; k++)
    if (constraint_kinds[k]->forces_open && constraint_kinds[k]->count(a->model))
      sums[k] = constraint_kinds[k]->forces_open(a);
  PetscCall(RowEntriesOpen(a->model, f->lambda, ROWS_READ, &entries));
  for (ConstraintCell c = FirstConstraint(a->model); c.kind; NextConstraint(&c)) {
    double lambda[CONSTRAINT_ROWS], rows[CONSTRAINT_ROWS], r[CONSTRAINT_DOFS];

    if (f->wanted && !f->wanted(f, &c)) continue;
    c.kind->gather(f->ev, &c);
    RowEntriesCopy(&entries, &c, lambda);
    cell_forces(f, &c, lambda, r, rows);
    if (c.kind->forces_open) scatter(c.table.nd, c.dofs, 1, r, sums[c.of_table]);
    else if (f->forces) f->forces(f, &c, r);
    else scatter(c.table.nd, c.dofs, 1, r, f->local);
    if (f->rows) f->rows(f, &c, rows);
  }
  PetscCall(RowEntriesClose(&entries));
  for (int k = 0; k < KINDS; k++) {
    if (!constraint_kinds[k]->forces_open || !constraint_kinds[k]->count(a->model)) continue;
    PetscCall(constraint_kinds[k]->forces_close(a, &sum));
    for (PetscInt i = 0; i < a->model->mesh->g.nnodes && f->local; i++)
      scatter(COMPONENTS, a->model->layout.dof + COMPONENTS * i, 1, sum[i], f->local);
    if (f->nodes) PetscCall(f->nodes(f, sum));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- entries of global vectors ------------------------------------------------------------- */

PetscErrorCode RowEntriesOpen(Model model, Vec x, RowAccess access, RowEntries *r)
{
  PetscFunctionBeginUser;
  *r = (RowEntries){.model = model, .x = x, .access = access};
  if (!x) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < KINDS; k++) {
    const ConstraintKind *kind = constraint_kinds[k];

    if (!kind->count_parts || !kind->count(model)) continue;
    PetscCall(PetscCalloc1(kind->count_parts(model), &r->part[k]));
    if (access == ROWS_READ) PetscCall(kind->get_entries(model, x, r->part[k]));
  }
  if (access == ROWS_WRITE) PetscCall(VecZeroEntries(x));
  if (access != ROWS_READ) PetscCall(VecGetArray(x, &r->mine));
  else PetscCall(VecGetArrayRead(x, (const PetscScalar **)&r->mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RowEntriesClose(RowEntries *r)
{
  PetscFunctionBeginUser;
  if (!r->x) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < KINDS; k++) {
    if (!constraint_kinds[k]->count_parts || !constraint_kinds[k]->count(r->model)) continue;
    if (r->access != ROWS_READ)
      PetscCall(constraint_kinds[k]->add_parts(r->model, r->part[k], r->mine));
    PetscCall(PetscFree(r->part[k]));
  }
  if (r->access == ROWS_READ) PetscCall(VecRestoreArrayRead(r->x, (const PetscScalar **)&r->mine));
  else PetscCall(VecRestoreArray(r->x, &r->mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RowEntriesCopy(const RowEntries *r, const ConstraintCell *c, double values[])
{
  for (int k = 0; k < c->table.nrows; k++) values[k] = 0;
  for (int k = 0; k < c->table.nrows && r->x; k++) values[k] = PetscRealPart(*RowEntry(r, c, k));
}

PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y)
{
  const Model model = ev->assembly->model;
  RowEntries  entries;

  PetscFunctionBeginUser;
  PetscCall(ConstraintsExchange(ev));
  PetscCall(RowEntriesOpen(model, y, ROWS_WRITE, &entries));
  for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c)) {
    double rows[CONSTRAINT_ROWS];

    c.kind->gather(ev, &c);
    rows_of(&c, rows);
    for (int k = 0; k < c.table.nrows; k++) *RowEntry(&entries, &c, k) = rows[k];
  }
  PetscCall(RowEntriesClose(&entries));
  PetscFunctionReturn(PETSC_SUCCESS);
}
