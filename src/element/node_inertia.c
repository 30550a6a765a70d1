/* node_inertia.c: the acceleration of a node to which a mass is fixed, from the forces on it. With the orientation R, the angular velocity w, its
   value w0 where w' = 0, and what else acts in r, in the notation of inertia.c
     m a + R (w' x s + w x (w x s) - w0 x (w0 x s)) + r_force = 0
     J w' + w x J w - w0 x J w0 + s x R^T a + r_moment = 0,     w = w0 + h w',
   since r has the terms of w0 already. The first gives a, which leaves the second for w'. */
#include <math.h>
#include "node_inertia.h"
#include "math/vector.h"

static int has_moment(const NodeInertia *n) { return n->s[0] != 0 || n->s[1] != 0 || n->s[2] != 0; }

/* P[9] = R^T diag(1/m) R over the free displacements. */
static void mobility(const NodeInertia *n, int free, const double R[9], double P[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      P[3 * i + j] = 0;
      for (int c = 0; c < 3; c++)
        if (free >> c & 1) P[3 * i + j] += R[3 * c + i] * R[3 * c + j] / n->mass[c];
    }
}

/* A[9] = derivative by w' of J w' + w x J w. */
static void spinning_slope(const double J[9], const double w[3], double h, double A[9])
{
  double Jw[3], W[9], B[9], WJ[9];

  mat_vec(J, w, Jw);
  skew(w, W);
  mat_mat(W, J, WJ);
  skew(Jw, B);
  for (int i = 0; i < 9; i++) A[i] = J[i] + h * (WJ[i] - B[i]);
}

/* A[9] += derivative by w' of s x R^T a = -s x P (w' x s + w x (w x s)) + ... */
static void add_eccentric_slope(const double s[3], const double P[9], const double w[3], double h, double A[9])
{
  double ws[3], S[9], W[9], B[9], U[9], PU[9];

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

/* Solve A x = b in the free rotations; 0 in the others. Returns 1 if A is singular. */
static int solve_free(int free, const double A[9], const double b[3], double x[3])
{
  double B[9], y[3], c[3][3], det;

  for (int i = 0; i < 3; i++) {
    const int is_free = free >> (3 + i) & 1;

    for (int j = 0; j < 3; j++) B[3 * i + j] = is_free && (free >> (3 + j) & 1) ? A[3 * i + j] : i == j;
    y[i] = is_free ? b[i] : 0;
  }
  for (int i = 0; i < 3; i++) cross(B + 3 * ((i + 1) % 3), B + 3 * ((i + 2) % 3), c[i]);
  det = dot(B, c[0]);
  for (int i = 0; i < 3; i++) x[i] = (y[0] * c[0][i] + y[1] * c[1][i] + y[2] * c[2][i]) / det;
  return !(fabs(det) > 0) || !isfinite(x[0] + x[1] + x[2]);
}

int node_inertia_resists(const NodeInertia *n, int free)
{
  static const double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, rest[3] = {0, 0, 0};
  const double        small = 1e-12;
  double              A[9], P[9], size = 0, unit[3], x[3];

  for (int c = 0; c < 3; c++)
    if ((free >> c & 1) && !(n->mass[c] > 0)) return 0;
  if (!(free & 56)) return 1;
  for (int i = 0; i < 9; i++) A[i] = n->J[i];
  for (int i = 0; i < 3; i++)
    if (free >> (3 + i) & 1) size = fmax(size, A[4 * i]);
  mobility(n, free, axes, P);
  if (has_moment(n)) add_eccentric_slope(n->s, P, rest, 0, A);
  for (int i = 0; i < 3; i++) { /* the inverse of a positive matrix is positive, and not too large */
    for (int c = 0; c < 3; c++) unit[c] = c == i;
    if (!(free >> (3 + i) & 1)) continue;
    if (solve_free(free, A, unit, x) || !(x[i] > 0) || !(x[i] * size < 1 / small)) return 0;
  }
  return 1;
}

/* a[3] = the accelerations of the free displacements with w', and u[3] = w' x s + w x (w x s) - w0 x (w0 x s). */
static void displacements(const NodeInertia *n, int free, const NodeState *node, const double w[3], const double wd[3],
                          const double r[6], double a[3])
{
  double ws[3], wws[3], w0s[3], ww0s[3], wds[3], u[3], Ru[3];

  cross(w, n->s, ws);
  cross(w, ws, wws);
  cross(node->w, n->s, w0s);
  cross(node->w, w0s, ww0s);
  cross(wd, n->s, wds);
  for (int c = 0; c < 3; c++) u[c] = wds[c] + wws[c] - ww0s[c];
  mat_vec(node->R, u, Ru);
  for (int c = 0; c < 3; c++) a[c] = free >> c & 1 ? -(r[c] + Ru[c]) / n->mass[c] : 0;
}

int node_acceleration(const NodeInertia *n, int free, const NodeState *node, double h, const double r[6], double a[6])
{
  enum { MOST = 25 };
  const double round_off = 4e-16;
  const int    eccentric = has_moment(n);
  double       P[9], gyro0[3], Jw[3], step = INFINITY, *wd = a + 3;

  for (int c = 0; c < 6; c++) a[c] = 0;
  mat_vec(n->J, node->w, Jw);
  cross(node->w, Jw, gyro0);
  if (eccentric) mobility(n, free, node->R, P);
  for (int k = 0; k < MOST; k++) {
    const double w[3] = {node->w[0] + h * wd[0], node->w[1] + h * wd[1], node->w[2] + h * wd[2]}, before = step;
    double       gyro[3], Jwd[3], b[3], A[9], x[3], own[3], moment[3] = {0, 0, 0};

    displacements(n, free, node, w, wd, r, a);
    if (!(free & 56)) return 0;
    mat_vec(n->J, w, Jw);
    cross(w, Jw, gyro);
    mat_vec(n->J, wd, Jwd);
    mat_t_vec(node->R, a, own);
    if (eccentric) cross(n->s, own, moment);
    for (int c = 0; c < 3; c++) b[c] = -(r[3 + c] + Jwd[c] + gyro[c] - gyro0[c] + moment[c]);
    spinning_slope(n->J, w, h, A);
    if (eccentric) add_eccentric_slope(n->s, P, w, h, A);
    if (solve_free(free, A, b, x)) return 1;
    for (int c = 0; c < 3; c++) wd[c] += x[c];
    step = norm(x);
    if (step <= round_off * norm(wd) || step == 0 || (step <= 1e-10 * norm(wd) && step >= before / 2)) {
      if (eccentric)
        displacements(n, free, node,
                      (const double[3]){node->w[0] + h * wd[0], node->w[1] + h * wd[1], node->w[2] + h * wd[2]}, wd, r,
                      a);
      return 0;
    }
  }
  return 1;
}
