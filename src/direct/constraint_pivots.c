/* constraint_pivots.c: chooses the unknowns that a group of constraints determines.

   Nothing but the matrix is known: which unknowns a group determines follows from its values. An
   unknown on which one group alone acts is a candidate. A rigid coupling has a group for each node
   beside the master, and the candidates are the dofs of this node. Gaussian elimination with full
   pivoting chooses among the candidates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_groups.h"
#include "math/small_dense.h"

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

/* Chooses a pivot for each row; DROPPED stands for a dropped row. Returns whether all rows have
   one. */
enum { DROPPED = -2 };

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

PetscBool constraint_group_choose(ConstraintGroup *one, const PetscScalar degree[], PetscScalar W[])
{
  PetscScalar     B[GROUP_ROWS * GROUP_ROWS], C[GROUP_ROWS * GROUP_ROWS];
  PetscInt        pivot[GROUP_ROWS];
  const PetscBool before     = one->eliminated;
  PetscBool       eliminated = choose_pivots(one, degree, W, pivot), changed;

  changed = (PetscBool)(before != eliminated);
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
