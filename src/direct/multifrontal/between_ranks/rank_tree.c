/* rank_tree.c: factors a matrix along a binary tree of ranks by the multifrontal method.

   Ranks are the leaves of the tree (Duff & Reid 1983). A pivot that is too small in its front is
   delayed to the next one. The first rank of a front stores it. The message of the rank that joins
   says which rows and columns it contributes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscsf.h>
#include "direct/multifrontal/dense_front.h"
#include "rank_tree.h"

#define PIVOT_THRESHOLD 0.1 /* of pivots, relative to entries of rows that are not complete */

/* Front that joins two blocks, and its factors. */
typedef struct {
  PetscMPIInt  from; /* rank of the second block; -1 if there is no second block */
  PetscInt     n, pivots;
  PetscInt    *row, *column; /* [n] indices in the order of elimination */
  PetscInt     size[2];      /* of its blocks */
  PetscInt    *place[2][2];  /* [block][0: rows, 1: columns] places in the front */
  PetscReal   *scale;        /* [n] of rows */
  PetscScalar *A;            /* [n][dense_front_stride(n)] */
  PetscScalar *x;            /* [n] */
} TreeFront;

struct _n_RankTree {
  MPI_Comm comm;
  /* to: rank of the next front after the last one of this rank; -1 at the root */
  PetscMPIInt rank, ranks, tag, to;
  TreeBlock   leaf;  /* the block of this rank */
  TreeFront  *front; /* [nfronts]; front 0 belongs to this rank alone */
  PetscInt    nfronts, largest;
};

static PetscErrorCode TreeFrontClear(TreeFront *f)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree5(f->row, f->column, f->scale, f->A, f->x));
  for (int p = 0; p < 2; p++) PetscCall(PetscFree2(f->place[p][0], f->place[p][1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the level of each unknown: the number of doublings of the ranks after which one front has
   all of it. */
static PetscErrorCode FindLevels(MPI_Comm comm, PetscInt local, TreeBlock *leaf,
                                 const PetscInt number[])
{
  PetscInt   *mine, *min_rank, *max_rank, *low, *high;
  PetscLayout layout;
  PetscMPIInt rank, ranks;
  PetscSF     sf;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  PetscCall(PetscLayoutCreateFromSizes(comm, local, PETSC_DECIDE, 1, &layout));
  PetscCall(PetscSFCreate(comm, &sf));
  PetscCall(
    PetscSFSetGraphLayout(sf, layout, leaf->n, NULL, PETSC_OWN_POINTER, (PetscInt *)number));
  PetscCall(PetscLayoutDestroy(&layout));
  PetscCall(PetscMalloc5(leaf->n, &mine, leaf->n, &min_rank, leaf->n, &max_rank, local, &low, local,
                         &high));
  for (PetscInt k = 0; k < leaf->n; k++) mine[k] = rank;
  for (PetscInt k = 0; k < local; k++) {
    low[k]  = ranks;
    high[k] = -1;
  }
  PetscCall(PetscSFReduceBegin(sf, MPIU_INT, mine, low, MPI_MIN));
  PetscCall(PetscSFReduceEnd(sf, MPIU_INT, mine, low, MPI_MIN));
  PetscCall(PetscSFReduceBegin(sf, MPIU_INT, mine, high, MPI_MAX));
  PetscCall(PetscSFReduceEnd(sf, MPIU_INT, mine, high, MPI_MAX));
  PetscCall(PetscSFBcastBegin(sf, MPIU_INT, low, min_rank, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, MPIU_INT, low, min_rank, MPI_REPLACE));
  PetscCall(PetscSFBcastBegin(sf, MPIU_INT, high, max_rank, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, MPIU_INT, high, max_rank, MPI_REPLACE));
  for (PetscInt k = 0; k < leaf->n; k++) {
    TreeIndex index = {.number = number[k]};

    while (min_rank[k] >> index.level != max_rank[k] >> index.level) index.level++;
    leaf->row[k] = leaf->column[k] = index;
  }
  PetscCall(PetscFree5(mine, min_rank, max_rank, low, high));
  PetscCall(PetscSFDestroy(&sf));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the fronts of this rank, without their blocks. */
static PetscErrorCode FindTreeFronts(RankTree t)
{
  PetscMPIInt span = 1;

  PetscFunctionBeginUser;
  t->to      = -1;
  t->nfronts = 1;
  for (; span < t->ranks && t->rank % (2 * span) == 0; span *= 2) t->nfronts++;
  if (span < t->ranks) t->to = t->rank - span;
  PetscCall(PetscCalloc1(t->nfronts, &t->front));
  t->front[0].from = -1;
  for (PetscInt k = 1; k < t->nfronts; k++) {
    const PetscMPIInt from = t->rank + (1 << (k - 1));

    t->front[k].from = from < t->ranks ? from : -1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Compares indices in the order of a front of this level: those that are complete in it come
   first. */
static int compare_indices(const void *left, const void *right, void *level)
{
  const TreeIndex *a = left, *b = right;
  const int        open_a = a->level > *(PetscInt *)level, open_b = b->level > *(PetscInt *)level;

  if (open_a != open_b) return open_a - open_b;
  return (a->number > b->number) - (a->number < b->number);
}

/* Merges two lists into line[], in order and without duplicates; place[p] are the places of list p
   in it. */
static PetscErrorCode MergeIndices(PetscInt level, const PetscInt n[2], TreeIndex *const of[2],
                                   TreeIndex line[], PetscInt *place[2], PetscInt *all)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(line, of[0], n[0]));
  PetscCall(PetscArraycpy(line + n[0], of[1], n[1]));
  /* PETSc 3.18 crashes if there is nothing to sort */
  if (n[0] + n[1] > 1)
    PetscCall(PetscTimSort(n[0] + n[1], line, sizeof *line, compare_indices, &level));
  *all = 0;
  for (PetscInt k = 0; k < n[0] + n[1]; k++)
    if (!*all || line[k].number != line[*all - 1].number) line[(*all)++] = line[k];
  for (int p = 0; p < 2; p++)
    for (PetscInt k = 0; k < n[p]; k++) {
      PetscInt low = 0, high = *all;

      while (high - low > 1) {
        const PetscInt middle = (low + high) / 2;

        if (compare_indices(&of[p][k], &line[middle], &level) < 0) high = middle;
        else low = middle;
      }
      place[p][k] = low;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Allocates front f of two blocks, and finds their places in it. line[2]: its rows and columns.
   fully_summed: how many are complete. */
static PetscErrorCode TreeFrontSetUp(TreeFront *f, PetscInt level, const TreeBlock part[2],
                                     PetscBool values, TreeIndex *line[2], PetscInt *fully_summed)
{
  PetscInt most = 0;

  PetscFunctionBeginUser;
  PetscCall(TreeFrontClear(f));
  for (int p = 0; p < 2; p++) {
    f->size[p] = part[p].n;
    most += part[p].n;
    PetscCall(PetscMalloc2(part[p].n, &f->place[p][0], part[p].n, &f->place[p][1]));
  }
  PetscCall(PetscMalloc2(most, &line[0], most, &line[1]));
  for (int c = 0; c < 2; c++)
    PetscCall(MergeIndices(
      level, f->size,
      (TreeIndex *const[2]){c ? part[0].column : part[0].row, c ? part[1].column : part[1].row},
      line[c], (PetscInt *[2]){f->place[0][c], f->place[1][c]}, &f->n));
  for (*fully_summed = 0; *fully_summed < f->n && line[1][*fully_summed].level <= level;)
    ++*fully_summed;
  f->pivots = *fully_summed;
  PetscCall(PetscCalloc5(f->n, &f->row, f->n, &f->column, f->n, &f->scale,
                         values ? (size_t)(f->n * dense_front_stride(f->n)) : 0, &f->A, f->n,
                         &f->x));
  for (PetscInt k = 0; k < f->n; k++) f->row[k] = f->column[k] = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the blocks, divides rows by their largest entry, and eliminates the front. */
static void eliminate_front(TreeFront *f, const TreeBlock part[2], PetscInt fully_summed)
{
  const PetscInt stride = dense_front_stride(f->n);

  for (int p = 0; p < 2; p++)
    for (PetscInt i = 0; i < part[p].n; i++)
      for (PetscInt j = 0; j < part[p].n; j++)
        f->A[f->place[p][0][i] * stride + f->place[p][1][j]] += part[p].A[i * part[p].n + j];
  for (PetscInt i = 0; i < f->n; i++) {
    PetscReal most = 0;

    for (PetscInt j = 0; j < f->n; j++) most = PetscMax(most, PetscAbsScalar(f->A[i * stride + j]));
    f->scale[i] = most > 0 ? 1 / most : 1;
    for (PetscInt j = 0; j < f->n; j++) f->A[i * stride + j] *= f->scale[i];
  }
  f->pivots = DenseFrontEliminate(f->n, fully_summed, PIVOT_THRESHOLD, f->A, f->row, f->column);
}

/* Extracts the contribution block of front f with rows and columns line. */
static PetscErrorCode ExtractContribution(const TreeFront *f, TreeIndex *const line[2],
                                          PetscBool values, TreeBlock *contribution)
{
  const PetscInt stride = dense_front_stride(f->n);

  PetscFunctionBeginUser;
  PetscCall(TreeBlockCreate(f->n - f->pivots, values, contribution));
  for (PetscInt i = 0; i < contribution->n; i++) {
    const PetscInt row = f->row[f->pivots + i];

    contribution->row[i]    = line[0][row];
    contribution->column[i] = line[1][f->column[f->pivots + i]];
    for (PetscInt j = 0; j < contribution->n && values; j++)
      contribution->A[i * contribution->n + j] =
        f->A[(f->pivots + i) * stride + f->pivots + j] / f->scale[row];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eliminates all fronts from the leaves on; without values it only finds their sizes. failed:
   number of unknowns without a pivot at the root. */
static PetscErrorCode EliminateTree(RankTree t, PetscBool values, PetscInt *failed)
{
  TreeBlock part[2] = {t->leaf, {.n = 0}};

  PetscFunctionBeginUser;
  for (PetscInt level = 0; level < t->nfronts; level++) {
    TreeFront *f = &t->front[level];
    TreeIndex *line[2];
    TreeBlock  contribution;
    PetscInt   fully_summed = 0;

    if (f->from >= 0) PetscCall(TreeBlockReceive(t->comm, t->tag, f->from, values, &part[1]));
    PetscCall(TreeFrontSetUp(f, level, part, values, line, &fully_summed));
    if (values) eliminate_front(f, part, fully_summed);
    t->largest = PetscMax(t->largest, f->n);
    PetscCall(ExtractContribution(f, line, values, &contribution));
    PetscCall(PetscFree2(line[0], line[1]));
    if (level) PetscCall(TreeBlockDestroy(&part[0]));
    if (f->from >= 0) PetscCall(TreeBlockDestroy(&part[1]));
    part[0] = contribution;
    part[1] = (TreeBlock){.n = 0};
  }
  *failed = t->to < 0 ? part[0].n : 0;
  if (t->to >= 0) PetscCall(TreeBlockSend(t->comm, t->tag, t->to, &part[0], values));
  PetscCall(TreeBlockDestroy(&part[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RankTreeCreate(MPI_Comm comm, PetscInt local, PetscInt n, const PetscInt number[],
                              RankTree *out)
{
  PetscInt failed;
  RankTree t;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&t));
  PetscCall(PetscCommDuplicate(comm, &t->comm, &t->tag));
  PetscCallMPI(MPI_Comm_rank(comm, &t->rank));
  PetscCallMPI(MPI_Comm_size(comm, &t->ranks));
  PetscCall(TreeBlockCreate(n, PETSC_FALSE, &t->leaf));
  PetscCall(FindLevels(comm, local, &t->leaf, number));
  PetscCall(FindTreeFronts(t));
  PetscCall(EliminateTree(t, PETSC_FALSE, &failed));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &t->largest, 1, MPIU_INT, MPI_MAX, comm));
  *out = t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RankTreeDestroy(RankTree *out)
{
  RankTree t = *out;

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < t->nfronts; k++) PetscCall(TreeFrontClear(&t->front[k]));
  PetscCall(PetscFree(t->front));
  PetscCall(TreeBlockDestroy(&t->leaf));
  PetscCall(PetscCommDestroy(&t->comm));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt RankTreeMaxFront(RankTree t) { return t->largest; }

PetscErrorCode RankTreeClear(RankTree t)
{
  PetscFunctionBeginUser;
  if (!t->leaf.A) PetscCall(PetscMalloc1((size_t)(t->leaf.n * t->leaf.n), &t->leaf.A));
  PetscCall(PetscArrayzero(t->leaf.A, t->leaf.n * t->leaf.n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void RankTreeAdd(RankTree t, PetscInt rows, const PetscInt row[], PetscInt columns,
                 const PetscInt column[], const PetscScalar A[])
{
  for (PetscInt i = 0; i < rows; i++)
    for (PetscInt j = 0; j < columns; j++)
      t->leaf.A[row[i] * t->leaf.n + column[j]] += A[i * columns + j];
}

PetscErrorCode RankTreeFactor(RankTree t, PetscBool *singular)
{
  PetscInt failed;

  PetscFunctionBeginUser;
  PetscCall(EliminateTree(t, PETSC_TRUE, &failed));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &failed, 1, MPIU_INT, MPI_MAX, t->comm));
  *singular = (PetscBool)(failed > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Forward solve of a front with the right-hand sides of its two blocks. After the pivots, x is the
   contribution to the next front. */
static PetscErrorCode ForwardSolveFront(TreeFront *f, const PetscScalar *const of[2])
{
  const PetscInt stride = dense_front_stride(f->n);
  PetscScalar   *sum;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(f->n, &sum));
  for (int p = 0; p < 2; p++)
    for (PetscInt k = 0; k < f->size[p]; k++) sum[f->place[p][0][k]] += of[p][k];
  for (PetscInt i = 0; i < f->n; i++) f->x[i] = sum[f->row[i]] * f->scale[f->row[i]];
  for (PetscInt i = 0; i < f->n; i++)
    for (PetscInt k = 0; k < PetscMin(i, f->pivots); k++) f->x[i] -= f->A[i * stride + k] * f->x[k];
  for (PetscInt i = f->pivots; i < f->n; i++) f->x[i] /= f->scale[f->row[i]];
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Backward solve of a front, and the solutions in the columns of its two blocks. */
static PetscErrorCode BackwardSolveFront(TreeFront *f, PetscScalar *const of[2])
{
  const PetscInt stride = dense_front_stride(f->n);
  PetscScalar   *solution;

  PetscFunctionBeginUser;
  for (PetscInt k = f->pivots - 1; k >= 0; k--) {
    for (PetscInt j = k + 1; j < f->n; j++) f->x[k] -= f->A[k * stride + j] * f->x[j];
    f->x[k] /= f->A[k * stride + k];
  }
  PetscCall(PetscMalloc1(f->n, &solution));
  for (PetscInt k = 0; k < f->n; k++) solution[f->column[k]] = f->x[k];
  for (int p = 0; p < 2; p++)
    for (PetscInt k = 0; k < f->size[p]; k++) of[p][k] = solution[f->place[p][1][k]];
  PetscCall(PetscFree(solution));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The contribution of a front is the first block of the next front of the rank. */
PetscErrorCode RankTreeSolve(RankTree t, PetscScalar x[])
{
  TreeFront *const last = &t->front[t->nfronts - 1];
  PetscScalar     *other;
  PetscInt         most = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < t->nfronts; k++) most = PetscMax(most, t->front[k].size[1]);
  PetscCall(PetscMalloc1(most, &other));
  for (PetscInt k = 0; k < t->nfronts; k++) {
    TreeFront *f = &t->front[k];

    if (f->from >= 0)
      PetscCallMPI(MPI_Recv(other, (PetscMPIInt)f->size[1], MPIU_SCALAR, f->from, t->tag, t->comm,
                            MPI_STATUS_IGNORE));
    PetscCall(ForwardSolveFront(
      f, (const PetscScalar *const[2]){k ? t->front[k - 1].x + t->front[k - 1].pivots : x, other}));
  }
  if (t->to >= 0) {
    const PetscMPIInt n = (PetscMPIInt)(last->n - last->pivots);

    PetscCallMPI(MPI_Send(last->x + last->pivots, n, MPIU_SCALAR, t->to, t->tag, t->comm));
    PetscCallMPI(
      MPI_Recv(last->x + last->pivots, n, MPIU_SCALAR, t->to, t->tag, t->comm, MPI_STATUS_IGNORE));
  }
  for (PetscInt k = t->nfronts - 1; k >= 0; k--) {
    TreeFront *f = &t->front[k];

    PetscCall(BackwardSolveFront(
      f, (PetscScalar *const[2]){k ? t->front[k - 1].x + t->front[k - 1].pivots : x, other}));
    if (f->from >= 0)
      PetscCallMPI(MPI_Send(other, (PetscMPIInt)f->size[1], MPIU_SCALAR, f->from, t->tag, t->comm));
  }
  PetscCall(PetscFree(other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- blocks of a tree ------------------------------------------------------------------------ */

/* Stores the blocks of a tree of ranks and sends them between ranks. */

PetscErrorCode TreeBlockCreate(PetscInt n, PetscBool values, TreeBlock *p)
{
  PetscFunctionBeginUser;
  *p = (TreeBlock){.n = n};
  PetscCall(PetscMalloc2(n, &p->row, n, &p->column));
  if (values) PetscCall(PetscMalloc1((size_t)(n * n), &p->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TreeBlockDestroy(TreeBlock *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(p->row, p->column));
  PetscCall(PetscFree(p->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TreeBlockSend(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt to, const TreeBlock *p,
                             PetscBool values)
{
  const size_t size = 1 + 4 * (size_t)p->n + (values ? (size_t)(p->n * p->n) : 0);
  PetscScalar *message, *at;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(size, &message));
  at    = message;
  *at++ = (PetscScalar)p->n;
  for (PetscInt k = 0; k < p->n; k++) {
    *at++ = (PetscScalar)p->row[k].number;
    *at++ = (PetscScalar)p->row[k].level;
    *at++ = (PetscScalar)p->column[k].number;
    *at++ = (PetscScalar)p->column[k].level;
  }
  if (values) PetscCall(PetscArraycpy(at, p->A, p->n * p->n));
  PetscCallMPI(MPI_Send(message, (PetscMPIInt)size, MPIU_SCALAR, to, tag, comm));
  PetscCall(PetscFree(message));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TreeBlockReceive(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt from, PetscBool values,
                                TreeBlock *p)
{
  const PetscScalar *at;
  PetscScalar       *message;
  PetscMPIInt        size;
  MPI_Status         status;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Probe(from, tag, comm, &status));
  PetscCallMPI(MPI_Get_count(&status, MPIU_SCALAR, &size));
  PetscCall(PetscMalloc1(size, &message));
  PetscCallMPI(MPI_Recv(message, size, MPIU_SCALAR, from, tag, comm, MPI_STATUS_IGNORE));
  at = message;
  PetscCall(TreeBlockCreate((PetscInt)PetscRealPart(*at++), values, p));
  for (PetscInt k = 0; k < p->n; k++, at += 4) {
    p->row[k]    = (TreeIndex){(PetscInt)PetscRealPart(at[0]), (PetscInt)PetscRealPart(at[1])};
    p->column[k] = (TreeIndex){(PetscInt)PetscRealPart(at[2]), (PetscInt)PetscRealPart(at[3])};
  }
  if (values) PetscCall(PetscArraycpy(p->A, at, p->n * p->n));
  PetscCall(PetscFree(message));
  PetscFunctionReturn(PETSC_SUCCESS);
}
