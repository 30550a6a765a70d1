/* axial_law.c: implements bars, trusses, cables and springs whose force follows a uniaxial law.

   With the strain E of an element, its derivative g by the position of the last node and the second
   derivative H, the energy is L W(E + N0/k), where L is the unstrained length, k the initial
   stiffness (EA), N0 the prestress, and N = dW/dE follows the law. The force on the last node is
   L N g and that on the first node the opposite. The stiffness of the last node is
   L (dN/dE g g^T + N H). Kelvin-Voigt damping adds k beta g.v to N. A law of one side, or a cable,
   has N = 0 where N would have the wrong sign.

   Bars and springs have small displacements along a fixed direction n: g = n/L or n, and H = 0.
   Trusses and cables have a strain of the stretch s = l/L: g = dE/ds n/L, with n from the first
   node to the second. The elongation of a spring takes the place of the strain, and 1 that of L. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "axial_law.h"
#include "element/kernels.h"
#include "math/vector.h"
#include "element/strain_measure.h"
#include "element/truss.h"

/* Entries of data:
     LENGTH     unstrained length L [m]; 1 of springs
     FREE       strain without stress of bars
     OWN_...    k, N0 [N] and mass per length [kg/m] of this element
     GRADIENT   [3] g of bars and springs
     PLACE      [2][3] places of the nodes in the mesh [m], of bars and springs */
enum {
  LENGTH,
  FREE,
  OWN_STIFFNESS,
  OWN_PRESTRESS,
  OWN_MASS,
  GRADIENT,
  PLACE = GRADIENT + 3,
  NDATA = PLACE + 6
};

static const ElementResult results[] = {
  {"strain", 1, "axial strain, of the chosen measure if there is one",        RESULT_SCALAR},
  {"force",  1, "axial force by the law, tension positive, with damping [N]", RESULT_SCALAR},
  {0,        0, 0,                                                            RESULT_SCALAR}
};
static const ElementResult spring_results[] = {
  {"elongation", 1, "displacement along the direction, as of springs without a law [m]",
   RESULT_SCALAR                                                                                      },
  {"force",      1, "force by the law, tension positive [N]",                            RESULT_SCALAR},
  {0,            0, 0,                                                                   RESULT_SCALAR}
};

static int is_small(const ElementKernel *kernel)
{
  return kernel->variant != LAW_TRUSS && kernel->variant != LAW_CABLE;
}

static int is_spring(const ElementKernel *kernel)
{
  return kernel->variant == LAW_SPRING || kernel->variant == LAW_GROUND_SPRING;
}

/* Returns 1 for cables, which bear tension alone whatever their law is, otherwise 0. */
static int own_side(const ElementKernel *kernel) { return kernel->variant == LAW_CABLE; }

/* Only a truss or cable with damping has an unsymmetric K: dE/dt depends on its direction. */
static ElementTraits traits(const double prop[])
{
  const int damped = prop[AXIAL_DAMPING] > 0;

  return (ElementTraits){.velocity    = damped,
                         .unsymmetric = damped,
                         .remembers   = uniaxial_law_of(prop + AXIAL_LAW)->nmemory > 0,
                         .ranged      = uniaxial_law_of(prop + AXIAL_LAW)->range != 0};
}

static int nmemory(const ElementKernel *kernel, const double prop[])
{
  (void)kernel;
  return uniaxial_law_of(prop + AXIAL_LAW)->nmemory;
}

/* Computes the direction n of an element in the mesh; its length is not 1. */
static void reference_direction(const ElementReference *ref, double n[3])
{
  if (is_spring(ref->kernel)) spring_direction(ref, n);
  else
    for (int c = 0; c < 3; c++) n[c] = ref->x[1][c] - ref->x[0][c];
}

static int directions(const ElementReference *ref)
{
  double n[3];

  if (!is_small(ref->kernel)) return directions_all(ref);
  reference_direction(ref, n);
  return ref->prop[AXIAL_STIFFNESS] > 0 ? directions_along(n) : 0;
}

static const char *setup(const ElementReference *ref, double data[])
{
  const double *own = ref->kernel->nsections ? ref->sections[0] : ref->prop;
  double        n[3], length;

  reference_direction(ref, n);
  length = norm(n);
  if (!(length > 0))
    return !is_spring(ref->kernel)            ? "has no length"
           : ref->kernel->shape == SHAPE_LINE ? "has no length; give it a direction"
                                              : "has one node and no direction";
  if (own_side(ref->kernel) * uniaxial_law_of(ref->prop + AXIAL_LAW)->one_sided < 0)
    return "has a law that bears compression alone, and cables bear tension alone";
  data[LENGTH]        = is_spring(ref->kernel) ? 1 : length;
  data[FREE]          = 0;
  data[OWN_STIFFNESS] = own[AXIAL_STIFFNESS];
  data[OWN_PRESTRESS] = own[AXIAL_PRESTRESS];
  data[OWN_MASS]      = own[AXIAL_MASS];
  for (int c = 0; c < 3; c++) data[GRADIENT + c] = n[c] / (length * data[LENGTH]);
  for (int i = 0; i < shape_nodes(ref->kernel->shape); i++)
    for (int c = 0; c < 3; c++) data[PLACE + 3 * i + c] = ref->x[i][c];
  return 0;
}

static void unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                     double data[])
{
  if (is_small(ref->kernel)) data[FREE] = unstrained_mean(ref->kernel->shape, u);
  else data[LENGTH] = rest[LENGTH] * unstrained_stretch(ref->kernel->shape, u);
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  (void)C, (void)K;
  if (!is_spring(ref->kernel))
    axial_mass(ref->data[OWN_MASS] * shape_size(SHAPE_LINE, ref->x), ref->prop[AXIAL_LUMPED], M);
  return 0;
}

/* An element at a state. */
typedef struct {
  double E, g[3], H[9];        /* strain, its derivatives by the position of the last node */
  double rate[3];              /* derivative of dE/dt by this position */
  double speed;                /* dE/dt */
  double N, by_E, by_speed, W; /* axial force, its derivatives by E and dE/dt, energy per length */
  LawResponse law;
} AxialLawState;

/* Computes E, g, H of bars and springs. */
static void small_strain(const ElementState *e, AxialLawState *f)
{
  const double *place = e->data + PLACE;
  const int     last  = shape_nodes(e->kernel->shape) - 1;

  f->E = -e->data[FREE];
  for (int c = 0; c < 3; c++) {
    f->g[c] = e->data[GRADIENT + c];
    f->E += f->g[c] * (e->node[last]->x[c] - place[3 * last + c]);
    if (last) f->E -= f->g[c] * (e->node[0]->x[c] - place[c]);
  }
}

/* Computes E, g, H of trusses and cables. Returns 1 if the element has collapsed. */
static int finite_strain(const ElementState *e, AxialLawState *f)
{
  const double L = e->data[LENGTH];
  double       n[3], l;
  Lanes        E[3];

  for (int c = 0; c < 3; c++) n[c] = e->node[1]->x[c] - e->node[0]->x[c];
  l = norm(n);
  if (!(l > 0 && l < INFINITY)) return 1;
  strain_of_stretch(e->prop[AXIAL_MEASURE], lanes_fill(l / L), E);
  f->E = E[0][0];
  for (int c = 0; c < 3; c++) n[c] /= l;
  for (int c = 0; c < 3; c++) {
    f->g[c] = E[1][0] * n[c] / L;
    for (int d = 0; d < 3; d++)
      f->H[3 * c + d] =
        E[2][0] / (L * L) * n[c] * n[d] + E[1][0] / (L * l) * ((c == d) - n[c] * n[d]);
  }
  return 0;
}

/* Returns the strain by the prestress, which the law has at the reference length. */
static double prestrain(const ElementState *e, double k)
{
  return k > 0 ? e->data[OWN_PRESTRESS] / k : 0;
}

/* Computes the response of the law to a strain beyond that by the prestress. */
static void respond(const ElementState *e, double strain, double rate, const double memory[],
                    LawResponse *r)
{
  const double   k  = e->data[OWN_STIFFNESS];
  const LawPoint at = {k, e->prop[AXIAL_DAMPING], prestrain(e, k) + strain, rate, memory};

  uniaxial_law_respond(e->prop + AXIAL_LAW, own_side(e->kernel), &at, r);
}

/* Computes N, its derivatives and W from E and dE/dt. */
static void follow_law(const ElementState *e, AxialLawState *f)
{
  static const double nothing[LAW_MAX_MEMORY];
  LawResponse         mesh;

  respond(e, 0, 0, nothing, &mesh);
  respond(e, f->E, f->speed, e->memory, &f->law);
  f->N        = f->law.stress;
  f->by_E     = f->law.tangent;
  f->by_speed = f->law.by_rate;
  f->W        = f->law.energy - mesh.energy;
}

/* Computes f. Returns 1 if the element has collapsed. */
static int axial_law_state(const ElementState *e, AxialLawState *f)
{
  const int last = shape_nodes(e->kernel->shape) - 1;
  double    v[3];

  *f = (AxialLawState){0};
  if (is_small(e->kernel)) small_strain(e, f);
  else if (finite_strain(e, f)) return 1;
  for (int c = 0; c < 3; c++) v[c] = e->node[last]->v[c] - (last ? e->node[0]->v[c] : 0);
  f->speed = dot(f->g, v);
  mat_vec(f->H, v, f->rate);
  follow_law(e, f);
  return 0;
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  const double  L  = e->data[LENGTH];
  const int     nn = shape_nodes(e->kernel->shape);
  AxialLawState f;

  (void)M;
  if (axial_law_state(e, &f)) return 1;
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) r[3 * i + c] += (i == nn - 1 ? L : -L) * f.N * f.g[c];
  if (!K) return 0;
  for (int c = 0; c < 3; c++)
    for (int d = 0; d < 3; d++) {
      const double k = L *
                       (f.g[c] * (f.by_E * f.g[d] + f.by_speed * f.rate[d]) + f.N * f.H[3 * c + d]),
                   b = L * f.by_speed * f.g[c] * f.g[d];

      for (int i = 0; i < nn; i++)
        for (int j = 0; j < nn; j++) {
          K[3 * nn * (3 * i + c) + 3 * j + d] += i == j ? k : -k;
          C[3 * nn * (3 * i + c) + 3 * j + d] += i == j ? b : -b;
        }
    }
  return 0;
}

static int kinked(const ElementState *e)
{
  const double  k = e->data[OWN_STIFFNESS];
  AxialLawState f;

  return !axial_law_state(e, &f) &&
         uniaxial_law_kinked(e->prop + AXIAL_LAW, own_side(e->kernel), f.E + prestrain(e, k));
}

static double kink_margin(const ElementState *e, const double before[], double now[])
{
  const double  k = e->data[OWN_STIFFNESS], damping = e->prop[AXIAL_DAMPING];
  AxialLawState f;
  LawPoint      from, to;

  now[0] = now[1] = NAN;
  if (axial_law_state(e, &f)) return INFINITY;
  now[0] = f.E + prestrain(e, k);
  now[1] = f.speed;
  if (!before || isnan(before[0])) return INFINITY;
  from = (LawPoint){k, damping, before[0], before[1], e->memory};
  to   = (LawPoint){k, damping, now[0], now[1], e->memory};
  return uniaxial_law_kink_margin(e->prop + AXIAL_LAW, own_side(e->kernel), &from, &to);
}

static void stiffen(const ElementState *e, double K[])
{
  const double  most = e->data[OWN_STIFFNESS] * uniaxial_law_largest(e->prop + AXIAL_LAW);
  const int     nn   = shape_nodes(e->kernel->shape);
  AxialLawState f;

  if (axial_law_state(e, &f)) return;
  for (int c = 0; c < 3; c++)
    for (int d = 0; d < 3; d++)
      for (int i = 0; i < nn; i++)
        for (int j = 0; j < nn; j++)
          K[3 * nn * (3 * i + c) + 3 * j + d] +=
            (i == j ? 1 : -1) * e->data[LENGTH] * (most - f.by_E) * f.g[c] * f.g[d];
}

static double beyond(const ElementState *e, double *strain)
{
  AxialLawState f;

  if (axial_law_state(e, &f)) return 0;
  *strain = f.E + prestrain(e, e->data[OWN_STIFFNESS]);
  return uniaxial_law_beyond(e->prop + AXIAL_LAW, *strain);
}

static double energy(const ElementState *e)
{
  AxialLawState f;

  return axial_law_state(e, &f) ? 0 : e->data[LENGTH] * f.W;
}

static double dissipated(const ElementState *e)
{
  AxialLawState f;

  return axial_law_state(e, &f) ? 0 : e->data[LENGTH] * f.law.dissipated;
}

static void remember(const ElementState *e, double memory[])
{
  const int     n = nmemory(e->kernel, e->prop);
  AxialLawState f;

  /* an accepted state has not collapsed */
  if (!axial_law_state(e, &f)) memcpy(memory, f.law.memory, (size_t)n * sizeof *memory);
}

static double power(const ElementState *e)
{
  AxialLawState f;

  return axial_law_state(e, &f) ? 0 : e->data[LENGTH] * f.by_speed * f.speed * f.speed;
}

/* Returns dE/ds of trusses and cables, 1 of bars and springs. */
static double slope(const ElementState *e, const AxialLawState *f)
{
  return norm(f->g) * e->data[LENGTH];
}

static void result(const ElementState *e, double values[])
{
  AxialLawState f;
  const int     collapsed = axial_law_state(e, &f);

  values[0] = collapsed ? NAN : f.E;
  values[1] = collapsed ? NAN : f.N * slope(e, &f);
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  const int     last = shape_nodes(e->kernel->shape) - 1;
  double        d[3], v[3], turned[3], strained, straining;
  AxialLawState f;

  if (axial_law_state(e, &f)) return;
  for (int c = 0; c < 3; c++) {
    d[c] = u[3 * last + c] - (last ? u[c] : 0);
    v[c] = rate[3 * last + c] - (last ? rate[c] : 0);
  }
  strained  = dot(f.g, d);
  straining = dot(f.g, v);
  mat_vec(f.H, d, turned); /* the change of g */
  values[0] = f.E + strained;
  values[1] = slope(e, &f) * (f.N + f.by_E * strained + f.by_speed * straining) +
              f.N * e->data[LENGTH] * dot(f.g, turned) / norm(f.g);
}

static const ElementResult *derived(const double prop[])
{
  return capacity_results(prop + AXIAL_CAPACITY);
}

static void derive(const double prop[], const double values[], double more[])
{
  more[0] = utilisation(prop + AXIAL_CAPACITY, values[1]);
}

/* The impedance is that of small waves in the mesh with the prestress. */
static double impedance(const double prop[], double curvature)
{
  return sqrt(fmax(prop[AXIAL_STIFFNESS] + prop[AXIAL_PRESTRESS] * curvature, 0) *
              prop[AXIAL_MASS]);
}

static ElementScale bar_scale(const double prop[])
{
  return (ElementScale){.speed     = wave_speed(prop[AXIAL_STIFFNESS], prop[AXIAL_MASS]),
                        .impedance = impedance(prop, 0)};
}

static ElementScale truss_scale(const double prop[])
{
  Lanes E[3];

  strain_of_stretch(prop[AXIAL_MEASURE], lanes_fill(1), E);
  return (ElementScale){.speed     = wave_speed(prop[AXIAL_STIFFNESS], prop[AXIAL_MASS]),
                        .impedance = impedance(prop, E[2][0])};
}

#define LAW_TYPE                                                                                   \
  .traits = traits, .directions = directions, .setup = setup, .matrices = matrices,                \
  .forces = forces, .energy = energy, .power = power, .kinked = kinked,                            \
  .kink_margin = kink_margin, .stiffen = stiffen, .beyond = beyond, .nmemory = nmemory,            \
  .remember = remember, .dissipated = dissipated, .result = result, .linear_result = linear_result

#define LAW_LINE                                                                                   \
  LAW_TYPE, .results = results, .unstrain = unstrain, .free_motion = free_motion_even,             \
            .derived = derived, .derive = derive, .divisible = 1

static const ElementType bar    = {LAW_LINE, .props = bar_props, .prepare = bar_prepare,
                                   .scale = bar_scale};
static const ElementType truss  = {LAW_LINE, .props = truss_props, .prepare = truss_prepare,
                                   .scale = truss_scale};
static const ElementType spring = {LAW_TYPE, .props = spring_props, .prepare = spring_prepare,
                                   .results = spring_results, .lumped = 1};

static const char *const uniform[] = {"damping", "capacity", "capacity_compression", 0};

#define KERNEL(word, form, kind, of, n)                                                            \
  {                                                                                                \
    .name = word, .shape = form, .nc = 3, .ndata = NDATA, .variant = kind, .type = &of,            \
    .nsections = n, .uniform = uniform                                                             \
  }
#define BOTH(word, form, kind, of)                                                                 \
  {                                                                                                \
    KERNEL(word, form, kind, of, 0), KERNEL(word, form, kind, of, 1)                               \
  }

static const ElementKernel kernels[][2] = {
  [LAW_BAR]           = BOTH("bar", SHAPE_LINE, LAW_BAR, bar),
  [LAW_TRUSS]         = BOTH("truss", SHAPE_LINE, LAW_TRUSS, truss),
  [LAW_CABLE]         = BOTH("cable", SHAPE_LINE, LAW_CABLE, truss),
  [LAW_SPRING]        = BOTH("spring", SHAPE_LINE, LAW_SPRING, spring),
  [LAW_GROUND_SPRING] = BOTH("spring", SHAPE_POINT, LAW_GROUND_SPRING, spring)};

const ElementKernel *axial_law_kernel(AxialKind kind, int varies) { return &kernels[kind][varies]; }
