/* explicit_constrained.c: Newton's method (solve/newton/block_newton.h) for the acceleration at t whose displacement at t + h obeys the
   constraints. Fernandez de Bustos et al. 2024, section 8, with Newton's method in place of its iteration. Begin
   with MoveTo. */
#include "explicit_constrained.h"
#include "solve/newton/block_newton.h"

/* The unknown x is what the change of the acceleration adds to dq, a displacement: a = a_0 + x / dq_of_a. */
struct _n_Ahead {
  FsSystem    sys;
  BlockNewton blocks;
  AheadStep   at;             /* the caller's step: the point of the line where x = 0 */
  Vec         x, v, a, dq, j; /* v, a, dq, jerk at x */
  Vec         ahead;          /* displacement at t + h: q composed with dq */
};

static PetscErrorCode MoveTo(Ahead s, Vec x)
{
  const AheadStep *at    = &s->at;
  const PetscReal  scale = 1 / at->dq_of_a;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(s->a, scale, x, at->a));
  PetscCall(VecWAXPY(s->v, at->v_of_a * scale, x, at->v));
  PetscCall(VecWAXPY(s->dq, 1, x, at->dq));
  if (!s->sys->rotations) {
    PetscCall(VecWAXPY(s->ahead, 1, at->q, s->dq));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (at->jerk) {
    PetscCall(VecWAXPY(s->j, at->j_of_a * scale, x, at->jerk));
    PetscCall(s->sys->rotations->commutator_correction(s->sys, at->h, s->v, s->a, s->j, s->dq));
  }
  PetscCall(s->sys->rotations->compose(s->sys, at->q, s->dq, s->ahead));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual(void *context, const Vec x[], const Vec r[])
{
  Ahead                  s       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        scale   = 1 / s->at.dq_of_a;
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, scale};
  const FsState          now     = {.t = s->at.t, .q = s->at.q, .v = s->v, .a = s->a},
                ahead            = {.t = s->at.t + s->at.h, .q = s->ahead};

  PetscFunctionBeginUser;
  PetscCall(MoveTo(s, x[0]));
  PetscCall(s->sys->constraints->rows(s->sys, FS_CONSTRAINT_POSITION, &ahead, &loading, s->j));
  PetscCall(FsSystemResidual(s->sys, &now, &loading, &rows, r[0]));
  PetscCall(VecAXPY(r[0], scale, s->j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(void *context, const Vec x[], const Mat A[])
{
  Ahead                  s       = context;
  const FsLoading        loading = FsLoadingOfMotion();
  const PetscReal        scale   = 1 / s->at.dq_of_a;
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, scale};
  const FsState          now     = {.t = s->at.t, .q = s->at.q, .v = s->v, .a = s->a},
                ahead            = {.t = s->at.t + s->at.h, .q = s->ahead};

  PetscFunctionBeginUser;
  PetscCall(MoveTo(s, x[0]));
  PetscCall(
    FsSystemTangent(s->sys, &now, &loading, &rows, (FsShift){scale, s->at.v_of_a * scale, 0, PETSC_FALSE}, A[0]));
  PetscCall(s->sys->constraints->tangent(s->sys, &ahead, &loading, s->dq, s->x, 0, FS_CONSTRAINT_POSITION, scale,
                                         (FsShift){.ck = 1}, A[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal Scale(void *context) { return 1 / ((Ahead)context)->at.dq_of_a; }

PetscErrorCode AheadCreate(FsSystem sys, Ahead *out)
{
  const BlockProblem problem = {Residual, Tangent, 0, Scale};
  Ahead              s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys           = sys;
  Vec *const all[] = {&s->x, &s->v, &s->a, &s->dq, &s->j, &s->ahead};
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDuplicate(sys->vec, all[k]));
  PetscCall(BlockNewtonCreate(sys, 1, &problem, s, &s->blocks));
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
  PetscCall(BlockNewtonDestroy(&s->blocks));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AheadSolve(Ahead s, AheadStep *step, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  s->at = *step;
  PetscCall(VecZeroEntries(s->x));
  PetscCall(BlockNewtonSolveStage(s->blocks, step->q, &s->x, info));
  if (!info->ok) {
    /* the displacement at t was found for a step of this size: a shorter one does not help */
    info->diverged = PETSC_TRUE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MoveTo(s, s->x));
  PetscCall(VecCopy(s->v, step->v));
  PetscCall(VecCopy(s->a, step->a));
  PetscCall(VecCopy(s->dq, step->dq));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AheadArchive(Ahead s, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(BlockNewtonArchive(s->blocks, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
