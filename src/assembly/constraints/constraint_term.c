/* constraint_term.c: adds the forces and the rows of constraints to the equations of motion.

   Newton's method solves these rows in each time step, together with the forces G^T lambda of their
   multipliers (Geradin & Cardona, Flexible Multibody Dynamics, 2001, ch. 7), and with the forces of
   laws and friction that act in joints. The solves for initial states and projection take the same
   rows from constraints.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "constraint_cells.h"
#include "assembly/terms/terms.h"

enum { N = CONSTRAINT_DOFS, ROWS = CONSTRAINT_ROWS, ND = N + ROWS };

typedef struct {
  Location
    *location; /* [ConstraintsCount()] of cells in the matrices; NULL until the first tangent */
} ConstraintTerm;

static PetscErrorCode Create_Constraints(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present = (PetscBool)(ConstraintsCount(term->model) > 0);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew((ConstraintTerm **)&term->data));
  term->traits.nonlinear = term->traits.nodes = term->traits.pivots = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Constraints(Term term)
{
  ConstraintTerm *t = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; t->location && i < ConstraintsCount(term->model); i++)
    PetscCall(LocationDestroy(&t->location[i]));
  PetscCall(PetscFree(t->location));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pattern --------------------------------------------------------------------------------- */

/* Inserts the entries between the dofs of group 0 and one other group of a cell. */
static PetscErrorCode InsertGroup(Pattern p, const ConstraintTable *t, PetscInt e,
                                  const unsigned char groups[], int group)
{
  PetscInt dofs[ND];
  int      n = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < t->n; i++)
    if (!groups[i] || groups[i] == group) dofs[n++] = t->dofs[e * t->n + i];
  PetscCall(PatternInsert(p, n, dofs, t->global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Pattern_Constraints(Term term, Pattern p)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ConstraintsCount(term->model); i++) {
    const ConstraintTable t = ConstraintTableOf(term->model, i);

    for (PetscInt e = 0; e < t.ncells; e++) {
      const unsigned char *groups = ConstraintDofGroups(&term->model->layout, &t, e);

      if (!groups) PetscCall(PatternInsert(p, t.n, t.dofs + e * t.n, t.global));
      for (int group = 1; groups && group <= 2; group++)
        PetscCall(InsertGroup(p, &t, e, groups, group));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- residual -------------------------------------------------------------------------------- */

/* The rows of the residual, and what scales them. */
typedef struct {
  RowEntries entries;
  PetscReal  scale;
} ResidualRows;

static void add_rows(const ConstraintForces *f, const ConstraintCell *c, const double rows[])
{
  const ResidualRows *to = f->data;

  for (int k = 0; k < c->table.nrows; k++) *RowEntry(&to->entries, c, k) += to->scale * rows[k];
}

static PetscErrorCode Residual_Constraints(Term term, const Evaluation *ev,
                                           const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  ResidualRows to = {.scale = rows->scale};

  PetscFunctionBeginUser;
  PetscCall(RowEntriesOpen(term->model, r, ROWS_ADD, &to.entries));
  PetscCall(ConstraintsVisitForces(&(ConstraintForces){.ev     = ev,
                                                       .lambda = ev->s->a,
                                                       .which  = CONSTRAINT_ALL_FORCES,
                                                       .level  = rows->level,
                                                       .local  = local,
                                                       .rows   = add_rows,
                                                       .data   = &to}));
  PetscCall(RowEntriesClose(&to.entries));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces on supported dofs ---------------------------------------------------------------- */

static PetscBool touches_supported_node(const ConstraintForces *f, const ConstraintCell *c)
{
  const unsigned char *supported = f->ev->assembly->model->layout.supported;
  PetscInt             node[2];

  if (!c->kind->nodes) return PETSC_TRUE;
  c->kind->nodes(c, node);
  return (PetscBool)(supported[node[1]] || (node[0] >= 0 && supported[node[0]]));
}

static void add_to_supports(const ConstraintForces *f, const ConstraintCell *c, const double r[])
{
  scatter_to_supports(&f->ev->assembly->model->layout, c->table.nd, c->dofs, 1, r, f->data);
}

static PetscErrorCode AddNodesToSupports(const ConstraintForces *f, double (*force)[COMPONENTS])
{
  const Model   model = f->ev->assembly->model;
  const Layout *l     = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++)
    scatter_to_supports(l, COMPONENTS, l->dof + COMPONENTS * i, 1, force[i], f->data);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Constraints(Term term, const Evaluation *ev, PetscScalar local[])
{
  (void)term;
  return ConstraintsVisitForces(&(ConstraintForces){.ev     = ev,
                                                    .lambda = ev->s->a,
                                                    .which  = CONSTRAINT_ALL_FORCES,
                                                    .wanted = touches_supported_node,
                                                    .forces = add_to_supports,
                                                    .nodes  = AddNodesToSupports,
                                                    .data   = local});
}

/* ---- reactions of moving supports ------------------------------------------------------------ */

static void add_reactions(const ConstraintForces *f, const ConstraintCell *c, const double r[])
{
  PetscInt node[2];

  c->kind->nodes(c, node);
  for (int n = 0; n < 2; n++)
    if (node[n] >= 0)
      AddReactions(f->ev, node[n], COMPONENTS, c->dofs + n * COMPONENTS, r + n * COMPONENTS,
                   f->data);
}

static PetscErrorCode AddReactionsOfNodes(const ConstraintForces *f, double (*force)[COMPONENTS])
{
  const Model model = f->ev->assembly->model;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++)
    AddReactions(f->ev, i, COMPONENTS, model->layout.dof + COMPONENTS * i, force[i], f->data);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the reactions of supports that move nodes of constraints. The work of motors is not work of
   supports; drivers are in joint_term.c, and no other constraint depends on time. */
static PetscErrorCode Balance_Constraints(Term term, const Evaluation *ev, Balance *b)
{
  PetscFunctionBeginUser;
  if (!term->model->layout.motion_of) PetscFunctionReturn(PETSC_SUCCESS); /* no support moves */
  PetscCall(ConstraintsVisitForces(&(ConstraintForces){.ev     = ev,
                                                       .lambda = ev->s->a,
                                                       .which  = CONSTRAINT_FORCES_LESS_LOADS,
                                                       .forces = add_reactions,
                                                       .nodes  = AddReactionsOfNodes,
                                                       .data   = b->reaction}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tangent --------------------------------------------------------------------------------- */

static PetscErrorCode FindLocations(Term term, Mat pattern)
{
  const PetscInt  n = ConstraintsCount(term->model);
  ConstraintTerm *t = term->data;

  PetscFunctionBeginUser;
  if (t->location) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(n, &t->location));
  for (PetscInt i = 0; i < n; i++) {
    const ConstraintTable of = ConstraintTableOf(term->model, i);

    PetscCall(
      LocationCreate(pattern, of.global, of.n, of.ncells, of.dofs, of.dof_groups, &t->location[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes A[n][n] of a cell, n = c->table.n: rows from nd on are the constraints times
   rows->scale, columns from nd on belong to the multipliers and are multiplied by rows->column. */
static void cell_tangent(const Evaluation *ev, const ConstraintCell *c, const double lambda[],
                         const FsConstraintRows *rows, const ChartColumns columns[], FsShift shift,
                         double A[])
{
  const int       nd = c->table.nd, n = c->table.n;
  const size_t    size     = (size_t)(n * nd) * sizeof(double);
  const PetscBool has_mass = (PetscBool)(rows->level == FS_CONSTRAINT_ACCELERATION);
  PetscBool       damps    = (PetscBool)(rows->level != FS_CONSTRAINT_POSITION);
  double K[ND * N], C[ND * N], M[ND * N], part[ND * N], G[ROWS * N], L[N][ROWS], r[N] = {0};
  const ChartColumns *of_node[CONSTRAINT_NODES];

  memset(K, 0, size);
  memset(C, 0, size);
  if (has_mass) memset(M, 0, size);
  memset(L, 0, (size_t)nd * sizeof *L);
  c->kind->stiffness(c, lambda, G, K);
  if (c->kind->forces && c->kind->forces(c, lambda, r, K, C, L)) damps = PETSC_TRUE;
  ConstraintAddSlopes(c, G, rows->level, rows->scale, K + nd * nd, C + nd * nd, M + nd * nd);
  c->kind->columns(ev, c, columns, of_node);
  CombineColumns(n, nd, COMPONENTS, of_node, shift, K, damps ? C : NULL, has_mass ? M : NULL, part);
  memset(A, 0, (size_t)(n * n) * sizeof *A);
  for (int i = 0; i < n; i++) memcpy(A + i * n, part + i * nd, (size_t)nd * sizeof *A);
  for (int i = 0; i < nd; i++)
    for (int k = 0; k < c->table.nrows; k++)
      A[i * n + nd + k] = rows->column * (G[k * nd + i] + L[i][k]);
}

static PetscErrorCode Tangent_Constraints(Term term, const Evaluation *ev,
                                          const FsConstraintRows *rows,
                                          const ChartColumns columns[], FsShift shift,
                                          const OpenMatrix *A)
{
  const ConstraintTerm *t = term->data;
  RowEntries            multipliers;

  PetscFunctionBeginUser;
  PetscCall(FindLocations(term, A->A));
  PetscCall(ConstraintsExchange(ev));
  PetscCall(ConstraintsExchangeColumns(ev, columns));
  PetscCall(RowEntriesOpen(term->model, ev->s->a, ROWS_READ, &multipliers));
  for (ConstraintCell c = FirstConstraint(term->model); c.kind; NextConstraint(&c)) {
    double lambda[ROWS], values[ND * ND];

    c.kind->gather(ev, &c);
    RowEntriesCopy(&multipliers, &c, lambda);
    cell_tangent(ev, &c, lambda, rows, columns, shift, values);
    PetscCall(LocationAdd(t->location[ConstraintIndex(&c)], c.e, values, A));
  }
  PetscCall(RowEntriesClose(&multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- messages -------------------------------------------------------------------------------- */

static PetscErrorCode DescribeNonFinite_Constraints(Term term, const Evaluation *ev, char text[],
                                                    size_t size)
{
  PetscFunctionBeginUser;
  for (ConstraintCell c = FirstConstraint(term->model); c.kind && !text[0]; NextConstraint(&c)) {
    if (!c.kind->find_nonfinite) continue;
    c.kind->gather(ev, &c);
    c.kind->find_nonfinite(&c, text, size);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_row(Term term, PetscInt dof, char text[], size_t size)
{
  ConstraintsDescribeRow(term->model, dof, text, size);
}

const TermKind constraint_term = {.name               = "constraints",
                                  .create             = Create_Constraints,
                                  .destroy            = Destroy_Constraints,
                                  .pattern            = Pattern_Constraints,
                                  .residual           = Residual_Constraints,
                                  .held               = Held_Constraints,
                                  .tangent            = Tangent_Constraints,
                                  .balance            = Balance_Constraints,
                                  .describe_nonfinite = DescribeNonFinite_Constraints,
                                  .place              = describe_row};
