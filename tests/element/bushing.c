/* bushing.c: forces of bushings at random states against differences of their energy and of
 * themselves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/joint/bushing.h"
#include "joint_case.h"

/* A symmetric matrix without negative eigenvalues. */
static void random_matrix(double A[BUSHING_STRAINS * BUSHING_STRAINS])
{
  double L[BUSHING_STRAINS][BUSHING_STRAINS];

  for (int i = 0; i < BUSHING_STRAINS; i++)
    for (int k = 0; k < BUSHING_STRAINS; k++) L[i][k] = noise();
  for (int i = 0; i < BUSHING_STRAINS; i++)
    for (int k = 0; k < BUSHING_STRAINS; k++) {
      A[BUSHING_STRAINS * i + k] = 0;
      for (int n = 0; n < BUSHING_STRAINS; n++) A[BUSHING_STRAINS * i + k] += L[i][n] * L[k][n];
    }
}

/* Takes the rotation about an axis out of A. */
static void free_axis(const double axis[3], double A[BUSHING_STRAINS * BUSHING_STRAINS])
{
  for (int transposed = 0; transposed < 2; transposed++)
    for (int i = 0; i < BUSHING_STRAINS; i++) {
      const int step = transposed ? BUSHING_STRAINS : 1;
      double   *row = A + (transposed ? i : BUSHING_STRAINS * i) + 3 * step, along = 0;

      for (int c = 0; c < 3; c++) along += axis[c] * row[step * c];
      for (int c = 0; c < 3; c++) row[step * c] -= along * axis[c];
    }
}

/* The spring's forces are the derivative of its energy, K and C those of all forces; the damper's
 * forces take its power. */
static void check_bushing(int ground, BushingRotation rotation)
{
  const double h = 1e-5, tolerance = 1e-8;
  double       r[N] = {0}, elastic[N] = {0}, K[N * N] = {0}, C[N * N] = {0}, energy = 0, power = 0,
         unused = 0;
  Bushing both, spring = {
                  .rotation = rotation, .axis = {2. / 3, -1. / 3, 2. / 3}
  };
  Case c;

  set_up(&c, joint_types, ground, 0);
  random_matrix(spring.stiffness);
  if (rotation == BUSHING_FREE) free_axis(spring.axis, spring.stiffness);
  both = spring;
  random_matrix(both.damping);
  bushing_forces(&both, &c.s, r, K, C);
  bushing_forces(&spring, &c.s, elastic, NULL, NULL);
  bushing_balance(&both, &c.s, &energy, &power);
  for (int dof = ground ? 6 : 0; dof < N; dof++) {
    NodeState   *at         = &c.node[dof / 6];
    double      *rate       = dof % 6 < 3 ? &at->v[dof % 3] : &at->w[dof % 3];
    const double value      = *rate;
    double       side[2][N] = {{0}}, rates[2][N] = {{0}}, energies[2] = {0};

    for (int k = 0; k < 2; k++) {
      NodeState  node[2];
      JointState s = varied(&c, dof, k ? h : -h, node);

      bushing_forces(&both, &s, side[k], NULL, NULL);
      bushing_balance(&both, &s, &energies[k], &unused);
      *rate += k ? h : -h;
      bushing_forces(&both, &c.s, rates[k], NULL, NULL);
      *rate = value;
    }
    CHECK_CLOSE((energies[1] - energies[0]) / (2 * h), elastic[dof], tolerance * (1 + energy),
                "forces from energy");
    for (int j = 0; j < N; j++) {
      CHECK_CLOSE((side[1][j] - side[0][j]) / (2 * h), K[N * j + dof], tolerance * (1 + energy),
                  "stiffness");
      CHECK_CLOSE((rates[1][j] - rates[0][j]) / (2 * h), C[N * j + dof], tolerance * (1 + energy),
                  "damping");
    }
    power -= (r[dof] - elastic[dof]) * value;
  }
  CHECK_CLOSE(power, 0, 1e-12 * (1 + energy), "what the damper takes");
}

int main(void)
{
  for (int ground = 0; ground < 2; ground++) {
    check_bushing(ground, BUSHING_HELD);
    for (int k = 0; k < 20; k++) check_bushing(ground, BUSHING_FREE);
  }
  return TestReport();
}
