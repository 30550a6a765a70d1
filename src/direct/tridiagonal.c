/* tridiagonal.c: factors a chain as L D L^T in segments that are eliminated side by side.

   SEGMENTS segments of equal length are separated by links, which are eliminated last. The segments
   fill the SIMD lanes of the processor, while a single elimination would wait for the result of
   each row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tridiagonal.h"
#include "math/wide.h"

enum { SEGMENTS = 16, MIN_DOFS = 8 * SEGMENTS }; /* smallest chain for which this pays */

/* Row i of segment p is at SEGMENTS i + p of the arrays; the link after the segment is its row n.
   Rows that only fill the last segments have 1 on their diagonal and no neighbours. */
struct _n_Tridiagonal {
  PetscInt dofs, n;
  /* row[dofs]: the order of the chain; slot[(n + 1) SEGMENTS]: places of rows in the arrays, those
     of the matrix first */
  PetscInt *row, *slot;
  /* [(n + 1) SEGMENTS] row of the matrix at a place; undefined for rows that only fill */
  PetscInt *from;
  /* [(n + 1) SEGMENTS] L below the diagonal, 1/D, L of the link before the segment */
  PetscReal *lower, *inverse, *fill;
  /* L below the diagonal between links; their 1/D is in inverse */
  PetscReal  link[SEGMENTS];
  PetscReal *x; /* [(n + 1) SEGMENTS] work array of a solve */
  PetscBool  failed;
};

static PetscErrorCode DestroyFactors(Tridiagonal *chain)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree7((*chain)->row, (*chain)->slot, (*chain)->from, (*chain)->lower,
                       (*chain)->inverse, (*chain)->fill, (*chain)->x));
  PetscCall(PetscFree(*chain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the order ------------------------------------------------------------------------------- */

/* Finds the neighbours of a row, -1 for none. *is_tridiagonal: it has two at most, and the matrix
   is symmetric in their entries. */
static PetscErrorCode FindNeighbours(Mat A, PetscInt row, PetscInt neighbour[2],
                                     PetscBool *is_tridiagonal)
{
  /* Relative difference of the two entries of a pair that counts as symmetric: the order of sums
     leaves 1e-16 of each term. */
  const PetscReal    rounding = 1e-12;
  const PetscInt    *column;
  const PetscScalar *value;
  PetscInt           n, nneighbours = 0;

  PetscFunctionBeginUser;
  neighbour[0] = neighbour[1] = -1;
  PetscCall(MatGetRow(A, row, &n, &column, &value));
  *is_tridiagonal = PETSC_TRUE;
  for (PetscInt k = 0; k < n && *is_tridiagonal; k++) {
    if (column[k] == row) continue;
    if (nneighbours == 2) *is_tridiagonal = PETSC_FALSE;
    else neighbour[nneighbours++] = column[k];
  }
  PetscCall(MatRestoreRow(A, row, &n, &column, &value));
  for (PetscInt k = 0; k < nneighbours && *is_tridiagonal; k++) {
    PetscScalar here, there;

    PetscCall(MatGetValue(A, row, neighbour[k], &here));
    PetscCall(MatGetValue(A, neighbour[k], row, &there));
    *is_tridiagonal = (PetscBool)(PetscAbsScalar(here - there) <= rounding * PetscAbsScalar(here));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Orders the rows along the chains from their ends. *all: there is no ring. neighbour[2 dofs]. */
static void order_chain(PetscInt dofs, const PetscInt neighbour[], char seen[], PetscInt row[],
                        PetscBool *all)
{
  PetscInt n = 0;

  for (PetscInt start = 0; start < dofs; start++) {
    if (seen[start] || neighbour[2 * start + 1] >= 0) continue;
    for (PetscInt at = start, next; at >= 0; at = next) {
      seen[at] = 1;
      row[n++] = at;
      next     = -1;
      for (int k = 0; k < 2; k++)
        if (neighbour[2 * at + k] >= 0 && !seen[neighbour[2 * at + k]])
          next = neighbour[2 * at + k];
    }
  }
  *all = (PetscBool)(n == dofs);
}

static PetscErrorCode FindChainOrder(Mat A, PetscInt dofs, PetscInt row[],
                                     PetscBool *is_tridiagonal)
{
  PetscInt *neighbour;
  char     *seen;

  PetscFunctionBeginUser;
  *is_tridiagonal = PETSC_TRUE;
  PetscCall(PetscMalloc1(2 * (size_t)dofs, &neighbour));
  PetscCall(PetscCalloc1(dofs, &seen));
  for (PetscInt k = 0; k < dofs && *is_tridiagonal; k++)
    PetscCall(FindNeighbours(A, k, &neighbour[2 * k], is_tridiagonal));
  if (*is_tridiagonal) order_chain(dofs, neighbour, seen, row, is_tridiagonal);
  PetscCall(PetscFree(seen));
  PetscCall(PetscFree(neighbour));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TridiagonalCreate(Mat A, Tridiagonal *out)
{
  PetscMPIInt ranks;
  PetscInt    dofs, size;
  PetscBool   is_tridiagonal;
  Tridiagonal c;

  PetscFunctionBeginUser;
  *out = NULL;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  PetscCall(MatGetSize(A, &dofs, NULL));
  if (ranks > 1 || dofs < MIN_DOFS) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&c));
  c->dofs = dofs;
  /* with the links there is room for (n + 1) SEGMENTS - 1 */
  c->n = dofs / SEGMENTS;
  size = (c->n + 1) * SEGMENTS;
  PetscCall(PetscCalloc7(dofs, &c->row, size, &c->slot, size, &c->from, size, &c->lower, size,
                         &c->inverse, size, &c->fill, size, &c->x));
  PetscCall(FindChainOrder(A, dofs, c->row, &is_tridiagonal));
  for (PetscInt k = 0; k < size && is_tridiagonal; k++)
    c->slot[k < dofs ? c->row[k] : k] = k % (c->n + 1) * SEGMENTS + k / (c->n + 1);
  for (PetscInt k = 0; k < dofs; k++) c->from[c->slot[k]] = k;
  if (is_tridiagonal) *out = c;
  else PetscCall(DestroyFactors(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Copies the entries before the diagonal to lower and the diagonal to inverse. */
static PetscErrorCode GetDiagonals(Tridiagonal c, Mat A)
{
  const PetscInt size = (c->n + 1) * SEGMENTS;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < size; k++) {
    c->lower[k]   = 0;
    c->inverse[k] = 1;
  }
  for (PetscInt k = 0; k < c->dofs; k++) {
    const PetscInt     before = k ? c->row[k - 1] : -1, at = c->slot[c->row[k]];
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           n;

    c->inverse[at] = 0;
    PetscCall(MatGetRow(A, c->row[k], &n, &column, &value));
    for (PetscInt j = 0; j < n; j++) {
      if (column[j] == c->row[k]) c->inverse[at] = value[j];
      if (column[j] == before) c->lower[at] = value[j];
    }
    PetscCall(MatRestoreRow(A, c->row[k], &n, &column, &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eliminates a segment: inverse gets D, and the rows of the links before and after it are
   updated. */
static void eliminate_segment(Tridiagonal c, PetscInt segment)
{
  const PetscInt before = c->n * SEGMENTS + segment - 1;
  PetscReal      fill   = c->lower[segment]; /* entry of the link before it in the present row */

  c->lower[segment] = 0;
  for (PetscInt i = 0; i < c->n; i++) {
    const PetscInt  at = SEGMENTS * i + segment, next = at + SEGMENTS;
    const PetscReal entry = c->lower[next], d = c->inverse[at];

    c->fill[at] = fill / d;
    if (segment) c->inverse[before] -= fill * c->fill[at];
    c->lower[next] = entry / d;
    c->inverse[next] -= entry * c->lower[next];
    fill *= -c->lower[next];
  }
  /* the entry between the two links */
  c->link[segment] = fill;
}

static PetscErrorCode PCSetUp_Tridiagonal(PC pc)
{
  Mat         A;
  Tridiagonal c;
  PetscReal   sum = 0;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, (void *)&c));
  PetscCall(PCGetOperators(pc, NULL, &A));
  PetscCall(GetDiagonals(c, A));
  for (PetscInt p = 0; p < SEGMENTS; p++) eliminate_segment(c, p);
  for (PetscInt p = 1; p < SEGMENTS; p++) { /* the links */
    const PetscReal entry = c->link[p];

    c->link[p] = entry / c->inverse[c->n * SEGMENTS + p - 1];
    c->inverse[c->n * SEGMENTS + p] -= entry * c->link[p];
  }
  for (PetscInt k = 0; k < (c->n + 1) * SEGMENTS; k++) {
    c->inverse[k] = 1 / c->inverse[k];
    sum += PetscAbsReal(c->inverse[k]);
  }
  c->failed = PetscIsInfOrNanReal(sum);
  PetscCall(PCSetFailedReason(pc, c->failed ? PC_FACTOR_NUMERIC_ZEROPIVOT : PC_NOERROR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solves ---------------------------------------------------------------------------------- */

/* x = L^-1 x in the segments; link_sum[SEGMENTS]: their sums for the links before them. Compilers
   find SIMD lanes only with an array of its own for the sums. */
SIMD_CLONES static void forward_substitute(PetscInt n, const PetscReal *restrict lower,
                                           const PetscReal *restrict fill, PetscReal *restrict x,
                                           PetscReal *restrict link_sum)
{
  PetscReal row[SEGMENTS];

  for (int p = 0; p < SEGMENTS; p++) row[p] = link_sum[p] = 0;
  for (PetscInt i = 0; i < n; i++)
    for (int p = 0; p < SEGMENTS; p++) {
      const PetscInt at = SEGMENTS * i + p;

      row[p] = x[at] - lower[at] * row[p];
      x[at]  = row[p];
      link_sum[p] += fill[at] * row[p];
    }
}

/* x = L^-T D^-1 x in the segments, with the links after them in row n, and those before them in
   before[SEGMENTS]. */
SIMD_CLONES static void backward_substitute(PetscInt n, const PetscReal *restrict lower,
                                            const PetscReal *restrict inverse,
                                            const PetscReal *restrict fill,
                                            const PetscReal before[SEGMENTS], PetscReal *restrict x)
{
  PetscReal row[SEGMENTS], link[SEGMENTS];

  for (int p = 0; p < SEGMENTS; p++) {
    row[p]  = x[SEGMENTS * n + p];
    link[p] = before[p];
  }
  for (PetscInt i = n - 1; i >= 0; i--)
    for (int p = 0; p < SEGMENTS; p++) {
      const PetscInt at = SEGMENTS * i + p;

      row[p] = x[at] * inverse[at] - fill[at] * link[p] - lower[at + SEGMENTS] * row[p];
      x[at]  = row[p];
    }
}

/* Solves for the links with the contributions of the segments. */
static void solve_links(const struct _n_Tridiagonal *c, const PetscReal link_sum[SEGMENTS],
                        PetscReal before[SEGMENTS])
{
  const PetscReal *lower = c->lower + SEGMENTS * c->n, *inverse = c->inverse + SEGMENTS * c->n;
  PetscReal       *link = c->x + SEGMENTS * c->n;

  for (int p = 0; p < SEGMENTS; p++) {
    link[p] -=
      lower[p] * c->x[SEGMENTS * (c->n - 1) + p] + (p + 1 < SEGMENTS ? link_sum[p + 1] : 0);
    if (p) link[p] -= c->link[p] * link[p - 1];
  }
  for (int p = SEGMENTS - 1; p >= 0; p--)
    link[p] = link[p] * inverse[p] - (p + 1 < SEGMENTS ? c->link[p + 1] * link[p + 1] : 0);
  before[0] = 0;
  for (int p = 1; p < SEGMENTS; p++) before[p] = link[p - 1];
}

/* to[n] = from[at[n]]; scattered reads take less time than scattered writes. */
static void gather_values(PetscInt n, const PetscInt *restrict at, const PetscReal *restrict from,
                          PetscReal *restrict to)
{
  for (PetscInt k = 0; k < n; k++) to[k] = from[at[k]];
}

static PetscErrorCode PCApply_Tridiagonal(PC pc, Vec b, Vec x)
{
  const PetscScalar *of_b;
  PetscScalar       *of_x;
  PetscReal          link_sum[SEGMENTS], before[SEGMENTS];
  Tridiagonal        c;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, (void *)&c));
  if (c->failed) { /* KSP applies it even after a failure */
    PetscCall(VecFlag(x, 1));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetArrayRead(b, &of_b));
  gather_values((c->n + 1) * SEGMENTS, c->from, of_b, c->x);
  for (PetscInt k = c->dofs; k < (c->n + 1) * SEGMENTS; k++) c->x[c->slot[k]] = 0;
  PetscCall(VecRestoreArrayRead(b, &of_b));
  forward_substitute(c->n, c->lower, c->fill, c->x, link_sum);
  solve_links(c, link_sum, before);
  backward_substitute(c->n, c->lower, c->inverse, c->fill, before, c->x);
  PetscCall(VecGetArrayWrite(x, &of_x));
  gather_values(c->dofs, c->slot, c->x, of_x);
  PetscCall(VecRestoreArrayWrite(x, &of_x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCDestroy_Tridiagonal(PC pc)
{
  Tridiagonal c;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, (void *)&c));
  PetscCall(DestroyFactors(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCSetTridiagonal(PC pc, Tridiagonal chain)
{
  PetscFunctionBeginUser;
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, chain));
  PetscCall(PCShellSetName(pc, "a chain in segments"));
  PetscCall(PCShellSetSetUp(pc, PCSetUp_Tridiagonal));
  PetscCall(PCShellSetApply(pc, PCApply_Tridiagonal));
  PetscCall(PCShellSetDestroy(pc, PCDestroy_Tridiagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}
