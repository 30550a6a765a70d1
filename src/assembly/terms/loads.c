/* loads.c: dead loads F g(t): forces on nodes whose directions are fixed in the dofs' axes. */
#include "terms.h"

static PetscErrorCode Create_Loads(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present     = (PetscBool)(term->model->nloads > 0);
  term->npairs = term->model->nloads;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Loads(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(f, &x));
  for (PetscInt k = 0; k < term->model->nloads; k++) {
    const Load *load = &term->model->load[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &g));
    for (PetscInt i = 0; i < load->n; i++) x[load->at[i]] += sign * g * load->force[i];
  }
  PetscCall(VecRestoreArray(f, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Work is that of the factor along F . path. */
static PetscErrorCode Balance_Loads(Term term, const Evaluation *ev, Balance *b)
{
  const PetscScalar *q;
  PetscMPIInt        rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(term->model->comm, &rank));
  PetscCall(VecGetArrayRead(b->moved, &q));
  for (PetscInt k = 0; k < term->model->nloads; k++) {
    const Load *load = &term->model->load[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &g));
    b->force[k] += rank ? 0 : g; /* the same on all ranks: summed once */
    for (PetscInt i = 0; i < load->n; i++) b->path[k] += load->force[i] * q[load->at[i]];
  }
  PetscCall(VecRestoreArrayRead(b->moved, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind load_term = {.name = "loads", .create = Create_Loads, .force = Force_Loads, .balance = Balance_Loads};
