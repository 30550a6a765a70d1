/* dead_loads.c: implements the term of dead loads F g(t), forces on nodes with fixed directions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"

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
