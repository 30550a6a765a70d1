/* continuation.c: see continuation.h. */
#include "walk.h"

/* Of a step: Newton iterations as wanted; the cosine of the angle between tangents at its ends, at least; the shortest, of the longest. */
enum { WANTED = 4 };
static const PetscReal STRAIGHT = 0.9, SHORTEST = 1e-6;

static PetscErrorCode Allocate(Continuation *c)
{
  Vec *const all[] = {&c->tangent, &c->leg,   &c->from_q, &c->from_a, &c->from_tangent,
                      &c->r,       &c->force, &c->a,      &c->b,      &c->delta};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecDuplicate(c->sys->vec, all[k]));
    PetscCall(VecZeroEntries(*all[k]));
  }
  PetscCall(FsSystemStateCreate(c->sys, &c->trial));
  PetscCall(VecZeroEntries(c->trial.v));
  PetscCall(FsSystemCreateMatrix(c->sys, PETSC_TRUE, &c->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *length: the model's size times the root of the number of weighted entries, so that sums over entries are means. */
static PetscErrorCode FindLength(FsSystem sys, Vec weights, PetscReal *length)
{
  const PetscScalar *w;
  PetscInt           n, count = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  for (PetscInt i = 0; i < n; i++) count += w[i] > 0;
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, &count, 1, MPIU_INT, MPI_SUM, sys->comm));
  *length = FsSystemLength(sys) * PetscSqrtReal((PetscReal)PetscMax(count, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationBegin(FsSystem sys, FsState *s, Vec weights, PetscReal first, PetscReal most,
                                 Continuation *c)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  PetscReal       force;
  PetscBool       ok = PETSC_FALSE;

  PetscFunctionBeginUser;
  *c = (Continuation){.sys = sys, .s = s, .most = most, .load = PetscAbsReal(first) / most, .weights = weights};
  PetscCall(FindLength(sys, weights, &c->length));
  PetscCall(PencilCreate(sys, s, &loading, &c->pencil));
  PetscCall(Allocate(c));
  PetscCall(WalkTangent(c, NULL, first, &ok));
  if (ok) PetscCall(PencilSolves(c->pencil, &ok));
  PetscCheck(ok, sys->comm, PETSC_ERR_USER_INPUT,
             "path: the tangent is singular at the start: something can move freely (-analysis modes shows it)");
  PetscCall(VecNorm(c->force, NORM_2, &force));
  PetscCheck(force > 0, sys->comm, PETSC_ERR_USER_INPUT,
             "path: no load grows with t; those without a -load_<name>_time do, in proportion to it");
  c->size = most;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationEnd(Continuation *c)
{
  Vec *const all[] = {&c->tangent, &c->leg, &c->from_q, &c->from_a,  &c->from_tangent, &c->r,
                      &c->force,   &c->a,   &c->b,      &c->weights, &c->delta};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscCall(FsSystemStateDestroy(&c->trial));
  PetscCall(MatDestroy(&c->K));
  PetscCall(MatDestroy(&c->factors));
  PetscCall(PencilDestroy(&c->pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a)
{
  PetscReal *const reals[] = {&c->arc, &c->size, &c->rate, &c->load};

  PetscFunctionBeginUser;
  PetscCall(FsArchiveEnter(a, "continuation"));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(reals); k++) {
    static const char *const names[] = {"arc", "size", "rate", "load"};

    PetscCall(FsArchiveReals(a, names[k], 1, reals[k]));
  }
  PetscCall(FsArchiveInt(a, "index", &c->index));
  PetscCall(FsArchiveInt(a, "missed", &c->missed));
  PetscCall(FsArchiveVec(a, "tangent", c->tangent));
  PetscCall(FsArchiveLeave(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a step, after which the path has a cosine with its begin, is to be made in shorter ones. */
static PetscBool is_too_long(const Continuation *c, PetscReal size, PetscReal cosine)
{
  const PetscReal crowded = 1e-3; /* of the longest step: critical points as near as that count as one */

  return (PetscBool)(cosine < STRAIGHT || (PetscAbsInt(c->index - c->from_index) > 1 && size > crowded * c->most));
}

PetscErrorCode ContinuationStep(Continuation *c, CriticalPoint *critical, PetscBool *found, FsStageInfo *info)
{
  const PetscReal cut = 0.5, grow = 1.6;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  for (; c->size >= SHORTEST * c->most; c->size *= cut) {
    const PetscReal size   = c->size;
    PetscReal       cosine = 1;
    PetscInt        iterations;
    PetscBool       ok;

    PetscCall(WalkAttempt(c, size, &iterations, &cosine, &ok));
    if (!ok) continue;
    if (is_too_long(c, size, cosine)) {
      PetscCall(WalkBack(c));
      continue;
    }
    info->newton += iterations;
    if (c->from_index >= 0 && c->index != c->from_index) {
      PetscCall(CriticalLocate(c, size, critical, found));
      if (!*found) c->missed++;
      PetscCall(WalkAttempt(c, size, &iterations, &cosine, &ok));
      if (!ok) {
        if (*found) PetscCall(VecDestroy(&critical->shape)); /* a shorter step finds it again */
        *found = PETSC_FALSE;
        continue;
      }
    }
    c->size = PetscMin(c->most, size * PetscMin(grow, PetscSqrtReal((PetscReal)WANTED / (PetscReal)iterations)));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  info->ok     = PETSC_FALSE;
  info->reason = "no step leads on along the path: Newton's method fails, or the path has a corner";
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationSwitch(Continuation *c, const CriticalPoint *at, PetscReal sign, FsStageInfo *info)
{
  const PetscReal begin = 0.1; /* of the longest step */
  PetscReal       square, cosine;
  PetscInt        iterations;
  PetscBool       ok = PETSC_FALSE;
  Vec             along;

  PetscFunctionBeginUser;
  PetscCall(WalkBack(c));
  PetscCall(WalkAttempt(c, at->arc - c->arc, &iterations, &cosine, &ok));
  PetscCall(VecDuplicate(at->shape, &along));
  PetscCall(VecCopy(at->shape, along));
  PetscCall(WalkDot(c, along, along, &square));
  PetscCall(VecScale(along, sign / PetscSqrtReal(square)));
  iterations = 0;
  for (c->size = begin * c->most; ok && !iterations && c->size >= SHORTEST * c->most; c->size /= 2)
    PetscCall(WalkCorrect(c, along, 0, c->size, &iterations));
  if (iterations) {
    PetscCall(WalkTake(c, 2 * c->size));
    PetscCall(WalkTangent(c, along, 0, &ok));
  }
  info->ok     = (PetscBool)(ok && iterations);
  info->reason = "no equilibrium is found on the branch";
  PetscCall(VecDestroy(&along));
  PetscFunctionReturn(PETSC_SUCCESS);
}
