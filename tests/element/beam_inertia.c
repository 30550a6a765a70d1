/* beam_inertia.c: the inertia of beams at random states, by differences along a motion: its forces
   are the rates of momentum and angular momentum, their power is the rate of the kinetic energy,
   and its forces follow from the energy by Lagrange's equations. A velocity of all nodes does not
   change them. At rest, the mass times the acceleration of gravity is the weight. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"

enum { SUMS = 7 }; /* momentum, angular momentum, kinetic energy */

/* The states after the time h, with constant a and wd. */
static void moved_states(const Element *el, const NodeState n[], double h, NodeState to[])
{
  for (int i = 0; i < el->nn; i++) {
    /* the rotation by w + t w' to the fourth order of h */
    double turn[3], theta[4], wwd[3];

    to[i] = n[i];
    cross(n[i].w, n[i].wd, wwd);
    for (int c = 0; c < 3; c++) {
      to[i].x[c] += h * n[i].v[c] + h * h / 2 * n[i].a[c];
      to[i].v[c] += h * n[i].a[c];
      to[i].w[c] += h * n[i].wd[c];
      turn[c] = h * n[i].w[c] + h * h / 2 * n[i].wd[c] + h * h * h / 12 * wwd[c];
    }
    rotation_exp(turn, theta);
    rotation_compose(n[i].q, theta, to[i].q);
    rotation_matrix(to[i].q, to[i].R);
  }
}

/* Computes M v of both parts of the mass. */
static void momenta(const Element *el, const NodeState n[], const double M[], double p[])
{
  const ElementState e = state_of(el, n);

  memset(p, 0, MOST * sizeof *p);
  el->kernel->type->momentum(&e, p);
  for (int i = 0; i < el->nd; i++)
    for (int j = 0; j < el->nd; j++)
      p[i] += M[i * el->nd + j] * (j % 6 < 3 ? n[j / 6].v[j % 6] : n[j / 6].w[j % 6 - 3]);
}

/* Computes the sums of forces f at the nodes, and their power. */
static void sums(const Element *el, const NodeState n[], const double f[], double sum[SUMS])
{
  memset(sum, 0, SUMS * sizeof *sum);
  for (int i = 0; i < el->nn; i++) {
    double arm[3], moment[3];

    cross(n[i].x, f + 6 * i, arm);
    mat_vec(n[i].R, f + 6 * i + 3, moment);
    for (int c = 0; c < 3; c++) {
      sum[c] += f[6 * i + c];
      sum[3 + c] += arm[c] + moment[c];
    }
    sum[6] += dot(n[i].v, f + 6 * i) + dot(n[i].w, f + 6 * i + 3);
  }
}

/* Computes the forces of both parts of the inertia. */
static void inertia(const Element *el, const NodeState n[], const double M[], double f[])
{
  NodeState still[ELEMENT_MAX_NODES];
  double    at_rest[MOST];

  memcpy(still, n, sizeof still);
  rest(el, still);
  forces(el, still, at_rest, 0, 0, 0);
  forces(el, n, f, 0, 0, 0);
  for (int i = 0; i < el->nd; i++) {
    f[i] -= at_rest[i];
    for (int j = 0; j < el->nd; j++)
      f[i] += M[i * el->nd + j] * (j % 6 < 3 ? n[j / 6].a[j % 6] : n[j / 6].wd[j % 6 - 3]);
  }
}

/* The forces against the rates of the momenta and of the energy. */
static void check_rates(const char what[], const Element *el, const NodeState n[], const double M[])
{
  const double weight[2] = {8, -1};
  double       f[MOST], sum[SUMS], rate[SUMS] = {0};

  inertia(el, n, M, f);
  sums(el, n, f, sum);
  for (int step = 1; step <= 2; step++)
    for (int side = -1; side <= 1; side += 2) {
      NodeState there[ELEMENT_MAX_NODES];
      double    p[MOST], own[SUMS];

      moved_states(el, n, side * step * STEP, there);
      momenta(el, there, M, p);
      sums(el, there, p, own);
      own[6] /= 2;
      for (int k = 0; k < SUMS; k++) rate[k] += side * weight[step - 1] / (12 * STEP) * own[k];
    }
  CHECK(difference(SUMS, sum, rate) <= 1e-9 * largest(SUMS, rate),
        "%s: momentum, angular momentum or energy change by %g of %g more", what,
        difference(SUMS, sum, rate), largest(SUMS, rate));
}

/* The forces do not depend on a velocity that is added to all nodes, as in a frame that moves. */
static void check_boost(const char what[], const Element *el, const NodeState n[])
{
  const double velocity[3] = {30, -20, 50};
  double       r[2][MOST];
  NodeState    moving[ELEMENT_MAX_NODES];

  memcpy(moving, n, sizeof moving);
  for (int i = 0; i < el->nn; i++)
    for (int c = 0; c < 3; c++) moving[i].v[c] += velocity[c];
  forces(el, n, r[0], 0, 0, 0);
  forces(el, moving, r[1], 0, 0, 0);
  CHECK(difference(el->nd, r[0], r[1]) <= 1e-12 * largest(el->nd, r[0]),
        "%s: a velocity of all nodes changes the forces by %g of %g", what,
        difference(el->nd, r[0], r[1]), largest(el->nd, r[0]));
}

/* The mass matrix is symmetric, and momentum() is its product with the velocities. */
static void check_matrix(const char what[], const Element *el, const NodeState n[],
                         const double M[])
{
  const int nd = el->nd;
  double    r[MOST], K[MOST2], C[MOST2], own[MOST2], p[MOST], product[MOST] = {0}, asymmetry = 0;

  forces(el, n, r, K, C, own);
  momenta(el, n, M, p);
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++) {
      const double m = own[i * nd + j] + M[i * nd + j];

      product[i] += m * (j % 6 < 3 ? n[j / 6].v[j % 6] : n[j / 6].w[j % 6 - 3]);
      asymmetry = fmax(asymmetry, fabs(own[i * nd + j] - own[j * nd + i]));
    }
  CHECK(asymmetry <= 1e-14 * largest(nd * nd, own), "%s: M is off symmetry by %g", what, asymmetry);
  CHECK(difference(nd, p, product) <= 1e-13 * largest(nd, p), "%s: momentum is off M v by %g", what,
        difference(nd, p, product));
}

/* The nodes after a rotation of the reference by the vector turn, with the velocity v. */
static void turned_state(const Element *el, const double turn[3], const double v[3], NodeState n[])
{
  reference_state(el, n);
  for (int i = 0; i < el->nn; i++) {
    rotation_exp(turn, n[i].q);
    rotation_matrix(n[i].q, n[i].R);
    mat_vec(n[i].R, el->x[i], n[i].x);
    memcpy(n[i].v, v, sizeof n[i].v);
  }
}

/* The weight is the mass times the acceleration in rigid motions of the reference. If the mass of
   a straight element is at the nodes, the rest of the weight has no resultant and no moment. */
static void check_weight(const char what[], const Element *el)
{
  const ElementType *type   = el->kernel->type;
  const int          lumped = !type->traits(el->prop).line_mass;
  const double       g[3]   = {0.7, -1.2, 0.4};
  ElementLineLoad    load   = {
         .kind = LINE_LOAD_WEIGHT, .vector = {g[0], g[1], g[2]}
  };
  double    turn[3] = {0, 0, 0};
  NodeState n[ELEMENT_MAX_NODES];

  for (int motion = 0; motion < STATES; motion++) {
    const ElementState e          = state_of(el, n);
    const ElementGroup group      = element_group_of_one(&e);
    double             p[2][MOST] = {{0}}, f[MOST], sum[SUMS];
    Lanes              path[3], r[MOST];

    turned_state(el, turn, g, n);
    memset(r, 0, sizeof r);
    type->momentum(&e, p[0]);
    type->weight(&e, p[1]);
    type->line_load(&group, &load, path, r, NULL);
    for (int i = 0; i < el->nd; i++) {
      f[i] = r[i][0];
      p[1][i] -= f[i];
    }
    sums(el, n, f, sum);
    if (!lumped)
      CHECK(difference(el->nd, p[0], p[1]) <= 1e-13 * largest(el->nd, p[0]),
            "%s: mass times acceleration is off the weight by %g of %g", what,
            difference(el->nd, p[0], p[1]), largest(el->nd, p[0]));
    if (lumped)
      CHECK(largest(6, sum) <= 1e-13 * largest(el->nd, f), "%s: a moment of %g by weights of %g",
            what, largest(6, sum), largest(el->nd, f));
    for (int c = 0; c < 3; c++) turn[c] = 3 * uniform();
  }
}

/* The element, with each kind of mass, straight or an arc. */
static void check_weights(const Case *c, Element *el)
{
  static const double rises[2][3] = {
    {0,    0,   0    },
    {0.03, 0.1, -0.05}
  };
  double sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS];

  if (!c->kernel->type->has_line_loads(c->kernel, el->prop)) return;
  CHECK(!vary(c->kernel, c->given, sections), "%s: sections", c->what);
  for (int mass = MASS_CONSISTENT; mass <= MASS_LINEAR; mass++)
    for (int bent = 0; bent < (mass == MASS_CONSISTENT ? 2 : 1); bent++) {
      ElementReference ref = {
        .kernel = c->kernel, .x = el->x, .field = c->field, .prop = el->prop, .rise = rises[bent]};

      el->prop[SECTION_LUMPED] = mass;
      for (int g = 0; g < c->kernel->nsections; g++) sections[g][SECTION_LUMPED] = mass;
      if (c->kernel->nsections) ref.sections = (const double(*)[ELEMENT_MAX_PROPS])sections;
      CHECK(!c->kernel->type->setup(&ref, el->data), "%s: setup", c->what);
      check_weight(c->what, el);
    }
}

int main(void)
{
  Case cases[CASES];

  all_cases(cases);
  for (int k = 0; k < CASES; k++) {
    double  M[MOST2] = {0}, C[MOST2] = {0}, K[MOST2] = {0};
    Element el;

    element_setup(&el, cases[k].kernel, cases[k].given, cases[k].field,
                  references[cases[k].kernel->shape]);
    if (strcmp(cases[k].kernel->name, "beam") || strncmp(cases[k].what, "elastic", 7)) continue;
    matrices(&el, M, C, K);
    for (int state = 0; state < STATES; state++) {
      NodeState n[ELEMENT_MAX_NODES];

      random_state(&el, n);
      check_rates(cases[k].what, &el, n, M);
      check_matrix(cases[k].what, &el, n, M);
      check_boost(cases[k].what, &el, n);
    }
    check_weights(&cases[k], &el);
  }
  return TestReport();
}
