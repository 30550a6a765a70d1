/* support.c: creates the supports, which fix components of nodes or move them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

/* Sets s->motion of a component that is no unknown; a component with rows gets a driver instead. */
static PetscErrorCode AddMotion(Model model, const SupportOptions *x, int c, Support *s)
{
  static const char *const t    = "t";
  const char *const        kind = support_motion_word(x, c);
  const int                axis = 'x' + c % 3;
  char                     option[256];

  PetscFunctionBeginUser;
  s->harmonic[c] = x->harmonic[c];
  if (x->has_harmonic[c]) {
    PetscCall(
      PetscSNPrintf(option, sizeof option, "-support_%s_%s_harmonic_%c", x->name, kind, axis));
    PetscCall(ModelRememberHarmonic(model, option));
  }
  if (!x->motion[c] && !x->has_harmonic[c] && (c < 3 || !x->derivative[c]))
    PetscFunctionReturn(PETSC_SUCCESS);
  s->fixed |= 1 << c;
  if (s->has_axes) {
    s->rows |= 1 << c;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%s_%s_%c", x->name, kind, axis));
  if (x->derivative[c]) {
    PetscCall(JointDriverCreate(model->symbols, option, x->derivative[c], x->kind[c], x->times,
                                model->dt, &s->turn[c - 3]));
    s->motion[c] = JointDriverFormula(s->turn[c - 3]);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ExpressionCreate(model->symbols, option, x->motion[c] ? x->motion[c] : "0", 1, &t,
                             &s->motion[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the driver of a displacement along axis c, which a row moves. */
static PetscErrorCode AddDriver(Model model, const SupportOptions *x, int c, Support *s)
{
  const PetscBool   rate = (PetscBool)(x->derivative[c] != NULL);
  const char *const text = rate ? x->derivative[c] : x->motion[c] ? x->motion[c] : "0";
  char              option[256];

  PetscFunctionBeginUser;
  if (!support_has_driver(x, c)) PetscFunctionReturn(PETSC_SUCCESS);
  s->rows |= 1 << c;
  s->fixed |= 1 << c;
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%s_%s_%c", x->name,
                          support_motion_word(x, c), 'x' + c));
  PetscCall(JointDriverCreate(model->symbols, option, text, rate ? x->kind[c] : DRIVER_VALUE,
                              x->times, model->dt, &s->driver[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes rows of the components along own axes that are not all fixed. */
static PetscErrorCode AddRowsOfAxes(Model model, Support *s)
{
  const int displacements = s->fixed & DISPLACEMENTS, rotations = s->fixed & ROTATIONS;

  PetscFunctionBeginUser;
  if (!s->has_axes) PetscFunctionReturn(PETSC_SUCCESS);
  if (displacements != DISPLACEMENTS || s->rows) s->rows |= displacements;
  if (rotations != ROTATIONS) s->rows |= rotations;
  PetscCheck(s->rows, model->comm, PETSC_ERR_USER_INPUT,
             "-support_%s_axes has no effect: the support fixes all displacements or rotations, in "
             "any axes; remove it, or give -support_%s_fix",
             s->name, s->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSupport(Model model, const SupportOptions *x, Support *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(x->name, &s->name));
  PetscCall(MeshSelect(model->mesh, &x->nodes, &s->set));
  s->has_axes = x->has_axes;
  for (int k = 0; k < 9; k++) s->axes[k / 3][k % 3] = x->axes[k / 3][k % 3];
  s->has_moment_point = x->has_moment_point;
  PetscCall(PetscArraycpy(s->moment_point, x->moment_point, 3));
  s->fixed = x->fixed;
  for (int c = 0; c < COMPONENTS; c++) PetscCall(AddMotion(model, x, c, s));
  for (int c = 0; c < 3; c++) PetscCall(AddDriver(model, x, c, s));
  PetscCall(AddRowsOfAxes(model, s));
  if (!x->has_fix && !s->fixed) s->fixed = x->all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsCreate(Model model, PetscInt n, const SupportOptions supports[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &model->support));
  for (PetscInt i = 0; i < n; i++) {
    model->nsupports++;
    PetscCall(AddSupport(model, &supports[i], &model->support[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->nsupports; i++) {
    PetscCall(PetscFree(model->support[i].name));
    for (int c = 0; c < COMPONENTS; c++)
      if (c < 3 || !model->support[i].turn[c - 3])
        PetscCall(ExpressionDestroy(&model->support[i].motion[c]));
    for (int c = 0; c < 3; c++) PetscCall(JointDriverDestroy(&model->support[i].driver[c]));
    for (int c = 0; c < 3; c++) PetscCall(JointDriverDestroy(&model->support[i].turn[c]));
  }
  PetscCall(PetscFree(model->support));
  PetscFunctionReturn(PETSC_SUCCESS);
}
