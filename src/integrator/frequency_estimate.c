/* frequency_estimate.c: the largest frequency of small motions about a state, by power iteration: accelerations at the state and beside
   it differ by omega^2 times the distance. */
#include "family.h"

/* The size of an increment: its displacements over the model's length, and its rotations. */
static PetscErrorCode Size(FsSystem sys, Vec x, PetscReal *size)
{
  PetscReal square[FS_MEASURES];

  PetscFunctionBeginUser;
  PetscCall(sys->ops.measure(sys, x, square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, square, FS_MEASURES, MPIU_REAL, MPI_SUM, sys->comm));
  *size = PetscSqrtReal(square[FS_MEASURE_DISPLACEMENT]) / FsSystemCharacteristicLength(sys) +
          PetscSqrtReal(square[FS_MEASURE_ROTATION]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* near->a at the velocities of s and its displacements, with mode added unless it is NULL. */
static PetscErrorCode AccelerateNear(FsIntegrator in, const FsState *s, Vec mode, FsState *near, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  near->t      = s->t;
  info->stages = 0; /* each is a solve of its own: more of them than a step has stages */
  PetscCall(VecCopy(s->v, near->v));
  if (mode) PetscCall(VecWAXPY(near->q, 1, mode, s->q));
  else PetscCall(VecCopy(s->q, near->q));
  PetscCall(FsStageSolveAcceleration(in->stage, in->shift.cc, NULL, near, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* mode becomes the change of accelerations that it makes; omega2 [1/s2]: its size by that of mode; along: the cosine between them. */
static PetscErrorCode Iterate(FsIntegrator in, const FsState *s, Vec rest, FsState *near, Vec mode, PetscReal *omega2,
                              PetscReal *along, FsStageInfo *info)
{
  const PetscReal small =
    1e-7; /* strains of elements a thousandth of the model change by 1e-4 at most, round-off is below that */
  PetscReal   size = 0, before, after;
  PetscScalar dot;

  PetscFunctionBeginUser;
  PetscCall(Size(in->sys, mode, &size));
  PetscCall(VecScale(mode, small / size));
  PetscCall(AccelerateNear(in, s, mode, near, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecAYPX(near->a, -1, rest));
  PetscCall(VecNorm(mode, NORM_2, &before));
  PetscCall(VecNorm(near->a, NORM_2, &after));
  PetscCall(VecDot(near->a, mode, &dot));
  *omega2 = after / before;
  *along  = after > 0 ? PetscRealPart(dot) / (before * after) : 0;
  if (after > 0) PetscCall(VecCopy(near->a, mode));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorHighestFrequency(FsIntegrator in, const FsState *s, PetscInt most, Vec mode,
                                            PetscReal *omega)
{
  const PetscReal same = 1e-3, straight = 0.999;
  FsStageInfo     info = {.ok = PETSC_TRUE};
  FsState         near;
  Vec             rest;
  PetscReal       omega2 = 0, before, along = 0;

  PetscFunctionBeginUser;
  *omega = 0;
  PetscCall(FsSystemStateCreate(in->sys, &near));
  PetscCall(VecDuplicate(s->a, &rest));
  PetscCall(AccelerateNear(in, s, NULL, &near, &info));
  PetscCall(VecCopy(near.a, rest));
  for (PetscInt k = 0; info.ok && k < most && *omega == 0; k++) {
    before = omega2;
    PetscCall(Iterate(in, s, rest, &near, mode, &omega2, &along, &info));
    if (info.ok && along >= straight && PetscAbsReal(omega2 - before) <= same * omega2) *omega = PetscSqrtReal(omega2);
  }
  PetscCall(VecDestroy(&rest));
  PetscCall(FsSystemStateDestroy(&near));
  PetscFunctionReturn(PETSC_SUCCESS);
}
