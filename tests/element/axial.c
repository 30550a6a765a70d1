/* axial.c: beams that their axial force and a load across them bend between the nodes, at random
   states: forces against differences of the energy and of the load's work, tangents against
   differences of the forces, and the same forces after a common rotation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"

/* Strain energy less the work of the load along the inside of the element; r[nd], K[nd][nd]. */
typedef struct {
  double energy, r[MOST], K[MOST2];
} Total;

static void total_of(const Element *el, const NodeState n[], const double q[3], Total *t)
{
  ElementState    e    = state_of(el, n);
  ElementLineLoad load = {
    .kind = LINE_LOAD_FORCE, .vector = {q[0], q[1], q[2]}
  };
  ElementGroup group;
  Lanes        path[3], rs[MOST], Ks[MOST2];
  double       C[MOST2], M[MOST2];

  e.lateral = q;
  memset(t, 0, sizeof *t);
  memset(rs, 0, sizeof rs);
  memset(Ks, 0, sizeof Ks);
  group = element_group_of_one(&e);
  el->kernel->type->forces(&e, t->r, t->K, C, M);
  el->kernel->type->line_load(&group, &load, path, rs, Ks);
  t->energy = el->kernel->type->energy(&e);
  for (int c = 0; c < 3; c++) t->energy -= q[c] * path[c][0];
  for (int i = 0; i < el->nd; i++) t->r[i] += rs[i][0];
  for (int i = 0; i < el->nd * el->nd; i++) t->K[i] += Ks[i][0];
}

static void check_derivatives(const Element *el, const NodeState n[], const double q[3])
{
  const double weight[2]      = {8, -1};
  const int    nd             = el->nd;
  double       gradient[MOST] = {0}, slopes[MOST2] = {0};
  Total        here, there;

  total_of(el, n, q, &here);
  for (int j = 0; j < nd; j++)
    for (int step = 1; step <= 2; step++)
      for (int side = -1; side <= 1; side += 2) {
        const double factor = side * weight[step - 1] / (12 * STEP);
        NodeState    moved[ELEMENT_MAX_NODES];

        memcpy(moved, n, sizeof moved);
        move(&moved[j / 6], CONFIGURATION, j % 6, side * step * STEP);
        total_of(el, moved, q, &there);
        gradient[j] += factor * there.energy;
        for (int i = 0; i < nd; i++) slopes[i * nd + j] += factor * there.r[i];
      }
  CHECK(difference(nd, here.r, gradient) <= 1e-7 * largest(nd, here.r),
        "r differs from the gradient of the energy by %g of %g", difference(nd, here.r, gradient),
        largest(nd, here.r));
  CHECK(difference(nd * nd, here.K, slopes) <= 1e-7 * largest(nd * nd, here.K),
        "K differs from the slopes of r by %g of %g", difference(nd * nd, here.K, slopes),
        largest(nd * nd, here.K));
}

/* Turns the nodes and the load alike: the energy and the moments in the axes of the nodes stay. */
static void check_rotation(const Element *el, const NodeState n[], const double q[3])
{
  const double theta[3] = {0.7, -1.1, 0.4};
  double       turn[4], R[9], turned[3];
  NodeState    moved[ELEMENT_MAX_NODES];
  Total        here, there;

  rotation_exp(theta, turn);
  rotation_matrix(turn, R);
  memcpy(moved, n, sizeof moved);
  for (int i = 0; i < el->nn; i++) {
    mat_vec(R, n[i].x, moved[i].x);
    rotation_compose(turn, n[i].q, moved[i].q);
    rotation_matrix(moved[i].q, moved[i].R);
  }
  mat_vec(R, q, turned);
  total_of(el, n, q, &here);
  total_of(el, moved, turned, &there);
  CHECK(fabs(there.energy - here.energy) <= 1e-13 * fabs(here.energy), "energy %g after a rotation",
        there.energy - here.energy);
  for (int i = 0; i < el->nn; i++)
    CHECK(difference(3, here.r + 6 * i + 3, there.r + 6 * i + 3) <= 1e-12 * largest(12, here.r),
          "moments of node %d after a rotation", i);
}

int main(void)
{
  const double none[6] = {0};

  for (int state = 0; state < STATES; state++) {
    Case      c = beam_case(&BeamKernel, "axial", DIAGONAL, 0, CORRECTION_AXIAL);
    Element   el;
    NodeState n[ELEMENT_MAX_NODES];
    double    q[3] = {3 * uniform(), 3 * uniform(), 3 * uniform()};

    give(&BeamKernel, c.given, "mass_per_length", 1, none);
    give(&BeamKernel, c.given, "inertia", 6, none);
    give(&BeamKernel, c.given, "center", 2, none);
    element_setup(&el, c.kernel, c.given, c.field, references[c.kernel->shape]);
    random_state(&el, n);
    check_derivatives(&el, n, q);
    check_rotation(&el, n, q);
  }
  return TestReport();
}
