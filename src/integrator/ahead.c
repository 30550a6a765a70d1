/* ahead.c: Newton's method for accelerations that keep the constraints of the next step. */
#include "ahead.h"

/* The unknown is what the acceleration adds to dq: a displacement. */
struct _n_Ahead {
  System    sys;
  Coupled   coupled;
  AheadStep at;             /* where the step was given */
  Vec       x, v, a, dq, j; /* at the unknown */
  Vec       ahead;          /* q composed with dq */
};

static PetscErrorCode MoveTo(Ahead s, Vec x)
{
  const AheadStep *at    = &s->at;
  const PetscReal  scale = 1 / at->dq_of_a;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(s->a, scale, x, at->a));
  PetscCall(VecWAXPY(s->v, at->v_of_a * scale, x, at->v));
  PetscCall(VecWAXPY(s->dq, 1, x, at->dq));
  if (at->jerk && s->sys->rotates) {
    PetscCall(VecWAXPY(s->j, at->j_of_a * scale, x, at->jerk));
    PetscCall(s->sys->ops.commute(s->sys, at->h, s->v, s->a, s->j, s->dq));
  }
  PetscCall(s->sys->ops.compose(s->sys, at->q, s->dq, s->ahead));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual(void *context, const Vec x[], const Vec r[])
{
  Ahead           s     = context;
  const PetscReal scale = 1 / s->at.dq_of_a;

  PetscFunctionBeginUser;
  PetscCall(MoveTo(s, x[0]));
  PetscCall(s->sys->ops.constraint(s->sys, CONSTRAINT_POSITION, s->at.t + s->at.h, s->ahead, NULL, NULL, s->j));
  s->sys->rows = (Constraints){CONSTRAINT_POSITION, 0, scale};
  PetscCall(SystemResidual(s->sys, s->at.t, s->at.q, s->v, s->a, r[0]));
  PetscCall(VecAXPY(r[0], scale, s->j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(void *context, const Vec x[], const Mat A[])
{
  Ahead           s     = context;
  const PetscReal scale = 1 / s->at.dq_of_a;

  PetscFunctionBeginUser;
  PetscCall(MoveTo(s, x[0]));
  s->sys->rows = (Constraints){CONSTRAINT_POSITION, 0, scale};
  PetscCall(s->sys->ops.tangent(s->sys, s->at.t, s->at.q, NULL, s->v, s->a, scale, s->at.v_of_a * scale, 0, A[0]));
  PetscCall(s->sys->ops.constraint_tangent(s->sys, s->at.t + s->at.h, s->ahead, s->dq, NULL, NULL, s->x, 0,
                                           CONSTRAINT_POSITION, scale, 0, 1, A[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal Scale(void *context) { return 1 / ((Ahead)context)->at.dq_of_a; }

PetscErrorCode AheadCreate(System sys, Ahead *out)
{
  const CoupledProblem problem = {Residual, Tangent, 0, Scale};
  Ahead                s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys           = sys;
  Vec *const all[] = {&s->x, &s->v, &s->a, &s->dq, &s->j, &s->ahead};
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDuplicate(sys->vec, all[k]));
  PetscCall(CoupledCreate(sys, 1, &problem, s, &s->coupled));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AheadDestroy(Ahead *out)
{
  Ahead s = *out;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  Vec *const all[] = {&s->x, &s->v, &s->a, &s->dq, &s->j, &s->ahead};
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscCall(CoupledDestroy(&s->coupled));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AheadSolve(Ahead s, AheadStep *step, StageInfo *info)
{
  PetscFunctionBeginUser;
  s->at = *step;
  PetscCall(VecZeroEntries(s->x));
  PetscCall(CoupledSolveStage(s->coupled, step->q, &s->x, info));
  if (!info->ok) {
    info->hopeless = PETSC_TRUE; /* what lies ahead was found for steps of this size */
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MoveTo(s, s->x));
  PetscCall(VecCopy(s->v, step->v));
  PetscCall(VecCopy(s->a, step->a));
  PetscCall(VecCopy(s->dq, step->dq));
  PetscFunctionReturn(PETSC_SUCCESS);
}
