/* between.c: see between.h. */
#include "between.h"
#include "common.h"
#include "solver.h"
#include "stencil/aij.h"

enum { COMMON_MOST = 100 }; /* unknowns up to which factors on each rank cost less than the messages of a library */

struct _n_Between {
  const Interface *s;      /* borrowed */
  Common           common; /* NULL: the sparse matrix */
  PetscScalar     *x;      /* [s->total] of common */
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
  PetscCall(CommonDestroy(&w->common));
  PetscCall(PetscFree(w->x));
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
  PetscCall(w->common ? CommonClear(w->common) : MatZeroEntries(w->B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Values, or places in a matrix that counts them. */
static PetscErrorCode Add(Between w, PetscInt n, const PetscInt row[], PetscInt m, const PetscInt column[],
                          const PetscScalar values[])
{
  PetscFunctionBeginUser;
  if (w->common) PetscCall(CommonAdd(w->common, n, row, m, column, values));
  else PetscCall(MatSetValues(w->B, n, row, m, column, values, ADD_VALUES));
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

    PetscCall(AIJParts(A, &part[0], &part[1], NULL));
    if (!part[k]) continue;
    PetscCall(MatGetRowIJ(part[k], 0, PETSC_FALSE, PETSC_FALSE, &n, &i, &j, &done));
    PetscCall(MatSeqAIJGetArrayRead(part[k], &a));
    for (PetscInt row = 0; row < rows; row++)
      for (PetscInt e = i[row]; e < i[row + 1] && s->number[row] != GRAPH_NONE; e++)
        if (number[j[e]] != GRAPH_NONE) PetscCall(Add(w, 1, &s->number[row], 1, &number[j[e]], &a[e]));
    PetscCall(MatSeqAIJRestoreArrayRead(part[k], &a));
    PetscCall(MatRestoreRowIJ(part[k], 0, PETSC_FALSE, PETSC_FALSE, &n, &i, &j, &done));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BetweenAdd(void *between, PetscInt n, const PetscInt unknown[], const PetscScalar values[])
{
  const Between    w = between;
  const Interface *s = w->s;
  PetscInt        *number;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &number));
  for (PetscInt k = 0; k < n; k++) number[k] = s->keeps[unknown[k] - s->kept];
  PetscCall(Add(w, n, number, n, number, values));
  PetscCall(PetscFree(number));
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

PetscErrorCode BetweenCreate(const Interface *s, const Elimination *e, Mat A, Between *out)
{
  Between w;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w));
  w->s = s;
  if (s->total <= COMMON_MOST) {
    PetscCall(CommonCreate(PetscObjectComm((PetscObject)A), s->total, &w->common));
    PetscCall(PetscMalloc1(s->total, &w->x));
  } else PetscCall(CreateSparse(w, e, A));
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
  if (w->common) {
    if (sound) PetscCall(CommonFactor(w->common, &singular));
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
  if (!w->common) {
    PetscCall(SolveSparse(w, rows, b, left, solution));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscArrayzero(w->x, s->total));
  for (PetscInt row = 0; row < rows; row++)
    if (s->number[row] != GRAPH_NONE) w->x[s->number[row]] = b[row];
  for (PetscInt k = 0; k < s->nkept; k++) w->x[s->keeps[k]] += left[k];
  PetscCall(CommonSolve(w->common, w->x));
  for (PetscInt k = 0; k < s->nkept; k++) solution[k] = w->x[s->keeps[k]];
  PetscFunctionReturn(PETSC_SUCCESS);
}
