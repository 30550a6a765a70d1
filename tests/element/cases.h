/* cases.h: nonlinear elements with properties, and what each of them promises. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CASES_H
#define CASES_H

#include "element_test.h"
#include "element/law/uniaxial_law.h"

enum { STATES = 5 };

/* What a case promises. */
enum {
  SYMMETRIC =
    1, /* K = K^T at rest; with rotations up to moments of the nodes, which vanish in equilibrium */
  CONSERVATIVE = 2, /* at rest r is the gradient of energy() */
  UNSTRESSED   = 4, /* no force, no energy at the reference and its rigid motions */
  BALANCED =
    8, /* forces and moments sum to zero at rest; always if there is no nonlinear inertia */
  LOAD     = 16,                                  /* has a factor */
  GROUNDED = 32,                                  /* knows directions of space */
  KINKED   = 64,                                  /* the tangent jumps at the reference */
  STRESSED = SYMMETRIC | CONSERVATIVE | BALANCED, /* by prestress */
  FREE     = STRESSED | UNSTRESSED
};

typedef struct {
  const ElementKernel *kernel;
  const char          *what;
  int                  promises;
  double               given[ELEMENT_MAX_GIVEN];
  const double        *field; /* at the nodes; NULL: none */
  const ElementField  *flow;  /* of a fluid; NULL: none */
} Case;

/* A wave on a current. */
static inline void wave_value(const void *formulas, const double x[3], double t, double u[3],
                              double gradient[9])
{
  const double phase = 0.7 * x[0] - 0.4 * x[2] - 1.3 * t;

  (void)formulas;
  u[0] = 0.8 + 0.5 * sin(phase);
  u[1] = 0.3 * x[2];
  u[2] = 0.5 * cos(phase);
  for (int i = 0; i < 9 && gradient; i++) gradient[i] = 0;
  if (!gradient) return;
  gradient[0] = 0.5 * 0.7 * cos(phase);
  gradient[2] = -0.5 * 0.4 * cos(phase);
  gradient[5] = 0.3;
  gradient[6] = -0.5 * 0.7 * sin(phase);
  gradient[8] = 0.5 * 0.4 * sin(phase);
}

static const ElementField wave = {wave_value, 0};

/* Sets up the element of a case. The random numbers of a case follow from its name, so that other
   cases do not change them. Returns NULL, or what is wrong. */
static inline const char *case_setup(const Case *c, Element *el)
{
  const char *wrong =
    element_setup(el, c->kernel, c->given, c->field, references[c->kernel->shape]);
  char name[256];

  snprintf(name, sizeof name, "%s, %s", c->kernel->name, c->what);
  start_uniform(name);
  el->flow = c->flow;
  el->t    = 0.4;
  if (c->promises & LOAD) el->factor = 0.7;
  return wrong;
}

/* given: strain, ea, young, area, mass_per_length, density, prestress, damping, mass;
   law, young, poisson, thickness, density, prestress, mass; pressure */
static const double depth[] = {1, 3, -0.5, 2};

static const Case plain_cases[] = {
  {&TrussKernel,                       "green",               FREE,                        {0, 7, NAN, NAN, 2, NAN, 0, 0, 0},    0  },
  {&TrussKernel,                       "biot",                FREE,                        {1, 7, NAN, NAN, 2, NAN, 0, 0, 0},    0  },
  {&TrussKernel,                       "logarithmic",         FREE,                        {2, NAN, 7, 2, NAN, 2, 0, 0, 1},      0  },
  {&TrussKernel,                       "green, prestressed",  STRESSED,                    {0, 7, NAN, NAN, 2, NAN, 3, 0, 0},    0  },
  {&TrussKernel,                       "green, damped",       FREE,                        {0, 7, NAN, NAN, 2, NAN, 0, 0.3, 0},  0  },
  {&TrussKernel,                       "biot, damped",        STRESSED,                    {1, 7, NAN, NAN, 2, NAN, -1, 0.3, 0}, 0  },
  {&TrussKernel,                       "logarithmic, damped", STRESSED,                    {2, 7, NAN, NAN, 2, NAN, 3, 0.3, 0},  0  },
  {&CableKernel,                       "taut",                STRESSED,                    {0, 7, NAN, NAN, 2, NAN, 20, 0, 0},   0  },
  {&CableKernel,                       "taut and slack",      FREE,                        {2, 7, NAN, NAN, 2, NAN, 0, 0.3, 0},  0  },
  {&FiniteMembraneTriangleKernel,      "neo 0",               FREE,                        {1, 6, 0, 0.1, 2, 0, 0},              0  },
  {&FiniteMembraneTriangleKernel,      "neo 0.3",             FREE,                        {1, 6, 0.3, 0.1, 2, 0, 0},            0  },
  {&FiniteMembraneTriangleKernel,      "stvk 0.3",            FREE,                        {0, 6, 0.3, 0.1, 2, 0, 0},            0  },
  {&FiniteMembraneTriangleKernel,      "stvk, prestressed",   STRESSED,                    {0, 6, 0.3, 0.1, 2, 2, 0},            0  },
  {&FiniteMembraneQuadrilateralKernel, "neo 0.3",             FREE,                        {1, 6, 0.3, 0.1, 2, 0, 0},            0  },
  {&FiniteMembraneQuadrilateralKernel, "neo 0.499",           FREE,                        {1, 6, 0.499, 0.1, 2, 0, 0},          0  },
  {&FiniteMembraneQuadrilateralKernel, "rubber",              FREE,                        {1, 6, 0.5, 0.1, 2, 0, 1},            0  },
  {&FiniteMembraneQuadrilateralKernel,
   "rubber, prestressed",                                     STRESSED,
   {1, 6, 0.5, 0.1, 2, -2, 1},
   0                                                                                                                                },
  {&FiniteMembraneQuadrilateralKernel, "stvk 0",              FREE,                        {0, 6, 0, 0.1, 2, 0, 0},              0  },
  {&FiniteMembraneQuadrilateralKernel, "stvk 0.49",           FREE,                        {0, 6, 0.49, 0.1, 2, 0, 0},           0  },
  {&DragKernel,                        "in a wave",           GROUNDED,                    {2, 0.5, 1.2, 1, 1, 1},               0,   &wave},
  {&PressureTriangleKernel,                                  "pressure",                                 LOAD,                 {4},                 0},
  {&PressureQuadrilateralKernel,                                  "suction",                            LOAD,             {-4},                  0    },
  {&PressureTriangleKernel,                                  "hydrostatic pressure",                                 LOAD,     {4},     depth},
  {&PressureQuadrilateralKernel,                                  "hydrostatic suction",                            LOAD, {-4},      depth        }
};

enum { PLAIN_CASES = sizeof plain_cases / sizeof plain_cases[0] };

/* Given properties by their names; the others as the table says. */
static inline void give(const ElementKernel *k, double given[], const char name[], int n,
                        const double value[])
{
  for (const ElementProp *p = k->type->props; p->name; p++) {
    const int count = property_entries(p);

    for (int i = 0; i < count; i++) {
      if (!name) given[i] = p->value;
      else if (!strcmp(name, p->name)) given[i] = value[i];
    }
    CHECK(!name || strcmp(name, p->name) || n == count, "%s has %d numbers", name, count);
    given += count;
  }
}

/* The stiffness of a beam: six numbers, a matrix, or six numbers on the line of nodes. */
enum { OFF_THE_LINE, COUPLED, DIAGONAL, STIFFNESSES };

/* Off its line of nodes, unless the stiffness is diagonal; with a first moment. */
static inline Case beam_case(const ElementKernel *k, const char what[], int kind, double damping,
                             double correction)
{
  const double stiffness[6] = {70, 30, 25, 8, 12, 9}, inertia[6] = {2, 1.2, 1.4, 0.1, 0.2, -0.1};
  const double center[2] = {0.1, -0.05}, offset[2] = {-0.2, 0.1}, mass = 3,
               direction[3]         = {0.2, -0.3, 1};
  static const char *const names[6] = {"ea", "gay", "gaz", "gj", "eiy", "eiz"};
  static const double      twist[3] = {0.1, 0.7, 0.3};
  Case                     c        = {k, what, FREE, {0}, twist};

  give(k, c.given, NULL, 0, NULL);
  if (kind == COUPLED) { /* diagonal, and a product of a vector with itself */
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
  if (kind != DIAGONAL) give(k, c.given, "offset", 2, offset);
  give(k, c.given, "direction", 3, direction);
  give(k, c.given, "damping", 1, &damping);
  give(k, c.given, "correction", 1, &correction);
  return c;
}

/* A beam without inertia between its nodes: lumped, with a first moment, or linear, without. */
static inline Case nodal_mass_case(const char what[], double mass)
{
  const double on_line[2] = {0, 0};
  Case         c          = beam_case(&BeamKernel, what, DIAGONAL, 0.3, CORRECTION_FULL);

  give(&BeamKernel, c.given, "mass", 1, &mass);
  if (mass == MASS_LINEAR) give(&BeamKernel, c.given, "center", 2, on_line);
  return c;
}

enum {
  NODAL_MASS_CASES = 2,
  AXIAL_CASES      = 2,
  BEAM_CASES       = 6 * STIFFNESSES + NODAL_MASS_CASES + AXIAL_CASES
};

/* Whether the axial force bends the elements of a case between their nodes. The inertia there does
   not, in contrast to the weight. */
static inline int is_axial(const Case *c) { return strstr(c->what, "axial") != NULL; }

/* Whether the response of the elements of a case to loads between their nodes, also to weight,
   depends on the state: with the axial force, or because a section law of two-node beams notices
   the loads. axial.c and section_laws.py compare these with fine meshes. */
static inline int notices_loads(const Case *c)
{
  return is_axial(c) || !strcmp(c->what, "law") || !strcmp(c->what, "law, round, damped");
}

static const Case rotating_cases[] = {
  {&BodyKernel,                   "off center",             0,                                   {2, 0.1, 0.2, 0.3, 1, 1.2, 1.4, 0.1, 0.2, -0.1}, 0},
  {&RotationalSpringKernel,       "about all axes",         FREE,                                {3, 0, 0, 0, 0},                                 0},
  {&RotationalSpringKernel,       "damped, about one axis", FREE,                                {3, 0.4, 1, -0.5, 0.2},                          0},
  {&GroundRotationalSpringKernel,
   "to ground",                                             SYMMETRIC | CONSERVATIVE | GROUNDED,
   {3, 0.4, 0, 0, 0},
   0                                                                                                                                               }
};

enum {
  SHELL_CASES    = 12,
  ROTATING_CASES = sizeof rotating_cases / sizeof rotating_cases[0],
  /* trusses, cables and membranes; beams with the correction; shells */
  VARYING_CASES = 19 + 2 * STIFFNESSES + 4,
  LAW_CASES     = 18,
  CASES = PLAIN_CASES + BEAM_CASES + SHELL_CASES + ROTATING_CASES + VARYING_CASES + LAW_CASES
};

static inline Case shell_case(const ElementKernel *k, const char what[], double thickness,
                              double density, const double direction[3])
{
  const double young = 6, poisson = 0.3;
  double       prop[ELEMENT_MAX_PROPS];
  Case         c = {k, what, FREE, {0}, 0};

  give(k, c.given, NULL, 0, NULL);
  give(k, c.given, "young", 1, &young);
  give(k, c.given, "poisson", 1, &poisson);
  give(k, c.given, "thickness", 1, &thickness);
  give(k, c.given, "density", 1, &density);
  give(k, c.given, "direction", 3, direction);
  if (!k->type->prepare(c.given, prop)) c.kernel = element_of_properties(k, prop);
  return c;
}

/* A positive definite stiffness of a shell of thickness h, with all couplings, or with those of
   stretching and bending alone. */
static inline void coupled_stiffness(double h, int with_shear, double D[64])
{
  static const double A[3][3] = {
    {8,   2,    0.7 },
    {2,   5,    -0.4},
    {0.7, -0.4, 3   }
  };

  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      const int    a = i < 3 ? 0 : i < 6 ? 1 : 2, b = j < 3 ? 0 : j < 6 ? 1 : 2;
      const double scale = h * (a == 1 ? h : 1) * (b == 1 ? h : 1);
      double       value = a == b && a == 2 ? (i == j ? 2.5 : 0.6) : 0;

      if (a == b && a < 2) value = A[i % 3][j % 3] / (a ? 12 : 1);
      else if (a != b && a < 2 && b < 2) value = 0.05 * (1 + i % 3 + j % 3);
      else if (a != b && with_shear) value = 0.08 * (i + j - 8);
      D[8 * i + j] = scale * value;
    }
}

/* A shell with a coupled stiffness, and an offset that couples its mass. */
static inline Case coupled_shell_case(const ElementKernel *k, const char what[], double h,
                                      int with_shear, double mass, double offset,
                                      const double direction[3])
{
  Case   c = {k, what, FREE, {0}, 0};
  double D[64];

  coupled_stiffness(h, with_shear, D);
  give(k, c.given, NULL, 0, NULL);
  give(k, c.given, "stiffness", 64, D);
  give(k, c.given, "thickness", 1, &h);
  give(k, c.given, "mass_per_area", 1, &mass);
  give(k, c.given, "offset", 1, &offset);
  give(k, c.given, "direction", 3, direction);
  if (mass * offset != 0) c.promises &= ~BALANCED;
  return c;
}

/* Adds the same elements, with properties that vary from place to place. */
static inline void add_varying(Case cases[CASES])
{
  int n = PLAIN_CASES + BEAM_CASES + SHELL_CASES + ROTATING_CASES;

  for (int k = 0; k < PLAIN_CASES; k++)
    if (plain_cases[k].kernel->varying) {
      cases[n]          = plain_cases[k];
      cases[n++].kernel = plain_cases[k].kernel->varying;
    }
  for (int kind = 0; kind < STIFFNESSES; kind++)
    for (int damped = 0; damped < 2; damped++) {
      cases[n] = beam_case(&BeamKernel, damped ? "damped, varying" : "elastic, varying", kind,
                           damped ? 0.3 : 0, CORRECTION_FULL);
      cases[n++].kernel = BeamKernel.varying;
    }
  for (int k = 0; k < SHELL_CASES; k++) {
    const Case *c = &cases[PLAIN_CASES + BEAM_CASES + k];

    if (strncmp(c->what, "damped", 6) != 0) continue;
    cases[n] = *c;
    cases[n++].kernel =
      (shape_nodes(c->kernel->shape) == 3 ? &ShellTriangleKernel : &ShellQuadrilateralKernel)
        ->varying;
  }
  CHECK(n + LAW_CASES == CASES, "%d cases of %d", n, CASES);
}

/* The parameters of laws: a kink at 0.1 and the stiffness beyond it; a table with several lines. */
static const double kink[]  = {0.1, 0.2},
                    lines[] = {-0.4, -1.1, -0.1, -1, 0, 0, 0.05, 0.4, 0.3, 1.6, 0.6, 1.9};

/* A law without kinks, for differences of beams: their sections have so many fibres that one of
   them is near a kink. Its stress is E a atan(strain/a). */
static inline void smooth_respond(const double prop[], const LawPoint *at, LawResponse *r)
{
  const double u = at->strain / prop[0], force = at->stiffness * prop[0];

  r->stress  = force * atan(u);
  r->tangent = at->stiffness / (1 + u * u);
  r->energy  = force * prop[0] * (u * atan(u) - log1p(u * u) / 2);
}

static const UniaxialLaw        smooth_law  = {.name = "smooth", .respond = smooth_respond};
static const UniaxialLaw *const test_laws[] = {
  &linear_law, &bilinear_law, &tension_only_law, &compression_only_law, &table_law, &smooth_law, 0};

/* Gives an element a law. */
static inline void give_law(const ElementKernel *k, double to[], const UniaxialLaw *law)
{
  const int table = law == &table_law;
  double    given[LAW_NGIVEN];

  for (int i = 0; i < LAW_NGIVEN; i++) given[i] = NAN;
  for (int i = 0; uniaxial_laws[i]; i++)
    if (uniaxial_laws[i] == law) given[0] = 1 + i;
  memcpy(given + 1, table ? lines : kink, table ? sizeof lines : sizeof kink);
  give(k, to, "law", LAW_NGIVEN, given);
}

/* A bar, truss, cable or spring whose force follows a law, by the name of its stiffness. */
static inline Case law_case(const ElementKernel *k, const char what[], const char stiffness[],
                            const UniaxialLaw *law, int promises)
{
  const int    table = law == &table_law, spring = !strcmp(k->name, "spring");
  const double value = 7, two = 2, direction[3] = {0.2, -0.3, 1}, damping = 0.3, prestress = 0.5;
  double       prop[ELEMENT_MAX_PROPS];
  Case         c = {k, what, promises, {0}, 0};

  give(k, c.given, NULL, 0, NULL);
  give_law(k, c.given, law);
  if (!table) give(k, c.given, stiffness, 1, &value);
  if (!spring) give(k, c.given, "density", 1, &two);
  if (!spring) give(k, c.given, "area", 1, &two);
  if (spring) give(k, c.given, "direction", 3, direction);
  if (strstr(what, "damped")) give(k, c.given, "damping", 1, &damping);
  if (strstr(what, "prestressed")) give(k, c.given, "prestress", 1, &prestress);
  CHECK(!k->type->prepare(c.given, prop), "%s, %s refused", k->name, what);
  c.kernel = element_of_properties(k, prop);
  return c;
}

/* A beam whose section follows a law, off its line of nodes: a rectangle, or a circle. */
static inline Case law_beam_case(const ElementKernel *k, const char what[], const UniaxialLaw *law,
                                 int promises)
{
  const int    none = k == &Beam3Kernel || strstr(what, "none"), round = strstr(what, "round") != 0;
  const double young = 100, poisson = 0.3, density = 2, damping = 0.3, width = 0.5, height = 0.8,
               layers = 6, points = 4, radius = 0.4, shape = round,
               correction = none ? CORRECTION_NONE : CORRECTION_FULL;
  const double offset[2] = {-0.2, 0.1}, direction[3] = {0.2, -0.3, 1};
  double       prop[ELEMENT_MAX_PROPS];
  Case         c = {k, what, promises, {0}, 0};

  give(k, c.given, NULL, 0, NULL);
  give_law(k, c.given, law);
  if (law != &table_law) give(k, c.given, "young", 1, &young);
  give(k, c.given, "section", 1, &shape);
  if (round) give(k, c.given, "radius", 1, &radius);
  if (!round) give(k, c.given, "width", 1, &width);
  if (!round) give(k, c.given, "height", 1, &height);
  give(k, c.given, "poisson", 1, &poisson);
  give(k, c.given, "density", 1, &density);
  give(k, c.given, "law_layers", 1, &layers);
  give(k, c.given, "law_points", 1, &points);
  give(k, c.given, "correction", 1, &correction);
  give(k, c.given, "offset", 2, offset);
  give(k, c.given, "direction", 3, direction);
  if (strstr(what, "damped")) give(k, c.given, "damping", 1, &damping);
  CHECK(!k->type->prepare(c.given, prop), "%s, %s refused", k->name, what);
  c.kernel = element_of_properties(k, prop);
  return c;
}

static inline void add_laws(Case cases[CASES])
{
  const int   fixed = SYMMETRIC | CONSERVATIVE | GROUNDED; /* small displacements */
  Case *const c     = &cases[CASES - LAW_CASES];

  uniaxial_laws = test_laws;
  c[0]          = law_case(&TrussKernel, "linear law", "ea", &linear_law, FREE);
  c[1]          = law_case(&TrussKernel, "bilinear, damped", "young", &bilinear_law, FREE);
  c[2]          = law_case(&TrussKernel, "bilinear, prestressed", "young", &bilinear_law, STRESSED);
  c[3]          = law_case(&TrussKernel, "tension only", "young", &tension_only_law, FREE | KINKED);
  c[4]  = law_case(&TrussKernel, "compression only", "young", &compression_only_law, FREE | KINKED);
  c[5]  = law_case(&TrussKernel, "table", "young", &table_law, FREE | KINKED);
  c[6]  = law_case(&CableKernel, "table, damped", "young", &table_law, FREE);
  c[7]  = law_case(&CableKernel, "bilinear, prestressed", "young", &bilinear_law, STRESSED);
  c[8]  = law_case(&BarKernel, "bilinear", "young", &bilinear_law, fixed);
  c[9]  = law_case(&BarKernel, "table", "young", &table_law, fixed | KINKED);
  c[10] = law_case(&SpringKernel, "bilinear", "stiffness", &bilinear_law, fixed);
  c[11] = law_case(&GroundSpringKernel, "table", "stiffness", &table_law, fixed | KINKED);
  c[12] = law_case(TrussKernel.varying, "bilinear, damped", "young", &bilinear_law, FREE);
  c[13] = law_beam_case(&BeamKernel, "law linear", &linear_law, FREE);
  c[14] = law_beam_case(&BeamKernel, "law", &smooth_law, FREE);
  c[15] = law_beam_case(&BeamKernel, "law, round, damped", &smooth_law, FREE);
  c[16] = law_beam_case(&BeamKernel, "law, none", &smooth_law, FREE);
  c[17] = law_beam_case(&Beam3Kernel, "law, damped", &smooth_law, FREE);
}

static inline void all_cases(Case cases[CASES])
{
  int n = 0;

  for (int k = 0; k < PLAIN_CASES; k++) cases[n++] = plain_cases[k];
  for (int nodes = 2; nodes <= 3; nodes++)
    for (int kind = 0; kind < STIFFNESSES; kind++)
      for (int damped = 0; damped < 2; damped++)
        for (int correction = nodes == 2 ? CORRECTION_FULL : CORRECTION_NONE;
             correction <= CORRECTION_NONE; correction++)
          cases[n++] = beam_case(nodes == 2 ? &BeamKernel : &Beam3Kernel,
                                 damped ? "damped" : "elastic", kind, damped ? 0.3 : 0, correction);
  cases[n++] = nodal_mass_case("linear mass", MASS_LINEAR);
  cases[n++] = nodal_mass_case("lumped mass", MASS_LUMPED);
  for (int damped = 0; damped < AXIAL_CASES; damped++)
    cases[n++] = beam_case(&BeamKernel, damped ? "axial, damped" : "axial", DIAGONAL,
                           damped ? 0.3 : 0, CORRECTION_AXIAL);
  for (int thick = 0; thick < 2; thick++)
    for (int nodes = 3; nodes <= 4; nodes++)
      cases[n++] = shell_case(nodes == 3 ? &ShellTriangleKernel : &ShellQuadrilateralKernel,
                              thick ? "thick" : "thin", thick ? 0.5 : 0.01, thick ? 2 : 0,
                              (const double[]){thick, -thick, 0.2 * thick});
  for (int massive = 0; massive < 2; massive++)
    for (int nodes = 3; nodes <= 4; nodes++)
      cases[n++] = coupled_shell_case(nodes == 3 ? &ShellTriangleKernel : &ShellQuadrilateralKernel,
                                      massive ? "coupled, off the nodes" : "coupled", 0.5, 1,
                                      massive ? 2 : 0, 0.3 * massive, (const double[]){1, -1, 0.2});
  for (int k = 0; k < 4; k++, n++) {
    const double damping = 0.3;

    cases[n]      = cases[n - 4 - (k < 2 ? 2 : 0)]; /* thick, then coupled */
    cases[n].what = k < 2 ? "damped" : "damped, coupled, off the nodes";
    give(cases[n].kernel, cases[n].given, "damping", 1, &damping);
  }
  for (int k = 0; k < ROTATING_CASES; k++) cases[n++] = rotating_cases[k];
  add_varying(cases);
  add_laws(cases);
}

#endif
