/* section.c: implements the sections of beams, given as stiffnesses or as shape and material.

   The section's x axis is along the beam, y and z are across. EI_y is the stiffness against
   curvature about y. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "section_law.h"
#include "element/kernels.h"

/* ---- section mass ---------------------------------------------------------------------------- */

/* The mass per length of a section. */
typedef struct {
  double mass;       /* [kg/m]; NAN if the user gives none */
  double center[3];  /* center of mass from the section's center [m] */
  double inertia[9]; /* about the center of mass [kg m] */
} SectionMass;

/* Relative to a mass, or to the geometric mean of two entries of the diagonal, because rows have
   different units. Programs write mass matrices with ten digits or more. Turning a matrix leaves a
   round-off of 1e-16 also where an entry should be 0. The test tests/relations/guards_model.py has
   differences of 1e-12 and 1e-6. */
static const double rounding = 1e-9;

/* Returns the geometric mean of two entries of the diagonal. No entry of a mass matrix is larger.
 */
static double diagonal_mean(const double M[36], int i, int j)
{
  return sqrt(fabs(M[7 * i] * M[7 * j]));
}

/* Expands the numbers of mass_matrix to M[36]. Returns NULL, or the reason why they are wrong. */
static const char *full_matrix(const double given[36], double M[36])
{
  int n = 0, at = 0;

  while (n < 36 && !isnan(given[n])) n++;
  if (n != 21 && n != 36)
    return "its mass_matrix needs 36 numbers, or the 21 of its upper triangle, row by row";
  for (int i = 0; i < 6; i++)
    for (int j = n == 36 ? 0 : i; j < 6; j++) {
      M[6 * i + j] = given[at++];
      if (n == 21) M[6 * j + i] = M[6 * i + j];
    }
  for (int i = 0; i < 36; i++)
    if (fabs(M[i] - M[6 * (i % 6) + i / 6]) > rounding * diagonal_mean(M, i / 6, i % 6))
      return "its mass_matrix is not symmetric";
  return 0;
}

/* Reads the mass from the matrix [m 1, -m [c]; m [c], J] about the section's center, with the
   center of mass c. */
static const char *mass_from_matrix(const double given[36], SectionMass *s)
{
  double      M[36], first[3], six[6], size;
  const char *wrong = full_matrix(given, M);

  if (wrong) return wrong;
  s->mass  = M[0];
  first[0] = M[11], first[1] = M[15], first[2] = M[4];
  if (!(s->mass >= 0)) return "its mass_matrix has a negative mass";
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (fabs(M[6 * i + j] - (i == j ? s->mass : 0)) > rounding * s->mass)
        return "its mass_matrix has translations without the same mass in x, y and z";
  size = rounding * sqrt(s->mass * (fabs(M[21]) + fabs(M[28]) + fabs(M[35])));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (fabs(M[6 * i + 3 + j] + M[6 * j + 3 + i]) > size)
        return "its mass_matrix has first moments that are not skew, [0,a,b; -a,0,c; -b,-c,0]";
  if (!(s->mass > 0) && (first[0] != 0 || first[1] != 0 || first[2] != 0))
    return "its mass_matrix has first moments without a mass";
  for (int i = 0; i < 3; i++) s->center[i] = s->mass > 0 ? first[i] / s->mass : 0;
  for (int k = 0; k < 6; k++) {
    const int    i = k < 3 ? k : k == 5, j = k < 3 ? k : k == 3 ? 1 : 2;
    const double square =
      s->center[0] * s->center[0] + s->center[1] * s->center[1] + s->center[2] * s->center[2];

    six[k] = M[6 * (3 + i) + 3 + j] - s->mass * ((i == j) * square - s->center[i] * s->center[j]);
  }
  return inertia_matrix(six, s->inertia);
}

/* Reads the mass from density, mass_per_length, inertia and center. shape is NULL if the user gives
   none. */
static const char *mass_from_numbers(const double given[], const SectionGeometry *shape,
                                     SectionMass *s)
{
  const double rho    = given[DENSITY];
  double       six[6] = {0};

  if (shape && !isnan(rho)) {
    s->mass = rho * shape->area;
    six[0] = rho * (shape->iy + shape->iz), six[1] = rho * shape->iy, six[2] = rho * shape->iz;
    six[5] = -rho * shape->iyz;
  }
  if (!isnan(given[MASS_LENGTH])) {
    if (!isnan(s->mass)) return "its mass is given twice, by density and by mass_per_length";
    s->mass = given[MASS_LENGTH];
  }
  for (int i = 0; i < 6 && !isnan(given[INERTIA]); i++) six[i] = given[INERTIA + i];
  for (int i = 0; i < 2; i++) s->center[1 + i] = given[CENTER + i];
  return inertia_matrix(six, s->inertia);
}

/* Computes the mass of a beam's section: SECTION_MASS, SECTION_FIRST,
   SECTION_INERTIA and SECTION_LUMPED of prop, from the properties given by the user.

   shape is NULL if the user gives stiffnesses. Returns NULL, or static text that says what is wrong
   with the mass. */
static const char *section_mass(const double given[], const SectionGeometry *shape, double prop[])
{
  SectionMass s      = {.mass = NAN};
  const int   matrix = !isnan(given[MASS_MATRIX]);
  const char *wrong;
  double      center[3];

  if (matrix && (!isnan(given[DENSITY]) || !isnan(given[MASS_LENGTH]) || !isnan(given[INERTIA]) ||
                 given[CENTER] != 0 || given[CENTER + 1] != 0))
    return "it has density, mass_per_length, inertia or center beside its mass_matrix; leave them "
           "out";
  wrong = matrix ? mass_from_matrix(given + MASS_MATRIX, &s) : mass_from_numbers(given, shape, &s);
  if (wrong) return wrong;
  if (isnan(s.mass)) s.mass = 0; /* static analyses need none */
  center[0] = s.center[0];
  for (int i = 0; i < 2; i++) center[1 + i] = given[OFFSET + i] + s.center[1 + i];
  inertia_about_node(s.mass, center, s.inertia, prop + SECTION_FIRST, prop + SECTION_INERTIA);
  prop[SECTION_MASS]   = s.mass;
  prop[SECTION_LUMPED] = given[MASS];
  return 0;
}

/* ---- section --------------------------------------------------------------------------------- */

static const char *const beam_mass_words[]  = {"consistent", "lumped", "linear", 0};
static const char *const correction_words[] = {"full", "none", "axial", 0};

/* clang-format off */
const ElementProp section_props[] = {
  {"section",          PROP_CHOICE,      0, NAN, "shape: rectangle, circle, tube, i, l, c, t, rectangular_tube, polygon (with young, poisson or shear_modulus, density); or give stiffnesses. Numbers of a section may be formulas of x, y, z, s, fraction, or columns of _stations", 0, section_words},
  {"width",            PROP_POSITIVE,    0, NAN, "width in y of a rectangle, a rectangular_tube, the leg of an l, the flanges of an i, c or t [m]", 0, 0},
  {"height",           PROP_POSITIVE,    0, NAN, "height in z of the same sections [m]", 0, 0},
  {"radius",           PROP_POSITIVE,    0, NAN, "radius of a circle; outer radius of a tube [m]", 0, 0},
  {"thickness",        PROP_POSITIVE,    0, NAN, "wall thickness of a tube, a rectangular_tube, an l; of a polygon that is the middle line of a thin wall [m]", 0, 0},
  {"flange_thickness", PROP_POSITIVE,    0, NAN, "flange thickness of an i, c or t [m]", 0, 0},
  {"web_thickness",    PROP_POSITIVE,    0, NAN, "web thickness of an i, c or t [m]", 0, 0},
  {"fillet",           PROP_NONNEGATIVE, 0, NAN, "radius between web and flanges of an i, c or t, between the legs of an l; outer radius of the corners of a rectangular_tube; default 0 [m]", 0, 0},
  {"toe",              PROP_NONNEGATIVE, 0, NAN, "radius at the inner ends of the flanges of a c or the legs of an l, default 0; inner radius of the corners of a rectangular_tube, default fillet less thickness [m]", 0, 0},
  {"slope",            PROP_NONNEGATIVE, 0, NAN, "slope of the inner faces of the flanges of a c, whose thickness is that in the middle of the width; default 0", 0, 0, .is_ratio = 1},
  {"polygon",          PROP_LIST,        0, NAN, "points y,z,y,z,... of the outline of a solid polygon; with thickness, of the middle line of a closed thin wall [m]", 2 * OUTLINE_MAX, 0},
  {"young",            PROP_POSITIVE,    0, NAN, "Young's modulus E [N/m2]", 0, 0},
  {"poisson",          PROP_REAL,        0, NAN, "Poisson's ratio", 0, 0},
  {"shear_modulus",    PROP_POSITIVE,    0, NAN, "shear modulus G, instead of poisson, as for timber [N/m2]; shear factors are then those of nu = 0, 5/6 of a rectangle", 0, 0},
  {"density",          PROP_NONNEGATIVE, 0, NAN, "mass per volume [kg/m3]", 0, 0},
  {"shear_factor_y",   PROP_POSITIVE,    0, NAN, "shear area over area in y; default by shape, such as 10(1+nu)/(12+11nu) of a rectangle", 0, 0},
  {"shear_factor_z",   PROP_POSITIVE,    0, NAN, "the same in z", 0, 0},
  {"ea",               PROP_POSITIVE,    0, NAN, "axial stiffness, instead of a shape [N]", 0, 0},
  {"gay",              PROP_POSITIVE,    0, NAN, "shear stiffness in y [N]", 0, 0},
  {"gaz",              PROP_POSITIVE,    0, NAN, "shear stiffness in z [N]", 0, 0},
  {"gj",               PROP_POSITIVE,    0, NAN, "torsional stiffness [N m2]", 0, 0},
  {"eiy",              PROP_POSITIVE,    0, NAN, "bending stiffness about y [N m2]", 0, 0},
  {"eiz",              PROP_POSITIVE,    0, NAN, "bending stiffness about z [N m2]", 0, 0},
  {"stiffness",        PROP_REALS,       0, NAN, "6 x 6 stiffness instead, row by row, of strains (axial, shear y, z) and curvatures (x, y, z)", 36, 0},
  {"mass_per_length",  PROP_NONNEGATIVE, 0, NAN, "mass per length [kg/m]; default: density times area", 0, 0},
  {"inertia",          PROP_REALS,       0, NAN, "inertia per length about the center of mass, xx,yy,zz,xy,xz,yz [kg m]; default by shape, else 0", 6, 0},
  {"mass_matrix",      PROP_LIST,        0, NAN, "6 x 6 mass per length instead, about the section's center, of velocities (x, y, z) and angular velocities: 36 numbers row by row, or the 21 of the upper triangle [kg/m, kg, kg m]", 36, 0},
  {"center",           PROP_REALS,       0, 0,   "center of mass from the section's center, y,z [m]", 2, 0},
  {"offset",           PROP_REALS,       0, 0,   "the section's center from the line of nodes, along its y,z, after _twist [m]", 2, 0},
  {"damping",          PROP_NONNEGATIVE, 0, 0,   "stiffness-proportional (Kelvin-Voigt) damping time [s]", 0, 0},
  {"mass",             PROP_CHOICE,      0, MASS_CONSISTENT, "consistent: beams with two nodes and the full correction have their inner shapes, others are linear. linear: linear (3 nodes: quadratic) shapes of displacements, rotary inertia at the nodes. lumped: all at the nodes. If the center of mass is off the line of nodes, linear is lumped", 0, beam_mass_words},
  {"correction",       PROP_CHOICE,      0, CORRECTION_FULL, "flexibility of beams with two nodes: full, with the linear part of the forces between the nodes; axial, which adds how the axial force bends them there; or none", 0, correction_words},
  {"direction",        PROP_VECTOR,      0, 0,   "direction of the section's y axis; default: horizontal, z x chord (y for vertical beams)", 0, 0},
  {"twist",            PROP_FIELD,       0, 0,   "angle of the section about the beam [rad], a formula of x, y, z, s, fraction", 0, 0},
  UNSTRAINED_PROPS,
  {"temperature_gradient_y", PROP_UNSTRAINED, 0, NAN, "of the temperature, along the section's y axis [K/m]", 0, 0},
  {"temperature_gradient_z", PROP_UNSTRAINED, 0, NAN, "the same along z [K/m]", 0, 0},
  {"law",              PROP_LAW,         0, 0,   "law of the axial stress in fibres of the section; shear and torsion are linear. Each law has parameters of its own", LAW_NGIVEN, 0},
  {"law_layers",       PROP_POSITIVE,    0, NAN, "number of layers of fibres over the larger of height and width; default 20", 0, 0, .is_ratio = 1},
  {"law_points",       PROP_POSITIVE,    0, NAN, "number of sections along an element at which the law acts, from 3 to 10, by the Gauss-Lobatto rule; default 10; concentrated loads divide an element into parts with these sections each", 0, 0, .is_ratio = 1},
  {0, 0, 0, 0, 0, 0, 0}
};
/* clang-format on */

/* Replaces S by L^T S L with L = [I, -[c]; 0, I]. L maps the strains at the line of nodes to those
   at the section's center, which is at c [m]. */
static void move_stiffness(const double c[3], double S[])
{
  double skewed[9], L[36] = {0}, SL[36];

  skew(c, skewed);
  for (int i = 0; i < 6; i++) L[7 * i] = 1;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) L[6 * i + 3 + j] = -skewed[3 * i + j];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      SL[6 * i + j] = 0;
      for (int k = 0; k < 6; k++) SL[6 * i + j] += S[6 * i + k] * L[6 * k + j];
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      S[6 * i + j] = 0;
      for (int k = 0; k < 6; k++) S[6 * i + j] += L[6 * k + i] * SL[6 * k + j];
    }
}

/* Computes S[6][6] of a section by shape with Young's modulus E, about its own center. Returns
   NULL, or the reason why the section is invalid. Shear acts at the shear center, so that it is
   coupled with torsion. */
static const char *stiffness_from_shape(const double given[], double E, const SectionGeometry *s,
                                        double S[])
{
  const double nu = given[POISSON], modulus = given[SHEAR_MODULUS],
               G                = isnan(modulus) ? E / (2 * (1 + nu)) : modulus;
  const double  shear_center[3] = {0, s->shear_center[0], s->shear_center[1]};
  const double *factor          = given + FACTOR_Y;

  if (isnan(E) || (isnan(nu) && isnan(modulus)))
    return "a section by shape needs young and poisson, or young and shear_modulus";
  if (!isnan(nu) && !isnan(modulus))
    return "its shear modulus is given twice, by poisson and by shear_modulus";
  if (isnan(modulus) && !(nu > -1 && nu <= 0.5))
    return "poisson is outside (-1, 0.5]; give the G of timber as shear_modulus instead of poisson";
  S[7]  = G * (isnan(factor[0]) ? s->shear[0] : s->area * factor[0]);
  S[14] = G * (isnan(factor[1]) ? s->shear[1] : s->area * factor[1]);
  S[8] = S[13] = isnan(factor[0]) && isnan(factor[1]) ? G * s->shear[2] : 0;
  S[21]        = G * s->j;
  if (shear_center[1] != 0 || shear_center[2] != 0) move_stiffness(shear_center, S);
  S[0]  = E * s->area;
  S[28] = E * s->iy;
  S[35] = E * s->iz;
  S[29] = S[34] = -E * s->iyz;
  return 0;
}

/* Returns whether S[6][6] is symmetric and positive definite, that is, has a Cholesky factor. */
static int is_stiffness(const double S[])
{
  double L[36];

  memcpy(L, S, sizeof L);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++)
      /* 1e-12 is relative to the geometric mean of both diagonal entries, because rows have
         different units. It admits the round-off of a program that computed the section.
         tests/relations/guards.py has differences of 1e-14 and 1e-9 of an entry. */
      if (!(fabs(S[6 * i + j] - S[6 * j + i]) <= 1e-12 * sqrt(fabs(S[7 * i] * S[7 * j])))) return 0;
  return small_cholesky(6, L) == 0;
}

/* Returns NULL, or the reason why the section is not given in exactly one of the three ways. */
static const char *given_once(const double given[])
{
  const int shape = !isnan(given[SECTION_SHAPE]), matrix = !isnan(given[STIFFNESS]);
  int       some = 0, all = 1;

  for (int i = EA; i <= EIZ; i++) {
    some |= !isnan(given[i]);
    all &= !isnan(given[i]);
  }
  if (shape + matrix + some != 1)
    return "its section must be given once, as profile or section (with young, poisson or "
           "shear_modulus), or as ea, gay, gaz, gj, eiy, eiz, or as stiffness";
  for (int i = WIDTH; i <= FACTOR_Z && !shape; i++)
    if (!isnan(given[i]))
      return "it has a dimension, a material or a shear factor beside its stiffness; leave it out";
  return some && !all ? "give all of ea, gay, gaz, gj, eiy, eiz; a plane model needs those of its "
                        "plane alone, ea, "
                        "eiy, gaz or ea, eiz, gay"
                      : 0;
}

/* Computes S about the section's center. s is NULL if it is not a shape. */
static const char *section_stiffness(const double given[], double E, const SectionGeometry *s,
                                     double S[])
{
  if (s) return stiffness_from_shape(given, E, s, S);
  for (int i = 0; i < 36; i++) S[i] = isnan(given[STIFFNESS]) ? 0 : given[STIFFNESS + i];
  for (int i = 0; i < 6 && isnan(given[STIFFNESS]); i++) S[7 * i] = given[EA + i];
  return is_stiffness(S) ? 0 : "its stiffness is not symmetric and positive definite";
}

void section_flexibility(const double S[], double F[])
{
  double A[36];

  memcpy(A, S, sizeof A);
  small_inverse(6, A, F);
}

/* Sets couplings in S[6][6] that are round-off to 0. A coupling is compared with the geometric mean
   of both diagonal entries, because rows have different units. The finite elements of a rolled
   profile leave 3e-14 where the profile is symmetric; a centre that is off by a millionth of a
   section's size couples 1e-6. */
static void drop_round_off(double S[])
{
  const double round_off = 1e-11;

  for (int i = 0; i < 36; i++)
    if (i % 7 && fabs(S[i]) <= round_off * sqrt(S[i / 6 * 7] * S[i % 6 * 7])) S[i] = 0;
}

int section_is_uncoupled(const double prop[])
{
  const double *F = prop + SECTION_F;

  for (int i = 0; i < 36; i++)
    if (i % 7 && F[i] != 0) return 0;
  return 1;
}

const char *section_prepare(const double given[], double prop[])
{
  const double           offset[3] = {0, given[OFFSET], given[OFFSET + 1]};
  SectionGeometry        geometry;
  const SectionGeometry *shape = isnan(given[SECTION_SHAPE]) ? NULL : &geometry;
  const char            *wrong = given_once(given);

  memset(prop, 0, ELEMENT_MAX_PROPS * sizeof *prop);
  if (!wrong && shape) wrong = section_geometry(given, &geometry);
  if (!wrong) wrong = section_law_modulus(given, prop);
  if (!wrong) wrong = section_stiffness(given, prop[LAW_LINEAR], shape, prop + SECTION_S);
  if (!wrong) wrong = section_mass(given, shape, prop);
  if (wrong) return wrong;
  move_stiffness(offset, prop + SECTION_S);
  drop_round_off(prop + SECTION_S);
  section_flexibility(prop + SECTION_S, prop + SECTION_F);
  if (given[CORRECTION] == CORRECTION_AXIAL && !section_is_uncoupled(prop))
    return "has the correction axial, which needs a stiffness without couplings about the line of "
           "nodes; take more elements";
  prop[SECTION_DAMPING]    = given[DAMPING];
  prop[SECTION_CORRECTION] = given[CORRECTION];
  for (int i = 0; i < 3; i++) prop[SECTION_DIRECTION + i] = given[DIRECTION + i];
  for (int i = 0; i < 2; i++) prop[SECTION_OFFSET + i] = given[OFFSET + i];
  if (section_has_law(prop)) wrong = section_law_prepare(given, shape, prop);
  if (!shape || wrong) return wrong;
  memcpy(prop + SECTION_AREA, (const double[4]){shape->area, shape->iy, shape->iz, shape->iyz},
         4 * sizeof *prop);
  for (int i = 0; i < 2; i++) prop[SECTION_SHEAR_CENTER + i] = shape->shear_center[i];
  prop[SECTION_RADIUS]  = shape->radius;
  prop[SECTION_NPOINTS] = shape->npoints;
  memcpy(prop + SECTION_POINTS, shape->point, (size_t)shape->npoints * sizeof shape->point[0]);
  return 0;
}

ElementScale section_scale(const double prop[])
{
  const double(*S)[6] = (const double(*)[6])(prop + SECTION_S);
  const double mean = (S[4][4] + S[5][5]) / 2, half = hypot((S[4][4] - S[5][5]) / 2, S[4][5]);

  return (ElementScale){.speed     = wave_speed(S[0][0], prop[SECTION_MASS]),
                        .gyration  = sqrt(fmax(mean - half, 0) / S[0][0]),
                        .impedance = sqrt(S[0][0] * prop[SECTION_MASS])};
}

/* ---- section stress -------------------------------------------------------------------------- */

/* Implements the stresses of a beam's section that is given by shape.

   At a force and a moment, sigma = N/A + ky z - kz y with Iy ky - Iyz kz = My and Iz kz - Iyz ky
   = Mz, and the shear stress is that of the torque about the shear center. Both are computed at
   the points where they are largest. Timoshenko & Goodier, Theory of Elasticity, sections 102
   and 109. The shear stress of the shear forces is neglected; it is 0 where sigma is largest. */

/* Computes M[3], the moment about the section's center, of a force and a moment about the line of
   nodes. */
static void about_center(const double prop[], const double f[6], double M[3])
{
  const double *offset = prop + SECTION_OFFSET, center[3] = {0, offset[0], offset[1]};
  double        arm[3];

  cross(center, f, arm);
  for (int c = 0; c < 3; c++) M[c] = f[3 + c] - arm[c];
}

void section_linear_stress(const double prop[], const double f[6], double stress[4])
{
  const double *area = prop + SECTION_AREA, *shear = prop + SECTION_SHEAR_CENTER;
  const double  over = 1 / (area[1] * area[2] - area[3] * area[3]);
  double        M[3];

  about_center(prop, f, M);
  stress[0] = f[0] / area[0];
  stress[1] = -over * (area[1] * M[2] + area[3] * M[1]);
  stress[2] = over * (area[2] * M[1] + area[3] * M[2]);
  stress[3] = M[0] - shear[0] * f[2] + shear[1] * f[1];
}

/* Updates extreme[3], the largest and smallest sigma and the largest von Mises stress, with one
   point. */
static void add_point(double sigma, double tau, double extreme[3])
{
  extreme[0] = fmax(extreme[0], sigma);
  extreme[1] = fmin(extreme[1], sigma);
  extreme[2] = fmax(extreme[2], sqrt(sigma * sigma + 3 * tau * tau));
}

/* The axial stresses of a section under the forces f[6]. */
typedef struct {
  const double *prop;
  double        stress[4]; /* of section_linear_stress() */
  double        e[6];      /* strains, if the section follows a law */
} AxialStresses;

static AxialStresses axial_stresses(const double prop[], const double f[6])
{
  AxialStresses x = {.prop = prop};

  section_linear_stress(prop, f, x.stress);
  if (section_has_law(prop) && section_law_strains(prop, f, x.e)) x.e[0] = NAN;
  return x;
}

/* Returns the axial stress at a point from the section's center [N/m2]. */
static double stress_at(const AxialStresses *x, double y, double z)
{
  return section_has_law(x->prop) ? section_law_stress(x->prop, x->e, y, z)
                                  : x->stress[0] + x->stress[1] * y + x->stress[2] * z;
}

/* Updates extreme[3] with those of a round section. The stress is largest perpendicular to the
   bending moment, which is the direction of the curvature also if the section follows a law. */
static void add_round(const AxialStresses *x, const double f[6], double extreme[3])
{
  const double r   = x->prop[SECTION_RADIUS],
               tau = r * x->stress[3] / (2 * x->prop[SECTION_AREA + 1]);
  double M[3], bent;

  about_center(x->prop, f, M);
  bent = hypot(M[1], M[2]);
  for (int sign = -1; sign <= 1; sign += 2)
    add_point(stress_at(x, bent > 0 ? -sign * r * M[2] / bent : 0,
                        bent > 0 ? sign * r * M[1] / bent : sign * r),
              tau, extreme);
}

void section_add_stresses(const double prop[], const double f[6], double extreme[3])
{
  const AxialStresses x = axial_stresses(prop, f);

  for (int p = 0; p < (int)prop[SECTION_NPOINTS]; p++) {
    const double *point = prop + SECTION_POINTS + 3 * p;

    add_point(stress_at(&x, point[0], point[1]), x.stress[3] * point[2], extreme);
  }
  if (prop[SECTION_RADIUS] > 0) add_round(&x, f, extreme);
}
