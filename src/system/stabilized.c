/* stabilized.c: the stage of first-order schemes with constraints on positions and velocities (Gear, Gupta & Leimkuhler 1985;
   Negrut, Jay & Khude 2009, eq. (10)): besides q and lambda the unknowns are y = q' - v and mu,
     r(q, v, a, lambda, t) = 0,  Phi(q, t) = 0,   W y = G^T mu,  G v + dPhi/dt = 0,
   where rates are angular velocities on rotations. W makes lengths of angles: see SystemOps.weights. y and mu are one vector of the
   system; without errors of the scheme it is zero. */
#include "stage.h"

struct _n_Stabilized {
  Stage     s;
  Coupled   coupled;
  PetscReal t, cv, ca;
  Vec       x[2];          /* increment of q; y and mu over cv */
  Vec       y, weights, f; /* f: scratch */
};

/* q, rate, v, a of the stage and y at x. */
static PetscErrorCode MoveTo(Stabilized b, const Vec x[])
{
  Stage s = b->s;

  PetscFunctionBeginUser;
  PetscCall(StageMoveTo(s, x[0]));
  PetscCall(VecAXPBY(b->y, b->cv, 0, x[1]));
  PetscCall(VecCopy(b->y, b->f)); /* multipliers are no velocities */
  PetscCall(s->sys->ops.add_multipliers(s->sys, -1, b->y, b->f));
  PetscCall(VecAXPY(s->now[1], -1, b->f));
  PetscCall(VecAXPY(s->now[2], -b->cv, b->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StabilizedResidual(void *context, const Vec x[], const Vec r[])
{
  Stabilized      b     = context;
  Stage           s     = b->s;
  const PetscReal scale = b->ca / b->cv;

  PetscFunctionBeginUser;
  PetscCall(MoveTo(b, x));
  s->sys->rows = (Constraints){CONSTRAINT_POSITION, b->ca, b->ca};
  PetscCall(SystemResidual(s->sys, b->t, s->now[0], s->now[1], s->now[2], r[0]));
  PetscCall(s->sys->ops.constraint(s->sys, CONSTRAINT_VELOCITY, b->t, s->now[0], s->now[1], NULL, r[1]));
  PetscCall(s->sys->ops.constraint_force(s->sys, b->t, s->now[0], b->y, b->f));
  PetscCall(VecAXPY(r[1], -1, b->f));
  PetscCall(VecPointwiseMult(b->f, b->weights, b->y));
  PetscCall(VecAXPBY(r[1], scale, scale, b->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StabilizedTangent(void *context, const Vec x[], const Mat A[])
{
  Stabilized      b     = context;
  Stage           s     = b->s;
  const PetscReal scale = b->ca / b->cv;

  PetscFunctionBeginUser;
  PetscCall(MoveTo(b, x));
  s->sys->rows = (Constraints){CONSTRAINT_POSITION, b->ca, b->ca};
  PetscCall(s->sys->ops.tangent(s->sys, b->t, s->now[0], s->rate, s->now[1], s->now[2], b->ca, b->cv, 1, A[0]));
  s->sys->rows = (Constraints){CONSTRAINT_POSITION, 0, 0};
  PetscCall(s->sys->ops.tangent(s->sys, b->t, s->now[0], NULL, s->now[1], s->now[2], -b->ca, -b->cv, 0, A[1]));
  PetscCall(MatZeroEntries(A[2]));
  PetscCall(s->sys->ops.constraint_tangent(s->sys, b->t, s->now[0], NULL, s->rate, s->now[1], b->y, -scale,
                                           CONSTRAINT_VELOCITY, scale, b->cv, 1, A[2]));
  PetscCall(MatZeroEntries(A[3]));
  PetscCall(s->sys->ops.gradient(s->sys, b->t, s->now[0], -b->ca, A[3]));
  PetscCall(VecAXPBY(b->f, b->ca, 0, b->weights));
  PetscCall(MatDiagonalSet(A[3], b->f, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal StabilizedScale(void *context) { return ((Stabilized)context)->ca; }

PetscErrorCode StabilizedCreate(Stage s, Stabilized *out)
{
  const CoupledProblem problem = {StabilizedResidual, StabilizedTangent, 0, StabilizedScale};
  Stabilized           b;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&b));
  b->s = s;
  for (int k = 0; k < 2; k++) PetscCall(VecDuplicate(s->b, &b->x[k]));
  PetscCall(VecDuplicate(s->b, &b->y));
  PetscCall(VecDuplicate(s->b, &b->f));
  PetscCall(VecDuplicate(s->b, &b->weights));
  PetscCall(s->sys->ops.weights(s->sys, b->weights));
  PetscCall(CoupledCreate(s->sys, 2, &problem, b, &b->coupled));
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilizedDestroy(Stabilized *out)
{
  Stabilized b = *out;

  PetscFunctionBeginUser;
  if (!b) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CoupledDestroy(&b->coupled));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&b->x[k]));
  PetscCall(VecDestroy(&b->y));
  PetscCall(VecDestroy(&b->f));
  PetscCall(VecDestroy(&b->weights));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* s->line and s->rates are set; state: q, qd, v* at the start. */
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, const Vec state[3], StageInfo *info)
{
  Stage s = b->s;

  PetscFunctionBeginUser;
  b->t  = t;
  b->cv = s->line.cv;
  b->ca = s->line.ca;
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(state[i], s->start[i]));
  for (int k = 0; k < 2; k++) PetscCall(VecZeroEntries(b->x[k]));
  PetscCall(CoupledSolve(b->coupled, s->start[0], b->x, info));
  PetscCall(MoveTo(b, b->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
