/* elements.c: nonlinear elements. Every case: tangents against differences of the forces, rigid motions, objectivity,
   balance, energy. Then closed forms: patches and stretches of membranes, forces of trusses, pressure on closed and
   flat surfaces, masses; what is refused. */
#include <string.h>
#include "element.h"
#include "rotation.h"
#include "test.h"
#include "vector.h"

extern const ElementKernel TrussKernel, CableKernel;
extern const ElementKernel FiniteMembraneTriangleKernel, FiniteMembraneQuadrilateralKernel;
extern const ElementKernel PressureTriangleKernel, PressureQuadrilateralKernel;
extern const ElementKernel BeamKernel, Beam3Kernel, BodyKernel, RotationalSpringKernel, GroundRotationalSpringKernel;

enum { MAX_DATA = 1024, STATES = 5 };

/* What a case promises. */
enum {
  SYMMETRIC    = 1,  /* K = K^T at rest; with rotations up to moments of the nodes, which vanish in equilibrium */
  CONSERVATIVE = 2,  /* at rest r is the gradient of energy() */
  UNSTRESSED   = 4,  /* no force, no energy at the reference and its rigid motions */
  BALANCED     = 8,  /* forces and moments sum to zero at rest; always if there is no nonlinear inertia */
  LOAD         = 16, /* has a factor */
  GROUNDED     = 32, /* knows directions of space */
  STRESSED     = SYMMETRIC | CONSERVATIVE | BALANCED, /* by prestress */
  FREE         = STRESSED | UNSTRESSED
};

typedef struct {
  const ElementKernel *kernel;
  const char          *what;
  int                  promises;
  double               given[ELEMENT_MAX_GIVEN];
  const double        *field; /* at the nodes; NULL: zero */
} Case;

/* given: strain, ea, young, area, mass_per_length, density, prestress, damping, mass;
   law, young, poisson, thickness, density, prestress, mass; pressure */
static const Case cases[] = {
  {&TrussKernel,                       "green",               FREE,     {0, 7, NAN, NAN, 2, NAN, 0, 0, 0},    0},
  {&TrussKernel,                       "biot",                FREE,     {1, 7, NAN, NAN, 2, NAN, 0, 0, 0},    0},
  {&TrussKernel,                       "logarithmic",         FREE,     {2, NAN, 7, 2, NAN, 2, 0, 0, 1},      0},
  {&TrussKernel,                       "green, prestressed",  STRESSED, {0, 7, NAN, NAN, 2, NAN, 3, 0, 0},    0},
  {&TrussKernel,                       "green, damped",       FREE,     {0, 7, NAN, NAN, 2, NAN, 0, 0.3, 0},  0},
  {&TrussKernel,                       "biot, damped",        STRESSED, {1, 7, NAN, NAN, 2, NAN, -1, 0.3, 0}, 0},
  {&TrussKernel,                       "logarithmic, damped", STRESSED, {2, 7, NAN, NAN, 2, NAN, 3, 0.3, 0},  0},
  {&CableKernel,                       "taut",                STRESSED, {0, 7, NAN, NAN, 2, NAN, 20, 0, 0},   0},
  {&CableKernel,                       "taut and slack",      FREE,     {2, 7, NAN, NAN, 2, NAN, 0, 0.3, 0},  0},
  {&FiniteMembraneTriangleKernel,      "neo 0",               FREE,     {1, 6, 0, 0.1, 2, 0, 0},              0},
  {&FiniteMembraneTriangleKernel,      "neo 0.3",             FREE,     {1, 6, 0.3, 0.1, 2, 0, 0},            0},
  {&FiniteMembraneTriangleKernel,      "stvk 0.3",            FREE,     {0, 6, 0.3, 0.1, 2, 0, 0},            0},
  {&FiniteMembraneTriangleKernel,      "stvk, prestressed",   STRESSED, {0, 6, 0.3, 0.1, 2, 2, 0},            0},
  {&FiniteMembraneQuadrilateralKernel, "neo 0.3",             FREE,     {1, 6, 0.3, 0.1, 2, 0, 0},            0},
  {&FiniteMembraneQuadrilateralKernel, "neo 0.499",           FREE,     {1, 6, 0.499, 0.1, 2, 0, 0},          0},
  {&FiniteMembraneQuadrilateralKernel, "rubber",              FREE,     {1, 6, 0.5, 0.1, 2, 0, 1},            0},
  {&FiniteMembraneQuadrilateralKernel, "rubber, prestressed", STRESSED, {1, 6, 0.5, 0.1, 2, -2, 1},           0},
  {&FiniteMembraneQuadrilateralKernel, "stvk 0",              FREE,     {0, 6, 0, 0.1, 2, 0, 0},              0},
  {&FiniteMembraneQuadrilateralKernel, "stvk 0.49",           FREE,     {0, 6, 0.49, 0.1, 2, 0, 0},           0},
  {&PressureTriangleKernel,            "pressure",            LOAD,     {4},                                  0},
  {&PressureQuadrilateralKernel,       "suction",             LOAD,     {-4},                                 0}
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* Reference configurations about as large as 1: the differences have that length in mind. */
/* clang-format off */
static const double references[SHAPES][SHAPE_MAX_NODES][3] = {
  [SHAPE_POINT]         = {{1, 2, 3}},
  [SHAPE_LINE]          = {{1, 2, 3}, {2.5, 1, 4}},
  [SHAPE_LINE3]         = {{1, 2, 3}, {2.5, 1, 4}, {1.8, 1.7, 3.4}},
  [SHAPE_TRIANGLE]      = {{0, 0, 0.5}, {2, 0.3, 0}, {0.4, 1.7, 0}},
  [SHAPE_QUADRILATERAL] = {{0, 0, 0}, {2, 0.3, 0.2}, {2.2, 1.9, -0.1}, {0.1, 1.4, 0.3}}};
/* clang-format on */

/* ---- an element and its states ---- */

typedef struct {
  const ElementKernel *kernel;
  const double (*x)[3];
  int    nn, nd;
  double prop[ELEMENT_MAX_PROPS], data[MAX_DATA], factor;
} Element;

static const char *element_setup(Element *el, const ElementKernel *k, const double given[], const double field[],
                                 const double x[][3])
{
  const double none[ELEMENT_MAX_NODES] = {0};
  const char  *wrong                   = 0;

  CHECK(k->ndata <= MAX_DATA, "%s: MAX_DATA is below %d", k->name, k->ndata);
  memset(el, 0, sizeof *el);
  el->kernel = k;
  el->x      = x;
  el->nn     = shape_nodes(k->shape);
  el->nd     = el->nn * k->nc;
  el->factor = 1;
  if (k->prepare) wrong = k->prepare(given, el->prop);
  else memcpy(el->prop, given, sizeof el->prop);
  if (!wrong && k->setup) wrong = k->setup(x, field ? field : none, el->prop, el->data);
  return wrong;
}

static ElementState state_of(const Element *el, const NodeState n[])
{
  ElementState e = {.prop = el->prop, .data = el->data, .factor = el->factor};

  for (int i = 0; i < el->nn; i++) e.node[i] = &n[i];
  return e;
}

enum { MOST = ELEMENT_MAX_DOFS, MOST2 = MOST * MOST };

/* The forces, and the tangents unless K is NULL. */
static int forces(const Element *el, const NodeState n[], double r[], double K[], double C[], double M[])
{
  const ElementState e = state_of(el, n);

  memset(r, 0, MOST * sizeof *r);
  if (K) {
    memset(K, 0, MOST2 * sizeof *K);
    memset(C, 0, MOST2 * sizeof *C);
    memset(M, 0, MOST2 * sizeof *M);
  }
  return el->kernel->forces(&e, r, K, C, M);
}

static double energy(const Element *el, const NodeState n[])
{
  const ElementState e = state_of(el, n);

  return el->kernel->energy(&e);
}

static void reference_state(const Element *el, NodeState n[])
{
  memset(n, 0, ELEMENT_MAX_NODES * sizeof *n);
  for (int i = 0; i < el->nn; i++) {
    memcpy(n[i].x, el->x[i], sizeof n[i].x);
    n[i].q[0] = 1;
    rotation_matrix(n[i].q, n[i].R);
  }
}

static void rest(const Element *el, NodeState n[])
{
  for (int i = 0; i < el->nn; i++)
    for (int c = 0; c < 3; c++) n[i].v[c] = n[i].a[c] = n[i].w[c] = n[i].wd[c] = 0;
}

static double uniform(void) /* -1 to 1, the same in every run */
{
  static unsigned long long seed = 1;

  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / (1ULL << 52) - 1;
}

static void random_state(const Element *el, NodeState n[])
{
  reference_state(el, n);
  for (int i = 0; i < el->nn; i++) {
    double theta[3];

    for (int c = 0; c < 3; c++) {
      n[i].x[c] += 0.3 * uniform();
      n[i].v[c]  = uniform();
      n[i].a[c]  = uniform();
      n[i].w[c]  = uniform();
      n[i].wd[c] = uniform();
      theta[c]   = 0.5 * uniform();
    }
    rotation_exp(theta, n[i].q);
    rotation_matrix(n[i].q, n[i].R);
  }
}

static double largest(int n, const double a[])
{
  double most = 0;

  for (int i = 0; i < n; i++) most = isnan(a[i]) ? INFINITY : fmax(most, fabs(a[i]));
  return most;
}

static double difference(int n, const double a[], const double b[])
{
  double most = 0;

  for (int i = 0; i < n; i++) most = isnan(a[i] - b[i]) ? INFINITY : fmax(most, fabs(a[i] - b[i]));
  return most;
}

/* ---- differences of fourth order ---- */

typedef enum { CONFIGURATION, VELOCITY, ACCELERATION } Kind;

static void move(NodeState *n, Kind kind, int c, double h)
{
  if (kind == CONFIGURATION && c >= 3) {
    double theta[3] = {0, 0, 0}, turn[4];

    theta[c - 3] = h;
    rotation_exp(theta, turn);
    rotation_compose(n->q, turn, n->q);
    rotation_matrix(n->q, n->R);
  } else if (kind == CONFIGURATION) n->x[c] += h;
  else if (kind == VELOCITY) *(c < 3 ? &n->v[c] : &n->w[c - 3]) += h;
  else *(c < 3 ? &n->a[c] : &n->wd[c - 3]) += h;
}

static const double STEP = 1e-3; /* error: 1e-12 of the fifth derivative / 30, and 1e-13 of rounding */

/* D[nd][nd] of the forces; or, if D is NULL, gradient[nd] of the energy. */
static void differences(const Element *el, const NodeState n[], Kind kind, double D[], double gradient[])
{
  const double weight[2] = {8, -1};
  const int    nc = el->kernel->nc, nd = el->nd;

  if (D) memset(D, 0, MOST2 * sizeof *D);
  else memset(gradient, 0, MOST * sizeof *gradient);
  for (int j = 0; j < nd; j++)
    for (int step = 1; step <= 2; step++)
      for (int side = -1; side <= 1; side += 2) {
        const double factor = side * weight[step - 1] / (12 * STEP);
        NodeState    moved[ELEMENT_MAX_NODES];
        double       r[MOST];

        memcpy(moved, n, sizeof moved);
        move(&moved[j / nc], kind, j % nc, side * step * STEP);
        if (D) {
          forces(el, moved, r, 0, 0, 0);
          for (int i = 0; i < nd; i++) D[i * nd + j] += factor * r[i];
        } else gradient[j] += factor * energy(el, moved);
      }
}

/* ---- every case ---- */

static void check_tangents(const Case *c, const Element *el, const NodeState n[])
{
  static const char *const names[] = {"K", "C", "M"};
  double                   r[MOST], alone[MOST], tangent[3][MOST2], expected[MOST2];
  const int                nd2 = el->nd * el->nd;

  CHECK(!forces(el, n, r, tangent[0], tangent[1], tangent[2]), "%s, %s: collapsed", c->kernel->name, c->what);
  forces(el, n, alone, 0, 0, 0);
  CHECK(!memcmp(r, alone, sizeof r), "%s, %s: forces depend on the tangents", c->kernel->name, c->what);
  for (int kind = 0; kind < 3; kind++) {
    const double size = largest(nd2, tangent[kind]);
    double       error;

    differences(el, n, (Kind)kind, expected, 0);
    error = difference(nd2, tangent[kind], expected); /* of the differences: see STEP */
    CHECK(error <= 1e-7 * size, "%s, %s: %s differs by %g of %g", c->kernel->name, c->what, names[kind], error, size);
  }
  if (el->kernel->momentum) { /* p = M v */
    const ElementState e     = state_of(el, n);
    double             p[18] = {0}, expected_p[18] = {0};

    el->kernel->momentum(&e, p);
    for (int i = 0; i < el->nd; i++)
      for (int j = 0; j < el->nd; j++) {
        const NodeState *node = &n[j / el->kernel->nc];
        const int        d    = j % el->kernel->nc;

        expected_p[i] += tangent[2][i * el->nd + j] * (d < 3 ? node->v[d] : node->w[d - 3]);
      }
    CHECK(difference(el->nd, p, expected_p) <= 1e-13 * largest(el->nd, p), "%s, %s: momentum is not M v",
          c->kernel->name, c->what);
  }
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
  el->kernel->forces(&e, more, added[0], added[1], added[2]);
  for (int i = 0; i < MOST; i++) more[i] -= 1;
  CHECK(difference(nd, r, more) <= 1e-14 * (1 + largest(nd, r)), "%s, %s: r is not added", c->kernel->name, c->what);
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
    CHECK(largest(el->nd, r) <= 1e-10 * stiffness, "%s, %s: a rigid motion makes a force of %g of %g", c->kernel->name,
          c->what, largest(el->nd, r), stiffness);
    if (c->promises & CONSERVATIVE)
      CHECK(fabs(energy(el, n)) <= 1e-14 * stiffness, "%s, %s: a rigid motion has the energy %g", c->kernel->name,
            c->what, energy(el, n));
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
  CHECK(difference(el->nd, r, again) <= 1e-11 * size, "%s, %s: forces do not turn with the element: %g of %g",
        c->kernel->name, c->what, difference(el->nd, r, again), size);
  if (el->kernel->energy)
    CHECK(fabs(energy(el, moved) - energy(el, n)) <= 1e-11 * fabs(energy(el, n)), "%s, %s: energy of a turned element",
          c->kernel->name, c->what);
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
  CHECK(largest(3, force) <= 1e-14 * el->nd * size, "%s, %s: forces sum to %g of %g", c->kernel->name, c->what,
        largest(3, force), size);
  CHECK(largest(3, moment) <= 1e-14 * el->nd * 5 * size, "%s, %s: moments sum to %g of %g", /* arms of up to 5 */
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
    for (int i = 0; i < el->nn;
         i++) { /* variations of the spin do not commute: their difference is the spin's cross product */
      double half[9];

      skew(&r[6 * i + 3], half);
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) K[(6 * i + 3 + a) * nd + 6 * i + 3 + b] -= half[3 * a + b] / 2;
    }
    for (int i = 0; i < nd; i++)
      for (int j = 0; j < i; j++) asymmetry = fmax(asymmetry, fabs(K[i * nd + j] - K[j * nd + i]));
  }
  if (c->promises & SYMMETRIC)
    CHECK(asymmetry <= 1e-14 * largest(nd * nd, K), "%s, %s: K is unsymmetric by %g", c->kernel->name, c->what,
          asymmetry);
  if (c->promises & CONSERVATIVE) {
    differences(el, n, CONFIGURATION, 0, gradient);
    CHECK(difference(nd, r, gradient) <= 1e-8 * largest(nd, r) + 1e-12, "%s, %s: forces and energy differ by %g of %g",
          c->kernel->name, c->what, difference(nd, r, gradient), largest(nd, r));
  }
}

static void check_case(const Case *c)
{
  Element     el;
  NodeState   n[ELEMENT_MAX_NODES];
  const char *wrong = element_setup(&el, c->kernel, c->given, c->field, references[c->kernel->shape]);

  CHECK(!wrong, "%s, %s: %s", c->kernel->name, c->what, wrong);
  if (c->promises & LOAD) el.factor = 0.7;
  check_reference(c, &el);
  for (int s = 0; s < STATES; s++) {
    random_state(&el, n);
    check_tangents(c, &el, n);
    check_addition(c, &el, n);
    check_objectivity(c, &el, n);
    if (!c->kernel->momentum) check_balance(c, &el, n);
    rest(&el, n);
    check_at_rest(c, &el, n);
    check_objectivity(c, &el, n);
    check_balance(c, &el, n);
  }
}

/* ---- elements with rotations ---- */

/* Given properties by their names; the others as the table says. */
static void give(const ElementKernel *k, double given[], const char name[], int n, const double value[])
{
  for (const ElementProp *p = k->props; p->name; p++) {
    const int count = p->kind == PROP_FIELD ? 0 : p->kind == PROP_VECTOR ? 3 : p->kind == PROP_REALS ? p->count : 1;

    for (int i = 0; i < count; i++) {
      if (!name) given[i] = p->value;
      else if (!strcmp(name, p->name)) given[i] = value[i];
    }
    CHECK(!name || strcmp(name, p->name) || n == count, "%s has %d numbers", name, count);
    given += count;
  }
}

static void check_beam(const ElementKernel *k, const char what[], int matrix, double damping)
{
  const double             stiffness[6] = {70, 30, 25, 8, 12, 9}, inertia[6] = {2, 1.2, 1.4, 0.1, 0.2, -0.1};
  const double             center[2] = {0.1, -0.05}, offset[2] = {-0.2, 0.1}, mass = 3, direction[3] = {0.2, -0.3, 1};
  static const char *const names[6] = {"ea", "gay", "gaz", "gj", "eiy", "eiz"};
  const double             twist[3] = {0.1, 0.7, 0.3};
  Case                     c        = {k, what, FREE, {0}, twist};

  give(k, c.given, NULL, 0, NULL);
  if (matrix) { /* coupled: diagonal, and a product of a vector with itself */
    const double u[6] = {2, -1, 1.5, 0.5, 1, -0.7};
    double       S[36];

    for (int i = 0; i < 36; i++) S[i] = u[i / 6] * u[i % 6] + (i % 7 ? 0 : stiffness[i / 7]);
    give(k, c.given, "stiffness", 36, S);
  } else {
    for (int i = 0; i < 6; i++) give(k, c.given, names[i], 1, &stiffness[i]);
  }
  give(k, c.given, "mass_per_length", 1, &mass);
  give(k, c.given, "inertia", 6, inertia);
  give(k, c.given, "center", 2, center);
  give(k, c.given, "offset", 2, offset);
  give(k, c.given, "direction", 3, direction);
  give(k, c.given, "damping", 1, &damping);
  check_case(&c);
}

static void check_rotating(void)
{
  const ElementKernel *const beams[2] = {&BeamKernel, &Beam3Kernel};
  const Case                 bodies[] = {
                    {&BodyKernel,                   "off center",             0,                                   {2, 0.1, 0.2, 0.3, 1, 1.2, 1.4, 0.1, 0.2, -0.1}, 0},
                    {&RotationalSpringKernel,       "about all axes",         FREE,                                {3, 0, 0, 0, 0},                                 0},
                    {&RotationalSpringKernel,       "damped, about one axis", FREE,                                {3, 0.4, 1, -0.5, 0.2},                          0},
                    {&GroundRotationalSpringKernel, "to ground",              SYMMETRIC | CONSERVATIVE | GROUNDED, {3, 0.4, 0, 0, 0},                               0},
  };

  for (int b = 0; b < 2; b++)
    for (int matrix = 0; matrix < 2; matrix++) {
      check_beam(beams[b], "elastic", matrix, 0);
      check_beam(beams[b], "damped", matrix, 0.3);
    }
  for (int b = 0; b < 4; b++) check_case(&bodies[b]);
}

/* ---- trusses ---- */

/* P of the strain given, and E; N0 = 3, EA = 7, EA beta = 2. */
static void check_truss(const ElementKernel *k, int measure, double s, double rate)
{
  const double given[] = {measure, 7, NAN, NAN, 2, NAN, 3, 2. / 7, 0};
  const double E[] = {(s * s - 1) / 2, s - 1, log(s)}, slopes[] = {s, 1, 1 / s};
  const double N      = 3 + 7 * E[measure] + 2 * slopes[measure] * rate;
  const double P      = k == &CableKernel && N < 0 ? 0 : N * slopes[measure];
  const double x[][3] = {
    {1, 2, 3},
    {2, 4, 5}
  }; /* L = 3 */
  Element      el;
  ElementState e;
  NodeState    n[ELEMENT_MAX_NODES];
  double       r[MOST], K[MOST2], C[MOST2], M[MOST2], values[2];

  CHECK(!element_setup(&el, k, given, 0, x), "truss refused");
  reference_state(&el, n);
  n[1].x[0] = 1, n[1].x[1] = 2 + 3 * s, n[1].x[2] = 3; /* turned to y */
  n[0].v[1] = 5, n[1].v[1] = 5 + 3 * rate;
  forces(&el, n, r, K, C, M);
  CHECK_CLOSE(r[4], P, 1e-14 * 20, "axial force");
  CHECK_CLOSE(r[1], -P, 1e-14 * 20, "axial force at the other end");
  CHECK(fabs(r[0]) + fabs(r[2]) + fabs(r[3]) + fabs(r[5]) == 0, "a force across");
  CHECK_CLOSE(K[0], P / (3 * s), 1e-14 * (20 + fabs(P / s)), "stiffness across");
  if (P == 0) CHECK(largest(36, K) + largest(36, C) == 0, "a slack cable is stiff");
  e = state_of(&el, n);
  k->result(&e, values);
  CHECK_CLOSE(values[0], E[measure], 1e-14, "strain");
  CHECK_CLOSE(values[1], P, 1e-14 * 20, "force of the results");
}

static void check_trusses(void)
{
  for (int measure = 0; measure < 3; measure++)
    for (int at = 0; at < 4; at++) {
      const double stretches[] = {0.1, 0.6, 1, 1.7};

      check_truss(&TrussKernel, measure, stretches[at], 0.4);
      check_truss(&CableKernel, measure, stretches[at], -0.4);
    }
}

/* ---- membranes under affine deformation ---- */

/* Principal stretches in the directions g[2] of the plane, turned by Q; the Cauchy stress of the closed form. */
typedef struct {
  double g[2][3], Q[9], stretch[2], sigma[2];
} Affine;

static const double plane_theta[3] = {0.4, -0.7, 0.2}, turn_theta[3] = {1.1, 0.5, -2}, corner_angle = 0.6;

static void affine_directions(Affine *f)
{
  double       q[4], P[9];
  const double g[2][3] = {
    {cos(corner_angle),  sin(corner_angle), 0},
    {-sin(corner_angle), cos(corner_angle), 0}
  };

  rotation_exp(plane_theta, q);
  rotation_matrix(q, P);
  for (int k = 0; k < 2; k++) mat_vec(P, g[k], f->g[k]);
  rotation_exp(turn_theta, q);
  rotation_matrix(q, f->Q);
}

/* A point of the xy plane laid into the plane of the patch. */
static void lay(double x, double y, double z[3])
{
  const double flat[3] = {x, y, 0};
  double       q[4], P[9];

  rotation_exp(plane_theta, q);
  rotation_matrix(q, P);
  mat_vec(P, flat, z);
}

static void deform(const Affine *f, const double X[3], double x[3])
{
  double y[3];

  for (int c = 0; c < 3; c++)
    y[c] = f->stretch[0] * dot(f->g[0], X) * f->g[0][c] + f->stretch[1] * dot(f->g[1], X) * f->g[1][c];
  mat_vec(f->Q, y, x);
  for (int c = 0; c < 3; c++) x[c] += 1 + c;
}

/* sum_k value_k g_k g_k in the axes of an element of the plane, the first along its mean first parent direction. */
static void in_axes(const Affine *f, int nn, const double x[][3], const double value[2], double components[3])
{
  double axes[2][3], normal[3], size;

  cross(f->g[0], f->g[1], normal);
  for (int c = 0; c < 3; c++) axes[0][c] = x[1][c] - x[0][c] + (nn == 4 ? x[2][c] - x[3][c] : 0);
  size = norm(axes[0]);
  for (int c = 0; c < 3; c++) axes[0][c] /= size;
  cross(normal, axes[0], axes[1]);
  for (int k = 0; k < 3; k++) components[k] = 0;
  for (int k = 0; k < 2; k++) {
    const double a = dot(f->g[k], axes[0]), b = dot(f->g[k], axes[1]);

    components[0] += value[k] * a * a;
    components[1] += value[k] * b * b;
    components[2] += value[k] * a * b;
  }
}

/* 4 quadrilaterals or 4 triangles around an inner node, the last one. */
/* clang-format off */
static const double quad_nodes[9][2]     = {{0, 0}, {1.1, -0.1}, {2, 0}, {2.1, 0.8}, {2, 2}, {0.9, 2.2}, {0, 2},
                                            {-0.1, 1.2}, {1.25, 0.8}};
static const int    quads[4][4]          = {{0, 1, 8, 7}, {1, 2, 3, 8}, {8, 3, 4, 5}, {6, 7, 8, 5}};
static const double triangle_nodes[5][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1.3, 0.7}};
static const int    triangles[4][4]      = {{0, 1, 4}, {4, 1, 2}, {2, 3, 4}, {3, 0, 4}};
/* clang-format on */

static void check_patch(const ElementKernel *k, const double given[], const Affine *f)
{
  const int    nn = shape_nodes(k->shape), inner = nn == 4 ? 8 : 4;
  const double green[2] = {(f->stretch[0] * f->stretch[0] - 1) / 2, (f->stretch[1] * f->stretch[1] - 1) / 2};
  double       force[3] = {0, 0, 0}, scale = 0;

  for (int m = 0; m < 4; m++) {
    const int   *nodes = nn == 4 ? quads[m] : triangles[m];
    double       X[4][3], r[MOST], values[6], sigma[3], strain[3];
    Element      el;
    ElementState e;
    NodeState    n[ELEMENT_MAX_NODES];

    for (int i = 0; i < nn; i++) {
      const double *p = nn == 4 ? quad_nodes[nodes[i]] : triangle_nodes[nodes[i]];

      lay(p[0], p[1], X[i]);
    }
    CHECK(!element_setup(&el, k, given, 0, (const double(*)[3])X), "membrane refused");
    reference_state(&el, n);
    for (int i = 0; i < nn; i++) deform(f, X[i], n[i].x);
    CHECK(!forces(&el, n, r, 0, 0, 0), "membrane collapsed");
    for (int i = 0; i < nn; i++)
      if (nodes[i] == inner)
        for (int c = 0; c < 3; c++) force[c] += r[3 * i + c];
    scale = fmax(scale, largest(3 * nn, r));
    e     = state_of(&el, n);
    k->result(&e, values);
    in_axes(f, nn, (const double(*)[3])X, f->sigma, sigma);
    in_axes(f, nn, (const double(*)[3])X, green, strain);
    CHECK(difference(3, values, sigma) <= 2e-14 * (given[1] + largest(2, f->sigma)),
          "%s %d: stress %.15g %.15g %.15g, expected %.15g %.15g %.15g", k->name, nn, values[0], values[1], values[2],
          sigma[0], sigma[1], sigma[2]);
    CHECK(difference(3, values + 3, strain) <= 1e-14 * (1 + largest(2, green)), "%s %d: strain", k->name, nn);
  }
  CHECK(largest(3, force) <= 1e-13 * scale, "%s %d: force %g of %g at the inner node", k->name, nn, largest(3, force),
        scale);
}

static void check_patches(const double given[], const Affine *f)
{
  check_patch(&FiniteMembraneTriangleKernel, given, f);
  check_patch(&FiniteMembraneQuadrilateralKernel, given, f);
}

/* The stretch of the thickness, l3, makes the other of the plane: mu (l3^2 - 1) = -lambda ln J, J = l1 l2 l3. */
static void check_neo_hookean(double nu, double l1, double l3)
{
  const double given[] = {1, 6, nu, 0.1, 2, 0, 0}, mu = 3 / (1 + nu);
  const double J = nu > 0 ? exp(-(1 - 2 * nu) / (2 * nu) * (l3 * l3 - 1)) : l1 * l3; /* nu = 0: l3 = 1 */
  Affine       f;

  affine_directions(&f);
  f.stretch[0] = l1;
  f.stretch[1] = J / (l1 * l3);
  for (int k = 0; k < 2; k++) f.sigma[k] = mu * (f.stretch[k] * f.stretch[k] - l3 * l3) / J;
  check_patches(given, &f);
}

static void check_stvk(double nu, double l1, double l2, double prestress)
{
  const double given[] = {0, 6, nu, 0.1, 2, prestress, 0};
  const double E[2] = {(l1 * l1 - 1) / 2, (l2 * l2 - 1) / 2}, l3 = sqrt(1 - 2 * nu / (1 - nu) * (E[0] + E[1]));
  Affine       f;

  affine_directions(&f);
  f.stretch[0] = l1;
  f.stretch[1] = l2;
  for (int k = 0; k < 2; k++)
    f.sigma[k] =
      f.stretch[k] * f.stretch[k] * (6 / (1 - nu * nu) * (E[k] + nu * E[1 - k]) + prestress) / (l1 * l2 * l3);
  check_patches(given, &f);
}

/* Incompressible: sigma = mu (l^2 - l^-4) equibiaxially, mu (l^2 - 1/l) uniaxially; the force on a side follows. */
static void check_rubber(double l, int uniaxial)
{
  const double given[] = {1, 6, 0.5, 0.1, 2, 0, 0};
  const double x[][3]  = {
     {0, 0, 0},
     {2, 0, 0},
     {2, 3, 0},
     {0, 3, 0}
  };
  const double side = uniaxial ? 1 / sqrt(l) : l, sigma = 2 * (l * l - (uniaxial ? 1 / l : pow(l, -4)));
  const double expected[3] = {sigma, uniaxial ? 0 : sigma, 0};
  const double force       = sigma * (3 * side) * (0.1 / (l * side)); /* on the deformed side */
  double       r[MOST], values[6];
  Element      el;
  ElementState e;
  NodeState    n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, &FiniteMembraneQuadrilateralKernel, given, 0, x), "membrane refused");
  reference_state(&el, n);
  for (int i = 0; i < 4; i++) n[i].x[0] *= l, n[i].x[1] *= side;
  forces(&el, n, r, 0, 0, 0);
  e = state_of(&el, n);
  el.kernel->result(&e, values);
  CHECK(difference(3, values, expected) <= 2e-14 * (6 + fabs(sigma)), "rubber at %g: %.15g, expected %.15g", l,
        values[0], sigma);
  CHECK_CLOSE(r[3] + r[6], force, 1e-14 * (2 + fabs(force)), "force on a side of rubber");
}

static void check_membranes(void)
{
  check_neo_hookean(0, 1.3, 1); /* the other stretch is 1 */
  check_neo_hookean(0.3, 1.4, 0.8);
  check_neo_hookean(0.3, 0.7, 1.1);
  check_neo_hookean(0.01, 2, 0.99);
  check_neo_hookean(0.4999, 3, 0.3);
  check_neo_hookean(0.5, 0.2, 1.9);
  check_neo_hookean(0.45, 12, 0.1); /* far from where Newton's method starts */
  check_neo_hookean(0.45, 0.2, 3);
  check_stvk(0, 1.3, 0.8, 0);
  check_stvk(0.3, 1.2, 0.9, 0);
  check_stvk(0.3, 1.2, 0.9, -1.5);
  check_stvk(0.49, 0.8, 1.1, 2);
  for (int uniaxial = 0; uniaxial < 2; uniaxial++) {
    check_rubber(0.5, uniaxial);
    check_rubber(1.1, uniaxial);
    check_rubber(4, uniaxial);
  }
}

/* ---- pressure ---- */

/* On a closed surface forces and moments sum to zero, and the assembled tangent is symmetric. */
static void check_closed(const ElementKernel *k, int nn, int nodes, int nf, const int faces[][4], const double x[][3])
{
  const double given[ELEMENT_MAX_GIVEN] = {4};
  const int    nd                       = 3 * nodes;
  double       force[3] = {0, 0, 0}, moment[3] = {0, 0, 0}, total[24 * 24] = {0}, size = 0, asymmetry = 0;

  for (int f = 0; f < nf; f++) {
    double    r[MOST], K[MOST2], C[MOST2], M[MOST2];
    NodeState n[ELEMENT_MAX_NODES];
    Element   el;

    CHECK(!element_setup(&el, k, given, 0, x), "pressure refused");
    memset(n, 0, sizeof n);
    for (int i = 0; i < nn; i++) memcpy(n[i].x, x[faces[f][i]], sizeof n[i].x);
    forces(&el, n, r, K, C, M);
    for (int i = 0; i < nn; i++) {
      double m[3];

      cross(n[i].x, &r[3 * i], m);
      for (int c = 0; c < 3; c++) force[c] += r[3 * i + c], moment[c] += m[c];
      for (int j = 0; j < nn; j++)
        for (int cd = 0; cd < 9; cd++)
          total[nd * (3 * faces[f][i] + cd / 3) + 3 * faces[f][j] + cd % 3] +=
            K[el.nd * (3 * i + cd / 3) + 3 * j + cd % 3];
    }
    size = fmax(size, largest(el.nd, r));
  }
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < i; j++) asymmetry = fmax(asymmetry, fabs(total[i * nd + j] - total[j * nd + i]));
  CHECK(size > 0 && largest(3, force) <= 1e-14 * size, "pressure on a closed surface: %g", largest(3, force));
  CHECK(largest(3, moment) <= 1e-13 * size, "moment of pressure on a closed surface: %g", largest(3, moment));
  CHECK(asymmetry <= 1e-14 * largest(nd * nd, total), "tangent of a closed surface: %g", asymmetry);
}

/* p A n outwards, on each node its share. */
static void check_flat(const ElementKernel *k, const double x[][3])
{
  const double given[ELEMENT_MAX_GIVEN] = {4};
  double       r[MOST], N[SHAPE_MAX_NODES];
  Element      el;
  NodeState    n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, k, given, 0, x), "pressure refused");
  el.factor = 0.5;
  reference_state(&el, n);
  forces(&el, n, r, 0, 0, 0);
  shape_weights(k->shape, x, N);
  for (int i = 0; i < el.nn; i++) { /* the plane y = 0, normal -y */
    CHECK_CLOSE(r[3 * i + 1], 4 * 0.5 * N[i], 1e-14 * 10, "pressure on a flat surface");
    CHECK(r[3 * i] == 0 && r[3 * i + 2] == 0, "pressure along a flat surface");
  }
}

static void check_pressure(void)
{
  /* clang-format off */
  static const int    cube[][4]  = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  static const int    tetra[][4] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  static const double flat[][3]  = {{0, 0, 0}, {2, 0, 0}, {2.5, 0, 3}, {0, 0, 1}};
  /* clang-format on */
  double x[8][3];

  for (int i = 0; i < 8; i++)
    for (int c = 0; c < 3; c++) x[i][c] = (i >> c & 1) + 0.3 * uniform();
  check_closed(&PressureQuadrilateralKernel, 4, 8, 6, cube, (const double(*)[3])x);
  for (int i = 0; i < 4; i++)
    for (int c = 0; c < 3; c++) x[i][c] = (i == c + 1) + 0.2 * uniform();
  check_closed(&PressureTriangleKernel, 3, 4, 4, tetra, (const double(*)[3])x);
  check_flat(&PressureTriangleKernel, flat);
  check_flat(&PressureQuadrilateralKernel, flat);
}

/* ---- masses, refusals, collapse ---- */

static void check_mass(const ElementKernel *k, const double given[], double density)
{
  const double(*x)[3] = references[k->shape];
  double  M[144] = {0}, C[144] = {0}, K[144] = {0}, size = shape_size(k->shape, x);
  Element el;

  CHECK(!element_setup(&el, k, given, 0, x), "%s refused", k->name);
  CHECK(!k->matrices(x, el.prop, M, C, K), "matrices of %s refused", k->name);
  for (int c = 0; c < 3; c++)
    for (int d = 0; d < 3; d++) {
      double sum = 0;

      for (int i = c; i < el.nd; i += 3)
        for (int j = d; j < el.nd; j += 3) {
          sum += M[i * el.nd + j];
          CHECK(M[i * el.nd + j] == M[j * el.nd + i], "mass of %s is not symmetric", k->name);
        }
      CHECK_CLOSE(sum, c == d ? density * size : 0, 1e-14 * density * size, "total mass");
    }
  CHECK(largest(144, C) + largest(144, K) == 0, "%s has a linear stiffness", k->name);
}

static void check_masses(void)
{
  for (int lumped = 0; lumped < 2; lumped++) {
    const double by_length[]  = {0, 7, NAN, NAN, 5, NAN, 0, 0, lumped};
    const double by_density[] = {0, NAN, 7, 2, NAN, 3, 0, 0, lumped};
    const double membrane[]   = {1, 6, 0.3, 0.1, 20, 0, lumped};

    check_mass(&TrussKernel, by_length, 5);
    check_mass(&CableKernel, by_density, 6);
    check_mass(&FiniteMembraneTriangleKernel, membrane, 2);
    check_mass(&FiniteMembraneQuadrilateralKernel, membrane, 2);
  }
}

static void check_refused(void)
{
  static const double trusses[][9] = {
    {0, 7,   7,   NAN, 2,   NAN, 0, 0, 0}, /* ea and young */
    {0, NAN, 7,   NAN, 2,   NAN, 0, 0, 0}, /* young without area */
    {0, NAN, NAN, NAN, 2,   NAN, 0, 0, 0}, /* no stiffness */
    {0, 7,   NAN, 2,   NAN, NAN, 0, 0, 0}, /* no mass */
    {0, 7,   NAN, NAN, NAN, 3,   0, 0, 0}, /* density without area */
    {0, 7,   NAN, 2,   2,   3,   0, 0, 0}, /* two masses */
    {0, 7,   NAN, 2,   2,   NAN, 0, 0, 0}  /* an area for nothing */
  };
  static const double membranes[][7] = {
    {0, 6, 0.5,  0.1, 2, 0, 0},
    {1, 6, 0.51, 0.1, 2, 0, 0}
  };
  const double taken[] = {0, 7, NAN, 2, NAN, 3, 0, 0, 0}, rubber[] = {1, 6, 0.5, 0.1, 2, 0, 0};
  /* clang-format off */
  const double folded[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const double flat[][3]   = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const double point[][3]  = {{1, 1, 1}, {1, 1, 1}};
  /* clang-format on */
  double  prop[ELEMENT_MAX_PROPS], M[144] = {0}, C[144] = {0}, K[144] = {0};
  Element el;

  for (int i = 0; i < 7; i++) CHECK(TrussKernel.prepare(trusses[i], prop), "truss %d passed", i);
  for (int i = 0; i < 2; i++) CHECK(FiniteMembraneTriangleKernel.prepare(membranes[i], prop), "membrane %d passed", i);
  CHECK(element_setup(&el, &TrussKernel, taken, 0, point), "a truss without length passed");
  CHECK(TrussKernel.matrices(point, el.prop, M, C, K), "mass of a truss without length passed");
  CHECK(element_setup(&el, &FiniteMembraneQuadrilateralKernel, rubber, 0, folded), "a folded membrane passed");
  CHECK(FiniteMembraneQuadrilateralKernel.matrices(folded, el.prop, M, C, K), "mass of a folded membrane passed");
  CHECK(element_setup(&el, &FiniteMembraneTriangleKernel, rubber, 0, flat), "a flat membrane passed");
}

/* All nodes in one point, and a node that is not a number. */
static void check_collapse(void)
{
  for (int c = 0; c < CASES; c++) {
    const ElementKernel *k = cases[c].kernel;
    Element              el;
    NodeState            n[ELEMENT_MAX_NODES];
    double               r[MOST];

    if (!k->energy || k->nc != 3) continue; /* pressure cannot, rotations have limits of their own */
    element_setup(&el, k, cases[c].given, cases[c].field, references[k->shape]);
    reference_state(&el, n);
    n[0].x[1] = NAN;
    CHECK(forces(&el, n, r, 0, 0, 0), "%s, %s: not a number passed", k->name, cases[c].what);
    for (int i = 0; i < el.nn; i++) memcpy(n[i].x, el.x[0], sizeof n[i].x);
    CHECK(forces(&el, n, r, 0, 0, 0), "%s, %s: collapse passed", k->name, cases[c].what);
  }
}

int main(void)
{
  for (int c = 0; c < CASES; c++) check_case(&cases[c]);
  check_rotating();
  check_trusses();
  check_membranes();
  check_pressure();
  check_masses();
  check_refused();
  check_collapse();
  return TestReport();
}
