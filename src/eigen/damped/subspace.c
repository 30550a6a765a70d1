/* subspace.c: solves the quadratic eigenvalue problem in a subspace by LAPACK.

   With z = s + 1/t the dense problem is (t^2 P + t (2 s M + C) + M) c = 0, P = s^2 M + s C + K. It
   is linear in (t c, c). With losses it consists of pairs of real vectors, see
   complex_as_real.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "subspace.h"
#include <petscblaslapack.h>

/* Share of a vector's square, with the weights of the space, that is round-off: 1e-4 of the vector.
   An eigenvector of the doubled real problem has either about all of it in the half that is kept,
   or errors alone. The test test_loss_factor of tests/analysis/damped_modes.py has shares above
   0.3, and below 1e-27. */
static const PetscReal MIN_SHARE = 1e-8;

enum { OF_K, OF_C, OF_M, OF_H, MATRICES };

/* Computes the weights M_ii + |K_ii| / unit^2, which balance units of rotations and include dofs
   without mass. */
static PetscErrorCode CreateWeights(Subspace s, PetscReal unit)
{
  const Pencil p = s->q->p;
  Vec          k;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(p->sys->vec, &s->weights));
  PetscCall(VecDuplicate(p->sys->vec, &k));
  PetscCall(MatGetDiagonal(p->M, s->weights));
  PetscCall(MatGetDiagonal(p->K, k));
  PetscCall(VecAbs(k));
  PetscCall(VecAXPY(s->weights, 1 / PetscSqr(unit), k));
  if (p->sys->constraints) { /* multipliers have the weight 0 */
    PetscCall(VecZeroEntries(k));
    PetscCall(p->sys->constraints->add_multipliers(p->sys, -1, s->weights, s->weights));
  }
  PetscCall(VecDestroy(&k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SubspaceCreate(Quadratic q, PetscReal unit, Subspace *out)
{
  Subspace s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->q = q;
  PetscCall(CreateWeights(s, unit));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ForgetSolution(Subspace s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(s->re));
  PetscCall(PetscFree(s->im));
  for (int h = 0; h < 2; h++) PetscCall(PetscFree(s->c[h]));
  s->nfound = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SubspaceDestroy(Subspace *out)
{
  Subspace s = *out;

  PetscFunctionBeginUser;
  PetscCall(ForgetSolution(s));
  for (PetscInt k = 0; k < s->n; k++) PetscCall(VecDestroy(&s->v[k]));
  PetscCall(PetscFree(s->v));
  for (int m = 0; m < MATRICES; m++) PetscCall(PetscFree(s->matrix[m]));
  PetscCall(VecDestroy(&s->weights));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the span -------------------------------------------------------------------------------- */

PetscErrorCode SubspaceNorm(Subspace s, Vec x, PetscReal *norm)
{
  const Vec weighted = s->q->Mx[0];

  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(weighted, s->weights, x));
  PetscCall(VecDot(weighted, x, norm));
  *norm = PetscSqrtReal(PetscMax(*norm, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes space for more vectors. */
static PetscErrorCode GrowStorage(Subspace s)
{
  const PetscInt capacity = 2 * s->capacity + 32;

  PetscFunctionBeginUser;
  if (s->n < s->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscRealloc((size_t)capacity * sizeof *s->v, &s->v));
  for (int m = 0; m < MATRICES; m++) {
    PetscReal *wider;

    PetscCall(PetscCalloc1((size_t)capacity * (size_t)capacity, &wider));
    for (PetscInt j = 0; j < s->n; j++)
      PetscCall(PetscArraycpy(wider + j * capacity, s->matrix[m] + j * s->capacity, s->n));
    PetscCall(PetscFree(s->matrix[m]));
    s->matrix[m] = wider;
  }
  s->capacity = capacity;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the last row and column of the dense matrices. */
static PetscErrorCode ProjectLast(Subspace s)
{
  const Mat       A[MATRICES] = {s->q->p->K, s->q->p->C, s->q->p->M, s->q->H};
  const FsLowRank low_rank    = s->q->p->sys->low_rank;
  const Vec       Av          = s->q->Kx[0];
  const PetscInt  last        = s->n - 1;
  PetscReal      *row;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->n, &row));
  for (int m = 0; m < MATRICES; m++) {
    if (!A[m]) continue;
    PetscCall(MatMult(A[m], s->v[last], Av));
    if (A[m] == s->q->p->C && low_rank) PetscCall(FsLowRankMultAdd(low_rank, 1, s->v[last], Av));
    PetscCall(VecMDot(Av, s->n, s->v, s->matrix[m] + last * s->capacity));
    PetscCall(MatMultTranspose(A[m], s->v[last], Av));
    if (A[m] == s->q->p->C && low_rank) PetscCall(FsLowRankMultAdd(low_rank, 1, s->v[last], Av));
    PetscCall(VecMDot(Av, s->n, s->v, row));
    for (PetscInt j = 0; j < last; j++) s->matrix[m][j * s->capacity + last] = row[j];
  }
  PetscCall(PetscFree(row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SubspaceAdd(Subspace s, Vec x)
{
  /* share of a vector that is left if it is in the span */
  const PetscReal inside   = 1e-8;
  const Vec       weighted = s->q->Mx[0];
  PetscReal       size, left, *c;
  Vec             v;

  PetscFunctionBeginUser;
  PetscCall(SubspaceNorm(s, x, &size));
  if (!(size > 0) || PetscIsInfOrNanReal(size)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(x, &v));
  PetscCall(VecCopy(x, v));
  PetscCall(VecScale(v, 1 / size));
  PetscCall(PetscMalloc1(s->n + 1, &c));
  for (int pass = 0; pass < 3; pass++) {
    PetscCall(VecPointwiseMult(weighted, s->weights, v));
    PetscCall(VecMDot(weighted, s->n, s->v, c));
    for (PetscInt k = 0; k < s->n; k++) c[k] = -c[k];
    PetscCall(VecMAXPY(v, s->n, c, s->v));
    PetscCall(SubspaceNorm(s, v, &left));
    if (left <= inside) break;
    PetscCall(VecScale(v, 1 / left));
  }
  PetscCall(PetscFree(c));
  if (left <= inside) {
    PetscCall(VecDestroy(&v));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(GrowStorage(s));
  s->v[s->n++] = v;
  PetscCall(ProjectLast(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SubspaceRestart(Subspace s, PetscInt n, const Vec x[])
{
  PetscFunctionBeginUser;
  PetscCall(ForgetSolution(s));
  for (PetscInt k = 0; k < s->n; k++) PetscCall(VecDestroy(&s->v[k]));
  s->n = 0;
  for (PetscInt k = 0; k < n; k++) PetscCall(SubspaceAdd(s, x[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the dense problem ----------------------------------------------------------------------- */

/* Computes to[w n][w n], a combination of the dense matrices; with losses (w = 2) in blocks of
   pairs, including h times that of H. */
static void combine_matrices(const struct _n_Subspace *s, PetscReal k, PetscReal c, PetscReal m,
                             PetscReal h, PetscReal to[])
{
  const PetscInt n = s->n, w = s->q->H ? 2 : 1, N = w * n;

  for (PetscInt j = 0; j < n; j++)
    for (PetscInt i = 0; i < n; i++) {
      const PetscInt  at = j * s->capacity + i;
      const PetscReal value =
        k * s->matrix[OF_K][at] + c * s->matrix[OF_C][at] + m * s->matrix[OF_M][at];

      to[j * N + i] = value;
      if (w == 1) continue;
      to[(j + n) * N + i + n] = value;
      to[j * N + i + n]       = h * s->matrix[OF_H][at];
      to[(j + n) * N + i]     = -h * s->matrix[OF_H][at];
    }
}

/* Computes A[2 N][2 N] of the problem A (t c, c) = t (t c, c): [-P^-1 (2 s M + C), -P^-1 M; 1,
   0]. */
static PetscErrorCode Linearize(Subspace s, PetscReal shift, PetscReal A[])
{
  const PetscInt N = s->n * (s->q->H ? 2 : 1);
  PetscReal     *P, *right;
  PetscBool      ok;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)N * (size_t)N, &P, 2 * (size_t)N * (size_t)N, &right));
  combine_matrices(s, 1, shift, shift * shift, 1, P);
  combine_matrices(s, 0, -1, -2 * shift, 0, right);
  combine_matrices(s, 0, 0, -1, 0, right + N * N);
  PetscCall(LapackSolve(N, 2 * N, P, right, &ok));
  PetscCheck(ok, s->q->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: the stiffness, damping and mass matrices are singular together: a part has "
             "none of them in some direction");
  PetscCall(PetscArrayzero(A, 4 * N * N));
  for (PetscInt j = 0; j < 2 * N; j++) PetscCall(PetscArraycpy(A + j * 2 * N, right + j * N, N));
  for (PetscInt j = 0; j < N; j++) A[j * 2 * N + N + j] = 1;
  PetscCall(PetscFree2(P, right));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the conjugate of eigenvector k of the linear problem as eigenvector number to.

   vectors has the columns of LAPACK, which stores a complex vector as two columns: the real part
   and the imaginary part. The lower half of a column is c. With losses c consists of two complex
   vectors (a, b), which stand for a + i b (complex_as_real.h); half of these vectors belong to
   K - i H, and for them a + i b is round-off. Returns whether the vector belongs to K + i H. */
static PetscBool store_eigenvector(Subspace s, const PetscReal vectors[], PetscInt k,
                                   PetscBool complex_pair, PetscInt to)
{
  const PetscInt   n = s->n, rows = n * (s->q->H ? 2 : 1);
  const PetscReal *re = vectors + k * 2 * rows + rows, *im = complex_pair ? re + 2 * rows : NULL;
  PetscReal *const stored_re = s->c[0] + to * n, *const stored_im = s->c[1] + to * n;
  PetscReal stored = 0, all = 0;

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal a_re = re[i], a_im = im ? -im[i] : 0;
    const PetscReal b_re = s->q->H ? re[n + i] : 0, b_im = s->q->H && im ? -im[n + i] : 0;

    stored_re[i] = s->q->H ? (a_re - b_im) / 2 : a_re;
    stored_im[i] = s->q->H ? (a_im + b_re) / 2 : a_im;
    stored += PetscSqr(stored_re[i]) + PetscSqr(stored_im[i]);
    all += a_re * a_re + a_im * a_im + b_re * b_re + b_im * b_im;
  }
  return (PetscBool)(stored > MIN_SHARE * all);
}

/* Stores eigenvectors of t = wr + i wi whose z has an imaginary part >= 0, by |z|. */
static PetscErrorCode CollectEigenvectors(Subspace s, PetscReal shift, const PetscReal wr[],
                                          const PetscReal wi[], const PetscReal vectors[])
{
  const PetscInt all = 2 * s->n * (s->q->H ? 2 : 1);
  PetscReal     *size;
  PetscInt      *order, *from, n = 0, to = 0;

  PetscFunctionBeginUser;
  PetscCall(ForgetSolution(s));
  PetscCall(PetscMalloc3(all, &size, all, &order, all, &from));
  PetscCall(PetscMalloc1(all, &s->re));
  PetscCall(PetscMalloc1(all, &s->im));
  for (int h = 0; h < 2; h++) PetscCall(PetscCalloc1((size_t)all * (size_t)s->n, &s->c[h]));
  for (PetscInt k = 0; k < all; k++) {
    const PetscReal square = wr[k] * wr[k] + wi[k] * wi[k];

    /* the first of a pair; its z has a negative imaginary part, so the conjugate is stored */
    if (square > 0 && wi[k] >= 0) {
      size[n]   = hypot(shift + wr[k] / square, wi[k] / square);
      order[n]  = n;
      from[n++] = k;
    }
  }
  PetscCall(PetscSortRealWithPermutation(n, size, order));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt  k      = from[order[i]];
    const PetscReal square = wr[k] * wr[k] + wi[k] * wi[k];

    s->re[to] = shift + wr[k] / square;
    s->im[to] = wi[k] / square;
    if (store_eigenvector(s, vectors, k, (PetscBool)(wi[k] > 0), to)) to++;
  }
  s->nfound = to;
  s->solved = s->n;
  PetscCall(PetscFree3(size, order, from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SubspaceSolve(Subspace s, PetscReal shift)
{
  const PetscInt N    = 2 * s->n * (s->q->H ? 2 : 1);
  PetscBLASInt   size = (PetscBLASInt)N, one = 1, capacity = 8 * size + 64, info;
  PetscReal     *A, *wr, *wi, *vectors, *work, none = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc5((size_t)N * (size_t)N, &A, N, &wr, N, &wi, (size_t)N * (size_t)N, &vectors,
                         capacity, &work));
  PetscCall(Linearize(s, shift, A));
  LAPACKgeev_("N", "V", &size, A, &size, wr, wi, &none, &one, vectors, &size, work, &capacity,
              &info);
  PetscCheck(!info, s->q->p->sys->comm, PETSC_ERR_NOT_CONVERGED, "modes: LAPACK's geev returns %d",
             (int)info);
  PetscCall(CollectEigenvectors(s, shift, wr, wi, vectors));
  PetscCall(PetscFree5(A, wr, wi, vectors, work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SubspaceGetVector(Subspace s, PetscInt k, Vec x, Vec y)
{
  const Vec to[2] = {x, y};

  PetscFunctionBeginUser;
  for (int h = 0; h < 2; h++) {
    PetscCall(VecZeroEntries(to[h]));
    PetscCall(VecMAXPY(to[h], s->solved, s->c[h] + k * s->solved, s->v));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
