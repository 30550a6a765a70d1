/* systems.c: see systems.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "systems.h"
#include "model/model_options.h"

PetscErrorCode CheckSystemOf(const char options[], SystemCheck check, const void *context)
{
  FsOptions       o;
  Model           model;
  ModelOptions    described;
  FsSystem        sys;
  AssemblyOptions assembly;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsClear(NULL));
  PetscCall(PetscOptionsInsertString(NULL, options));
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(ModelOptionsRead(o, PETSC_COMM_WORLD, &described));
  PetscCall(ModelCreate(&described, PETSC_COMM_WORLD, 0.01, "1", &model));
  PetscCall(ModelOptionsFree(&described));
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(AssemblyCreateSystem(&assembly, model, FS_STABILIZED_POSITION, &sys));
  PetscCall(check(sys, model, context));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ModelDestroy(&model));
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}
