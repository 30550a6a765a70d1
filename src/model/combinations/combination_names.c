/* combination_names.c: lists the names of the combinations that options describe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "combinations.h"
#include "model/model_options.h"

PetscErrorCode CombinationNamesRead(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names)
{
  ModelOptions m;

  PetscFunctionBeginUser;
  PetscCall(ModelOptionsRead(o, comm, &m));
  PetscCheck(m.combinations, comm, PETSC_ERR_USER_INPUT,
             "-cases combinations runs a case for each combination of load cases; name these by "
             "-load_cases");
  PetscCheck(!m.combinations->chosen, comm, PETSC_ERR_USER_INPUT,
             "-cases combinations runs all combinations; remove -combination");
  *n = m.combinations->list.n;
  PetscCall(PetscCalloc1(*n, names));
  for (PetscInt k = 0; k < *n; k++)
    PetscCall(PetscStrallocpy(m.combinations->list.name[k], &(*names)[k]));
  PetscCall(ModelOptionsFree(&m));
  PetscFunctionReturn(PETSC_SUCCESS);
}
