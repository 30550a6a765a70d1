/* twins.c: schemes that are the same thing in other words.
   - SSr is LMSr started from the history y_{-j} = y_0 - j h y'_0, y'_{-j} = y'_0: to 1e-12.
   - LMSr with rho_inf = 1, and SSr, bathe with two half steps, generalized_alpha: the trapezoidal
   rule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "problems.h"
#include "petsc_test.h"

enum { NSTEPS = 40 };

typedef struct {
  double q[NSTEPS + 1], v[NSTEPS + 1], a[NSTEPS + 1];
} Trace;

static void record(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                   const PetscScalar a[], void *context)
{
  Trace *trace = context;

  (void)t;
  trace->q[step] = q[0];
  trace->v[step] = v[0];
  trace->a[step] = a[0];
}

/* The multi-step formula itself, on the oscillator, from the ghost history. Coefficients: closed
 * forms of the paper. */
static void lms_from_ghosts(int r, double rho, double h, const Oscillator *p, Trace *out)
{
  double alpha[5] = {0}, beta[5] = {0}, q[NSTEPS + 5], v[NSTEPS + 5], a[NSTEPS + 5], start[3],
         binomial = 1, D;

  if (r == 2) {
    alpha[1] = 4 * (rho - 1) / (rho - 3), alpha[2] = 1 - alpha[1],
    beta[0] = -2 / ((rho + 1) * (rho - 3));
  } else if (r == 3) {
    D        = rho * rho - 5 * rho + 10;
    alpha[1] = 3 * (2 * rho * rho - 9 * rho + 5) / D,
    alpha[2] = -3 * (5 * rho * rho - 9 * rho + 2) / D;
    alpha[3] = 1 - alpha[1] - alpha[2], beta[0] = 6 / ((1 + rho) * D);
  } else {
    D        = -pow(rho, 3) + 7 * rho * rho - 21 * rho + 35;
    alpha[1] = 4 * (-2 * pow(rho, 3) + 13 * rho * rho - 35 * rho + 14) / D,
    alpha[2] = -4 * (1 - rho) * (7 * rho * rho - 34 * rho + 7) / D;
    alpha[3] = -4 * (14 * pow(rho, 3) - 35 * rho * rho + 13 * rho - 2) / D,
    alpha[4] = 1 - alpha[1] - alpha[2] - alpha[3];
    beta[0]  = 20 / ((1 + rho) * D);
  }
  for (int j = 1; j <= r; j++) {
    binomial = binomial * (r - j + 1) / j;
    beta[j]  = binomial * pow(rho, j) * beta[0];
  }
  oscillator_exact(p, 0, start);
  for (int j = 0; j < r; j++) { /* time -j h is entry 4 - j */
    q[4 - j] = start[0] - j * h * start[1];
    v[4 - j] = start[1] - j * h * start[2];
    a[4 - j] = start[2];
  }
  for (int k = 1; k <= NSTEPS; k++) {
    double       qs = 0, vs = 0;
    const double s = h * beta[0], t = k * h,
                 f = p->R1 * sin(p->omega1 * t) + p->R2 * cos(p->omega2 * t),
                 c = 2 * p->xi * p->omega, w2 = p->omega * p->omega;

    for (int j = 1; j <= r; j++) {
      const int    i  = 4 + k - j;
      const double qd = i >= 4 ? v[i] : start[1]; /* y'_{-j} = y'_0, not the ghost's own v */

      qs += alpha[j] * q[i] + h * beta[j] * qd;
      vs += alpha[j] * v[i] + h * beta[j] * a[i];
    }
    q[4 + k] = (f + (qs / s + vs) / s + c * qs / s) / (1 / (s * s) + c / s + w2);
    v[4 + k] = (q[4 + k] - qs) / s;
    a[4 + k] = (v[4 + k] - vs) / s;
  }
  memcpy(out->q, q + 4, sizeof out->q);
  memcpy(out->v, v + 4, sizeof out->v);
  memcpy(out->a, a + 4, sizeof out->a);
}

static double difference(const Trace *x, const Trace *y)
{
  double most = 0, size[3] = {0, 0, 0};

  for (int k = 0; k <= NSTEPS; k++) {
    size[0] = fmax(size[0], fabs(x->q[k]));
    size[1] = fmax(size[1], fabs(x->v[k]));
    size[2] = fmax(size[2], fabs(x->a[k]));
  }
  for (int k = 0; k <= NSTEPS; k++)
    most =
      fmax(most, fmax(fabs(x->q[k] - y->q[k]) / size[0],
                      fmax(fabs(x->v[k] - y->v[k]) / size[1], fabs(x->a[k] - y->a[k]) / size[2])));
  return most;
}

static PetscErrorCode Twins(void)
{
  const Oscillator *p      = &paper_oscillator;
  const double      rhos[] = {0, 0.3, 0.6, 1}, h = 0.02;
  FsSystem          sys;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateOscillator(p, &sys));
  for (int r = 2; r <= 4; r++)
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(rhos); i++) {
      char  name[8];
      Trace ss, lms;

      PetscCall(PetscSNPrintf(name, sizeof name, "ss%d", r));
      PetscCall(Integrate(sys, name, rhos[i], h, NSTEPS, &p->q0, &p->v0, record, &ss));
      lms_from_ghosts(r, rhos[i], h, p, &lms);
      CHECK(difference(&ss, &lms) <= 1e-12,
            "ss%d, rho_inf %g: differs from lms%d with ghosts by %.2g", r, rhos[i], r,
            difference(&ss, &lms));
    }
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LimitIsTrapezoidal(void)
{
  static const char *const names[] = {"lms2", "lms3", "lms4",    "ss2", "ss3",
                                      "ss4",  "hht",  "newmark", "wbz", "generalized_alpha"};
  const PetscReal          h       = 0.01;
  FsSystem                 linear, pendulum;
  Trace                    reference, trace;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateOscillator(&paper_oscillator, &linear));
  PetscCall(SystemCreateMotion(&compliant_pendulum, &pendulum));
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    const FsSystem   sys = nonlinear ? pendulum : linear;
    const PetscReal *q   = nonlinear ? compliant_pendulum.q0 : &paper_oscillator.q0;
    const PetscReal *v   = nonlinear ? compliant_pendulum.v0 : &paper_oscillator.v0;

    PetscCall(Integrate(sys, "trapezoidal", 1, h, NSTEPS, q, v, record, &reference));
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(names); i++) {
      PetscCall(Integrate(sys, names[i], 1, h, NSTEPS, q, v, record, &trace));
      /* linear: the roots of lms at -1 let round-off grow like k^(r - 2); nonlinear: Newton stops
       * at 1e-10 of the force */
      CHECK(difference(&reference, &trace) <= (nonlinear ? 1e-8 : 1e-11),
            "%s, rho_inf 1: differs from the trapezoidal rule by %.2g", names[i],
            difference(&reference, &trace));
    }
  }
  PetscCall(FsSystemDestroy(&linear));
  PetscCall(FsSystemDestroy(&pendulum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* bathe with rho_inf = 1 has gamma = 1/4: two half steps of the trapezoidal rule. */
static PetscErrorCode BatheIsTwoHalfSteps(void)
{
  const PetscReal h = 0.02;
  FsSystem        sys;
  Trace           bathe, halves;
  double          most = 0;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateOscillator(&paper_oscillator, &sys));
  PetscCall(Integrate(sys, "bathe", 1, h, NSTEPS / 2, &paper_oscillator.q0, &paper_oscillator.v0,
                      record, &bathe));
  PetscCall(Integrate(sys, "trapezoidal", 1, h / 2, NSTEPS, &paper_oscillator.q0,
                      &paper_oscillator.v0, record, &halves));
  for (int k = 0; k <= NSTEPS / 2; k++) most = fmax(most, fabs(bathe.q[k] - halves.q[2 * k]));
  CHECK(most <= 1e-12, "bathe, rho_inf 1: differs from two half steps by %.2g", most);
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  PetscCall(Twins());
  PetscCall(LimitIsTrapezoidal());
  PetscCall(BatheIsTwoHalfSteps());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
