/* explicit_stage.c: computes the coefficients of conditionally explicit schemes, and solves
   their stages on systems with joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "explicit_stage.h"
#include "solve/newton/block_newton.h"

PetscReal taylor_weight(PetscReal h, PetscInt n)
{
  return n == 0 ? 1 : h / (PetscReal)n * taylor_weight(h, n - 1);
}

PetscReal velocity_per_acceleration(const ExplicitFormula *f, PetscReal h)
{
  return f->d == 2 ? h * f->p[1]
                   : f->p[1] * taylor_weight(h, f->d - 1) / (f->p[2] * taylor_weight(h, f->d - 2));
}

void known_coefficients(const ExplicitFormula *f, PetscReal h, PetscInt m, PetscReal c[])
{
  const PetscReal weight = taylor_weight(h, f->d - m);

  for (PetscInt i = 0; i <= f->d + 1; i++) c[i] = i >= m && i < f->d ? taylor_weight(h, i - m) : 0;
  c[f->d] = weight * (1 - f->p[m]);
}

void displacement_coefficients(const ExplicitFormula *f, PetscReal h, PetscReal ratio,
                               PetscReal c[])
{
  const PetscReal weight = taylor_weight(h, f->d), back = (1 - f->p[0]) * ratio;

  for (PetscInt i = 0; i <= f->d + 1; i++) c[i] = i < f->d ? taylor_weight(h, i) : 0;
  c[f->d]     = weight * (1 - back);
  c[f->d + 1] = weight * back;
}

void new_derivatives(const ExplicitFormula *f, PetscReal h,
                     PetscReal derivative[][EXPLICIT_MAX_D + 3])
{
  const PetscInt new = f->d + 2;

  for (PetscInt m = 0; m <= f->d; m++)
    for (PetscInt i = 0; i <= new; i++) derivative[m][i] = 0;
  for (PetscInt m = 1; m < f->d; m++) known_coefficients(f, h, m, derivative[m]);
  if (f->d == 2) {
    derivative[2][new] = 1;
  } else { /* top_{k+1} follows from a_{k+1}, then its part of the other derivatives */
    const PetscReal scale = 1 / (f->p[2] * taylor_weight(h, f->d - 2));

    for (PetscInt i = 0; i < new; i++) derivative[f->d][i] = -scale * derivative[2][i];
    derivative[f->d][new] = scale;
  }
  for (PetscInt m = 1; m < f->d; m++)
    for (PetscInt i = 0; i <= new; i++)
      derivative[m][i] += f->p[m] * taylor_weight(h, f->d - m) * derivative[f->d][i];
}

void next_coefficients(const ExplicitFormula *f, PetscReal h, PetscReal q[], PetscReal jerk[])
{
  PetscReal derivative[EXPLICIT_MAX_D + 1][EXPLICIT_MAX_D + 3];

  new_derivatives(f, h, derivative);
  for (PetscInt i = 0; i <= f->d + 2; i++) {
    q[i] = f->p[0] * taylor_weight(h, f->d) * derivative[f->d][i];
    for (PetscInt m = 1; m < f->d; m++) q[i] += taylor_weight(h, m) * derivative[m][i];
    jerk[i] = f->d > 2 ? derivative[3][i] : 0;
  }
  q[f->d] += (1 - f->p[0]) * taylor_weight(h, f->d); /* the formula's top_{k-1} in the next step */
}

PetscBool is_stable_constrained(const ExplicitFormula *f, PetscReal h)
{
  enum { STEPS = 1000 };
  /* relative to the start: an unstable formula exceeds it within 1000 steps if its root is larger
     than 1.014, and the powers of a double root on the unit circle do not reach it */
  const PetscReal growth_limit          = 1e6;
  PetscReal       x[EXPLICIT_MAX_D + 3] = {0, 1, 1, 1, 1, 1, 0}, q[EXPLICIT_MAX_D + 3],
                               jerk[EXPLICIT_MAX_D + 3],
                               derivative[EXPLICIT_MAX_D + 1][EXPLICIT_MAX_D + 3];

  next_coefficients(f, h, q, jerk);
  new_derivatives(f, h, derivative);
  /* scales all to the size of displacements */
  for (PetscInt i = 1; i <= f->d; i++) x[i] /= taylor_weight(h, i);
  for (int k = 0; k < STEPS; k++) {
    const PetscReal previous_top          = x[f->d];
    PetscReal       y[EXPLICIT_MAX_D + 3] = {0};

    x[f->d + 2] = 0;
    for (PetscInt i = 0; i <= f->d + 1; i++) x[f->d + 2] -= q[i] / q[f->d + 2] * x[i];
    for (PetscInt m = 1; m <= f->d; m++)
      for (PetscInt i = 0; i <= f->d + 2; i++) y[m] += derivative[m][i] * x[i];
    for (PetscInt m = 1; m <= f->d; m++) {
      x[m] = y[m];
      if (!(PetscAbsReal(x[m]) * taylor_weight(h, m) < growth_limit)) return PETSC_FALSE;
    }
    x[f->d + 1] = previous_top;
  }
  return PETSC_TRUE;
}

/* ---- explicit constrained -------------------------------------------------------------------- */

/* Solves stages of explicit schemes with joints by Newton's method.

   The displacement at t + h obeys the constraints; the unknown is the acceleration at t.
   Fernandez de Bustos et al. 2024, section 8, with Newton's method (solve/newton/block_newton.h)
   instead of its iteration. */

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

/* The two states at which a stage evaluates the system: "now" has the forces and the accelerations,
   and "next" the displacements, which obey the constraints. They borrow the vectors of s. */
typedef struct {
  FsState now, next;
} TwoStates;

static TwoStates states_of(ExplicitConstrained s)
{
  const ExplicitConstrainedStep *step = &s->step;

  return (TwoStates){
    .now  = {.t = step->t, .q = step->q, .v = s->v, .a = s->a},
    .next = {.t = step->t + step->h,   .q = s->next              }
  };
}

static PetscErrorCode Residual_Constrained(void *context, const Vec x[], const Vec r[])
{
  ExplicitConstrained    s       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        scale   = 1 / s->step.dq_da;
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, scale};
  const TwoStates        at      = states_of(s);

  PetscFunctionBeginUser;
  PetscCall(UpdateState_Constrained(s, x[0]));
  PetscCall(s->sys->constraints->rows(s->sys, FS_CONSTRAINT_POSITION, &at.next, &loading, s->j));
  PetscCall(FsSystemResidual(s->sys, &at.now, &loading, &rows, r[0]));
  PetscCall(VecAXPY(r[0], scale, s->j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Constrained(void *context, const Vec x[], const Mat A[])
{
  ExplicitConstrained    s       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        scale   = 1 / s->step.dq_da;
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, scale};
  const TwoStates        at      = states_of(s);

  PetscFunctionBeginUser;
  PetscCall(UpdateState_Constrained(s, x[0]));
  PetscCall(FsSystemTangent(s->sys, &at.now, &loading, &rows,
                            (FsShift){scale, s->step.dv_da * scale, 0, PETSC_FALSE}, A[0]));
  PetscCall(s->sys->constraints->tangent(s->sys, &at.next, &loading, s->dq, s->x, 0,
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
  return BlockNewtonArchive(s->blocks, a);
}
