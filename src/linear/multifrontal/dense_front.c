/* dense_front.c: see dense_front.h. Threshold partial pivoting; pivots that are put off go to the parent front with their rows (Duff & Reid
   1983). Large fronts by panels, so that most of the work is products of matrices. */
#include "dense_front.h"
#include "math/wide.h"
#include <petscblaslapack.h>

enum { PANEL_SIZE = 32, SMALL_FRONT = 96 }; /* columns; size up to which all is one panel */
enum { LANES = DENSE_SIMD_WIDTH };

static void swap_integers(PetscInt *a, PetscInt *b)
{
  const PetscInt c = *a;

  *a = *b;
  *b = c;
}

/* Registers of a row at a time: rows begin anywhere in memory. */
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

/* The row of the pivot of column k, -1: none is large enough. Without branches, which nobody foresees; comparisons with NaN are false. */
static ALWAYS_INLINE PetscInt find_pivot(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                                         PetscInt stride, const PetscScalar A[], PetscInt k)
{
  PetscReal fully_summed_max = 0, most = 0;
  PetscInt  row = -1;

  for (PetscInt i = k; i < fully_summed; i++) {
    const PetscReal size = PetscAbsScalar(A[i * stride + k]);

    row              = size > fully_summed_max ? i : row;
    fully_summed_max = size > fully_summed_max ? size : fully_summed_max;
  }
  for (PetscInt i = fully_summed; i < n; i++) {
    const PetscReal size = PetscAbsScalar(A[i * stride + k]);

    most = size > most ? size : most;
  }
  return fully_summed_max >= threshold * most && fully_summed_max < PETSC_MAX_REAL ? row : -1;
}

/* Take the pivot of column k, which is in the first of count registers of the rows, off the rows behind it; u: its row, 0 up to column k.
   count is a constant where this is called, so that u stays in registers. */
static ALWAYS_INLINE void subtract_pivot_row(PetscInt rows, PetscInt stride, PetscInt k,
                                             PetscScalar inverse, PetscInt count,
                                             const SimdScalars u[], PetscScalar row[])
{
  for (PetscInt i = 0; i < rows; i++, row += stride) {
    const PetscScalar l = row[k] * inverse;

    if (l == 0) continue; /* fronts are far from full */
    for (PetscInt c = 0; c < count; c++) simd_scalars(row)[c] -= l * u[c];
    row[k] = l;
  }
}

/* Take the pivot of column k off the columns behind it, up to wide. Whole registers: u is 0 outside. */
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

/* Pivots from k on, up to end, or to the first column without one; columns before wide, n or end, are brought up to date. Returns where
   it has ended. */
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

/* The columns from wide on after pivots first to last. In BLAS's eyes all is transposed. */
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
  PetscInt k    = 0,
           last = fully_summed; /* columns from last on have been refused, since the others began */
  PetscBool progress = PETSC_FALSE;

  while (k < fully_summed) {
    const PetscInt end      = PetscMin(n <= SMALL_FRONT ? fully_summed : k + PANEL_SIZE, last),
                   ncolumns = n <= SMALL_FRONT ? n : end;
    const PetscInt stop     = eliminate_panel(n, fully_summed, threshold, A, k, end, ncolumns, row);

    update_rest(n, A, k, stop, ncolumns);
    if (stop > k) progress = PETSC_TRUE;
    k = stop;
    if (k < end) { /* for the time being */
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
