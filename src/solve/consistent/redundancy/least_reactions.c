/* least_reactions.c: computes the reactions of least norm of redundant constraints.

   Multipliers along the null vectors of the transposed gradient G^T exert no forces. Those of least
   norm have no such part; they do not depend on which rows are dropped. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "least_reactions.h"
#include "solve/consistent/constraint_gram.h"
#include "solve/stage.h"

/* Projects mu on the part that exerts no forces, G^T mu = 0. The filter tiny (G G^T + tiny)^-1,
   applied three times, passes (tiny/sigma^2)^3 of other parts; tiny is the regularization. */
static PetscErrorCode ProjectNull(ConstraintGram g, PetscReal regularization, Vec mu)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    PetscCall(ConstraintGramApplyInverse(g, mu));
    PetscCall(VecScale(mu, regularization));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

struct _n_LeastReactions {
  ConstraintGram g;
  Vec            mu, null_part;
};

static const PetscReal REACTION_REGULARIZATION = 1e-11; /* of ConstraintGram */

static PetscErrorCode LeastReactionsCreate(FsStage s, LeastReactions *out)
{
  LeastReactions r;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&r));
  PetscCall(ConstraintGramCreate(s, FsSystemAllConstraints(s->sys), CONSTRAINT_SCALING_FORCE,
                                 REACTION_REGULARIZATION, &r->g));
  PetscCall(VecDuplicate(s->b, &r->mu));
  PetscCall(VecDuplicate(s->b, &r->null_part));
  *out = r;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LeastReactionsDestroy(LeastReactions *out)
{
  LeastReactions r = *out;

  PetscFunctionBeginUser;
  if (!r) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&r->mu));
  PetscCall(VecDestroy(&r->null_part));
  PetscCall(ConstraintGramDestroy(&r->g));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageMinimumNormReactions(FsStage s, const FsLoading *loading, FsState *state)
{
  enum { MAX_ITERATIONS = 20 };
  /* Relative to the norm of the scaled multipliers: a part along the null vectors that is smaller
     is the round-off of their sum, and another pass of the filter would not reduce it. */
  const PetscReal round_off = 1e-14;
  PetscReal       size, null_norm, before = PETSC_MAX_REAL;
  Vec             mu, null_part;
  ConstraintGram  g;

  PetscFunctionBeginUser;
  if (!FsSystemCountDroppedRows(s->sys)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!s->reactions) PetscCall(LeastReactionsCreate(s, &s->reactions));
  g         = s->reactions->g;
  mu        = s->reactions->mu;
  null_part = s->reactions->null_part;
  PetscCall(ConstraintGramUpdate(g, state, loading));
  PetscCall(ConstraintGramTakeMultipliers(g, state, mu));
  PetscCall(VecNorm(mu, NORM_2, &size));
  for (int k = 0; k < MAX_ITERATIONS;
       k++) { /* the filter is exact to round-off over the regularization */
    PetscCall(VecCopy(mu, null_part));
    PetscCall(ProjectNull(g, REACTION_REGULARIZATION, null_part));
    PetscCall(VecNorm(null_part, NORM_2, &null_norm));
    if (!(null_norm > round_off * size && null_norm < before)) break;
    PetscCall(VecAXPY(mu, -1, null_part));
    before = null_norm;
  }
  PetscCall(ConstraintGramPutMultipliers(g, mu, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}
