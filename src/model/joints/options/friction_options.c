/* friction_options.c: reads and checks the friction of free coordinates of joints, and finds how
   far joints give before they slip. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/coordinate_options.h"
#include "model/joints/joints.h"
#include "base/error.h"
#include "model/joints/friction_options.h"

/* The other rows. */
enum { SLIDING, STICKING, STRIBECK, PRELOAD, RADIUS, STICK };

/* clang-format off */
const FsOptionDoc friction_options[] = {
  {"-joint_<name>_<coordinate>_friction", "0",
   "coefficient of friction of the free coordinate: at most this times the normal force, which is "
   "the joint's own reaction, acts against the motion",
   FS_NONNEGATIVE(FrictionOptions, mu_kinetic), FS_GIVEN(FrictionOptions, given[SLIDING])},
  {"-joint_<name>_<coordinate>_friction_static", "kinetic value",
   "coefficient of friction at rest, at least as large", FS_DESCRIBED,
   FS_NONNEGATIVE(FrictionOptions, mu_static), FS_GIVEN(FrictionOptions, given[STICKING])},
  {"-joint_<name>_<coordinate>_friction_stribeck", "<v>",
   "velocity over which friction falls from the static to the kinetic value [m/s], [rad/s]: "
   "by exp(-(rate/v)^2)",
   FS_POSITIVE(FrictionOptions, stribeck), FS_GIVEN(FrictionOptions, given[STRIBECK])},
  {"-joint_<name>_<coordinate>_friction_force", "0",
   "friction that does not depend on the normal force, with or without a coefficient: a force [N], "
   "or a moment for an angle [N m]",
   FS_NONNEGATIVE(FrictionOptions, preload), FS_GIVEN(FrictionOptions, given[PRELOAD])},
  {"-joint_<name>_<coordinate>_friction_radius", "<r>",
   "radius of the pin [m], for an angle with a coefficient of friction: the moment is r times the "
   "friction of the force on the pin", FS_WHEN(FrictionOptions, is_angle),
   FS_POSITIVE(FrictionOptions, radius), FS_GIVEN(FrictionOptions, given[RADIUS])},
  {"-joint_<name>_<coordinate>_friction_stick", "1e-9",
   "elastic presliding displacement, before the coordinate slips [m], [rad], which is the error of "
   "a sticking coordinate. Default: 1e-9 of the model's size (of 1 m if the size is 0) or 1e-9 "
   "rad. It grows to 1e-6 of the way in -dt. In equilibria and with -events ignore it is 1e-6. It must "
   "be at least 1e-10", FS_DESCRIBED,
   FS_POSITIVE(FrictionOptions, stick), FS_GIVEN(FrictionOptions, given[STICK])},
  {"-joint_<name>_<coordinate>_friction_settle", "-dt",
   "time in which a sticking coordinate comes to rest [s]; default: -dt", FS_DESCRIBED,
   FS_NONNEGATIVE(FrictionOptions, settling_time),
   FS_GIVEN(FrictionOptions, given[FRICTION_SETTLE])},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* The coordinate of the options. */
typedef struct {
  FsOptions        o;
  MPI_Comm         comm;
  const char      *subject; /* <joint>_<coordinate> */
  const JointType *type;
} FrictionReader;

static const char *option_name(const FrictionReader *r, int number)
{
  return FsOptionRowName(r->o, &friction_options[number], r->subject);
}

/* Checks that the options of a coordinate do not contradict each other. */
static PetscErrorCode CheckFriction(const FrictionReader *r, const FrictionOptions *f)
{
  const PetscBool *const set       = f->given;
  const char            *mu        = option_name(r, f->mu_kinetic > 0 ? SLIDING : STICKING);
  const PetscBool        acts      = (PetscBool)(f->mu_static > 0 || f->preload > 0),
                  has_normal_force = (PetscBool)(f->mu_static > 0);
  /* a friction of 0 is one value of many in a study */
  const PetscBool is_given = (PetscBool)(set[SLIDING] || set[STICKING] || set[PRELOAD]);

  PetscFunctionBeginUser;
  PetscCheck(f->mu_static >= f->mu_kinetic, r->comm, PETSC_ERR_USER_INPUT,
             "%s %.6g: must not be less than %s, %.6g", option_name(r, STICKING), f->mu_static,
             option_name(r, SLIDING), f->mu_kinetic);
  PetscCheck(f->mu_static == f->mu_kinetic || set[STRIBECK], r->comm, PETSC_ERR_USER_INPUT,
             "%s is larger than %s: give %s, the velocity over which one falls to the other",
             option_name(r, STICKING), option_name(r, SLIDING), option_name(r, STRIBECK));
  PetscCheck(f->mu_static > f->mu_kinetic || !set[STRIBECK] || (is_given && !f->mu_static), r->comm,
             PETSC_ERR_USER_INPUT, "%s has no effect without a larger %s", option_name(r, STRIBECK),
             option_name(r, STICKING));
  PetscCheck(!has_normal_force || !joint_type_has_length(r->type), r->comm, PETSC_ERR_USER_INPUT,
             "%s: a %s has no normal force; give %s", mu, r->type->name, option_name(r, PRELOAD));
  PetscCheck(!has_normal_force || !f->is_angle || set[RADIUS], r->comm, PETSC_ERR_USER_INPUT,
             "%s acts at the surface of a pin: give its radius, %s", mu, option_name(r, RADIUS));
  PetscCheck(!set[RADIUS] || (f->is_angle && (has_normal_force || set[SLIDING] || set[STICKING])),
             r->comm, PETSC_ERR_USER_INPUT,
             "%s has no effect: it needs an angle with a coefficient of friction",
             option_name(r, RADIUS));
  for (int k = 0; k < FRICTION_OPTIONS; k++)
    PetscCheck(!set[k] || acts || is_given, r->comm, PETSC_ERR_USER_INPUT,
               "%s has no effect: %s and %s are 0", option_name(r, k), option_name(r, SLIDING),
               option_name(r, PRELOAD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrictionOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                   const JointType *type, JointCoordinateKind kind,
                                   PetscBool has_driver, FrictionOptions *f)
{
  const char *const    coordinate = joint_coordinate_names[kind];
  const FrictionReader r          = {o, comm, FsOptionName(o, "%s_%s", joint, coordinate), type};
  int                  last_set   = -1;

  PetscFunctionBeginUser;
  *f = (FrictionOptions){.radius = 1, .is_angle = (PetscBool)joint_is_angle(kind)};
  PetscCall(FsOptionsReadRows(o, friction_options, r.subject, f));
  for (int k = 0; k < FRICTION_OPTIONS; k++)
    if (f->given[k]) last_set = k;
  if (last_set < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(type->free[kind] && !has_driver && (!joint_type_has_length(type) || !type->nrows),
             comm, PETSC_ERR_USER_INPUT, "%s: the %s of joint '%s' is not free",
             option_name(&r, last_set), coordinate, joint);
  if (!f->given[STICKING]) f->mu_static = f->mu_kinetic;
  PetscCall(CheckFriction(&r, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- presliding ------------------------------------------------------------------------------ */

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
