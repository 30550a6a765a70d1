/* mass_axes.c: the axes of a node's mass matrix, of masses that are known, turned at random and
   in units from 1e-6 to 1e6. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "math/mass_axes.h"
#include "math/rotation.h"
#include "test.h"

enum { N = MASS_AXES };

static const int component[N] = {0, 1, 2, 3, 4, 5};

static double random_number(void) { return 2.0 * rand() / RAND_MAX - 1; }

/* A mass m at the arm c with the principal moments J about itself, in axes R. */
typedef struct {
  double m, c[3], J[3], R[9];
} Mass;

static void add_mass(const Mass *x, double M[N * N])
{
  const double *c = x->c, square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  const double  skew[9] = {0, -c[2], c[1], c[2], 0, -c[0], -c[1], c[0], 0};

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double J = x->m * ((i == j) * square - c[i] * c[j]);

      for (int k = 0; k < 3; k++) J += x->R[3 * i + k] * x->J[k] * x->R[3 * j + k];
      M[N * i + j] += x->m * (i == j);
      M[N * i + 3 + j] -= x->m * skew[3 * i + j];
      M[N * (3 + i) + j] += x->m * skew[3 * i + j];
      M[N * (3 + i) + 3 + j] += J;
    }
}

/* A mass with its size as the unit of mass, and length as the unit of length. */
static Mass random_mass(double size, double length, const double J[3], double arm)
{
  Mass   x = {.m = size * (1.5 + random_number())};
  double theta[3], q[4];

  for (int c = 0; c < 3; c++) {
    theta[c] = 3 * random_number();
    x.c[c]   = arm * length * random_number();
    x.J[c]   = J[c] * size * length * length;
  }
  rotation_exp(theta, q);
  rotation_matrix(q, x.R);
  return x;
}

/* Checks that the axes are orthogonal in M, and that those without mass have none. everywhere:
   whether all masses are a clear share of the largest one. */
static void check_axes(const char *name, const double M[N * N], int massless, bool everywhere)
{
  MassAxes axes;

  mass_axes(N, component, M, &axes);
  CHECK(mass_is_everywhere(N, component, M) == everywhere, "%s: mass %s everywhere", name,
        everywhere ? "is not" : "is");
  CHECK(axes.massless == massless, "%s: %d axes without mass, not %d", name, axes.massless,
        massless);
  for (int a = 0; a < N; a++)
    for (int b = 0; b < N; b++) {
      double product = 0, size = 0;

      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
          const double term = axes.axis[a][i] * M[N * i + j] * axes.axis[b][j];

          product += term;
          size += fabs(term);
        }
      CHECK(fabs(product - (a == b ? axes.mass[a] : 0)) <= 2e-12 * size,
            "%s: axes %d, %d: %g, not %g", name, a, b, product, a == b ? axes.mass[a] : 0);
    }
}

int main(void)
{
  static const double small = 1e-10, rod[3] = {0, 1, 1}, thick_rod[3] = {1e-10, 1, 1},
                      body[3] = {1, 2, 2.5}, none[3] = {0, 0, 0};

  for (int unit = -6; unit <= 6; unit += 3)
    for (int size = -6; size <= 6; size += 3)
      for (int turn = 0; turn < 20; turn++) {
        const double length = pow(10, unit), mass = pow(10, size);
        double       M[6][N * N] = {{0}};
        const Mass   one         = random_mass(mass, length, rod, 0),
                   far           = random_mass(mass, length, none, 1);
        Mass x;

        add_mass(&one, M[0]);
        check_axes("a rod along one line", M[0], 1, false);
        add_mass(&far, M[1]);
        check_axes("a point at the end of an arm", M[1], 3, false);
        x = random_mass(mass, length, rod, 1);
        add_mass(&x, M[2]);
        check_axes("a rod at the end of an arm", M[2], 1, false);
        x = random_mass(mass, length, rod, 0);
        add_mass(&one, M[3]);
        add_mass(&x, M[3]);
        check_axes("two rods", M[3], 0, true);
        x = random_mass(mass, length, thick_rod, 0);
        add_mass(&x, M[4]);
        check_axes("a rod with a little inertia", M[4], 0, false);
        x = random_mass(mass, length, body, small);
        add_mass(&x, M[5]);
        check_axes("a body", M[5], 0, true);
      }
  return TestReport();
}
