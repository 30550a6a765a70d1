/* traits.c: what kernels declare of themselves (element.h) against what their forces do at random
   states, for sets of properties that have it and sets that have not. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/registry.h"
#include "cases.h"

enum { MANY = 20 }; /* states: a cable is taut at some of them */

/* Of what the cases have not: cables that are slack at the start; bodies whose center of mass (1,
   2, 3) no velocity (1, 2, 3) finds, or that have no first moment, or none but that of mass at a
   node. */
static const Case more_cases[] = {
  {&CableKernel,                  "damped, slack", STRESSED, {0, 7, NAN, NAN, 2, NAN, -1, 0.3, 0}, 0},
  {&CableKernel,                  "slack",         STRESSED, {0, 7, NAN, NAN, 2, NAN, -1, 0, 0},   0},
  {&BodyKernel,                   "at 1, 2, 3",    0,        {2, 1, 2, 3, 1, 1.2, 1.4, 0, 0, 0},   0},
  {&BodyKernel,                   "centered",      0,        {2, 0, 0, 0, 1, 1.2, 1.4, 0, 0, 0},   0},
  {&BodyKernel,                   "point",         0,        {2, 0, 0, 0, 0, 0, 0, 0, 0, 0},       0},
  {&BodyKernel,                   "point beside",  0,        {2, 0.5, 0, 0, 0, 0, 0, 0, 0, 0},     0},
  {&GroundRotationalSpringKernel, "undamped",      GROUNDED, {3, 0, 0, 0, 0},                      0}
};

enum { MORE_CASES = sizeof more_cases / sizeof more_cases[0], ALL = CASES + MORE_CASES };

/* Whether forces depend on velocities, by differences. */
static void check_velocity(const Case *c, Element *el)
{
  int found = 0;

  for (int s = 0; s < MANY; s++) {
    NodeState n[ELEMENT_MAX_NODES];
    double    C[MOST2];

    random_state(el, n);
    differences(el, n, VELOCITY, C, 0);
    found |= largest(el->nd * el->nd, C) > 1e-8;
  }
  CHECK(c->kernel->type->traits(el->prop).velocity == found,
        "%s, %s: velocities %s, which it does not say", c->kernel->name, c->what,
        found ? "matter" : "do not matter");
}

/* The power [W] of what velocities do to forces, relative to their size: of displacements or of
   rotations alone. Those of an inertia that turns with its node are square to its angular velocity.
 */
static double power(const Element *el, const NodeState at[], int rotations)
{
  const int nc = el->nd / el->nn;
  NodeState n[ELEMENT_MAX_NODES], rest[ELEMENT_MAX_NODES];
  double    r[MOST], r0[MOST], sum = 0, size = 0;

  memcpy(n, at, sizeof n);
  for (int i = 0; i < el->nn; i++) memset(rotations ? n[i].v : n[i].w, 0, sizeof n[i].v);
  memcpy(rest, n, sizeof n);
  for (int i = 0; i < el->nn; i++) memset(rotations ? rest[i].w : rest[i].v, 0, sizeof n[i].v);
  forces(el, n, r, 0, 0, 0);
  forces(el, rest, r0, 0, 0, 0);
  for (int i = 0; i < el->nn; i++)
    for (int c = 0; c < 3 && 3 * rotations + c < nc; c++) {
      const double term = (rotations ? n[i].w : n[i].v)[c] *
                          (r[nc * i + 3 * rotations + c] - r0[nc * i + 3 * rotations + c]);

      sum += term;
      size += fabs(term);
    }
  return size > 0 ? fabs(sum) / size : 0;
}

/* Whether all that velocities do is done by an inertia. */
static void check_gyroscopic(const Case *c, Element *el)
{
  const ElementTraits traits = c->kernel->type->traits(el->prop);
  double              most   = 0;

  for (int s = 0; s < MANY; s++) {
    NodeState n[ELEMENT_MAX_NODES];

    random_state(el, n);
    most = fmax(most, fmax(power(el, n, 0), power(el, n, 1)));
  }
  if (traits.line_mass) { /* forces depend on the velocities of both nodes */
    CHECK(traits.velocity && !traits.gyroscopic, "%s, %s: inertia between nodes", c->kernel->name,
          c->what);
    return;
  }
  CHECK(traits.gyroscopic == (traits.velocity && most < 1e-7),
        "%s, %s: what velocities do has a power of %g, which it does not say", c->kernel->name,
        c->what, most);
}

/* Adds the part of a weight that comes from between the nodes. */
static void add_line_weight(const Element *el, const NodeState n[], const double gravity[3],
                            double r[])
{
  const ElementState e         = state_of(el, n);
  const ElementGroup group     = element_group_of_one(&e);
  ElementLineLoad    load      = {.kind = LINE_LOAD_WEIGHT};
  Lanes              own[MOST] = {{0}};

  memcpy(load.vector, gravity, sizeof load.vector);
  el->kernel->type->line_load(&group, &load, NULL, own, NULL);
  for (int i = 0; i < el->nd; i++) r[i] += own[i][0];
}

/* Whether gravity changes its moments on nodes. The weight between the nodes is no acceleration,
   unless the element has line_mass and is at rest. */
static void check_weight(const Case *c, Element *el)
{
  const ElementType *type    = c->kernel->type;
  const double       none[3] = {0, 0, 0}, some[3] = {1, 2, 3};
  const int          line_mass = type->traits(el->prop).line_mass;
  int                found     = 0;

  for (int s = 0; s < MANY; s++) {
    NodeState n[ELEMENT_MAX_NODES];
    double    r[MOST], heavy[MOST];

    random_state(el, n);
    if (s == 0) reference_state(el, n);
    memcpy(el->gravity, none, sizeof none);
    forces(el, n, r, 0, 0, 0);
    memcpy(el->gravity, some, sizeof some);
    forces(el, n, heavy, 0, 0, 0);
    found |= difference(el->nd, r, heavy) > 1e-10;
    memcpy(el->gravity, none, sizeof none);
    if ((line_mass && s > 0) || notices_loads(c)) continue;
    for (int i = 0; i < el->nn; i++) /* the same as if the nodes had less acceleration */
      for (int k = 0; k < 3; k++) n[i].a[k] -= some[k];
    forces(el, n, r, 0, 0, 0);
    if (type->has_line_loads && type->has_line_loads(c->kernel, el->prop) && !line_mass)
      add_line_weight(el, n, some, r);
    CHECK(difference(el->nd, r, heavy) <= 1e-13 * largest(el->nd, r),
          "%s, %s: gravity is not an acceleration", c->kernel->name, c->what);
  }
  CHECK(c->kernel->type->traits(el->prop).gravity_moments == found,
        "%s, %s: weight %s its nodes, which it does not say", c->kernel->name, c->what,
        found ? "turns" : "does not turn");
}

/* Positive pivots in their order, of A and a little more on its diagonal. */
static int is_semidefinite(int n, const double A[])
{
  const double little = 1e-9 * largest(n * n, A);
  double       L[MOST2];

  for (int i = 0; i < n * n; i++) L[i] = A[i] + (i % (n + 1) ? 0 : little);
  for (int k = 0; k < n && little > 0; k++) {
    if (!(L[k * n + k] > 0)) return 0;
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++) L[i * n + j] -= L[i * n + k] * L[k * n + j] / L[k * n + k];
  }
  return 1;
}

/* The matrices of the unloaded element at rest; an element with forces has its damping and
 * stiffness in them. */
static void check_pivots(const Case *c, Element *el)
{
  const int nd = el->nd;
  NodeState n[ELEMENT_MAX_NODES];
  double    r[MOST], A[3][MOST2], linear[3][MOST2] = {{0}};
  int       found = 0;

  if (c->promises == STRESSED) return;
  reference_state(el, n);
  if (c->promises & LOAD) el->factor = 0;
  forces(el, n, r, A[0], A[1], A[2]);
  el->factor = 1;
  matrices(el, linear[2], linear[1], linear[0]);
  CHECK(largest(nd * nd, linear[1]) == 0, "%s, %s: its linear part has damping", c->kernel->name,
        c->what);
  CHECK(largest(nd * nd, linear[0]) == 0, "%s, %s: its linear part has stiffness", c->kernel->name,
        c->what);
  for (int m = 0; m < 3; m++) {
    for (int k = 0; k < nd * nd; k++) A[m][k] += linear[m][k];
    found |= !is_semidefinite(nd, A[m]);
  }
  CHECK(c->kernel->type->traits(el->prop).pivots == found,
        "%s, %s: its matrices %s, which it does not say", c->kernel->name, c->what,
        found ? "are indefinite" : "have no negative eigenvalue");
}

/* Forces at a state are the same after another state has been asked for, and nothing was written.
 */
static void check_memory(const Case *c, Element *el)
{
  const Element before = *el;
  NodeState     n[ELEMENT_MAX_NODES], other[ELEMENT_MAX_NODES];
  double        r[MOST], between[MOST], again[MOST], K[MOST2], C[MOST2], M[MOST2];
  int           found;

  random_state(el, n);
  random_state(el, other);
  forces(el, n, r, 0, 0, 0);
  forces(el, other, between, K, C, M);
  forces(el, n, again, 0, 0, 0);
  found = memcmp(r, again, sizeof r) || memcmp(el->data, before.data, sizeof before.data);
  CHECK(c->kernel->type->traits(el->prop).remembers == found,
        "%s, %s: it %s, which it does not say", c->kernel->name, c->what,
        found ? "remembers" : "remembers nothing");
}

/* Of kernels whose nodes do not rotate. */
static void check_symmetry(const Case *c, Element *el)
{
  const int nd    = el->nd;
  int       found = 0;

  if (c->kernel->nc > 3) return;
  for (int s = 0; s < MANY; s++) {
    NodeState n[ELEMENT_MAX_NODES];
    double    r[MOST], A[3][MOST2];

    random_state(el, n);
    memset(A, 0, sizeof A);
    forces(el, n, r, A[0], A[1], A[2]);
    for (int m = 0; m < 3; m++)
      for (int k = 0; k < nd * nd; k++)
        found |= fabs(A[m][k] - A[m][k % nd * nd + k / nd]) > 1e-12 * largest(nd * nd, A[m]);
  }
  CHECK(c->kernel->type->traits(el->prop).unsymmetric == found,
        "%s, %s: its matrices are %ssymmetric, which it does not say", c->kernel->name, c->what,
        found ? "un" : "");
}

static void check_nonlinear(const Case *c)
{
  Element     el;
  const char *wrong = case_setup(c, &el);

  CHECK(!wrong, "%s, %s: %s", c->kernel->name, c->what, wrong);
  check_velocity(c, &el);
  check_gyroscopic(c, &el);
  check_weight(c, &el);
  check_pivots(c, &el);
  check_memory(c, &el);
  check_symmetry(c, &el);
}

/* Linear elements, whose numbers are all 2 or, the first of them, 0; choices are the first word. */
static void check_linear(const ElementKernel *k, double first)
{
  double given[ELEMENT_MAX_GIVEN] = {0}, M[MOST2] = {0}, C[MOST2] = {0}, K[MOST2] = {0},
         *at = given;
  ElementTraits traits;
  Element       el;

  for (const ElementProp *p = k->type->props; p->name; p++)
    for (int i = 0; i < property_entries(p); i++)
      *at++ = p->kind == PROP_CHOICE || p->kind == PROP_LAW ? 0
              : p->kind == PROP_EDGE && i % 9 > 0 ? 0.2 /* a stiffness is positive definite */
                                                  : 2;
  if (k->type->props[0].kind == PROP_NONNEGATIVE || k->type->props[0].kind == PROP_IMPEDANCE)
    given[0] = first;
  CHECK(!element_setup(&el, k, given, 0, references[k->shape]), "%s refused", k->name);
  CHECK(!matrices(&el, M, C, K), "matrices of %s refused", k->name);
  traits = k->type->traits(el.prop);
  CHECK(traits.velocity == (largest(el.nd * el.nd, C) > 0), "%s: velocity %d", k->name,
        traits.velocity);
  CHECK(!traits.gravity_moments && !traits.remembers, "%s: a linear element of displacements",
        k->name);
  CHECK(traits.pivots ==
          !(is_semidefinite(el.nd, M) && is_semidefinite(el.nd, C) && is_semidefinite(el.nd, K)),
        "%s: pivots %d", k->name, traits.pivots);
}

int main(void)
{
  Case cases[ALL];
  int  shown;

  all_cases(cases);
  memcpy(cases + CASES, more_cases, sizeof more_cases);
  for (int c = 0; c < ALL; c++) check_nonlinear(&cases[c]);
  for (int k = 0; element_kernels[k]; k++) {
    if (!element_kernels[k]->type->forces) {
      check_linear(element_kernels[k], 2);
      check_linear(element_kernels[k], 0);
      continue;
    }
    shown = 0;
    for (int c = 0; c < ALL; c++) shown |= cases[c].kernel == element_kernels[k];
    CHECK(shown, "%s, %s: no case shows its traits", element_kernels[k]->name,
          shape_name(element_kernels[k]->shape));
  }
  return TestReport();
}
