/* singularity_watch.c: whether a step passes a position in which motions branch, in models whose constraints are independent (redundancy_watch.c
   is for the others). G is their scaled gradient (constraint_gram.h), G+ the pseudo-inverse of that at a position before. G G+ begins as 1, and its
   determinant changes its sign where the rank of G falls on the way: there an eigenvalue of the change 1 - G G+ passes 1. Rows that
   are small at all times, as those of long chains, do not matter to it. Its largest one is followed by an iteration a step,
   with factors of some steps before; where it is large, factors at the last state and Arnoldi's method tell. Begin with PassageCheck. */
#include "constraint_gram.h"
#include "singularity_watch.h"
#include <petscblaslapack.h>

static const PetscReal TINY = 1e-13; /* see constraint_gram.h */
/* Of the change: where it is looked at closely; how near to 1 it is passed. */
static const PetscReal LARGE = 0.3, THERE = 1e-6;

struct _n_Passage {
  FsStage   s;
  Gram      g;           /* at the position before */
  PetscBool last;        /* which is that of the last accepted state */
  PetscBool begun;       /* there is one */
  PetscReal from;        /* its time [s] */
  PetscReal next;        /* no check before [s] */
  PetscInt  calm;        /* how many checks in a row have seen no large one from the last accepted state on */
  PetscBool found;       /* z is worth going on with */
  Vec       z, noise, x; /* what the change is largest in; see Follow; scratch */
};

/* e = (1 - G G+) z with G at a state. */
static PetscErrorCode Change(Passage p, const FsState *state, const FsLoading *loading, Vec z, Vec e)
{
  const FsSystem  sys         = p->s->sys;
  const FsLoading quasistatic = {.factor = loading->factor, .quasistatic = PETSC_TRUE};
  const FsState   at          = {.t = state->t, .q = state->q, .v = p->x};

  PetscFunctionBeginUser;
  PetscCall(GramSolve(p->g, z, p->x));
  PetscCall(sys->constraints->add_multipliers(sys, -1, p->x, p->x));
  PetscCall(VecPointwiseMult(p->x, p->x, GramFactors(p->g)));
  PetscCall(sys->constraints->rows(sys, FS_CONSTRAINT_VELOCITY, &at, &quasistatic, e));
  PetscCall(VecPointwiseMult(e, e, GramFactors(p->g)));
  PetscCall(VecAYPX(e, -1, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PassageCreate(FsStage s, Passage *out)
{
  Passage p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  p->s = s;
  PetscCall(GramCreate(s, s->sys->constraints, GRAM_UNIT, TINY, &p->g));
  PetscCall(VecDuplicate(s->b, &p->z));
  PetscCall(VecDuplicate(s->b, &p->x));
  PetscCall(VecDuplicate(s->b, &p->noise));
  PetscCall(GramNoise(p->g, 0, PETSC_TRUE, p->noise));
  PetscCall(VecNormalize(p->noise, NULL));
  PetscCall(VecCopy(p->noise, p->z));
  *out = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PassageDestroy(Passage *out)
{
  Passage p = *out;

  PetscFunctionBeginUser;
  if (!p) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GramDestroy(&p->g));
  PetscCall(VecDestroy(&p->z));
  PetscCall(VecDestroy(&p->x));
  PetscCall(VecDestroy(&p->noise));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PassageArchive(Passage p, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "passage"));
  PetscCall(FsArchiveBool(a, "last", &p->last));
  PetscCall(FsArchiveBool(a, "begun", &p->begun));
  PetscCall(FsArchiveReals(a, "from", 1, &p->from));
  PetscCall(FsArchiveReals(a, "next", 1, &p->next));
  PetscCall(FsArchiveInt(a, "calm", &p->calm));
  PetscCall(FsArchiveBool(a, "found", &p->found));
  PetscCall(FsArchiveVec(a, "z", p->z));
  if (p->begun) PetscCall(GramArchive(p->g, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { LEAST = 8, MOST = 24 }; /* vectors of Arnoldi's method */

/* The largest real eigenvalue of H[n][n], Hessenberg's form by columns, below which left was cut off. *passed: it passes 1; *sure: the
   residual of its vector is small beside its distance from 1. */
static PetscErrorCode Judge(PetscInt n, PetscScalar H[][MOST + 1], PetscReal left, PetscBool *passed, PetscBool *sure)
{
  enum { ROOM = 8 * MOST };
  const PetscReal small = 0.1;
  PetscBLASInt    order = (PetscBLASInt)n, one = 1, room = ROOM, info;
  PetscScalar     A[MOST * MOST], re[MOST], im[MOST], y[MOST * MOST], work[ROOM], none;
  PetscReal       residual;
  PetscInt        top = -1;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) PetscCall(PetscArraycpy(&A[k * n], H[k], n));
  LAPACKgeev_("N", "V", &order, A, &order, re, im, &none, &one, y, &order, work, &room, &info);
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's geev ends with %d", (int)info);
  *passed = *sure = PETSC_FALSE;
  for (PetscInt k = 0; k < n; k++)
    if (im[k] == 0 && (top < 0 || re[k] > re[top])) top = k;
  if (top < 0) PetscFunctionReturn(PETSC_SUCCESS);
  residual = left * PetscAbsReal(y[top * n + n - 1]);
  *passed  = (PetscBool)(re[top] >= 1 - THERE);
  *sure    = (PetscBool)(residual <= small * PetscMax(PetscAbsReal(re[top] - 1), THERE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* By Arnoldi's method from z, until it is sure. Where it is not in the end nothing is said. */
static PetscErrorCode Decide(Passage p, const FsState *state, const FsLoading *loading, PetscBool *passed)
{
  const PetscReal round_off         = 1e-10;
  PetscScalar     H[MOST][MOST + 1] = {{0}}, part[MOST];
  PetscBool       sure              = PETSC_FALSE;
  PetscReal       left              = 1;
  Vec            *v;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(p->z, MOST + 1, &v));
  PetscCall(VecCopy(p->z, v[0]));
  for (PetscInt n = 0; n < MOST && left > round_off && !sure; n++) {
    PetscCall(Change(p, state, loading, v[n], v[n + 1]));
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
    if (n + 1 >= LEAST || left <= round_off) PetscCall(Judge(n + 1, H, left, passed, &sure));
  }
  *passed = (PetscBool)(*passed && sure);
  PetscCall(VecDestroyVecs(MOST + 1, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *most = the size of the change along what it is largest in, which iterations find more of. Noise keeps what is small as yet. */
static PetscErrorCode Follow(Passage p, const FsState *state, const FsLoading *loading, PetscReal *most)
{
  const PetscReal some       = 0.1;
  const int       iterations = p->found ? 2 : 6;
  Vec             e          = p->s->b;

  PetscFunctionBeginUser;
  for (int i = 0; i < iterations; i++) {
    PetscCall(Change(p, state, loading, p->z, e));
    PetscCall(VecNorm(e, NORM_2, most));
    if (*most > 0) PetscCall(VecAXPBY(p->z, 1 / *most, 0, e));
    PetscCall(VecAXPY(p->z, some, p->noise));
    PetscCall(VecNormalize(p->z, NULL));
  }
  p->found = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The position before is that of the last accepted state from now on. */
static PetscErrorCode MoveOn(Passage p, const FsState *last, const FsLoading *loading)
{
  PetscFunctionBeginUser;
  if (p->last) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GramMove(p->g, last, loading));
  p->last = p->begun = PETSC_TRUE;
  p->from            = last->t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The next check: the next step, or in calm motion where the change, as fast as so far, is half of the way to a large one. Statics, whose
   time may stand still, have one each step. */
static PetscReal next_check(const Passage p, PetscReal most, PetscReal t, PetscReal step)
{
  enum { CALM = 8 };
  const PetscReal ahead = 16;

  return p->calm > CALM ? t + PetscMin(ahead * step, (LARGE - most) / (2 * most) * (t - p->from)) : p->from;
}

PetscErrorCode PassageCheck(Passage p, const FsState *last, const FsState *state, const FsLoading *loading,
                            FsStageInfo *info)
{
  PetscReal most;
  PetscBool passed = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!p->begun) PetscCall(MoveOn(p, last, loading));
  else if (state->t < p->next) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Follow(p, state, loading, &most));
  if (most >= LARGE) {
    PetscCall(MoveOn(p, last, loading));
    PetscCall(Follow(p, state, loading, &most));
    if (most >= LARGE) PetscCall(Decide(p, state, loading, &passed));
  }
  p->calm = most < LARGE ? p->calm + 1 : 0;
  p->next = next_check(p, most, state->t, state->t - last->t);
  if (!passed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TellBranches(p->s->sys, p->z, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void PassageAccept(Passage p) { p->last = PETSC_FALSE; }
