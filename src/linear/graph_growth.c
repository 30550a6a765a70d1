/* graph_growth.c: grows breadth-first balls in the graph of a matrix, several at once.

   Each ball is one bit of an integer that every row has. In each level the rows that are new in
   some ball pass these bits to their neighbours. Rows of other ranks get theirs by one reduction
   for each level. Searches of each rank alone would measure the partition, not the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factor_cost.h"
#include "base/aij.h"
#include <petscsf.h>

/* Neighbours of the local rows on this rank, or on others. */
typedef struct {
  PetscInt        n;
  const PetscInt *i, *j;
} Adjacency;

/* The balls of each row, and the rows that entered a ball in the last level and in the present
   one. */
typedef struct {
  PetscInt *visited;                   /* [n] */
  PetscInt *bits[2], *list[2], len[2]; /* [n], [n] */
  int       now;
} Frontier;

typedef struct {
  MPI_Comm  comm;
  PetscInt  bs; /* of A */
  Mat       own_part, other_part;
  Adjacency own, other;
  PetscInt *edge, edges; /* [edges] rows with neighbours on other ranks */
  PetscInt *far, nfar;   /* [nfar] bits for rows of other ranks */
  PetscInt *incoming;    /* [n] bits from other ranks */
  PetscSF   sf;
  Frontier  front;
} BreadthFirst;

static PetscErrorCode GetAdjacency(Mat part, PetscInt bs, Adjacency *rows)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(
    MatGetRowIJ(part, 0, PETSC_FALSE, (PetscBool)(bs > 1), &rows->n, &rows->i, &rows->j, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a tangent is not an AIJ matrix");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RestoreAdjacency(Mat part, PetscInt bs, Adjacency *rows)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(MatRestoreRowIJ(part, 0, PETSC_FALSE, (PetscBool)(bs > 1), &rows->n, &rows->i, &rows->j,
                            &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a row to balls; it may already be in some of them. */
static void visit(Frontier *f, PetscInt row, PetscInt balls)
{
  const int next     = !f->now;
  const PetscInt new = balls & ~f->visited[row];

  if (!new) return;
  if (!f->bits[next][row]) f->list[next][f->len[next]++] = row;
  f->bits[next][row] |= new;
  f->visited[row] |= new;
}

/* Grows all balls by one level. */
static PetscErrorCode ExpandLevel(BreadthFirst *b)
{
  Frontier      *f   = &b->front;
  const int      now = f->now;
  const PetscInt len = f->len[now];

  PetscFunctionBeginUser;
  if (b->sf) PetscCall(PetscArrayzero(b->far, b->nfar));
  for (PetscInt at = 0; at < len; at++) {
    const PetscInt row = f->list[now][at], bits = f->bits[now][row];

    f->bits[now][row] = 0;
    for (PetscInt k = b->own.i[row]; k < b->own.i[row + 1]; k++) visit(f, b->own.j[k], bits);
    for (PetscInt k = b->sf ? b->other.i[row] : 0; b->sf && k < b->other.i[row + 1]; k++)
      b->far[b->other.j[k]] |= bits;
  }
  if (b->sf) {
    PetscCall(PetscSFReduceBegin(b->sf, MPIU_INT, b->far, b->incoming, MPI_BOR));
    PetscCall(PetscSFReduceEnd(b->sf, MPIU_INT, b->far, b->incoming, MPI_BOR));
    for (PetscInt k = 0; k < b->edges; k++) {
      visit(f, b->edge[k], b->incoming[b->edge[k]]);
      b->incoming[b->edge[k]] = 0;
    }
  }
  f->len[now] = 0;
  f->now      = !now;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* size[k] = number of rows in ball k on all ranks. */
static PetscErrorCode CountBalls(const BreadthFirst *b, PetscReal size[MAT_GRAPH_CENTERS])
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(size, MAT_GRAPH_CENTERS));
  for (PetscInt row = 0; row < b->own.n; row++)
    for (int k = 0; b->front.visited[row] >> k; k++)
      size[k] += (PetscReal)((b->front.visited[row] >> k) & 1);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, size, MAT_GRAPH_CENTERS, MPIU_REAL, MPI_SUM, b->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BreadthFirstCreate(BreadthFirst *b, Mat A)
{
  Frontier       *f = &b->front;
  const PetscInt *garray;
  PetscLayout     blocks;

  PetscFunctionBeginUser;
  *b = (BreadthFirst){.comm = PetscObjectComm((PetscObject)A)};
  PetscCall(AIJGetSeqParts(A, &b->own_part, &b->other_part, &garray));
  PetscCall(AIJGetBlockSize(A, &b->bs));
  PetscCall(GetAdjacency(b->own_part, b->bs, &b->own));
  PetscCall(PetscCalloc1(b->own.n, &f->visited));
  for (int k = 0; k < 2; k++) {
    PetscCall(PetscCalloc1(b->own.n, &f->bits[k]));
    PetscCall(PetscMalloc1(b->own.n, &f->list[k]));
  }
  if (!b->other_part) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GetAdjacency(b->other_part, b->bs, &b->other));
  PetscCall(MatGetSize(b->other_part, NULL, &b->nfar));
  b->nfar /= b->bs;
  PetscCall(PetscMalloc1(b->nfar, &b->far));
  PetscCall(PetscMalloc1(b->own.n, &b->edge));
  PetscCall(PetscCalloc1(b->own.n, &b->incoming));
  for (PetscInt row = 0; row < b->own.n; row++)
    if (b->other.i[row + 1] > b->other.i[row]) b->edge[b->edges++] = row;
  PetscCall(PetscLayoutCreateFromSizes(b->comm, b->own.n, PETSC_DETERMINE, 1, &blocks));
  PetscCall(PetscSFCreate(b->comm, &b->sf));
  PetscCall(PetscSFSetGraphLayout(b->sf, blocks, b->nfar, NULL, PETSC_OWN_POINTER, garray));
  PetscCall(PetscLayoutDestroy(&blocks));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BreadthFirstDestroy(BreadthFirst *b)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscCall(PetscFree(b->front.bits[k]));
    PetscCall(PetscFree(b->front.list[k]));
  }
  PetscCall(PetscFree(b->front.visited));
  PetscCall(PetscFree(b->edge));
  PetscCall(PetscFree(b->far));
  PetscCall(PetscFree(b->incoming));
  PetscCall(PetscSFDestroy(&b->sf));
  PetscCall(RestoreAdjacency(b->own_part, b->bs, &b->own));
  if (b->other_part) PetscCall(RestoreAdjacency(b->other_part, b->bs, &b->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Starts the search after the centers are set. */
static void start_search(BreadthFirst *b) { b->front.now = !b->front.now; }

PetscErrorCode MatGraphGrowth(Mat A, PetscInt n, const PetscInt center[], PetscInt radius,
                              PetscReal *growth)
{
  PetscReal    inner[MAT_GRAPH_CENTERS], outer[MAT_GRAPH_CENTERS];
  PetscInt     first;
  BreadthFirst b;

  PetscFunctionBeginUser;
  PetscCall(BreadthFirstCreate(&b, A));
  PetscCallMPI(MPI_Scan(&n, &first, 1, MPIU_INT, MPI_SUM, b.comm));
  first -= n;
  for (PetscInt k = 0; k < n; k++) visit(&b.front, center[k], (PetscInt)1 << (first + k));
  start_search(&b);
  for (PetscInt level = 0; level < radius; level++) PetscCall(ExpandLevel(&b));
  PetscCall(CountBalls(&b, inner));
  for (PetscInt level = 0; level < radius; level++) PetscCall(ExpandLevel(&b));
  PetscCall(CountBalls(&b, outer));
  *growth = 0;
  for (int k = 0; k < MAT_GRAPH_CENTERS && inner[k] > 0; k++)
    *growth = PetscMax(*growth, PetscLogReal(outer[k] / inner[k]) / PetscLogReal(2));
  PetscCall(BreadthFirstDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Grows ball number `ball` about a row of the rank that has one; row is -1 on the others. *levels
   is 0 if there are more than max_levels. *last is one of the farthest rows on one rank, and -1 on
   the others. */
static PetscErrorCode SearchFarthest(BreadthFirst *b, PetscInt ball, PetscInt row,
                                     PetscInt max_levels, PetscInt *levels, PetscInt *last)
{
  enum { LEVELS_PER_REDUCTION = 16 }; /* levels for each reduction */
  PetscMPIInt rank;
  struct {
    int level, rank;
  } far = {0, 0};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(b->comm, &rank));
  b->front.len[0] = b->front.len[1] = 0;
  *last                             = -1;
  *levels                           = 0;
  if (row >= 0) visit(&b->front, row, (PetscInt)1 << ball);
  start_search(b);
  for (PetscInt level = 0; level < max_levels;) {
    PetscInt local_level = 0;

    for (int k = 0; k < LEVELS_PER_REDUCTION; k++, level++) {
      if (b->front.len[b->front.now]) {
        local_level = level + 1;
        *last       = b->front.list[b->front.now][0];
      }
      PetscCall(ExpandLevel(b));
    }
    if (local_level) far.level = (int)local_level;
    local_level = PetscMax(0, local_level - (level - LEVELS_PER_REDUCTION));
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &local_level, 1, MPIU_INT, MPI_MAX, b->comm));
    if (local_level == LEVELS_PER_REDUCTION) continue;
    far.rank = rank;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &far, 1, MPI_2INT, MPI_MAXLOC, b->comm));
    *levels = far.level;
    if (far.rank != rank) *last = -1;
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatGraphLevels(Mat A, PetscInt max_levels, PetscInt *levels)
{
  PetscReal    size[MAT_GRAPH_CENTERS];
  PetscInt     row, first, all;
  BreadthFirst b;

  PetscFunctionBeginUser;
  PetscCall(BreadthFirstCreate(&b, A));
  PetscCall(MatGetOwnershipRange(A, &first, NULL));
  PetscCall(MatGetSize(A, &all, NULL));
  PetscCall(SearchFarthest(&b, 0, !first && b.own.n ? 0 : -1, max_levels, levels, &row));
  if (*levels) PetscCall(SearchFarthest(&b, 1, row, max_levels, levels, &row));
  PetscCall(CountBalls(&b, size));
  if (size[0] < (PetscReal)(all / b.bs)) *levels = 0;
  PetscCall(BreadthFirstDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}
