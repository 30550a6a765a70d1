/* axial.c: beams whose forces depend on the loads between their nodes, because the axial force
   bends them there or because their section follows a law, at random states and loads: uniform
   ones, and with a force at a place or a load on a part of the element: forces against differences
   of the energy and of the load's work, tangents against differences of the forces, and the same
   forces after a common rotation. Some states have large axial forces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"

/* Loads along an element, each of LANES lanes that are alike. */
enum { LOADS = 3, MOST_LATERAL = 1000 };
typedef struct {
  int             n;
  ElementLineLoad load[LOADS];
  double          at, between[2], point, field[4];
} Loads;

/* Creates a uniform load of about this size, and with n > 1 a force at a place and a load on a
 * part.
 */
static void random_loads(int n, double size, Loads *q)
{
  memset(q, 0, sizeof *q);
  q->n          = n;
  q->at         = 0.9 * uniform();
  q->point      = 1 + uniform();
  q->between[0] = -0.5 + 0.4 * uniform();
  q->between[1] = 0.5 + 0.4 * uniform();
  for (int k = 0; k < 4; k++) q->field[k] = 2 * uniform();
  for (int i = 0; i < n; i++) {
    q->load[i].kind = LINE_LOAD_FORCE;
    for (int c = 0; c < 3; c++) q->load[i].vector[c] = size * uniform();
    for (int lane = 0; lane < LANES; lane++) {
      q->load[i].at[lane]      = i == 1 ? &q->at : NULL;
      q->load[i].field[lane]   = i == 1 ? &q->point : i == 2 ? q->field : NULL;
      q->load[i].between[lane] = i == 2 ? q->between : NULL;
    }
  }
}

/* Strain energy less the work of the loads along the inside of the element; r[nd], K[nd][nd]. */
typedef struct {
  double energy, r[MOST], K[MOST2];
} Total;

static void total_of(const Element *el, const NodeState n[], const Loads *q, Total *t)
{
  const double(*place)[3] = references[el->kernel->shape];
  ElementState e          = state_of(el, n);
  ElementGroup group;
  Lanes        path[3], rs[MOST], Ks[MOST2];
  double       C[MOST2], M[MOST2], lateral[MOST_LATERAL] = {0}, edge[3];

  CHECK(el->kernel->type->lateral_entries(el->prop) <= MOST_LATERAL, "more loads than room");
  for (int c = 0; c < 3; c++) edge[c] = place[1][c] - place[0][c];
  for (int scale = 0; scale < 2; scale++) /* first the places of concentrated loads alone */
    for (int i = 0; i < q->n; i++)
      if (scale || q->load[i].at[0])
        el->kernel->type->add_lateral(el->prop, &q->load[i], norm(edge), scale, lateral);
  e.lateral = lateral;
  memset(t, 0, sizeof *t);
  memset(rs, 0, sizeof rs);
  memset(Ks, 0, sizeof Ks);
  group = element_group_of_one(&e);
  el->kernel->type->forces(&e, t->r, t->K, C, M);
  t->energy = el->kernel->type->energy(&e);
  for (int i = 0; i < q->n; i++) {
    el->kernel->type->line_load(&group, &q->load[i], path, rs, Ks);
    for (int c = 0; c < 3; c++) t->energy -= q->load[i].vector[c] * path[c][0];
  }
  for (int i = 0; i < el->nd; i++) t->r[i] += rs[i][0];
  for (int i = 0; i < el->nd * el->nd; i++) t->K[i] += Ks[i][0];
}

static void check_derivatives(const Element *el, const NodeState n[], const Loads *q)
{
  const double weight[2]      = {8, -1};
  const int    nd             = el->nd;
  int          potential      = 1;
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
  for (int i = 0; i < q->n; i++) potential &= q->load[i].kind == LINE_LOAD_FORCE;
  CHECK(!potential || difference(nd, here.r, gradient) <= 1e-7 * largest(nd, here.r),
        "r differs from the gradient of the energy by %g of %g", difference(nd, here.r, gradient),
        largest(nd, here.r));
  CHECK(difference(nd * nd, here.K, slopes) <= 1e-7 * largest(nd * nd, here.K),
        "K differs from the slopes of r by %g of %g", difference(nd * nd, here.K, slopes),
        largest(nd * nd, here.K));
}

/* Moves the second node along the line of the nodes until the axial force is N. */
static void stretch_to(const Element *el, NodeState n[], double N)
{
  double line[3], low = -0.4, high = 0.4, r[MOST];

  for (int c = 0; c < 3; c++) line[c] = n[1].x[c] - n[0].x[c];
  for (int step = 0; step < 60; step++) {
    const double middle = (low + high) / 2;

    for (int c = 0; c < 3; c++) n[1].x[c] = n[0].x[c] + (1 + middle) * line[c];
    forces(el, n, r, 0, 0, 0);
    if (dot(r + 6, line) < N * norm(line)) low = middle;
    else high = middle;
  }
}

/* States with axial forces of a fifth of the shear stiffness. */
static void check_large_forces(const Element *el, const NodeState n[], const Loads *q)
{
  const double *F = el->prop + SECTION_F;

  for (int plane = 0; plane < 2; plane++)
    for (int side = -1; side <= 1; side += 2) {
      NodeState at[ELEMENT_MAX_NODES];

      memcpy(at, n, sizeof at);
      rest(el, at);
      stretch_to(el, at, 0.2 * side / F[7 * (1 + plane)]);
      check_derivatives(el, at, q);
    }
}

/* Turns the nodes and the load alike: the energy and the moments in the axes of the nodes stay. */
static void check_rotation(const Element *el, const NodeState n[], const Loads *q)
{
  const double theta[3] = {0.7, -1.1, 0.4};
  double       turn[4], R[9];
  Loads        turned = *q;
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
  for (int i = 0; i < q->n; i++) {
    const LineLoadKind kind = q->load[i].kind;

    if (kind == LINE_LOAD_FORCE || kind == LINE_LOAD_MOMENT)
      mat_vec(R, q->load[i].vector, turned.load[i].vector);
  }
  total_of(el, n, q, &here);
  total_of(el, moved, &turned, &there);
  CHECK(fabs(there.energy - here.energy) <= 1e-12 * fabs(here.energy), "energy %g after a rotation",
        there.energy - here.energy);
  for (int i = 0; i < el->nn; i++)
    CHECK(difference(3, here.r + 6 * i + 3, there.r + 6 * i + 3) <= 1e-12 * largest(12, here.r),
          "moments of node %d after a rotation", i);
}

/* Checks an element at random states under loads of about this size. large: whether to check states
   with large axial forces. */
static void check_states(const Case *c, double size, int large)
{
  for (int state = 0; state < STATES; state++) {
    Element   el;
    NodeState n[ELEMENT_MAX_NODES];
    Loads     q;

    element_setup(&el, c->kernel, c->given, c->field, references[c->kernel->shape]);
    random_state(&el, n);
    random_loads(state % LOADS + 1, size, &q);
    check_derivatives(&el, n, &q);
    check_rotation(&el, n, &q);
    if (large) check_large_forces(&el, n, &q);
    for (int kind = LINE_LOAD_FOLLOWER; kind <= LINE_LOAD_TURNING_MOMENT; kind++) {
      q.load[0].kind = (LineLoadKind)kind;
      check_derivatives(&el, n, &q);
      check_rotation(&el, n, &q);
    }
  }
}

int main(void)
{
  const double none[6] = {0};
  Case         axial   = beam_case(&BeamKernel, "axial", DIAGONAL, 0, CORRECTION_AXIAL), law;

  give(&BeamKernel, axial.given, "mass_per_length", 1, none);
  give(&BeamKernel, axial.given, "inertia", 6, none);
  give(&BeamKernel, axial.given, "center", 2, none);
  check_states(&axial, 3, 1);
  uniaxial_laws = test_laws;
  law           = law_beam_case(&BeamKernel, "law", &smooth_law, FREE);
  give(&BeamKernel, law.given, "density", 1, none);
  check_states(&law, 0.5, 0); /* its stresses are limited: more would break it */
  return TestReport();
}
