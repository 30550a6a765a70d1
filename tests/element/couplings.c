/* couplings.c: the shares of couplings in every coordinate of every joint, at any state:
 * derivatives against differences. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/joint/joint.h"
#include "joint_case.h"

/* A share f(x) = sin(x) + x^2/3 of a coupling at a state of the joint. */
static CouplingShareState share_at(const Case *c, const JointState *s, int kind)
{
  CouplingShareState share;
  const double       x = coordinate(c, s, kind, share.gradient, share.slope);

  share.f[0] = sin(x) + x * x / 3;
  share.f[1] = cos(x) + 2 * x / 3;
  share.f[2] = -sin(x) + 2. / 3;
  coupling_motion(s, share.v, share.a);
  return share;
}

/* Differences are off by h^2/6 times a third derivative: at random states those of angles are as
 * much larger than the first as they have it. */
static void check_slope(double value, double expected, const char name[])
{
  CHECK_CLOSE(value, expected, 1e-7 * (1 + fabs(expected)), name);
}

/* All derivatives of a share by differences: by displacements and spins, by velocities, along a
 * motion. */
static void check_coupling(const Case *c, int kind)
{
  const double             h = 1e-5, lambda = 1.7;
  const char *const        name  = c->type->name;
  const CouplingShareState share = share_at(c, &c->s, kind);
  double                   G[N], D[N], A[N], K[N * N] = {0}, rate[2];

  coupling_gradient(&share, G);
  coupling_velocity_slope(&share, D);
  coupling_acceleration_slope(&share, A);
  coupling_stiffness(&share, lambda, K);
  for (int dof = -1; dof < N; dof++) { /* -1: time */
    CouplingShareState side[2];
    double             force[2][N];

    if (dof >= 0 && !c->s.node[dof / 6]) continue;
    for (int k = 0; k < 2; k++) {
      NodeState        node[2];
      const JointState s = varied(c, dof, k ? h : -h, node);

      side[k] = share_at(c, &s, kind);
      rate[k] = coupling_velocity(&side[k]);
      coupling_gradient(&side[k], force[k]);
    }
    check_slope((side[1].f[0] - side[0].f[0]) / (2 * h),
                dof < 0 ? coupling_velocity(&share) : G[dof], name);
    check_slope((rate[1] - rate[0]) / (2 * h), dof < 0 ? coupling_acceleration(&share) : D[dof],
                name);
    for (int k = 0; k < 2 && dof >= 0; k++) {
      CouplingShareState faster = share;

      faster.v[dof] += k ? h : -h;
      rate[k] = coupling_acceleration(&faster);
    }
    for (int j = 0; j < N && dof >= 0; j++)
      check_slope(lambda * (force[1][j] - force[0][j]) / (2 * h), K[N * j + dof], name);
    if (dof >= 0) check_slope((rate[1] - rate[0]) / (2 * h), A[dof], name);
  }
}

int main(void)
{
  for (const JointType *type = joint_types; type->name; type++)
    for (int ground = 0; ground < 2; ground++)
      for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
        Case c;

        if (!type->free[kind]) continue;
        set_up(&c, type, ground, 0);
        check_coupling(&c, kind);
      }
  return TestReport();
}
