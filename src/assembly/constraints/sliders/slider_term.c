/* slider_term.c: stores the places of the feet of sliders at the last accepted state.

   Forces jump with the curvature of a path where a foot passes from one line to the next. The term
   reports this as a switch. The forces and the rows of sliders are those of constraint_term.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider_state.h"
#include "assembly/terms/terms.h"
#include <string.h>

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
  term->data         = t;
  term->traits.nodes = term->traits.has_memory = term->traits.has_switches = PETSC_TRUE;
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
  PetscCall(PetscFree(term->data));
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

const TermKind slider_term = {.name           = "sliders",
                              .create         = Create_Sliders,
                              .destroy        = Destroy_Sliders,
                              .switch_margins = SwitchMargins_Sliders,
                              .accept         = Accept_Sliders,
                              .archive        = Archive_Sliders,
                              .has_sliders    = PETSC_TRUE};
