/* rotational_spring.c: implements rotational springs and dampers between two nodes or to ground.

   psi = log(R_1^T R_2) is the rotation vector from the axes of the first node (or ground) to those
   of the second. P is the projection onto a given direction (or 1). The energy is k psi . P psi/2
   and the generalized moment by psi is n = P (k psi + c psi'). The moment on node i is J_i^T n,
   with psi' = sum J_i w_i: J_2 = T^-1(psi), J_1 = -T^-T(psi). Rotation vectors and their
   derivatives: Geradin & Cardona, Flexible Multibody Dynamics (2001), ch. 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "math/rotation.h"
#include "math/vector.h"

enum { STIFFNESS, DAMPING, DIRECTION }; /* entries of prop: k [N m/rad], c [N m s/rad], [3] */

/* Largest relative angle [rad]. Beyond it the element has collapsed, because the logarithm jumps at
   pi. */
static const double MAX_ANGLE = 3;

static const ElementProp props[] = {
  {"stiffness", PROP_NONNEGATIVE, 0, 0, "moment per relative angle [N m/rad]",              0, 0},
  {"damping",   PROP_NONNEGATIVE, 0, 0, "moment per relative angular velocity [N m s/rad]", 0, 0},
  {"direction", PROP_VECTOR,      0, 0,
   "axis of the moment, in the first node's axes; default: all axes",                       0, 0},
  {0,           0,                0, 0, 0,                                                  0, 0}
};

static const ElementResult results[] = {
  {"angle",  3,
   "rotation vector of the second node relative to the first, in the axes of the first [rad]", RESULT_LOCAL },
  {"moment", 3, "stiffness times angle and damping times its rate, along the direction [N m]",
   RESULT_LOCAL                                                                                             },
  {0,        0, 0,                                                                             RESULT_SCALAR}
};

static ElementTraits traits(const double prop[])
{
  return (ElementTraits){.velocity = prop[DAMPING] > 0};
}

/* Sets data[3] to the direction. */
static const char *setup(const ElementReference *ref, double data[])
{
  turn_direction(ref, ref->prop + DIRECTION, data);
  return 0;
}

/* The relative rotation: psi [rad], its rate psi' = sum J_i w_i [rad/s], and J_i, which also gives
   d psi = sum J_i spin_i. */
typedef struct {
  int    nn; /* number of nodes; 1: relative to ground, and J[0] is that of the only node */
  double psi[3], rate[3], J[2][9];
} RelativeRotation;

static void relative_rotation(const ElementState *e, RelativeRotation *rel)
{
  static const double ground[4] = {1, 0, 0, 0};
  const int           nn        = shape_nodes(e->kernel->shape);
  const NodeState    *last      = e->node[nn - 1];
  double              q[4], inverse[9], part[3];

  rel->nn = nn;
  rotation_relative(nn == 2 ? e->node[0]->q : ground, last->q, q);
  rotation_log(q, rel->psi);
  rotation_tangent_inverse(rel->psi, inverse);
  for (int i = 0; i < 9; i++) rel->J[nn - 1][i] = inverse[i];
  mat_vec(inverse, last->w, rel->rate);
  if (nn == 1) return;
  transpose(inverse, rel->J[0]);
  for (int i = 0; i < 9; i++) rel->J[0][i] *= -1;
  mat_vec(rel->J[0], e->node[0]->w, part);
  for (int i = 0; i < 3; i++) rel->rate[i] += part[i];
}

/* Computes y = factor P x. P = 1 if direction is 0. */
static void project(const double direction[3], double factor, const double x[3], double y[3])
{
  const double n2 = dot(direction, direction), along = n2 > 0 ? dot(direction, x) / n2 : 0;

  for (int i = 0; i < 3; i++) y[i] = factor * (n2 > 0 ? along * direction[i] : x[i]);
}

/* Computes B = factor P A. */
static void projected(const double direction[3], double factor, const double A[9], double B[9])
{
  for (int j = 0; j < 3; j++) {
    const double column[3] = {A[j], A[3 + j], A[6 + j]};
    double       y[3];

    project(direction, factor, column, y);
    for (int i = 0; i < 3; i++) B[3 * i + j] = y[i];
  }
}

/* Computes derivatives by psi: moment[a] of J_a^T n at fixed n, and rate of psi' at fixed angular
   velocities. */
static void slopes(const ElementState *e, const RelativeRotation *rel, const double n[3],
                   double moment[2][9], double rate[9])
{
  const int    nn      = rel->nn;
  const double back[3] = {-rel->psi[0], -rel->psi[1], -rel->psi[2]};
  double       part[9];

  rotation_tangent_inverse_slope(back, n, moment[nn - 1]); /* T^-T(psi) = T^-1(-psi) */
  rotation_tangent_inverse_slope(rel->psi, e->node[nn - 1]->w, rate);
  for (int i = 0; i < 9; i++) moment[nn - 1][i] *= -1;
  if (nn == 1) return;
  rotation_tangent_inverse_slope(rel->psi, n, moment[0]);
  rotation_tangent_inverse_slope(back, e->node[0]->w, part);
  for (int i = 0; i < 9; i++) {
    moment[0][i] *= -1;
    rate[i] += part[i]; /* derivative of -T^-T w at -psi */
  }
}

static void add_spring_tangents(const ElementState *e, const RelativeRotation *rel,
                                const double n[3], double K[], double C[])
{
  const int     nn = rel->nn, nd = 6 * nn;
  const double *direction = e->data;
  double        moment[2][9], rate[9], stiff[9], damped[9], A[9], B[9];

  slopes(e, rel, n, moment, rate);
  for (int a = 0; a < nn; a++)
    for (int b = 0; b < nn; b++) {
      /* d(J_a^T n) = J_a^T P (k d psi + c d psi') + d(J_a^T) n */
      projected(direction, e->prop[STIFFNESS], rel->J[b], stiff);
      mat_mat(rate, rel->J[b], A);
      projected(direction, e->prop[DAMPING], A, damped);
      for (int i = 0; i < 9; i++) stiff[i] += damped[i];
      mat_t_mat(rel->J[a], stiff, A);
      mat_mat(moment[a], rel->J[b], B);
      projected(direction, e->prop[DAMPING], rel->J[b], stiff);
      mat_t_mat(rel->J[a], stiff, damped);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const int at = nd * (6 * a + 3 + i) + 6 * b + 3 + j;

          K[at] += A[3 * i + j] + B[3 * i + j];
          C[at] += damped[3 * i + j];
        }
    }
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  RelativeRotation rel;
  double           n[3], damped[3];

  (void)M;
  relative_rotation(e, &rel);
  if (!(norm(rel.psi) < MAX_ANGLE)) return 1;
  project(e->data, e->prop[STIFFNESS], rel.psi, n);
  project(e->data, e->prop[DAMPING], rel.rate, damped);
  for (int i = 0; i < 3; i++) n[i] += damped[i];
  for (int a = 0; a < rel.nn; a++) {
    double m[3];

    mat_t_vec(rel.J[a], n, m);
    for (int i = 0; i < 3; i++) r[6 * a + 3 + i] += m[i];
  }
  if (K) add_spring_tangents(e, &rel, n, K, C);
  return 0;
}

/* Computes values: psi and P (k psi + c psi'). */
static void angle_and_moment(const ElementState *e, const double psi[3], const double rate[3],
                             double values[])
{
  double damped[3];

  project(e->data, e->prop[STIFFNESS], psi, values + 3);
  project(e->data, e->prop[DAMPING], rate, damped);
  for (int i = 0; i < 3; i++) {
    values[i] = psi[i];
    values[3 + i] += damped[i];
  }
}

static void result(const ElementState *e, double values[])
{
  RelativeRotation rel;

  relative_rotation(e, &rel);
  angle_and_moment(e, rel.psi, rel.rate, values);
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  const int last = 6 * (shape_nodes(e->kernel->shape) - 1) + 3;
  double    psi[3], psi_rate[3];

  for (int i = 0; i < 3; i++) {
    psi[i]      = u[last + i] - (last > 3 ? u[3 + i] : 0);
    psi_rate[i] = rate[last + i] - (last > 3 ? rate[3 + i] : 0);
  }
  angle_and_moment(e, psi, psi_rate, values);
}

static double energy(const ElementState *e)
{
  RelativeRotation rel;
  double           n[3];

  relative_rotation(e, &rel);
  project(e->data, e->prop[STIFFNESS], rel.psi, n);
  return dot(n, rel.psi) / 2;
}

static double power(const ElementState *e)
{
  RelativeRotation rel;
  double           n[3];

  relative_rotation(e, &rel);
  project(e->data, e->prop[DAMPING], rel.rate, n);
  return dot(n, rel.rate);
}

static const ElementType rotational_spring = {.props         = props,
                                              .traits        = traits,
                                              .directions    = directions_all,
                                              .setup         = setup,
                                              .forces        = forces,
                                              .energy        = energy,
                                              .power         = power,
                                              .results       = results,
                                              .result        = result,
                                              .linear_result = linear_result};

const ElementKernel RotationalSpringKernel       = {.name  = "rotational_spring",
                                                    .shape = SHAPE_LINE,
                                                    .nc    = 6,
                                                    .ndata = 3,
                                                    .type  = &rotational_spring};
const ElementKernel GroundRotationalSpringKernel = {.name  = "rotational_spring",
                                                    .shape = SHAPE_POINT,
                                                    .nc    = 6,
                                                    .ndata = 3,
                                                    .type  = &rotational_spring};
