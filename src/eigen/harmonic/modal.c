/* modal.c: computes harmonic responses by modes, and finds the natural frequencies of an
   interval.

   Damping couples the modes. The static correction is the response to the forces and to the
   inertial and damping forces of the modes (Geradin & Rixen, Mechanical Vibrations (2015), sec.
   2.8). The other modes then respond as at omega^2 = s, which is 0 or slightly below. Joint
   forces balance all others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "harmonic_solve.h"
#include "eigen/undamped_modes.h"
#include "eigen/damped/damped_modes.h"

/* Computes to[n][n] = x_i A x_j. A is C if it is NULL. */
static PetscErrorCode ProjectOnModes(HarmonicSolver h, Mat A, PetscReal to[])
{
  const PetscInt n = h->modes;
  Vec            Ax;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(h->p->sys->vec, &Ax));
  for (PetscInt j = 0; j < n; j++) {
    if (A) PetscCall(MatMult(A, h->shape[j], Ax));
    else PetscCall(PencilDampingMult(h->p, h->shape[j], Ax));
    PetscCall(VecMDot(Ax, n, h->shape, to + n * j)); /* column j */
  }
  PetscCall(VecDestroy(&Ax));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModalProjectLoss(HarmonicSolver h) { return ProjectOnModes(h, h->H, h->loss); }

PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt number, PetscReal max_omega)
{
  const ModesRequest request   = {.kind = MODES_LOWEST, .n = number};
  const PetscReal    min_shift = 1e-2;
  Modes              found;
  PetscInt           below, n;
  size_t             square;

  PetscFunctionBeginUser;
  PetscCheck(h->p->symmetric, h->p->sys->comm, PETSC_ERR_USER_INPUT,
             "-response_modes: the stiffness matrix is not symmetric (followers, moments or laws), "
             "by %.2g; leave it out, and "
             "the response is solved directly",
             (double)h->p->asymmetry);
  PetscCall(ModesFind(h->p, &request, &found));
  h->modes = n = found.n;
  square       = (size_t)n * (size_t)n;
  PetscCall(PetscCalloc5(n, &h->shape, n, &h->mu, square, &h->damping, square, &h->loss, 4 * square,
                         &h->dense));
  for (PetscInt k = 0; k < n; k++) {
    h->shape[k] = found.x[k];
    h->mu[k]    = found.zero[k] ? 0 : found.mu[k];
    found.x[k]  = NULL;
    if (h->mu[k] > 0 && h->shift == 0 && found.zeros) h->shift = -h->mu[k] / 2;
  }
  /* large enough compared with omega^2, because rigid motions are divided by the shift */
  if (found.zeros) h->shift = PetscMin(h->shift, -min_shift * max_omega * max_omega);
  PetscCall(ModesDestroy(&found));
  /* all modes are zeros, and no frequency is given: the shift is small against the stiffness of
     single dofs over their masses */
  if (found.zeros && h->shift == 0) h->shift = -1e-3 * h->p->largest;
  PetscCall(ProjectOnModes(h, NULL, h->damping));
  if (h->H) PetscCall(ModalProjectLoss(h));
  PetscCall(PencilFactor(h->p, h->shift, &below));
  PetscCheck(below != PENCIL_SINGULAR, h->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "response: there is no static correction, because the stiffness matrix is singular; "
             "leave out -response_modes");
  h->factorizations = h->p->factorizations;
  PetscCall(VecDuplicate(h->p->sys->vec, &h->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModalDestroy(HarmonicSolver h)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < h->modes; k++) PetscCall(VecDestroy(&h->shape[k]));
  PetscCall(PetscFree5(h->shape, h->mu, h->damping, h->loss, h->dense));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces eta[2 n], the modal forces (real, then imaginary parts), by the modal amplitudes.
   In *ok it returns whether the matrix is regular. */
static PetscErrorCode SolveModes(HarmonicSolver h, PetscReal omega, PetscReal eta[], PetscBool *ok)
{
  const PetscInt n = h->modes;
  /* Round-off of mu - omega^2 [1/s2], relative to the highest mu of the modes that represent the
     response: an undamped resonance, which has no answer. */
  PetscReal round_off = 10 * PETSC_MACHINE_EPSILON * h->mu[n - 1];
  PetscBool regular   = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < n; j++)
    for (PetscInt i = 0; i < n; i++) {
      const PetscReal a = i == j ? h->mu[i] - omega * omega : 0;
      const PetscReal b = omega * h->damping[n * j + i] + h->loss[n * j + i];

      if (i == j && PetscAbsReal(a) + PetscAbsReal(b) <= round_off) regular = PETSC_FALSE;

      h->dense[2 * n * j + i]           = a;
      h->dense[2 * n * (j + n) + i]     = -b;
      h->dense[2 * n * j + i + n]       = b;
      h->dense[2 * n * (j + n) + i + n] = a;
    }
  PetscCall(LapackSolve(2 * n, 1, h->dense, eta, ok));
  *ok = (PetscBool)(*ok && regular);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes b -= (re + i im) A x. A is C if it is NULL. */
static PetscErrorCode SubtractProduct(HarmonicSolver h, Mat A, PetscReal re, PetscReal im,
                                      const ComplexVec *x, ComplexVec *b)
{
  PetscFunctionBeginUser;
  PetscCall(A ? MatMult(A, x->re, h->b) : PencilDampingMult(h->p, x->re, h->b));
  PetscCall(VecAXPY(b->re, -re, h->b));
  PetscCall(VecAXPY(b->im, -im, h->b));
  PetscCall(A ? MatMult(A, x->im, h->b) : PencilDampingMult(h->p, x->im, h->b));
  PetscCall(VecAXPY(b->re, im, h->b));
  PetscCall(VecAXPY(b->im, -re, h->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes u = (K - s M)^-1 b. b are f and the inertial and damping forces of the motion u of the
   modes. */
static PetscErrorCode AddStaticCorrection(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                          ComplexVec *u)
{
  ComplexVec b;

  PetscFunctionBeginUser;
  PetscCall(ComplexVecCreate(f->re, &b));
  PetscCall(VecCopy(f->re, b.re));
  PetscCall(VecCopy(f->im, b.im));
  PetscCall(SubtractProduct(h, h->p->M, h->shift - omega * omega, 0, u, &b));
  PetscCall(SubtractProduct(h, NULL, 0, omega, u, &b));
  if (h->H) PetscCall(SubtractProduct(h, h->H, 0, 1, u, &b));
  PetscCall(MatSolve(h->p->factors, b.re, u->re));
  PetscCall(MatSolve(h->p->factors, b.im, u->im));
  h->solves += 2;
  PetscCall(ComplexVecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok)
{
  const PetscInt n = h->modes;
  PetscReal     *eta;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(2 * (size_t)n, &eta));
  PetscCall(VecMDot(f->re, n, h->shape, eta));
  PetscCall(VecMDot(f->im, n, h->shape, eta + n));
  PetscCall(SolveModes(h, omega, eta, ok));
  if (*ok) {
    PetscCall(VecZeroEntries(u->re));
    PetscCall(VecZeroEntries(u->im));
    PetscCall(VecMAXPY(u->re, n, eta, h->shape));
    PetscCall(VecMAXPY(u->im, n, eta + n, h->shape));
    PetscCall(AddStaticCorrection(h, omega, f, u));
  }
  PetscCall(PetscFree(eta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- resonances ------------------------------------------------------------------------------ */

enum { DAMPED_MODES = 20 };

/* Finds the frequencies of the undamped structure. Light damping changes them little, and with
   heavy damping a resonance is wide. */
static PetscErrorCode UndampedResonances(Pencil p, PetscReal a, PetscReal b, PetscInt *n,
                                         PetscReal **hertz)
{
  /* the ends may be natural frequencies */
  const PetscReal margin = 1.000123, low = 2 * PETSC_PI * a / margin,
                  high       = 2 * PETSC_PI * b * margin;
  const ModesRequest request = {
    .kind = a > 0 ? MODES_BETWEEN : MODES_BELOW, .low = low * low, .high = high * high};
  Modes found;

  PetscFunctionBeginUser;
  PetscCall(ModesFind(p, &request, &found));
  PetscCall(PetscMalloc1(found.n, hertz));
  for (PetscInt k = 0; k < found.n; k++) {
    const PetscReal f = PetscSqrtReal(PetscMax(found.mu[k], 0)) / (2 * PETSC_PI);

    if (f > a && f < b) (*hertz)[(*n)++] = f;
  }
  PetscCall(ModesDestroy(&found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DampedResonances(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                                       PetscReal **hertz)
{
  DampedModes found;

  PetscFunctionBeginUser;
  PetscCall(DampedFind(p, H, DAMPED_MODES, &found));
  PetscCall(PetscMalloc1(found.n, hertz));
  for (PetscInt k = 0; k < found.n; k++) {
    const PetscReal f = found.omega[k] / (2 * PETSC_PI);

    if (f > a && f < b) (*hertz)[(*n)++] = f;
  }
  PetscCall(PetscSortReal(*n, *hertz));
  PetscCall(DampedDestroy(&found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete)
{
  PetscBool symmetric;

  PetscFunctionBeginUser;
  *n        = 0;
  *hertz    = NULL;
  *complete = PETSC_TRUE;
  if (!(p->largest > 0)) PetscFunctionReturn(PETSC_SUCCESS); /* nothing has mass */
  PetscCall(PencilHasSymmetricDamping(p, &symmetric));
  *complete = (PetscBool)(symmetric && p->symmetric);
  if (*complete) PetscCall(UndampedResonances(p, a, b, n, hertz));
  else PetscCall(DampedResonances(p, H, a, b, n, hertz));
  PetscFunctionReturn(PETSC_SUCCESS);
}
