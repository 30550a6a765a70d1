/* elements.c: every nonlinear element at random states: tangents against differences of the forces,
   rigid motions, objectivity, balance, energy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"

static void check_tangents(const Case *c, const Element *el, const NodeState n[])
{
  static const char *const names[] = {"K", "C", "M"};
  double                   r[MOST], alone[MOST], tangent[3][MOST2], expected[MOST2];
  const int                nd2 = el->nd * el->nd;

  CHECK(!forces(el, n, r, tangent[0], tangent[1], tangent[2]), "%s, %s: collapsed", c->kernel->name,
        c->what);
  forces(el, n, alone, 0, 0, 0);
  CHECK(!memcmp(r, alone, sizeof r), "%s, %s: forces depend on the tangents", c->kernel->name,
        c->what);
  for (int kind = 0; kind < 3; kind++) {
    const double size = largest(nd2, tangent[kind]);
    double       error;

    differences(el, n, (Kind)kind, expected, 0);
    error = difference(nd2, tangent[kind], expected); /* of the differences: see STEP */
    CHECK(error <= 1e-7 * size, "%s, %s: %s differs by %g of %g", c->kernel->name, c->what,
          names[kind], error, size);
  }
  if (el->kernel->type->momentum) { /* p = M v */
    const ElementState e       = state_of(el, n);
    double             p[MOST] = {0}, expected_p[MOST] = {0};

    el->kernel->type->momentum(&e, p);
    for (int i = 0; i < el->nd; i++)
      for (int j = 0; j < el->nd; j++) {
        const NodeState *node = &n[j / el->kernel->nc];
        const int        d    = j % el->kernel->nc;

        expected_p[i] += tangent[2][i * el->nd + j] * (d < 3 ? node->v[d] : node->w[d - 3]);
      }
    CHECK(difference(el->nd, p, expected_p) <= 1e-13 * largest(el->nd, p),
          "%s, %s: momentum is not M v", c->kernel->name, c->what);
  }
}

/* moved = the nodes after the time h with their velocities. */
static void drift(const Element *el, const NodeState n[], double h, NodeState moved[])
{
  memcpy(moved, n, ELEMENT_MAX_NODES * sizeof *moved);
  for (int i = 0; i < el->nn; i++) {
    const double turn[3] = {h * n[i].w[0], h * n[i].w[1], h * n[i].w[2]};
    double       q[4];

    for (int c = 0; c < 3; c++) moved[i].x[c] += h * n[i].v[c];
    rotation_exp(turn, q);
    rotation_compose(n[i].q, q, moved[i].q);
    rotation_matrix(moved[i].q, moved[i].R);
  }
}

static int forces_of(const Element *el, const NodeState n[], const double strain[], double r[],
                     double K[])
{
  double       C[MOST2], M[MOST2];
  ElementState e = state_of(el, n);

  e.strain = strain;
  memset(r, 0, MOST * sizeof *r);
  if (K) memset(K, 0, MOST2 * sizeof *K);
  return el->kernel->type->forces(&e, r, K, C, M);
}

/* Strains of an element alone. */
static void strains_at(const ElementState *e, double strain[])
{
  const ElementGroup group = element_group_of_one(e);
  Lanes              all[MAX_DATA];

  e->kernel->type->strains(&group, all);
  for (int i = 0; i < e->kernel->nstrain; i++) strain[i] = all[i][0];
}

/* The largest change of given strains for which K is a derivative. With the corrected energy of
   beams it is one at the strains of the nodes alone, and a mean of two elsewhere (beam_energy.c).
 */
static double strain_change(const Element *el)
{
  const int corrected =
    el->kernel->nc == 6 && el->nn == 2 && el->prop[SECTION_CORRECTION] != CORRECTION_NONE;

  return corrected ? 1e-9 : 0.1; /* membranes need C > 0 */
}

/* Strains given that are those of the nodes change nothing. With other strains, K is the derivative
   of the forces where the strains follow the nodes by their rates. */
static void check_strains(const Case *c, const Element *el, const NodeState n[])
{
  const double weight[2] = {8, -1};
  const int    nd = el->nd, nc = el->kernel->nc, nstrain = el->kernel->nstrain;
  NodeState    moved[ELEMENT_MAX_NODES];
  ElementState e = state_of(el, moved);
  double own[MAX_DATA], rate[MAX_DATA], given[MAX_DATA], r[2][MOST], K[2][MOST2], along[MOST] = {0};

  CHECK(!el->kernel->type->strains == !nstrain, "%s: strains, but %d of them", c->kernel->name,
        nstrain);
  if (!el->kernel->type->strains) return;
  memcpy(moved, n, sizeof moved);
  strains_at(&e, rate);
  rest(el, moved);
  strains_at(&e, own);
  for (int i = 0; i < nstrain; i++) rate[i] -= own[i];
  for (int k = 0; k < 2; k++) forces_of(el, n, k ? own : 0, r[k], K[k]);
  CHECK(!memcmp(r[0], r[1], sizeof r[0]) && !memcmp(K[0], K[1], sizeof K[0]),
        "%s, %s: its own strains change it", c->kernel->name, c->what);
  for (int i = 0; i < nstrain; i++) own[i] += strain_change(el) * uniform();
  forces_of(el, n, own, r[0], K[0]);
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++)
      along[i] += K[0][i * nd + j] * (j % nc < 3 ? n[j / nc].v[j % nc] : n[j / nc].w[j % nc - 3]);
  memset(r, 0, sizeof r);
  for (int step = 1; step <= 2; step++)
    for (int side = -1; side <= 1; side += 2) {
      drift(el, n, side * step * STEP, moved);
      for (int i = 0; i < nstrain; i++) given[i] = own[i] + side * step * STEP * rate[i];
      forces_of(el, moved, given, r[1], 0);
      for (int i = 0; i < nd; i++) r[0][i] += side * weight[step - 1] / (12 * STEP) * r[1][i];
    }
  CHECK(difference(nd, along, r[0]) <= 1e-7 * largest(nd, along),
        "%s, %s: K with given strains is off by %g of %g", c->kernel->name, c->what,
        difference(nd, along, r[0]), largest(nd, along));
}

/* The forces are added to what is there. */
static void check_addition(const Case *c, const Element *el, const NodeState n[])
{
  const ElementState e = state_of(el, n);
  double             r[MOST], tangent[3][MOST2], more[MOST], added[3][MOST2];
  const int          nd = el->nd;

  forces(el, n, r, tangent[0], tangent[1], tangent[2]);
  for (int i = 0; i < MOST; i++) more[i] = 1;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < MOST2; i++) added[k][i] = 1;
  el->kernel->type->forces(&e, more, added[0], added[1], added[2]);
  for (int i = 0; i < MOST; i++) more[i] -= 1;
  CHECK(difference(nd, r, more) <= 1e-14 * (1 + largest(nd, r)), "%s, %s: r is not added",
        c->kernel->name, c->what);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < MOST2; i++) added[k][i] -= 1;
    CHECK(difference(nd * nd, tangent[k], added[k]) <= 1e-14 * (1 + largest(nd * nd, tangent[k])),
          "%s, %s: tangent %d is not added", c->kernel->name, c->what, k);
  }
}

/* The whole turned by R, three turns and more, and moved. */
static void rigid_motion(const Element *el, NodeState n[], double R[9])
{
  const double theta[3] = {9, -14, 11}, shift[3] = {2, -1, 3};
  double       q[4];

  rotation_exp(theta, q);
  rotation_matrix(q, R);
  for (int i = 0; i < el->nn; i++) {
    const NodeState old = n[i];

    mat_vec(R, old.x, n[i].x);
    mat_vec(R, old.v, n[i].v);
    mat_vec(R, old.a, n[i].a);
    for (int c = 0; c < 3; c++) n[i].x[c] += shift[c];
    rotation_compose(q, old.q, n[i].q);
    rotation_matrix(n[i].q, n[i].R);
  }
}

static void check_reference(const Case *c, const Element *el)
{
  NodeState n[ELEMENT_MAX_NODES];
  double    r[MOST], K[MOST2], C[MOST2], M[MOST2], R[9], stiffness;

  if (!(c->promises & UNSTRESSED)) return;
  reference_state(el, n);
  for (int moved = 0; moved < 2; moved++) {
    if (moved) rigid_motion(el, n, R);
    forces(el, n, r, K, C, M);
    stiffness = largest(el->nd * el->nd, K); /* times the size, 1 */
    CHECK(largest(el->nd, r) <= 1e-10 * stiffness,
          "%s, %s: a rigid motion makes a force of %g of %g", c->kernel->name, c->what,
          largest(el->nd, r), stiffness);
    if (c->promises & CONSERVATIVE)
      CHECK(fabs(energy(el, n)) <= 1e-14 * stiffness, "%s, %s: a rigid motion has the energy %g",
            c->kernel->name, c->what, energy(el, n));
  }
}

/* Forces turn with a rigid motion, moments in the node's own axes stay, as does the energy. */
static void check_objectivity(const Case *c, const Element *el, const NodeState n[])
{
  NodeState moved[ELEMENT_MAX_NODES];
  double    r[MOST], again[MOST], R[9], size;

  if (c->promises & GROUNDED) return;
  memcpy(moved, n, sizeof moved);
  rigid_motion(el, moved, R);
  forces(el, n, r, 0, 0, 0);
  forces(el, moved, again, 0, 0, 0);
  for (int k = 0; k < el->nd; k += 3)
    if (k % el->kernel->nc == 0) {
      const double own[3] = {r[k], r[k + 1], r[k + 2]};

      mat_vec(R, own, &r[k]);
    }
  size = largest(el->nd, r);
  CHECK(difference(el->nd, r, again) <= 1e-11 * size,
        "%s, %s: forces do not turn with the element: %g of %g", c->kernel->name, c->what,
        difference(el->nd, r, again), size);
  if (el->kernel->type->energy)
    CHECK(fabs(energy(el, moved) - energy(el, n)) <= 1e-11 * fabs(energy(el, n)),
          "%s, %s: energy of a turned element", c->kernel->name, c->what);
}

static void check_balance(const Case *c, const Element *el, const NodeState n[])
{
  double    r[MOST], force[3] = {0, 0, 0}, moment[3] = {0, 0, 0}, size;
  const int nc = el->kernel->nc;

  if (!(c->promises & BALANCED)) return;
  forces(el, n, r, 0, 0, 0);
  for (int i = 0; i < el->nn; i++) {
    double m[3], turned[3] = {0, 0, 0};

    cross(n[i].x, &r[nc * i], m);
    if (nc == 6) mat_vec(n[i].R, &r[nc * i + 3], turned);
    for (int d = 0; d < 3; d++) {
      force[d] += r[nc * i + d];
      moment[d] += m[d] + turned[d];
    }
  }
  size = largest(el->nd, r);
  CHECK(largest(3, force) <= 1e-14 * el->nd * size, "%s, %s: forces sum to %g of %g",
        c->kernel->name, c->what, largest(3, force), size);
  CHECK(largest(3, moment) <= 1e-14 * el->nd * 5 * size,
        "%s, %s: moments sum to %g of %g", /* arms of up to 5 */
        c->kernel->name, c->what, largest(3, moment), size);
}

static void check_at_rest(const Case *c, const Element *el, const NodeState n[])
{
  double    r[MOST], K[MOST2], C[MOST2], M[MOST2], gradient[MOST], asymmetry = 0;
  const int nd = el->nd;

  forces(el, n, r, K, C, M);
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < i; j++) asymmetry = fmax(asymmetry, fabs(K[i * nd + j] - K[j * nd + i]));
  if (c->promises & SYMMETRIC && c->kernel->nc == 6) {
    asymmetry = 0;
    for (int i = 0; i < el->nn; i++) { /* variations of the spin do not commute: their difference is
                                          the spin's cross product */
      double half[9];

      skew(&r[6 * i + 3], half);
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) K[(6 * i + 3 + a) * nd + 6 * i + 3 + b] -= half[3 * a + b] / 2;
    }
    for (int i = 0; i < nd; i++)
      for (int j = 0; j < i; j++) asymmetry = fmax(asymmetry, fabs(K[i * nd + j] - K[j * nd + i]));
  }
  if (c->promises & SYMMETRIC)
    CHECK(asymmetry <= 1e-14 * largest(nd * nd, K), "%s, %s: K is unsymmetric by %g",
          c->kernel->name, c->what, asymmetry);
  if (c->promises & CONSERVATIVE) {
    differences(el, n, CONFIGURATION, 0, gradient);
    CHECK(difference(nd, r, gradient) <= 1e-8 * largest(nd, r) + 1e-12,
          "%s, %s: forces and energy differ by %g of %g", c->kernel->name, c->what,
          difference(nd, r, gradient), largest(nd, r));
  }
}

/* The results at the displacements and rotation vectors h u of the reference, with the rates h
 * rate. */
static void results_near(const Element *el, double h, const double u[], const double rate[],
                         double values[])
{
  const int          nc = el->kernel->nc;
  NodeState          n[ELEMENT_MAX_NODES];
  const ElementState e = state_of(el, n);

  reference_state(el, n);
  for (int i = 0; i < el->nn; i++) {
    double theta[3] = {0, 0, 0};

    for (int d = 0; d < 3; d++) {
      n[i].x[d] += h * u[nc * i + d];
      n[i].v[d] = h * rate[nc * i + d];
      if (nc == 6) theta[d] = h * u[nc * i + 3 + d];
      if (nc == 6) n[i].w[d] = h * rate[nc * i + 3 + d];
    }
    rotation_exp(theta, n[i].q);
    rotation_matrix(n[i].q, n[i].R);
  }
  el->kernel->type->result(&e, values);
}

/* Linear results are the results at the reference and their derivative. */
static void check_linear_result(const Case *c, const Element *el)
{
  const double h = 1e-4; /* errors of h^2 and 1e-16 / h */
  double       u[MOST], rate[MOST], zero[MOST] = {0}, at[2][ELEMENT_MAX_RESULTS] = {{0}},
                              linear[2][ELEMENT_MAX_RESULTS] = {{0}};
  NodeState          n[ELEMENT_MAX_NODES];
  const ElementState e    = state_of(el, n);
  double             size = 0;

  if (!c->kernel->type->result) return;
  CHECK(c->kernel->type->linear_result, "%s has no linear result", c->kernel->name);
  if (!strcmp(c->kernel->name, "cable") && c->promises & UNSTRESSED)
    return; /* between slack and taut */
  if (c->promises & KINKED) return;
  for (int i = 0; i < el->nd; i++) {
    u[i]    = uniform();
    rate[i] = uniform();
  }
  reference_state(el, n);
  el->kernel->type->linear_result(&e, zero, zero, linear[0]);
  results_near(el, 0, u, rate, at[0]);
  CHECK(difference(ELEMENT_MAX_RESULTS, linear[0], at[0]) <=
          1e-14 * (1 + largest(ELEMENT_MAX_RESULTS, at[0])),
        "%s, %s: linear results at the reference", c->kernel->name, c->what);
  el->kernel->type->linear_result(&e, u, rate, linear[1]);
  results_near(el, h, u, rate, at[0]);
  results_near(el, -h, u, rate, at[1]);
  for (int k = 0; k < ELEMENT_MAX_RESULTS; k++) {
    at[0][k] = (at[0][k] - at[1][k]) / (2 * h);
    linear[1][k] -= linear[0][k];
    size = fmax(size, fabs(linear[1][k]));
  }
  CHECK(difference(ELEMENT_MAX_RESULTS, linear[1], at[0]) <= 1e-6 * size,
        "%s, %s: linear results differ by %g of %g", c->kernel->name, c->what,
        difference(ELEMENT_MAX_RESULTS, linear[1], at[0]), size);
}

/* Whether the type has the functions without which its promises and results cannot be checked. */
static int has_promised_functions(const Case *c)
{
  const ElementType *type       = c->kernel->type;
  const int          has_energy = type->energy || !(c->promises & (CONSERVATIVE | UNSTRESSED)),
            has_results         = !type->results || (type->result && type->linear_result);

  CHECK(has_energy, "%s, %s: CONSERVATIVE and UNSTRESSED need the function energy", c->kernel->name,
        c->what);
  CHECK(type->forces, "%s, %s: a nonlinear element needs the function forces", c->kernel->name,
        c->what);
  CHECK(has_results, "%s, %s: results need the functions result and linear_result", c->kernel->name,
        c->what);
  return has_energy && has_results && type->forces;
}

/* rise: that of a beam with two nodes, or NULL. */
static void check_case(const Case *c, const double rise[3])
{
  Element     el;
  NodeState   n[ELEMENT_MAX_NODES];
  const char *wrong = case_setup(c, &el);

  CHECK(!wrong, "%s, %s: %s", c->kernel->name, c->what, wrong);
  if (!has_promised_functions(c)) return;
  if (rise) {
    const ElementReference arc = {.kernel = c->kernel,
                                  .x      = references[c->kernel->shape],
                                  .field  = c->field,
                                  .prop   = el.prop,
                                  .rise   = rise};

    CHECK(!c->kernel->type->setup(&arc, el.data), "%s, %s: an arc", c->kernel->name, c->what);
  }
  check_reference(c, &el);
  check_linear_result(c, &el);
  for (int s = 0; s < STATES; s++) {
    random_state(&el, n);
    check_tangents(c, &el, n);
    check_strains(c, &el, n);
    check_addition(c, &el, n);
    check_objectivity(c, &el, n);
    if (!c->kernel->type->momentum) check_balance(c, &el, n);
    rest(&el, n);
    check_at_rest(c, &el, n);
    check_objectivity(c, &el, n);
    check_balance(c, &el, n);
  }
}

int main(void)
{
  Case cases[CASES];

  all_cases(cases);
  for (int c = 0; c < CASES; c++) {
    check_case(&cases[c], NULL);
    if (cases[c].kernel == &BeamKernel) check_case(&cases[c], (const double[]){0.03, 0.1, -0.05});
  }
  return TestReport();
}
