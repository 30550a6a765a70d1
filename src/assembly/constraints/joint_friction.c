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
  if (b->mode == BRISTLE_SLIDES) return b->bend;
  return isnan(b->anchor) ? b->bend : x - b->anchor;
}

/* Returns the friction law of a coordinate in the mode of its bristle. The time by which the rate
   counts beside the deflection is 0 in sliding. In released bristles it is so large that they bend
   by little motion. */
static Friction law_in_mode(const JointEvaluation *at, JointCoordinateKind kind)
{
  const double   yielding = 1e6;
  const Bristle *b        = at->bristle ? &at->bristle[kind] : NULL;
  Friction       f        = at->joint->law[kind].friction;

  if (b && b->mode == BRISTLE_SLIDES) f.settling_time = 0;
  if (b && b->mode == BRISTLE_RELEASED) f.settling_time *= yielding;
  return f;
}

/* Returns the part of the rate that counts beside the deflection. If a coordinate reverses, that is
   the change of its rate, so that Newton's method starts with the stiffness of sticking. */
static double counted_rate(const JointEvaluation *at, JointCoordinateKind kind, double rate)
{
  const Bristle *b = at->bristle ? &at->bristle[kind] : NULL;

  return b && b->mode == BRISTLE_RELEASED ? rate - b->origin : rate;
}

/* Computes the friction of a coordinate that has friction; sets c->slope if with_slope. */
static FrictionForce coordinate_friction(const JointEvaluation *at, const double lambda[],
                                         JointCoordinateKind kind, int with_slope,
                                         CoordinateFriction *c)
{
  const Friction f = law_in_mode(at, kind);

  c->z = deflection(at, kind, JointCoordinate(at, kind, c->gradient, with_slope ? c->slope : NULL));
  c->rate = JointRate(at, c->gradient);
  compute_normal_force(at, lambda, c);
  return friction_force(&f, c->z, counted_rate(at, kind, c->rate), c->normal);
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
    if (isnan(bristle[kind].anchor) || bristle[kind].mode == BRISTLE_SLIDES || after != z)
      bristle[kind].anchor = x - after; /* while it sticks, the anchor keeps all its digits */
    bristle[kind].bend = after;
    bristle[kind].rate = JointRate(at, gradient);
    bristle[kind].mode = BRISTLE_FREE;
  }
}

/* Returns whether the bristle is at its limit; the rate then has either sign. */
static int is_limited(const Friction *f, const Bristle *b)
{
  const double round_off = 1e-12;

  return fabs(b->bend) >= friction_limited_deflection(f, HUGE_VAL) * (1 - round_off);
}

double JointFrictionMargin(const JointEvaluation *at)
{
  double least = PETSC_MAX_REAL;

  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    const Friction *f = &at->joint->law[kind].friction;
    const Bristle  *b = &at->bristle[kind];
    double          gradient[N];

    if (!friction_acts(f) || !(b->rate * b->bend > 0) || !is_limited(f, b)) continue;
    JointCoordinate(at, (JointCoordinateKind)kind, gradient, NULL);
    least = fmin(least, FsSwitchMargin(b->rate, JointRate(at, gradient)));
  }
  return least;
}

int friction_set_mode(const Friction *f, FsFrictionMode mode, Bristle *b)
{
  const double along = b->rate * b->bend; /* positive if it slides, negative if it reverses */

  if (!friction_acts(f)) return 0;
  b->mode = BRISTLE_FREE;
  if (mode == FS_FRICTION_KEEP_SLIDING && along > 0 && is_limited(f, b)) b->mode = BRISTLE_SLIDES;
  if (mode == FS_FRICTION_RELEASE_ALL ||
      (mode == FS_FRICTION_RELEASE_REVERSED && along < 0 && is_limited(f, b))) {
    b->mode   = BRISTLE_RELEASED;
    b->origin = mode == FS_FRICTION_RELEASE_REVERSED ? b->rate : 0;
    b->anchor += b->bend;
    b->bend = 0;
  }
  return b->mode != BRISTLE_FREE;
}

void JointFrictionBend(const JointEvaluation *at, Bristle bristle[])
{
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    const JointCoordinateKind kind = (JointCoordinateKind)k;
    const Friction            law  = law_in_mode(at, kind);
    Bristle                  *b    = &bristle[kind];
    double                    gradient[N], z;

    if (!friction_acts(&law) || b->mode != BRISTLE_RELEASED) continue;
    z       = deflection(at, kind, JointCoordinate(at, kind, gradient, NULL));
    b->rate = JointRate(at, gradient);
    z       = friction_limited_deflection(&law, friction_limited_deflection(&law, z) +
                                                  law.settling_time * counted_rate(at, kind, b->rate));
    if (!isnan(b->anchor)) b->anchor += b->bend - z;
    b->bend = z;
  }
}
