/* node_inertia.c: implements the accelerations of nodes with masses, for LANES nodes at once.

   With the orientation R, the angular velocity w, its value w0 at w' = 0, and the other forces in
   r, in the notation of inertia_forces.c,
     m a + R (w' x s + w x (w x s) - w0 x (w0 x s)) + r_force = 0
     J w' + w x J w - w0 x J w0 + s x R^T a + r_moment = 0,     w = w0 + h w',
   because r contains the terms of w0. The first equation gives a, and the second is then solved for
   w'. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_inertia.h"
#include "element/element_group.h"
#include "math/rotation_lanes.h"

/* Inertia, free components and state of each node. */
typedef struct {
  Lanes    mass[3], s[3], J[9], R[9], w0[3];
  LaneMask free[6];
  int      eccentric; /* 1 if some s is not 0 */
} NodeInertiaLanes;

/* Computes P[9] = R^T diag(1/m) R over the free displacements. */
static ALWAYS_INLINE void mobility(const NodeInertiaLanes *n, Lanes P[9])
{
  const Lanes zero = lanes_fill(0);
  Lanes       inverse[3];

  for (int c = 0; c < 3; c++) inverse[c] = lanes_select(n->free[c], 1 / n->mass[c], zero);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      P[3 * i + j] = n->R[i] * n->R[j] * inverse[0] + n->R[3 + i] * n->R[3 + j] * inverse[1] +
                     n->R[6 + i] * n->R[6 + j] * inverse[2];
}

/* Computes A[9], the derivative of J w' + w x J w by w'. */
static ALWAYS_INLINE void gyroscopic_slope(const Lanes J[9], const Lanes w[3], double h, Lanes A[9])
{
  Lanes Jw[3], W[9], B[9], WJ[9];

  mat_vec(J, w, Jw);
  skew(w, W);
  mat_mat(W, J, WJ);
  skew(Jw, B);
  for (int i = 0; i < 9; i++) A[i] = J[i] + h * (WJ[i] - B[i]);
}

/* Adds the derivative by w' of s x R^T a = -s x P (w' x s + w x (w x s)) + ... to A[9]. */
static ALWAYS_INLINE void add_eccentric_slope(const Lanes s[3], const Lanes P[9], const Lanes w[3],
                                              double h, Lanes A[9])
{
  Lanes ws[3], S[9], W[9], B[9], U[9], PU[9];

  cross(w, s, ws);
  skew(s, S);
  skew(w, W);
  mat_mat(W, S, U);
  skew(ws, B);
  for (int i = 0; i < 9; i++) U[i] = -S[i] - h * (U[i] + B[i]); /* of w' x s + w x (w x s) */
  mat_mat(P, U, PU);
  mat_mat(S, PU, B);
  for (int i = 0; i < 9; i++) A[i] -= B[i];
}

/* Solves A x = b in the free rotations; the other x are 0. *singular marks nodes with a singular
   A. */
static ALWAYS_INLINE void solve_free(const LaneMask free[3], const Lanes A[9], const Lanes b[3],
                                     Lanes x[3], LaneMask *singular)
{
  const Lanes zero = lanes_fill(0);
  Lanes       B[9], y[3], c[3][3], det;

  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      B[3 * i + j] = lanes_select(free[i] & free[j], A[3 * i + j], lanes_fill(i == j));
    y[i] = lanes_select(free[i], b[i], zero);
  }
  for (int i = 0; i < 3; i++) cross(B + 3 * ((i + 1) % 3), B + 3 * ((i + 2) % 3), c[i]);
  det = dot(B, c[0]);
  for (int i = 0; i < 3; i++) x[i] = (y[0] * c[0][i] + y[1] * c[1][i] + y[2] * c[2][i]) / det;
  *singular = ~((lanes_abs(det) > 0) & (lanes_abs(x[0] + x[1] + x[2]) < INFINITY));
}

/* Computes the accelerations a[3] of the free displacements from w', with
   u = w' x s + w x (w x s) - w0 x (w0 x s). */
static ALWAYS_INLINE void displacements(const NodeInertiaLanes *n, const Lanes w[3],
                                        const Lanes wd[3], const Lanes r[6], Lanes a[3])
{
  Lanes ws[3], wws[3], w0s[3], ww0s[3], wds[3], u[3],
    Ru[3] = {lanes_fill(0), lanes_fill(0), lanes_fill(0)};

  if (n->eccentric) {
    cross(w, n->s, ws);
    cross(w, ws, wws);
    cross(n->w0, n->s, w0s);
    cross(n->w0, w0s, ww0s);
    cross(wd, n->s, wds);
    for (int c = 0; c < 3; c++) u[c] = wds[c] + wws[c] - ww0s[c];
    mat_vec(n->R, u, Ru);
  }
  for (int c = 0; c < 3; c++)
    a[c] = lanes_select(n->free[c], -(r[c] + Ru[c]) / n->mass[c], lanes_fill(0));
}

static ALWAYS_INLINE Lanes length(const Lanes x[3]) { return lanes_sqrt(dot(x, x)); }

static ALWAYS_INLINE void gather_nodes(const NodeInertia *const inertia[LANES],
                                       const int free[LANES], NodeInertiaLanes *n)
{
  const double *own[LANES];

  for (int k = 0; k < LANES; k++) own[k] = (const double *)inertia[k];
  for (int c = 0; c < 3; c++) n->mass[c] = lanes_gather(own, c);
  for (int c = 0; c < 3; c++) n->s[c] = lanes_gather(own, 3 + c);
  for (int c = 0; c < 9; c++) n->J[c] = lanes_gather(own, 6 + c);
  for (int c = 0; c < 6; c++)
    for (int k = 0; k < LANES; k++) n->free[c][k] = free[k] >> c & 1 ? -1 : 0;
  n->eccentric = lanes_any((n->s[0] != 0) | (n->s[1] != 0) | (n->s[2] != 0));
}

int node_inertia_is_regular(const NodeInertia *inertia, int free)
{
  /* small: least moment of inertia about a free axis, relative to the largest one. Elements in any
     axes leave a round-off of about 1e-16 each; mass_axes() has the same limit.
     tests/element/node_inertia.c has a rod without inertia about itself, and bodies. */
  const double             small = 1e-12, identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const NodeInertia *const all[LANES]       = {inertia, inertia, inertia, inertia};
  const int                free_bits[LANES] = {free, free, free, free};
  const Lanes              rest[3]          = {lanes_fill(0), lanes_fill(0), lanes_fill(0)};
  double                   size             = 0;
  Lanes                    A[9], P[9], unit[3], x[3];
  LaneMask                 singular;
  NodeInertiaLanes         n;

  for (int c = 0; c < 3; c++)
    if ((free >> c & 1) && !(inertia->mass[c] > 0)) return 0;
  gather_nodes(all, free_bits, &n);
  for (int i = 0; i < 9; i++) {
    A[i]   = n.J[i];
    n.R[i] = lanes_fill(identity[i]);
  }
  for (int i = 0; i < 3; i++)
    if (free >> (3 + i) & 1) size = fmax(size, A[4 * i][0]);
  mobility(&n, P);
  if (n.eccentric) add_eccentric_slope(n.s, P, rest, 0, A);
  /* the inverse of a positive definite matrix is positive, and not too large */
  for (int i = 0; i < 3; i++) {
    if (!(free >> (3 + i) & 1)) continue;
    for (int c = 0; c < 3; c++) unit[c] = lanes_fill(c == i);
    solve_free(n.free + 3, A, unit, x, &singular);
    if (singular[0] || !(x[i][0] > 0) || !(x[i][0] * size < 1 / small)) return 0;
  }
  return 1;
}

/* Returns the length of the free components of x. */
static ALWAYS_INLINE Lanes free_length(const LaneMask free[3], const Lanes x[3])
{
  Lanes own[3];

  for (int c = 0; c < 3; c++) own[c] = lanes_select(free[c], x[c], lanes_fill(0));
  return length(own);
}

/* Computes x, the Newton correction of w' = wd. *balanced marks nodes whose moments cancel up to
   round-off; w' may be far smaller than each of them, as in a free fall. */
static ALWAYS_INLINE void correct(const NodeInertiaLanes *n, const Lanes P[9], const Lanes gyro0[3],
                                  double h, const Lanes r[6], const Lanes wd[3], Lanes x[3],
                                  LaneMask *singular, LaneMask *balanced)
{
  /* Sum of the moments, relative to the sum of the lengths of its terms, which are moments too. It
     is some 50 units in the last place: a smaller sum has no right digit.
     tests/element/node_inertia.c checks the equations of motion of random bodies. */
  const double    round_off = 1e-14;
  const LaneMask *free      = n->free + 3;

  Lanes w[3], a[3], Jw[3], gyro[3], Jwd[3], b[3], A[9], own[3],
    moment[3] = {lanes_fill(0), lanes_fill(0), lanes_fill(0)};

  for (int c = 0; c < 3; c++) w[c] = n->w0[c] + h * wd[c];
  mat_vec(n->J, w, Jw);
  cross(w, Jw, gyro);
  mat_vec(n->J, wd, Jwd);
  gyroscopic_slope(n->J, w, h, A);
  if (n->eccentric) {
    displacements(n, w, wd, r, a);
    mat_t_vec(n->R, a, own);
    cross(n->s, own, moment);
    add_eccentric_slope(n->s, P, w, h, A);
  }
  for (int c = 0; c < 3; c++) b[c] = -(r[3 + c] + Jwd[c] + gyro[c] - gyro0[c] + moment[c]);
  *balanced =
    free_length(free, b) <= round_off * (free_length(free, r + 3) + free_length(free, Jwd) +
                                         free_length(free, gyro) + free_length(free, moment));
  solve_free(free, A, b, x, singular);
}

SIMD_CLONES int node_accelerations(const NodeInertia *const inertia[LANES], const int free[LANES],
                                   const NodeState *const node[LANES], double h,
                                   const double *const r[LANES], double *const a[LANES])
{
  enum { MAX_ITERATIONS = 25 };
  /* Step of Newton's method, relative to the angular acceleration: two units in the last place. If
     round-off keeps steps above it, the iteration ends where steps no longer halve and are below
     1e-10, which is far below where the quadratic convergence of the method ends. */
  const double round_off = 4e-16;
  Lanes        P[9], force[6], Jw[3], gyro0[3], result[6], w[3], before = lanes_fill(INFINITY),
                                                          *wd = result + 3;
  LaneMask         iterating = lanes_fill(0) == 0, failed = lanes_fill(0) != 0;
  NodeInertiaLanes n;
  int              failed_bits = 0;

  gather_nodes(inertia, free, &n);
  node_gather(node, NODE_MEMBER(R), 9, n.R);
  node_gather(node, NODE_MEMBER(w), 3, n.w0);
  for (int c = 0; c < 6; c++) force[c] = lanes_gather(r, c);
  for (int c = 0; c < 3; c++) wd[c] = lanes_fill(0);
  mat_vec(n.J, n.w0, Jw);
  cross(n.w0, Jw, gyro0);
  if (n.eccentric) mobility(&n, P);
  for (int k = 0; k < MAX_ITERATIONS && lanes_any(iterating); k++) {
    Lanes    x[3], step, size;
    LaneMask singular, balanced;

    correct(&n, P, gyro0, h, force, wd, x, &singular, &balanced);
    failed |= iterating & singular;
    iterating &= ~singular;
    for (int c = 0; c < 3; c++) wd[c] = lanes_select(iterating, wd[c] + x[c], wd[c]);
    step = length(x);
    size = length(wd);
    iterating &=
      ~(balanced | (step <= round_off * size) | ((step <= 1e-10 * size) & (step >= before / 2)));
    before = step;
  }
  failed |= iterating;
  for (int c = 0; c < 3; c++) w[c] = n.w0[c] + h * wd[c];
  displacements(&n, w, wd, force, result);
  lanes_scatter(result, 6, LANES, a);
  for (int k = 0; k < LANES; k++)
    if (failed[k]) failed_bits |= 1 << k;
  return failed_bits;
}
