/* dense_front.c: factors one dense front by panels, with threshold partial pivoting.

   Delayed pivots go to the parent front with their rows (Duff & Reid 1983). Large fronts are
   factored by panels, so that most of the work is matrix products. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dense_front.h"
#include "math/wide.h"
#include <petscblaslapack.h>

/* columns of a panel; largest front that is one panel */
enum { PANEL_SIZE = 32, SMALL_FRONT = 96 };
enum { LANES = DENSE_SIMD_WIDTH };

static void swap_integers(PetscInt *a, PetscInt *b)
{
  const PetscInt c = *a;

  *a = *b;
  *b = c;
}

/* SIMD registers of a row: rows start at any address. */
typedef PetscScalar SimdScalars
  __attribute__((vector_size(LANES * sizeof(PetscScalar)), aligned(sizeof(PetscScalar))));

static ALWAYS_INLINE SimdScalars *simd_scalars(PetscScalar row[]) { return (SimdScalars *)row; }

static ALWAYS_INLINE void swap_rows(PetscInt n, PetscScalar a[], PetscScalar b[])
{
  for (PetscInt j = 0; j < n; j += LANES) {
    const SimdScalars c = *simd_scalars(a + j);

    *simd_scalars(a + j) = *simd_scalars(b + j);
    *simd_scalars(b + j) = c;
  }
}

static void swap_columns(PetscInt n, PetscInt stride, PetscScalar A[], PetscInt a, PetscInt b)
{
  for (PetscInt i = 0; i < n; i++) {
    const PetscScalar c = A[i * stride + a];

    A[i * stride + a] = A[i * stride + b];
    A[i * stride + b] = c;
  }
}

/* Returns the row of the pivot of column k, -1 if no entry is large enough. There are no branches,
   because processors cannot predict them; comparisons with NaN are false. */
static ALWAYS_INLINE PetscInt find_pivot(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                                         PetscInt stride, const PetscScalar A[], PetscInt k)
{
  PetscReal fully_summed_max = 0, other_max = 0;
  PetscInt  row = -1;

  for (PetscInt i = k; i < fully_summed; i++) {
    const PetscReal size = PetscAbsScalar(A[i * stride + k]);

    row              = size > fully_summed_max ? i : row;
    fully_summed_max = size > fully_summed_max ? size : fully_summed_max;
  }
  for (PetscInt i = fully_summed; i < n; i++) {
    const PetscReal size = PetscAbsScalar(A[i * stride + k]);

    other_max = size > other_max ? size : other_max;
  }
  return fully_summed_max >= threshold * other_max && fully_summed_max < PETSC_MAX_REAL ? row : -1;
}

/* Subtracts the pivot row from the rows after it. Column k is in the first of count registers; u is
   the pivot row, 0 up to column k. count is a constant in each call, so that u stays in
   registers. */
static ALWAYS_INLINE void subtract_pivot_row(PetscInt rows, PetscInt stride, PetscInt k,
                                             PetscScalar inverse, PetscInt count,
                                             const SimdScalars u[], PetscScalar row[])
{
  for (PetscInt i = 0; i < rows; i++, row += stride) {
    const PetscScalar l = row[k] * inverse;

    if (l == 0) continue; /* fronts are sparse */
    for (PetscInt c = 0; c < count; c++) simd_scalars(row)[c] -= l * u[c];
    row[k] = l;
  }
}

/* Eliminates column k in the columns after it, up to ncolumns. It works on whole registers: u is 0
   outside. */
static ALWAYS_INLINE void eliminate_column(PetscInt n, PetscInt stride, PetscScalar A[], PetscInt k,
                                           PetscInt ncolumns)
{
  const PetscInt first = k / LANES * LANES, count = (dense_front_stride(ncolumns) - first) / LANES,
                 rows       = n - 1 - k;
  const PetscScalar inverse = 1 / A[k * stride + k];
  PetscScalar      *row = A + (k + 1) * stride + first, *from = A + k * stride + first;
  SimdScalars       u[SMALL_FRONT / LANES];

  for (PetscInt c = 0; c < count; c++) u[c] = simd_scalars(from)[c];
  for (PetscInt j = first; j <= k; j++) u[0][j - first] = 0;
  for (PetscInt j = ncolumns; j < first + LANES * count; j++) u[count - 1][j % LANES] = 0;
  k -= first;
  if (count == 1) subtract_pivot_row(rows, stride, k, inverse, 1, u, row);
  else if (count == 2) subtract_pivot_row(rows, stride, k, inverse, 2, u, row);
  else if (count == 3) subtract_pivot_row(rows, stride, k, inverse, 3, u, row);
  else if (count == 4) subtract_pivot_row(rows, stride, k, inverse, 4, u, row);
  else subtract_pivot_row(rows, stride, k, inverse, count, u, row);
}

/* Eliminates columns from k to end, or to the first column without a pivot. It updates the columns
   before ncolumns, which is n or end. Returns the first column that is not eliminated. */
SIMD_CLONES static PetscInt eliminate_panel(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                                            PetscScalar A[], PetscInt k, PetscInt end,
                                            PetscInt ncolumns, PetscInt row[])
{
  const PetscInt stride = dense_front_stride(n);

  for (; k < end; k++) {
    const PetscInt pivot = find_pivot(n, fully_summed, threshold, stride, A, k);

    if (pivot < 0) break;
    if (pivot != k) {
      swap_rows(stride, A + k * stride, A + pivot * stride);
      swap_integers(&row[k], &row[pivot]);
    }
    eliminate_column(n, stride, A, k, ncolumns);
  }
  return k;
}

/* Updates the columns from ncolumns on after pivots first to last. BLAS sees all matrices
   transposed. */
static void update_rest(PetscInt n, PetscScalar A[], PetscInt first, PetscInt last,
                        PetscInt ncolumns)
{
  const PetscBLASInt pivots = (PetscBLASInt)(last - first), columns = (PetscBLASInt)(n - ncolumns),
                     rows = (PetscBLASInt)(n - last), ld = (PetscBLASInt)dense_front_stride(n);
  const PetscScalar one = 1, minus = -1;

  if (!pivots || !columns) return;
  BLAStrsm_("R", "U", "N", "U", &columns, &pivots, &one, A + first * ld + first, &ld,
            A + first * ld + ncolumns, &ld);
  if (rows)
    BLASgemm_("N", "N", &columns, &rows, &pivots, &minus, A + first * ld + ncolumns, &ld,
              A + last * ld + first, &ld, &one, A + last * ld + ncolumns, &ld);
}

PetscInt DenseFrontEliminate(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                             PetscScalar A[], PetscInt row[], PetscInt column[])
{
  /* columns from last on had no pivot in the present pass */
  PetscInt  k = 0, last = fully_summed;
  PetscBool progress = PETSC_FALSE;

  while (k < fully_summed) {
    const PetscInt end      = PetscMin(n <= SMALL_FRONT ? fully_summed : k + PANEL_SIZE, last),
                   ncolumns = n <= SMALL_FRONT ? n : end;
    const PetscInt stop     = eliminate_panel(n, fully_summed, threshold, A, k, end, ncolumns, row);

    update_rest(n, A, k, stop, ncolumns);
    if (stop > k) progress = PETSC_TRUE;
    k = stop;
    /* delay the column */
    if (k < end) {
      last--;
      swap_columns(n, dense_front_stride(n), A, k, last);
      swap_integers(&column[k], &column[last]);
    }
    if (k < last) continue;
    if (!progress || last == fully_summed) break;
    progress = PETSC_FALSE;
    last     = fully_summed;
  }
  return k;
}
