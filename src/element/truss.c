/* truss.c: implements two-node trusses and cables of finite displacements.

   With the unstrained length L, the stretch s = l/L and a strain E(s), the energy per unstrained
   length is W = N0 E + EA E^2/2, where N0 is the prestress. The axial force is P = dW/ds = N dE/ds
   with N = N0 + EA E. L is the length in the mesh, changed by temperature or by a winch.
   Kelvin-Voigt damping adds EA beta dE/dt to N. A cable has P = 0 if N would be negative. The
   strains are green (s^2 - 1)/2, biot s - 1, logarithmic ln s. If EA, N0 or the mass per length
   vary from place to place, an element has those of its middle. Bonet & Wood, Nonlinear Continuum
   Mechanics for Finite Element Analysis (2008), ch. 3. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "law/axial_law.h"
#include "kernels.h"
#include "math/vector.h"
#include "strain_measure.h"
#include "truss.h"

/* Entries of data: L [m], rate of L over L [1/s]; with a given unstrained length also the length
   that has mass, which is L without thermal strain [m]. */
enum { LENGTH, GROWTH, NDATA, PAID_OUT = NDATA, WINCH_NDATA };
/* More data of elements whose properties vary: EA [N], N0 [N], mass per length [kg/m]. */
enum { OWN_EA = NDATA, OWN_PRESTRESS, OWN_MASS, OWN_NDATA };
enum { TRUSS, CABLE }; /* variants */

static const ElementResult results[] = {
  {"strain", 1, "strain of the chosen measure",                                       RESULT_SCALAR},
  {"force",  1, "axial force dW/ds, tension positive, with the force of damping [N]", RESULT_SCALAR},
  {0,        0, 0,                                                                    RESULT_SCALAR}
};

/* Returns the kernel of trusses or cables with a law, or that without one. */
static const ElementKernel *of_properties(const ElementKernel *kernel, const double prop[])
{
  if (!(prop[LAW] > 0)) return kernel;
  return axial_law_kernel(kernel->variant == CABLE ? LAW_CABLE : LAW_TRUSS, kernel->nsections);
}

/* Slack cables have the same traits, because they may become taut. With damping K is unsymmetric,
   because the rate ds/dt depends on the direction of the element. */
static ElementTraits traits(const double prop[])
{
  const int damped = prop[DAMPING] > 0;

  return (ElementTraits){.velocity = damped, .unsymmetric = damped};
}

static const char *setup(const ElementReference *ref, double data[])
{
  data[LENGTH] = shape_size(SHAPE_LINE, ref->x);
  data[GROWTH] = 0;
  if (ref->kernel->ndata == WINCH_NDATA) data[PAID_OUT] = data[LENGTH];
  for (int i = 0; i < 3 && ref->kernel->nsections; i++)
    data[OWN_EA + i] = ref->sections[0][(const int[]){EA, PRESTRESS, MASS_PER_LENGTH}[i]];
  return data[LENGTH] > 0 ? 0 : "has no length";
}

static void unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                     double data[])
{
  data[LENGTH] = rest[LENGTH] * unstrained_stretch(ref->kernel->shape, u);
  data[GROWTH] = u[0].growth;
  if (ref->kernel->ndata == WINCH_NDATA) data[PAID_OUT] = rest[LENGTH] * u[0].length;
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const double *prop = ref->prop, L = shape_size(SHAPE_LINE, ref->x),
               mass = (ref->kernel->nsections ? ref->data[OWN_MASS] : prop[MASS_PER_LENGTH]) * L;

  (void)C, (void)K;
  if (!(L > 0)) return "has no length";
  axial_mass(mass, prop[MASS], M);
  return 0;
}

/* EA and N0 of elements. */
typedef struct {
  Lanes EA, N0;
} AxialLaw;

static ALWAYS_INLINE AxialLaw axial_law(const ElementKernel *kernel, const double prop[],
                                        const double *const data[LANES])
{
  if (kernel->nsections)
    return (AxialLaw){lanes_gather(data, OWN_EA), lanes_gather(data, OWN_PRESTRESS)};
  return (AxialLaw){lanes_fill(prop[EA]), lanes_fill(prop[PRESTRESS])};
}

static ALWAYS_INLINE AxialLaw element_axial_law(const ElementState *e)
{
  const double *const data[LANES] = {e->data, e->data, e->data, e->data};

  return axial_law(e->kernel, e->prop, data);
}

/* Elements at a state. */
typedef struct {
  Lanes l, n[3];             /* length l [m], unit vector from the first node to the second */
  Lanes across[3];           /* relative velocity of the nodes orthogonal to n [m/s] */
  Lanes E, slope, P;         /* strain, its derivative by s, axial force [N] */
  Lanes by_stretch, by_rate; /* derivatives of P by s [N] and by ds/dt [N s] */
  Lanes rate;                /* ds/dt [1/s] */
} AxialState;

/* Computes f from the law, the vectors d from the first to the second nodes, their rates v, the
   unstrained lengths L and their growth. given: strains that replace those of d, or 0. Returns the
   lanes of collapsed elements. It is inlined, so that unused members of f are not computed. */
static ALWAYS_INLINE LaneMask axial_state(const ElementKernel *kernel, const double prop[],
                                          AxialLaw law, Lanes L, double growth, const Lanes d[3],
                                          const Lanes v[3], const Lanes *given, AxialState *f)
{
  const Lanes square = lanes_dot(d, d);
  Lanes       E[3], N, inverse, along;

  f->l    = lanes_sqrt(square);
  inverse = 1 / f->l;
  for (int c = 0; c < 3; c++) f->n[c] = d[c] * inverse;
  along = lanes_dot(f->n, v);
  for (int c = 0; c < 3; c++) f->across[c] = v[c] - along * f->n[c];
  f->rate = prop[DAMPING] > 0 ? (along - growth * f->l) / L : lanes_fill(0);
  strain_of_stretch(prop[STRAIN], f->l / L, E);
  if (given) E[0] = *given;
  N    = law.N0 + law.EA * (E[0] + prop[DAMPING] * E[1] * f->rate);
  f->E = E[0], f->slope = E[1];
  f->P = N * E[1];

  /* ds/dt decreases with s if the unstrained length grows */
  f->by_rate    = law.EA * prop[DAMPING] * E[1] * E[1];
  f->by_stretch = law.EA * (E[1] + prop[DAMPING] * E[2] * f->rate) * E[1] + N * E[2];
  if (prop[DAMPING] > 0) f->by_stretch -= growth * f->by_rate;
  if (kernel->variant == CABLE) {
    const LaneMask taut = N > 0;

    f->P          = lanes_select(taut, f->P, lanes_fill(0));
    f->by_stretch = lanes_select(taut, f->by_stretch, lanes_fill(0));
    f->by_rate    = lanes_select(taut, f->by_rate, lanes_fill(0));
  }
  return ~((f->l > 0) & (f->l < INFINITY));
}

/* Computes f of one element, in all lanes. Returns 1 if the element has collapsed. */
static ALWAYS_INLINE int element_axial_state(const ElementState *e, AxialState *f)
{
  const Lanes given = lanes_fill(e->strain ? e->strain[0] : 0);
  Lanes       d[3], v[3];

  for (int c = 0; c < 3; c++) {
    d[c] = lanes_fill(e->node[1]->x[c] - e->node[0]->x[c]);
    v[c] = lanes_fill(e->node[1]->v[c] - e->node[0]->v[c]);
  }
  return lanes_any(axial_state(e->kernel, e->prop, element_axial_law(e),
                               lanes_fill(e->data[LENGTH]), e->data[GROWTH], d, v,
                               e->strain ? &given : 0, f));
}

SIMD_CLONES static void forces_lanes(const ElementLanes *e, Lanes r[])
{
  const Lanes rest[3] = {lanes_fill(0), lanes_fill(0), lanes_fill(0)},
              L       = lanes_gather(e->data, LENGTH);
  Lanes      d[3];
  LaneMask   collapsed;
  AxialState f;

  for (int c = 0; c < 3; c++) d[c] = e->x[1][c] - e->x[0][c];
  collapsed =
    axial_state(e->kernel, e->prop, axial_law(e->kernel, e->prop, e->data), L, 0, d, rest, 0, &f);
  f.P = lanes_select(collapsed, lanes_fill(NAN), f.P);
  for (int c = 0; c < 3; c++) {
    r[3 + c] = f.P * f.n[c];
    r[c]     = -r[3 + c];
  }
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  const double L = e->data[LENGTH];
  AxialState   f;

  (void)M;
  if (element_axial_state(e, &f)) return 1;
  for (int c = 0; c < 3; c++) {
    r[c] -= f.P[0] * f.n[c][0];
    r[3 + c] += f.P[0] * f.n[c][0];
  }
  if (!K) return 0;
  for (int c = 0; c < 3; c++)
    for (int d = 0; d < 3; d++) {
      const double n = f.n[c][0], m = f.n[d][0];
      /* derivatives of the force P n on the second node by its position, and by its velocity */
      const double k = n * (f.by_stretch[0] * m + f.by_rate[0] * f.across[d][0] / f.l[0]) / L +
                       f.P[0] / f.l[0] * ((c == d) - n * m);
      const double b = f.by_rate[0] / L * n * m;

      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
          K[6 * (3 * i + c) + 3 * j + d] += i == j ? k : -k;
          C[6 * (3 * i + c) + 3 * j + d] += i == j ? b : -b;
        }
    }
  return 0;
}

static void strains(const ElementGroup *e, Lanes own[])
{
  const Lanes L = lanes_gather(e->data, LENGTH);
  Lanes       d[3], v[3], E[3], l;

  for (int c = 0; c < 3; c++)
    for (int k = 0; k < LANES; k++) {
      d[c][k] = e->node[1][k]->x[c] - e->node[0][k]->x[c];
      v[c][k] = e->node[1][k]->v[c] - e->node[0][k]->v[c];
    }
  l = lanes_sqrt(lanes_dot(d, d));
  strain_of_stretch(e->prop[STRAIN], l / L, E);
  own[0] = E[0] + E[1] * lanes_dot(d, v) / (l * L);
}

static double power(const ElementState *e)
{
  AxialState f;

  return element_axial_state(e, &f) ? 0 : e->data[LENGTH] * f.by_rate[0] * f.rate[0] * f.rate[0];
}

static void result(const ElementState *e, double values[])
{
  AxialState f;
  const int  collapsed = element_axial_state(e, &f);

  values[0] = collapsed ? NAN : f.E[0];
  values[1] = collapsed ? NAN : f.P[0];
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  double     strained = 0, straining = 0;
  AxialState f;

  element_axial_state(e, &f);
  for (int c = 0; c < 3; c++) {
    strained += f.n[c][0] * (u[3 + c] - u[c]) / e->data[LENGTH];
    straining += f.n[c][0] * (rate[3 + c] - rate[c]) / e->data[LENGTH];
  }
  values[0] = f.E[0] + f.slope[0] * strained;
  values[1] = f.P[0] + f.by_stretch[0] * strained + f.by_rate[0] * straining;
}

static const ElementResult *derived(const double prop[])
{
  return capacity_results(prop + CAPACITY);
}

static void derive(const double prop[], const double values[], double more[])
{
  more[0] = utilisation(prop + CAPACITY, values[1]);
}

/* Returns the energy at length l. Per length it is N0 E + EA E^2/2 for a truss. For a cable it is
   (N^2 - N0^2)/(2 EA), where negative N and N0 are replaced by 0, and N0 E if EA is 0. All are 0 at
   the reference length, and equal for a taut cable with N0 >= 0. */
static ALWAYS_INLINE Lanes stored_energy(const ElementKernel *kernel, const double prop[],
                                         AxialLaw law, Lanes L, Lanes l)
{
  Lanes E[3], N, N0;

  strain_of_stretch(prop[STRAIN], l / L, E);
  if (kernel->variant == TRUSS) return L * (law.N0 + law.EA * E[0] / 2) * E[0];
  N  = law.N0 + law.EA * E[0];
  N  = lanes_select(N < 0, lanes_fill(0), N);
  N0 = lanes_select(law.N0 < 0, lanes_fill(0), law.N0);
  return lanes_select(law.EA > 0, L * (N - N0) * (N + N0) / (2 * law.EA), L * N0 * E[0]);
}

static double energy(const ElementState *e)
{
  const double l = distance_between(e->node[1]->x, e->node[0]->x);

  return stored_energy(e->kernel, e->prop, element_axial_law(e), lanes_fill(e->data[LENGTH]),
                       lanes_fill(l))[0];
}

SIMD_CLONES static void lanes_energy(const ElementLanes *e, Lanes *energy)
{
  Lanes d[3];

  for (int c = 0; c < 3; c++) d[c] = e->x[1][c] - e->x[0][c];
  *energy = stored_energy(e->kernel, e->prop, axial_law(e->kernel, e->prop, e->data),
                          lanes_gather(e->data, LENGTH), lanes_sqrt(lanes_dot(d, d)));
}

/* A cable slackens where the force of a truss would be 0. */
static double kink_margin(const ElementState *e, const double before[], double now[])
{
  const AxialLaw law = element_axial_law(e);
  AxialState     f;

  now[0] = NAN;
  if (element_axial_state(e, &f)) return INFINITY;
  now[0] = law.N0[0] + law.EA[0] * (f.E[0] + e->prop[DAMPING] * f.slope[0] * f.rate[0]);
  return before && before[0] != 0 && !isnan(before[0]) ? now[0] / before[0] : INFINITY;
}

/* The impedance uses the stiffness at the reference length with the prestress. */
static ElementScale scale(const double prop[])
{
  Lanes E[3];

  strain_of_stretch(prop[STRAIN], lanes_fill(1), E);
  return (ElementScale){
    .speed     = wave_speed(prop[EA], prop[MASS_PER_LENGTH]),
    .impedance = sqrt(fmax(prop[EA] + prop[PRESTRESS] * E[2][0], 0) * prop[MASS_PER_LENGTH])};
}

#define FIXED                                                                                      \
  .props = truss_props, .prepare = truss_prepare, .traits = traits, .scale = scale,                \
  .directions = directions_all, .setup = setup, .unstrain = unstrain,                              \
  .free_motion = free_motion_even, .matrices = matrices, .forces = forces,                         \
  .lanes_forces = forces_lanes, .strains = strains, .energy = energy,                              \
  .lanes_energy = lanes_energy, .power = power, .results = results, .result = result,              \
  .linear_result = linear_result, .derived = derived, .derive = derive,                            \
  .of_properties = of_properties, .divisible = 1
static const ElementType truss = {FIXED}, cable = {FIXED, .kink_margin = kink_margin};

/* ---- given unstrained length ----------------------------------------------------------------- */

static ElementTraits traits_of_winch(const double prop[])
{
  const int acts = prop[DAMPING] > 0 || prop[MASS_PER_LENGTH] > 0;

  return (ElementTraits){.velocity = acts, .unsymmetric = acts};
}

static WinchMass mass_of_winch(const ElementState *e)
{
  const double mass = e->prop[MASS_PER_LENGTH] * e->data[PAID_OUT];

  return (WinchMass){mass, mass * e->data[GROWTH], (int)e->prop[MASS]};
}

static int forces_of_winch(const ElementState *e, double r[], double K[], double C[], double M[])
{
  const WinchMass m = mass_of_winch(e);

  winch_forces(&m, e, r, K, C, M);
  return forces(e, r, K, C, M);
}

static void momentum_of_winch(const ElementState *e, double p[])
{
  const WinchMass m = mass_of_winch(e);

  winch_momentum(&m, e, p);
}

#define ON_WINCH                                                                                   \
  .props = truss_props, .prepare = truss_prepare, .traits = traits_of_winch, .scale = scale,       \
  .directions = directions_all, .setup = setup, .unstrain = unstrain,                              \
  .free_motion = free_motion_even, .forces = forces_of_winch, .momentum = momentum_of_winch,       \
  .energy = energy, .power = power, .results = results, .result = result,                          \
  .linear_result = linear_result, .derived = derived, .derive = derive
static const ElementType winch_truss = {ON_WINCH},
                         winch_cable = {ON_WINCH, .kink_margin = kink_margin};

#define AXIAL_KERNEL(word, kind) .name = word, .shape = SHAPE_LINE, .nc = 3, .variant = kind

#define WINCH(kind) .ndata = WINCH_NDATA, .type = &kind
static const ElementKernel winches[] = {
  {AXIAL_KERNEL("truss", TRUSS), WINCH(winch_truss)},
  {AXIAL_KERNEL("cable", CABLE), WINCH(winch_cable)}
};

static const char *const uniform[] = {"damping", "capacity", "capacity_compression", 0};

#define VARYING(kind)                                                                              \
  .ndata = OWN_NDATA, .nstrain = 1, .type = &kind, .nsections = 1, .uniform = uniform
static const ElementKernel varying[] = {
  {AXIAL_KERNEL("truss", TRUSS), VARYING(truss)},
  {AXIAL_KERNEL("cable", CABLE), VARYING(cable)}
};

#define USUAL(kind) .ndata = NDATA, .nstrain = 1, .type = &kind, .uniform = uniform
const ElementKernel TrussKernel = {AXIAL_KERNEL("truss", TRUSS), USUAL(truss),
                                   .varying = &varying[TRUSS]};
const ElementKernel CableKernel = {AXIAL_KERNEL("cable", CABLE), USUAL(cable),
                                   .varying = &varying[CABLE]};

const ElementKernel *element_winch(const ElementKernel *kernel)
{
  const int known = kernel->type == &truss || kernel->type == &cable;

  return known && !kernel->nsections ? &winches[kernel->variant] : 0;
}
