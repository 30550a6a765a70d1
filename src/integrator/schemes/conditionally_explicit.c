/* conditionally_explicit.c: implements the conditionally explicit schemes of degree 3, 4 and 5.

   Fernandez de Bustos et al. 2024, eqs. (15)-(16), (40)-(43), (68)-(72); explicit_stage.h
   has the formulas. The equation of motion at t_{k+1} gives the acceleration. No iteration is
   needed if the residual does not depend on the velocity. Systems with joints use
   explicit_stage.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "explicit_stage.h"

/* clang-format off */
#define ROW(...) &(const ExplicitFormula){__VA_ARGS__}

static const char *const starts[] = {"consistent", "zero", NULL};

#define CE_START {"ce_start", {"-ce_start", "consistent", \
  "jerk and snap at the start of ce4, ce5: consistent with the motion, or zero (as in the paper)", .words = starts}}
#define CE_NUMBER(name, least) {"ce_" #name, {"-ce_parameters", "by scheme", \
  "alpha,beta[,gamma[,zeta]] of central_difference, ce3, ce4, ce5"}, \
  least, 10, "[" #least ", 10]; all published sets are from 1/4 to 2"}

/* The parameters of schemes of degree 3, 4 and 5. The schemes divide by gamma. */
enum { START, ALPHA };
static const FsSchemeParameter three[] = {CE_START, CE_NUMBER(alpha, 0), CE_NUMBER(beta, 0), {NULL}};
static const FsSchemeParameter four[]  = {CE_START, CE_NUMBER(alpha, 0), CE_NUMBER(beta, 0), CE_NUMBER(gamma, 0.01), {NULL}};
static const FsSchemeParameter five[]  = {CE_START, CE_NUMBER(alpha, 0), CE_NUMBER(beta, 0), CE_NUMBER(gamma, 0.01),
                                          CE_NUMBER(zeta, 0), {NULL}};

static const FsScheme schemes[] = {
  {"central_difference", 2, 1, 1, 1, PETSC_FALSE, "central differences, omega dt <= 2",              ROW(2, {1, 1. / 2}), three},
  {"ce3",     2, 1, 1, 1, PETSC_FALSE, "third degree, alpha 4/3, omega dt <= 1.549",                 ROW(2, {4. / 3, 1. / 2}), three},
  {"ce3_2",   2, 1, 1, 1, PETSC_FALSE, "third degree, alpha 2, omega dt <= 1.155",                   ROW(2, {2, 1. / 2}), three},
  {"ce4",     3, 1, 1, 1, PETSC_FALSE, "fourth degree, alpha 3/4, omega dt <= 1.732, undamped",      ROW(3, {3. / 4, 1. / 3, 1. / 2}), four},
  {"ce4_1_4", 3, 1, 1, 1, PETSC_FALSE, "fourth degree, alpha 1/4, omega dt <= 1.265, undamped",      ROW(3, {1. / 4, 1. / 3, 1. / 2}), four},
  {"ce4_5_4", 4, 1, 1, 1, PETSC_FALSE, "fourth degree, alpha 5/4: grows by (omega dt)^2/3 a step",   ROW(3, {5. / 4, 1. / 3, 1. / 2}), four},
  {"ce5",     3, 1, 1, 1, PETSC_FALSE, "fifth degree, omega dt <= 1.88",  ROW(4, {1.49474072, 1.03214808, 1.36030289, 0.85886069}), five},
  {"ce5_a",   3, 1, 1, 1, PETSC_FALSE, "fifth degree, omega dt <= 1.13",  ROW(4, {1.7372, 1.14409, 1.10096, 0.72209}), five},
  {"ce5_4_5", 4, 1, 1, 1, PETSC_FALSE, "fifth degree, alpha 4/5: grows by 0.27 (omega dt)^2 a step", ROW(4, {4. / 5, 1, 1, 1}), five},
  {"ce5_1",   4, 1, 1, 1, PETSC_FALSE, "fifth degree, all 1: grows by (omega dt)^2/3 a step",        ROW(4, {1, 1, 1, 1}), five},
  {"ce5_top", 4, 1, 1, 1, PETSC_FALSE, "fifth degree, for tops: grows slowly up to omega dt 0.3",    ROW(4, {1.62, 1.03522, 1.0291293, 1.016}), five},
  {NULL,      0, 0, 0, 0, PETSC_FALSE, NULL,                                                         NULL}
};
/* clang-format on */

typedef struct {
  ExplicitFormula formula;
  /* start with the jerk and snap of the motion; PETSC_FALSE: with 0, as in the paper */
  PetscBool consistent;
  PetscReal h; /* size of the last step [s], which top - previous_top belongs to */
  /* derivatives 3 ... d of the current state, which has 0 to 2 */
  Vec                 x[EXPLICIT_MAX_D + 1];
  Vec                 previous_top; /* top of the state before the current one */
  ExplicitConstrained constrained;  /* solver of stages with joints; NULL without joints */
  /* with joints: displacement of the step that starts at the current state (known), and of the next
     one */
  Vec increment, next_increment;
  Vec jerk; /* scratch: jerk at the end of the step under way */
} Explicit;

static void SetDefaults_Explicit(const FsScheme *scheme, FsIntegratorOptions *options)
{
  const ExplicitFormula *formula = scheme->row;

  for (PetscInt i = 0; i < formula->d; i++) options->parameter[ALPHA + i] = formula->p[i];
}

static PetscErrorCode Create_Explicit(FsIntegrator in, const FsIntegratorOptions *options)
{
  Explicit *e;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&e));
  in->data   = e;
  e->formula = *(const ExplicitFormula *)in->scheme->row;
  for (PetscInt i = 0; i < e->formula.d; i++) e->formula.p[i] = options->parameter[ALPHA + i];
  e->consistent            = (PetscBool)(options->parameter[START] == 0);
  in->conditionally_stable = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds to the displacement q of a step h, a Taylor sum, the correction for rotations, which do not
   commute (chart.h). */
static PetscErrorCode AddRotationCommutator(FsIntegrator in, PetscReal h, const FsState *s,
                                            Vec jerk, Vec q)
{
  PetscFunctionBeginUser;
  if (in->sys->rotations)
    PetscCall(in->sys->rotations->commutator_correction(in->sys, h, s->v, s->a, jerk, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes jerk and snap at the start. With zeros the schemes of degree 4 and 5 are of second order
   only. They are forward differences of the acceleration at two points of the motion's Taylor
   series, one and two steps ahead. Each pass refines that series. */
static PetscErrorCode InitializeDerivatives(FsIntegrator in, const FsState *s, Vec jerk, Vec snap)
{
  enum { PASSES = 3 };
  const PetscReal h = in->dt;
  FsState         ahead[2];
  Vec             x[5] = {s->q, s->v, s->a, jerk, snap};
  FsStageInfo     info;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) PetscCall(FsSystemStateCreate(in->sys, &ahead[k]));
  for (int pass = 0; pass < PASSES; pass++) {
    const Vec       a[3] = {s->a, ahead[0].a, ahead[1].a}, derivative[2] = {jerk, snap};
    const PetscReal first[3]              = {-1.5 / h, 2 / h, -0.5 / h},
                    second[3]             = {1 / (h * h), -2 / (h * h), 1 / (h * h)};
    const PetscReal *const differences[2] = {first, second};

    for (int k = 0; k < 2; k++) {
      PetscReal              q[5], v[5] = {0};
      const PetscReal *const rows[] = {q, v};
      const Vec              out[]  = {ahead[k].q, ahead[k].v};

      for (PetscInt i = 0; i < 5; i++) {
        q[i] = taylor_weight((k + 1) * h, i);
        if (i) v[i] = taylor_weight((k + 1) * h, i - 1);
      }
      ahead[k].t = s->t + (k + 1) * h;
      PetscCall(VecsCombine(5, x, 2, rows, out));
      PetscCall(AddRotationCommutator(in, (k + 1) * h, s, jerk, ahead[k].q));
      PetscCall(FsStageAcceleration(in->stage, &ahead[k], &info));
      PetscCheck(info.ok, in->comm, PETSC_ERR_NOT_CONVERGED, "t = %.6g, start of %s: %s%s",
                 (double)s->t, in->scheme->name, info.reason, info.place);
    }
    PetscCall(VecsCombine(3, a, 2, differences, derivative));
  }
  for (int k = 0; k < 2; k++) PetscCall(FsSystemStateDestroy(&ahead[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets x[] to the vectors that the coefficients belong to. */
static void current_derivatives(const FsIntegrator in, const FsState *s, Vec x[])
{
  const Explicit *e = in->data;

  x[0] = s->q;
  x[1] = s->v;
  x[2] = s->a;
  for (PetscInt i = 3; i <= e->formula.d; i++) x[i] = e->x[i];
  x[e->formula.d + 1] = e->previous_top;
}

/* Returns whether the step under way forgets the derivatives of the last step, which was much
   shorter. */
static PetscBool forgets(const FsIntegrator in)
{
  const Explicit *e = in->data;

  return (PetscBool)(memory_ratio(in, e->h) == 0);
}

/* Sets the factors of forgotten derivatives to 0. */
static void forget_derivatives(const FsIntegrator in, PetscReal factors[])
{
  const Explicit *e = in->data;

  if (!forgets(in)) return;
  for (PetscInt i = 3; i <= e->formula.d + 1; i++) factors[i] = 0;
}

/* Solves the stage at the end of the step with joints. next->q is known. Computes next->v, next->a
   and the displacement of the next step. */
static PetscErrorCode SolveConstrained(FsIntegrator in, const FsState *s, FsState *next,
                                       FsStageInfo *info)
{
  Explicit              *e = in->data;
  PetscReal              q[EXPLICIT_MAX_D + 3], jerk[EXPLICIT_MAX_D + 3];
  const PetscReal *const rows[] = {q, jerk};
  Vec                    x[EXPLICIT_MAX_D + 3];

  PetscFunctionBeginUser;
  current_derivatives(in, s, x);
  x[e->formula.d + 2] = next->a;
  next_coefficients(&e->formula, in->dt, q, jerk);
  {
    const Vec               out[] = {e->next_increment, e->jerk};
    ExplicitConstrainedStep step  = {.t     = s->t + in->dt,
                                     .h     = in->dt,
                                     .dv_da = velocity_per_acceleration(&e->formula, in->dt),
                                     .dq_da = q[e->formula.d + 2],
                                     .dj_da = jerk[e->formula.d + 2],
                                     .q     = next->q,
                                     .v     = next->v,
                                     .a     = next->a,
                                     .dq    = e->next_increment,
                                     .jerk  = e->formula.d > 2 ? e->jerk : NULL};

    PetscCall(VecsCombine(e->formula.d + 3, x, 2, rows, out));
    PetscCall(ExplicitConstrainedSolve(e->constrained, &step, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* With joints: computes the first acceleration s->a so that the first step satisfies the
   constraints. */
static PetscErrorCode InitializeConstrained(FsIntegrator in, FsState *s)
{
  Explicit               *e    = in->data;
  const PetscReal         h    = in->dt;
  FsStageInfo             info = {.ok = PETSC_TRUE};
  ExplicitConstrainedStep step = {
    .t = s->t, .h = h, .dq_da = h * h / 2, .q = s->q, .v = s->v, .a = s->a};

  PetscFunctionBeginUser;
  PetscCall(VecAXPBYPCZ(e->increment, h, h * h / 2, 0, s->v, s->a));
  for (PetscInt i = 3; i <= e->formula.d; i++)
    PetscCall(VecAXPY(e->increment, taylor_weight(h, i), e->x[i]));
  step.dq   = e->increment;
  step.jerk = e->formula.d > 2 ? e->x[3] : NULL;
  PetscCall(ExplicitConstrainedSolve(e->constrained, &step, &info));
  PetscCheck(info.ok, in->comm, PETSC_ERR_NOT_CONVERGED,
             "t = %.6g, start of %s: %s%s; a shorter -dt may help", (double)s->t, in->scheme->name,
             info.reason, info.place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the derivatives at s for steps of in->dt. */
static PetscErrorCode Restart_Explicit(FsIntegrator in, FsState *s)
{
  Explicit *e = in->data;
  Vec       snap;

  PetscFunctionBeginUser;
  e->h = in->dt;
  for (PetscInt i = 3; i <= e->formula.d; i++) PetscCall(VecZeroEntries(e->x[i]));
  if (e->formula.d > 2 && e->consistent) {
    PetscCall(VecDuplicate(s->a, &snap));
    PetscCall(VecZeroEntries(snap));
    PetscCall(InitializeDerivatives(in, s, e->x[3], snap));
    if (e->formula.d > 3) PetscCall(VecCopy(snap, e->x[4]));
    PetscCall(VecDestroy(&snap));
  }
  if (e->constrained) PetscCall(InitializeConstrained(in, s));
  /* as if top had always had this value */
  PetscCall(VecCopy(e->formula.d == 2 ? s->a : e->x[e->formula.d], e->previous_top));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Explicit(FsIntegrator in, FsState *s)
{
  Explicit *e = in->data;

  PetscFunctionBeginUser;
  in->shift = (FsShift){1, velocity_per_acceleration(&e->formula, in->dt), 0, PETSC_FALSE};
  for (PetscInt i = 3; i <= e->formula.d; i++) PetscCall(VecDuplicate(s->a, &e->x[i]));
  PetscCall(VecDuplicate(s->a, &e->previous_top));
  if (in->sys->constraints) {
    PetscCheck(is_stable_constrained(&e->formula, in->dt), in->comm, PETSC_ERR_USER_INPUT,
               "-integrator %s cannot hold the constraints of joints, because errors of its "
               "derivatives grow at every step; ce4, ce5 and central_difference can",
               in->scheme->name);
    in->fixed_step = PETSC_TRUE;
    PetscCall(ExplicitConstrainedCreate(in->sys, &e->constrained));
    PetscCall(VecDuplicate(s->a, &e->increment));
    PetscCall(VecDuplicate(s->a, &e->next_increment));
    PetscCall(VecDuplicate(s->a, &e->jerk));
  }
  PetscCall(Restart_Explicit(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_Explicit(FsIntegrator in, const FsState *s, FsState *next,
                                     FsStageInfo *info)
{
  const Explicit *e             = in->data;
  const PetscReal c             = velocity_per_acceleration(&e->formula, in->dt);
  const PetscBool lumped        = (PetscBool)(!e->constrained && FsStageHasLumpedMass(in->stage));
  const PetscBool has_rotations = (PetscBool)(e->formula.d > 2 && in->sys->rotations);
  PetscReal       q[EXPLICIT_MAX_D + 2], v[EXPLICIT_MAX_D + 2],
    a[EXPLICIT_MAX_D + 2]       = {[2] = lumped ? 0 : 1}; /* guess: a_{k+1} = a_k */
  const PetscReal *const rows[] = {q, v, a};
  const Vec              out[]  = {next->q, next->v, next->a};
  Vec                    x[EXPLICIT_MAX_D + 2];
  const FsLine           line = {e->formula.d + 2, x, q, v, lumped ? NULL : a};

  PetscFunctionBeginUser;
  current_derivatives(in, s, x);
  displacement_coefficients(&e->formula, in->dt, memory_ratio(in, e->h), q);
  known_coefficients(&e->formula, in->dt, 1, v);
  if (e->formula.d == 2) {
    v[2] += c * a[2];
  } else { /* top_{k+1} = (a_{k+1} - known part of a)/(p_2 h^{d-2}/(d-2)!) */
    PetscReal known[EXPLICIT_MAX_D + 2];

    known_coefficients(&e->formula, in->dt, 2, known);
    for (PetscInt i = 0; i <= e->formula.d + 1; i++) v[i] += c * (a[i] - known[i]);
  }
  forget_derivatives(in, q);
  forget_derivatives(in, v);
  if (e->constrained || has_rotations)
    PetscCall(VecsCombine(e->formula.d + 2, x, lumped ? 2 : 3, rows, out));
  if (e->constrained) {
    PetscCall(VecWAXPY(next->q, 1, e->increment, s->q));
    PetscCall(SolveConstrained(in, s, next, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (has_rotations) PetscCall(AddRotationCommutator(in, in->dt, s, e->x[3], next->q));
  next->t = s->t + in->dt;
  PetscCall(FsStageSolveAcceleration(in->stage, c, has_rotations ? NULL : &line, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the derivatives at the new state from those at the old one and the new acceleration. The
   new top overwrites the one before the last, which is no longer needed, so nothing is copied. */
static PetscErrorCode Accept_Explicit(FsIntegrator in, FsState *s, FsState *next)
{
  Explicit        *e   = in->data;
  const FsState    old = *s;
  PetscReal        derivative[EXPLICIT_MAX_D + 1][EXPLICIT_MAX_D + 3];
  const PetscReal *rows[EXPLICIT_MAX_D];
  Vec              x[EXPLICIT_MAX_D + 3], out[EXPLICIT_MAX_D],
    top      = e->formula.d == 2 ? old.a : e->x[e->formula.d];
  PetscInt n = 0;

  PetscFunctionBeginUser;
  current_derivatives(in, &old, x);
  x[e->formula.d + 2] = next->a;
  new_derivatives(&e->formula, in->dt, derivative);
  for (PetscInt m = 3; m <= e->formula.d; m++) forget_derivatives(in, derivative[m]);
  for (PetscInt m = 3; m <= e->formula.d; m++) {
    rows[n]  = derivative[m];
    out[n++] = m == e->formula.d ? e->previous_top : e->x[m];
  }
  if (n) PetscCall(VecsCombine(e->formula.d + 3, x, n, rows, out));
  if (e->constrained) PetscCall(VecSwap(e->increment, e->next_increment));
  if (forgets(in) && e->formula.d > 2) /* as if top had always had the new value */
    PetscCall(VecCopy(e->previous_top, top));
  e->h  = in->dt;
  *s    = *next;
  *next = old;
  if (e->formula.d == 2) next->a = e->previous_top;
  else e->x[e->formula.d] = e->previous_top;
  e->previous_top = top;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_Explicit(FsIntegrator in, SchemeHistory *history)
{
  const Explicit *e = in->data;

  for (PetscInt i = 3; i <= e->formula.d; i++) history->vec[history->nvecs++] = e->x[i];
  history->vec[history->nvecs++] = e->previous_top;
  if (e->constrained) history->vec[history->nvecs++] = e->increment;
}

static PetscErrorCode Archive_Explicit(FsIntegrator in, FsArchive a)
{
  Explicit *e = in->data;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "h", 1, &e->h));
  if (e->constrained) PetscCall(ExplicitConstrainedArchive(e->constrained, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Explicit(FsIntegrator in)
{
  Explicit *e = in->data;

  PetscFunctionBeginUser;
  if (!e) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 3; i <= EXPLICIT_MAX_D; i++) PetscCall(VecDestroy(&e->x[i]));
  PetscCall(VecDestroy(&e->previous_top));
  PetscCall(VecDestroy(&e->increment));
  PetscCall(VecDestroy(&e->next_increment));
  PetscCall(VecDestroy(&e->jerk));
  PetscCall(ExplicitConstrainedDestroy(&e->constrained));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily explicit_family = {.schemes      = schemes,
                                      .set_defaults = SetDefaults_Explicit,
                                      .create       = Create_Explicit,
                                      .setup        = SetUp_Explicit,
                                      .restart      = Restart_Explicit,
                                      .solve        = Solve_Explicit,
                                      .accept       = Accept_Explicit,
                                      .history      = History_Explicit,
                                      .archive      = Archive_Explicit,
                                      .destroy      = Destroy_Explicit};
