/* joint_friction.c: computes friction forces in a joint, their derivatives and their power. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_friction.h"
#include "math/vector.h"
#include "model/joints/friction_options.h"
#include "model/joints/joint_cell_iterator.h"

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

  joint_gradient(at->axes->row, j->nrows, &at->state, G);
  for (int k = 0; k < j->nrows; k++) {
    c->by_lambda[k] = 0;
    if (at->axes->row[k].kind != ROW_POSITION || at->axes->row[k].driver >= 0) continue;
    for (int i = 0; i < 3; i++) sum[i] += lambda[k] * G[k][COMPONENTS + i];
  }
  c->normal = norm(sum);
  for (int k = 0; k < j->nrows && c->normal > 0; k++)
    if (at->axes->row[k].kind == ROW_POSITION && at->axes->row[k].driver < 0)
      c->by_lambda[k] = dot(G[k] + COMPONENTS, sum) / c->normal;
}

static double deflection(const JointEvaluation *at, JointCoordinateKind kind, double x)
{
  const Bristle *b = at->bristle ? &at->bristle[kind] : NULL;

  if (!b) return 0;
  if (b->mode == BRISTLE_SLIDES) return b->bend;
  if (isnan(b->anchor)) return b->bend;
  if (b->mode == BRISTLE_HOLDS)
    x -= b->bend - friction_held_deflection(&(Friction){.presliding = b->presliding}, b->bend);
  return x - b->anchor;
}

/* Returns the friction law of a coordinate with the scale of its bristle, in any mode. */
static Friction law_of_bristle(const Friction *law, const Bristle *b)
{
  Friction f = *law;

  f.presliding = b->presliding;
  return f;
}

/* Returns the friction law of a coordinate in the mode of its bristle. The time by which the rate
   counts beside the deflection is 0 in sliding. In released bristles it is so large that they bend
   by little motion. */
static Friction law_in_mode(const JointEvaluation *at, JointCoordinateKind kind)
{
  /* Factor of the settling time, without unit. The force of a bristle depends on
     z + settling_time rate. In a released bristle the rate counts a million times as much.
     Therefore the force reaches its limit at a millionth of the rate that other bristles need. That
     is far below the rates of a motion, and far above the round-off of a rate. With a factor of 1 a
     body on a steep incline sticks, and so do driven blocks. The tests tests/model/friction.py
     (test_incline) and tests/model/stick_slip.py (test_a_driven_block) have closed forms. */
  const double    yielding = 1e6;
  const Bristle  *b        = at->bristle ? &at->bristle[kind] : NULL;
  const Friction *law      = &at->joint->law[kind].friction;
  Friction        f        = b ? law_of_bristle(law, b) : *law;

  if (!b) return f;
  if (b->mode == BRISTLE_SLIDES) f.settling_time = 0;
  if (b->mode == BRISTLE_RELEASED) f.settling_time *= yielding;
  f.holds = b->mode == BRISTLE_HOLDS;
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

/* Returns the deflection at an evaluation of a bristle that may slip. */
static double accepted_deflection(const Friction *f, const Bristle *b, double z)
{
  double s;

  if (b->mode != BRISTLE_HOLDS) return friction_limited_deflection(f, z);
  s = (z + f->settling_time * b->rate) / f->presliding;
  return fabs(s) < 1 ? friction_free_deflection(f, z)
                     : copysign(friction_limited_deflection(f, HUGE_VAL), s);
}

void JointFrictionAccept(const JointEvaluation *at, Bristle bristle[])
{
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    const JointCoordinateKind k = (JointCoordinateKind)kind;
    Bristle                  *b = &bristle[kind];
    Friction                  f;
    double                    gradient[N], x, z;

    if (!friction_acts(&at->joint->law[kind].friction)) continue;
    f         = law_in_mode(at, k);
    x         = JointCoordinate(at, k, gradient, NULL);
    z         = deflection(at, k, x);
    b->rate   = JointRate(at, gradient);
    b->bend   = accepted_deflection(&f, b, z);
    b->finest = fmax(b->finest, f.growth * fabs(b->rate));
    /* while it sticks, the anchor keeps all its digits */
    if (isnan(b->anchor) || b->bend != x - b->anchor) b->anchor = x - b->bend;
    b->mode = BRISTLE_FREE;
  }
}

/* Returns whether the bristle is at its limit; the rate then has either sign. */
static int is_limited(const Bristle *b)
{
  /* Relative to the limit: a bristle at its limit was set to it, up to the round-off of a
     difference of positions. A bristle that is nearer than this needs no rate of its own. The
     closed forms of tests/model/stick_slip.py have bristles at their limits. */
  const double   round_off = 1e-12;
  const Friction f         = {.presliding = b->presliding};

  return fabs(b->bend) >= friction_limited_deflection(&f, HUGE_VAL) * (1 - round_off);
}

/* Returns the margin of a coordinate with friction: that of a reversal if it slides, or of the
   start of sliding if it holds. */
static double margin(const JointEvaluation *at, JointCoordinateKind kind)
{
  /* Relative to the presliding deflection: a step that starts nearer to the limit is treated as if
     it started at this distance, so that round-off at the limit is no change of the sign. The times
     of events in tests/model/stick_slip.py would be wrong without it. */
  const double   close = 1e-3;
  const Bristle *b     = &at->bristle[kind];
  const Friction f     = law_in_mode(at, kind);
  double         gradient[N], x, rate, start, now;

  if (b->mode != BRISTLE_SLIDES && b->mode != BRISTLE_HOLDS) return PETSC_MAX_REAL;
  x    = JointCoordinate(at, kind, gradient, NULL);
  rate = JointRate(at, gradient);
  if (b->mode == BRISTLE_SLIDES) return FsSwitchMargin(b->rate, rate);
  start = 1 - fabs(friction_held_deflection(&f, b->bend)) / f.presliding;
  now   = 1 - fabs(deflection(at, kind, x) + f.settling_time * rate) / f.presliding;
  return FsSwitchMargin(fmax(start, close), now);
}

double JointFrictionMargin(const JointEvaluation *at)
{
  double least = PETSC_MAX_REAL;

  for (int kind = 0; kind < JOINT_COORDINATES; kind++)
    if (friction_acts(&at->joint->law[kind].friction))
      least = fmin(least, margin(at, (JointCoordinateKind)kind));
  return least;
}

/* Returns the initial state of friction on a coordinate: a bristle (an
   imagined spring that bends before the coordinate slides) without deflection and without
   anchor. */
static Bristle friction_new_bristle(const Friction *f)
{
  return (Bristle){.anchor = NAN, .presliding = f->presliding, .finest = f->finest};
}

/* Gives a bristle another scale. Its force does not change. */
static void rescale(Bristle *b, double presliding)
{
  const double before = b->bend;

  b->bend *= presliding / b->presliding;
  b->anchor += before - b->bend;
  b->presliding = presliding;
}

/* Returns the mode in a step that does not cross the limit of friction. If a coordinate stops with
   a velocity left, because events were taken together, its bristle is free to slip. */
static BristleMode mode_within_limit(const Friction *f, const Bristle *b)
{
  if (is_limited(b) && b->rate * b->bend > 0) return BRISTLE_SLIDES;
  return f->settling_time * fabs(b->rate) <= b->finest ? BRISTLE_HOLDS : BRISTLE_FREE;
}

/* Sets whether a bristle, which holds the state of friction on a coordinate,
   follows its law, keeps sliding or sticking, or is released (FsFrictionMode). Returns 1 if it does
   not follow its law, else 0. */
static int friction_set_mode(const Friction *f, FsFrictionMode mode, Bristle *b)
{
  const double along = b->rate * b->bend; /* positive if it slides, negative if it reverses */

  if (!friction_acts(f)) return 0;
  b->mode = mode == FS_FRICTION_KEEP ? mode_within_limit(f, b) : BRISTLE_FREE;
  rescale(b, b->mode != BRISTLE_FREE
               ? b->finest
               : fmax(b->finest, mode == FS_FRICTION_KEEP ? f->widest : f->presliding));
  if (mode == FS_FRICTION_RELEASE_ALL ||
      (mode == FS_FRICTION_RELEASE_REVERSED && along < 0 && is_limited(b))) {
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

/* ---- friction state -------------------------------------------------------------------------- */

void friction_states_reset(Model model, FrictionStates b)
{
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < JOINT_COORDINATES && b[c.i]; k++)
      b[c.i][c.e][k] = friction_new_bristle(&c.joint->law[k].friction);
}

PetscInt friction_states_set_mode(Model model, FrictionStates b, FsFrictionMode mode)
{
  PetscInt n = 0;

  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < JOINT_COORDINATES && b[c.i]; k++)
      n += friction_set_mode(&c.joint->law[k].friction, mode, &b[c.i][c.e][k]);
  return n;
}

PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *out, FrictionKinds *kinds)
{
  FrictionStates b;

  PetscFunctionBeginUser;
  *kinds = (FrictionKinds){PETSC_FALSE, PETSC_FALSE};
  PetscCall(PetscCalloc1(model->njoints, &b));
  for (PetscInt i = 0; i < model->njoints; i++) {
    if (!joint_has_friction(&model->joint[i])) continue;
    kinds->any = PETSC_TRUE;
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[i].law[k].friction.mu_static > 0) kinds->by_normal_force = PETSC_TRUE;
    PetscCall(PetscMalloc1(model->joint[i].ncells, &b[i]));
  }
  friction_states_reset(model, b);
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *b)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) PetscCall(PetscFree((*b)[i]));
  PetscCall(PetscFree(*b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrictionStatesArchive(Model model, FrictionStates b, FsArchive a)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (joint_has_friction(&model->joint[i]))
      PetscCall(
        JointArchive(model, a, "bristle", i, BRISTLE_NUMBERS * JOINT_COORDINATES, (double *)b[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
