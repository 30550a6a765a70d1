/* dense.c: see dense.h. Threshold partial pivoting; pivots that are put off go to the parent front with their rows (Duff & Reid
   1983). Large fronts by panels, so that most of the work is products of matrices. */
#include "dense.h"
#include <petscblaslapack.h>

enum { PANEL = 32, SMALL = 96 }; /* columns; size up to which all is one panel */

static void swap_integers(PetscInt *a, PetscInt *b)
{
  const PetscInt c = *a;

  *a = *b;
  *b = c;
}

static void swap_rows(PetscInt n, PetscScalar a[], PetscScalar b[])
{
  for (PetscInt j = 0; j < n; j++) {
    const PetscScalar c = a[j];

    a[j] = b[j];
    b[j] = c;
  }
}

static void swap_columns(PetscInt n, PetscScalar A[], PetscInt a, PetscInt b)
{
  for (PetscInt i = 0; i < n; i++) {
    const PetscScalar c = A[i * n + a];

    A[i * n + a] = A[i * n + b];
    A[i * n + b] = c;
  }
}

/* The row of the pivot of column k, -1: none is large enough. The negated comparison catches NaN. */
static PetscInt find_pivot(PetscInt n, PetscInt own, PetscReal threshold, const PetscScalar A[], PetscInt k)
{
  PetscReal own_most = 0, most = 0;
  PetscInt  row = -1;

  for (PetscInt i = k; i < own; i++) {
    const PetscReal size = PetscAbsScalar(A[i * n + k]);

    if (!(size > own_most)) continue;
    own_most = size;
    row      = i;
  }
  for (PetscInt i = own; i < n; i++) most = PetscMax(most, PetscAbsScalar(A[i * n + k]));
  return own_most >= threshold * most && own_most < PETSC_MAX_REAL ? row : -1;
}

/* Pivots from k on, up to end, or to the first column without one; columns before wide are brought up to date. Returns where
   it has ended. */
static PetscInt eliminate_panel(PetscInt n, PetscInt own, PetscReal threshold, PetscScalar A[], PetscInt k,
                                PetscInt end, PetscInt wide, PetscInt row[])
{
  for (; k < end; k++) {
    const PetscInt pivot = find_pivot(n, own, threshold, A, k);
    PetscScalar   *u     = A + k * n, inverse;

    if (pivot < 0) break;
    if (pivot != k) {
      swap_rows(n, u, A + pivot * n);
      swap_integers(&row[k], &row[pivot]);
    }
    inverse = 1 / u[k];
    for (PetscInt i = k + 1; i < n; i++) {
      PetscScalar      *a = A + i * n;
      const PetscScalar l = a[k] * inverse;

      if (l == 0) continue;
      a[k] = l;
      for (PetscInt j = k + 1; j < wide; j++) a[j] -= l * u[j];
    }
  }
  return k;
}

/* The columns from wide on after pivots first to last. In BLAS's eyes all is transposed. */
static void update_rest(PetscInt n, PetscScalar A[], PetscInt first, PetscInt last, PetscInt wide)
{
  const PetscBLASInt pivots = (PetscBLASInt)(last - first), columns = (PetscBLASInt)(n - wide),
                     rows = (PetscBLASInt)(n - last), ld = (PetscBLASInt)n;
  const PetscScalar one = 1, minus = -1;

  if (!pivots || !columns) return;
  BLAStrsm_("R", "U", "N", "U", &columns, &pivots, &one, A + first * n + first, &ld, A + first * n + wide, &ld);
  if (rows)
    BLASgemm_("N", "N", &columns, &rows, &pivots, &minus, A + first * n + wide, &ld, A + last * n + first, &ld, &one,
              A + last * n + wide, &ld);
}

PetscInt DenseEliminate(PetscInt n, PetscInt own, PetscReal threshold, PetscScalar A[], PetscInt row[],
                        PetscInt column[])
{
  PetscInt  k = 0, last = own; /* columns from last on have been refused, since the others began */
  PetscBool gained = PETSC_FALSE;

  while (k < own) {
    const PetscInt end = PetscMin(n <= SMALL ? own : k + PANEL, last), wide = n <= SMALL ? n : end;
    const PetscInt stop = eliminate_panel(n, own, threshold, A, k, end, wide, row);

    update_rest(n, A, k, stop, wide);
    if (stop > k) gained = PETSC_TRUE;
    k = stop;
    if (k < end) { /* for the time being */
      last--;
      swap_columns(n, A, k, last);
      swap_integers(&column[k], &column[last]);
    }
    if (k < last) continue;
    if (!gained || last == own) break;
    gained = PETSC_FALSE;
    last   = own;
  }
  return k;
}
