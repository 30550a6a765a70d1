/* interface_schur.c: see interface_schur.h. */
#include "interface_schur.h"
#include "rank_tree.h"
#include "linear/solver.h"
#include "stencil/aij.h"

enum { TREE_MOST = 600 }; /* unknowns of a front of the tree up to which it costs less than a library */

struct _n_Between {
  const Interface *s;    /* borrowed */
  RankTree         tree; /* NULL: the sparse matrix */
  Mat              B;
  Vec              b, y, there; /* its right-hand side and solution; their part of the substructure */
  KSP              ksp;
  VecScatter       scatter; /* from y to there */
};

PetscErrorCode BetweenDestroy(Between *out)
{
  Between w = *out;

  PetscFunctionBeginUser;
  if (!w) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RankTreeDestroy(&w->tree));
  PetscCall(MatDestroy(&w->B));
  PetscCall(VecDestroy(&w->b));
  PetscCall(VecDestroy(&w->y));
  PetscCall(VecDestroy(&w->there));
  PetscCall(KSPDestroy(&w->ksp));
  PetscCall(VecScatterDestroy(&w->scatter));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BetweenClear(Between w)
{
  PetscFunctionBeginUser;
  PetscCall(w->tree ? RankTreeClear(w->tree) : MatZeroEntries(w->B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Values, or places in a matrix that counts them; row and column: places in s->keeps. */
static PetscErrorCode Add(Between w, PetscInt n, const PetscInt row[], PetscInt m, const PetscInt column[],
                          const PetscScalar values[])
{
  PetscInt *number;

  PetscFunctionBeginUser;
  if (w->tree) {
    RankTreeAdd(w->tree, n, row, m, column, values);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscMalloc1((size_t)(n + m), &number));
  for (PetscInt k = 0; k < n; k++) number[k] = w->s->keeps[row[k]];
  for (PetscInt k = 0; k < m; k++) number[n + k] = w->s->keeps[column[k]];
  PetscCall(MatSetValues(w->B, n, number, m, number + n, values, ADD_VALUES));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The entries of A between interface unknowns. */
static PetscErrorCode AddEntries(Between w, Mat A)
{
  const Interface *s = w->s;
  PetscInt         rows;

  PetscFunctionBeginUser;
  PetscCall(MatGetLocalSize(A, &rows, NULL));
  for (int k = 0; k < 2; k++) {
    const PetscInt    *number = k ? s->other_number : s->number, *i, *j;
    const PetscScalar *a;
    Mat                part[2];
    PetscBool          done;
    PetscInt           n;

    PetscCall(AIJGetSeqParts(A, &part[0], &part[1], NULL));
    if (!part[k]) continue;
    PetscCall(MatGetRowIJ(part[k], 0, PETSC_FALSE, PETSC_FALSE, &n, &i, &j, &done));
    PetscCall(MatSeqAIJGetArrayRead(part[k], &a));
    for (PetscInt row = 0; row < rows; row++)
      for (PetscInt e = i[row]; e < i[row + 1] && s->number[row] != GRAPH_NONE; e++) {
        const PetscInt at = s->place[row] - s->kept;
        PetscInt       column;

        if (number[j[e]] == GRAPH_NONE) continue;
        PetscCall(PetscFindInt(number[j[e]], s->nkept, s->keeps, &column));
        PetscCall(Add(w, 1, &at, 1, &column, &a[e]));
      }
    PetscCall(MatSeqAIJRestoreArrayRead(part[k], &a));
    PetscCall(MatRestoreRowIJ(part[k], 0, PETSC_FALSE, PETSC_FALSE, &n, &i, &j, &done));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BetweenAdd(void *between, PetscInt n, const PetscInt unknown[], const PetscScalar values[])
{
  const Between w = between;
  PetscInt     *place;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &place));
  for (PetscInt k = 0; k < n; k++) place[k] = unknown[k] - w->s->kept;
  PetscCall(Add(w, n, place, n, place, values));
  PetscCall(PetscFree(place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* w->B with its pattern. */
static PetscErrorCode CreateMatrix(Between w, const Elimination *e, Mat A)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  Mat            counted;

  PetscFunctionBeginUser;
  PetscCall(MatCreate(comm, &w->B));
  PetscCall(MatSetSizes(w->B, w->s->n, w->s->n, w->s->total, w->s->total));
  PetscCall(MatSetType(w->B, MATPREALLOCATOR));
  PetscCall(MatSetUp(w->B));
  PetscCall(AddEntries(w, A));
  for (PetscInt k = 0; k < e->nfronts; k++)
    if (e->front[k].parent == GRAPH_NONE && e->front[k].size > e->front[k].pivots)
      PetscCall(BetweenAdd(w, e->front[k].size - e->front[k].pivots,
                           e->unknown + e->front[k].first + e->front[k].pivots, NULL));
  PetscCall(MatAssemblyBegin(w->B, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(w->B, MAT_FINAL_ASSEMBLY));
  counted = w->B;
  PetscCall(MatCreate(comm, &w->B));
  PetscCall(MatSetSizes(w->B, w->s->n, w->s->n, w->s->total, w->s->total));
  PetscCall(MatSetType(w->B, MATAIJ));
  PetscCall(MatPreallocatorPreallocate(counted, PETSC_TRUE, w->B));
  PetscCall(MatDestroy(&counted));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The sparse matrix and what solves with it. */
static PetscErrorCode CreateSparse(Between w, const Elimination *e, Mat A)
{
  IS is;

  PetscFunctionBeginUser;
  PetscCall(CreateMatrix(w, e, A));
  PetscCall(MatCreateVecs(w->B, &w->y, &w->b));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, w->s->nkept, NULL, &w->there));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, w->s->nkept, w->s->keeps, PETSC_USE_POINTER, &is));
  PetscCall(VecScatterCreate(w->y, is, w->there, NULL, &w->scatter));
  PetscCall(ISDestroy(&is));
  PetscCall(KSPCreate(PetscObjectComm((PetscObject)A), &w->ksp));
  PetscCall(SolverSetDirect(w->ksp, w->B, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* w->tree, where its fronts are small: they depend on the order of the ranks. */
static PetscErrorCode CreateTree(Between w, MPI_Comm comm)
{
  PetscInt largest = w->s->nkept;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_INT, MPI_MAX, comm));
  if (largest > TREE_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RankTreeCreate(comm, w->s->n, w->s->nkept, w->s->keeps, &w->tree));
  if (RankTreeLargest(w->tree) > TREE_MOST) PetscCall(RankTreeDestroy(&w->tree));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BetweenCreate(const Interface *s, const Elimination *e, Mat A, Between *out)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  Between        w;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w));
  w->s = s;
  PetscCall(CreateTree(w, comm));
  if (!w->tree) PetscCall(CreateSparse(w, e, A));
  *out = w;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factor w->B as it is now. */
static PetscErrorCode FactorSparse(Between w, PCFailedReason *failure)
{
  PetscBool again;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetOperators(w->ksp, w->B, w->B));
  do {
    PetscCall(KSPSetUp(w->ksp));
    PetscCall(SolverCheckMemory(w->ksp));
    PetscCall(SolverEnlarge(w->ksp, &again));
  } while (again);
  PetscCall(KSPGetPC(w->ksp, &pc));
  PetscCall(PCGetFailedReason(pc, failure));
  if (*failure) PetscCall(KSPReset(w->ksp)); /* MUMPS does not go on with factors that have failed */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BetweenFactor(Between w, Mat A, PetscBool sound, PCFailedReason *failure)
{
  PetscBool singular = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(AddEntries(w, A));
  if (w->tree) {
    if (sound) PetscCall(RankTreeFactor(w->tree, &singular));
    if (singular) *failure = PC_FACTOR_NUMERIC_ZEROPIVOT;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatAssemblyBegin(w->B, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(w->B, MAT_FINAL_ASSEMBLY));
  if (sound) PetscCall(FactorSparse(w, failure));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveSparse(Between w, PetscInt rows, const PetscScalar b[], PetscScalar left[],
                                  PetscScalar solution[])
{
  PetscScalar *own;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(w->b, &own));
  for (PetscInt row = 0; row < rows; row++)
    if (w->s->number[row] != GRAPH_NONE) own[w->s->number[row] - w->s->first] = b[row];
  PetscCall(VecRestoreArray(w->b, &own));
  PetscCall(VecPlaceArray(w->there, left));
  PetscCall(VecScatterBegin(w->scatter, w->there, w->b, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(w->scatter, w->there, w->b, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecResetArray(w->there));
  PetscCall(KSPSolve(w->ksp, w->b, w->y));
  PetscCall(VecPlaceArray(w->there, solution));
  PetscCall(VecScatterBegin(w->scatter, w->y, w->there, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(w->scatter, w->y, w->there, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecResetArray(w->there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BetweenSolve(Between w, PetscInt rows, const PetscScalar b[], PetscScalar left[], PetscScalar solution[])
{
  const Interface *s = w->s;

  PetscFunctionBeginUser;
  if (!w->tree) {
    PetscCall(SolveSparse(w, rows, b, left, solution));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscArraycpy(solution, left, s->nkept));
  for (PetscInt row = 0; row < rows; row++)
    if (s->number[row] != GRAPH_NONE) solution[s->place[row] - s->kept] += b[row];
  PetscCall(RankTreeSolve(w->tree, solution));
  PetscFunctionReturn(PETSC_SUCCESS);
}
