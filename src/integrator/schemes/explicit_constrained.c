/* explicit_constrained.c: solves stages of explicit schemes with joints by Newton's method.

   The displacement at t + h obeys the constraints; the unknown is the acceleration at t. Fernandez
   de Bustos et al. 2024, section 8, with Newton's method (solve/newton/block_newton.h) instead of
   its iteration. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "explicit_constrained.h"
#include "solve/newton/block_newton.h"

/* The unknown x is the change of dq due to a change of the acceleration: a = a_0 + x / dq_da. */
struct _n_ExplicitConstrained {
  FsSystem    sys;
  BlockNewton blocks;
  /* the caller's step, the point of the line with x = 0 */
  ExplicitConstrainedStep step;
  Vec                     x, v, a, dq, j; /* v, a, dq, jerk at x */
  Vec                     next;           /* displacement at t + h: q composed with dq */
};

static PetscErrorCode UpdateState_Constrained(ExplicitConstrained s, Vec x)
{
  const ExplicitConstrainedStep *step  = &s->step;
  const PetscReal                scale = 1 / step->dq_da;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(s->a, scale, x, step->a));
  PetscCall(VecWAXPY(s->v, step->dv_da * scale, x, step->v));
  PetscCall(VecWAXPY(s->dq, 1, x, step->dq));
  if (!s->sys->rotations) {
    PetscCall(VecWAXPY(s->next, 1, step->q, s->dq));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (step->jerk) {
    PetscCall(VecWAXPY(s->j, step->dj_da * scale, x, step->jerk));
    PetscCall(s->sys->rotations->commutator_correction(s->sys, step->h, s->v, s->a, s->j, s->dq));
  }
  PetscCall(s->sys->rotations->compose(s->sys, step->q, s->dq, s->next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Constrained(void *context, const Vec x[], const Vec r[])
{
  ExplicitConstrained    s       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        scale   = 1 / s->step.dq_da;
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, scale};
  const FsState          now     = {.t = s->step.t, .q = s->step.q, .v = s->v, .a = s->a},
                next             = {.t = s->step.t + s->step.h, .q = s->next};

  PetscFunctionBeginUser;
  PetscCall(UpdateState_Constrained(s, x[0]));
  PetscCall(s->sys->constraints->rows(s->sys, FS_CONSTRAINT_POSITION, &next, &loading, s->j));
  PetscCall(FsSystemResidual(s->sys, &now, &loading, &rows, r[0]));
  PetscCall(VecAXPY(r[0], scale, s->j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Constrained(void *context, const Vec x[], const Mat A[])
{
  ExplicitConstrained    s       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        scale   = 1 / s->step.dq_da;
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, scale};
  const FsState          now     = {.t = s->step.t, .q = s->step.q, .v = s->v, .a = s->a},
                next             = {.t = s->step.t + s->step.h, .q = s->next};

  PetscFunctionBeginUser;
  PetscCall(UpdateState_Constrained(s, x[0]));
  PetscCall(FsSystemTangent(s->sys, &now, &loading, &rows,
                            (FsShift){scale, s->step.dv_da * scale, 0, PETSC_FALSE}, A[0]));
  PetscCall(s->sys->constraints->tangent(s->sys, &next, &loading, s->dq, s->x, 0,
                                         FS_CONSTRAINT_POSITION, scale, (FsShift){.ck = 1}, A[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal Scale_Constrained(void *context)
{
  return 1 / ((ExplicitConstrained)context)->step.dq_da;
}

PetscErrorCode ExplicitConstrainedCreate(FsSystem sys, ExplicitConstrained *out)
{
  const BlockProblem  problem = {Residual_Constrained, Tangent_Constrained, 0, Scale_Constrained};
  ExplicitConstrained s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys           = sys;
  Vec *const all[] = {&s->x, &s->v, &s->a, &s->dq, &s->j, &s->next};
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++)
    PetscCall(VecDuplicate(sys->vec, all[k]));
  PetscCall(BlockNewtonCreate(sys, 1, &problem, s, &s->blocks));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExplicitConstrainedDestroy(ExplicitConstrained *out)
{
  ExplicitConstrained s = *out;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  Vec *const all[] = {&s->x, &s->v, &s->a, &s->dq, &s->j, &s->next};
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscCall(BlockNewtonDestroy(&s->blocks));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExplicitConstrainedSolve(ExplicitConstrained s, ExplicitConstrainedStep *step,
                                        FsStageInfo *info)
{
  PetscFunctionBeginUser;
  s->step = *step;
  PetscCall(VecZeroEntries(s->x));
  PetscCall(BlockNewtonSolveStage(s->blocks, step->q, &s->x, info));
  if (!info->ok) {
    /* the displacement at t belongs to a step of this size, so a shorter step does not help */
    info->diverged = PETSC_TRUE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(UpdateState_Constrained(s, s->x));
  PetscCall(VecCopy(s->v, step->v));
  PetscCall(VecCopy(s->a, step->a));
  PetscCall(VecCopy(s->dq, step->dq));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExplicitConstrainedArchive(ExplicitConstrained s, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(BlockNewtonArchive(s->blocks, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
