/* element_test.h: an element with its properties, states of its nodes, its forces, and their
 * differences. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ELEMENT_TEST_H
#define ELEMENT_TEST_H

#include <string.h>
#include "../test.h"
#include "element/beam/varying/section_points.h"
#include "element/element_group.h"
#include "math/rotation.h"
#include "math/vector.h"

enum { MAX_DATA = 1024, MOST = ELEMENT_MAX_DOFS, MOST2 = MOST * MOST };

/* Reference configurations about as large as 1: the differences have that length in mind. */
/* clang-format off */
static const double references[SHAPES][SHAPE_MAX_NODES][3] = {
  [SHAPE_POINT]         = {{1, 2, 3}},
  [SHAPE_LINE]          = {{1, 2, 3}, {2.5, 1, 4}},
  [SHAPE_LINE3]         = {{1, 2, 3}, {2.5, 1, 4}, {1.8, 1.7, 3.4}},
  [SHAPE_TRIANGLE]      = {{0, 0, 0.5}, {2, 0.3, 0}, {0.4, 1.7, 0}},
  [SHAPE_QUADRILATERAL] = {{0, 0, 0}, {2, 0.3, 0.2}, {2.2, 1.9, -0.1}, {0.1, 1.4, 0.3}}};
/* clang-format on */

typedef struct {
  const ElementKernel *kernel;
  const double (*x)[3];
  int                 nn, nd;
  double              prop[ELEMENT_MAX_PROPS], data[MAX_DATA], factor, gravity[3], t;
  const ElementField *flow;
} Element;

/* How many numbers all properties of a kernel take of the given ones. */
static inline size_t given_count(const ElementKernel *k)
{
  size_t n = 0;

  for (const ElementProp *p = k->type->props; p->name; p++) n += (size_t)property_entries(p);
  return n;
}

/* Whether a kernel's properties may vary, and this one is among them. */
static inline int prop_varies(const ElementKernel *k, const ElementProp *p)
{
  int uniform = p->kind != PROP_POSITIVE && p->kind != PROP_NONNEGATIVE && p->kind != PROP_REAL &&
                p->kind != PROP_REALS;

  for (const char *const *name = k->uniform; name && *name; name++)
    uniform |= !strcmp(*name, p->name);
  return !uniform;
}

/* Properties at the points of an element that varies: those that are given, times factors about 1.
 */
static inline const char *vary(const ElementKernel *k, const double given[],
                               double sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS])
{
  double      place[ELEMENT_SECTIONS] = {-0.6, 0.2, 0.8, -0.3}, weight[ELEMENT_SECTIONS];
  const char *wrong                   = 0;

  if (k->nsections == ELEMENT_SECTIONS) element_sections(place, weight);
  for (int g = 0; g < k->nsections && !wrong; g++) {
    double at[ELEMENT_MAX_GIVEN];
    int    i = 0;

    memcpy(at, given, sizeof at);
    for (const ElementProp *p = k->type->props; p->name; i += property_entries(p), p++)
      for (int j = 0; j < property_entries(p) && prop_varies(k, p); j++)
        at[i + j] *= 1 + 0.3 * place[g];
    if (k->type->prepare) wrong = k->type->prepare(at, sections[g]);
    else memcpy(sections[g], at, sizeof at);
  }
  return wrong;
}

/* Numbers beyond those of the kernel with the least data are NAN, so that nobody reads them. */
static inline const char *element_setup(Element *el, const ElementKernel *k, const double given[],
                                        const double field[], const double x[][3])
{
  static const double normals[ELEMENT_MAX_NODES][3] = {
    {0.6, 0,   0.8},
    {0,   0.6, 0.8}
  };
  double           sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS];
  ElementReference ref   = {.kernel = k, .x = x, .field = field, .prop = el->prop};
  const char      *wrong = vary(k, given, sections);

  CHECK(k->ndata <= MAX_DATA, "%s: MAX_DATA is below %d", k->name, k->ndata);
  memset(el, 0, sizeof *el);
  el->kernel = k;
  el->x      = x;
  el->nn     = shape_nodes(k->shape);
  el->nd     = el->nn * k->nc;
  el->factor = 1;
  if (k->type->props[0].kind == PROP_EDGE) ref.normals = normals;
  if (k->nsections) ref.sections = (const double(*)[ELEMENT_MAX_PROPS])sections;
  if (k->type->prepare && !wrong) wrong = k->type->prepare(given, el->prop);
  else memcpy(el->prop, given, given_count(k) * sizeof *given);
  el->kernel = ref.kernel = element_of_properties(k, el->prop);
  for (int i = el->kernel->ndata; i < MAX_DATA; i++) el->data[i] = NAN;
  if (!wrong && el->kernel->type->setup) wrong = el->kernel->type->setup(&ref, el->data);
  return wrong;
}

static inline ElementState state_of(const Element *el, const NodeState n[])
{
  ElementState e = {.kernel = el->kernel,
                    .prop   = el->prop,
                    .data   = el->data,
                    .factor = el->factor,
                    .t      = el->t,
                    .flow   = el->flow};

  for (int c = 0; c < 3; c++) e.gravity[c] = el->gravity[c];
  for (int i = 0; i < el->nn; i++) e.node[i] = &n[i];
  return e;
}

/* The linear part; M, C, K [nd][nd] are zero on entry. */
static inline const char *matrices(const Element *el, double M[], double C[], double K[])
{
  const ElementReference ref = {
    .kernel = el->kernel, .x = el->x, .prop = el->prop, .data = el->data};

  return el->kernel->type->matrices ? el->kernel->type->matrices(&ref, M, C, K) : 0;
}

/* The forces, and the tangents unless K is NULL. */
static inline int forces(const Element *el, const NodeState n[], double r[], double K[], double C[],
                         double M[])
{
  const ElementState e = state_of(el, n);

  memset(r, 0, MOST * sizeof *r);
  if (K) {
    memset(K, 0, MOST2 * sizeof *K);
    memset(C, 0, MOST2 * sizeof *C);
    memset(M, 0, MOST2 * sizeof *M);
  }
  return el->kernel->type->forces(&e, r, K, C, M);
}

static inline double energy(const Element *el, const NodeState n[])
{
  const ElementState e = state_of(el, n);

  return el->kernel->type->energy(&e);
}

static inline void reference_state(const Element *el, NodeState n[])
{
  memset(n, 0, ELEMENT_MAX_NODES * sizeof *n);
  for (int i = 0; i < el->nn; i++) {
    memcpy(n[i].x, el->x[i], sizeof n[i].x);
    n[i].q[0] = 1;
    rotation_matrix(n[i].q, n[i].R);
  }
}

static inline void rest(const Element *el, NodeState n[])
{
  for (int i = 0; i < el->nn; i++)
    for (int c = 0; c < 3; c++) n[i].v[c] = n[i].a[c] = n[i].w[c] = n[i].wd[c] = 0;
}

static unsigned long long uniform_seed = 1;

static inline double uniform(void) /* -1 to 1, the same in every run */
{
  uniform_seed = uniform_seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(uniform_seed >> 11) / (1ULL << 52) - 1;
}

/* Starts the numbers of uniform() anew, by the hash FNV-1a of a name. The first value is chosen so
   that no case meets a corner of its forces, such as a cable that is just taut. */
static inline void start_uniform(const char name[])
{
  uniform_seed = 14695981039346656040ULL;
  for (; *name; name++) uniform_seed = (uniform_seed ^ (unsigned char)*name) * 1099511628211ULL;
}

static inline void random_state(const Element *el, NodeState n[])
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

static inline double largest(int n, const double a[])
{
  double most = 0;

  for (int i = 0; i < n; i++) most = isnan(a[i]) ? INFINITY : fmax(most, fabs(a[i]));
  return most;
}

static inline double difference(int n, const double a[], const double b[])
{
  double most = 0;

  for (int i = 0; i < n; i++) most = isnan(a[i] - b[i]) ? INFINITY : fmax(most, fabs(a[i] - b[i]));
  return most;
}

/* ---- differences of fourth order
 * --------------------------------------------------------------------------------- */

typedef enum { CONFIGURATION, VELOCITY, ACCELERATION } Kind;

static inline void move(NodeState *n, Kind kind, int c, double h)
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

static const double STEP =
  1e-3; /* error: 1e-12 of the fifth derivative / 30, and 1e-13 of rounding */

/* D[nd][nd] of the forces; or, if D is NULL, gradient[nd] of the energy. */
static inline void differences(const Element *el, const NodeState n[], Kind kind, double D[],
                               double gradient[])
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

#endif
