/* constraint_groups.c: finds groups of constraints in a matrix, reads their values, and chooses
   the unknowns that they determine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_groups.h"
#include "math/small_dense.h"

/* ---- constraint pivots ----------------------------------------------------------------------- */

/* Nothing but the matrix is known: which unknowns a group determines follows from its values. An
   unknown on which one group alone acts is a candidate. A rigid coupling has a group for each
   node beside the master, and the candidates are the dofs of this node. Gaussian elimination
   with full pivoting chooses among the candidates. */

/* Smallest pivot, relative to the largest candidate of its row. Unknowns that follow through a
   smaller pivot would have errors that are more than 1000 times the round-off; the caller then
   keeps the multipliers. With a limit of 1 the wall of the test test_supported_nodes of
   tests/model/ties.py keeps them, too. */
static const PetscReal LEAST_PIVOT = 1e-3;

/* Whether row q of a group acts on nothing: its constraint has been dropped. */
static PetscBool is_dropped(const ConstraintGroup *one, PetscInt q)
{
  return (PetscBool)(largest_entry(one->ncolumns, one->B + q * one->ncolumns) == 0 &&
                     largest_entry(one->ncolumns, one->C + q * one->ncolumns) == 0);
}

/* Copies B to W[nrows][ncolumns], with zeros in columns that are not candidates, and rows scaled to
   a largest entry of 1. */
static void scale_candidates(const ConstraintGroup *one, const PetscScalar degree[],
                             PetscScalar W[])
{
  for (PetscInt q = 0; q < one->nrows; q++) {
    PetscScalar *row = W + q * one->ncolumns;
    PetscReal    most;

    for (PetscInt k = 0; k < one->ncolumns; k++)
      row[k] = PetscRealPart(degree[one->place[k]]) < 1.5 ? one->B[q * one->ncolumns + k] : 0;
    most = largest_entry(one->ncolumns, row);
    for (PetscInt k = 0; k < one->ncolumns && most > 0; k++) row[k] /= most;
  }
}

/* Finds the largest entry of W in the rows without a pivot. Returns its absolute value. Entries
   that are equal up to half of the digits count as equal, and the first one is taken: otherwise
   round-off would choose the pivots, and a model in other axes would have others. Rows are scaled
   to largest entries of 1, so that the entries of all rows compare. */
static PetscReal find_pivot(const ConstraintGroup *one, const PetscInt pivot[],
                            const PetscScalar W[], PetscInt *row, PetscInt *column)
{
  PetscReal most = 0;

  for (PetscInt q = 0; q < one->nrows; q++)
    for (PetscInt k = 0; k < one->ncolumns && pivot[q] == -1; k++)
      if (PetscAbsScalar(W[q * one->ncolumns + k]) > most * (1 + PETSC_SQRT_MACHINE_EPSILON)) {
        most    = PetscAbsScalar(W[q * one->ncolumns + k]);
        *row    = q;
        *column = k;
      }
  return most;
}

/* Subtracts multiples of a row from the rows without a pivot, which then are zero in the column. */
static void eliminate(const ConstraintGroup *one, const PetscInt pivot[], PetscInt row,
                      PetscInt column, PetscScalar W[])
{
  const PetscScalar *from = W + row * one->ncolumns;

  for (PetscInt q = 0; q < one->nrows; q++) {
    PetscScalar      *to     = W + q * one->ncolumns;
    const PetscScalar factor = to[column] / from[column];

    if (pivot[q] != -1) continue;
    for (PetscInt k = 0; k < one->ncolumns; k++) to[k] -= factor * from[k];
    to[column] = 0;
  }
}

enum { DROPPED = -2 }; /* in the place of the pivot of a dropped row */

/* Chooses a pivot for each row. Returns whether all rows have one. */
static PetscBool choose_pivots(const ConstraintGroup *one, const PetscScalar degree[],
                               PetscScalar W[], PetscInt pivot[])
{
  PetscInt left = one->nrows, row = 0, column = 0;

  for (PetscInt q = 0; q < one->nrows; q++) {
    const PetscBool dropped = is_dropped(one, q);

    pivot[q] = dropped ? DROPPED : -1;
    if (dropped) left--;
    if ((int)dropped != (one->diagonal[q] != 0)) return PETSC_FALSE;
  }
  scale_candidates(one, degree, W);
  for (; left; left--) {
    if (!(find_pivot(one, pivot, W, &row, &column) >= LEAST_PIVOT)) return PETSC_FALSE;
    pivot[row] = column;
    eliminate(one, pivot, row, column, W);
  }
  return PETSC_TRUE;
}

/* Inverts X[n][n]. Returns whether it is regular. */
static PetscBool invert(PetscInt n, PetscScalar X[])
{
  /* Relative to the largest entry of X: a block with a smaller pivot is singular up to round-off.
     That can be the block of C, because the pivots were chosen in B. Rows of lengths and of angles
     are not scaled here. */
  const PetscReal least                      = 1e-12;
  PetscScalar     Y[GROUP_ROWS * GROUP_ROWS] = {0};
  const PetscReal size                       = largest_entry(n * n, X);

  if (!(small_inverse((int)n, X, Y) > least * size)) return PETSC_FALSE;
  for (PetscInt i = 0; i < n * n; i++) X[i] = Y[i];
  return PETSC_TRUE;
}

PetscBool constraint_group_invert(const ConstraintGroup *one, PetscScalar B[], PetscScalar C[])
{
  const PetscInt n = one->nrows;

  for (PetscInt q = 0; q < n; q++)
    for (PetscInt p = 0; p < n; p++) {
      const PetscBool   both = (PetscBool)(one->pivot[q] >= 0 && one->pivot[p] >= 0);
      const PetscInt    at   = both ? q * one->ncolumns + one->pivot[p] : 0;
      const PetscScalar unit = p == q;

      B[q * n + p] = both ? one->B[at] : unit;
      C[p * n + q] = both ? one->C[at] : unit;
    }
  return (PetscBool)(invert(n, B) && invert(n, C));
}

/* Chooses the pivot of each row, and whether the group can be eliminated. Returns whether either
   changes. */
static PetscBool constraint_group_choose(ConstraintGroup *one, const PetscScalar degree[],
                                         PetscScalar W[])
{
  PetscScalar     B[GROUP_ROWS * GROUP_ROWS], C[GROUP_ROWS * GROUP_ROWS];
  PetscInt        pivot[GROUP_ROWS];
  const PetscBool before     = one->eliminated;
  PetscBool       eliminated = choose_pivots(one, degree, W, pivot);
  PetscBool       changed    = (PetscBool)(before != eliminated);

  for (PetscInt q = 0; q < one->nrows && eliminated; q++) {
    changed       = (PetscBool)(changed || one->pivot[q] != pivot[q]);
    one->pivot[q] = pivot[q];
  }
  if (eliminated && !constraint_group_invert(one, B, C)) {
    eliminated = PETSC_FALSE;
    changed    = before;
  }
  one->eliminated = eliminated;
  return changed;
}

/* ---- constraint groups ----------------------------------------------------------------------- */

/* Entries below this part of the largest entry of their row are round-off: about 45 times the
   machine precision, from the rotations of axes. If they counted, constraints would seem to share
   unknowns that they do not share, and could not be eliminated. */
static const PetscReal ROUND_OFF = 1e-14;

/* Appends the columns of a row to list[*size]. */
static PetscErrorCode AppendColumns(Mat A, PetscInt row, PetscInt *size, PetscInt *capacity,
                                    PetscInt **list)
{
  const PetscInt *column;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(MatGetRow(A, row, &n, &column, NULL));
  if (*size + n > *capacity) {
    *capacity = 2 * (*size + n);
    PetscCall(PetscRealloc((size_t)*capacity * sizeof **list, list));
  }
  PetscCall(PetscArraycpy(*list + *size, column, n));
  *size += n;
  PetscCall(MatRestoreRow(A, row, &n, &column, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists all columns of the rows of constraints, and makes the scatter to their entries. */
static PetscErrorCode FindColumns(Mat A, PetscInt nrows, const PetscInt rows[], ConstraintGroups *g)
{
  PetscInt capacity = 0, size = 0;
  IS       from;
  Vec      global;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < nrows; k++)
    PetscCall(AppendColumns(A, rows[k], &size, &capacity, &g->column));
  PetscCall(PetscSortRemoveDupsInt(&size, g->column));
  g->ncolumns = size;
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, size, g->column, PETSC_COPY_VALUES, &from));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, size, &g->entries));
  PetscCall(MatCreateVecs(A, &global, NULL));
  PetscCall(VecScatterCreate(global, from, g->entries, NULL, &g->scatter));
  PetscCall(VecDestroy(&global));
  PetscCall(ISDestroy(&from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGroupsGather(ConstraintGroups *g, Vec x, const PetscScalar **value)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterBegin(g->scatter, x, g->entries, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(g->scatter, x, g->entries, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(g->entries, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGroupsRestore(ConstraintGroups *g, const PetscScalar **value)
{
  return VecRestoreArrayRead(g->entries, value);
}

/* Sets the columns of a row without multipliers; mark[] belongs to g->column. */
static PetscErrorCode ReadColumns(Mat A, PetscInt row, const ConstraintGroups *g,
                                  const PetscScalar mark[], ConstraintGroup *group)
{
  const PetscInt *column;
  PetscInt        n, at;

  PetscFunctionBeginUser;
  PetscCall(MatGetRow(A, row, &n, &column, NULL));
  PetscCall(PetscMalloc2(n, &group->column, n, &group->place));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(PetscFindInt(column[k], g->ncolumns, g->column, &at));
    if (PetscRealPart(mark[at]) != 0) continue;
    group->column[group->ncolumns]  = column[k];
    group->place[group->ncolumns++] = at;
  }
  PetscCall(MatRestoreRow(A, row, &n, &column, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Divides the rows of constraints into groups. */
static PetscErrorCode FindGroups(Mat A, PetscInt nrows, const PetscInt rows[],
                                 const PetscScalar mark[], ConstraintGroups *g)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nrows, &g->group));
  for (PetscInt k = 0; k < nrows; k++) {
    ConstraintGroup *last = g->n ? &g->group[g->n - 1] : NULL, one = {.first = rows[k], .nrows = 1};
    PetscBool        same = PETSC_FALSE;

    PetscCall(ReadColumns(A, rows[k], g, mark, &one));
    if (last && last->first + last->nrows == rows[k] && last->nrows < GROUP_ROWS &&
        last->ncolumns == one.ncolumns)
      PetscCall(PetscArraycmp(last->column, one.column, one.ncolumns, &same));
    if (!same) {
      g->group[g->n++] = one;
      continue;
    }
    last->nrows++;
    PetscCall(PetscFree2(one.column, one.place));
  }
  for (PetscInt i = 0; i < g->n; i++) {
    ConstraintGroup *one  = &g->group[i];
    const PetscInt   size = one->nrows * one->ncolumns;

    PetscCall(PetscCalloc4(size, &one->B, size, &one->C, one->nrows, &one->diagonal, one->nrows,
                           &one->pivot));
    for (PetscInt q = 0; q < one->nrows; q++) one->pivot[q] = -1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the rows of constraints of this rank, rows[*n], which the caller frees. */
static PetscErrorCode ListRows(Mat A, Vec multipliers, PetscInt *n, PetscInt **rows)
{
  const PetscScalar *mark;
  PetscInt           first, end;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &end));
  PetscCall(PetscMalloc1((size_t)(end - first), rows));
  PetscCall(VecGetArrayRead(multipliers, &mark));
  *n = 0;
  for (PetscInt i = 0; i < end - first; i++)
    if (PetscRealPart(mark[i]) != 0) (*rows)[(*n)++] = first + i;
  PetscCall(VecRestoreArrayRead(multipliers, &mark));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGroupsCreate(Mat A, Vec multipliers, ConstraintGroups *g)
{
  const PetscScalar *mark;
  PetscInt           n, *rows;

  PetscFunctionBeginUser;
  *g = (ConstraintGroups){0};
  PetscCall(ListRows(A, multipliers, &n, &rows));
  PetscCall(FindColumns(A, n, rows, g));
  PetscCall(ConstraintGroupsGather(g, multipliers, &mark));
  PetscCall(FindGroups(A, n, rows, mark, g));
  PetscCall(ConstraintGroupsRestore(g, &mark));
  PetscCall(VecDuplicate(multipliers, &g->degree));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGroupsDestroy(ConstraintGroups *g)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < g->n; i++) {
    ConstraintGroup *one = &g->group[i];

    PetscCall(PetscFree2(one->column, one->place));
    PetscCall(PetscFree4(one->B, one->C, one->diagonal, one->pivot));
  }
  PetscCall(PetscFree(g->group));
  PetscCall(PetscFree(g->column));
  PetscCall(VecScatterDestroy(&g->scatter));
  PetscCall(VecDestroy(&g->entries));
  PetscCall(VecDestroy(&g->degree));
  PetscCall(MatDestroy(&g->C));
  PetscCall(MatDestroy(&g->Ct));
  *g = (ConstraintGroups){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Extracts the columns of constraints from A and transposes them. */
static PetscErrorCode ExtractColumns(ConstraintGroups *g, Mat A)
{
  const MatReuse reuse = g->C ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX;
  PetscInt       first, end, n = 0, *number;
  IS             rows, columns;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &end));
  PetscCall(PetscMalloc1((size_t)(end - first), &number));
  for (PetscInt i = 0; i < g->n; i++)
    for (PetscInt q = 0; q < g->group[i].nrows; q++) number[n++] = g->group[i].first + q;
  PetscCall(ISCreateStride(PetscObjectComm((PetscObject)A), end - first, first, 1, &rows));
  PetscCall(
    ISCreateGeneral(PetscObjectComm((PetscObject)A), n, number, PETSC_COPY_VALUES, &columns));
  PetscCall(MatCreateSubMatrix(A, rows, columns, reuse, &g->C));
  PetscCall(MatTranspose(g->C, reuse, &g->Ct));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the entries of a row of M that lie in the columns of a group, and the one in column own. */
static PetscErrorCode ReadRow(Mat M, PetscInt row, PetscInt own, const ConstraintGroup *one,
                              PetscScalar value[], PetscScalar *diagonal)
{
  const PetscInt    *column;
  const PetscScalar *entry;
  PetscInt           n, at = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(value, one->ncolumns));
  PetscCall(MatGetRow(M, row, &n, &column, &entry));
  for (PetscInt k = 0; k < n; k++) {
    if (column[k] == own) *diagonal = entry[k];
    while (at < one->ncolumns && one->column[at] < column[k]) at++;
    if (at < one->ncolumns && one->column[at] == column[k]) value[at] = entry[k];
  }
  PetscCall(MatRestoreRow(M, row, &n, &column, &entry));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadValues(ConstraintGroups *g, Mat A)
{
  PetscInt row;

  PetscFunctionBeginUser;
  PetscCall(ExtractColumns(g, A));
  PetscCall(MatGetOwnershipRange(g->Ct, &row, NULL));
  for (PetscInt i = 0; i < g->n; i++)
    for (PetscInt q = 0; q < g->group[i].nrows; q++) {
      ConstraintGroup *one = &g->group[i];

      one->diagonal[q] = 0;
      PetscCall(ReadRow(A, one->first + q, one->first + q, one, one->B + q * one->ncolumns,
                        &one->diagonal[q]));
      PetscCall(ReadRow(g->Ct, row++, -1, one, one->C + q * one->ncolumns, NULL));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the entries of a row that are round-off to zero. */
static void drop_round_off(PetscInt n, PetscScalar x[])
{
  const PetscReal small = ROUND_OFF * largest_entry(n, x);

  for (PetscInt k = 0; k < n; k++)
    if (PetscAbsScalar(x[k]) <= small) x[k] = 0;
}

/* Counts the groups that act on each unknown. */
static PetscErrorCode CountDegrees(ConstraintGroups *g)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(g->degree));
  for (PetscInt i = 0; i < g->n; i++) {
    ConstraintGroup *one = &g->group[i];

    for (PetscInt q = 0; q < one->nrows; q++) {
      drop_round_off(one->ncolumns, one->B + q * one->ncolumns);
      drop_round_off(one->ncolumns, one->C + q * one->ncolumns);
    }
    for (PetscInt k = 0; k < one->ncolumns; k++) {
      PetscBool acts = PETSC_FALSE;

      for (PetscInt q = 0; q < one->nrows; q++)
        acts = (PetscBool)(acts || one->B[q * one->ncolumns + k] != 0 ||
                           one->C[q * one->ncolumns + k] != 0);
      if (acts) PetscCall(VecSetValue(g->degree, one->column[k], 1, ADD_VALUES));
    }
  }
  PetscCall(VecAssemblyBegin(g->degree));
  PetscCall(VecAssemblyEnd(g->degree));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGroupsUpdate(ConstraintGroups *g, Mat A, PetscBool *changed,
                                      PetscInt *remaining, PetscBool *some)
{
  enum { CHANGED, REMAINING, SOME, NSUMS };
  PetscInt           sum[NSUMS] = {0}, size = 0;
  const PetscScalar *degree;
  PetscScalar       *W;

  PetscFunctionBeginUser;
  PetscCall(ReadValues(g, A));
  PetscCall(CountDegrees(g));
  PetscCall(ConstraintGroupsGather(g, g->degree, &degree));
  for (PetscInt i = 0; i < g->n; i++)
    size = PetscMax(size, g->group[i].nrows * g->group[i].ncolumns);
  PetscCall(PetscMalloc1(size, &W));
  for (PetscInt i = 0; i < g->n; i++) {
    if (constraint_group_choose(&g->group[i], degree, W)) sum[CHANGED]++;
    if (g->group[i].eliminated) sum[SOME]++;
    if (!g->group[i].eliminated) sum[REMAINING] += g->group[i].nrows;
  }
  PetscCall(PetscFree(W));
  PetscCall(ConstraintGroupsRestore(g, &degree));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, sum, NSUMS, MPIU_INT, MPI_SUM, PetscObjectComm((PetscObject)A)));
  *changed   = (PetscBool)(sum[CHANGED] > 0);
  *remaining = sum[REMAINING];
  *some      = (PetscBool)(sum[SOME] > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}
