/* joint_friction.c: computes friction forces in a joint, their derivatives and their power. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_friction.h"
#include "math/vector.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS };

/* The arguments of the friction law of a coordinate, and the derivatives of these arguments. */
typedef struct {
  double gradient[N], slope[N * N]; /* of the coordinate */
  double z;                         /* deflection of the bristle [m] or [rad] */
  double rate;                      /* of the coordinate [m/s] or [rad/s] */
  double normal;                    /* normal force [N] */
  double by_lambda[ROWS];           /* derivative of normal by the multipliers */
} CoordinateFriction;

/* Computes the force that keeps the two points of the joint together.

   Either all rows of a joint turn with its first node, or none does. Therefore the size of their
   sum depends on the multipliers alone. */
static void compute_normal_force(const JointEvaluation *at, const double lambda[],
                                 CoordinateFriction *c)
{
  const Joint *j = at->joint;
  double       G[ROWS][N], sum[3] = {0, 0, 0};

  joint_gradient(j->row, j->nrows, &at->state, G);
  for (int k = 0; k < j->nrows; k++) {
    c->by_lambda[k] = 0;
    if (j->row[k].kind != ROW_POSITION || j->row[k].driver >= 0) continue;
    for (int i = 0; i < 3; i++) sum[i] += lambda[k] * G[k][COMPONENTS + i];
  }
  c->normal = norm(sum);
  for (int k = 0; k < j->nrows && c->normal > 0; k++)
    if (j->row[k].kind == ROW_POSITION && j->row[k].driver < 0)
      c->by_lambda[k] = dot(G[k] + COMPONENTS, sum) / c->normal;
}

static double deflection(const JointEvaluation *at, JointCoordinateKind kind, double x)
{
  const Bristle *b = at->bristle ? &at->bristle[kind] : NULL;

  if (!b) return 0;
  return isnan(b->anchor) ? b->bend : x - b->anchor;
}

/* Computes the friction of a coordinate that has friction; sets c->slope if with_slope. */
static FrictionForce coordinate_friction(const JointEvaluation *at, const double lambda[],
                                         JointCoordinateKind kind, int with_slope,
                                         CoordinateFriction *c)
{
  c->z = deflection(at, kind, JointCoordinate(at, kind, c->gradient, with_slope ? c->slope : NULL));
  c->rate = JointRate(at, c->gradient);
  compute_normal_force(at, lambda, c);
  return friction_force(&at->joint->law[kind].friction, c->z, c->rate, c->normal);
}

void JointFrictionForces(const JointEvaluation *at, const double lambda[], double r[], double K[],
                         double C[], double L[][JOINT_ROWS])
{
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    FrictionForce      f;
    Resistance         e;
    CoordinateFriction c;

    if (!friction_acts(&at->joint->law[kind].friction)) continue;
    f = coordinate_friction(at, lambda, (JointCoordinateKind)kind, K != NULL, &c);
    e = (Resistance){.force = f.force, .by_u = f.by_z, .by_v = f.by_v};
    JointAddResistance(at, &e, c.gradient, c.slope, r, K, C);
    for (int i = 0; i < N && L; i++)
      for (int k = 0; k < at->joint->nrows; k++)
        L[i][k] += c.gradient[i] * f.by_normal * c.by_lambda[k];
  }
}

double JointFrictionAlong(const JointEvaluation *at, const double lambda[],
                          JointCoordinateKind kind)
{
  CoordinateFriction c;

  return friction_acts(&at->joint->law[kind].friction)
           ? -coordinate_friction(at, lambda, kind, 0, &c).force
           : 0;
}

double JointFrictionPower(const JointEvaluation *at, const double lambda[])
{
  double power = 0;

  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    CoordinateFriction c;

    if (friction_acts(&at->joint->law[kind].friction))
      power += coordinate_friction(at, lambda, (JointCoordinateKind)kind, 0, &c).force * c.rate;
  }
  return power;
}

void JointFrictionAccept(const JointEvaluation *at, Bristle bristle[])
{
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    const Friction *f = &at->joint->law[kind].friction;
    double          gradient[N], x, z, after;

    if (!friction_acts(f)) continue;
    x     = JointCoordinate(at, (JointCoordinateKind)kind, gradient, NULL);
    z     = deflection(at, (JointCoordinateKind)kind, x);
    after = friction_limited_deflection(f, z);
    if (isnan(bristle[kind].anchor) || after != z)
      bristle[kind].anchor = x - after; /* while it sticks, the anchor keeps all its digits */
  }
}

void JointFrictionInitialize(const JointEvaluation *at, Bristle bristle[])
{
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    const Friction *f = &at->joint->law[kind].friction;
    double          gradient[N], z;

    if (!friction_acts(f)) continue;
    z = deflection(at, (JointCoordinateKind)kind,
                   JointCoordinate(at, (JointCoordinateKind)kind, gradient, NULL));
    z = friction_limited_deflection(f, friction_limited_deflection(f, z) +
                                         f->settling_time * JointRate(at, gradient));

    bristle[kind] = (Bristle){.anchor = NAN, .bend = z};
  }
}
