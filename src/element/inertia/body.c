/* body.c: implements a rigid body at a node, with any center of mass and a full inertia matrix.

   The axes of the body are the node's axes, which are the global axes in the reference
   configuration. The equations are in inertia_forces.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/element_group.h"
#include "math/vector.h"

enum { MASS, CENTER, INERTIA = CENTER + 3 }; /* entries of given */
/* Entries of prop: mass [kg], first moment [kg m], inertia about the node [kg m2]. Entries of data
   are the same, without the mass. */
enum { P_MASS, P_FIRST, P_INERTIA = P_FIRST + 3 };
enum { FIRST = 0, ABOUT_NODE = 3, NDATA = 12 };

static const ElementProp props[] = {
  {"mass",    PROP_NONNEGATIVE, 1, 0, "mass [kg]",                                            0, 0},
  {"center",  PROP_VECTOR,      0, 0, "center of mass from the node, in the body's axes [m]", 0, 0},
  {"inertia", PROP_REALS,       1, 0,
   "inertia about the center of mass in the body's axes, xx,yy,zz,xy,xz,yz [kg m2]; the mixed "
   "terms are entries of the matrix",                                                         6, 0},
  {0,         0,                0, 0, 0,                                                      0, 0}
};

static const ElementResult results[] = {
  {"momentum",         3, "mass times velocity of the center of mass, global axes [kg m/s]", RESULT_GLOBAL},
  {"angular_momentum", 3, "about the center of mass, global axes [kg m2/s]",                 RESULT_GLOBAL},
  {0,                  0, 0,                                                                 RESULT_SCALAR}
};

static const char *prepare(const double given[], double prop[])
{
  double      about_center[9];
  const char *wrong = inertia_matrix(given + INERTIA, about_center);

  prop[P_MASS] = given[MASS];
  inertia_about_node(given[MASS], given + CENTER, about_center, prop + P_FIRST, prop + P_INERTIA);
  return wrong;
}

static ElementTraits traits(const double prop[])
{
  return inertia_traits(prop + P_FIRST, prop + P_INERTIA);
}

static const char *setup(const ElementReference *ref, double data[])
{
  double turned[9];

  turn_direction(ref, ref->prop + P_FIRST, data + FIRST);
  memcpy(data + ABOUT_NODE, ref->prop + P_INERTIA, sizeof turned);
  if (!ref->turn) return 0;
  mat_mat(ref->turn, ref->prop + P_INERTIA, turned);
  mat_mat_t(turned, ref->turn, data + ABOUT_NODE);
  return 0;
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  (void)C, (void)K;
  for (int c = 0; c < 3; c++) M[7 * c] = ref->prop[P_MASS];
  return 0;
}

static void group_forces(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[])
{
  Lanes first[3], inertia[9];

  for (int c = 0; c < 6; c++) r[c] = lanes_fill(0);
  for (int k = 0; k < 36 && K; k++) K[k] = C[k] = M[k] = lanes_fill(0);
  for (int c = 0; c < 3; c++) first[c] = lanes_gather(e->data, FIRST + c);
  for (int k = 0; k < 9; k++) inertia[k] = lanes_gather(e->data, ABOUT_NODE + k);
  inertia_forces(e, 0, first, inertia, r, K, C, M);
}

static void momentum(const ElementState *e, double p[])
{
  inertia_momentum(e, 0, e->data + FIRST, e->data + ABOUT_NODE, p);
}

/* Computes values: m v + R (w x s) and R (J w - s x (w x s) / m), with s = m eta. */
static void momenta(const ElementState *e, const double R[9], const double v[3], const double w[3],
                    double values[])
{
  const double *s = e->data + FIRST, mass = e->prop[P_MASS];
  double        own[3], ws[3], sws[3], turned[3];

  cross(w, s, ws);
  cross(s, ws, sws);
  mat_vec(e->data + ABOUT_NODE, w, own);
  for (int c = 0; c < 3 && mass > 0; c++) own[c] -= sws[c] / mass;
  mat_vec(R, ws, turned);
  for (int c = 0; c < 3; c++) values[c] = mass * v[c] + turned[c];
  mat_vec(R, own, values + 3);
}

static void result(const ElementState *e, double values[])
{
  const NodeState *node = e->node[0];

  momenta(e, node->R, node->v, node->w, values);
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  (void)u;
  momenta(e, e->node[0]->R, rate, rate + 3, values);
}

static const ElementType body = {.props         = props,
                                 .prepare       = prepare,
                                 .traits        = traits,
                                 .directions    = directions_all,
                                 .setup         = setup,
                                 .matrices      = matrices,
                                 .forces        = element_group_forces,
                                 .group_forces  = group_forces,
                                 .momentum      = momentum,
                                 .results       = results,
                                 .result        = result,
                                 .linear_result = linear_result};

const ElementKernel BodyKernel = {
  .name = "body", .shape = SHAPE_POINT, .nc = 6, .ndata = NDATA, .type = &body};
