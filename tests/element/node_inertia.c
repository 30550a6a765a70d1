/* node_inertia.c: accelerations of nodes to which masses are fixed obey the equations of motion of
   a rigid body about a point that is not its center, whatever components are free; what a node gets
   is the same to the bit whatever its neighbours are; what spins by more than a step can follow is
   told, and spoils none but itself. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/inertia/node_inertia.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "element_test.h"

enum { KINDS = 12 };

typedef struct {
  NodeInertia inertia;
  NodeState   node;
  int         free;
  double      r[6];
} Given;

/* A body of mass m, its center at arm, spinning at w0 under random forces. Kinds 0 to 3: the center
 * is the node. */
static Given given(int kind)
{
  const double m = 2 + uniform(), size = kind < 4 ? 0 : 0.3, none[3] = {0, 0, 0};
  const double arm[3] = {size * uniform(), size * uniform(), size * uniform()}, d = dot(arm, arm);
  Given        g = {.node = node_at_rest(none),
                    .free = kind % 4 < 2    ? 63
                            : kind % 4 == 2 ? 63 - 8 - 16
                                            : 63 - 2};
  double       turn[3];

  for (int i = 0; i < 3; i++) {
    g.inertia.mass[i] = m;
    g.inertia.s[i]    = m * arm[i];
    turn[i]           = uniform();
    g.node.w[i]       = uniform();
    for (int j = 0; j < 3; j++)
      g.inertia.J[3 * i + j] = (i == j) * (0.4 + 0.1 * i) + m * (d * (i == j) - arm[i] * arm[j]);
  }
  for (int i = 0; i < 6; i++) g.r[i] = uniform();
  rotation_exp(turn, g.node.q);
  rotation_matrix(g.node.q, g.node.R);
  return g;
}

static int solve(const Given g[LANES], double h, double a[LANES][6])
{
  const NodeInertia *inertia[LANES];
  const NodeState   *node[LANES];
  const double      *r[LANES];
  double            *to[LANES];
  int                free[LANES];

  for (int k = 0; k < LANES; k++)
    inertia[k] = &g[k].inertia, node[k] = &g[k].node, r[k] = g[k].r, to[k] = a[k],
    free[k] = g[k].free;
  return node_accelerations(inertia, free, node, h, r, to);
}

/* What is left of the equations at the head of src/element/inertia/node_inertia.c. */
static void check_motion(const Given *g, double h, const double a[6])
{
  const double *s = g->inertia.s, *J = g->inertia.J, *w0 = g->node.w, *wd = a + 3;
  const double  w[3] = {w0[0] + h * wd[0], w0[1] + h * wd[1], w0[2] + h * wd[2]};
  double ws[3], wws[3], ws0[3], wws0[3], wds[3], u[3], Ru[3], Jw[3], gyro[3], Jw0[3], gyro0[3],
    Jwd[3], own[3], arm[3];

  cross(w, s, ws), cross(w, ws, wws), cross(w0, s, ws0), cross(w0, ws0, wws0), cross(wd, s, wds);
  for (int c = 0; c < 3; c++) u[c] = wds[c] + wws[c] - wws0[c];
  mat_vec(g->node.R, u, Ru);
  mat_vec(J, w, Jw), cross(w, Jw, gyro), mat_vec(J, w0, Jw0), cross(w0, Jw0, gyro0),
    mat_vec(J, wd, Jwd);
  mat_t_vec(g->node.R, a, own);
  cross(s, own, arm);
  for (int c = 0; c < 3; c++) {
    const double force  = g->inertia.mass[c] * a[c] + Ru[c] + g->r[c];
    const double moment = Jwd[c] + gyro[c] - gyro0[c] + arm[c] + g->r[3 + c];

    if (g->free >> c & 1) CHECK(fabs(force) <= 1e-14, "force %d is off by %g", c, force);
    else CHECK(a[c] == 0, "a held displacement is accelerated by %g", a[c]);
    if (g->free >> (3 + c) & 1) CHECK(fabs(moment) <= 1e-14, "moment %d is off by %g", c, moment);
    else CHECK(a[3 + c] == 0, "a held rotation is accelerated by %g", a[3 + c]);
  }
}

static void check_group(int first)
{
  const double h = 0.01;
  Given        g[LANES], alone[LANES];
  double       a[LANES][6], own[LANES][6];

  for (int k = 0; k < LANES; k++) g[k] = given((first + 3 * k) % KINDS);
  CHECK(solve(g, h, a) == 0, "no acceleration");
  for (int k = 0; k < LANES; k++) {
    check_motion(&g[k], h, a[k]);
    for (int j = 0; j < LANES; j++) alone[j] = g[k];
    solve(alone, h, own);
    for (int c = 0; c < 6; c++)
      CHECK(a[k][c] == own[0][c], "neighbours change component %d by %g", c, a[k][c] - own[0][c]);
    CHECK(node_inertia_is_regular(&g[k].inertia, g[k].free), "a body has too little inertia");
  }
  g[1].r[5] = NAN;
  CHECK(solve(g, h, own) == 2, "an undefined moment is not told, or told of another");
  for (int c = 0; c < 6; c++)
    CHECK(a[0][c] == own[0][c] && a[3][c] == own[3][c], "it spoils its neighbours");
}

int main(void)
{
  NodeInertia rod = {
    .mass = {1,  1, 1},
      .J = { 0, 0, 0, 0, 1, 0, 0, 0, 1}
  };

  for (int k = 0; k < 200; k++) check_group(k);
  CHECK(!node_inertia_is_regular(&rod, 63), "a rod turns about itself without inertia");
  CHECK(node_inertia_is_regular(&rod, 63 - 8), "a rod that is held about itself");
  return TestReport();
}
