/* element_motion.c: computes the motion of a place inside of an element from that of its nodes.

   The curve of a beam depends on the places and rotations of its nodes in a way that no formula of
   its kernel differentiates. The nodes are therefore moved along their motion,
     x + h v + h^2/2 a,   R exp(h w + h^2/2 w'),
   by a small time h and by -h, and the displacements there are differentiated by central
   differences. The mean motion of the nodes, which carries the curve along, is left out before and
   added afterwards, so that it costs no digits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element_motion.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "element/element_sizes.h"

/* The largest motion of a node in the time h, relative to the length of the element. The error of
   the second difference is about 1e-8: it is the square of this number, and round-off over it. */
static const double MOTION = 1e-4;

/* Moves a node by the time h, and stops it there: the curve must not depend on inertia, whose
   direction turns with the element. */
static void move_node(const NodeState *node, const double v[3], const double a[3], double h,
                      NodeState *moved)
{
  double turn[3], q[4];

  *moved = *node;
  for (int c = 0; c < 3; c++) {
    moved->x[c] += h * v[c] + h * h / 2 * a[c];
    turn[c] = h * node->w[c] + h * h / 2 * node->wd[c];
    moved->turn[c] += turn[c];
  }
  for (int c = 0; c < 3; c++) moved->v[c] = moved->a[c] = moved->w[c] = moved->wd[c] = 0;
  rotation_exp(turn, q);
  rotation_compose(node->q, q, moved->q);
  rotation_matrix(moved->q, moved->R);
}

/* Computes the motion of the nodes relative to their mean, and returns the time h in which they
   move by MOTION; 0 if they do not move. */
static double relative_motion(const NodeState node[2], double length, double mean[2][3],
                              double v[2][3], double a[2][3])
{
  double rate = 0, growth = 0, h = 0;

  for (int c = 0; c < 3; c++) {
    mean[0][c] = (node[0].v[c] + node[1].v[c]) / 2;
    mean[1][c] = (node[0].a[c] + node[1].a[c]) / 2;
  }
  for (int i = 0; i < 2; i++) {
    for (int c = 0; c < 3; c++) {
      v[i][c] = node[i].v[c] - mean[0][c];
      a[i][c] = node[i].a[c] - mean[1][c];
    }
    rate   = fmax(rate, norm(v[i]) / length + norm(node[i].w));
    growth = fmax(growth, norm(a[i]) / length + norm(node[i].wd));
  }
  if (rate > 0) h = MOTION / rate;
  if (growth > 0) h = h > 0 ? fmin(h, sqrt(MOTION / growth)) : sqrt(MOTION / growth);
  return h;
}

/* Sets the velocity and acceleration of a place of a beam whose displacement is known. */
static void differentiate(const Evaluation *ev, const Block *b, PetscInt element,
                          const NodeState node[2], const double square[2], PlaceMotion *motion)
{
  const PetscBool linear = (PetscBool)!b->nonlinear;
  const double    length = distance_between(node[0].x, node[1].x);
  Evaluation      at     = *ev; /* without a motion about which elements linearize */
  double          mean[2][3], v[2][3], a[2][3], d[3][3];
  const double    h = relative_motion(node, length, mean, v, a);

  at.motion = NULL;
  for (int c = 0; c < 3; c++) at.gravity[c] = 0;
  for (int k = 0; k < 3 && h > 0; k++) {
    const double     time = (k - 1) * h;
    NodeState        moved[2];
    const NodeState *both[2] = {&moved[0], &moved[1]};

    for (int i = 0; i < 2; i++) {
      move_node(&node[i], v[i], a[i], time, &moved[i]);
      if (!linear) continue; /* its nodes turn by the vector turn alone */
      memcpy(moved[i].q, node[i].q, sizeof moved[i].q);
      memcpy(moved[i].R, node[i].R, sizeof moved[i].R);
    }
    ElementDisplacement(&at, b, element, both, PETSC_TRUE, square, d[k]);
  }
  for (int c = 0; c < 3; c++) {
    motion->v[c] = mean[0][c] + (h > 0 ? (d[2][c] - d[0][c]) / (2 * h) : 0);
    motion->a[c] = mean[1][c] + (h > 0 ? (d[2][c] - 2 * d[1][c] + d[0][c]) / (h * h) : 0);
  }
}

/* Computes the shape functions of an element that is no beam at a place. */
static void shape_values(const Evaluation *ev, const Block *b, PetscInt element,
                         const double square[2], ShapeCellPoint *p)
{
  double mesh[ELEMENT_MAX_NODES][3];

  geometry_cell_coordinates(&AssemblyModel(ev->assembly)->mesh->g, (int)b->cells[element], mesh);
  shape_cell_point(b->kernel->shape, (const double(*)[3])mesh, square, 1, p);
}

void ElementVelocityRows(const Evaluation *ev, const Block *b, PetscInt element,
                         const double square[2], double rows[][3])
{
  const int      nn = shape_nodes(b->kernel->shape);
  NodeState      node[ELEMENT_MAX_NODES];
  PlaceMotion    motion;
  ShapeCellPoint p = {.N = {0}};

  if (!ElementHasCurve(b)) shape_values(ev, b, element, square, &p);
  ElementNodes(ev, b, element, node);
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) node[i].v[c] = node[i].a[c] = node[i].w[c] = node[i].wd[c] = 0;
  for (int i = 0; i < COMPONENTS * nn; i++) {
    const int     c    = i % COMPONENTS;
    double *const rate = c < 3 ? &node[i / COMPONENTS].v[c] : &node[i / COMPONENTS].w[c - 3];

    for (int k = 0; k < 3; k++) rows[i][k] = c == k ? p.N[i / COMPONENTS] : 0;
    if (!ElementHasCurve(b)) continue;
    *rate = 1;
    differentiate(ev, b, element, node, square, &motion);
    *rate = 0;
    memcpy(rows[i], motion.v, sizeof motion.v);
  }
}

void ElementMotionAt(const Evaluation *ev, const Block *b, PetscInt element, const double square[2],
                     PlaceMotion *motion)
{
  NodeState        node[ELEMENT_MAX_NODES];
  const NodeState *each[ELEMENT_MAX_NODES];
  const int        nn = shape_nodes(b->kernel->shape);
  ShapeCellPoint   p;

  ElementNodes(ev, b, element, node);
  for (int i = 0; i < nn; i++) each[i] = &node[i];
  ElementDisplacement(ev, b, element, each, PETSC_FALSE, square, motion->u);
  if (ElementHasCurve(b)) {
    differentiate(ev, b, element, node, square, motion);
    return;
  }
  shape_values(ev, b, element, square, &p);
  for (int c = 0; c < 3; c++) {
    motion->v[c] = motion->a[c] = 0;
    for (int i = 0; i < nn; i++) {
      motion->v[c] += p.N[i] * node[i].v[c];
      motion->a[c] += p.N[i] * node[i].a[c];
    }
  }
}
