/* frequency_estimate.c: estimates the highest frequency about a state by power iteration.

   Accelerations at the state and at a displaced state differ by omega^2 times the displacement. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "family.h"

/* Measures an increment: its displacements over the model's length, plus its rotations. */
static PetscErrorCode MeasureIncrement(FsSystem sys, Vec x, PetscReal *size)
{
  PetscReal square[FS_MEASURES];

  PetscFunctionBeginUser;
  PetscCall(sys->ops.geometry.measure(sys, x, square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, square, FS_MEASURES, MPIU_REAL, MPI_SUM, sys->comm));
  *size = PetscSqrtReal(square[FS_MEASURE_DISPLACEMENT]) / FsSystemCharacteristicLength(sys) +
          PetscSqrtReal(square[FS_MEASURE_ROTATION]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes perturbed->a at the velocities of s and its displacements plus factor times mode. */
static PetscErrorCode PerturbedAcceleration(FsIntegrator in, const FsState *s, PetscReal factor,
                                            Vec mode, FsState *perturbed, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  perturbed->t = s->t;
  /* each call is a separate solve, so their number may exceed the stages of a step */
  info->stages = 0;
  PetscCall(VecCopy(s->v, perturbed->v));
  PetscCall(VecWAXPY(perturbed->q, factor, mode, s->q));
  PetscCall(FsStageSolveAcceleration(in->stage, in->shift.cc, NULL, perturbed, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces mode by the change of accelerations that it causes: a(q - mode) - a(q + mode), which is
   exact up to the square of mode.

   Output: omega2 is the ratio of their sizes [1/s2], along the cosine between them. */
static PetscErrorCode PowerIteration(FsIntegrator in, const FsState *s, Vec change,
                                     FsState *perturbed, Vec mode, PetscReal *omega2,
                                     PetscReal *cosine, FsStageInfo *info)
{
  /* strains of elements of a thousandth of the model change by 1e-4 at most; round-off is
     smaller */
  const PetscReal amplitude = 1e-7;
  PetscReal       size      = 0, before, after;
  PetscScalar     dot;

  PetscFunctionBeginUser;
  PetscCall(MeasureIncrement(in->sys, mode, &size));
  PetscCall(VecScale(mode, amplitude / size));
  PetscCall(PerturbedAcceleration(in, s, -1, mode, perturbed, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(perturbed->a, change));
  PetscCall(PerturbedAcceleration(in, s, 1, mode, perturbed, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAXPY(change, -1, perturbed->a));
  PetscCall(VecNorm(mode, NORM_2, &before));
  PetscCall(VecNorm(change, NORM_2, &after));
  PetscCall(VecDot(change, mode, &dot));
  *omega2 = after / (2 * before);
  *cosine = after > 0 ? PetscRealPart(dot) / (before * after) : 0;
  if (after > 0) PetscCall(VecCopy(change, mode));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorHighestFrequency(FsIntegrator in, const FsState *s, PetscInt iterations,
                                            Vec mode, PetscReal *omega)
{
  /* Relative changes of omega^2 between iterations: the estimate is used, and is as good as
     differences can be. The cosine is that of the angle between a mode and its acceleration, which
     are parallel if the mode is that of the highest frequency; else no frequency is returned. */
  const PetscReal usable = 1e-3, exact = 1e-8, min_cosine = 0.999;
  FsStageInfo     info = {.ok = PETSC_TRUE};
  FsState         perturbed;
  Vec             change;
  PetscReal       omega2 = 0, before = 0, cosine = 0;

  PetscFunctionBeginUser;
  *omega = 0;
  PetscCall(FsSystemStateCreate(in->sys, &perturbed));
  PetscCall(VecDuplicate(s->a, &change));
  for (PetscInt k = 0; k < iterations; k++) {
    before = omega2;
    PetscCall(PowerIteration(in, s, change, &perturbed, mode, &omega2, &cosine, &info));
    if (!info.ok || PetscAbsReal(omega2 - before) <= exact * omega2) break;
  }
  if (info.ok && cosine >= min_cosine && PetscAbsReal(omega2 - before) <= usable * omega2)
    *omega = PetscSqrtReal(omega2);
  PetscCall(VecDestroy(&change));
  PetscCall(FsSystemStateDestroy(&perturbed));
  PetscFunctionReturn(PETSC_SUCCESS);
}
