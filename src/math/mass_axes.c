/* mass_axes.c: finds the axes of the mass matrix of a node.

   With displacements u and rotations w the mass matrix is [A B; B^T J]. The axes of displacements
   are eigenvectors of A. A rotation w with u = -A^+ B w is orthogonal to them, and its moment of
   inertia is that of the Schur complement J - B^T A^+ B, the inertia about the center of mass.

   In an LDL^T factorization of M the pivots of displacements multiply to the determinant of A, and
   those of rotations to that of the Schur complement. The least eigenvalue is at least the
   determinant over the power n - 1 of the trace, because no eigenvalue is larger than the trace. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mass_axes.h"
#include "small_dense.h"
#include <math.h>
#include <string.h>

/* Share of the largest mass that is round-off. Sums over elements in axes of any orientation leave
   about 1e-16 a element. The torsional inertia of a beam is 100 (r/L)^2 of its largest inertia,
   with the radius of gyration r and the length L of an element; so r/L may be as small as 1e-7.
   The test tests/math/mass_axes.c has inertias of 0 and of 1e-10 of the largest, in any unit. */
static const double ROUND_OFF = 1e-12;

enum { SPACE = 3 };

/* Returns a mass, or 0 if it is round-off of the largest one. */
static double drop_round_off(double mass, double largest)
{
  return mass > ROUND_OFF * largest ? mass : 0;
}

/* Finds the axes of the first n dofs, the displacements. */
static void find_displacements(int n, int stride, const double M[], MassAxes *to)
{
  double A[SPACE * SPACE], V[SPACE * SPACE], largest = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) A[n * i + j] = (M[i * stride + j] + M[j * stride + i]) / 2;
  small_eigen(n, A, V);
  for (int k = 0; k < n; k++) largest = fmax(largest, A[(n + 1) * k]);
  for (int k = 0; k < n; k++) {
    to->mass[k] = drop_round_off(A[(n + 1) * k], largest);
    memcpy(to->axis[k], V + n * k, (size_t)n * sizeof *V);
    memcpy(to->turn[k], V + n * k, (size_t)n * sizeof *V);
  }
}

/* Computes along[k][j] = axis k . M column j, for displacements k < n and rotations j from n. */
static void find_couplings(int n, int all, const double M[], const MassAxes *to,
                           double along[SPACE][MASS_AXES])
{
  for (int k = 0; k < n; k++)
    for (int j = n; j < all; j++) {
      along[k][j] = 0;
      for (int i = 0; i < n; i++) along[k][j] += to->axis[k][i] * M[i * all + j];
    }
}

/* Finds the axes of the dofs from n on, the rotations, about the center of mass. */
static void find_rotations(int n, int all, const double M[], MassAxes *to)
{
  const int turns = all - n;
  double    J[SPACE * SPACE], V[SPACE * SPACE], along[SPACE][MASS_AXES] = {{0}}, largest = 0;

  find_couplings(n, all, M, to, along);
  for (int i = 0; i < turns; i++) largest = fmax(largest, M[(n + i) * all + n + i]);
  for (int i = 0; i < turns; i++)
    for (int j = 0; j < turns; j++) {
      J[turns * i + j] = (M[(n + i) * all + n + j] + M[(n + j) * all + n + i]) / 2;
      for (int k = 0; k < n; k++)
        if (to->mass[k] > 0) J[turns * i + j] -= along[k][n + i] * along[k][n + j] / to->mass[k];
    }
  small_eigen(turns, J, V);
  for (int t = 0; t < turns; t++) {
    double *axis = to->axis[n + t];

    to->mass[n + t] = drop_round_off(J[(turns + 1) * t], largest);
    for (int j = 0; j < turns; j++) axis[n + j] = to->turn[n + t][n + j] = V[turns * t + j];
    for (int k = 0; k < n; k++) {
      double shift = 0;

      for (int j = 0; j < turns; j++) shift -= along[k][n + j] * V[turns * t + j];
      for (int i = 0; i < n && to->mass[k] > 0; i++)
        axis[i] += shift / to->mass[k] * to->axis[k][i];
    }
  }
}

static int count_displacements(int n, const int component[])
{
  int k = 0;

  while (k < n && component[k] < SPACE) k++;
  return k;
}

bool mass_is_everywhere(int n, const int component[], const double M[])
{
  /* Least mass relative to the trace, which is at least the largest mass. This is far above
     ROUND_OFF, so that errors of the pivots do not matter. */
  const double clear   = 1e-8;
  const int    first[] = {0, count_displacements(n, component), n};
  double       A[MASS_AXES][MASS_AXES];

  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) A[i][j] = (M[i * n + j] + M[j * n + i]) / 2;
  for (int part = 0; part < 2; part++) { /* displacements, then rotations */
    double trace = 0, least = 1;

    for (int k = first[part]; k < first[part + 1]; k++) trace += M[k * (n + 1)];
    for (int k = first[part]; k < first[part + 1]; k++) { /* LDL^T */
      if (!(A[k][k] > 0)) return false;
      least *= A[k][k] / trace;
      for (int i = k + 1; i < n; i++)
        for (int j = k + 1; j <= i; j++) A[i][j] -= A[i][k] * A[j][k] / A[k][k];
    }
    if (!(least > clear)) return false;
  }
  return true;
}

void mass_axes(int n, const int component[], const double M[], MassAxes *axes)
{
  memset(axes, 0, sizeof *axes);
  axes->n             = n;
  axes->displacements = count_displacements(n, component);
  find_displacements(axes->displacements, n, M, axes);
  find_rotations(axes->displacements, n, M, axes);
  for (int k = 0; k < n; k++) axes->massless += axes->mass[k] == 0;
}
