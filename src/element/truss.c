/* truss.c: two-node truss and cable of finite displacements. With the stretch s = l/L and a strain E(s) the energy per
   reference length is W = N0 E + EA E^2/2, the axial force P = dW/ds = N dE/ds with N = N0 + EA E. Kelvin-Voigt damping
   adds EA beta dE/dt to N. A cable has no force where N would be negative. Strains: green (s^2 - 1)/2, biot s - 1,
   logarithmic ln s. Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis (2008), ch. 3. */
#include "kernels.h"
#include "vector.h"

enum { STRAIN, EA, YOUNG, AREA, MASS_PER_LENGTH, DENSITY, PRESTRESS, DAMPING, MASS, NPROP };
enum { GREEN, BIOT, LOGARITHMIC };
enum { LENGTH, NDATA }; /* L [m] */

static const char *const strain_words[] = {"green", "biot", "logarithmic", 0};

static const ElementProp props[] = {
  {"strain",          PROP_CHOICE,      0, GREEN,           "strain: green, biot or logarithmic",      0, strain_words},
  {"ea",              PROP_POSITIVE,    0, NAN,             "EA [N], or young and area",               0, 0           },
  {"young",           PROP_POSITIVE,    0, NAN,             "Young's modulus E [N/m2]",                0, 0           },
  {"area",            PROP_POSITIVE,    0, NAN,             "area of the cross-section A [m2]",        0, 0           },
  {"mass_per_length", PROP_NONNEGATIVE, 0, NAN,             "[kg/m], or density and area",             0, 0           },
  {"density",         PROP_NONNEGATIVE, 0, NAN,             "mass per volume [kg/m3]",                 0, 0           },
  {"prestress",       PROP_REAL,        0, 0,               "axial force at the reference length [N]", 0, 0           },
  {"damping",         PROP_NONNEGATIVE, 0, 0,               "beta [s] in EA (E + beta dE/dt)",         0, 0           },
  {"mass",            PROP_CHOICE,      0, MASS_CONSISTENT, "mass matrix: consistent or lumped",       0, mass_words  },
  {0,                 0,                0, 0,               0,                                         0, 0           }
};

static const ElementResult results[] = {
  {"strain", 1, "strain of the measure chosen"               },
  {"force",  1, "axial force dW/ds, damped part included [N]"},
  {0,        0, 0                                            }
};

static const char *prepare(const double given[], double prop[])
{
  const int ea = !isnan(given[EA]), young = !isnan(given[YOUNG]), area = !isnan(given[AREA]);
  const int mass = !isnan(given[MASS_PER_LENGTH]), density = !isnan(given[DENSITY]);

  if (ea && young) return "has both ea and young; give one of them";
  if (mass && density) return "has both mass_per_length and density; give one of them";
  if (!ea && !(young && area)) return "has no stiffness: give ea, or young and area";
  if (!mass && !density) return "has no mass: give mass_per_length, which may be 0, or density and area";
  if (density && !area) return "has a density but no area";
  if (area && ea && mass) return "has an area that nothing uses beside ea and mass_per_length";
  for (int i = 0; i < NPROP; i++) prop[i] = given[i];
  if (!ea) prop[EA] = given[YOUNG] * given[AREA];
  if (!mass) prop[MASS_PER_LENGTH] = given[DENSITY] * given[AREA];
  return 0;
}

static const char *setup(const double x[][3], const double field[], const double prop[], double data[])
{
  (void)field, (void)prop;
  data[LENGTH] = shape_size(SHAPE_LINE, x);
  return data[LENGTH] > 0 ? 0 : "has no length";
}

static const char *matrices(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  const double L = shape_size(SHAPE_LINE, x), mass = prop[MASS_PER_LENGTH] * L;

  (void)C, (void)K;
  if (!(L > 0)) return "has no length";
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++)
        M[6 * (3 * i + c) + 3 * j + c] =
          prop[MASS] == MASS_LUMPED ? (i == j ? mass / 2 : 0) : (i == j ? mass / 3 : mass / 6);
  return 0;
}

/* E and its first two derivatives by the stretch s. */
static void strain(double measure, double s, double E[3])
{
  if (measure == GREEN) E[0] = (s - 1) * (s + 1) / 2, E[1] = s, E[2] = 1;
  else if (measure == BIOT) E[0] = s - 1, E[1] = 1, E[2] = 0;
  else E[0] = log(s), E[1] = 1 / s, E[2] = -1 / (s * s);
}

typedef struct {
  double l, n[3], across[3];        /* length, direction, relative velocity across it */
  double E, P, by_stretch, by_rate; /* strain, axial force [N], its derivatives by s and ds/dt */
  double rate;                      /* ds/dt [1/s] */
} Axial;

/* Returns 1 where the element has collapsed. */
static int axial(const ElementState *e, int cable, Axial *f)
{
  const double *prop = e->prop, L = e->data[LENGTH];
  double        d[3], v[3], E[3], along, rate, N;

  for (int c = 0; c < 3; c++) {
    d[c] = e->node[1]->x[c] - e->node[0]->x[c];
    v[c] = e->node[1]->v[c] - e->node[0]->v[c];
  }
  f->l = norm(d);
  if (!(f->l > 0) || !isfinite(f->l)) return 1;
  for (int c = 0; c < 3; c++) f->n[c] = d[c] / f->l;
  along = dot(f->n, v);
  for (int c = 0; c < 3; c++) f->across[c] = v[c] - along * f->n[c];

  strain(prop[STRAIN], f->l / L, E);
  rate = f->rate = along / L;
  N              = prop[PRESTRESS] + prop[EA] * (E[0] + prop[DAMPING] * E[1] * rate);
  f->E           = E[0];
  f->P = f->by_stretch = f->by_rate = 0;
  if (cable && !(N > 0)) return 0;
  f->P          = N * E[1];
  f->by_stretch = prop[EA] * (E[1] + prop[DAMPING] * E[2] * rate) * E[1] + N * E[2];
  f->by_rate    = prop[EA] * prop[DAMPING] * E[1] * E[1];
  return 0;
}

static int forces(const ElementState *e, int cable, double r[], double K[], double C[])
{
  const double L = e->data[LENGTH];
  Axial        f;

  if (axial(e, cable, &f)) return 1;
  for (int c = 0; c < 3; c++) {
    r[c] -= f.P * f.n[c];
    r[3 + c] += f.P * f.n[c];
  }
  if (!K) return 0;
  for (int c = 0; c < 3; c++)
    for (int d = 0; d < 3; d++) { /* of the force P n at the second node, by its position and velocity */
      const double k =
        f.n[c] * (f.by_stretch * f.n[d] + f.by_rate * f.across[d] / f.l) / L + f.P / f.l * ((c == d) - f.n[c] * f.n[d]);
      const double b = f.by_rate / L * f.n[c] * f.n[d];

      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
          K[6 * (3 * i + c) + 3 * j + d] += i == j ? k : -k;
          C[6 * (3 * i + c) + 3 * j + d] += i == j ? b : -b;
        }
    }
  return 0;
}

static double power(const ElementState *e, int cable)
{
  Axial f;

  return axial(e, cable, &f) ? 0 : e->data[LENGTH] * f.by_rate * f.rate * f.rate;
}

static void result(const ElementState *e, int cable, double values[])
{
  Axial f;

  if (axial(e, cable, &f)) f.E = f.P = NAN;
  values[0] = f.E;
  values[1] = f.P;
}

static double stretch(const ElementState *e)
{
  const double *a = e->node[0]->x, *b = e->node[1]->x, d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};

  return norm(d) / e->data[LENGTH];
}

static int truss_forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  (void)M;
  return forces(e, 0, r, K, C);
}

static double truss_energy(const ElementState *e)
{
  const double *prop = e->prop;
  double        E[3];

  strain(prop[STRAIN], stretch(e), E);
  return e->data[LENGTH] * (prop[PRESTRESS] + prop[EA] * E[0] / 2) * E[0];
}

static double truss_power(const ElementState *e) { return power(e, 0); }
static void   truss_result(const ElementState *e, double values[]) { result(e, 0, values); }

static int cable_forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  (void)M;
  return forces(e, 1, r, K, C);
}

/* N^2 / (2 EA) of the tension N, less its value at the reference length, where a truss has no energy either. */
static double cable_energy(const ElementState *e)
{
  const double *prop = e->prop, N0 = fmax(prop[PRESTRESS], 0);
  double        E[3], N;

  strain(prop[STRAIN], stretch(e), E);
  N = fmax(prop[PRESTRESS] + prop[EA] * E[0], 0);
  return e->data[LENGTH] * (N - N0) * (N + N0) / (2 * prop[EA]);
}

static double cable_power(const ElementState *e) { return power(e, 1); }
static void   cable_result(const ElementState *e, double values[]) { result(e, 1, values); }

const ElementKernel TrussKernel = {.name     = "truss",
                                   .shape    = SHAPE_LINE,
                                   .nc       = 3,
                                   .props    = props,
                                   .ndata    = NDATA,
                                   .prepare  = prepare,
                                   .setup    = setup,
                                   .matrices = matrices,
                                   .forces   = truss_forces,
                                   .energy   = truss_energy,
                                   .power    = truss_power,
                                   .results  = results,
                                   .result   = truss_result};

const ElementKernel CableKernel = {.name     = "cable",
                                   .shape    = SHAPE_LINE,
                                   .nc       = 3,
                                   .props    = props,
                                   .ndata    = NDATA,
                                   .prepare  = prepare,
                                   .setup    = setup,
                                   .matrices = matrices,
                                   .forces   = cable_forces,
                                   .energy   = cable_energy,
                                   .power    = cable_power,
                                   .results  = results,
                                   .result   = cable_result};
