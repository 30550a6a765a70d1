/* presliding.c: the elastic displacements of joints before their friction slips. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "presliding.h"

/* Defaults of _friction_stick, times the model size or in rad: in solves that may cross the limit
   of friction, and in steps that end at it. The second one grows to GROWTH times the way of a step.
   Round-off of positions must be far below. tests/model/stick_slip.py has the defaults in models of
   other sizes and in another unit. */
static const PetscReal SMALL = 1e-6, SMALLEST = 1e-9, GROWTH = 1e-6;
/* Least value of _friction_stick, times the model size or in rad. Positions have a round-off of
   1e-16 of the model size, so that the deflection keeps six digits. tests/model/stick_slip.py has a
   value that is refused. */
static const PetscReal LEAST = 1e-10;

Friction friction_from_options(const FrictionOptions *x, PetscReal dt)
{
  return (Friction){.mu_kinetic    = x->mu_kinetic,
                    .mu_static     = x->mu_static,
                    .stribeck      = x->stribeck,
                    .preload       = x->preload,
                    .arm           = x->radius,
                    .presliding    = x->stick,
                    .settling_time = x->given[FRICTION_SETTLE] ? x->settling_time : dt,
                    .growth        = x->stick > 0 ? 0 : GROWTH * dt};
}

PetscBool joint_has_friction(const Joint *j)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (friction_acts(&j->law[k].friction)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether a constraint row of the joint has a normal force. */
static PetscBool has_normal_force(const Joint *j)
{
  for (int k = 0; k < j->nrows; k++)
    if (j->first.row[k].kind == ROW_POSITION && j->first.row[k].driver < 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode JointFrictionSetDefaults(Model model, PetscReal model_size)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      Joint    *j = &model->joint[i];
      Friction *f = &j->law[k].friction;
      /* size 0: all nodes coincide; then a metre */
      const PetscReal size =
        joint_is_angle((JointCoordinateKind)k) || model_size == 0 ? 1 : model_size;

      if (!friction_acts(f)) continue;
      PetscCheck(f->mu_static == 0 || has_normal_force(j), model->comm, PETSC_ERR_USER_INPUT,
                 "joint '%s': its nodes have no dofs with a normal force, so that the friction of "
                 "its %s would be 0; check -directions",
                 j->name, joint_coordinate_names[k]);
      f->finest = f->presliding;
      f->widest = PetscMax(f->presliding, SMALL * size);
      if (f->presliding > 0) {
        PetscCheck(
          f->presliding >= LEAST * size, model->comm, PETSC_ERR_USER_INPUT,
          "-joint_%s_%s_friction_stick %.6g: steps cannot resolve so little; take at least "
          "%.6g, which is 1e-10 of the model's size, or 1e-10 rad",
          j->name, joint_coordinate_names[k], (double)f->presliding, (double)(LEAST * size));
        continue;
      }
      f->presliding = SMALL * size;
      f->finest     = SMALLEST * size;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal ModelFrictionScale(Model model, PetscReal length)
{
  PetscReal least = 1;

  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      const Friction *f = &model->joint[i].law[k].friction;

      if (friction_acts(f))
        least =
          PetscMin(least, f->presliding / (joint_is_angle((JointCoordinateKind)k) ? 1 : length));
    }
  return least;
}
