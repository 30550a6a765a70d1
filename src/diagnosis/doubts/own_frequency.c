/* own_frequency.c: estimates the natural frequency of the vibration that a motion excites, by the
   Rayleigh quotient x . K x / x . M x of the velocities, or of displacements that follow from them
   by two steps of inverse iteration (Parlett, The Symmetric Eigenvalue Problem, 1998, chapter 4).
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "own_frequency.h"
#include "base/error.h"
#include "eigen/pencil.h"
#include "system/force_units.h"

/* MAX_UNKNOWNS as for -show periods, whose matrix is factored in seconds */
enum { MAX_UNKNOWNS = 50000, ITERATIONS = 2 };

/* Computes x . r at the state with q + step x, or a + step x. */
static PetscErrorCode Work(FsSystem sys, const FsState *s, const FsLoading *loading, Vec x,
                           PetscReal step_q, PetscReal step_a, Vec work[2], PetscReal *power)
{
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 1, 1};
  FsState                shifted = *s;
  PetscScalar            product;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(work[0], step_q != 0 ? step_q : step_a, x, step_q != 0 ? s->q : s->a));
  if (step_q != 0) shifted.q = work[0];
  else shifted.a = work[0];
  PetscCall(FsSystemResidual(sys, &shifted, loading, &rows, work[1]));
  PetscCall(VecDot(work[1], x, &product));
  *power = PetscRealPart(product);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OwnFrequencyOfRates(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   PetscReal *omega)
{
  const PetscReal small = 1e-6; /* of the model, as a step of a difference */
  PetscReal       most, step, forward, backward, heavy, light;
  Vec             x, work[2];

  PetscFunctionBeginUser;
  *omega = 0;
  PetscCall(VecDuplicate(s->v, &x));
  for (int k = 0; k < 2; k++) PetscCall(VecDuplicate(s->v, &work[k]));
  /* velocities without multipliers */
  PetscCall(FsSystemWeights(sys, x));
  PetscCall(VecPointwiseDivide(work[0], x, x)); /* 0 / 0 is 0 */
  PetscCall(VecPointwiseMult(x, work[0], s->v));
  PetscCall(VecNorm(x, NORM_INFINITY, &most));
  if (most > 0 && sys->scales.model_size > 0) {
    step = small * PetscMin(sys->scales.model_size, 1) / most;
    PetscCall(Work(sys, s, loading, x, step, 0, work, &forward));
    PetscCall(Work(sys, s, loading, x, -step, 0, work, &backward));
    PetscCall(Work(sys, s, loading, x, 0, 1 / most, work, &heavy));
    PetscCall(Work(sys, s, loading, x, 0, -1 / most, work, &light));
    forward  = (forward - backward) / step;
    backward = (heavy - light) * most;
    if (forward > 0 && backward > 0) *omega = PetscSqrtReal(forward / backward);
  }
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&work[k]));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Iterate(FsSystem sys, const FsState *s, const FsLoading *loading,
                              PetscReal below, PetscReal *omega)
{
  const PetscReal nearly = 0.1; /* unbalanced moments of a motion make K a little asymmetric */
  PetscReal       mu     = 0, round_off, mass;
  PetscInt        nbelow = PENCIL_SINGULAR;
  Pencil          p;
  Vec             x, y;

  PetscFunctionBeginUser;
  PetscCall(PencilCreate(sys, s, loading, &p));
  if (p->asymmetry < nearly) PetscCall(PencilFactor(p, -below * below, &nbelow));
  if (nbelow != PENCIL_SINGULAR) {
    PetscCall(VecDuplicate(s->v, &x));
    PetscCall(VecDuplicate(s->v, &y));
    PetscCall(VecCopy(s->v, x));
    for (int k = 0; k < ITERATIONS; k++) {
      PetscCall(MatMult(p->M, x, y));
      PetscCall(MatSolve(p->factors, y, x));
    }
    PetscCall(PencilRayleigh(p, x, y, &mu, &round_off, &mass));
    if (mass > 0 && mu > round_off) *omega = PetscSqrtReal(mu);
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
  }
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OwnFrequencyOfMotion(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal below, PetscReal *omega)
{
  PetscInt    n;
  CaughtError caught;

  PetscFunctionBeginUser;
  *omega = 0;
  PetscCall(VecGetSize(sys->vec, &n));
  if (n > MAX_UNKNOWNS || sys->traits.friction) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CatchErrorsBegin(&caught));
  (void)Iterate(sys, s, loading, below, omega); /* no warning is worth the end of a run */
  PetscCall(CatchErrorsEnd());
  if (caught.alone) PetscCall(RaiseCaughtError(sys->comm, &caught));
  if (caught.code) *omega = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
