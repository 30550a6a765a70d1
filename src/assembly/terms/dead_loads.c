/* dead_loads.c: implements the terms of forces on nodes with fixed directions: of dead loads F
   g(t), and of loads that move over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "model/loads/moving_load.h"

static PetscErrorCode Create_Loads(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present     = (PetscBool)(term->model->loads.nconstant > 0);
  term->npairs = term->model->loads.nconstant;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Loads(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(f, &x));
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    for (PetscInt i = 0; i < load->n; i++) x[load->at[i]] += sign * g * load->force[i];
  }
  PetscCall(VecRestoreArray(f, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LoadRows_Loads(Term term, IS *rows)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    IS          mine, sum;

    PetscCall(ISCreateGeneral(PETSC_COMM_SELF, load->n, load->at, PETSC_COPY_VALUES, &mine));
    PetscCall(ISSortRemoveDups(mine));
    PetscCall(ISExpand(*rows, mine, &sum));
    PetscCall(ISSort(sum));
    PetscCall(ISDestroy(&mine));
    PetscCall(ISDestroy(rows));
    *rows = sum;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Loads(Term term, const Evaluation *ev, PetscScalar local[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    for (PetscInt i = 0; i < load->nsupport_dofs; i++)
      local[load->support_dof[i]] -= g * load->support_force[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Each load is a pair: the factor g does work along F . path. */
static PetscErrorCode Balance_Loads(Term term, const Evaluation *ev, Balance *b)
{
  const PetscScalar *q;
  PetscMPIInt        rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(term->model->comm, &rank));
  PetscCall(VecGetArrayRead(b->moved, &q));
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    /* all ranks know it, so one rank adds it */
    b->force[k] += rank ? 0 : g;
    for (PetscInt i = 0; i < load->n; i++) b->path[k] += load->force[i] * q[load->at[i]];
  }
  PetscCall(VecRestoreArrayRead(b->moved, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void load_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.constant[k].name);
}

const TermKind load_term = {.name      = "loads",
                            .create    = Create_Loads,
                            .force     = Force_Loads,
                            .load_rows = LoadRows_Loads,
                            .held      = Held_Loads,
                            .balance   = Balance_Loads,
                            .source    = load_work_path};

/* ---- moving loads ---------------------------------------------------------------------------- */

/* Implements the term of loads that move over the model.

   The forces have fixed directions. Their distribution over the nodes depends on time
   (model/loads/placed_load.c). */

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
  return Force_Moving(term, ev, 1, b->applied);
}

static PetscErrorCode SourceForces_Moving(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                          PetscScalar local[])
{
  (void)local;
  return AddMovingForce(term, ev, k, 1, f);
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
