/* harmonic_solve.c: solves harmonic problems directly as real systems of twice the size.

   The matrix A + i B with A = K - omega^2 M and B = omega C + H becomes [A -B; -B -A] for the
   unknowns (re u, im u) and the right-hand side (re f, -im f). It is symmetric if A and B are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "harmonic_solve.h"
#include "eigen/factorization.h"
#include "harmonic_low_rank.h"
#include "eigen/modal.h"

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
  PetscCall(VecNorm(h->b, NORM_2, change));
  PetscCall(VecAXPY(h->x, 1, h->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok)
{
  /* Largest relative change in a refinement step: the condition of the matrix times round-off,
     which is about 1 at an undamped resonance (test_undamped_resonance of
     tests/analysis/response.py). The norm adds displacements [m] and rotations [rad]. */
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
  PetscCall(VecNorm(h->x, NORM_2, &size));
  PetscCall(ComplexVecInterleave(h->x, 1, u, PETSC_TRUE));
  *ok = (PetscBool)(change <= refinement * size && !PetscIsInfOrNanReal(size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
