/* elimination.c: builds the matrices P, Q and the inverses of blocks, and the reduced matrix.

   The patterns of all products are kept as long as the constraints determine the same unknowns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_groups.h"
#include "elimination.h"

struct _n_Elimination {
  MPI_Comm         comm;
  Mat              A; /* of this level, borrowed */
  Vec              multipliers;
  ConstraintGroups groups;
  PetscObjectId    id;      /* of the A for which groups were found */
  PetscObjectState pattern; /* its nonzero state */
  /* P and Q have the rows of A and the columns of the reduced matrix. `solved` has the blocks
     B_s^-1 in rows of u_s and columns of l; `forces` has C_s^-1 in rows of l and columns of u_s.
     A P is kept because its pattern is. All are NULL before the first update */
  Mat         P, Q, AP, reduced, solved, forces;
  PetscInt    nvalues[2]; /* entries of P without the identity; of solved */
  PetscInt    nkept;      /* number of unknowns of this rank that remain */
  PetscInt   *kept;       /* [nkept] them, as rows of this rank */
  Vec         r, x, of_reduced[2];
  Elimination next; /* of the constraints that remain in the reduced matrix; NULL if none do */
};

/* ---- pattern --------------------------------------------------------------------------------- */

/* Frees what depends on the choice of the unknowns that are eliminated. */
static PetscErrorCode ResetPattern(Elimination e)
{
  PetscFunctionBeginUser;
  PetscCall(EliminationDestroy(&e->next));
  PetscCall(MatDestroy(&e->P));
  PetscCall(MatDestroy(&e->Q));
  PetscCall(MatDestroy(&e->AP));
  PetscCall(MatDestroy(&e->reduced));
  PetscCall(MatDestroy(&e->solved));
  PetscCall(MatDestroy(&e->forces));
  PetscCall(VecDestroy(&e->of_reduced[0]));
  PetscCall(VecDestroy(&e->of_reduced[1]));
  PetscCall(PetscFree(e->kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EliminationCreate(Mat A, Vec multipliers, Elimination *out)
{
  Elimination e;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&e));
  e->comm = PetscObjectComm((PetscObject)A);
  PetscCall(VecDuplicate(multipliers, &e->multipliers));
  PetscCall(VecCopy(multipliers, e->multipliers));
  PetscCall(ConstraintGroupsCreate(A, multipliers, &e->groups));
  PetscCall(PetscObjectGetId((PetscObject)A, &e->id));
  PetscCall(MatGetNonzeroState(A, &e->pattern));
  PetscCall(MatCreateVecs(A, &e->x, &e->r));
  *out = e;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EliminationDestroy(Elimination *out)
{
  Elimination e = *out;

  PetscFunctionBeginUser;
  if (!e) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ResetPattern(e));
  PetscCall(ConstraintGroupsDestroy(&e->groups));
  PetscCall(VecDestroy(&e->multipliers));
  PetscCall(VecDestroy(&e->r));
  PetscCall(VecDestroy(&e->x));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks the eliminated unknowns and multipliers in x by 1. */
static PetscErrorCode MarkEliminated(Elimination e, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(x));
  for (PetscInt i = 0; i < e->groups.n; i++) {
    const ConstraintGroup *one = &e->groups.group[i];

    for (PetscInt q = 0; q < one->nrows && one->eliminated; q++) {
      PetscCall(VecSetValue(x, one->first + q, 1, INSERT_VALUES));
      if (one->pivot[q] >= 0)
        PetscCall(VecSetValue(x, one->column[one->pivot[q]], 1, INSERT_VALUES));
    }
  }
  PetscCall(VecAssemblyBegin(x));
  PetscCall(VecAssemblyEnd(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the unknowns that remain, and sets x to their numbers in the reduced matrix, or -1. */
static PetscErrorCode NumberKept(Elimination e, Vec x)
{
  PetscScalar *number;
  PetscInt     n, end;

  PetscFunctionBeginUser;
  PetscCall(MarkEliminated(e, x));
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(PetscMalloc1(n, &e->kept));
  PetscCall(VecGetArray(x, &number));
  e->nkept = 0;
  for (PetscInt row = 0; row < n; row++)
    if (PetscRealPart(number[row]) == 0) e->kept[e->nkept++] = row;
  PetscCallMPI(MPI_Scan(&e->nkept, &end, 1, MPIU_INT, MPI_SUM, e->comm));
  for (PetscInt row = 0; row < n; row++) number[row] = -1;
  for (PetscInt k = 0; k < e->nkept; k++) number[e->kept[k]] = (PetscScalar)(end - e->nkept + k);
  PetscCall(VecRestoreArray(x, &number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of a matrix, in the order in which their values are set later. */
typedef struct {
  PetscInt  n, capacity;
  PetscInt *row, *column;
} Entries;

static PetscErrorCode AppendEntry(Entries *list, PetscInt row, PetscInt column)
{
  PetscFunctionBeginUser;
  if (list->n == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    PetscCall(PetscRealloc((size_t)list->capacity * sizeof *list->row, &list->row));
    PetscCall(PetscRealloc((size_t)list->capacity * sizeof *list->column, &list->column));
  }
  list->row[list->n]      = row;
  list->column[list->n++] = column;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates a matrix with these entries, whose lists it frees. */
static PetscErrorCode CreateMatrix(MPI_Comm comm, PetscInt rows, PetscInt columns, Entries *list,
                                   Mat *M)
{
  PetscFunctionBeginUser;
  PetscCall(MatCreate(comm, M));
  PetscCall(MatSetSizes(*M, rows, columns, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*M, MATAIJ));
  PetscCall(MatSetPreallocationCOO(*M, list->n, list->row, list->column));
  PetscCall(PetscFree(list->row));
  PetscCall(PetscFree(list->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the entries of P and Q: number[] belongs to the columns of the groups. */
static PetscErrorCode ListProjection(const Elimination e, const PetscScalar number[], Entries *list)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < e->groups.n; i++) {
    const ConstraintGroup *one = &e->groups.group[i];

    for (PetscInt p = 0; p < one->nrows && one->eliminated; p++)
      for (PetscInt k = 0; k < one->ncolumns && one->pivot[p] >= 0; k++)
        if (PetscRealPart(number[one->place[k]]) >= 0)
          PetscCall(AppendEntry(list, one->column[one->pivot[p]],
                                (PetscInt)PetscRealPart(number[one->place[k]])));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the entries of `solved`, or of its transpose, `forces`. A dropped constraint has one in its
   own row and column. */
static PetscErrorCode ListBlocks(const Elimination e, PetscBool transpose, Entries *list)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < e->groups.n; i++) {
    const ConstraintGroup *one = &e->groups.group[i];

    for (PetscInt p = 0; p < one->nrows && one->eliminated; p++)
      for (PetscInt q = 0; q < one->nrows; q++) {
        const PetscInt l = one->first + q;
        const PetscInt u = one->pivot[p] >= 0 ? one->column[one->pivot[p]] : one->first + p;

        PetscCall(AppendEntry(list, transpose ? l : u, transpose ? u : l));
      }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates all matrices without values. */
static PetscErrorCode SetUpPattern(Elimination e)
{
  Entries            p = {0}, q = {0}, solved = {0}, forces = {0};
  const PetscScalar *number;
  PetscInt           n, first, first_kept;

  PetscFunctionBeginUser;
  PetscCall(ResetPattern(e));
  PetscCall(NumberKept(e, e->x));
  PetscCall(ConstraintGroupsGather(&e->groups, e->x, &number));
  PetscCall(ListProjection(e, number, &p));
  PetscCall(ListProjection(e, number, &q));
  PetscCall(ConstraintGroupsRestore(&e->groups, &number));
  PetscCall(ListBlocks(e, PETSC_FALSE, &solved));
  PetscCall(ListBlocks(e, PETSC_TRUE, &forces));
  e->nvalues[0] = p.n;
  e->nvalues[1] = solved.n;
  PetscCall(VecGetLocalSize(e->x, &n));
  PetscCall(VecGetOwnershipRange(e->x, &first, NULL));
  PetscCallMPI(MPI_Scan(&e->nkept, &first_kept, 1, MPIU_INT, MPI_SUM, e->comm));
  first_kept -= e->nkept;
  for (PetscInt k = 0; k < e->nkept; k++) {
    PetscCall(AppendEntry(&p, first + e->kept[k], first_kept + k));
    PetscCall(AppendEntry(&q, first + e->kept[k], first_kept + k));
  }
  PetscCall(CreateMatrix(e->comm, n, e->nkept, &p, &e->P));
  PetscCall(CreateMatrix(e->comm, n, e->nkept, &q, &e->Q));
  PetscCall(CreateMatrix(e->comm, n, n, &solved, &e->solved));
  PetscCall(CreateMatrix(e->comm, n, n, &forces, &e->forces));
  for (int k = 0; k < 2; k++) PetscCall(MatCreateVecs(e->P, &e->of_reduced[k], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns the sum over q < n of X[q xstep] Y[q ystep]. */
static PetscScalar dot(PetscInt n, const PetscScalar X[], PetscInt xstep, const PetscScalar Y[],
                       PetscInt ystep)
{
  PetscScalar sum = 0;

  for (PetscInt q = 0; q < n; q++) sum += X[q * xstep] * Y[q * ystep];
  return sum;
}

/* Values of P and Q, and of solved and forces, in the order of their entries. */
typedef struct {
  PetscInt     n[2];
  PetscScalar *P, *Q, *solved, *forces;
} Values;

static void add_group_values(const ConstraintGroup *one, const PetscScalar number[], Values *v)
{
  const PetscInt n = one->nrows, nc = one->ncolumns;
  PetscScalar    B[GROUP_ROWS * GROUP_ROWS], C[GROUP_ROWS * GROUP_ROWS];

  (void)constraint_group_invert(one, B, C);
  for (PetscInt p = 0; p < n; p++) {
    for (PetscInt k = 0; k < nc && one->pivot[p] >= 0; k++) {
      if (PetscRealPart(number[one->place[k]]) < 0) continue;
      v->P[v->n[0]]   = -dot(n, B + p * n, 1, one->B + k, nc);
      v->Q[v->n[0]++] = -dot(n, C + p, n, one->C + k, nc);
    }
    for (PetscInt q = 0; q < n; q++, v->n[1]++) {
      const PetscBool dropped = (PetscBool)(p == q && one->pivot[p] < 0);

      v->solved[v->n[1]] = dropped ? 0 : B[p * n + q];
      v->forces[v->n[1]] = dropped ? 1 / one->diagonal[q] : C[q * n + p];
    }
  }
}

static PetscErrorCode SetValues(Elimination e, const PetscScalar number[])
{
  Values v = {0};

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4((size_t)(e->nvalues[0] + e->nkept), &v.P,
                         (size_t)(e->nvalues[0] + e->nkept), &v.Q, e->nvalues[1], &v.solved,
                         e->nvalues[1], &v.forces));
  for (PetscInt i = 0; i < e->groups.n; i++)
    if (e->groups.group[i].eliminated) add_group_values(&e->groups.group[i], number, &v);
  for (PetscInt k = 0; k < e->nkept; k++) v.P[v.n[0] + k] = v.Q[v.n[0] + k] = 1;
  PetscCall(MatSetValuesCOO(e->P, v.P, INSERT_VALUES));
  PetscCall(MatSetValuesCOO(e->Q, v.Q, INSERT_VALUES));
  PetscCall(MatSetValuesCOO(e->solved, v.solved, INSERT_VALUES));
  PetscCall(MatSetValuesCOO(e->forces, v.forces, INSERT_VALUES));
  PetscCall(PetscFree4(v.P, v.Q, v.solved, v.forces));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets x to the column numbers of the unknowns that remain, or -1. */
static PetscErrorCode SetNumbers(Elimination e, Vec x)
{
  PetscScalar *number;
  PetscInt     first;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRangeColumn(e->P, &first, NULL));
  PetscCall(VecSet(x, -1));
  PetscCall(VecGetArray(x, &number));
  for (PetscInt k = 0; k < e->nkept; k++) number[e->kept[k]] = (PetscScalar)(first + k);
  PetscCall(VecRestoreArray(x, &number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes Q^T A P. */
static PetscErrorCode Reduce(Elimination e)
{
  const MatReuse     reuse = e->AP ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX;
  const PetscScalar *number;

  PetscFunctionBeginUser;
  PetscCall(SetNumbers(e, e->x));
  PetscCall(ConstraintGroupsGather(&e->groups, e->x, &number));
  PetscCall(SetValues(e, number));
  PetscCall(ConstraintGroupsRestore(&e->groups, &number));
  PetscCall(MatMatMult(e->A, e->P, reuse, PETSC_DEFAULT, &e->AP));
  PetscCall(MatTransposeMatMult(e->Q, e->AP, reuse, PETSC_DEFAULT, &e->reduced));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the entries of the unknowns that remain in this level. */
static PetscErrorCode RestrictOnce(const Elimination e, Vec x, Vec reduced)
{
  const PetscScalar *all;
  PetscScalar       *kept;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(x, &all));
  PetscCall(VecGetArray(reduced, &kept));
  for (PetscInt k = 0; k < e->nkept; k++) kept[k] = all[e->kept[k]];
  PetscCall(VecRestoreArray(reduced, &kept));
  PetscCall(VecRestoreArrayRead(x, &all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eliminates the remaining constraints from the reduced matrix. */
static PetscErrorCode UpdateNext(Elimination e, PetscBool *complete)
{
  PetscFunctionBeginUser;
  if (!e->next) {
    PetscCall(RestrictOnce(e, e->multipliers, e->of_reduced[0]));
    PetscCall(EliminationCreate(e->reduced, e->of_reduced[0], &e->next));
  }
  PetscCall(EliminationUpdate(e->next, e->reduced, complete));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the reduced matrix may have far more entries than A. An unknown that depends
   on n others couples all of these, as the master of a distributed coupling does. */
static PetscErrorCode IsDense(const Elimination e, PetscBool *dense)
{
  const PetscReal most    = 2; /* entries of the groups beside those of A */
  PetscReal       entries = 0;
  MatInfo         info;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < e->groups.n; i++)
    if (e->groups.group[i].eliminated) entries += PetscSqr((PetscReal)e->groups.group[i].ncolumns);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &entries, 1, MPIU_REAL, MPI_SUM, e->comm));
  PetscCall(MatGetInfo(e->A, MAT_GLOBAL_SUM, &info));
  *dense = (PetscBool)(entries > most * info.nz_used);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EliminationUpdate(Elimination e, Mat A, PetscBool *complete)
{
  PetscObjectId    id;
  PetscObjectState pattern;
  PetscBool        changed, some, dense;
  PetscInt         remaining;

  PetscFunctionBeginUser;
  e->A = A;
  PetscCall(PetscObjectGetId((PetscObject)A, &id));
  PetscCall(MatGetNonzeroState(A, &pattern));
  if (id != e->id || pattern != e->pattern) {
    PetscCall(ConstraintGroupsDestroy(&e->groups));
    PetscCall(ConstraintGroupsCreate(A, e->multipliers, &e->groups));
    PetscCall(ResetPattern(e));
    e->id      = id;
    e->pattern = pattern;
  }
  PetscCall(ConstraintGroupsUpdate(&e->groups, A, &changed, &remaining, &some));
  *complete = (PetscBool)(remaining == 0);
  if (!some && remaining) PetscFunctionReturn(PETSC_SUCCESS);
  if (changed || !e->P) {
    PetscCall(IsDense(e, &dense));
    if (dense) *complete = PETSC_FALSE;
    if (dense) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(SetUpPattern(e));
  }
  PetscCall(Reduce(e));
  if (remaining) PetscCall(UpdateNext(e, complete));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solution -------------------------------------------------------------------------------- */

Mat EliminationMatrix(Elimination e) { return e->next ? EliminationMatrix(e->next) : e->reduced; }

PetscErrorCode EliminationRestrict(Elimination e, Vec x, Vec reduced)
{
  PetscFunctionBeginUser;
  if (!e->next) {
    PetscCall(RestrictOnce(e, x, reduced));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RestrictOnce(e, x, e->of_reduced[0]));
  PetscCall(EliminationRestrict(e->next, e->of_reduced[0], reduced));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves the reduced system of this level. */
static PetscErrorCode SolveReduced(Elimination e, KSP ksp, PetscBool project)
{
  Vec b = e->of_reduced[0], x = e->of_reduced[1];

  PetscFunctionBeginUser;
  if (e->next && project) PetscCall(EliminationProject(e->next, ksp, b, x));
  else if (e->next) PetscCall(EliminationSolve(e->next, ksp, b, x));
  else if (ksp) PetscCall(KSPSolve(ksp, b, x));
  else PetscCall(VecZeroEntries(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EliminationSolve(Elimination e, KSP ksp, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(e->solved, b, x));
  PetscCall(MatMult(e->A, x, e->r));
  PetscCall(VecAYPX(e->r, -1, b));
  PetscCall(MatMultTranspose(e->Q, e->r, e->of_reduced[0]));
  PetscCall(SolveReduced(e, ksp, PETSC_FALSE));
  PetscCall(MatMultAdd(e->P, e->of_reduced[1], x, x));
  PetscCall(MatMult(e->A, x, e->r));
  PetscCall(VecAYPX(e->r, -1, b));
  PetscCall(MatMultAdd(e->forces, e->r, x, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EliminationProject(Elimination e, KSP ksp, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(MatMultTranspose(e->Q, b, e->of_reduced[0]));
  PetscCall(SolveReduced(e, ksp, PETSC_TRUE));
  PetscCall(MatMult(e->P, e->of_reduced[1], x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
