/* step_doubt.c: warns if time steps are too long for the motion that they compute.

   In a harmonic motion of the frequency w that the trapezoidal rule computes, the amplitude of the
   velocity is w times that of the displacement, exactly and for any dt (Hughes, The Finite Element
   Method, 2000, section 9.1). In a motion of several frequencies the ratio of |v|^2 to the variance
   of q is the mean of w^2, weighted by the squares of the displacements. Other implicit schemes
   differ by the order of (w dt)^2, which does not matter here. The error of the period follows from
   w dt and the scheme's own steps (integrator/dispersion.h).

   With steps that are so long that a scheme damps a vibration away, only the motion of the loads
   remains, whose frequency is lower. Therefore the natural frequency of the vibration that this
   motion excites counts, too (own_frequency.h), unless the loads are so slow that they excite none.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "step_doubt.h"
#include "integrator/dispersion.h"
#include "own_frequency.h"

/* ERROR: of the scheme's period, relative to the true one. Between FEW and MANY steps in a period
   the error is computed; with fewer steps no scheme shows a vibration, and with MANY all schemes
   are accurate. Both sides are in tests/relations/doubts.py. SETTLED: a motion
   that moves the model in a step by less than this part of its displacements is a rest of one that
   numerical damping has removed. ALL: number of steps that are all sampled; later, one of SAMPLE
   is. FEWEST: number of samples that have a variance. */
static const PetscReal ERROR = 0.05, FEW = 3, MANY = 30, SETTLED = 0.01;
/* SLOW: frequency of a motion over that of a natural vibration, below which the motion excites
   little of it: loads that begin to grow at this rate excite a vibration of about this part of the
   displacements */
static const PetscReal SLOW = 0.2;
enum { ALL = 16, SAMPLE = 8, FEWEST = 5 };

/* Computes the sum of the squares of this rank's displacements in x. */
static PetscErrorCode Square(FsSystem sys, Vec x, PetscReal *square)
{
  PetscReal measure[FS_MEASURES];

  PetscFunctionBeginUser;
  PetscCall(sys->ops.geometry.measure(sys, x, measure));
  *square = measure[FS_MEASURE_DISPLACEMENT];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepDoubtCreate(FsSystem sys, StepDoubt *d)
{
  PetscFunctionBeginUser;
  if (!sys->ops.geometry.measure) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 2; k++) {
    PetscCall(VecDuplicate(sys->vec, &d->stretch[k].sum));
    PetscCall(VecZeroEntries(d->stretch[k].sum));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepDoubtRead(StepDoubt *d, FsSystem sys, PetscInt step, const FsState *s)
{
  /* the distance of samples varies, so that no period is a multiple of it */
  const PetscBool sampled =
    (PetscBool)(step <= ALL || step % SAMPLE == 3 * (step / SAMPLE) % SAMPLE);
  StepSums *const now = &d->stretch[1];
  PetscReal       q = 0, v = 0;

  PetscFunctionBeginUser;
  if (!now->sum || !sampled) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Square(sys, s->q, &q));
  PetscCall(Square(sys, s->v, &v));
  PetscCall(VecAXPY(now->sum, 1, s->q));
  now->q += q;
  now->v += v;
  now->n++;
  if (step < d->next) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(now->sum, d->stretch[0].sum));
  PetscCall(VecZeroEntries(now->sum));
  d->stretch[0] = (StepSums){.n = now->n, .sum = d->stretch[0].sum, .q = now->q, .v = now->v};
  *now          = (StepSums){.sum = now->sum};
  d->next       = 2 * PetscMax(ALL, step);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the error of the period of a motion with a number of steps in a true period, relative to
   it. */
static PetscErrorCode PeriodError(const FsIntegratorOptions *scheme, PetscReal steps,
                                  PetscReal *error)
{
  const PetscReal x = 2 * PETSC_PI / steps;
  Spectrum        spectrum;

  PetscFunctionBeginUser;
  PetscCall(SpectrumCreate(scheme, 0, 1, &x, &spectrum));
  *error = spectrum.elongation[0];
  PetscCall(SpectrumDestroy(&spectrum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether a scheme resolves a vibration with a number of steps in a period badly. */
static PetscErrorCode IsCoarse(const FsIntegratorOptions *scheme, PetscReal steps,
                               PetscBool *coarse)
{
  PetscReal error = 0;

  PetscFunctionBeginUser;
  if (steps >= FEW && steps < MANY) PetscCall(PeriodError(scheme, steps, &error));
  *coarse = (PetscBool)(steps < FEW || PetscAbsReal(error) > ERROR);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces the number of steps in a period of the motion by that in a period of the natural
   vibration that it excites, if this is shorter and the motion is not slow. */
static PetscErrorCode CountOwnSteps(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    const FsIntegratorOptions *scheme, PetscReal dt,
                                    PetscReal *steps, PetscBool *own)
{
  const PetscReal slow = 2 * PETSC_PI / (*steps * dt);
  PetscReal       omega;
  PetscBool       coarse = PETSC_FALSE;

  PetscFunctionBeginUser;
  *own = PETSC_FALSE;
  if (*steps * SLOW > MANY) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(OwnFrequencyOfRates(sys, s, loading, &omega)); /* an upper bound, which costs little */
  if (omega > slow) PetscCall(IsCoarse(scheme, 2 * PETSC_PI / (omega * dt), &coarse));
  if (!coarse) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(OwnFrequencyOfMotion(sys, s, loading, slow, &omega));
  *own = (PetscBool)(omega > slow && omega * SLOW < slow);
  if (*own) *steps = 2 * PETSC_PI / (omega * dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns if a motion with a number of steps in a period is computed with a wrong period. */
static PetscErrorCode WarnPeriod(MPI_Comm comm, const FsIntegratorOptions *scheme, PetscReal steps,
                                 PetscReal dt, const char verb[])
{
  PetscReal error     = 0;
  char      what[128] = "not resolved";

  PetscFunctionBeginUser;
  if (steps >= FEW) {
    PetscCall(PeriodError(scheme, steps, &error));
    if (!(PetscAbsReal(error) > ERROR)) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(PetscSNPrintf(what, sizeof what, "%.2g %% too %s with %s",
                            100 * (double)PetscAbsReal(error), error > 0 ? "long" : "short",
                            scheme->scheme->name));
  }
  PetscCall(PetscFPrintf(
    comm, stderr,
    "fsolve: warning: the motion at the end %s %.2g steps of dt in a period, which is about %.3g "
    "s and %s: give -dt %.2g or less (-show periods prints the lowest periods of the model)\n",
    verb, (double)steps, (double)(steps * dt), what, (double)(steps * dt / 20)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepDoubtReport(const StepDoubt *d, FsSystem sys, const FsState *s,
                               const FsLoading *loading, const FsIntegratorOptions *scheme,
                               PetscReal dt)
{
  const StepSums *const a = &d->stretch[0], *const b = &d->stretch[1];
  const PetscReal n           = (PetscReal)(a->n + b->n);
  PetscReal       q_v_mean[3] = {a->q + b->q, a->v + b->v, 0}, q, v, steps;
  PetscBool       own         = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (n < FEWEST) PetscFunctionReturn(PETSC_SUCCESS);
  /* the sum of both stretches for a moment, without the memory of a third vector */
  PetscCall(VecAXPY(b->sum, 1, a->sum));
  PetscCall(Square(sys, b->sum, &q_v_mean[2]));
  PetscCall(VecAXPY(b->sum, -1, a->sum));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, q_v_mean, 3, MPIU_REAL, MPI_SUM, sys->comm));
  q = q_v_mean[0];
  v = q_v_mean[1];
  if (!(dt * dt * v > PetscSqr(SETTLED) * q)) PetscFunctionReturn(PETSC_SUCCESS);
  steps = 2 * PETSC_PI * PetscSqrtReal(PetscMax(0, q - q_v_mean[2] / n) / v) / dt;
  if (steps > 0) PetscCall(CountOwnSteps(sys, s, loading, scheme, dt, &steps, &own));
  /* a motion along t^3 in n steps, the first ones of a run, has 1.33 n steps in a period by this
     estimate, whatever dt is */
  if (!own && !(steps < (d->next > 2 * ALL ? MANY : 1.2 * n))) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WarnPeriod(sys->comm, scheme, steps, dt, own ? "excites a vibration with" : "has"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepDoubtDestroy(StepDoubt *d)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&d->stretch[k].sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
