/* moving_loads.c: implements the term of loads that move over the model.

   The forces have fixed directions. Their distribution over the nodes depends on time
   (model/loads/placed_load.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"

static PetscErrorCode Create_Moving(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present           = (PetscBool)(term->model->loads.nmoving > 0);
  term->adds_applied = *present;
  term->nsources     = term->model->loads.nmoving;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds sign times the forces of load k to f. */
static PetscErrorCode AddMovingForce(Term term, const Evaluation *ev, PetscInt k, PetscReal sign,
                                     Vec f)
{
  const Harmonic          none = {.amplitude = 0};
  const MovingLoad *const load = &term->model->loads.moving[k];
  PetscReal               g;

  PetscFunctionBeginUser;
  PetscCall(TermFactor(ev, load->time, &none, &g));
  PetscCall(MovingLoadAddForces(term->model, load, ev->s->t, sign * g, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Moving(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoving; k++)
    PetscCall(AddMovingForce(term, ev, k, sign, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Moving(Term term, const Evaluation *ev, PetscScalar local[])
{
  const Harmonic none = {.amplitude = 0};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoving; k++) {
    PetscReal g;

    PetscCall(TermFactor(ev, term->model->loads.moving[k].time, &none, &g));
    MovingLoadSupportForces(term->model, &term->model->loads.moving[k], ev->s->t, -g, local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_Moving(Term term, const Evaluation *ev, Balance *b)
{
  PetscFunctionBeginUser;
  PetscCall(Force_Moving(term, ev, 1, b->applied));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SourceForces_Moving(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                          PetscScalar local[])
{
  PetscFunctionBeginUser;
  (void)local;
  PetscCall(AddMovingForce(term, ev, k, 1, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void moving_load_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.moving[k].name);
}

const TermKind moving_term = {.name          = "moving loads",
                              .create        = Create_Moving,
                              .force         = Force_Moving,
                              .held          = Held_Moving,
                              .balance       = Balance_Moving,
                              .source        = moving_load_work_path,
                              .source_forces = SourceForces_Moving};
