/* singularity_watch.c: detects singular positions of models whose constraints are independent.

   redundancy_watch.c serves the other models. G is the scaled constraint gradient
   (constraint_gram.h), and G+ is its pseudo-inverse at an earlier position. G G+ is 1 at first. Its
   determinant changes sign if the rank of G falls on the way: there an eigenvalue of the change 1 -
   G G+ passes 1. Rows that are always small, as those of long chains, do not matter to it. One
   iteration a step, with factors of an earlier step, follows the largest eigenvalue. If it is
   large, factors at the last state and Arnoldi's method decide. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "singularity_watch.h"
#include "constraint_gram.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include <petscblaslapack.h>

static const PetscReal REGULARIZATION = 1e-13; /* of ConstraintGram */
/* Size of the change above which it is examined; distance from 1 that counts as singular. */
static const PetscReal LARGE = 0.3, SINGULAR = CHANGE_POINT_INSIDE;

struct _n_SingularityWatch {
  FsStage        s;
  ConstraintGram g;                /* at the reference position */
  PetscBool      at_last_accepted; /* the reference is the last accepted state */
  PetscBool      has_reference;    /* a reference exists */
  PetscReal      reference_time;   /* of the reference [s] */
  PetscReal      next;             /* time of the next check [s] */
  PetscReal      rate;             /* of the change, the largest of late [1/s] */
  /* number of consecutive checks from the last accepted state without a large change */
  PetscInt  ncalm;
  PetscBool has_vector; /* z is a good start vector */
  /* vector with the largest change; see PowerIterate; work vector */
  Vec z, noise, x;
};

/* Computes e = (1 - G G+) z with G at a state. */
static PetscErrorCode ApplyGradientChange(SingularityWatch p, const FsState *state,
                                          const FsLoading *loading, Vec z, Vec e)
{
  const FsSystem  sys         = p->s->sys;
  const FsLoading quasistatic = {.factor = loading->factor, .quasistatic = PETSC_TRUE};
  const FsState   at          = {.t = state->t, .q = state->q, .v = p->x};

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSolveDofs(p->g, z, p->x));
  PetscCall(VecPointwiseMult(p->x, p->x, ConstraintGramGetScaling(p->g)));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_VELOCITY, &at, &quasistatic, e));
  PetscCall(VecPointwiseMult(e, e, ConstraintGramGetScaling(p->g)));
  PetscCall(VecAYPX(e, -1, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SingularityWatchCreate(FsStage s, SingularityWatch *out)
{
  SingularityWatch p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  p->s = s;
  PetscCall(
    ConstraintGramCreate(s, s->sys->constraints, CONSTRAINT_SCALING_UNIT, REGULARIZATION, &p->g));
  PetscCall(VecDuplicate(s->b, &p->z));
  PetscCall(VecDuplicate(s->b, &p->x));
  PetscCall(VecDuplicate(s->b, &p->noise));
  PetscCall(ConstraintGramSetRandom(p->g, 0, PETSC_TRUE, p->noise));
  PetscCall(VecNormalize(p->noise, NULL));
  PetscCall(VecCopy(p->noise, p->z));
  *out = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SingularityWatchDestroy(SingularityWatch *out)
{
  SingularityWatch p = *out;

  PetscFunctionBeginUser;
  if (!p) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintGramDestroy(&p->g));
  PetscCall(VecDestroy(&p->z));
  PetscCall(VecDestroy(&p->x));
  PetscCall(VecDestroy(&p->noise));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SingularityWatchArchive(SingularityWatch p, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "passage"));
  PetscCall(FsArchiveBool(a, "last", &p->at_last_accepted));
  PetscCall(FsArchiveBool(a, "begun", &p->has_reference));
  PetscCall(FsArchiveReals(a, "from", 1, &p->reference_time));
  PetscCall(FsArchiveReals(a, "next", 1, &p->next));
  PetscCall(FsArchiveReals(a, "rate", 1, &p->rate));
  PetscCall(FsArchiveInt(a, "calm", &p->ncalm));
  PetscCall(FsArchiveBool(a, "found", &p->has_vector));
  PetscCall(FsArchiveVec(a, "z", p->z));
  if (p->has_reference) PetscCall(ConstraintGramArchive(p->g, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { MIN_VECTORS = 8, MAX_VECTORS = 24 }; /* number of vectors of Arnoldi's method */

/* Finds the largest real eigenvalue of H[n][n], in Hessenberg form by columns, truncated below by
   left. *passed: it passes 1, at *fraction of the way; *sure: the residual of its vector is small
   against its distance from 1. */
static PetscErrorCode CheckEigenvalue(PetscInt n, PetscScalar H[][MAX_VECTORS + 1],
                                      PetscReal subdiagonal, PetscBool *passed, PetscBool *sure,
                                      PetscReal *fraction)
{
  enum { ROOM = 8 * MAX_VECTORS };
  const PetscReal small = 0.1;
  PetscBLASInt    order = (PetscBLASInt)n, one = 1, room = ROOM, info;
  PetscScalar     A[MAX_VECTORS * MAX_VECTORS], re[MAX_VECTORS], im[MAX_VECTORS],
    y[MAX_VECTORS * MAX_VECTORS], work[ROOM], none;
  PetscReal residual;
  PetscInt  top = -1;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) PetscCall(PetscArraycpy(&A[k * n], H[k], n));
  LAPACKgeev_("N", "V", &order, A, &order, re, im, &none, &one, y, &order, work, &room, &info);
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's geev ends with %d", (int)info);
  *passed = *sure = PETSC_FALSE;
  for (PetscInt k = 0; k < n; k++)
    if (im[k] == 0 && (top < 0 || re[k] > re[top])) top = k;
  if (top < 0) PetscFunctionReturn(PETSC_SUCCESS);
  residual  = subdiagonal * PetscAbsReal(y[top * n + n - 1]);
  *passed   = (PetscBool)(re[top] >= 1 - SINGULAR);
  *fraction = *passed ? PetscMin(1, 1 / re[top]) : 0;
  *sure     = (PetscBool)(residual <= small * PetscMax(PetscAbsReal(re[top] - 1), SINGULAR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Decides by Arnoldi's method from z, until the result is sure. *passed is false if it does not
   become sure. */
static PetscErrorCode DecideByArnoldi(SingularityWatch p, const FsState *state,
                                      const FsLoading *loading, PetscBool *passed,
                                      PetscReal *fraction)
{
  /* Norm of the next vector, relative to eigenvalues of about 1: below it the vectors span an
     invariant space, and the eigenvalues of H are exact up to round-off. */
  const PetscReal round_off                       = 1e-10;
  PetscScalar     H[MAX_VECTORS][MAX_VECTORS + 1] = {{0}}, part[MAX_VECTORS];
  PetscBool       sure                            = PETSC_FALSE;
  PetscReal       subdiagonal                     = 1;
  Vec            *v;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(p->z, MAX_VECTORS + 1, &v));
  PetscCall(VecCopy(p->z, v[0]));
  for (PetscInt n = 0; n < MAX_VECTORS && subdiagonal > round_off && !sure; n++) {
    PetscCall(ApplyGradientChange(p, state, loading, v[n], v[n + 1]));
    for (int twice = 0; twice < 2;
         twice++) { /* the second pass removes the round-off of the first */
      PetscCall(VecMDot(v[n + 1], n + 1, v, part));
      for (PetscInt k = 0; k <= n; k++) {
        H[n][k] += part[k];
        part[k] = -part[k];
      }
      PetscCall(VecMAXPY(v[n + 1], n + 1, part, v));
    }
    PetscCall(VecNormalize(v[n + 1], &subdiagonal));
    H[n][n + 1] = subdiagonal;
    if (n + 1 >= MIN_VECTORS || subdiagonal <= round_off)
      PetscCall(CheckEigenvalue(n + 1, H, subdiagonal, passed, &sure, fraction));
  }
  *passed = (PetscBool)(*passed && sure);
  PetscCall(VecDestroyVecs(MAX_VECTORS + 1, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes *change, the size of the change in the direction of its largest vector, by power
   iteration. Noise keeps components that are still small. */
static PetscErrorCode PowerIterate(SingularityWatch p, const FsState *state,
                                   const FsLoading *loading, PetscReal *change)
{
  const PetscReal some       = 0.1;
  const int       iterations = p->has_vector ? 2 : 6;
  Vec             e          = p->s->b;

  PetscFunctionBeginUser;
  for (int i = 0; i < iterations; i++) {
    PetscCall(ApplyGradientChange(p, state, loading, p->z, e));
    PetscCall(VecNorm(e, NORM_2, change));
    if (*change > 0) PetscCall(VecAXPBY(p->z, 1 / *change, 0, e));
    PetscCall(VecAXPY(p->z, some, p->noise));
    PetscCall(VecNormalize(p->z, NULL));
  }
  p->has_vector = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes the last accepted state the reference. */
static PetscErrorCode UpdateReference(SingularityWatch p, const FsState *last,
                                      const FsLoading *loading)
{
  PetscFunctionBeginUser;
  if (p->at_last_accepted) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintGramUpdate(p->g, last, loading));
  p->at_last_accepted = p->has_reference = PETSC_TRUE;
  p->reference_time                      = last->t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the time of the next check: the next step, or in calm motion the time at which the
   change, at its largest rate of late, is a quarter of the way to a large one. A motion that comes
   back to an earlier position has a small change there, but not a small rate. Statics, where time
   may not advance, have one check a step. */
static PetscReal next_check(SingularityWatch p, PetscReal change, PetscReal t, PetscReal step)
{
  enum { CALM = 8 };
  const PetscReal ahead = 8, fade = 0.8, passed = t - p->reference_time;

  p->rate = PetscMax(fade * p->rate, passed > 0 ? change / passed : 0);
  return p->ncalm > CALM ? t + PetscMin(ahead * step, (LARGE - change) / (4 * p->rate))
                         : p->reference_time;
}

PetscErrorCode SingularityWatchCheck(SingularityWatch p, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info)
{
  PetscReal change, fraction = 0;
  PetscBool passed = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!p->has_reference) PetscCall(UpdateReference(p, last, loading));
  else if (state->t < p->next) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PowerIterate(p, state, loading, &change));
  if (change >= LARGE) {
    PetscCall(UpdateReference(p, last, loading));
    PetscCall(PowerIterate(p, state, loading, &change));
    if (change >= LARGE) PetscCall(DecideByArnoldi(p, state, loading, &passed, &fraction));
  }
  p->ncalm = change < LARGE ? p->ncalm + 1 : 0;
  p->next  = next_check(p, change, state->t, state->t - last->t);
  if (!passed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintGramSolveDofs(p->g, p->z, p->x));
  PetscCall(ChangePointCross(p->s, last, state, loading, fraction, p->z, p->x, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SingularityWatchForget(SingularityWatch p)
{
  p->has_reference = p->at_last_accepted = PETSC_FALSE;
}

void SingularityWatchAccept(SingularityWatch p) { p->at_last_accepted = PETSC_FALSE; }
