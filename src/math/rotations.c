/* rotations.c: computes the rotations of several nodes at once.

   Small rotations use the series in all lanes; rotation.h then computes lanes with large
   rotations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "rotations.h"
#include "rotation.h"
#include "rotation_lanes.h"

static ALWAYS_INLINE void gather_vectors(const double *const from[LANES], int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_gather(from, i);
}

/* Computes w = T u of one lane. */
static void rate(const double theta[3], const double u[3], double w[3])
{
  double T[9];

  rotation_tangent(theta, T);
  for (int i = 0; i < 3; i++) w[i] = T[3 * i] * u[0] + T[3 * i + 1] * u[1] + T[3 * i + 2] * u[2];
}

SIMD_CLONES void rotations_update(const double *const ref[LANES], const double *const theta[LANES],
                                  double *const q[LANES], double *const R[LANES])
{
  Lanes    theta_lanes[3], own[4], before[4], after[4], matrix[9];
  LaneMask far;

  gather_vectors(theta, 3, theta_lanes);
  far = ~(dot(theta_lanes, theta_lanes) <= ROTATION_SERIES_LIMIT);
  gather_vectors(ref, 4, before);
  quaternion_exp_series(theta_lanes, own);
  quaternion_product(1, before, own, after);
  quaternion_matrix(after, matrix);
  lanes_scatter(after, 4, LANES, q);
  lanes_scatter(matrix, 9, LANES, R);
  for (int k = 0; k < LANES && lanes_any(far); k++) {
    if (!far[k]) continue;
    rotation_exp(theta[k], q[k]);
    rotation_compose(ref[k], q[k], q[k]);
    rotation_matrix(q[k], R[k]);
  }
}

SIMD_CLONES void rotations_velocity(const double *const theta[LANES], const double *const u[LANES],
                                    double *const w[LANES])
{
  Lanes       theta_lanes[3], rates[3], T[9], result[3], t;
  Coefficient B, C;
  LaneMask    far;

  gather_vectors(theta, 3, theta_lanes);
  gather_vectors(u, 3, rates);
  t   = dot(theta_lanes, theta_lanes);
  far = ~(t <= ROTATION_SERIES_LIMIT);
  coefficients_series(t, &B, &C);
  tangent_map(theta_lanes, -B.value, C.value, T);
  mat_vec(T, rates, result);
  lanes_scatter(result, 3, LANES, w);
  for (int k = 0; k < LANES && lanes_any(far); k++)
    if (far[k]) rate(theta[k], u[k], w[k]);
}

SIMD_CLONES void rotations_tangent(const double *const theta[LANES], const double *const u[LANES],
                                   double *const T[LANES], double *const slope[LANES])
{
  Lanes       theta_lanes[3], rates[3], map[9], t;
  Coefficient B, C;
  LaneMask    far;

  gather_vectors(theta, 3, theta_lanes);
  t   = dot(theta_lanes, theta_lanes);
  far = ~(t <= ROTATION_SERIES_LIMIT);
  coefficients_series(t, &B, &C);
  tangent_map(theta_lanes, -B.value, C.value, map);
  lanes_scatter(map, 9, LANES, T);
  if (u) {
    gather_vectors(u, 3, rates);
    tangent_map_slope(theta_lanes, rates, negative(B), C, map);
    lanes_scatter(map, 9, LANES, slope);
  }
  for (int k = 0; k < LANES && lanes_any(far); k++) {
    if (!far[k]) continue;
    rotation_tangent(theta[k], T[k]);
    if (u) rotation_tangent_slope(theta[k], u[k], slope[k]);
  }
}

SIMD_CLONES int rotations_rebase(const double *const base[LANES], const double *const w[LANES],
                                 double *const theta[LANES], double *const rate[LANES])
{
  const double *from[LANES];
  Lanes    origin[3], theta_lanes[3], a[4], b[4], relative[4], result[3], omega[3], X[9], dg[3];
  LaneMask small;
  int      skipped = 0;

  for (int k = 0; k < LANES; k++) from[k] = theta[k];
  gather_vectors(base, 3, origin);
  gather_vectors(from, 3, theta_lanes);
  gather_vectors(w, 3, omega);
  quaternion_exp_series(origin, a);
  quaternion_exp_series(theta_lanes, b);
  quaternion_product(-1, a, b, relative);
  rotation_log_polynomial(relative, result);
  small = (dot(origin, origin) <= ROTATION_SERIES_LIMIT) &
          (dot(theta_lanes, theta_lanes) <= ROTATION_SERIES_LIMIT) & (dot(result, result) < 1);
  tangent_map(result, lanes_fill(0.5), inverse_coefficient_series(dot(result, result)).value, X);
  mat_vec(X, omega, dg);
  for (int k = 0; k < LANES; k++) {
    if (!small[k]) skipped |= 1 << k;
    for (int i = 0; i < 3 && small[k]; i++) {
      theta[k][i] = result[i][k];
      rate[k][i]  = dg[i][k];
    }
  }
  return skipped;
}
