/* sliders.c: a point that slides along a curve through two nodes: its foot, and the derivatives of
   its rows against differences, at states in which positions and velocities are kept and at others.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/joint/slider.h"
#include "joint_case.h"

enum { M = SLIDER_DOFS };

typedef struct {
  NodeState   node[SLIDER_NODES];
  double      offset[3], tangent[2][3], across[2][SLIDER_ROWS][3];
  SliderState s;
} Path;

static void random_node(NodeState *node)
{
  double x[3], theta[3];

  random_vector(x);
  random_vector(theta);
  *node = node_at(x, theta);
  random_vector(node->v);
  random_vector(node->w);
  random_vector(node->a);
  random_vector(node->wd);
}

/* A line from (0, 0, 0) to (1, 0, 0), about, whose nodes have turned a little. */
static void random_path(Path *p)
{
  memset(p, 0, sizeof *p);
  for (int k = 0; k < SLIDER_NODES; k++) {
    double x[3], theta[3];

    random_node(&p->node[k]);
    random_vector(x);
    random_vector(theta);
    for (int i = 0; i < 3; i++) x[i] *= 0.1, theta[i] *= 0.3;
    x[0] += k == 2;
    if (k) {
      NodeState turned = node_at(x, theta);

      memcpy(turned.v, p->node[k].v, (char *)turned.q - (char *)turned.v);
      memcpy(turned.w, p->node[k].w, (char *)turned.turn - (char *)turned.w);
      p->node[k] = turned;
    }
    p->s.node[k] = &p->node[k];
  }
  random_vector(p->offset);
  for (int k = 0; k < 2; k++) {
    random_vector(p->tangent[k]);
    for (int i = 0; i < 3; i++) p->tangent[k][i] = 0.1 * p->tangent[k][i] + (i == 0);
    for (int j = 0; j < SLIDER_ROWS; j++) p->across[k][j][1 + j] = 1;
    p->s.tangent[k] = p->tangent[k];
    p->s.across[k]  = (const double(*)[3])p->across[k];
  }
  p->s.offset = p->offset;
  p->s.length = 1.1;
  p->s.nrows  = SLIDER_ROWS;
  p->s.xi     = 0.5 + 0.4 * noise();
}

/* Move the sliding node so that its point is on the curve, and its velocity so that it stays there,
 * going along. */
static void fit(Path *p)
{
  double d[3], rate[SLIDER_ROWS], G[SLIDER_ROWS][M];

  slider_gap(&p->s, d);
  for (int i = 0; i < 3; i++) p->node[0].x[i] -= d[i];
  CHECK(!slider_find_foot(&p->s), "foot");
  /* the least change of the velocity: rows of G by the node's displacements are square to the
   * curve, almost */
  for (int sweep = 0; sweep < 60; sweep++) {
    slider_velocity(&p->s, rate);
    slider_gradient(&p->s, G);
    for (int j = 0; j < SLIDER_ROWS; j++) {
      slider_velocity(&p->s, rate);
      for (int i = 0; i < 3; i++) p->node[0].v[i] -= rate[j] * G[j][i] / dot(G[j], G[j]);
    }
  }
}

/* The state with dof moved by h; -1: after the time h. Its foot is found anew. */
static SliderState varied_path(const Path *p, int dof, double h, NodeState node[])
{
  SliderState s = p->s;

  for (int k = 0; k < SLIDER_NODES; k++) {
    double d[6] = {0};

    if (dof / 6 == k && dof >= 0) d[dof % 6] = 1;
    node[k]   = dof < 0 ? advanced(&p->node[k], h) : moved(&p->node[k], d, h);
    s.node[k] = &node[k];
  }
  CHECK(!slider_find_foot(&s), "foot");
  return s;
}

/* Differences are off by h^2/6 times a third derivative. */
static void check_slope(double value, double expected, const char name[])
{
  CHECK_CLOSE(value, expected, 1e-7 * (1 + fabs(expected)), name);
}

/* kept: the rows of positions and velocities are 0; else rows of a level are no derivatives of
 * those of the one below. */
static void check_path(const Path *p, int kept)
{
  const double h = 1e-5, lambda[SLIDER_ROWS] = {1.7, -0.6};
  double G[SLIDER_ROWS][M], D[SLIDER_ROWS][M], A[SLIDER_ROWS][M], K[M * M] = {0}, rate[SLIDER_ROWS],
                                                                        acceleration[SLIDER_ROWS];

  slider_gradient(&p->s, G);
  slider_velocity(&p->s, rate);
  slider_velocity_slope(&p->s, D);
  slider_acceleration(&p->s, acceleration);
  slider_acceleration_slope(&p->s, A);
  slider_stiffness(&p->s, lambda, K);
  for (int dof = -1; dof < M; dof++) { /* -1: time */
    double phi[2][SLIDER_ROWS], velocity[2][SLIDER_ROWS], force[2][M] = {{0}}, by_v[2][SLIDER_ROWS];

    for (int k = 0; k < 2; k++) {
      NodeState         node[SLIDER_NODES];
      const SliderState s = varied_path(p, dof, k ? h : -h, node);
      double            of[SLIDER_ROWS][M];
      Path              faster = *p;

      slider_position(&s, phi[k]);
      slider_velocity(&s, velocity[k]);
      slider_gradient(&s, of);
      for (int i = 0; i < M; i++)
        for (int j = 0; j < SLIDER_ROWS; j++) force[k][i] += lambda[j] * of[j][i];
      for (int n = 0; n < SLIDER_NODES; n++) faster.s.node[n] = &faster.node[n];
      if (dof >= 0)
        (dof % 6 < 3 ? faster.node[dof / 6].v : faster.node[dof / 6].w)[dof % 3] += k ? h : -h;
      slider_acceleration(&faster.s, by_v[k]);
    }
    for (int j = 0; j < SLIDER_ROWS; j++) {
      if (kept)
        check_slope((phi[1][j] - phi[0][j]) / (2 * h), dof < 0 ? rate[j] : G[j][dof], "position");
      if (dof >= 0 || kept)
        check_slope((velocity[1][j] - velocity[0][j]) / (2 * h),
                    dof < 0 ? acceleration[j] : D[j][dof], "velocity");
      if (dof >= 0) check_slope((by_v[1][j] - by_v[0][j]) / (2 * h), A[j][dof], "acceleration");
    }
    for (int i = 0; i < M && dof >= 0; i++)
      check_slope((force[1][i] - force[0][i]) / (2 * h), K[M * i + dof], "stiffness");
  }
}

/* On a curve that is a straight line the rows are the distances from it, and the foot is the
 * point's place along it. */
static void check_straight(void)
{
  Path   p;
  double phi[SLIDER_ROWS];

  random_path(&p);
  for (int k = 0; k < SLIDER_NODES; k++) {
    const double x[3] = {k == 2 ? 1.1 : 0, 0, 0}, theta[3] = {0, 0, 0};

    p.node[k] = node_at(x, theta);
  }
  for (int k = 0; k < 2; k++) p.tangent[k][0] = 1.1, p.tangent[k][1] = p.tangent[k][2] = 0;
  p.offset[0] = 0.3, p.offset[1] = 0.02, p.offset[2] = -0.01;
  CHECK(!slider_find_foot(&p.s), "foot");
  CHECK_CLOSE(p.s.xi, 0.3 / 1.1, 1e-14, "place along a straight line");
  slider_position(&p.s, phi);
  /* e_2 . (x cross z) and e_3 . (x cross y) */
  CHECK_CLOSE(phi[0], 0.01, 1e-15, "distance");
  CHECK_CLOSE(phi[1], 0.02, 1e-15, "distance");
  p.offset[0] = -0.4;
  CHECK(!slider_find_foot(&p.s), "foot");
  CHECK_CLOSE(p.s.xi, -0.4 / 1.1, 1e-14, "place before the beginning");
}

int main(void)
{
  srand(1);
  check_straight();
  for (int sample = 0; sample < 20; sample++) {
    Path p;

    random_path(&p);
    fit(&p);
    check_path(&p, 1);
    p.node[0].x[1] += 0.1 * noise(), p.node[0].x[2] += 0.1 * noise();
    CHECK(!slider_find_foot(&p.s), "foot");
    check_path(&p, 0);
  }
  return TestReport();
}
