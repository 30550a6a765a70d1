/* block_lanczos.c: Lanczos' method with blocks of four vectors and full reorthogonalization.

   With S = (K - sigma M)^-1 M and blocks V_j that are orthonormal in M,

     S V_j = V_{j-1} R_j^T + V_j A_j + V_{j+1} R_{j+1} .

   The eigenvalues theta = 1 / (mu - sigma) of the band matrix T of A_j and R_j approximate those of
   S. The residual of a vector y of T is |R_{j+1} y_j|, with the last entries y_j of y. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "block_lanczos.h"
#include "factorization.h"
#include "base/long_phase.h"
#include <petscblaslapack.h>

/* Columns of a block cost 0.37 of a single solve (MUMPS, 1e5 dofs), those of 8 cost 0.3, but need
   1.4 times as many. LARGEST: dense eigenproblems of many modes are not cheap. */
enum { B = 4, BB = B * B, LARGEST = 64, SMALLEST = 2000 };

PetscBool block_lanczos_pays(PetscInt n, PetscInt size)
{
  const PetscInt share = 40; /* of the modes; a smaller space could be exhausted */

  return (PetscBool)(n <= LARGEST && size >= SMALLEST && size >= share * n);
}

/* Largest number of blocks for n modes. */
static PetscInt most_blocks(PetscInt n) { return (8 * n + 64) / B; }

typedef struct {
  Pencil      p;
  PetscInt    rows, blocks, capacity;
  PetscReal **basis;    /* [blocks] V_j, as [rows][B] */
  PetscReal  *w, *Mw;   /* [rows][B] the next block, and M times it */
  PetscReal  *diagonal; /* [blocks][B][B] A_j */
  PetscReal  *below;    /* [blocks + 1][B][B] R_j, upper triangles; V_j times it is in S V_{j-1} */
  PetscReal  *sums;     /* [capacity][B][B] scratch */
  Vec         x[B], y;
} Lanczos;

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Adds the products of the columns of u and v: c[a][b] += u_a . v_b, of the rows of this rank. */
static void add_products(PetscInt rows, const PetscReal *u, const PetscReal *v, PetscReal c[])
{
  PetscReal sum[BB] = {0};

  for (PetscInt i = 0; i < rows; i++)
    for (int a = 0; a < B; a++)
      for (int b = 0; b < B; b++) sum[a * B + b] += u[i * B + a] * v[i * B + b];
  for (int k = 0; k < BB; k++) c[k] += sum[k];
}

/* Adds u c to w. */
static void add_block(PetscInt rows, const PetscReal *u, const PetscReal c[], PetscReal *w)
{
  for (PetscInt i = 0; i < rows; i++) {
    PetscReal sum[B] = {0};

    for (int a = 0; a < B; a++)
      for (int b = 0; b < B; b++) sum[b] += u[i * B + a] * c[a * B + b];
    for (int b = 0; b < B; b++) w[i * B + b] += sum[b];
  }
}

static void negate(PetscInt n, PetscReal c[])
{
  for (PetscInt k = 0; k < n; k++) c[k] = -c[k];
}

static PetscErrorCode CopyFromColumns(Lanczos *l, PetscReal *w)
{
  PetscFunctionBeginUser;
  for (int b = 0; b < B; b++) {
    const PetscScalar *column;

    PetscCall(VecGetArrayRead(l->x[b], &column));
    for (PetscInt i = 0; i < l->rows; i++) w[i * B + b] = column[i];
    PetscCall(VecRestoreArrayRead(l->x[b], &column));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CopyToColumns(Lanczos *l, const PetscReal *w)
{
  PetscFunctionBeginUser;
  for (int b = 0; b < B; b++) {
    PetscScalar *column;

    PetscCall(VecGetArrayWrite(l->x[b], &column));
    for (PetscInt i = 0; i < l->rows; i++) column[i] = w[i * B + b];
    PetscCall(VecRestoreArrayWrite(l->x[b], &column));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes l->Mw = M l->w. */
static PetscErrorCode MultiplyMass(Lanczos *l)
{
  PetscFunctionBeginUser;
  PetscCall(CopyToColumns(l, l->w));
  for (int b = 0; b < B; b++) {
    PetscCall(MatMult(l->p->M, l->x[b], l->y));
    PetscCall(VecCopy(l->y, l->x[b]));
  }
  PetscCall(CopyFromColumns(l, l->Mw));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SumOverRanks(Lanczos *l, PetscInt n, PetscReal c[])
{
  PetscFunctionBeginUser;
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, c, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, l->p->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one step -------------------------------------------------------------------------------- */

/* Factors G = R^T R, and computes the inverse of R. *ok is PETSC_FALSE if columns are dependent. */
static void invert_cholesky(const PetscReal G[], PetscReal R[], PetscReal inverse[], PetscBool *ok)
{
  const PetscReal dependent = 1e-20; /* share of the square of a column that is left */

  *ok = PETSC_TRUE;
  for (int k = 0; k < BB; k++) R[k] = inverse[k] = 0;
  for (int b = 0; b < B; b++) {
    for (int a = 0; a <= b; a++) {
      PetscReal sum = G[a * B + b];

      for (int k = 0; k < a; k++) sum -= R[k * B + a] * R[k * B + b];
      if (a < b) R[a * B + b] = sum / R[a * B + a];
      else R[b * B + b] = PetscSqrtReal(PetscMax(sum, 0));
    }
    if (!(PetscSqr(R[b * B + b]) > dependent * G[b * B + b])) *ok = PETSC_FALSE;
    if (!*ok) return;
  }
  for (int b = 0; b < B; b++) {
    inverse[b * B + b] = 1 / R[b * B + b];
    for (int a = b - 1; a >= 0; a--) {
      PetscReal sum = 0;

      for (int k = a + 1; k <= b; k++) sum += R[a * B + k] * inverse[k * B + b];
      inverse[a * B + b] = -sum / R[a * B + a];
    }
  }
}

static void multiply_small(const PetscReal a[], const PetscReal b[], PetscReal c[])
{
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++) {
      PetscReal sum = 0;

      for (int k = 0; k < B; k++) sum += a[i * B + k] * b[k * B + j];
      c[i * B + j] = sum;
    }
}

/* Replaces w by w c. */
static void transform_block(PetscInt rows, const PetscReal c[], PetscReal *w)
{
  for (PetscInt i = 0; i < rows; i++) {
    PetscReal sum[B] = {0};

    for (int a = 0; a < B; a++)
      for (int b = 0; b < B; b++) sum[b] += w[i * B + a] * c[a * B + b];
    for (int b = 0; b < B; b++) w[i * B + b] = sum[b];
  }
}

/* Makes l->w orthonormal in M, w = V R, by two Cholesky factorizations of its products. */
static PetscErrorCode Orthonormalize(Lanczos *l, PetscReal R[], PetscBool *ok)
{
  PetscFunctionBeginUser;
  PetscCall(MultiplyMass(l));
  for (int k = 0; k < BB; k++) R[k] = k % (B + 1) == 0;
  for (int twice = 0; twice < 2; twice++) {
    PetscReal G[BB] = {0}, factor[BB], inverse[BB], product[BB];

    add_products(l->rows, l->w, l->Mw, G);
    PetscCall(SumOverRanks(l, BB, G));
    invert_cholesky(G, factor, inverse, ok);
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    transform_block(l->rows, inverse, l->w);
    transform_block(l->rows, inverse, l->Mw);
    multiply_small(factor, R, product);
    PetscCall(PetscArraycpy(R, product, BB));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Removes the shares of all blocks from l->w. */
static PetscErrorCode Reorthogonalize(Lanczos *l)
{
  PetscFunctionBeginUser;
  PetscCall(MultiplyMass(l));
  PetscCall(PetscArrayzero(l->sums, l->blocks * BB));
  for (PetscInt j = 0; j < l->blocks; j++)
    add_products(l->rows, l->basis[j], l->Mw, l->sums + j * BB);
  PetscCall(SumOverRanks(l, l->blocks * BB, l->sums));
  negate(l->blocks * BB, l->sums);
  for (PetscInt j = 0; j < l->blocks; j++) add_block(l->rows, l->basis[j], l->sums + j * BB, l->w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes l->w = S times the block whose product with M is l->Mw. */
static PetscErrorCode Solve(Lanczos *l)
{
  PetscFunctionBeginUser;
  PetscCall(CopyToColumns(l, l->Mw));
  PetscCall(FactorizationSolveBlock(l->p->factors, B, l->x));
  PetscCall(CopyFromColumns(l, l->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Appends l->w to the basis. */
static PetscErrorCode Append(Lanczos *l)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(B * (size_t)l->rows, &l->basis[l->blocks]));
  PetscCall(PetscArraycpy(l->basis[l->blocks], l->w, B * l->rows));
  l->blocks++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Start(Lanczos *l, PetscBool *ok)
{
  PetscReal   unused[BB];
  PetscRandom random;

  PetscFunctionBeginUser;
  PetscCall(PetscRandomCreate(l->p->sys->comm, &random));
  PetscCall(PetscRandomSetFromOptions(random));
  for (int b = 0; b < B; b++) PetscCall(VecSetRandom(l->x[b], random));
  PetscCall(PetscRandomDestroy(&random));
  PetscCall(CopyFromColumns(l, l->w));
  PetscCall(MultiplyMass(l));
  PetscCall(Solve(l)); /* motions that constraints forbid, or that have no mass, do not remain */
  PetscCall(Orthonormalize(l, unused, ok));
  if (*ok) PetscCall(Append(l));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a step from the last block: computes A_j, R_{j+1} and, in l->w, V_{j+1}. */
static PetscErrorCode Step(Lanczos *l, PetscBool *ok)
{
  const PetscInt j = l->blocks - 1;
  PetscReal     *A = l->diagonal + j * BB, *R = l->below + j * BB, transposed[BB], c[BB] = {0};

  PetscFunctionBeginUser;
  PetscCall(Solve(l));
  add_products(l->rows, l->Mw, l->w, c);
  PetscCall(SumOverRanks(l, BB, c));
  for (int a = 0; a < B; a++)
    for (int b = 0; b < B; b++) {
      A[a * B + b]          = (c[a * B + b] + c[b * B + a]) / 2;
      transposed[a * B + b] = -R[b * B + a];
    }
  negate(BB, c);
  add_block(l->rows, l->basis[j], c, l->w);
  if (j > 0) add_block(l->rows, l->basis[j - 1], transposed, l->w);
  PetscCall(Reorthogonalize(l));
  PetscCall(Orthonormalize(l, l->below + (j + 1) * BB, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- eigenvalues of T ------------------------------------------------------------------------ */

typedef struct {
  PetscReal *T, *theta, *work; /* T becomes the eigenvectors, by columns */
  PetscInt  *order;            /* of theta, the largest |theta| first */
} Small;

static PetscErrorCode SmallCreate(PetscInt n, Small *s)
{
  const size_t rows = (size_t)n;

  PetscFunctionBeginUser;
  PetscCall(
    PetscMalloc4(rows * rows, &s->T, 2 * rows, &s->theta, 34 * rows + 1, &s->work, n, &s->order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SmallDestroy(Small *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(s->T, s->theta, s->work, s->order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveSmall(const Lanczos *l, Small *s)
{
  const PetscInt n    = B * l->blocks;
  PetscBLASInt   size = (PetscBLASInt)n, room = 34 * size + 1, info;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(s->T, n * n));
  for (PetscInt j = 0; j < l->blocks; j++)
    for (int a = 0; a < B; a++)
      for (int b = 0; b < B; b++) {
        const PetscInt row = j * B + a;

        s->T[(j * B + b) * n + row] = l->diagonal[j * BB + a * B + b];
        if (j > 0) s->T[((j - 1) * B + b) * n + row] = l->below[j * BB + a * B + b];
      }
  LAPACKsyev_("V", "L", &size, s->T, &size, s->theta, s->work, &room, &info);
  PetscCheck(!info, l->p->sys->comm, PETSC_ERR_LIB, "LAPACK's syev returns %d", (int)info);
  for (PetscInt k = 0; k < n; k++) {
    s->order[k]     = k;
    s->theta[n + k] = -PetscAbsReal(s->theta[k]);
  }
  PetscCall(PetscSortRealWithPermutation(n, s->theta + n, s->order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the residuals of the first n are small. */
static PetscBool has_converged(const Lanczos *l, const Small *s, PetscInt n, PetscReal tolerance)
{
  const PetscInt   all = B * l->blocks;
  const PetscReal *R   = l->below + l->blocks * BB;

  for (PetscInt k = 0; k < n; k++) {
    const PetscReal *last   = s->T + s->order[k] * all + all - B;
    PetscReal        square = 0;

    for (int a = 0; a < B; a++) {
      PetscReal sum = 0;

      for (int b = a; b < B; b++) sum += R[a * B + b] * last[b];
      square += sum * sum;
    }
    if (!(square <= PetscSqr(tolerance * s->theta[s->order[k]]))) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Creates the vectors x[n] of the first eigenvalues. */
static PetscErrorCode CreateVectors(Lanczos *l, const Small *s, PetscInt n, Vec x[])
{
  const PetscInt all = B * l->blocks;

  PetscFunctionBeginUser;
  for (PetscInt from = 0; from < n; from += B) {
    const int columns = (int)PetscMin(B, n - from);

    PetscCall(PetscArrayzero(l->w, B * l->rows));
    for (PetscInt j = 0; j < l->blocks; j++) {
      PetscReal c[BB] = {0};

      for (int a = 0; a < B; a++)
        for (int b = 0; b < columns; b++) c[a * B + b] = s->T[s->order[from + b] * all + j * B + a];
      add_block(l->rows, l->basis[j], c, l->w);
    }
    PetscCall(CopyToColumns(l, l->w));
    for (int b = 0; b < columns; b++) {
      PetscCall(VecDuplicate(l->x[b], &x[from + b]));
      PetscCall(VecCopy(l->x[b], x[from + b]));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the solution ---------------------------------------------------------------------------- */

static PetscErrorCode LanczosCreate(Pencil p, PetscInt n, Lanczos *l)
{
  PetscFunctionBeginUser;
  *l = (Lanczos){.p = p, .capacity = most_blocks(n)};
  PetscCall(VecGetLocalSize(p->sys->vec, &l->rows));
  PetscCall(PetscCalloc4(l->capacity + 1, &l->basis, l->capacity * BB, &l->diagonal,
                         (l->capacity + 1) * BB, &l->below, l->capacity * BB, &l->sums));
  PetscCall(PetscMalloc2(B * (size_t)l->rows, &l->w, B * (size_t)l->rows, &l->Mw));
  for (int b = 0; b < B; b++) PetscCall(VecDuplicate(p->sys->vec, &l->x[b]));
  PetscCall(VecDuplicate(p->sys->vec, &l->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LanczosDestroy(Lanczos *l)
{
  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < l->blocks; j++) PetscCall(PetscFree(l->basis[j]));
  for (int b = 0; b < B; b++) PetscCall(VecDestroy(&l->x[b]));
  PetscCall(VecDestroy(&l->y));
  PetscCall(PetscFree2(l->w, l->Mw));
  PetscCall(PetscFree4(l->basis, l->diagonal, l->below, l->sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether T is solved after this step: it costs the cube of its size. */
static PetscBool is_due(const Lanczos *l, PetscInt n)
{
  const PetscInt every = PetscMax(1, l->blocks / 16);

  return (PetscBool)(B * l->blocks >= 2 * n &&
                     (l->blocks % every == 0 || l->blocks == l->capacity));
}

/* Takes steps until the first n eigenvalues have converged. */
static PetscErrorCode Iterate(Lanczos *l, PetscInt n, PetscReal tolerance, Small *s,
                              PetscBool *found)
{
  const PetscReal most = 0.95, columns = 5.5; /* columns: usual number for a mode */
  PetscBool       ok;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  PetscCall(Start(l, &ok));
  while (ok) {
    PetscCall(Step(l, &ok));
    PetscCall(LongPhaseReport(PetscMin(most, B * (PetscReal)l->blocks / (columns * (PetscReal)n)),
                              "factored, %" PetscInt_FMT " of about %" PetscInt_FMT " solves",
                              B * l->blocks, (PetscInt)(columns * (PetscReal)n)));
    if (ok && is_due(l, n)) {
      PetscCall(SolveSmall(l, s));
      *found = has_converged(l, s, n, tolerance);
    }
    if (*found || l->blocks == l->capacity) break;
    if (ok) PetscCall(Append(l));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockLanczosSolve(Pencil p, PetscReal sigma, PetscInt n, PetscReal tolerance,
                                 PetscReal mu[], Vec x[], PetscInt *solves, PetscBool *found)
{
  Lanczos l;
  Small   s;

  PetscFunctionBeginUser;
  PetscCall(LanczosCreate(p, n, &l));
  PetscCall(SmallCreate(B * l.capacity, &s));
  PetscCall(Iterate(&l, n, tolerance, &s, found));
  *solves += B * (l.blocks + 1);
  if (*found) {
    for (PetscInt k = 0; k < n; k++) mu[k] = sigma + 1 / s.theta[s.order[k]];
    PetscCall(CreateVectors(&l, &s, n, x));
  }
  PetscCall(SmallDestroy(&s));
  PetscCall(LanczosDestroy(&l));
  PetscFunctionReturn(PETSC_SUCCESS);
}
