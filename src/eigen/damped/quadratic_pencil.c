/* quadratic_pencil.c: evaluates residuals and norms of complex eigenvectors of a quadratic
   pencil. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "subspace.h"
#include "system/force_units.h"

/* Relative to the sum of the norms of the terms, or to |K| |x| where terms are round-off, with
   moments as forces at lengths, so that it has no unit. A larger residual does not belong to a
   mode: vectors of modes have converged to 1e-10. The rows of decays in tests/relations/guards.py
   find such modes in any units, and tests/analysis/damped_modes.py compares all modes of rods and
   hinges with closed forms. */
static const PetscReal MAX_RESIDUAL = 1e-7;

PetscErrorCode QuadraticCreate(Pencil p, Mat H, Quadratic *out)
{
  Quadratic q;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&q));
  q->p = p;
  q->H = H;
  for (int k = 0; k < 2; k++) {
    PetscCall(VecDuplicate(p->sys->vec, &q->Kx[k]));
    PetscCall(VecDuplicate(p->sys->vec, &q->Cx[k]));
    PetscCall(VecDuplicate(p->sys->vec, &q->Mx[k]));
    PetscCall(VecDuplicate(p->sys->vec, &q->remainder[k]));
  }
  PetscCall(VecDuplicate(p->sys->vec, &q->unit));
  PetscCall(VecDuplicate(p->sys->vec, &q->comparable));
  PetscCall(FsSystemForceUnits(p->sys, q->unit));
  *out = q;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode QuadraticDestroy(Quadratic *out)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscCall(VecDestroy(&(*out)->Kx[k]));
    PetscCall(VecDestroy(&(*out)->Cx[k]));
    PetscCall(VecDestroy(&(*out)->Mx[k]));
    PetscCall(VecDestroy(&(*out)->remainder[k]));
  }
  PetscCall(VecDestroy(&(*out)->unit));
  PetscCall(VecDestroy(&(*out)->comparable));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes xx = x A x, yy = y A y and xy = x A y of a symmetric A; leaves A x and A y in Ax. */
static PetscErrorCode QuadraticForms(Mat A, Vec x, Vec y, Vec Ax[2], PetscReal *xx, PetscReal *yy,
                                     PetscReal *xy)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(A, x, Ax[0]));
  PetscCall(MatMult(A, y, Ax[1]));
  PetscCall(VecDot(Ax[0], x, xx));
  PetscCall(VecDot(Ax[1], y, yy));
  PetscCall(VecDot(Ax[0], y, xy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Multiplies x + i y by re + i im. */
static PetscErrorCode MultiplyComplex(Vec x, Vec y, PetscReal re, PetscReal im, Vec scratch)
{
  PetscFunctionBeginUser;
  PetscCall(VecCopy(x, scratch));
  PetscCall(VecAXPBY(x, -im, re, y));
  PetscCall(VecAXPBY(y, im, re, scratch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode QuadraticNormalize(Quadratic q, Vec x, Vec y, PetscReal *size)
{
  PetscReal xx, yy, xy, angle, scale;

  PetscFunctionBeginUser;
  PetscCall(QuadraticForms(q->p->M, x, y, q->Mx, &xx, &yy, &xy));
  *size = PetscMax(xx + yy, 0);
  if (*size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  angle = -PetscAtan2Real(2 * xy, xx - yy) / 2;
  scale = 1 / PetscSqrtReal(*size);
  PetscCall(
    MultiplyComplex(x, y, scale * PetscCosReal(angle), scale * PetscSinReal(angle), q->Mx[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds i H (x + i y) to Kx. */
static PetscErrorCode AddLossTerm(Quadratic q, Vec x, Vec y)
{
  PetscFunctionBeginUser;
  if (!q->H) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatMultAdd(q->H, x, q->Kx[1], q->Kx[1]));
  PetscCall(VecScale(q->Kx[0], -1));
  PetscCall(MatMultAdd(q->H, y, q->Kx[0], q->Kx[0]));
  PetscCall(VecScale(q->Kx[0], -1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Norm of forces, or of constraint rows in K x: moments are forces at lengths. */
static PetscErrorCode ForceNorm(Quadratic q, Vec force, PetscReal *norm)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(q->comparable, q->unit, force));
  PetscCall(VecNorm(q->comparable, NORM_2, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode QuadraticResidual(Quadratic q, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscReal *residual, PetscBool *solves)
{
  const PetscReal square[2] = {re * re - im * im, 2 * re * im},
                  z         = PetscSqrtReal(re * re + im * im);
  const Mat       A[3]      = {q->p->K, NULL, q->p->M}; /* NULL: C */
  Vec *const      Ax[3]     = {q->Kx, q->Cx, q->Mx};
  const PetscReal size[3]   = {1, z, z * z};
  PetscReal       norm[2], remainder, all = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    PetscCall(A[k] ? MatMult(A[k], x, Ax[k][0]) : PencilDampingMult(q->p, x, Ax[k][0]));
    PetscCall(A[k] ? MatMult(A[k], y, Ax[k][1]) : PencilDampingMult(q->p, y, Ax[k][1]));
    for (int i = 0; i < 2; i++) PetscCall(ForceNorm(q, Ax[k][i], &norm[i]));
    all += size[k] * PetscSqrtReal(PetscSqr(norm[0]) + PetscSqr(norm[1]));
  }
  PetscCall(AddLossTerm(q, x, y));
  PetscCall(VecAXPBYPCZ(q->Kx[0], re, -im, 1, q->Cx[0], q->Cx[1]));
  PetscCall(VecAXPBYPCZ(q->Kx[0], square[0], -square[1], 1, q->Mx[0], q->Mx[1]));
  PetscCall(VecAXPBYPCZ(q->Kx[1], im, re, 1, q->Cx[0], q->Cx[1]));
  PetscCall(VecAXPBYPCZ(q->Kx[1], square[1], square[0], 1, q->Mx[0], q->Mx[1]));
  for (int i = 0; i < 2; i++) PetscCall(VecCopy(q->Kx[i], q->remainder[i]));
  for (int i = 0; i < 2; i++) PetscCall(ForceNorm(q, q->Kx[i], &norm[i]));
  remainder = hypot(norm[0], norm[1]);
  *residual = all > 0 ? remainder / all : 0;
  for (int i = 0; i < 2; i++) {
    PetscCall(PencilAbsMult(q->p, i ? y : x, q->Kx[0]));
    PetscCall(ForceNorm(q, q->Kx[0], &norm[i]));
  }
  *solves = (PetscBool)(remainder <= MAX_RESIDUAL * PetscMax(all, hypot(norm[0], norm[1])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode QuadraticMeetsConstraints(Quadratic q, Vec x, Vec y, PetscBool *satisfied)
{
  /* Errors of constraints relative to the scale of their rows times the norm of the motion, both
     with rotations as arcs. A vector that constraints do not allow breaks them by about 1; modes
     have errors of about 1e-10. Modes of a hinge are in tests/relations/guards.py (row "decay of
     two bodies with a damped hinge"). */
  const PetscReal off   = 1e-4;
  const Vec       of[2] = {x, y};
  PetscReal       rows = 0, motion = 0;

  PetscFunctionBeginUser;
  *satisfied = PETSC_TRUE;
  if (!q->p->rows) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 2; k++) {
    PetscReal norm;

    PetscCall(VecCopy(of[k], q->Cx[0]));
    PetscCall(q->p->sys->constraints->add_multipliers(q->p->sys, -1, of[k], q->Cx[0]));
    PetscCall(MatMult(q->p->K, q->Cx[0], q->Kx[0]));
    PetscCall(VecPointwiseDivide(q->comparable, q->Cx[0], q->unit));
    PetscCall(VecNorm(q->comparable, NORM_2, &norm));
    motion = hypot(motion, norm);
    PetscCall(VecZeroEntries(q->Cx[0]));
    PetscCall(q->p->sys->constraints->add_multipliers(q->p->sys, 1, q->Kx[0], q->Cx[0]));
    PetscCall(ForceNorm(q, q->Cx[0], &norm));
    rows = hypot(rows, norm);
  }
  *satisfied = (PetscBool)(rows <= off * q->p->scale * motion);
  PetscFunctionReturn(PETSC_SUCCESS);
}
