/* control_displacement.c: see control_displacement.h. */
#include "control_displacement.h"

PetscErrorCode GaugeFromOptions(FsOptions o, const Run *run, Gauge *gauge)
{
  static const char *const words[] = {"x", "y", "z", NULL};
  const Layout            *l       = &run->model->layout;
  const char              *probe;
  PetscInt                 component = 2, node = -1;
  PetscMPIInt              has = 0;
  PetscBool                chosen;

  PetscFunctionBeginUser;
  gauge->row = -1;
  PetscCall(FsOptionsText(o, "-path_probe", &probe, &gauge->is));
  PetscCall(FsOptionsChoice(o, "-path_component", words, &component, &chosen));
  PetscCheck(gauge->is || !chosen, run->comm, PETSC_ERR_USER_INPUT,
             "-path_component is of -path_probe, which is not given");
  if (!gauge->is) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(gauge->name, sizeof gauge->name, "%s in %s", probe, words[component]));
  PetscCall(OutputProbeNode(run->output, "-path_probe", probe, &node));
  if (node >= 0) {
    const PetscInt at = l->dof[COMPONENTS * node + component];

    has = at >= 0 && l->global[at] >= 0;
    if (has) gauge->row = l->global[at] - l->first;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &has, 1, MPI_INT, MPI_MAX, run->comm));
  PetscCheck(has, run->comm, PETSC_ERR_USER_INPUT,
             "-path_probe %s -path_component %s: it is held or moved by a support", probe, words[component]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GaugeRead(const Gauge *gauge, const Run *run, const FsState *s, PetscReal *value)
{
  const PetscScalar *q;

  PetscFunctionBeginUser;
  *value = 0;
  PetscCall(VecGetArrayRead(s->q, &q));
  if (gauge->row >= 0) *value = q[gauge->row];
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, value, 1, MPIU_REAL, MPI_SUM, run->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
