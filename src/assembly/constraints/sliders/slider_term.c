/* slider_term.c: adds the forces G^T lambda and the rows of sliders to the equations of motion.

   The forces act on the sliding node and on the nodes of the line that has its foot. The term
   stores the places of the feet at the last accepted state. The other solves take the rows of
   sliders from slider_constraint.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider_state.h"
#include "assembly/terms/terms.h"
#include <string.h>

enum { N = SLIDER_DOFS, ROWS = SLIDER_ROWS, ND = SLIDER_LINE_DOFS };

static PetscErrorCode CreateRealsType(size_t bytes, MPI_Datatype *type)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((PetscMPIInt)(bytes / sizeof(double)), MPI_DOUBLE, type));
  PetscCallMPI(MPI_Type_commit(type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Sliders(Term term, PetscBool *present)
{
  const Sliders all = term->model->sliders;
  SliderTerm   *t;

  PetscFunctionBeginUser;
  *present = (PetscBool)(all != NULL);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&t));
  PetscCall(CreateRealsType(sizeof(NodeState), &t->node));
  PetscCall(CreateRealsType(sizeof(ChartColumns), &t->columns));
  PetscCall(CreateRealsType(COMPONENTS * sizeof(double), &t->force_type));
  PetscCall(PetscMalloc3(all->nleaves, &t->states, all->nleaves, &t->leaf_columns, all->nleaves,
                         &t->force));
  PetscCall(PetscMalloc1(term->model->mesh->g.nnodes, &t->node_force));
  PetscCall(PetscMalloc3(all->n, &t->line, all->n, &t->xi, all->n, &t->at));
  for (PetscInt i = 0; i < all->n; i++) {
    t->line[i] = all->slider[i].initial_line;
    t->xi[i]   = all->slider[i].initial_xi;
  }
  term->data             = t;
  term->traits.nonlinear = term->traits.nodes = term->traits.pivots = term->traits.has_memory =
    PETSC_TRUE;
  term->traits.has_switches = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Sliders(Term term)
{
  SliderTerm *t = term->data;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_free(&t->node));
  PetscCallMPI(MPI_Type_free(&t->columns));
  PetscCallMPI(MPI_Type_free(&t->force_type));
  PetscCall(PetscFree3(t->states, t->leaf_columns, t->force));
  PetscCall(PetscFree(t->node_force));
  PetscCall(PetscFree3(t->line, t->xi, t->at));
  PetscCall(LocationDestroy(&t->location));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Pattern_Sliders(Term term, Pattern p)
{
  const Sliders all = term->model->sliders;

  PetscFunctionBeginUser;
  for (PetscInt c = 0; c < all->ncells; c++)
    PetscCall(PatternInsert(p, ND, all->dofs + ND * c, all->global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Sliders(Term term, const Evaluation *ev,
                                       const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  const Model model = term->model;
  SliderTerm *t     = term->data;

  PetscFunctionBeginUser;
  (void)r;
  PetscCall(SlidersGather(ev));
  PetscCall(SlidersComputeForces(ev, ev->s->a));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++)
    scatter(COMPONENTS, model->layout.dof + COMPONENTS * i, 1, t->node_force[i], local);
  for (PetscInt i = 0; i < model->sliders->n; i++) {
    double row[ROWS];

    if (!t->at[i].slider) continue;
    SliderRows(&t->at[i], rows->level, row);
    for (int k = 0; k < t->at[i].slider->nrows; k++)
      local[t->at[i].slider->dof[k]] += rows->scale * row[k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Sliders(Term term, const Evaluation *ev, PetscScalar local[])
{
  const Layout *l = &term->model->layout;
  SliderTerm   *t = term->data;

  PetscFunctionBeginUser;
  PetscCall(SlidersGather(ev));
  PetscCall(SlidersComputeForces(ev, ev->s->a));
  for (PetscInt i = 0; i < term->model->mesh->g.nnodes; i++)
    scatter_to_supports(l, COMPONENTS, l->dof + COMPONENTS * i, 1, t->node_force[i], local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Sliders(Term term, const Evaluation *ev, const FsConstraintRows *rows,
                                      const ChartColumns columns[], FsShift shift,
                                      const OpenMatrix *A)
{
  const Sliders      all = term->model->sliders;
  SliderTerm        *t   = term->data;
  const PetscScalar *a;

  PetscFunctionBeginUser;
  if (!t->location)
    PetscCall(LocationCreate(A->A, all->global, ND, all->ncells, all->dofs, NULL, &t->location));
  PetscCall(SlidersGather(ev));
  PetscCall(SlidersGatherColumns(ev, columns));
  PetscCall(VecGetArrayRead(ev->s->a, &a));
  for (PetscInt i = 0; i < all->n; i++) {
    const SliderEvaluation *at = &t->at[i];
    double                  lambda[ROWS], part[ND * N], G[ROWS][N], values[ND * ND] = {0};

    if (!at->slider) continue;
    SliderMultipliers(&term->model->layout, at->slider, a, lambda);
    SliderTangent(t, at, lambda, rows->level, rows->scale, shift, part);
    slider_gradient(&at->state, G);
    for (int k = 0; k < ND; k++) {
      memcpy(values + k * ND, part + k * N, N * sizeof *part);
      for (int j = 0; j < at->slider->nrows && k < N; j++)
        values[k * ND + N + j] = rows->column * G[j][k];
    }
    PetscCall(LocationAdd(t->location, at->cell, values, A));
  }
  PetscCall(VecRestoreArrayRead(ev->s->a, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the reactions of supports that move nodes of sliders. The constraints themselves do not
   depend on time and do no work. */
static PetscErrorCode Balance_Sliders(Term term, const Evaluation *ev, Balance *b)
{
  SliderTerm *t = term->data;

  PetscFunctionBeginUser;
  PetscCall(SlidersGather(ev));
  PetscCall(SlidersComputeForces(ev, ev->s->a));
  for (PetscInt i = 0; i < term->model->mesh->g.nnodes; i++)
    AddReactions(ev, i, COMPONENTS, term->model->layout.dof + COMPONENTS * i, t->node_force[i],
                 b->reaction);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Forces jump with the curvature of the path where two lines meet. */
static PetscErrorCode SwitchMargins_Sliders(Term term, const Evaluation *ev,
                                            PetscReal margin[FS_SWITCHES])
{
  const Sliders     all = term->model->sliders;
  const SliderTerm *t   = term->data;

  PetscFunctionBeginUser;
  PetscCall(SlidersGather(ev));
  for (PetscInt i = 0; i < all->n; i++) {
    const SliderEvaluation *at = &t->at[i];
    PetscReal               from, to, now, least = PETSC_MAX_REAL;

    if (!at->slider || at->has_no_foot) continue;
    from = at->slider->arc_length[t->line[i]];
    to   = at->slider->arc_length[t->line[i] + 1];
    now  = at->slider->arc_length[at->line] + at->state.xi * at->state.length;
    if (t->line[i] > 0)
      least = FsSwitchMargin(FsSwitchStoredValue(1, t->xi[i] * (to - from)), now - from);
    if (t->line[i] + 1 < at->slider->nlines)
      least = PetscMin(
        least, FsSwitchMargin(FsSwitchStoredValue(1, (1 - t->xi[i]) * (to - from)), to - now));
    for (int k = 0; k < FS_SWITCHES; k++) margin[k] = PetscMin(margin[k], least);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the places of all sliders on all ranks. Fails if a slider has left its path. */
static PetscErrorCode Accept_Sliders(Term term, const Evaluation *ev)
{
  const MPI_Comm comm = term->model->comm;
  /* Place beyond an end of the path, relative to the length of its last line. It is the round-off
     of the foot, with which SliderFindFoot() ends (1e-9); a step that is farther out has left the
     path. The test tests/model/sliders.py has trolleys that run beyond both ends. */
  const double  rounding = 1e-9;
  const Sliders all      = term->model->sliders;
  SliderTerm   *t        = term->data;

  PetscFunctionBeginUser;
  PetscCall(SlidersGatherNextStep(ev));
  for (PetscInt i = 0; i < all->n; i++) {
    const SliderEvaluation *at    = &t->at[i];
    double                  to[3] = {-1, -PETSC_MAX_REAL, 0};

    if (at->slider) to[0] = (double)at->line, to[1] = at->state.xi, to[2] = at->has_no_foot;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, to, 3, MPI_DOUBLE, MPI_MAX, comm));
    PetscCheck(
      to[2] == 0, comm, PETSC_ERR_NOT_CONVERGED,
      "slider '%s' has left its path at t = %.6g s: its node has no nearest point on the path",
      all->slider[i].name, (double)ev->s->t);
    t->line[i] = (PetscInt)to[0];
    t->xi[i]   = to[1];
    PetscCheck(t->xi[i] > -rounding && t->xi[i] < 1 + rounding, comm, PETSC_ERR_NOT_CONVERGED,
               "slider '%s' has reached the %s of its path before t = %.6g s", all->slider[i].name,
               t->xi[i] < 0.5 ? "start" : "end", (double)ev->s->t);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Sliders(Term term, FsArchive a)
{
  const Sliders all = term->model->sliders;
  SliderTerm   *t   = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < all->n; i++) {
    char name[32];

    PetscCall(PetscSNPrintf(name, sizeof name, "line_%d", (int)i));
    PetscCall(FsArchiveInt(a, name, &t->line[i]));
  }
  PetscCall(FsArchiveReals(a, "xi", all->n, t->xi));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_slider_row(Term term, PetscInt dof, char text[], size_t size)
{
  const Sliders all = term->model->sliders;

  for (PetscInt i = 0; i < all->n; i++)
    for (int k = 0; k < all->slider[i].nrows && all->slider[i].cell >= 0; k++)
      if (term->model->layout.global[all->slider[i].dof[k]] == dof)
        snprintf(text, size, "slider '%s'", all->slider[i].name);
}

const TermKind slider_term = {.name           = SLIDERS,
                              .create         = Create_Sliders,
                              .destroy        = Destroy_Sliders,
                              .pattern        = Pattern_Sliders,
                              .residual       = Residual_Sliders,
                              .held           = Held_Sliders,
                              .tangent        = Tangent_Sliders,
                              .balance        = Balance_Sliders,
                              .switch_margins = SwitchMargins_Sliders,
                              .accept         = Accept_Sliders,
                              .archive        = Archive_Sliders,
                              .place          = describe_slider_row};
