/* rotating_frame.c: implements the kinematics of a steadily rotating frame.

   With W = skew(spin), r = x - point and w_b = R^T spin:
     v_inertial = v + W r             a_inertial = a + 2 W v + W W r
     w_inertial = w + w_b             w'_inertial = w' + w_b x w
   Their variations by a displacement u and a spin phi in body axes are
   W u, W W u, w_b x phi, -w x (w_b x phi). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "rotating_frame.h"
#include "math/vector.h"

RotatingFrame RotatingFrameOf(Model model, const FsLoading *loading)
{
  RotatingFrame f;

  for (int c = 0; c < 3; c++) {
    f.spin[c]  = loading->spin * model->spin.velocity[c];
    f.point[c] = model->spin.point[c];
  }
  return f;
}

void rotating_frame_velocity(const RotatingFrame *f, const double x[3], double v[3])
{
  const double arm[3] = {x[0] - f->point[0], x[1] - f->point[1], x[2] - f->point[2]};

  cross(f->spin, arm, v);
}

void rotating_frame_state(const RotatingFrame *f, const NodeState *relative, NodeState *inertial)
{
  double of_frame[3], centripetal[3], coriolis[3], body[3], turned[3];

  *inertial = *relative;
  rotating_frame_velocity(f, relative->x, of_frame);
  cross(f->spin, of_frame, centripetal);
  cross(f->spin, relative->v, coriolis);
  mat_t_vec(relative->R, f->spin, body);
  cross(body, relative->w, turned);
  for (int c = 0; c < 3; c++) {
    inertial->v[c] += of_frame[c];
    inertial->a[c] += centripetal[c] + 2 * coriolis[c];
    inertial->w[c] += body[c];
    inertial->wd[c] += turned[c];
  }
}

void rotating_frame_states(const RotatingFrame *f, int n, const NodeState *node[],
                           NodeState inertial[])
{
  for (int i = 0; i < n; i++) {
    rotating_frame_state(f, node[i], &inertial[i]);
    node[i] = &inertial[i];
  }
}

/* Adds factor times row B to to[3]. */
static void add_row_product(const double row[3], const double B[9], double factor, double to[3])
{
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < 3; k++) to[c] += factor * row[k] * B[3 * k + c];
}

/* Adds the derivatives with respect to the first n components of a node, its displacements: v
   depends on u by W, a on v by 2 W, a on u by W W. */
static void displacement_derivatives(const double W[9], const double WW[9], int n, double k[],
                                     double c[], const double m[])
{
  double    row[2][3] = {{0}}, to_k[3] = {0}, to_c[3] = {0};
  const int z = n == 1 ? 2 : 0; /* a single component is z */

  for (int i = 0; i < n; i++) {
    row[0][z + i] = c[i];
    row[1][z + i] = m[i];
  }
  add_row_product(row[0], W, 1, to_k);
  add_row_product(row[1], WW, 1, to_k);
  add_row_product(row[1], W, 2, to_c);
  for (int i = 0; i < n; i++) {
    k[i] += to_k[z + i];
    c[i] += to_c[z + i];
  }
}

void rotating_frame_derivatives(const RotatingFrame *f, int nd, int nc,
                                const NodeState *const node[], double K[], double C[],
                                const double M[])
{
  double W[9], WW[9];

  skew(f->spin, W);
  mat_mat(W, W, WW);
  for (int n = 0; n < nd / nc; n++) {
    double body[3], B[9], spin[9], relative[9];

    mat_t_vec(node[n]->R, f->spin, body);
    skew(body, B);
    skew(node[n]->w, relative);
    mat_mat(relative, B, spin);
    for (int i = 0; i < nd; i++) {
      double       *k = K + i * nd + n * nc, *c = C + i * nd + n * nc;
      const double *m       = M + i * nd + n * nc;
      double        by_w[3] = {0};

      if (nc == COMPONENTS) {
        add_row_product(c + 3, B, 1, k + 3);
        add_row_product(m + 3, spin, -1, k + 3);
        add_row_product(m + 3, B, 1, by_w);
      }
      displacement_derivatives(W, WW, nc < 3 ? nc : 3, k, c, m);
      for (int j = 0; j < 3 && nc == COMPONENTS; j++) c[3 + j] += by_w[j];
    }
  }
}
