/* friction_options.c: reads and checks the friction of free coordinates of joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "friction_options.h"

static const FsOptionDoc friction_options[] = {
  {"-joint_<name>_<coordinate>_friction",          "0",
   "coefficient of friction of the free coordinate: at most this times the normal force, which is "
   "the joint's own reaction, acts against the motion"                  },
  {"-joint_<name>_<coordinate>_friction_static",   "kinetic value",
   "coefficient of friction at rest, at least as large"                 },
  {"-joint_<name>_<coordinate>_friction_stribeck", "<v>",
   "velocity over which friction falls from the static to the kinetic value [m/s], [rad/s]: "
   "by exp(-(rate/v)^2)"                                                },
  {"-joint_<name>_<coordinate>_friction_force",    "0",
   "friction that does not depend on the normal force, with or without a coefficient: a force [N], "
   "or a moment for an angle [N m]"                                     },
  {"-joint_<name>_<coordinate>_friction_radius",   "<r>",
   "radius of the pin [m], for an angle with a coefficient of friction: the moment is r times the "
   "friction of the force on the pin"                                   },
  {"-joint_<name>_<coordinate>_friction_stick",    "1e-9",
   "elastic presliding displacement, before the coordinate slips [m], [rad], which is the error of "
   "a sticking coordinate. Default: 1e-9 of the model's size (of 1 m if the size is 0) or 1e-9 "
   "rad. "
   "It grows to 1e-6 of the way in -dt. In equilibria and with -events ignore it is 1e-6. It must "
   "be at least 1e-10"                                                  },
  {"-joint_<name>_<coordinate>_friction_settle",   "-dt",
   "time in which a sticking coordinate comes to rest [s]; default: -dt"},
  {NULL,                                           NULL,            NULL}
};

/* Defaults of _stick, times the model size or in rad: in solves that may cross the limit of
   friction, and in steps that end at it. The second one grows to GROWTH times the way of a step.
   Round-off of positions must be far below. */
static const PetscReal SMALL = 1e-6, SMALLEST = 1e-9, GROWTH = 1e-6;
/* least value of _stick, times the model size or in rad */
static const PetscReal LEAST = 1e-10;

/* The options, by what follows _friction. */
enum { SLIDING, STICKING, STRIBECK, PRELOAD, RADIUS, STICK, SETTLE, NFRICTION_OPTIONS };
static const char *const names[NFRICTION_OPTIONS] = {"",        "_static", "_stribeck", "_force",
                                                     "_radius", "_stick",  "_settle"};

PetscErrorCode JointFrictionDocument(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDocument(o, "Friction of joints", friction_options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *option_name(FsOptions o, const Joint *j, int kind, int number)
{
  return FsOptionName(o, "-joint_%s_%s_friction%s", j->name, joint_coordinate_names[kind],
                      names[number]);
}

/* Checks that the options of a coordinate do not contradict each other. */
static PetscErrorCode CheckFrictionOptions(FsOptions o, Model model, const Joint *j, int kind,
                                           const PetscBool set[NFRICTION_OPTIONS])
{
  const Friction *f        = &j->law[kind].friction;
  const char     *mu       = option_name(o, j, kind, f->mu_kinetic > 0 ? SLIDING : STICKING);
  const PetscBool is_angle = (PetscBool)joint_is_angle((JointCoordinateKind)kind),
                  has_normal_force = (PetscBool)(f->mu_static > 0);
  /* a friction of 0 is one value of many in a study */
  const PetscBool is_given = (PetscBool)(set[SLIDING] || set[STICKING] || set[PRELOAD]);

  PetscFunctionBeginUser;
  PetscCheck(f->mu_static >= f->mu_kinetic, model->comm, PETSC_ERR_USER_INPUT,
             "%s %.6g: must not be less than %s, %.6g", option_name(o, j, kind, STICKING),
             f->mu_static, option_name(o, j, kind, SLIDING), f->mu_kinetic);
  PetscCheck(f->mu_static == f->mu_kinetic || set[STRIBECK], model->comm, PETSC_ERR_USER_INPUT,
             "%s is larger than %s: give %s, the velocity over which one falls to the other",
             option_name(o, j, kind, STICKING), option_name(o, j, kind, SLIDING),
             option_name(o, j, kind, STRIBECK));
  PetscCheck(f->mu_static > f->mu_kinetic || !set[STRIBECK] || (is_given && !f->mu_static),
             model->comm, PETSC_ERR_USER_INPUT, "%s has no effect without a larger %s",
             option_name(o, j, kind, STRIBECK), option_name(o, j, kind, STICKING));
  PetscCheck(!has_normal_force || j->type->row[0].kind != ROW_DISTANCE, model->comm,
             PETSC_ERR_USER_INPUT, "%s: a %s has no normal force; give %s", mu, j->type->name,
             option_name(o, j, kind, PRELOAD));
  PetscCheck(!has_normal_force || !is_angle || set[RADIUS], model->comm, PETSC_ERR_USER_INPUT,
             "%s acts at the surface of a pin: give its radius, %s", mu,
             option_name(o, j, kind, RADIUS));
  PetscCheck(!set[RADIUS] || (is_angle && (has_normal_force || set[SLIDING] || set[STICKING])),
             model->comm, PETSC_ERR_USER_INPUT,
             "%s has no effect: it needs an angle with a coefficient of friction",
             option_name(o, j, kind, RADIUS));
  for (int k = 0; k < NFRICTION_OPTIONS; k++)
    PetscCheck(!set[k] || friction_acts(f) || is_given, model->comm, PETSC_ERR_USER_INPUT,
               "%s has no effect: %s and %s are 0", option_name(o, j, kind, k),
               option_name(o, j, kind, SLIDING), option_name(o, j, kind, PRELOAD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointFrictionFromOptions(FsOptions o, Model model, Joint *j, int kind)
{
  Friction        *f                         = &j->law[kind].friction;
  PetscReal *const target[NFRICTION_OPTIONS] = {&f->mu_kinetic,   &f->mu_static, &f->stribeck,
                                                &f->preload,      &f->arm,       &f->presliding,
                                                &f->settling_time};
  PetscBool        set[NFRICTION_OPTIONS];
  int              last_set = -1;

  PetscFunctionBeginUser;
  *f = (Friction){.arm = 1, .settling_time = model->dt, .growth = GROWTH * model->dt};
  for (int k = 0; k < NFRICTION_OPTIONS; k++) {
    const char *option = option_name(o, j, kind, k);

    set[k] = PETSC_FALSE;
    if (k == RADIUS && !joint_is_angle((JointCoordinateKind)kind)) continue;
    if (k == STRIBECK || k == RADIUS || k == STICK)
      PetscCall(FsOptionsPositive(o, option, target[k], &set[k]));
    else PetscCall(FsOptionsReal(o, option, target[k], &set[k]));
    PetscCheck(*target[k] >= 0, model->comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative",
               option, (double)*target[k]);
    if (set[k]) last_set = k;
  }
  if (last_set < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(j->type->free[kind] && !j->driver[kind] &&
               (j->type->row[0].kind != ROW_DISTANCE || !j->type->nrows),
             model->comm, PETSC_ERR_USER_INPUT, "%s: the %s of joint '%s' is not free",
             option_name(o, j, kind, last_set), joint_coordinate_names[kind], j->name);
  if (!set[STICKING]) f->mu_static = f->mu_kinetic;
  if (set[STICK]) f->growth = 0;
  PetscCall(CheckFrictionOptions(o, model, j, kind, set));
  PetscFunctionReturn(PETSC_SUCCESS);
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
        PetscCheck(f->presliding >= LEAST * size, model->comm, PETSC_ERR_USER_INPUT,
                   "-joint_%s_%s_friction%s %.6g: steps cannot resolve so little; take at least "
                   "%.6g, which is 1e-10 of the model's size, or 1e-10 rad",
                   j->name, joint_coordinate_names[k], names[STICK], (double)f->presliding,
                   (double)(LEAST * size));
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
