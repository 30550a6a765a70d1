/* krylov_factors.c: computes load factors of linear buckling of a large pencil by SLEPc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_factors.h"
#include "eigen/factorization.h"
#include "base/error.h"
#include "system/force_units.h"

typedef struct {
  Pencil             p;
  PetscBool          definite;
  const KrylovKnown *known;
  PetscReal          largest; /* entry of K', if K has unit diagonal entries */
  PetscInt           n;       /* found */
  PetscInt           solves;  /* with the factors of K */
  PetscReal          reach;   /* see KrylovFactorsFind */
  PetscReal         *factor;
  Vec               *x;
} KrylovSearch;

/* Keeps the real factors. The eigenvalues are factors or, if inverse, their inverses. */
static PetscErrorCode KeepFactors(KrylovSearch *s, EPS eps, PetscBool inverse)
{
  /* |imaginary part| relative to the eigenvalue: a double factor may split by the square root of
     the tolerance 1e-11 of the search. test_beck of tests/analysis/buckling_rods.py has none. */
  const PetscReal real_enough = 1e-5;
  PetscReal       largest     = s->largest;
  PetscInt        converged;

  PetscFunctionBeginUser;
  PetscCall(EPSGetConverged(eps, &converged));
  PetscCall(PetscMalloc1(PetscMax(1, converged), &s->factor));
  PetscCall(PetscMalloc1(PetscMax(1, converged), &s->x));
  for (PetscInt i = 0; i < converged; i++) {
    PetscScalar re, im;
    PetscReal   factor;
    Vec         x;

    PetscCall(VecDuplicate(s->p->sys->vec, &x));
    PetscCall(EPSGetEigenpair(eps, i, &re, &im, x, NULL));
    factor   = inverse ? 1 / re : re;
    s->reach = PetscMax(s->reach, inverse ? PetscAbsReal(factor) : hypot(re, im));
    if (!inverse) largest = PetscMax(largest, 1 / hypot(re, im));
    if (re == 0 || PetscAbsReal(im) > real_enough * PetscAbsReal(re) ||
        (!s->p->symmetric && may_be_split_zero(1 / factor, largest)))
      PetscCall(VecDestroy(&x));
    else {
      s->factor[s->n] = factor;
      s->x[s->n++]    = x;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves with the factors of K. */
static PetscErrorCode ApplyFactors(PC pc, Vec b, Vec x)
{
  Pencil p;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &p));
  PetscCall(MatSolve(p->factors, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Without constraints and with a positive K the problem is -K' x = (1/p) K x, which is symmetric
   and definite. Otherwise it is K x = p (-K') x, inverted about 0. */
static PetscErrorCode SetProblem(KrylovSearch *s, EPS eps, PetscBool inverse, KSP *ksp)
{
  ST st;
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(EPSGetST(eps, &st));
  if (inverse) {
    PetscCall(EPSSetOperators(eps, s->p->M, s->p->K));
    PetscCall(EPSSetProblemType(eps, EPS_GHEP));
    PetscCall(EPSSetWhichEigenpairs(eps, EPS_LARGEST_MAGNITUDE));
  } else {
    PetscCall(EPSSetOperators(eps, s->p->K, s->p->M));
    PetscCall(EPSSetProblemType(eps, EPS_GNHEP));
    PetscCall(EPSSetTarget(eps, 0));
    PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
    PetscCall(STSetType(st, STSINVERT));
  }
  PetscCall(STGetKSP(st, ksp));
  PetscCall(KSPSetType(*ksp, KSPPREONLY));
  PetscCall(KSPGetPC(*ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, s->p));
  PetscCall(PCShellSetApply(pc, ApplyFactors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *bound = largest possible rank of K': the number of its rows that are not round-off, if rows and
   columns have the factors that make entries of K numbers without a unit. Sets s->largest. */
static PetscErrorCode BoundRank(KrylovSearch *s, PetscInt *bound)
{
  /* Relative to the largest row of K', which has no unit (Equilibration). If loads change only the
     forces of joints, few rows of K' are more than the error of differences. */
  const PetscReal    round_off = 1e-9;
  const PetscScalar *row;
  PetscInt           n;
  Mat                scaled;
  Vec                size;
  Equilibration      e;

  PetscFunctionBeginUser;
  PetscCall(EquilibrationCreate(s->p->sys, s->p->K, &e));
  PetscCall(VecDuplicate(e.row, &size));
  PetscCall(MatDuplicate(s->p->M, MAT_COPY_VALUES, &scaled));
  PetscCall(MatDiagonalScale(scaled, e.row, e.column));
  PetscCall(EquilibrationDestroy(&e));
  PetscCall(MatGetRowMaxAbs(scaled, size, NULL));
  PetscCall(VecMax(size, NULL, &s->largest));
  PetscCall(VecGetLocalSize(size, &n));
  PetscCall(VecGetArrayRead(size, &row));
  *bound = 0;
  for (PetscInt i = 0; i < n; i++) *bound += row[i] > round_off * s->largest;
  PetscCall(VecRestoreArrayRead(size, &row));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, bound, 1, MPIU_INT, MPI_SUM, s->p->sys->comm));
  PetscCall(MatDestroy(&scaled));
  PetscCall(VecDestroy(&size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Searches n factors in a Krylov space of at most rank vectors. caught: what SLEPc says if it
   fails, as it does if K' has a lower rank than the space. */
static PetscErrorCode SearchKrylov(KrylovSearch *s, PetscInt n, PetscInt rank, CaughtError *caught)
{
  /* relative to the load factor: about the error of K', which is a difference */
  const PetscReal tolerance = 1e-11;
  Vec             start;
  PetscInt        solves;
  EPS             eps;
  KSP             ksp;

  PetscFunctionBeginUser;
  PetscCall(EigenSolverCreate(s->p->sys->vec, &eps));
  PetscCall(SetProblem(s, eps, s->definite, &ksp));
  PetscCall(
    EPSSetDimensions(eps, n, PetscMax(n, PetscMin(rank, PetscMax(2 * n, n + 15))), PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(eps, tolerance, 500));
  if (s->known->n && s->definite) PetscCall(EPSSetDeflationSpace(eps, s->known->n, s->known->x));
  /* a new start vector each time finds others of a multiple factor if nothing is deflated */
  PetscCall(VecDuplicate(s->p->sys->vec, &start));
  PetscCall(VecSetRandom(start, s->known->random));
  PetscCall(EPSSetInitialSpace(eps, 1, &start));
  PetscCall(VecDestroy(&start));
  PetscCall(KSPReportSolves(ksp, s->p->K, 2 * PetscMax(2 * n, n + 15)));
  PetscCall(CatchErrorsBegin(caught));
  (void)EPSSolve(eps);
  PetscCall(CatchErrorsEnd());
  PetscCall(KSPGetTotalIterations(ksp, &solves));
  s->solves += solves;
  if (!caught->code) PetscCall(KeepFactors(s, eps, s->definite));
  PetscCall(EPSDestroy(&eps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KrylovFactorsFind(Pencil p, PetscBool definite, PetscInt wanted,
                                 const KrylovKnown *known, PetscInt *n, PetscReal **factor, Vec **x,
                                 PetscReal *reach, PetscInt *solves)
{
  KrylovSearch s = {.p = p, .definite = definite, .known = known};
  CaughtError  caught;
  PetscInt     rank, below;

  PetscFunctionBeginUser;
  PetscCall(PencilFactorStiffness(p, &below));
  PetscCheck(below != PENCIL_SINGULAR, p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "buckling: the stiffness matrix is singular: the equilibrium is critical");
  PetscCall(BoundRank(&s, &rank));
  for (wanted = PetscMin(wanted, rank); rank; wanted /= 2) {
    PetscCall(SearchKrylov(&s, PetscMax(1, wanted), rank, &caught));
    if (!caught.code || (wanted <= 1 && known->n)) break;
    PetscCheck(wanted > 1, CaughtErrorComm(&caught, p->sys->comm), PETSC_ERR_NOT_CONVERGED,
               "buckling: SLEPc found no factors: %s", caught.text);
    rank = PetscMax(1, PetscMin(rank, wanted));
  }
  *n      = s.n;
  *factor = s.factor;
  *x      = s.x;
  *reach  = s.reach;
  *solves += s.solves;
  PetscFunctionReturn(PETSC_SUCCESS);
}
