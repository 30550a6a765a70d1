/* user_system.c: systems from functions of a program (fs/user_system.h): all schemes have their
   orders on a pendulum that a constraint holds, and a chain on several ranks moves as on one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "petsc_test.h"
#include "test.h"
#include "chain.h"
#include <fs/integrate.h>
#include "integrator/family.h"
#include "system/user/user_system.h"
#include <string.h>

/* See - Is called after each step with positions and velocities of all bobs, and with the last
   multiplier of the rank. */
typedef void (*See)(PetscInt step, const PetscReal q[], const PetscReal v[], PetscReal lambda,
                    void *context);

/* What the monitor of a run knows. */
typedef struct {
  Chain *chain;
  See    see;
  void  *context;
} Watch;

static PetscErrorCode ShowState(FsSystem sys, PetscInt step, const FsState *s, void *context)
{
  const Watch       *w = (const Watch *)context;
  const PetscScalar *values;
  PetscReal          q[16], v[16], lambda;
  PetscInt           own;
  Vec                x;

  PetscFunctionBeginUser;
  PetscCall(ChainCreateUnknowns(sys->comm, w->chain->n, &x));
  for (int k = 0; k < 2; k++) {
    PetscCall(FsSystemGetUnknowns(sys, k ? s->v : s->q, x));
    PetscCall(ChainGather(w->chain, x, &values));
    for (PetscInt i = 0; i < 2 * w->chain->n; i++) (k ? v : q)[i] = PetscRealPart(values[i]);
    PetscCall(VecRestoreArrayRead(w->chain->all, &values));
  }
  PetscCall(VecDestroy(&x));
  PetscCall(VecGetLocalSize(s->a, &own));
  PetscCall(VecGetArrayRead(s->a, &values));
  lambda = PetscRealPart(values[own - 1]);
  PetscCall(VecRestoreArrayRead(s->a, &values));
  w->see(step, q, v, lambda, w->context);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunChain(MPI_Comm comm, PetscInt n, const FsIntegratorOptions *options,
                               PetscReal t_end, PetscInt steps, See see, void *context)
{
  Chain       c;
  Watch       w = {&c, see, context};
  FsSystem    sys;
  FsState     s;
  FsStageInfo info;

  PetscFunctionBeginUser;
  PetscCall(ChainCreate(comm, n, options->stabilization, &c, &sys));
  PetscCall(ChainStart(sys, &c, &s));
  PetscCall(FsIntegrate(sys, options, t_end, steps, ShowState, &w, &s, &info));
  PetscCheck(info.ok, comm, PETSC_ERR_NOT_CONVERGED, "%s at %g s: %s", options->scheme->name,
             (double)s.t, info.reason);
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ChainDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- orders on a pendulum ---- */

enum { FINE = 800 }; /* steps in end_time */
static const PetscReal end_time = 2;

/* Angles from the vertical and their rates at the times k end_time/FINE, by the method of Runge and
   Kutta with steps so short that its errors are below 1e-12. */
static PetscReal exact[FINE + 1][2];

static void compute_exact(void)
{
  const int       many = 50;
  const PetscReal h    = end_time / FINE / many;
  PetscReal       y[2] = {PETSC_PI / 2, 0};

  for (int i = 0; i <= FINE * many; i++) {
    PetscReal k[4][2], at[2] = {y[0], y[1]};

    if (i % many == 0) memcpy(exact[i / many], y, sizeof y);
    for (int j = 0; j < 4; j++) {
      k[j][0] = at[1];
      k[j][1] = -CHAIN_GRAVITY * PetscSinReal(at[0]);
      for (int l = 0; l < 2 && j < 3; l++) at[l] = y[l] + (j < 2 ? h / 2 : h) * k[j][l];
    }
    for (int l = 0; l < 2; l++) y[l] += h / 6 * (k[0][l] + 2 * k[1][l] + 2 * k[2][l] + k[3][l]);
  }
}

/* The largest errors of q, v and lambda in the second half of a run. */
typedef struct {
  PetscInt  steps;
  PetscReal error[3];
} Errors;

static void compare(PetscInt step, const PetscReal q[], const PetscReal v[], PetscReal lambda,
                    void *context)
{
  Errors          *e        = (Errors *)context;
  const PetscReal *y        = exact[step * (FINE / e->steps)];
  const PetscReal  found[]  = {q[0], v[0], lambda};
  const PetscReal  wanted[] = {PetscSinReal(y[0]), y[1] * PetscCosReal(y[0]),
                               CHAIN_GRAVITY * PetscCosReal(y[0]) + y[1] * y[1]};

  if (2 * step < e->steps) return;
  for (int k = 0; k < 3; k++)
    e->error[k] = PetscMax(e->error[k], PetscAbsReal(found[k] - wanted[k]));
}

/* Checks the orders of a scheme: q and v have the order of the scheme, and lambda has it, too. With
   constraints on positions alone, Runge-Kutta schemes fall to the order 2 of their stages, and
   multipliers of Runge-Kutta schemes and of schemes without dissipation have no such order. With
   constraints on velocities, orders are at most 3 (tests/integrator/constrained.py). */
static PetscErrorCode TestOrders(const FsScheme *scheme, FsStabilization stabilization)
{
  const PetscBool stages = (PetscBool)(SchemeFamilyOf(scheme)->first_order && scheme->solves > 1);
  const PetscInt  most   = stages && stabilization == FS_STABILIZED_POSITION ? 2
                           : stabilization == FS_STABILIZED_VELOCITY         ? 3
                                                                             : scheme->order;
  const PetscInt  order  = PetscMin(scheme->order, most);
  FsIntegratorOptions options =
    FsIntegratorDefaultOptions(scheme, scheme->tunable ? 0.6 : scheme->rho_inf);
  const PetscInt fine = scheme->order > 3 ? FINE / 4 : FINE;
  Errors         e[2] = {
            {fine / 2, {0}},
            {fine,     {0}}
  };

  PetscFunctionBeginUser;
  options.stabilization = stabilization;
  for (int k = 0; k < 2; k++)
    PetscCall(RunChain(PETSC_COMM_SELF, 1, &options, end_time, e[k].steps, compare, &e[k]));
  for (int k = 0; k < 3; k++) {
    const double slope   = log(e[0].error[k] / e[1].error[k]) / log(2);
    const char  *names[] = {"q", "v", "lambda"};
    if (k == 2 && stabilization == FS_STABILIZED_POSITION && (stages || scheme->rho_inf == 1))
      continue;
    CHECK(slope > (double)order -
                    (k == 2 && stabilization == FS_STABILIZED_VELOCITY && order > 2 ? 1.25 : 0.25),
          "%s, stabilization %d: order %.2f of %s instead of %d", scheme->name, (int)stabilization,
          slope, names[k], (int)order);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- an equation of first order ---- */

/* v' = -v^2, with v(0) = 1 and v(t) = 1/(1 + t): r = a + v^2. */
static PetscErrorCode Decay(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, Vec r, void *context)
{
  PetscFunctionBeginUser;
  (void)sys;
  (void)t;
  (void)q;
  (void)context;
  PetscCall(VecPointwiseMult(r, v, v));
  PetscCall(VecAXPY(r, 1, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DecayTangent(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, FsShift shift,
                                   Mat J, void *context)
{
  PetscScalar value;

  PetscFunctionBeginUser;
  (void)sys;
  (void)t;
  (void)q;
  (void)a;
  (void)context;
  PetscCall(VecSum(v, &value));
  PetscCall(MatZeroEntries(J));
  PetscCall(MatShift(J, shift.cm + 2 * shift.cc * value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The error of v at t = 1. */
static PetscErrorCode DecayError(const FsIntegratorOptions *options, PetscInt steps,
                                 PetscReal *error)
{
  FsSystem    sys;
  FsState     s;
  FsStageInfo info;
  Vec         q;
  Mat         J;
  PetscScalar v;

  PetscFunctionBeginUser;
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, 1, &q));
  PetscCall(VecSet(q, 1));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, 1, 1, 1, NULL, &J));
  PetscCall(MatDiagonalSet(J, q, INSERT_VALUES));
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, &sys));
  PetscCall(FsSystemSetResidual(sys, q, Decay, NULL));
  PetscCall(FsSystemSetTangent(sys, J, DecayTangent, NULL));
  PetscCall(FsSystemStateCreate(sys, &s));
  PetscCall(VecSet(s.v, 1));
  PetscCall(FsIntegrate(sys, options, 1, steps, NULL, NULL, &s, &info));
  CHECK(info.ok, "%s: %s", options->scheme->name, info.reason);
  PetscCall(VecSum(s.v, &v));
  *error = PetscAbsScalar(v - 0.5);
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(VecDestroy(&q));
  PetscCall(MatDestroy(&J));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TestFirstOrderEquation(const FsScheme *scheme)
{
  const FsIntegratorOptions options = FsIntegratorDefaultOptions(scheme, scheme->rho_inf);
  PetscReal                 coarse, fine;

  PetscFunctionBeginUser;
  PetscCall(DecayError(&options, 20, &coarse));
  PetscCall(DecayError(&options, 40, &fine));
  CHECK(log(coarse / fine) / log(2) > (double)scheme->order - 0.4 || fine < 1e-12,
        "%s: v' = -v^2 with errors %g and %g; the order is %d", scheme->name, (double)coarse,
        (double)fine, (int)scheme->order);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- several ranks ---- */

enum { STEPS = 6 };

typedef struct {
  PetscReal q[STEPS][16];
} Path;

static void keep(PetscInt step, const PetscReal q[], const PetscReal v[], PetscReal lambda,
                 void *context)
{
  (void)v;
  (void)lambda;
  if (step) memcpy(((Path *)context)->q[step - 1], q, 16 * sizeof(PetscReal));
}

static FsIntegratorOptions options_of(const char name[])
{
  const FsScheme *const *s = FsIntegratorSchemes();

  while (strcmp((*s)->name, name)) s++;
  return FsIntegratorDefaultOptions(*s, (*s)->tunable ? 0.6 : (*s)->rho_inf);
}

/* A chain of five bobs moves on several ranks as on one. */
static PetscErrorCode TestRanks(const char name[], FsStabilization stabilization)
{
  FsIntegratorOptions options;
  Path                one, several;
  PetscReal           most = 0;

  PetscFunctionBeginUser;
  options               = options_of(name);
  options.stabilization = stabilization;
  PetscCall(RunChain(PETSC_COMM_SELF, 5, &options, 0.12, STEPS, keep, &one));
  PetscCall(RunChain(PETSC_COMM_WORLD, 5, &options, 0.12, STEPS, keep, &several));
  for (int k = 0; k < STEPS; k++)
    for (int i = 0; i < 10; i++) most = PetscMax(most, PetscAbsReal(one.q[k][i] - several.q[k][i]));
  CHECK(most < 1e-10, "%s: the chain is off by %g m", name, (double)most);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a scheme that the program gives ---- */

/* The trapezoidal rule over the part x of a step, and a step of BDF2 to its end, for x = 2 -
   sqrt(2): TR-BDF2, whose stages have one coefficient on the diagonal. */
#define X 0.58578643762690495
#define B (1 / (2 * (2 - X)))
static const double tr_bdf2[9] = {0, 0, 0, X / 2, X / 2, 0, B, B, (1 - X) / (2 - X)};

static const FsRungeKutta given = {"program_tr_bdf2", "Bank et al. 1985", 2, 3, tr_bdf2};

static PetscErrorCode TestSchemes(void)
{
  PetscFunctionBeginUser;
  compute_exact();
  for (const FsScheme *const *s = FsIntegratorSchemes(); *s; s++)
    if (serves_programs((*s)->name)) PetscCall(TestFirstOrderEquation(*s));
  for (const FsScheme *const *s = FsIntegratorSchemes(); *s; s++)
    if (serves_programs((*s)->name) &&
        strcmp((*s)->name, "ce4_1_4") != 0) /* which refuses constraints: user_refusals.c */
      for (int k = 0; k < 3; k++)
        if (!k || SchemeFamilyOf(*s)->first_order) PetscCall(TestOrders(*s, (FsStabilization)k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunTests(void)
{
  PetscMPIInt ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
  if (ranks == 1) {
    PetscCall(FsIntegratorRegister(&given)); /* TestSchemes finds it among all schemes */
    PetscCall(TestSchemes());
  } else {
    PetscCall(TestRanks("lms4", FS_STABILIZED_POSITION));
    PetscCall(TestRanks("esdirk43_6l", FS_STABILIZED_VELOCITY));
    PetscCall(TestRanks("esdirk43_6l", FS_STABILIZED_PROJECTION));
    PetscCall(TestRanks("ce3", FS_STABILIZED_POSITION));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, RunTests); }
