/* harmonic_load.c: reads and evaluates harmonic parts of loads and motions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

PetscErrorCode HarmonicFromOptions(FsOptions o, MPI_Comm comm, const char option[], Harmonic *h,
                                   PetscBool *given)
{
  PetscInt  two      = 2;
  PetscReal value[2] = {0, 0};

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, 1, &two, value, given));
  if (!*given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(PetscAbsReal(value[0]) < 1e100, comm, PETSC_ERR_USER_INPUT,
             "%s %.6g: an amplitude must be below 1e100", option, (double)value[0]);
  *h = (Harmonic){.amplitude = value[0], .phase = value[1] * PETSC_PI / 180};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRememberHarmonic(Model model, const char option[])
{
  PetscFunctionBeginUser;
  if (!model->loads.harmonic_option[0])
    PetscCall(
      PetscStrncpy(model->loads.harmonic_option, option, sizeof model->loads.harmonic_option));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal harmonic_value(const Harmonic *h, const FsHarmonic *at, int derivative)
{
  const PetscReal angle = at->angle + h->phase + derivative * PETSC_PI / 2;

  if (h->amplitude == 0 || at->size == 0) return 0;
  return at->size * h->amplitude * PetscPowRealInt(at->omega, derivative) * PetscCosReal(angle);
}
