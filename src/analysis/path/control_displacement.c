/* control_displacement.c: the displacement of a probe that ends or controls a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "control_displacement.h"

PetscErrorCode ControlDisplacementCreate(const char probe[], PetscInt component, const Run *run,
                                         ControlDisplacement *control)
{
  static const char *const words[] = {"x", "y", "z"};
  const Layout            *l       = &run->model->layout;
  PetscInt                 node    = -1;
  PetscMPIInt              found   = 0;

  PetscFunctionBeginUser;
  control->row    = -1;
  control->active = (PetscBool)(probe != NULL);
  if (!control->active) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    PetscSNPrintf(control->name, sizeof control->name, "%s in %s", probe, words[component]));
  PetscCall(OutputProbeNode(run->recording.output, "-path_probe", probe, &node));
  if (node >= 0) {
    const PetscInt dof = l->dof[COMPONENTS * node + component];

    found = dof >= 0 && l->global[dof] >= 0;
    if (found) control->row = l->global[dof] - l->first;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, run->comm));
  PetscCheck(found, run->comm, PETSC_ERR_USER_INPUT,
             "-path_probe %s -path_component %s: a support constrains or moves it", probe,
             words[component]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ControlDisplacementGet(const ControlDisplacement *control, const Run *run,
                                      const FsState *s, PetscReal *value)
{
  const PetscScalar *q;

  PetscFunctionBeginUser;
  *value = 0;
  PetscCall(VecGetArrayRead(s->q, &q));
  if (control->row >= 0) *value = q[control->row];
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, value, 1, MPIU_REAL, MPI_SUM, run->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
