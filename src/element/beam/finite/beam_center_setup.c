/* beam_center_setup.c: implements the constants of the mass center of a beam that deforms.

   The rows of v_1 plus those of v_2 of M_b are the derivative D of the momentum of the mass center
   by the velocities, in blocks -B of v_1, D_1 of w_1, B of v_2, D_2 of w_2. The function G of
   beam_center.c has the same derivative at rest, with d = x_2 - x_1, if
     D_j - (B d^ - (B d)^)/2 = -s_j^ + S_j,   S_1 = A - tr A,   S_2 = -S_1.
   S_j is the symmetric part. After 1/2 (v_1 + v_2) . D (...) is subtracted, M_b does not change if
   a velocity is added to both nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "element/beam/beam.h"

enum { ND = 12 };

/* ROUND_OFF: entries of B and A up to this fraction of the element's mass, and of its mass times
   its length, are sums of round-off and mean a straight line between the nodes. They become zero,
   which saves their terms in each residual. The error is as large as that of the other sums.
   tests/element/beam_inertia.c fails if it is 1e-4: forces change by a velocity of all nodes. */
static const double ROUND_OFF = 1e-13;

/* Computes (B d^ - (B d)^)/2. */
static void turned_shear(const double B[9], const double d[3], double to[9])
{
  double Bd[3];

  for (int r = 0; r < 3; r++) Bd[r] = B[3 * r] * d[0] + B[3 * r + 1] * d[1] + B[3 * r + 2] * d[2];
  for (int c = 0; c < 3; c++) {
    const int n = (c + 1) % 3, m = (c + 2) % 3;

    for (int r = 0; r < 3; r++) to[3 * r + c] = (B[3 * r + n] * d[m] - B[3 * r + m] * d[n]) / 2;
  }
  for (int c = 0; c < 3; c++) { /* column c of (B d)^ is B d x e_c */
    const int n = (c + 1) % 3, m = (c + 2) % 3;

    to[3 * n + c] -= Bd[m] / 2;
    to[3 * m + c] += Bd[n] / 2;
  }
}

/* Moves the skew part of E, a block of w_j in D, from M to sigma. Leaves the symmetric part in E.
 */
static void move_first_moment(int j, double E[9], double M[ND][ND], BeamKinetic *to)
{
  for (int c = 0; c < 3; c++) {
    const int    n = (c + 1) % 3, m = (c + 2) % 3;
    const double half = (E[3 * n + m] - E[3 * m + n]) / 4, mean = (E[3 * n + m] + E[3 * m + n]) / 2;

    for (int i = 0; i < 2; i++) {
      to->sigma[i][j][c] += half;
      M[6 * i + n][6 * j + 3 + m] -= half;
      M[6 * j + 3 + m][6 * i + n] -= half;
      M[6 * i + m][6 * j + 3 + n] += half;
      M[6 * j + 3 + n][6 * i + m] += half;
    }
    E[3 * n + m] = E[3 * m + n] = mean;
  }
}

/* Subtracts 1/2 (v_1 + v_2) . D (v_1, w_1, v_2, w_2) from M. */
static void subtract_center(double D[4][9], double M[ND][ND])
{
  for (int i = 0; i < 2; i++)
    for (int b = 0; b < 4; b++)
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
          M[6 * i + r][3 * b + c] -= D[b][3 * r + c] / 2;
          M[3 * b + c][6 * i + r] -= D[b][3 * r + c] / 2;
        }
}

static void clear_round_off(double x[9], double scale)
{
  for (int k = 0; k < 9; k++)
    if (fabs(x[k]) > ROUND_OFF * scale) return;
  memset(x, 0, 9 * sizeof *x);
}

void beam_set_center(const double d[3], double mass, double M[ND][ND], BeamKinetic *to)
{
  const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  double       B[9], D[4][9], turned[9], S[9], trace;

  for (int b = 0; b < 4; b++)
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) D[b][3 * r + c] = M[r][3 * b + c] + M[6 + r][3 * b + c];
  memcpy(B, D[2], sizeof B);
  clear_round_off(B, mass);
  turned_shear(B, d, turned);
  for (int j = 0; j < 2; j++) {
    for (int c = 0; c < 9; c++) D[2 * j + 1][c] -= turned[c];
    move_first_moment(j, D[2 * j + 1], M, to);
  }
  for (int c = 0; c < 9; c++) S[c] = (D[1][c] - D[3][c]) / 2;
  clear_round_off(S, mass * length);
  for (int c = 0; c < 9; c++) {
    D[0][c] = -B[c];
    D[2][c] = B[c];
    D[1][c] = turned[c] + S[c];
    D[3][c] = turned[c] - S[c];
  }
  subtract_center(D, M);
  trace = S[0] + S[4] + S[8];
  memcpy(to->shear, B, sizeof to->shear);
  for (int i = 0, at = 0; i < 3; i++)
    for (int j = i; j < 3; j++) to->turn[at++] = S[3 * i + j] - (i == j ? trace / 2 : 0);
}
