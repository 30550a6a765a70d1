/* joint_laws.c: reads and evaluates springs, dampers, motors and stops of joint coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_laws.h"
#include "base/error.h"
#include "input/formula/quadrature.h"

const FsOptionDoc joint_law_options[] = {
  {"-joint_<name>_<coordinate>_spring",           "<f(u)>",
   "resisting force of a nonlinear spring [N], [N m]; its energy is 0 at u = 0; <coordinate> as "
   "above"                                                                                                     },
  {"-joint_<name>_<coordinate>_damper",           "<f(u,v)>",
   "resisting force of a damper; v is the rate of the coordinate"                                              },
  {"-joint_<name>_<coordinate>_motor",            "<f(t,u,v)>", "force or torque along the coordinate"         },
  {"-joint_<name>_<coordinate>_lower",            "<u>",        "position of a stop that resists lower values" },
  {"-joint_<name>_<coordinate>_upper",            "<u>",        "position of a stop that resists higher values"},
  {"-joint_<name>_<coordinate>_stop_stiffness",   "<k>",        "stiffness of both stops [N/m], [N m/rad]"     },
  {"-joint_<name>_<coordinate>_stop_restitution", "1",
   "e in (0, 1]: after an impact with the rate v the rate is e v"                                              },
  {"-joint_<name>_<coordinate>_stop_velocity",    "<v>",
   "for e below 1: rate within which the stop's force changes from k x, on the way in, to e^2 k x, "
   "on the way out [m/s], [rad/s]; small compared with rates of impacts"                                       },
  {NULL,                                          NULL,         NULL                                           }
};

/* ---- options --------------------------------------------------------------------------------- */

/* The coordinate of the options. */
typedef struct {
  FsOptions   o;
  MPI_Comm    comm;
  const char *joint, *coordinate;
} CoordinateReader;

static const char *coordinate_option(const CoordinateReader *r, const char what[])
{
  return FsOptionName(r->o, "-joint_%s_%s_%s", r->joint, r->coordinate, what);
}

static PetscErrorCode SpringFromOptions(const CoordinateReader *r, CoordinateLaw *law,
                                        const char **set_option)
{
  static const char *const names[]  = {"stiffness", "damping", "rest"};
  PetscReal *const         target[] = {&law->stiffness, &law->damping, &law->rest};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    PetscBool is_set;

    PetscCall(FsOptionsReal(r->o, coordinate_option(r, names[k]), target[k], &is_set));
    if (!is_set) continue;
    *set_option = names[k];
    PetscCheck(k == 2 || *target[k] >= 0, r->comm, PETSC_ERR_USER_INPUT,
               "%s %.6g: must not be negative", coordinate_option(r, names[k]), (double)*target[k]);
  }
  PetscCheck(law->rest == 0 || law->stiffness > 0, r->comm, PETSC_ERR_USER_INPUT,
             "%s has no effect without a stiffness", coordinate_option(r, "rest"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The energy of a spring is 0 at u = 0, where the formula must be finite. */
static PetscErrorCode FormulasFromOptions(const CoordinateReader *r, Symbols symbols,
                                          CoordinateLaw *law, const char **set_option)
{
  static const char *const variables[] = {"t", "u", "v"};
  static const struct {
    const char *name;
    PetscInt    first, n;
  } kinds[] = {
    {"spring", 1, 1},
    {"damper", 1, 2},
    {"motor",  0, 3}
  };
  Expression *const target[] = {&law->spring, &law->damper, &law->motor};
  const PetscReal   origin   = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    const char *text;
    PetscBool   is_set;

    PetscCall(FsOptionsText(r->o, coordinate_option(r, kinds[k].name), &text, &is_set));
    if (!is_set) continue;
    *set_option = kinds[k].name;
    PetscCall(ExpressionCreate(symbols, coordinate_option(r, kinds[k].name), text, kinds[k].n,
                               variables + kinds[k].first, target[k]));
  }
  if (law->spring)
    PetscCall(ExpressionCheck(law->spring, &origin, ExpressionValue(law->spring, &origin)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { LOWER, UPPER, STIFFNESS, RESTITUTION, VELOCITY, NSTOP_OPTIONS };
static const char *const stop_names[NSTOP_OPTIONS] = {"lower", "upper", "stop_stiffness",
                                                      "stop_restitution", "stop_velocity"};

/* Checks the options of stops. */
static PetscErrorCode CheckStops(const CoordinateReader *r, const CoordinateLaw *law,
                                 const PetscBool is_set[NSTOP_OPTIONS])
{
  const PetscReal e = law->restitution;

  PetscFunctionBeginUser;
  for (int k = STIFFNESS; k < NSTOP_OPTIONS; k++)
    PetscCheck(!is_set[k] || is_set[LOWER] || is_set[UPPER], r->comm, PETSC_ERR_USER_INPUT,
               "%s has no effect without %s or %s, the positions of stops",
               coordinate_option(r, stop_names[k]), coordinate_option(r, "lower"),
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

static PetscErrorCode StopsFromOptions(const CoordinateReader *r, CoordinateLaw *law,
                                       const char **set_option)
{
  PetscReal *const target[NSTOP_OPTIONS] = {&law->lower, &law->upper, &law->stop_stiffness,
                                            &law->restitution, &law->stop_velocity};
  PetscBool        is_set[NSTOP_OPTIONS];

  PetscFunctionBeginUser;
  for (int k = 0; k < NSTOP_OPTIONS; k++) {
    if (k == STIFFNESS || k == VELOCITY)
      PetscCall(
        FsOptionsPositive(r->o, coordinate_option(r, stop_names[k]), target[k], &is_set[k]));
    else PetscCall(FsOptionsReal(r->o, coordinate_option(r, stop_names[k]), target[k], &is_set[k]));
    if (is_set[k]) *set_option = stop_names[k];
  }
  PetscCall(CheckStops(r, law, is_set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CoordinateLawFromOptions(FsOptions o, Symbols symbols, const char joint[],
                                        const char coordinate[], CoordinateLaw *law,
                                        const char **set_option)
{
  const CoordinateReader r = {o, symbols->comm, joint, coordinate};

  PetscFunctionBeginUser;
  *law        = coordinate_law_without_forces();
  *set_option = NULL;
  PetscCall(SpringFromOptions(&r, law, set_option));
  PetscCall(FormulasFromOptions(&r, symbols, law, set_option));
  PetscCall(StopsFromOptions(&r, law, set_option));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CoordinateLawDestroy(CoordinateLaw *law)
{
  PetscFunctionBeginUser;
  PetscCall(ExpressionDestroy(&law->spring));
  PetscCall(ExpressionDestroy(&law->damper));
  PetscCall(ExpressionDestroy(&law->motor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool coordinate_outside_table(const CoordinateLaw *law, PetscReal t, char text[], size_t size)
{
  const PetscReal x[] = {t, 0, 0};

  if (!law->motor || ExpressionDependsOn(law->motor, 1) || ExpressionDependsOn(law->motor, 2))
    return PETSC_FALSE;
  return ExpressionIsOutsideTable(law->motor, x, text, size);
}

/* ---- stops ----------------------------------------------------------------------------------- */

/* A stop in contact. */
typedef struct {
  PetscReal side; /* 1: the upper one, -1: the lower one */
  PetscReal x, w; /* penetration and rate into it */
} StopContact;

static PetscBool in_contact(const CoordinateLaw *law, const CoordinateState *at, StopContact *c)
{
  const PetscReal above = at->u - law->upper, below = law->lower - at->u;

  *c = above > 0 ? (StopContact){1, above, at->v} : (StopContact){-1, below, -at->v};
  return (PetscBool)(c->x > 0);
}

/* Returns the fraction of k x w that the stop dissipates, (1 - e^2)/2 tanh(w/eps). */
static PetscReal stop_dissipation(const CoordinateLaw *law, PetscReal w, PetscReal *slope)
{
  const PetscReal share  = (1 - PetscSqr(law->restitution)) / 2,
                  tanh_w = tanh(w / law->stop_velocity);

  *slope = share * (1 - tanh_w * tanh_w) / law->stop_velocity;
  return share * tanh_w;
}

/* Returns phi at w = 0. */
static PetscReal stop_elastic_factor(const CoordinateLaw *law)
{
  return (1 + PetscSqr(law->restitution)) / 2;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Adds sign times the formula at its variables x to r. The variables number u and v of the formula
   are u and v; v = -1 if it does not use v. */
static void add_formula(Expression e, const PetscReal x[], PetscInt u, PetscInt v, PetscReal sign,
                        PetscBool slopes, Resistance *r)
{
  if (!e) return;
  r->force += sign * ExpressionValue(e, x);
  if (!slopes) return;
  r->by_u += sign * ExpressionPartial(e, x, u);
  if (v >= 0) r->by_v += sign * ExpressionPartial(e, x, v);
}

static void add_stops(const CoordinateLaw *law, const CoordinateState *at, Resistance *r)
{
  StopContact c;
  PetscReal   phi, slope;

  if (!in_contact(law, at, &c)) return;
  phi = stop_elastic_factor(law) + stop_dissipation(law, c.w, &slope);
  r->force += c.side * law->stop_stiffness * c.x * phi;
  r->by_u += law->stop_stiffness * phi;
  r->by_v += law->stop_stiffness * c.x * slope;
}

Resistance coordinate_resistance(const CoordinateLaw *law, const CoordinateState *at,
                                 PetscBool slopes)
{
  const PetscReal x[] = {at->t, at->u, at->v};
  Resistance      r   = {.force = law->stiffness * (at->u - law->rest) + law->damping * at->v,
                         .by_u  = law->stiffness,
                         .by_v  = law->damping};

  add_formula(law->spring, x + 1, 0, -1, 1, slopes, &r);
  add_formula(law->damper, x + 1, 0, 1, 1, slopes, &r);
  add_formula(law->motor, x, 1, 2, -1, slopes, &r);
  add_stops(law, at, &r);
  return r;
}

void coordinate_add_energies(const CoordinateLaw *law, const CoordinateState *at,
                             PetscReal energy[JOINT_ENERGIES])
{
  const PetscReal x[] = {at->u, at->v};
  StopContact     c;
  PetscReal       slope;

  energy[JOINT_ENERGY] += law->stiffness * PetscSqr(at->u - law->rest) / 2;
  energy[JOINT_DISSIPATION] += law->damping * PetscSqr(at->v);
  if (law->spring) energy[JOINT_ENERGY] += quadrature(law->spring, 0, at->u);
  if (law->damper) energy[JOINT_DISSIPATION] += ExpressionValue(law->damper, x) * at->v;
  if (!in_contact(law, at, &c)) return;
  energy[JOINT_ENERGY] += stop_elastic_factor(law) * law->stop_stiffness * PetscSqr(c.x) / 2;
  energy[JOINT_DISSIPATION] += law->stop_stiffness * c.x * c.w * stop_dissipation(law, c.w, &slope);
}

PetscReal coordinate_motor(const CoordinateLaw *law, const CoordinateState *at)
{
  const PetscReal x[] = {at->t, at->u, at->v};

  return law->motor ? ExpressionValue(law->motor, x) : 0;
}

PetscBool coordinate_has_stops(const CoordinateLaw *law)
{
  return (PetscBool)(isfinite(law->lower) || isfinite(law->upper));
}

PetscBool coordinate_has_energy(const CoordinateLaw *law, int energy)
{
  if (energy == JOINT_ENERGY)
    return (PetscBool)(law->stiffness != 0 || law->spring || coordinate_has_stops(law));
  return (PetscBool)(law->damping != 0 || law->damper || law->restitution < 1);
}

PetscBool coordinate_acts(const CoordinateLaw *law)
{
  return (PetscBool)(coordinate_has_energy(law, JOINT_ENERGY) ||
                     coordinate_has_energy(law, JOINT_DISSIPATION) || law->motor);
}

PetscBool coordinate_depends_on_velocity(const CoordinateLaw *law)
{
  return (PetscBool)(coordinate_has_energy(law, JOINT_DISSIPATION) ||
                     (law->motor && ExpressionDependsOn(law->motor, 2)));
}

void coordinate_slope_bounds(const CoordinateLaw *law, const CoordinateState *at, PetscReal *by_u,
                             PetscReal *by_v)
{
  const Resistance r = coordinate_resistance(law, at, PETSC_TRUE);
  StopContact      c;

  *by_u = PetscAbsReal(r.by_u);
  *by_v = PetscAbsReal(r.by_v);
  if (coordinate_has_stops(law) && !in_contact(law, at, &c)) *by_u += law->stop_stiffness;
}

PetscBool coordinate_find_non_finite(const CoordinateLaw *law, const CoordinateState *at,
                                     char text[], size_t size)
{
  const PetscReal        x[]    = {at->t, at->u, at->v};
  const Expression       of[]   = {law->spring, law->damper, law->motor};
  const PetscReal *const vars[] = {x + 1, x + 1, x};

  for (int k = 0; k < 3; k++) {
    if (!of[k] || isfinite(ExpressionValue(of[k], vars[k]))) continue;
    ExpressionErrorText(of[k], vars[k], text, size);
    return PETSC_TRUE;
  }
  if (!law->spring || isfinite(quadrature(law->spring, 0, at->u))) return PETSC_FALSE;
  snprintf(text, size,
           "%s has no finite energy: it is not finite somewhere between u = 0 and u = %.6g",
           ExpressionOption(law->spring), (double)at->u);
  return PETSC_TRUE;
}
