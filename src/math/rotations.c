/* rotations.c: see rotations.h. The formulas near 0 are those of all lanes; beyond, a lane is computed by itself. */
#include "rotations.h"
#include "rotation.h"
#include "rotation_lanes.h"

static INSIDE void get(const double *const from[LANES], int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_from(from, i);
}

/* w = T u, of one */
static void rate(const double theta[3], const double u[3], double w[3])
{
  double T[9];

  rotation_tangent(theta, T);
  for (int i = 0; i < 3; i++) w[i] = T[3 * i] * u[0] + T[3 * i + 1] * u[1] + T[3 * i + 2] * u[2];
}

WIDE void rotations_turn(const double *const ref[LANES], const double *const theta[LANES], double *const q[LANES],
                         double *const R[LANES])
{
  Lanes turn[3], own[4], before[4], after[4], matrix[9];
  Which far;

  get(theta, 3, turn);
  far = ~(dot(turn, turn) <= ROTATION_NEAR);
  get(ref, 4, before);
  quaternion_exp_near(turn, own);
  quaternion_product(1, before, own, after);
  quaternion_matrix(after, matrix);
  lanes_to(after, 4, LANES, q);
  lanes_to(matrix, 9, LANES, R);
  for (int k = 0; k < LANES && lanes_any(far); k++) {
    if (!far[k]) continue;
    rotation_exp(theta[k], q[k]);
    rotation_compose(ref[k], q[k], q[k]);
    rotation_matrix(q[k], R[k]);
  }
}

WIDE void rotations_rate(const double *const theta[LANES], const double *const u[LANES], double *const w[LANES])
{
  Lanes       turn[3], rates[3], T[9], found[3], t;
  Coefficient B, C;
  Which       far;

  get(theta, 3, turn);
  get(u, 3, rates);
  t   = dot(turn, turn);
  far = ~(t <= ROTATION_NEAR);
  coefficients_near(t, &B, &C);
  tangent_map(turn, -B.value, C.value, T);
  mat_vec(T, rates, found);
  lanes_to(found, 3, LANES, w);
  for (int k = 0; k < LANES && lanes_any(far); k++)
    if (far[k]) rate(theta[k], u[k], w[k]);
}

WIDE void rotations_tangent(const double *const theta[LANES], const double *const u[LANES], double *const T[LANES],
                            double *const slope[LANES])
{
  Lanes       turn[3], rates[3], map[9], t;
  Coefficient B, C;
  Which       far;

  get(theta, 3, turn);
  t   = dot(turn, turn);
  far = ~(t <= ROTATION_NEAR);
  coefficients_near(t, &B, &C);
  tangent_map(turn, -B.value, C.value, map);
  lanes_to(map, 9, LANES, T);
  if (u) {
    get(u, 3, rates);
    tangent_map_slope(turn, rates, negative(B), C, map);
    lanes_to(map, 9, LANES, slope);
  }
  for (int k = 0; k < LANES && lanes_any(far); k++) {
    if (!far[k]) continue;
    rotation_tangent(theta[k], T[k]);
    if (u) rotation_tangent_slope(theta[k], u[k], slope[k]);
  }
}

WIDE int rotations_rebase(const double *const base[LANES], const double *const w[LANES], double *const theta[LANES],
                          double *const rate[LANES])
{
  const double *from[LANES];
  Lanes         origin[3], turn[3], a[4], b[4], relative[4], found[3], omega[3], X[9], dg[3];
  Which         near;
  int           others = 0;

  for (int k = 0; k < LANES; k++) from[k] = theta[k];
  get(base, 3, origin);
  get(from, 3, turn);
  get(w, 3, omega);
  quaternion_exp_near(origin, a);
  quaternion_exp_near(turn, b);
  quaternion_product(-1, a, b, relative);
  rotation_log_near(relative, found);
  near = (dot(origin, origin) <= ROTATION_NEAR) & (dot(turn, turn) <= ROTATION_NEAR) & (dot(found, found) < 1);
  tangent_map(found, lanes_of(0.5), inverse_coefficient_near(dot(found, found)).value, X);
  mat_vec(X, omega, dg);
  for (int k = 0; k < LANES; k++) {
    if (!near[k]) others |= 1 << k;
    for (int i = 0; i < 3 && near[k]; i++) {
      theta[k][i] = found[i][k];
      rate[k][i]  = dg[i][k];
    }
  }
  return others;
}
