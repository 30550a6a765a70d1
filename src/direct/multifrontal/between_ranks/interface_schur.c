/* interface_schur.c: assembles the Schur complement between ranks and solves with it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "interface_schur.h"
#include "rank_tree.h"
#include "direct/mumps.h"
#include "base/aij.h"

/* largest front of the tree for which it costs less than a library */
enum { TREE_MAX_FRONT = 600 };

struct _n_InterfaceSchur {
  const Interface *s;    /* borrowed */
  RankTree         tree; /* NULL if the sparse matrix is used */
  Mat              B;
  /* right-hand side and solution of B; their part in the substructure */
  Vec        b, y, local;
  KSP        ksp;
  VecScatter scatter; /* from y to local */
};

PetscErrorCode InterfaceSchurDestroy(InterfaceSchur *out)
{
  InterfaceSchur w = *out;

  PetscFunctionBeginUser;
  if (!w) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RankTreeDestroy(&w->tree));
  PetscCall(MatDestroy(&w->B));
  PetscCall(VecDestroy(&w->b));
  PetscCall(VecDestroy(&w->y));
  PetscCall(VecDestroy(&w->local));
  PetscCall(KSPDestroy(&w->ksp));
  PetscCall(VecScatterDestroy(&w->scatter));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSchurClear(InterfaceSchur w)
{
  return w->tree ? RankTreeClear(w->tree) : MatZeroEntries(w->B);
}

/* Adds values, or entries of a matrix that counts them; row and column are indices of
   s->interface_number. */
static PetscErrorCode AddValues(InterfaceSchur w, PetscInt n, const PetscInt row[], PetscInt m,
                                const PetscInt column[], const PetscScalar values[])
{
  PetscInt *number;

  PetscFunctionBeginUser;
  if (w->tree) {
    RankTreeAdd(w->tree, n, row, m, column, values);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscMalloc1((size_t)(n + m), &number));
  for (PetscInt k = 0; k < n; k++) number[k] = w->s->interface_number[row[k]];
  for (PetscInt k = 0; k < m; k++) number[n + k] = w->s->interface_number[column[k]];
  PetscCall(MatSetValues(w->B, n, number, m, number + n, values, ADD_VALUES));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the entries of A between interface unknowns. */
static PetscErrorCode AddInterfaceEntries(InterfaceSchur w, Mat A)
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
        const PetscInt at = s->place[row] - s->neliminated;
        PetscInt       column;

        if (number[j[e]] == GRAPH_NONE) continue;
        PetscCall(PetscFindInt(number[j[e]], s->ninterface, s->interface_number, &column));
        PetscCall(AddValues(w, 1, &at, 1, &column, &a[e]));
      }
    PetscCall(MatSeqAIJRestoreArrayRead(part[k], &a));
    PetscCall(MatRestoreRowIJ(part[k], 0, PETSC_FALSE, PETSC_FALSE, &n, &i, &j, &done));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSchurAdd(void *schur, PetscInt n, const PetscInt unknown[],
                                 const PetscScalar values[])
{
  const InterfaceSchur w = schur;
  PetscInt            *place;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &place));
  for (PetscInt k = 0; k < n; k++) place[k] = unknown[k] - w->s->neliminated;
  PetscCall(AddValues(w, n, place, n, place, values));
  PetscCall(PetscFree(place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates w->B with its pattern. */
static PetscErrorCode CreateMatrix(InterfaceSchur w, const SymbolicFactor *e, Mat A)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  Mat            preallocator;

  PetscFunctionBeginUser;
  PetscCall(MatCreate(comm, &w->B));
  PetscCall(MatSetSizes(w->B, w->s->n, w->s->n, w->s->total, w->s->total));
  PetscCall(MatSetType(w->B, MATPREALLOCATOR));
  PetscCall(MatSetUp(w->B));
  PetscCall(AddInterfaceEntries(w, A));
  for (PetscInt k = 0; k < e->nfronts; k++)
    if (e->front[k].parent == GRAPH_NONE && e->front[k].size > e->front[k].pivots)
      PetscCall(InterfaceSchurAdd(w, e->front[k].size - e->front[k].pivots,
                                  e->unknown + e->front[k].first + e->front[k].pivots, NULL));
  PetscCall(MatAssemblyBegin(w->B, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(w->B, MAT_FINAL_ASSEMBLY));
  preallocator = w->B;
  PetscCall(MatCreate(comm, &w->B));
  PetscCall(MatSetSizes(w->B, w->s->n, w->s->n, w->s->total, w->s->total));
  PetscCall(MatSetType(w->B, MATAIJ));
  PetscCall(MatPreallocatorPreallocate(preallocator, PETSC_TRUE, w->B));
  PetscCall(MatDestroy(&preallocator));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the sparse matrix and its solver. */
static PetscErrorCode CreateSparse(InterfaceSchur w, const SymbolicFactor *e, Mat A)
{
  IS is;

  PetscFunctionBeginUser;
  PetscCall(CreateMatrix(w, e, A));
  PetscCall(MatCreateVecs(w->B, &w->y, &w->b));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, w->s->ninterface, NULL, &w->local));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, w->s->ninterface, w->s->interface_number,
                            PETSC_USE_POINTER, &is));
  PetscCall(VecScatterCreate(w->y, is, w->local, NULL, &w->scatter));
  PetscCall(ISDestroy(&is));
  PetscCall(KSPCreate(PetscObjectComm((PetscObject)A), &w->ksp));
  PetscCall(KSPSetMumps(w->ksp, PETSC_TRUE)); /* as SolverSetDirect does on several ranks */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates w->tree if its fronts are small, which depends on the order of the ranks. */
static PetscErrorCode CreateTree(InterfaceSchur w, MPI_Comm comm)
{
  PetscInt largest = w->s->ninterface;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_INT, MPI_MAX, comm));
  if (largest > TREE_MAX_FRONT) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RankTreeCreate(comm, w->s->n, w->s->ninterface, w->s->interface_number, &w->tree));
  if (RankTreeMaxFront(w->tree) > TREE_MAX_FRONT) PetscCall(RankTreeDestroy(&w->tree));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSchurCreate(const Interface *s, const SymbolicFactor *e, Mat A,
                                    InterfaceSchur *out)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  InterfaceSchur w;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w));
  w->s = s;
  PetscCall(CreateTree(w, comm));
  if (!w->tree) PetscCall(CreateSparse(w, e, A));
  *out = w;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors w->B. */
static PetscErrorCode FactorSparse(InterfaceSchur w, PCFailedReason *failure)
{
  PetscBool again;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetOperators(w->ksp, w->B, w->B));
  do {
    PetscCall(KSPSetUp(w->ksp));
    PetscCall(SolverCheckMemory(w->ksp));
    PetscCall(SolverEnlargeWorkspace(w->ksp, &again));
  } while (again);
  PetscCall(KSPGetPC(w->ksp, &pc));
  PetscCall(PCGetFailedReason(pc, failure));
  if (*failure) /* MUMPS cannot be used again after a failed factorization */
    PetscCall(KSPReset(w->ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSchurFactor(InterfaceSchur w, Mat A, PetscBool all_eliminated,
                                    PCFailedReason *failure)
{
  PetscBool singular = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(AddInterfaceEntries(w, A));
  if (w->tree) {
    if (all_eliminated) PetscCall(RankTreeFactor(w->tree, &singular));
    if (singular) *failure = PC_FACTOR_NUMERIC_ZEROPIVOT;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatAssemblyBegin(w->B, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(w->B, MAT_FINAL_ASSEMBLY));
  if (all_eliminated) PetscCall(FactorSparse(w, failure));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveSparse(InterfaceSchur w, PetscInt rows, const PetscScalar b[],
                                  PetscScalar contribution[], PetscScalar solution[])
{
  PetscScalar *interface_b;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(w->b, &interface_b));
  for (PetscInt row = 0; row < rows; row++)
    if (w->s->number[row] != GRAPH_NONE) interface_b[w->s->number[row] - w->s->first] = b[row];
  PetscCall(VecRestoreArray(w->b, &interface_b));
  PetscCall(VecPlaceArray(w->local, contribution));
  PetscCall(VecScatterBegin(w->scatter, w->local, w->b, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(w->scatter, w->local, w->b, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecResetArray(w->local));
  PetscCall(KSPSolve(w->ksp, w->b, w->y));
  PetscCall(VecPlaceArray(w->local, solution));
  PetscCall(VecScatterBegin(w->scatter, w->y, w->local, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(w->scatter, w->y, w->local, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecResetArray(w->local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSchurSolve(InterfaceSchur w, PetscInt rows, const PetscScalar b[],
                                   PetscScalar contribution[], PetscScalar solution[])
{
  const Interface *s = w->s;

  PetscFunctionBeginUser;
  if (!w->tree) {
    PetscCall(SolveSparse(w, rows, b, contribution, solution));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscArraycpy(solution, contribution, s->ninterface));
  for (PetscInt row = 0; row < rows; row++)
    if (s->number[row] != GRAPH_NONE) solution[s->place[row] - s->neliminated] += b[row];
  PetscCall(RankTreeSolve(w->tree, solution));
  PetscFunctionReturn(PETSC_SUCCESS);
}
