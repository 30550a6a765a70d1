/* gravity.c: evaluates the field of gravity minus the acceleration of the ground.

   Displacements of the model are relative to the ground, whose motion acts as such a field. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

/* clang-format off */
const FsOptionDoc gravity_options[] = {
  {"-gravity", "0,0,0", "acceleration of gravity x,y,z [m/s2]",
   FS_REALS(GravityOptions, acceleration, 3), FS_GIVEN(GravityOptions, given)},
  {"-gravity_time", "1", "factor of gravity as a function of t; default in a static analysis: t",
   FS_TEXT(GravityOptions, time), FS_DESCRIBED},
  {"-base_acceleration_x", "<f(t)>",
   "acceleration of the ground [m/s2]; motions are relative to the ground, on which supports rest; "
   "also _y, _z"},
  {"-base_harmonic_x", "<a,phase>",
   "for the response analysis: amplitude [m/s2] and phase [degrees] of this acceleration"},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode GravityFromOptions(FsOptions o, MPI_Comm comm, GravityOptions *x)
{
  PetscBool set;

  PetscFunctionBeginUser;
  *x = (GravityOptions){.given = PETSC_FALSE};
  PetscCall(FsOptionsReadRows(o, gravity_options, NULL, x));
  PetscCheck(x->given || !x->time, comm, PETSC_ERR_USER_INPUT,
             "-gravity_time without -gravity: give the acceleration x,y,z");
  for (int c = 0; c < 3; c++) {
    PetscCall(
      FsOptionsText(o, FsOptionName(o, "-base_acceleration_%c", 'x' + c), &x->base[c], &set));
    PetscCall(HarmonicFromOptions(o, comm, FsOptionName(o, "-base_harmonic_%c", 'x' + c),
                                  &x->base_harmonic[c], &x->has_base_harmonic[c]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GravityCreate(Model model, const GravityOptions *x)
{
  static const char *const t       = "t";
  const char              *time    = x->time ? x->time : model->loads.time;
  Gravity                 *gravity = &model->gravity;
  char                     option[64];

  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(gravity->acceleration, x->acceleration, 3));
  if (x->given && !x->time) model->loads.time_used = PETSC_TRUE;
  if (x->given) {
    PetscCall(ExpressionCreate(model->symbols, "-gravity_time", time, 1, &t, &gravity->time));
    PetscCall(LoadsAddWeight(model, time));
  }
  for (int c = 0; c < 3; c++) {
    gravity->base_harmonic[c] = x->base_harmonic[c];
    if (x->base[c]) {
      PetscCall(PetscSNPrintf(option, sizeof option, "-base_acceleration_%c", 'x' + c));
      PetscCall(ExpressionCreate(model->symbols, option, x->base[c], 1, &t, &gravity->base[c]));
    }
    if (x->has_base_harmonic[c]) {
      PetscCall(PetscSNPrintf(option, sizeof option, "-base_harmonic_%c", 'x' + c));
      PetscCall(ModelRememberHarmonic(model, option));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GravityDestroy(Model model)
{
  PetscFunctionBeginUser;
  PetscCall(ExpressionDestroy(&model->gravity.time));
  for (int c = 0; c < 3; c++) PetscCall(ExpressionDestroy(&model->gravity.base[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ModelHasGravity(Model model)
{
  for (int c = 0; c < 3; c++)
    if (model->gravity.base[c] || model->gravity.base_harmonic[c].amplitude != 0) return PETSC_TRUE;
  return (PetscBool)(model->gravity.time != NULL);
}

PetscErrorCode ModelGravity(Model model, PetscReal t, PetscReal factor, const FsHarmonic *harmonic,
                            PetscReal g[3])
{
  PetscReal time = 0;

  PetscFunctionBeginUser;
  if (model->gravity.time) {
    time = ExpressionValue(model->gravity.time, &t);
    PetscCall(ExpressionCheck(model->gravity.time, &t, time));
  }
  for (int c = 0; c < 3; c++) {
    g[c] = factor * time * model->gravity.acceleration[c] -
           harmonic_value(&model->gravity.base_harmonic[c], harmonic, 0);
    if (model->gravity.base[c]) {
      const PetscReal base = ExpressionValue(model->gravity.base[c], &t);

      PetscCall(ExpressionCheck(model->gravity.base[c], &t, base));
      g[c] -= factor * base;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
