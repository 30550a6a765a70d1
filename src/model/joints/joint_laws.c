/* joint_laws.c: creates and evaluates springs, dampers, motors and stops of joint coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_laws.h"
#include "base/error.h"
#include "input/formula/given.h"
#include "input/formula/quadrature.h"

/* Parses a formula of n of the variables t, u, v. Without a text the formula is NULL. */
static PetscErrorCode CreateFormula(Symbols symbols, const char prefix[], const char what[],
                                    const char text[], int first, PetscInt n, Expression *formula)
{
  static const char *const variables[] = {"t", "u", "v"};
  char                     option[256];

  PetscFunctionBeginUser;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "%s_%s", prefix, what));
  PetscCall(ExpressionCreate(symbols, option, text, n, variables + first, formula));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the law of the spring of a coordinate, and its initial stiffness. */
static PetscErrorCode SetUniaxial(MPI_Comm comm, const char prefix[], const CoordinateLawOptions *x,
                                  CoordinateLaw *law)
{
  const char *wrong, *name;
  PetscBool   own;

  PetscFunctionBeginUser;
  if (!(x->uniaxial[LAW_KIND] > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(LAW_NPROP, &law->uniaxial));
  wrong = uniaxial_law_prepare(x->uniaxial, law->uniaxial);
  PetscCheck(!wrong, comm, PETSC_ERR_USER_INPUT, "%s_law: the coordinate %s", prefix, wrong);
  name = uniaxial_law_of(law->uniaxial)->name;
  own  = (PetscBool)!isnan(law->uniaxial[LAW_MODULUS]);
  PetscCheck(!own || x->stiffness == 0, comm, PETSC_ERR_USER_INPUT,
             "%s_stiffness has no effect: the law %s has a stiffness of its own; remove it", prefix,
             name);
  PetscCheck(own || x->stiffness > 0, comm, PETSC_ERR_USER_INPUT,
             "%s_law %s needs %s_stiffness, the initial stiffness", prefix, name, prefix);
  if (own) law->stiffness = law->uniaxial[LAW_MODULUS];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The energy of a spring is 0 at u = 0, where the formula must be finite. */
PetscErrorCode CoordinateLawCreate(MPI_Comm comm, Symbols symbols, const char prefix[],
                                   const CoordinateLawOptions *x, CoordinateLaw *law)
{
  const PetscReal origin = 0;

  PetscFunctionBeginUser;
  *law = (CoordinateLaw){.stiffness      = x->stiffness,
                         .damping        = x->damping,
                         .rest           = x->rest,
                         .lower          = x->lower,
                         .upper          = x->upper,
                         .stop_stiffness = x->stop_stiffness,
                         .restitution    = x->restitution,
                         .stop_velocity  = x->stop_velocity};
  PetscCall(SetUniaxial(comm, prefix, x, law));
  PetscCall(CreateFormula(symbols, prefix, "spring", x->spring, 1, 1, &law->spring));
  PetscCall(CreateFormula(symbols, prefix, "damper", x->damper, 1, 2, &law->damper));
  PetscCall(CreateFormula(symbols, prefix, "motor", x->motor, 0, 3, &law->motor));
  law->motor_per_step = (PetscBool)(law->motor && ExpressionIsPerStep(law->motor));
  if (law->spring)
    PetscCall(ExpressionCheck(law->spring, &origin, ExpressionValue(law->spring, &origin)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CoordinateLawDestroy(CoordinateLaw *law)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(law->uniaxial));
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

/* ---- uniaxial laws --------------------------------------------------------------------------- */

static LawPoint law_point(const CoordinateLaw *law, const CoordinateState *at)
{
  static const double nothing[LAW_MAX_MEMORY];

  return (LawPoint){.stiffness = law->stiffness,
                    .strain    = at->u - law->rest,
                    .rate      = at->v,
                    .memory    = at->memory ? at->memory : nothing};
}

static LawResponse law_response(const CoordinateLaw *law, const CoordinateState *at)
{
  const LawPoint point = law_point(law, at);
  LawResponse    r     = {.stress = 0};

  uniaxial_law_respond(law->uniaxial, 0, &point, &r);
  return r;
}

PetscReal coordinate_law_memory(const CoordinateLaw *law, const CoordinateState *at,
                                double memory[])
{
  LawResponse r;

  if (!law->uniaxial) return 0;
  r = law_response(law, at);
  for (int k = 0; k < uniaxial_law_of(law->uniaxial)->nmemory && memory; k++)
    memory[k] = r.memory[k];
  return r.dissipated;
}

PetscBool coordinate_remembers(const CoordinateLaw *law)
{
  return (PetscBool)(law->uniaxial && uniaxial_law_of(law->uniaxial)->nmemory > 0);
}

PetscReal coordinate_law_beyond(const CoordinateLaw *law, PetscReal u)
{
  return law->uniaxial ? uniaxial_law_beyond(law->uniaxial, u - law->rest) : 0;
}

PetscReal coordinate_kink_margin(const CoordinateLaw *law, const CoordinateState *from,
                                 const CoordinateState *to)
{
  const LawPoint before = law_point(law, from), now = law_point(law, to);

  return law->uniaxial ? uniaxial_law_kink_margin(law->uniaxial, 0, &before, &now) : INFINITY;
}

/* Adds the spring with a stiffness: the linear one, or that with a law. */
static void add_spring(const CoordinateLaw *law, const CoordinateState *at, Resistance *r)
{
  LawResponse of;

  if (!law->uniaxial) {
    r->force += law->stiffness * (at->u - law->rest);
    r->by_u += law->stiffness;
    return;
  }
  of = law_response(law, at);
  r->force += of.stress;
  r->by_u += of.tangent;
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
  Resistance      r   = {.force = law->damping * at->v, .by_v = law->damping};

  add_spring(law, at, &r);
  add_formula(law->spring, x + 1, 0, -1, 1, slopes, &r);
  add_formula(law->damper, x + 1, 0, 1, 1, slopes, &r);
  if (law->motor_per_step) r.force -= at->motor;
  else add_formula(law->motor, x, 1, 2, -1, slopes, &r);
  add_stops(law, at, &r);
  return r;
}

void coordinate_add_energies(const CoordinateLaw *law, const CoordinateState *at,
                             PetscReal energy[JOINT_ENERGIES])
{
  const PetscReal x[] = {at->u, at->v};
  StopContact     c;
  PetscReal       slope;

  energy[JOINT_ENERGY] +=
    law->uniaxial ? law_response(law, at).energy : law->stiffness * PetscSqr(at->u - law->rest) / 2;
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

  if (law->motor_per_step) return at->motor;
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
                     (law->motor && !law->motor_per_step && ExpressionDependsOn(law->motor, 2)));
}

void coordinate_slope_bounds(const CoordinateLaw *law, const CoordinateState *at, PetscReal *by_u,
                             PetscReal *by_v)
{
  const Resistance r = coordinate_resistance(law, at, PETSC_TRUE);
  StopContact      c;

  *by_u = PetscAbsReal(r.by_u);
  if (law->uniaxial) *by_u = PetscMax(*by_u, law->stiffness * uniaxial_law_largest(law->uniaxial));
  *by_v = PetscAbsReal(r.by_v);
  if (coordinate_has_stops(law) && !in_contact(law, at, &c)) *by_u += law->stop_stiffness;
}

PetscBool coordinate_find_non_finite(const CoordinateLaw *law, const CoordinateState *at,
                                     char text[], size_t size)
{
  const PetscReal        x[]  = {at->t, at->u, at->v};
  const Expression       of[] = {law->spring, law->damper, law->motor_per_step ? NULL : law->motor};
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
