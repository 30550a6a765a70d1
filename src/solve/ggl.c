/* ggl.c: solves stages of first-order schemes with constraints on positions and velocities.

   The form is that of Gear, Gupta & Leimkuhler 1985 (Negrut, Jay & Khude 2009, eq. (10)). Unknowns
   are q with lambda, and y = q' - v with mu:
     r(q, v, a, lambda, t) = 0,   Phi(q, t) = 0,   W y = G^T mu,   G v + dPhi/dt = 0.
   q' means angular velocities for rotations. W turns angles into lengths
   (FsSystemWeights), so that the rows of y have one unit. Each pair is one vector of
   the system: dofs hold q and y, entries of multipliers hold lambda and mu. y vanishes with the
   error of the scheme. block_newton.c solves the system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "ggl.h"
#include "solve/newton/block_newton.h"
#include "solve/newton/nonlinear.h"
#include "stage_state.h"
#include "system/force_units.h"

struct _n_Stabilized {
  NonlinearStage s;
  BlockNewton    blocks;
  /* [0]: increment of q on the line of the stage, and of lambda over cm; [1]: (y, mu) over cc */
  Vec x[2];
  Vec y, weights, f; /* y with mu; the diagonal of W; scratch */
};

/* Updates the state of the stage and y: v = v(q, q') - y, a = cc (v - v*). */
static PetscErrorCode UpdateStabilizedState(Stabilized b, const Vec x[])
{
  NonlinearStage  s  = b->s;
  const PetscReal cc = s->iteration.shift.cc;

  PetscFunctionBeginUser;
  PetscCall(StageUpdateState(s, x[0]));
  PetscCall(VecAXPBY(b->y, cc, 0, x[1]));
  PetscCall(VecCopy(b->y, b->f)); /* y without mu */
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, b->y, b->f));
  PetscCall(VecAXPY(s->iteration.state.v, -1, b->f));
  PetscCall(VecAXPY(s->iteration.state.a, -cc, b->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StabilizedResidual(void *context, const Vec x[], const Vec r[])
{
  Stabilized                 b     = context;
  const FsSystem             sys   = b->s->sys;
  const Iteration           *it    = &b->s->iteration;
  const FsSystemConstraints *ops   = sys->constraints;
  const PetscReal            scale = it->shift.cm / it->shift.cc;

  PetscFunctionBeginUser;
  PetscCall(UpdateStabilizedState(b, x));
  PetscCall(FsSystemResidual(sys, &it->state, &it->loading, &it->rows, r[0]));
  PetscCall(ops->rows(sys, FS_CONSTRAINT_VELOCITY, &it->state, &it->loading, r[1]));
  PetscCall(ops->force(sys, &it->state, &it->loading, b->y, b->f));
  PetscCall(VecAXPY(r[1], -1, b->f));
  PetscCall(VecPointwiseMult(b->f, b->weights, b->y));
  PetscCall(VecAXPBY(r[1], scale, scale, b->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StabilizedTangent(void *context, const Vec x[], const Mat A[])
{
  Stabilized                 b     = context;
  const FsSystem             sys   = b->s->sys;
  const Iteration           *it    = &b->s->iteration;
  const FsSystemConstraints *ops   = sys->constraints;
  const FsShift              shift = it->shift, by_y = {-shift.cm, -shift.cc, 0, PETSC_FALSE};
  const FsConstraintRows     none  = {FS_CONSTRAINT_POSITION, 0, 0};
  const PetscReal            scale = shift.cm / shift.cc;

  PetscFunctionBeginUser;
  PetscCall(UpdateStabilizedState(b, x));
  PetscCall(FsSystemTangent(sys, &it->state, &it->loading, &it->rows, shift, A[0]));
  PetscCall(FsSystemTangent(sys, &it->state, &it->loading, &none, by_y, A[1]));
  PetscCall(MatZeroEntries(A[2]));
  PetscCall(ops->tangent(sys, &it->state, &it->loading, it->state.q, b->y, -scale,
                         FS_CONSTRAINT_VELOCITY, scale, shift, A[2]));
  PetscCall(MatZeroEntries(A[3]));
  PetscCall(ops->gradient(sys, &it->state, &it->loading, -shift.cm, A[3]));
  PetscCall(VecAXPBY(b->f, shift.cm, 0, b->weights));
  PetscCall(MatDiagonalSet(A[3], b->f, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal StabilizedScale(void *context)
{
  return ((Stabilized)context)->s->iteration.shift.cm;
}

PetscErrorCode StabilizedCreate(NonlinearStage s, Stabilized *out)
{
  const BlockProblem problem = {StabilizedResidual, StabilizedTangent, 0, StabilizedScale,
                                PETSC_FALSE};
  Stabilized         b;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&b));
  b->s = s;
  for (int k = 0; k < 2; k++) PetscCall(VecDuplicate(s->sys->vec, &b->x[k]));
  PetscCall(VecDuplicate(s->sys->vec, &b->y));
  PetscCall(VecDuplicate(s->sys->vec, &b->f));
  PetscCall(VecDuplicate(s->sys->vec, &b->weights));
  PetscCall(FsSystemWeights(s->sys, b->weights));
  PetscCall(BlockNewtonCreate(s->sys, 2, &problem, b, &b->blocks));
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilizedDestroy(Stabilized *out)
{
  Stabilized b = *out;

  PetscFunctionBeginUser;
  if (!b) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(BlockNewtonDestroy(&b->blocks));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&b->x[k]));
  PetscCall(VecDestroy(&b->y));
  PetscCall(VecDestroy(&b->f));
  PetscCall(VecDestroy(&b->weights));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, FsShift shift, const Vec start[3],
                               FsStageInfo *info)
{
  Iteration *it = &b->s->iteration;

  PetscFunctionBeginUser;
  it->loading = FsLoadingOfMotion();
  it->shift   = shift;
  it->rows    = (FsConstraintRows){FS_CONSTRAINT_POSITION, shift.cm, shift.cm};
  it->state.t = t;
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(start[i], it->start[i]));
  for (int k = 0; k < 2; k++) PetscCall(VecZeroEntries(b->x[k]));
  PetscCall(StageSetInitialMultipliers(b->s, b->x[0]));
  PetscCall(BlockNewtonSolve(b->blocks, it->start[0], b->x, info));
  PetscCall(UpdateStabilizedState(b, b->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilizedArchive(Stabilized b, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "stabilized"));
  PetscCall(BlockNewtonArchive(b->blocks, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
