/* singularity_watch.c: whether a step passes a position in which motions branch, in models whose constraints are independent (redundancy_watch.c
   is for the others). G is their scaled gradient (constraint_gram.h), G+ the pseudo-inverse of that at a position before. G G+ begins as 1, and its
   determinant changes its sign where the rank of G falls on the way: there an eigenvalue of the change 1 - G G+ passes 1. Rows that
   are small at all times, as those of long chains, do not matter to it. Its largest one is followed by an iteration a step,
   with factors of some steps before; where it is large, factors at the last state and Arnoldi's method tell. Begin with SingularityWatchCheck. */
#include "singularity_watch.h"
#include "constraint_gram.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include <petscblaslapack.h>

static const PetscReal REGULARIZATION = 1e-13; /* see constraint_gram.h */
/* Of the change: where it is looked at closely; how near to 1 it is passed. */
static const PetscReal LARGE = 0.3, SINGULAR = 1e-6;

struct _n_SingularityWatch {
  FsStage        s;
  ConstraintGram g;                /* at the position before */
  PetscBool      at_last_accepted; /* which is that of the last accepted state */
  PetscBool      has_reference;    /* there is one */
  PetscReal      reference_time;   /* its time [s] */
  PetscReal      next;             /* no check before [s] */
  PetscInt
    ncalm; /* how many checks in a row have seen no large one from the last accepted state on */
  PetscBool has_vector;  /* z is worth going on with */
  Vec       z, noise, x; /* what the change is largest in; see Follow; scratch */
};

/* e = (1 - G G+) z with G at a state. */
static PetscErrorCode ApplyGradientChange(SingularityWatch p, const FsState *state,
                                          const FsLoading *loading, Vec z, Vec e)
{
  const FsSystem  sys         = p->s->sys;
  const FsLoading quasistatic = {.factor = loading->factor, .quasistatic = PETSC_TRUE};
  const FsState   at          = {.t = state->t, .q = state->q, .v = p->x};

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSolve(p->g, z, p->x));
  PetscCall(sys->constraints->add_multipliers(sys, -1, p->x, p->x));
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
  PetscCall(FsArchiveInt(a, "calm", &p->ncalm));
  PetscCall(FsArchiveBool(a, "found", &p->has_vector));
  PetscCall(FsArchiveVec(a, "z", p->z));
  if (p->has_reference) PetscCall(ConstraintGramArchive(p->g, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { MIN_VECTORS = 8, MAX_VECTORS = 24 }; /* vectors of Arnoldi's method */

/* The largest real eigenvalue of H[n][n], Hessenberg's form by columns, below which left was cut off. *passed: it passes 1; *sure: the
   residual of its vector is small beside its distance from 1. */
static PetscErrorCode CheckEigenvalue(PetscInt n, PetscScalar H[][MAX_VECTORS + 1], PetscReal left,
                                      PetscBool *passed, PetscBool *sure)
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
  residual = left * PetscAbsReal(y[top * n + n - 1]);
  *passed  = (PetscBool)(re[top] >= 1 - SINGULAR);
  *sure    = (PetscBool)(residual <= small * PetscMax(PetscAbsReal(re[top] - 1), SINGULAR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* By Arnoldi's method from z, until it is sure. Where it is not in the end nothing is said. */
static PetscErrorCode DecideByArnoldi(SingularityWatch p, const FsState *state,
                                      const FsLoading *loading, PetscBool *passed)
{
  const PetscReal round_off                       = 1e-10;
  PetscScalar     H[MAX_VECTORS][MAX_VECTORS + 1] = {{0}}, part[MAX_VECTORS];
  PetscBool       sure                            = PETSC_FALSE;
  PetscReal       left                            = 1;
  Vec            *v;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(p->z, MAX_VECTORS + 1, &v));
  PetscCall(VecCopy(p->z, v[0]));
  for (PetscInt n = 0; n < MAX_VECTORS && left > round_off && !sure; n++) {
    PetscCall(ApplyGradientChange(p, state, loading, v[n], v[n + 1]));
    for (int twice = 0; twice < 2; twice++) { /* a second time mends what round-off has left */
      PetscCall(VecMDot(v[n + 1], n + 1, v, part));
      for (PetscInt k = 0; k <= n; k++) {
        H[n][k] += part[k];
        part[k] = -part[k];
      }
      PetscCall(VecMAXPY(v[n + 1], n + 1, part, v));
    }
    PetscCall(VecNormalize(v[n + 1], &left));
    H[n][n + 1] = left;
    if (n + 1 >= MIN_VECTORS || left <= round_off)
      PetscCall(CheckEigenvalue(n + 1, H, left, passed, &sure));
  }
  *passed = (PetscBool)(*passed && sure);
  PetscCall(VecDestroyVecs(MAX_VECTORS + 1, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *most = the size of the change along what it is largest in, which iterations find more of. Noise keeps what is small as yet. */
static PetscErrorCode PowerIterate(SingularityWatch p, const FsState *state,
                                   const FsLoading *loading, PetscReal *most)
{
  const PetscReal some       = 0.1;
  const int       iterations = p->has_vector ? 2 : 6;
  Vec             e          = p->s->b;

  PetscFunctionBeginUser;
  for (int i = 0; i < iterations; i++) {
    PetscCall(ApplyGradientChange(p, state, loading, p->z, e));
    PetscCall(VecNorm(e, NORM_2, most));
    if (*most > 0) PetscCall(VecAXPBY(p->z, 1 / *most, 0, e));
    PetscCall(VecAXPY(p->z, some, p->noise));
    PetscCall(VecNormalize(p->z, NULL));
  }
  p->has_vector = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The position before is that of the last accepted state from now on. */
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

/* The next check: the next step, or in calm motion where the change, as fast as so far, is half of the way to a large one. Statics, whose
   time may stand still, have one each step. */
static PetscReal next_check(const SingularityWatch p, PetscReal most, PetscReal t, PetscReal step)
{
  enum { CALM = 8 };
  const PetscReal ahead = 16;

  return p->ncalm > CALM
           ? t + PetscMin(ahead * step, (LARGE - most) / (2 * most) * (t - p->reference_time))
           : p->reference_time;
}

PetscErrorCode SingularityWatchCheck(SingularityWatch p, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info)
{
  PetscReal most;
  PetscBool passed = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!p->has_reference) PetscCall(UpdateReference(p, last, loading));
  else if (state->t < p->next) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PowerIterate(p, state, loading, &most));
  if (most >= LARGE) {
    PetscCall(UpdateReference(p, last, loading));
    PetscCall(PowerIterate(p, state, loading, &most));
    if (most >= LARGE) PetscCall(DecideByArnoldi(p, state, loading, &passed));
  }
  p->ncalm = most < LARGE ? p->ncalm + 1 : 0;
  p->next  = next_check(p, most, state->t, state->t - last->t);
  if (!passed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReportBifurcation(p->s->sys, p->z, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SingularityWatchAccept(SingularityWatch p) { p->at_last_accepted = PETSC_FALSE; }
