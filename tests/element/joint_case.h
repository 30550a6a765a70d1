/* joint_case.h: a joint of any type at a random state of its nodes, and states near to it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef JOINT_CASE_H
#define JOINT_CASE_H

#include <stdlib.h>
#include <string.h>
#include "../test.h"
#include "element/joint/joint.h"
#include "math/rotation.h"
#include "math/vector.h"

enum { N = JOINT_DOFS, MOST = JOINT_ROWS + JOINT_COORDINATES };

static inline double noise(void) { return 2 * (double)rand() / RAND_MAX - 1; }

static inline void random_vector(double x[3])
{
  for (int i = 0; i < 3; i++) x[i] = noise();
}

/* A node at x with rotation vector theta. */
static inline NodeState node_at(const double x[3], const double theta[3])
{
  NodeState s = node_at_rest(x);

  rotation_exp(theta, s.q);
  rotation_matrix(s.q, s.R);
  return s;
}

/* The node after a displacement and a spin, times h. */
static inline NodeState moved(const NodeState *from, const double d[6], double h)
{
  NodeState s = *from;
  double    spin[3], turn[4];

  for (int i = 0; i < 3; i++) {
    s.x[i] += h * d[i];
    spin[i] = h * d[3 + i];
  }
  rotation_exp(spin, turn);
  rotation_compose(s.q, turn, s.q);
  rotation_matrix(s.q, s.R);
  return s;
}

/* The node at the time h of the motion with constant acceleration: angular velocity w + h wd turns
   it, to second order and with an error that central differences do not see. */
static inline NodeState advanced(const NodeState *from, double h)
{
  double    d[6];
  NodeState s;

  for (int i = 0; i < 3; i++) {
    d[i]     = from->v[i] + h / 2 * from->a[i];
    d[3 + i] = from->w[i] + h / 2 * from->wd[i];
  }
  s = moved(from, d, h);
  for (int i = 0; i < 3; i++) {
    s.v[i] += h * from->a[i];
    s.w[i] += h * from->wd[i];
  }
  return s;
}

typedef struct {
  const JointType *type;
  JointRow         rows[MOST];
  int              n;
  double           frame[3][3], other[3][3];
  NodeState        node[2];
  double           offset[2][3];
  JointState       s;
} Case;

static inline void random_frame(double frame[3][3])
{
  const double zero[3] = {0, 0, 0};
  double       theta[3];
  NodeState    s;

  random_vector(theta);
  s = node_at(zero, theta);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) frame[k][i] = s.R[3 * i + k];
}

static inline void set_up(Case *c, const JointType *type, int ground, int driven)
{
  memset(c, 0, sizeof *c);
  c->type = type;
  random_frame(c->frame);
  random_frame(c->other);
  c->n = joint_type_rows(type, (const double(*)[3])c->frame, (const double(*)[3])c->other, c->rows);
  for (int k = 0; k < JOINT_COORDINATES && driven; k++)
    if (type->free[k])
      c->rows[c->n++] =
        joint_driven_row(type, k, (const double(*)[3])c->frame, (const double(*)[3])c->other);
  for (int k = 0; k < 2; k++) {
    double x[3], theta[3];

    random_vector(x);
    random_vector(theta);
    for (int i = 0; i < 3; i++) x[i] += 3 * k;
    c->node[k] = node_at(x, theta);
    random_vector(c->node[k].v);
    random_vector(c->node[k].a);
    random_vector(c->node[k].w);
    random_vector(c->node[k].wd);
    random_vector(c->offset[k]);
    c->s.node[k]   = k == 0 && ground ? 0 : &c->node[k];
    c->s.offset[k] = c->offset[k];
    c->s.origin[k] = 0;
  }
  for (int k = 0; k < JOINT_COORDINATES; k++)
    for (int d = 0; d < 3; d++) c->s.driven[k][d] = noise();
  c->s.length = 1.5;
  c->s.pitch  = 0.3;
}

/* The state after a variation of all dofs, or a time. */
static inline JointState varied(const Case *c, int dof, double h, NodeState node[2])
{
  JointState s    = c->s;
  double     d[N] = {0};

  if (dof >= 0) d[dof] = 1;
  for (int k = 0; k < 2; k++) {
    node[k] = dof >= 0 ? moved(&c->node[k], d + 6 * k, h) : advanced(&c->node[k], h);
    if (s.node[k]) s.node[k] = &node[k];
  }
  for (int k = 0; k < JOINT_COORDINATES && dof < 0; k++) {
    s.driven[k][0] += h * c->s.driven[k][1] + h * h / 2 * c->s.driven[k][2];
    s.driven[k][1] += h * c->s.driven[k][2];
  }
  return s;
}

static inline double coordinate(const Case *c, const JointState *s, int kind, double gradient[],
                                double slope[])
{
  return joint_coordinate(c->type, (JointCoordinateKind)kind, (const double(*)[3])c->frame,
                          (const double(*)[3])c->other, s, gradient, slope);
}

#endif
