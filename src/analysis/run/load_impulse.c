/* load_impulse.c: warns if fixed time steps see another impulse of a load than the true one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_steps.h"

/* Returns the impulse that a step from a to b sees: the trapezoidal rule with a part for each
   solve. impulse: the true one. *last is the value at a, and becomes that at b.

   If Simpson's rule finds the true impulse, the parabola through its three points stands for the
   load. That saves the values between them. */
static PetscReal impulse_seen(LoadWatch *w, PetscReal a, PetscReal b, PetscInt solves,
                              PetscReal impulse, PetscReal *last)
{
  /* of the largest value of the load in the step times the step: far below what is warned of */
  const PetscReal resolved = 1e-3, h = b - a, n = (PetscReal)solves, start = *last,
                  middle = load_watch_value(w, (a + b) / 2), end = load_watch_value(w, b),
                  simpson = h * (start + 4 * middle + end) / 6,
                  size    = PetscMax(PetscAbsReal(start),
                                     PetscMax(PetscAbsReal(middle), PetscAbsReal(end)));
  PetscReal sum           = (start + end) / 2;

  *last = end;
  if (PetscAbsReal(simpson - impulse) <= resolved * h * size)
    return impulse + h * (start - 2 * middle + end) / (3 * n * n);
  for (PetscInt k = 1; k < solves; k++) sum += load_watch_value(w, a + (PetscReal)k * h / n);
  return h / n * sum;
}

/* Impulses of one load: the true one, and the difference of the one seen. */
typedef struct {
  PetscReal whole, difference, most_whole, most_difference;
} Impulses;

/* Returns the largest difference between the impulses of n formulas since the start, over the
   largest true one. They are sums over all n, because a load that moves passes each place within a
   short time. */
static PetscReal impulse_error(WatchedLoad load[], PetscInt n, PetscReal from, PetscReal dt,
                               PetscInt nsteps, PetscInt solves)
{
  enum { MOST = 20000 }; /* if there are more steps, it looks at every second, third, ... one */
  const PetscInt stride = PetscMax(1, (n * nsteps + MOST - 1) / MOST);
  Impulses       sum    = {0};

  for (PetscInt i = 0; i < n; i++) load[i].corner = from;
  for (PetscInt k = 0; k < nsteps; k += stride) {
    const PetscReal a = from + (PetscReal)k * dt, b = from + (PetscReal)(k + 1) * dt;

    for (PetscInt i = 0; i < n; i++) {
      LoadWatch *const w = &load[i].watch;
      PetscReal        impulse;

      if (k == 0 || stride > 1) load[i].last = load_watch_value(w, a);
      impulse = load_watch_impulse(w, a, b, dt / 8, &load[i].corner);
      sum.whole += impulse;
      sum.difference += impulse_seen(w, a, b, solves, impulse, &load[i].last) - impulse;
    }
    sum.most_whole      = PetscMax(sum.most_whole, PetscAbsReal(sum.whole));
    sum.most_difference = PetscMax(sum.most_difference, PetscAbsReal(sum.difference));
  }
  return sum.most_whole > 0 ? sum.most_difference / sum.most_whole : 0;
}

PetscErrorCode LoadStepsWarn(LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves)
{
  const PetscReal allowed = 0.05, dt = (to - from) / (PetscReal)nsteps;

  PetscFunctionBeginUser;
  for (PetscInt k = 0, n; k < loads->nloads; k += n) {
    WatchedLoad *const load = &loads->watches.at[k];
    PetscReal          error;

    for (n = 1; k + n < loads->nloads && load[n].group == load->group;) n++;
    error = impulse_error(load, n, from, dt, nsteps, solves);
    if (!(error > allowed)) continue;
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: %s: the impulse that steps of %.6g s see differs by %.2g %% from the true "
      "one; take a shorter -dt, or -adapt\n",
      ExpressionOption(load->watch.formula), (double)dt, (double)(100 * error)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
