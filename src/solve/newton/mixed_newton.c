/* mixed_newton.c: predicts the strains of tangents, as Newton's method with independent stresses
   does.

   The stresses at the integration points are unknowns of their own, which the element eliminates.
   This equals Newton's method in the displacements with other strains in the term of their second
   derivatives. These are not the strains at the present point, but those that the linearization at
   the last point predicts for it. If a beam hardly stretches or shears, the strains of the present
   point are wild, because the last step was exact only for the linearized strains. Both are equal
   at the solution. Magisano, Leonetti & Garcea, How to improve efficiency and robustness of the
   Newton method in geometrically non-linear structural problem discretized via displacement-based
   finite elements, CMAME 313 (2017). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "nonlinear.h"

/* Sizes of steps relative to the model size, or in rad, see NewtonTest; they have no unit. Below
   SHORT second derivatives do not matter. If the first step of the last solve is above LONG, the
   predicted state is stretched by much more than strains change in a step. The sizes choose the
   tangent alone and change no solution. tests/solve/newton.py compares iterations and answers with
   those of -newton_mixed false, for slender beams, and the row "iterations of Newton's method" of
   tests/relations/guards.py counts the same in any units. */
static const PetscReal SHORT = 1e-5, LONG = 3e-3;

PetscErrorCode PredictedStrainsDestroy(PredictedStrains *f)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&f->x));
  PetscCall(VecDestroy(&f->spin));
  PetscCall(VecDestroy(&f->strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets f->strain to the prediction of the linearization at f->x for x. Overwrites f->x. */
static PetscErrorCode PredictStrains(NonlinearStage s, Vec x)
{
  const Iteration  *it     = &s->iteration;
  PredictedStrains *f      = &s->predicted;
  FsState           before = {.t = it->state.t, .q = f->x};
  /* prescribed motions do not change between iterates */
  FsLoading quasistatic = it->loading;
  Vec       step;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &step));
  quasistatic.quasistatic = PETSC_TRUE;
  before.v                = step;
  PetscCall(VecWAXPY(step, -1, f->x, x));
  PetscCall(VecScale(step, it->shift.ck));
  PetscCall(VecAYPX(f->x, it->shift.ck, it->start[0]));
  if (s->sys->rotations) {
    PetscCall(s->sys->rotations->velocity(s->sys, f->x, step, f->spin));
    before.v = f->spin;
  }
  PetscCall(FsSystemStrains(s->sys, &before, &quasistatic, f->strain));
  PetscCall(WorkspaceRestore(s->work, &step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the first tangent of the solve uses the strains of the accepted state. */
static PetscBool uses_accepted_strains(NonlinearStage s)
{
  return (PetscBool)(!s->predicted.first && s->last_accepted && s->iteration.shift.cm > 0 &&
                     s->test.first_size > LONG);
}

/* Computes the strains of the last accepted state. */
static PetscErrorCode FindAcceptedStrains(NonlinearStage s, Vec strain)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   last    = {.t = s->last_accepted->t, .q = s->last_accepted->q};

  PetscFunctionBeginUser;
  PetscCall(FsSystemStrains(s->sys, &last, &loading, strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StagePredictStrains(NonlinearStage s, PetscInt iteration, PetscBool needed, Vec x,
                                   Vec *strain)
{
  PredictedStrains *f = &s->predicted;

  PetscFunctionBeginUser;
  *strain = NULL;
  if (needed) f->from_accepted = PETSC_FALSE;
  if (!s->sys->strain || s->exact_strains || s->iteration.shift.ck == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!f->x) {
    PetscCall(VecDuplicate(s->sys->vec, &f->x));
    if (s->sys->rotations) PetscCall(VecDuplicate(s->sys->vec, &f->spin));
    PetscCall(VecDuplicate(s->sys->strain, &f->strain));
  }
  if (!iteration) {
    *strain = f->first;
    if (needed && uses_accepted_strains(s)) {
      PetscCall(FindAcceptedStrains(s, f->strain));
      *strain          = f->strain;
      f->from_accepted = PETSC_TRUE;
    }
  } else if (needed && s->test.size > SHORT) {
    PetscCall(PredictStrains(s, x));
    *strain = f->strain;
  }
  PetscCall(VecCopy(x, f->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
