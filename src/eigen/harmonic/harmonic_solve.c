/* harmonic_solve.c: solves harmonic problems directly as real systems of twice the size.

   The matrix A + i B with A = K - omega^2 M and B = omega C + H becomes [A -B; -B -A] for the
   unknowns (re u, im u) and the right-hand side (re f, -im f). It is symmetric if A and B are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscksp.h>
#include "harmonic_solve.h"
#include "eigen/factorization.h"
#include "system/force_units.h"
#include <petscblaslapack.h>

/* ---- low-rank terms -------------------------------------------------------------------------- */

/* Implements direct harmonic solves with damping of low rank.

   The matrix is A + i B + i omega W c W^T with W = M X, for modes X of unit modal mass. A + i B may
   be singular at the frequency of a damped mode. The matrix P = A + i (B + delta M) is factored
   instead, and

     P + W D W^T  with  D = i (omega c - delta)

   preconditions GMRES. delta M acts on the modes X as delta W W^T does, so that both matrices agree
   on X. On another mode they differ by the factor 1 + i delta / (omega_k^2 - omega^2), which is
   close to 1. The inverse of the preconditioner is that of Sherman, Morrison and Woodbury:

     (P + W D W^T)^-1 b = y - Z (1 + D W^T Z)^-1 D W^T y,  y = P^-1 b,  Z = P^-1 W. */

struct _n_HarmonicLowRank {
  HarmonicSolver h;         /* borrowed */
  FsLowRank      C;         /* borrowed */
  PetscReal      omega;     /* [rad/s] */
  Vec           *Zre, *Zim; /* [n] parts of Z */
  ComplexVec     u;         /* work */
  PetscReal     *S;         /* [2 n][2 n] factors of 1 + D W^T Z, with rows of real parts first */
  PetscReal     *dot, *z;   /* [2 n] work; real parts first */
  PetscBLASInt  *pivot;     /* [2 n] */
  KSP            ksp;       /* GMRES for pairs */
};

/* Returns delta [1/s2], the shift of the matrix to be factored.

   The matrix to be factored is P = A + i (B + delta M), where A + i B is that without damping of
   low rank. It is regular where A is singular, at a resonance. */
static PetscReal HarmonicLowRankShift(PetscReal omega)
{
  const PetscReal small = 1e-4; /* of omega^2: far above round-off of K, below what modes differ */

  return small * omega * omega;
}

/* Returns the imaginary part of entry i of D. */
static PetscReal difference(const struct _n_HarmonicLowRank *l, PetscInt i)
{
  return l->omega * l->C->c[i] - HarmonicLowRankShift(l->omega);
}

/* Computes dot[2 n] = W^T u. */
static PetscErrorCode Project(HarmonicLowRank l, const ComplexVec *u, PetscReal dot[])
{
  PetscFunctionBeginUser;
  PetscCall(VecMDot(u->re, l->C->n, l->C->w, dot));
  PetscCall(VecMDot(u->im, l->C->n, l->C->w, dot + l->C->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the norm [m] of an unknown x of pairs, in which rotations are multiplied by lengths, and
   multipliers are displacements by the stiffness that scales their rows. */
static PetscErrorCode MeasurePair(HarmonicSolver h, Vec x, PetscReal *norm)
{
  ComplexVec u;
  PetscReal  of[2];

  PetscFunctionBeginUser;
  PetscCall(ComplexVecCreate(h->unit, &u));
  PetscCall(ComplexVecInterleave(x, 1, &u, PETSC_TRUE));
  PetscCall(VecPointwiseDivide(u.re, u.re, h->unit));
  PetscCall(VecPointwiseDivide(u.im, u.im, h->unit));
  PetscCall(VecNorm(u.re, NORM_2, &of[0]));
  PetscCall(VecNorm(u.im, NORM_2, &of[1]));
  PetscCall(ComplexVecDestroy(&u));
  *norm = hypot(of[0], of[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the matrix and its preconditioner ------------------------------------------------------- */

/* Computes y = (A + i B + i omega W c W^T) x for pairs. Its second rows have the opposite sign. */
static PetscErrorCode Mult_LowRank(Mat A, Vec x, Vec y)
{
  HarmonicLowRank l;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &l));
  n = l->C->n;
  PetscCall(ComplexVecInterleave(x, 1, &l->u, PETSC_TRUE));
  PetscCall(Project(l, &l->u, l->dot));
  for (PetscInt i = 0; i < 2 * n; i++) l->z[i] = -l->omega * l->C->c[i % n] * l->dot[i];
  PetscCall(MatMult(l->h->pair, x, y));
  PetscCall(ComplexVecInterleave(y, 1, &l->u, PETSC_TRUE));
  PetscCall(VecMAXPY(l->u.re, n, l->z + n, l->C->w));
  PetscCall(VecMAXPY(l->u.im, n, l->z, l->C->w));
  PetscCall(ComplexVecInterleave(y, 1, &l->u, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes x = (P + W D W^T)^-1 b for pairs. */
static PetscErrorCode Apply_LowRank(PC pc, Vec b, Vec x)
{
  HarmonicLowRank l;
  PetscBLASInt    two, one = 1, info;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &l));
  n   = l->C->n;
  two = (PetscBLASInt)(2 * n);
  PetscCall(MatSolve(l->h->factors, b, x));
  l->h->solves++;
  PetscCall(ComplexVecInterleave(x, 1, &l->u, PETSC_TRUE));
  PetscCall(Project(l, &l->u, l->dot));
  for (PetscInt i = 0; i < n; i++) {
    l->z[i]     = -difference(l, i) * l->dot[n + i];
    l->z[n + i] = difference(l, i) * l->dot[i];
  }
  LAPACKgetrs_("N", &two, &one, l->S, &two, l->pivot, l->z, &two, &info);
  PetscCall(VecMAXPY(l->u.re, n, l->z + n, l->Zim));
  for (PetscInt i = 0; i < 2 * n; i++) l->z[i] = -l->z[i];
  PetscCall(VecMAXPY(l->u.re, n, l->z, l->Zre));
  PetscCall(VecMAXPY(l->u.im, n, l->z + n, l->Zre));
  PetscCall(VecMAXPY(l->u.im, n, l->z, l->Zim));
  PetscCall(ComplexVecInterleave(x, 1, &l->u, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Creates h->low_rank if the system of h->p has damping of low rank.

   h->pair must exist. Collective. */
static PetscErrorCode HarmonicLowRankCreate(HarmonicSolver h)
{
  const FsLowRank C = h->p->sys->low_rank;
  HarmonicLowRank l;
  PetscInt        n, m;
  Mat             A;
  PC              pc;
  MPI_Comm        comm = h->p->sys->comm;

  PetscFunctionBeginUser;
  if (!C || !C->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&l));
  h->low_rank = l;
  *l          = (struct _n_HarmonicLowRank){.h = h, .C = C};
  n           = C->n;
  PetscCall(VecDuplicateVecs(h->p->sys->vec, n, &l->Zre));
  PetscCall(VecDuplicateVecs(h->p->sys->vec, n, &l->Zim));
  PetscCall(ComplexVecCreate(h->p->sys->vec, &l->u));
  PetscCall(PetscMalloc4(4 * (size_t)n * (size_t)n, &l->S, 2 * (size_t)n, &l->dot, 2 * (size_t)n,
                         &l->z, 2 * (size_t)n, &l->pivot));
  PetscCall(VecGetLocalSize(h->x, &m));
  PetscCall(MatCreateShell(comm, m, m, PETSC_DETERMINE, PETSC_DETERMINE, l, &A));
  PetscCall(MatShellSetOperation(A, MATOP_MULT, (void (*)(void))Mult_LowRank));
  PetscCall(KSPCreate(comm, &l->ksp));
  PetscCall(KSPSetOperators(l->ksp, A, A));
  PetscCall(MatDestroy(&A));
  PetscCall(KSPSetType(l->ksp, KSPGMRES));
  PetscCall(KSPGetPC(l->ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, l));
  PetscCall(PCShellSetApply(pc, Apply_LowRank));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode HarmonicLowRankDestroy(HarmonicSolver h)
{
  HarmonicLowRank l = h->low_rank;

  PetscFunctionBeginUser;
  if (!l) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroyVecs(l->C->n, &l->Zre));
  PetscCall(VecDestroyVecs(l->C->n, &l->Zim));
  PetscCall(ComplexVecDestroy(&l->u));
  PetscCall(PetscFree4(l->S, l->dot, l->z, l->pivot));
  PetscCall(KSPDestroy(&l->ksp));
  PetscCall(PetscFree(h->low_rank));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes column j of Z and of 1 + D W^T Z. h->r and h->x are work. */
static PetscErrorCode AddColumn(HarmonicLowRank l, PetscInt j)
{
  const PetscInt   n = l->C->n;
  const ComplexVec z = {l->Zre[j], l->Zim[j]};

  PetscFunctionBeginUser;
  PetscCall(VecCopy(l->C->w[j], l->u.re));
  PetscCall(VecZeroEntries(l->u.im));
  PetscCall(ComplexVecInterleave(l->h->r, -1, &l->u, PETSC_FALSE));
  PetscCall(MatSolve(l->h->factors, l->h->r, l->h->x));
  l->h->solves++;
  PetscCall(ComplexVecInterleave(l->h->x, 1, &z, PETSC_TRUE));
  PetscCall(Project(l, &z, l->dot));
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal re = (i == j) - difference(l, i) * l->dot[n + i];
    const PetscReal im = difference(l, i) * l->dot[i];

    l->S[2 * n * j + i]           = re;
    l->S[2 * n * (n + j) + n + i] = re;
    l->S[2 * n * j + n + i]       = im;
    l->S[2 * n * (n + j) + i]     = -im;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors 1 + D W^T Z. If it is singular, the last correction will show a wrong solution. */
static PetscErrorCode Factor(HarmonicLowRank l)
{
  PetscBLASInt two = (PetscBLASInt)(2 * l->C->n), info;

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < l->C->n; j++) PetscCall(AddColumn(l, j));
  LAPACKgetrf_(&two, &two, l->S, &two, l->pivot, &info);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solution -------------------------------------------------------------------------------- */

/* Solves for h->x with the right-hand side h->b.

   On entry h->factors are the factors of P, and h->pair is the matrix A + i B, without delta M.
   Output:
     change  norm of the last correction of h->x, which measures its error
   Collective. */
static PetscErrorCode HarmonicLowRankSolve(HarmonicSolver h, PetscReal omega, PetscReal *change)
{
  const PetscReal rtol = 1e-13;
  const PetscInt  most = 30; /* iterations */
  HarmonicLowRank l    = h->low_rank;
  PetscReal       start, size;
  Mat             A;
  PC              pc;

  PetscFunctionBeginUser;
  l->omega = omega;
  PetscCall(Factor(l));
  PetscCall(KSPSetTolerances(l->ksp, rtol, 0, PETSC_DEFAULT, most));
  PetscCall(KSPSolve(l->ksp, h->b, h->x));
  PetscCall(KSPGetOperators(l->ksp, &A, NULL));
  PetscCall(KSPGetPC(l->ksp, &pc));
  PetscCall(PCApply(pc, h->b, h->r));
  PetscCall(MeasurePair(h, h->r, &start));
  PetscCall(MeasurePair(h, h->x, &size));
  PetscCall(MatMult(A, h->x, h->r));
  PetscCall(VecAYPX(h->r, -1, h->b));
  PetscCall(PCApply(pc, h->r, h->b));
  PetscCall(MeasurePair(h, h->b, change));
  if (size > start) *change *= size / start; /* the preconditioner has no resonance there */
  PetscCall(VecAXPY(h->x, 1, h->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the matrix of pairs --------------------------------------------------------------------- */

/* Fills h->pair for A + i (B + shift M). */
static PetscErrorCode FillRealMatrix(HarmonicSolver h, PetscReal omega, PetscReal shift)
{
  const Pencil p = h->p;

  PetscFunctionBeginUser;
  PetscCall(MatCopy(p->K, h->part[0], SAME_NONZERO_PATTERN));
  PetscCall(MatAXPY(h->part[0], -omega * omega, p->M, SAME_NONZERO_PATTERN));
  PetscCall(MatCopy(p->C, h->part[1], SAME_NONZERO_PATTERN));
  PetscCall(MatScale(h->part[1], omega));
  if (h->H) PetscCall(MatAXPY(h->part[1], 1, h->H, SAME_NONZERO_PATTERN));
  if (shift != 0) PetscCall(MatAXPY(h->part[1], shift, p->M, SAME_NONZERO_PATTERN));
  PetscCall(ComplexAsRealFill(h->part[0], 0, 0, 1, h->pair));
  PetscCall(ComplexAsRealFill(h->part[1], 0, 1, -1, h->pair));
  PetscCall(ComplexAsRealFill(h->part[1], 1, 0, -1, h->pair));
  PetscCall(ComplexAsRealFill(h->part[0], 1, 1, -1, h->pair));
  PetscCall(MatAssemblyBegin(h->pair, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(h->pair, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- creation -------------------------------------------------------------------------------- */

PetscErrorCode HarmonicSolverCreate(Pencil p, Mat H, PetscInt modes, PetscReal max_omega,
                                    HarmonicSolver *out)
{
  HarmonicSolver h;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&h));
  h->p     = p;
  h->H     = H;
  h->modes = modes;
  *out     = h;
  if (modes) {
    PetscCall(ModalCreate(h, modes, max_omega));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PencilHasSymmetricDamping(p, &h->symmetric));
  h->symmetric = (PetscBool)(h->symmetric && p->symmetric); /* H has the symmetry of p->K */
  for (int k = 0; k < 2; k++) PetscCall(MatDuplicate(p->K, MAT_DO_NOT_COPY_VALUES, &h->part[k]));
  PetscCall(ComplexAsRealCreate(p->K, &h->pair));
  PetscCall(MatCreateVecs(h->pair, &h->x, &h->b));
  PetscCall(VecDuplicate(h->b, &h->r));
  PetscCall(VecDuplicate(p->sys->vec, &h->unit));
  PetscCall(FsSystemForceUnits(p->sys, h->unit));
  PetscCall(HarmonicLowRankCreate(h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicSolverUpdateLoss(HarmonicSolver h)
{
  PetscFunctionBeginUser;
  if (h->modes && h->H) PetscCall(ModalProjectLoss(h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *out)
{
  HarmonicSolver h = *out;

  PetscFunctionBeginUser;
  if (!h) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ModalDestroy(h));
  PetscCall(HarmonicLowRankDestroy(h));
  for (int k = 0; k < 2; k++) PetscCall(MatDestroy(&h->part[k]));
  PetscCall(MatDestroy(&h->pair));
  PetscCall(MatDestroy(&h->factors));
  PetscCall(VecDestroy(&h->b));
  PetscCall(VecDestroy(&h->x));
  PetscCall(VecDestroy(&h->r));
  PetscCall(VecDestroy(&h->unit));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solution -------------------------------------------------------------------------------- */

/* Solves for h->x with the factors of h->pair, and refines it once. *change is the norm of the
   refinement. */
static PetscErrorCode SolveAndRefine(HarmonicSolver h, PetscReal *change)
{
  PetscFunctionBeginUser;
  PetscCall(MatSolve(h->factors, h->b, h->x));
  PetscCall(MatMult(h->pair, h->x, h->r));
  PetscCall(VecAYPX(h->r, -1, h->b));
  PetscCall(MatSolve(h->factors, h->r, h->b));
  h->solves += 2;
  PetscCall(MeasurePair(h, h->b, change));
  PetscCall(VecAXPY(h->x, 1, h->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises *change to the norm of the change of the response u to f that a change of omega^2 in its
   last digits causes. At a resonance a mode without coupling to others solves without an error, but
   its stiffness is the round-off of K - omega^2 M. Overwrites h->b and h->r. */
static PetscErrorCode AddFrequencyError(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                        const ComplexVec *u, PetscReal *change)
{
  /* The number digits is relative to omega^2: the round-off of a frequency, of omega^2 and of the
     matrices. The number suspicious is the work of the change relative to that of the forces, from
     which the change is solved for. It is far below the limit of HarmonicSolverSolve, because the
     work of the forces is also small where they hardly move. */
  const PetscReal digits = 8 * PETSC_MACHINE_EPSILON, suspicious = 1e-6;
  PetscReal       kinetic[2], work[4], norm;
  ComplexVec      g;

  PetscFunctionBeginUser;
  PetscCall(ComplexVecCreate(u->re, &g));
  PetscCall(MatMult(h->p->M, u->re, g.re));
  PetscCall(MatMult(h->p->M, u->im, g.im));
  PetscCall(VecScale(g.re, digits * omega * omega));
  PetscCall(VecScale(g.im, digits * omega * omega));
  PetscCall(VecDot(u->re, g.re, &kinetic[0]));
  PetscCall(VecDot(u->im, g.im, &kinetic[1]));
  PetscCall(VecDot(u->re, f->re, &work[0]));
  PetscCall(VecDot(u->im, f->im, &work[1]));
  PetscCall(VecDot(u->re, f->im, &work[2]));
  PetscCall(VecDot(u->im, f->re, &work[3]));
  if (kinetic[0] + kinetic[1] > suspicious * hypot(work[0] + work[1], work[2] - work[3])) {
    PetscCall(ComplexVecInterleave(h->b, -1, &g, PETSC_FALSE));
    PetscCall(MatSolve(h->factors, h->b, h->r));
    h->solves++;
    PetscCall(MeasurePair(h, h->r, &norm));
    *change = PetscMax(*change, norm);
  }
  PetscCall(ComplexVecDestroy(&g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok)
{
  /* Largest change in a refinement step, or by an error of the frequency (AddFrequencyError),
     relative to the response. The first is the condition of the matrix times round-off. Both are
     about 1 at an undamped resonance (test_undamped_resonance of tests/analysis/response.py, and
     the rows about resonances of tests/relations/guards.py, in any units). The norm is a length
     (MeasurePair). */
  const PetscReal refinement = 1e-4;
  const PetscReal shift      = h->low_rank ? HarmonicLowRankShift(omega) : 0;
  PetscReal       size, change;
  PetscBool       singular;

  PetscFunctionBeginUser;
  if (h->modes) {
    PetscCall(ModalSolve(h, omega, f, u, ok));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *ok = PETSC_FALSE;
  PetscCall(FillRealMatrix(h, omega, shift));
  PetscCall(FactorizationCompute(h->pair, h->symmetric, &h->factors, &singular));
  h->factorizations++;
  if (singular) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComplexVecInterleave(h->b, -1, f, PETSC_FALSE));
  if (shift > 0) {
    PetscCall(FillRealMatrix(h, omega, 0));
    PetscCall(HarmonicLowRankSolve(h, omega, &change));
  } else PetscCall(SolveAndRefine(h, &change));
  PetscCall(MeasurePair(h, h->x, &size));
  PetscCall(ComplexVecInterleave(h->x, 1, u, PETSC_TRUE));
  if (shift == 0) PetscCall(AddFrequencyError(h, omega, f, u, &change));
  *ok = (PetscBool)(change <= refinement * size && !PetscIsInfOrNanReal(size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
