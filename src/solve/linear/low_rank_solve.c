/* low_rank_solve.c: solves with the effective matrix plus damping of low rank, by the formula of
   Sherman, Morrison and Woodbury. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "effective_matrix.h"
#include <petscblaslapack.h>

PetscErrorCode LowRankSolveDestroy(LowRankSolve *l)
{
  PetscFunctionBeginUser;
  if (l->n) PetscCall(VecDestroyVecs(l->n, &l->Z));
  PetscCall(PetscFree2(l->S, l->pivot));
  *l = (LowRankSolve){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves A z = w, starting from z = 0. */
static PetscErrorCode SolveColumn(LinearStage s, Vec w, Vec z)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(z));
  PetscCall(KSPSolve(s->matrix->ksp, w, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors S = 1 / (cc c) + W^T Z. */
static PetscErrorCode FactorSmall(LinearStage s)
{
  const FsLowRank C = s->sys->low_rank;
  LowRankSolve   *l = &s->low_rank;
  PetscBLASInt    n = (PetscBLASInt)l->n, info;

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < l->n; j++) {
    PetscCall(VecMDot(l->Z[j], l->n, C->w, l->S + l->n * j));
    l->S[(l->n + 1) * j] += 1 / (l->cc * C->c[j]);
  }
  LAPACKgetrf_(&n, &n, l->S, &n, l->pivot, &info);
  PetscCheck(info == 0, s->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "-damping_modal: the matrix of the damped modes is singular; use a smaller -dt");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LowRankSetUp(LinearStage s, PetscReal cc)
{
  const FsLowRank C = s->sys->low_rank;
  LowRankSolve   *l = &s->low_rank;

  PetscFunctionBeginUser;
  l->cc = 0;
  if (!C || !C->n || cc == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (!l->n) {
    l->n = C->n;
    PetscCall(VecDuplicateVecs(s->sys->vec, l->n, &l->Z));
    PetscCall(PetscMalloc2((size_t)l->n * (size_t)l->n, &l->S, l->n, &l->pivot));
  }
  l->cc = cc;
  for (PetscInt i = 0; i < l->n; i++) PetscCall(SolveColumn(s, C->w[i], l->Z[i]));
  PetscCall(FactorSmall(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LowRankFinish(LinearStage s, Vec x)
{
  const FsLowRank C = s->sys->low_rank;
  LowRankSolve   *l = &s->low_rank;
  PetscBLASInt    n = (PetscBLASInt)l->n, one = 1, info;

  PetscFunctionBeginUser;
  if (l->cc == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecMDot(x, l->n, C->w, C->dot));
  LAPACKgetrs_("N", &n, &one, l->S, &n, l->pivot, C->dot, &n, &info);
  for (PetscInt i = 0; i < l->n; i++) C->dot[i] = -C->dot[i];
  PetscCall(VecMAXPY(x, l->n, C->dot, l->Z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LowRankGuess(LinearStage s, Vec x)
{
  const FsLowRank C = s->sys->low_rank;
  LowRankSolve   *l = &s->low_rank;

  PetscFunctionBeginUser;
  if (l->cc == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecMDot(x, l->n, C->w, C->dot));
  for (PetscInt i = 0; i < l->n; i++) C->dot[i] *= l->cc * C->c[i];
  PetscCall(VecMAXPY(x, l->n, C->dot, l->Z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LowRankReduce(LinearStage s, Vec x, Vec b)
{
  PetscFunctionBeginUser;
  if (s->low_rank.cc != 0) PetscCall(FsLowRankMultAdd(s->sys->low_rank, -s->low_rank.cc, x, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}
