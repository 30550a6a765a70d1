/* harmonic_solve.c: solves harmonic problems directly as real systems of twice the size.

   The matrix A + i B with A = K - omega^2 M and B = omega C + H becomes [A -B; -B -A] for the
   unknowns (re u, im u) and the right-hand side (re f, -im f). It is symmetric if A and B are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "harmonic_solve.h"
#include "factorization.h"
#include "modal.h"

/* ---- the matrix of pairs --------------------------------------------------------------------- */

static PetscErrorCode FillRealMatrix(HarmonicSolver h, PetscReal omega)
{
  const Pencil p = h->p;

  PetscFunctionBeginUser;
  PetscCall(MatCopy(p->K, h->part[0], SAME_NONZERO_PATTERN));
  PetscCall(MatAXPY(h->part[0], -omega * omega, p->M, SAME_NONZERO_PATTERN));
  PetscCall(MatCopy(p->C, h->part[1], SAME_NONZERO_PATTERN));
  PetscCall(MatScale(h->part[1], omega));
  if (h->H) PetscCall(MatAXPY(h->part[1], 1, h->H, SAME_NONZERO_PATTERN));
  PetscCall(ComplexAsRealFill(h->part[0], 0, 0, 1, h->pair));
  PetscCall(ComplexAsRealFill(h->part[1], 0, 1, -1, h->pair));
  PetscCall(ComplexAsRealFill(h->part[1], 1, 0, -1, h->pair));
  PetscCall(ComplexAsRealFill(h->part[0], 1, 1, -1, h->pair));
  PetscCall(MatAssemblyBegin(h->pair, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(h->pair, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies x to pair = (re, sign im) with alternating entries, or back. */
static PetscErrorCode Interleave(Vec pair, PetscReal sign, const ComplexVec *x, PetscBool back)
{
  PetscScalar *of_pair, *re, *im;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x->re, &n));
  PetscCall(VecGetArray(pair, &of_pair));
  PetscCall(VecGetArray(x->re, &re));
  PetscCall(VecGetArray(x->im, &im));
  for (PetscInt i = 0; i < n; i++) {
    if (back) re[i] = of_pair[2 * i];
    else of_pair[2 * i] = re[i];
    if (back) im[i] = sign * of_pair[2 * i + 1];
    else of_pair[2 * i + 1] = sign * im[i];
  }
  PetscCall(VecRestoreArray(x->im, &im));
  PetscCall(VecRestoreArray(x->re, &re));
  PetscCall(VecRestoreArray(pair, &of_pair));
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *out)
{
  HarmonicSolver h = *out;

  PetscFunctionBeginUser;
  if (!h) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ModalDestroy(h));
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

PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok)
{
  /* largest relative change in a refinement step: the condition of the matrix times round-off */
  const PetscReal refinement = 1e-4;
  PetscReal       size, change;
  PetscBool       singular;

  PetscFunctionBeginUser;
  if (h->modes) {
    PetscCall(ModalSolve(h, omega, f, u, ok));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *ok = PETSC_FALSE;
  PetscCall(FillRealMatrix(h, omega));
  PetscCall(FactorizationCompute(h->pair, h->symmetric, &h->factors, &singular));
  h->factorizations++;
  if (singular) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Interleave(h->b, -1, f, PETSC_FALSE));
  PetscCall(MatSolve(h->factors, h->b, h->x));
  PetscCall(MatMult(h->pair, h->x, h->r));
  PetscCall(VecAYPX(h->r, -1, h->b));
  PetscCall(MatSolve(h->factors, h->r, h->b));
  h->solves += 2;
  PetscCall(VecNorm(h->x, NORM_2, &size));
  PetscCall(VecNorm(h->b, NORM_2, &change));
  PetscCall(VecAXPY(h->x, 1, h->b));
  PetscCall(Interleave(h->x, 1, u, PETSC_TRUE));
  *ok = (PetscBool)(change <= refinement * size && !PetscIsInfOrNanReal(size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
