/* piecewise_linear_vectors.c: compresses vectors that are piecewise linear in the node index.

   Each entry allows an interval of slopes from the first entry of a piece, within the rounding of
   this entry, so that light nodes beside heavy ones stay exact. A piece ends where these intervals
   have no common slope. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "piecewise_linear_vectors.h"
#include "math/wide.h"

/* A line: row i of a piece is row i % node_rows of its node i / node_rows. */
typedef struct {
  PetscReal start, slope; /* the first entry, and the change from node to node */
} LinearPiece;

struct _n_PiecewiseLinear {
  PetscInt     count, node_rows, n; /* n pieces */
  PetscInt    *first; /* [n + 1] first row of each piece; the last entry is n of the vectors */
  LinearPiece *piece; /* [n][count][node_rows] */
};

/* ---- pieces ---- */

/* The interval of slopes that reproduce the entries so far. */
typedef struct {
  PetscReal least, most;
} SlopeInterval;

typedef struct {
  PetscInt                  count, n, node_rows;
  const PetscScalar *const *y;
  PetscReal                 size[MAX_PIECEWISE_LINEAR]; /* largest entry of each vector */
} SlopeSearch;

/* Returns the size of a row relative to the largest entry, in the vector where this is largest:
   lever arms may be 0. */
static PetscReal relative_size(const SlopeSearch *s, PetscInt row)
{
  PetscReal most = 0;

  for (PetscInt k = 0; k < s->count; k++)
    if (s->size[k] > 0) most = PetscMax(most, PetscAbsReal(s->y[k][row]) / s->size[k]);
  return most;
}

/* Narrows the slopes by a row of the piece that starts at row first. Returns PETSC_FALSE, without a
   change, if no slope remains. */
static PetscBool narrow_slopes(const SlopeSearch *s, PetscInt first, PetscInt row,
                               SlopeInterval slopes[][MAX_NODE_ROWS])
{
  /* In units in the last place of the row, relative to the largest entry of each vector: an entry
     is a product of a few rounded factors. tests/assembly/ramps.c has pieces without and with
     noise. */
  const PetscReal roundings = 16;
  const PetscInt  j         = (row - first) % s->node_rows;
  const PetscReal node      = (PetscReal)((row - first) / s->node_rows);
  const PetscReal few       = roundings * PETSC_MACHINE_EPSILON * relative_size(s, row);
  SlopeInterval   now[MAX_PIECEWISE_LINEAR];

  if (!(node > 0)) return PETSC_TRUE; /* the first node of the piece */
  for (PetscInt k = 0; k < s->count; k++) {
    const PetscReal rise = s->y[k][row] - s->y[k][first + j], rounding = few * s->size[k];

    now[k] = (SlopeInterval){PetscMax(slopes[k][j].least, (rise - rounding) / node),
                             PetscMin(slopes[k][j].most, (rise + rounding) / node)};
    if (!(now[k].least <= now[k].most)) return PETSC_FALSE;
  }
  for (PetscInt k = 0; k < s->count; k++) slopes[k][j] = now[k];
  return PETSC_TRUE;
}

/* Returns the row after the piece that starts at row first, and its lines if piece is not NULL. */
static PetscInt find_piece(const SlopeSearch *s, PetscInt first, LinearPiece piece[])
{
  SlopeInterval slopes[MAX_PIECEWISE_LINEAR][MAX_NODE_ROWS];
  PetscInt      end = first;

  for (int k = 0; k < MAX_PIECEWISE_LINEAR; k++)
    for (int j = 0; j < MAX_NODE_ROWS; j++)
      slopes[k][j] = (SlopeInterval){-PETSC_MAX_REAL, PETSC_MAX_REAL};
  while (end < s->n && narrow_slopes(s, first, end, slopes)) end++;
  for (PetscInt k = 0; k < s->count && piece; k++)
    for (PetscInt j = 0; j < s->node_rows; j++) {
      const PetscBool alone =
        (PetscBool)(first + j + s->node_rows >= end); /* no other node of the piece has the row */

      piece[k * s->node_rows + j].start = first + j < end ? s->y[k][first + j] : 0;
      piece[k * s->node_rows + j].slope = alone ? 0 : (slopes[k][j].least + slopes[k][j].most) / 2;
    }
  return end;
}

PetscErrorCode PiecewiseLinearCreate(PetscInt count, PetscInt n, PetscInt node_rows,
                                     const PetscScalar *const y[], PiecewiseLinear *out)
{
  /* average number of nodes of a piece, below which compression does not pay */
  const PetscInt  least   = 8;
  SlopeSearch     s       = {.count = count, .n = n, .node_rows = node_rows, .y = y};
  PetscInt        npieces = 0;
  PiecewiseLinear r;

  PetscFunctionBeginUser;
  *out = NULL;
  for (PetscInt k = 0; k < count; k++)
    for (PetscInt i = 0; i < n; i++) s.size[k] = PetscMax(s.size[k], PetscAbsReal(y[k][i]));
  for (PetscInt at = 0; at < n; npieces++) at = find_piece(&s, at, NULL);
  if (npieces * node_rows * least > n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&r));
  r->count     = count;
  r->node_rows = node_rows;
  r->n         = npieces;
  PetscCall(PetscMalloc2(npieces + 1, &r->first, (size_t)(npieces * count * node_rows), &r->piece));
  r->first[0] = 0;
  for (PetscInt p = 0; p < npieces; p++)
    r->first[p + 1] = find_piece(&s, r->first[p], r->piece + p * count * node_rows);
  *out = r;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PiecewiseLinearDestroy(PiecewiseLinear *out)
{
  PetscFunctionBeginUser;
  if (!*out) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree2((*out)->first, (*out)->piece));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- products ---- */

enum { PARTIAL_SUMS = 8 }; /* independent sums, which the processor computes in parallel */

/* Computes sums over x[n] of nodes with one row: of the entries, and of the entries times the index
   of their node. */
static ALWAYS_INLINE void sum_single_row(PetscInt n, const PetscScalar x[], PetscReal sum[],
                                         PetscReal moment[])
{
  PetscReal sums[PARTIAL_SUMS] = {0}, moments[PARTIAL_SUMS] = {0}, node[PARTIAL_SUMS];
  PetscInt  i = 0;

  for (int k = 0; k < PARTIAL_SUMS; k++) node[k] = k;
  for (; i + PARTIAL_SUMS <= n; i += PARTIAL_SUMS)
    for (int k = 0; k < PARTIAL_SUMS; k++) {
      sums[k] += x[i + k];
      moments[k] += node[k] * x[i + k];
      node[k] += PARTIAL_SUMS;
    }
  for (int k = 0; i < n; i++, k++) {
    sums[k] += x[i];
    moments[k] += node[k] * x[i];
  }
  for (int k = 0; k < PARTIAL_SUMS; k++) {
    *sum += sums[k];
    *moment += moments[k];
  }
}

/* Computes the same sums for each row of nodes with node_rows rows. */
static ALWAYS_INLINE void sum_node_rows(PetscInt n, PetscInt node_rows, const PetscScalar x[],
                                        PetscReal sum[], PetscReal moment[])
{
  PetscReal node = 0;
  PetscInt  i    = 0;

  for (; i + node_rows <= n; i += node_rows, node++)
    for (PetscInt j = 0; j < node_rows; j++) {
      sum[j] += x[i + j];
      moment[j] += node * x[i + j];
    }
  for (PetscInt j = 0; i + j < n; j++) {
    sum[j] += x[i + j];
    moment[j] += node * x[i + j];
  }
}

SIMD_CLONES static void sum_piece(PetscInt n, PetscInt node_rows, const PetscScalar x[],
                                  PetscReal sum[], PetscReal moment[])
{
  switch (node_rows) {
  case 1:
    sum_single_row(n, x, sum, moment);
    break;
  case 3:
    sum_node_rows(n, 3, x, sum, moment);
    break;
  case 6:
    sum_node_rows(n, 6, x, sum, moment);
    break;
  default:
    sum_node_rows(n, node_rows, x, sum, moment);
  }
}

void PiecewiseLinearDot(PiecewiseLinear r, const PetscScalar x[], PetscReal dot[])
{
  const LinearPiece *piece = r->piece;

  for (PetscInt k = 0; k < r->count; k++) dot[k] = 0;
  for (PetscInt p = 0; p < r->n; p++) {
    PetscReal sum[MAX_NODE_ROWS] = {0}, moment[MAX_NODE_ROWS] = {0};

    sum_piece(r->first[p + 1] - r->first[p], r->node_rows, x + r->first[p], sum, moment);
    for (PetscInt k = 0; k < r->count; k++)
      for (PetscInt j = 0; j < r->node_rows; j++, piece++)
        dot[k] += piece->start * sum[j] + piece->slope * moment[j];
  }
}
