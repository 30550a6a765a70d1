/* coordinate_options.c: reads what acts on the free coordinates of joints from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "model/joints/coordinate_options.h"
#include "model/joints/joints.h"
#include "model/parts/part_options.h"

/* The rows of the table below. */
enum { SPRING, DAMPER, MOTOR, LOWER, UPPER, STIFFNESS, RESTITUTION, VELOCITY };

/* clang-format off */
#define LAW_GIVEN(row) FS_GIVEN(CoordinateLawOptions, given[row])
const FsOptionDoc joint_law_options[] = {
  {"-joint_<name>_<coordinate>_spring", "<f(u)>",
   "resisting force of a nonlinear spring [N], [N m]; its energy is 0 at u = 0; <coordinate> as "
   "above", FS_TEXT(CoordinateLawOptions, spring), LAW_GIVEN(SPRING)},
  {"-joint_<name>_<coordinate>_damper", "<f(u,v)>",
   "resisting force of a damper; v is the rate of the coordinate",
   FS_TEXT(CoordinateLawOptions, damper), LAW_GIVEN(DAMPER)},
  {"-joint_<name>_<coordinate>_motor", "<f(t,u,v)>", "force or torque along the coordinate",
   FS_TEXT(CoordinateLawOptions, motor), LAW_GIVEN(MOTOR)},
  {"-joint_<name>_<coordinate>_lower", "<u>", "position of a stop that resists lower values",
   FS_REAL(CoordinateLawOptions, lower), LAW_GIVEN(LOWER)},
  {"-joint_<name>_<coordinate>_upper", "<u>", "position of a stop that resists higher values",
   FS_REAL(CoordinateLawOptions, upper), LAW_GIVEN(UPPER)},
  {"-joint_<name>_<coordinate>_stop_stiffness", "<k>",
   "stiffness of both stops [N/m], [N m/rad]",
   FS_POSITIVE(CoordinateLawOptions, stop_stiffness), LAW_GIVEN(STIFFNESS)},
  {"-joint_<name>_<coordinate>_stop_restitution", "1",
   "e in (0, 1]: after an impact with the rate v the rate is e v",
   FS_REAL(CoordinateLawOptions, restitution), LAW_GIVEN(RESTITUTION)},
  {"-joint_<name>_<coordinate>_stop_velocity", "<v>",
   "for e below 1: rate within which the stop's force changes from k x, on the way in, to e^2 k x, "
   "on the way out [m/s], [rad/s]; small compared with rates of impacts",
   FS_POSITIVE(CoordinateLawOptions, stop_velocity), LAW_GIVEN(VELOCITY)},
  {"-joint_<name>_<coordinate>_law", "<word>",
   "law of the spring with _stiffness, such as tension_only; the laws are those of parts, with u "
   "less _rest as elongation"},
  {"-joint_<name>_<coordinate>_law_<parameter>", "<value>",
   "parameter of this law, as -part_<name>_law_<parameter>"},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* The coordinate of the options. */
typedef struct {
  FsOptions        o;
  MPI_Comm         comm;
  const char      *joint, *coordinate;
  const JointType *type;
} CoordinateReader;

static const char *coordinate_option(const CoordinateReader *r, const char what[])
{
  return FsOptionName(r->o, "-joint_%s_%s_%s", r->joint, r->coordinate, what);
}

/* ---- laws ------------------------------------------------------------------------------------ */

static PetscErrorCode ReadSpring(const CoordinateReader *r, CoordinateLawOptions *law)
{
  static const char *const names[]  = {"stiffness", "damping", "rest"};
  PetscReal *const         target[] = {&law->stiffness, &law->damping, &law->rest};
  PetscBool                has_law;

  PetscFunctionBeginUser;
  PetscCall(UniaxialLawRead(r->o, r->comm, coordinate_option(r, "law"), &has_law, law->uniaxial));
  if (has_law) law->set_option = "law";
  for (int k = 0; k < 3; k++) {
    PetscBool is_set;

    PetscCall(FsOptionsReal(r->o, coordinate_option(r, names[k]), target[k], &is_set));
    if (!is_set) continue;
    law->set_option = names[k];
    PetscCheck(k == 2 || *target[k] >= 0, r->comm, PETSC_ERR_USER_INPUT,
               "%s %.6g: must not be negative", coordinate_option(r, names[k]), (double)*target[k]);
  }
  PetscCheck(law->rest == 0 || law->stiffness > 0 || has_law, r->comm, PETSC_ERR_USER_INPUT,
             "%s has no effect without a stiffness", coordinate_option(r, "rest"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns what follows the coordinate in the name of a row. */
static const char *last_word(int row) { return strrchr(joint_law_options[row].name, '>') + 2; }

/* Checks the options of stops. */
static PetscErrorCode CheckStops(const CoordinateReader *r, const CoordinateLawOptions *law)
{
  const PetscBool *const is_set = law->given;
  const PetscReal        e      = law->restitution;

  PetscFunctionBeginUser;
  for (int k = STIFFNESS; k < COORDINATE_LAW_OPTIONS; k++)
    PetscCheck(!is_set[k] || is_set[LOWER] || is_set[UPPER], r->comm, PETSC_ERR_USER_INPUT,
               "%s has no effect without %s or %s, the positions of stops",
               coordinate_option(r, last_word(k)), coordinate_option(r, "lower"),
               coordinate_option(r, "upper"));
  if (!is_set[LOWER] && !is_set[UPPER]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(law->lower < law->upper, r->comm, PETSC_ERR_USER_INPUT, "%s %.6g is not below %s %.6g",
             coordinate_option(r, "lower"), (double)law->lower, coordinate_option(r, "upper"),
             (double)law->upper);
  PetscCheck(is_set[STIFFNESS], r->comm, PETSC_ERR_USER_INPUT,
             "%s needs %s, the stiffness of the stop",
             coordinate_option(r, is_set[LOWER] ? "lower" : "upper"),
             coordinate_option(r, "stop_stiffness"));
  PetscCheck(e > 0 && e <= 1, r->comm, PETSC_ERR_USER_INPUT,
             "%s %.6g: give a number above 0, up to 1", coordinate_option(r, "stop_restitution"),
             (double)e);
  PetscCheck(e == 1 || is_set[VELOCITY], r->comm, PETSC_ERR_USER_INPUT,
             "%s %.6g needs %s, small compared with impact velocities, such as a hundredth of them",
             coordinate_option(r, "stop_restitution"), (double)e,
             coordinate_option(r, "stop_velocity"));
  PetscCheck(e < 1 || !is_set[VELOCITY], r->comm, PETSC_ERR_USER_INPUT,
             "%s has no effect without %s below 1", coordinate_option(r, "stop_velocity"),
             coordinate_option(r, "stop_restitution"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadLaw(const CoordinateReader *r, CoordinateLawOptions *law)
{
  const char *const subject = FsOptionName(r->o, "%s_%s", r->joint, r->coordinate);

  PetscFunctionBeginUser;
  *law = (CoordinateLawOptions){.lower = -INFINITY, .upper = INFINITY, .stop_velocity = 1};
  PetscCall(ReadSpring(r, law));
  PetscCall(FsOptionsReadRows(r->o, joint_law_options, subject, law));
  for (int k = 0; k < COORDINATE_LAW_OPTIONS; k++)
    if (law->given[k]) law->set_option = last_word(k);
  PetscCall(CheckStops(r, law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- drivers --------------------------------------------------------------------------------- */

PetscErrorCode DriverTimesFromOptions(FsOptions o, DriverTimes *times)
{
  PetscFunctionBeginUser;
  times->start = 0;
  PetscCall(FsOptionsReal(o, "-t_start", &times->start, NULL));
  times->end = times->start;
  PetscCall(FsOptionsReal(o, "-t_end", &times->end, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the driver of a coordinate, of which *option is the option; NULL without a driver. */
static PetscErrorCode ReadDriver(const CoordinateReader *r, JointCoordinateKind kind,
                                 CoordinateOptions *x, const char **option)
{
  const char *const name[2] = {
    FsOptionName(r->o, "-joint_%s_%s", r->joint, r->coordinate),
    FsOptionName(r->o, "-joint_%s_%s", r->joint, joint_rate_names[kind])};
  const char *text[2] = {NULL, NULL};
  PetscBool   set[2];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) PetscCall(FsOptionsText(r->o, name[k], &text[k], &set[k]));
  PetscCheck(!set[0] || !set[1], r->comm, PETSC_ERR_USER_INPUT,
             "%s and %s of joint '%s': give one of them", name[0], name[1], r->joint);
  x->driver_is_rate = set[1];
  x->driver         = text[set[1]];
  *option           = set[0] || set[1] ? name[set[1]] : NULL;
  PetscCheck(!*option || r->type->free[kind], r->comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint has no %s that is free", *option, r->type->name, r->coordinate);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CoordinateOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                     const JointType *type, JointCoordinateKind kind,
                                     CoordinateOptions *x)
{
  const CoordinateReader r = {o, comm, joint, joint_coordinate_names[kind], type};
  const char            *driver, *law;

  PetscFunctionBeginUser;
  PetscCall(ReadDriver(&r, kind, x, &driver));
  PetscCall(ReadLaw(&r, &x->law));
  law = x->law.set_option;
  PetscCheck(!driver || type->nrows, comm, PETSC_ERR_USER_INPUT,
             "%s: a %s cannot prescribe motions; use a distance", driver, type->name);
  PetscCheck(!law || type->free[kind], comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint has no %s that is free", coordinate_option(&r, law), type->name,
             r.coordinate);
  PetscCheck(!law || !driver, comm, PETSC_ERR_USER_INPUT,
             "%s has no effect: %s prescribes the %s of joint '%s'; remove one of them",
             coordinate_option(&r, law), driver, r.coordinate, joint);
  PetscCall(
    FrictionOptionsRead(o, comm, joint, type, kind, (PetscBool)(driver != NULL), &x->friction));
  PetscFunctionReturn(PETSC_SUCCESS);
}
