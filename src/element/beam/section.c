/* section.c: implements the sections of beams, given as stiffnesses or as shape and material.

   The section's x axis is along the beam, y and z are across. EI_y is the stiffness against
   curvature about y. Shear factors of rectangles, circles and tubes: Cowper 1966. An I-section has
   5/6 of the area of the flanges in y and the area of the web in z. Torsion of a rectangle:
   Timoshenko & Goodier, Theory of Elasticity, art. 109; of an I-section: sum of thin rectangles, b
   t^3/3. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/kernels.h"
#include "math/vector.h"

/* Entries of given, in the order of section_props. */
enum {
  SECTION_SHAPE,
  WIDTH,
  HEIGHT,
  RADIUS,
  THICKNESS,
  FLANGE,
  WEB,
  YOUNG,
  POISSON,
  DENSITY,
  FACTOR_Y,
  FACTOR_Z,
  EA,
  GAY,
  GAZ,
  GJ,
  EIY,
  EIZ,
  STIFFNESS,
  MASS_LENGTH = STIFFNESS + 36,
  INERTIA     = MASS_LENGTH + 1,
  CENTER      = INERTIA + 6,
  OFFSET      = CENTER + 2,
  DAMPING     = OFFSET + 2,
  MASS        = DAMPING + 1,
  CORRECTION  = MASS + 1,
  DIRECTION   = CORRECTION + 1
};

enum { RECTANGLE, CIRCLE, TUBE, I_SECTION };
static const char *const correction_words[] = {"full", "none", 0};
static const char *const section_words[]    = {"rectangle", "circle", "tube", "i", 0};

/* clang-format off */
const ElementProp section_props[] = {
  {"section",          PROP_CHOICE,      0, NAN, "shape: rectangle, circle, tube, i (with young, poisson, density); or give stiffnesses", 0, section_words},
  {"width",            PROP_POSITIVE,    0, NAN, "width of a rectangle in y, or of the flanges of an i [m]", 0, 0},
  {"height",           PROP_POSITIVE,    0, NAN, "height of a rectangle or an i in z [m]", 0, 0},
  {"radius",           PROP_POSITIVE,    0, NAN, "radius of a circle; outer radius of a tube [m]", 0, 0},
  {"thickness",        PROP_POSITIVE,    0, NAN, "wall thickness of a tube [m]", 0, 0},
  {"flange_thickness", PROP_POSITIVE,    0, NAN, "flange thickness of an i [m]", 0, 0},
  {"web_thickness",    PROP_POSITIVE,    0, NAN, "web thickness of an i [m]", 0, 0},
  {"young",            PROP_POSITIVE,    0, NAN, "Young's modulus E [N/m2]", 0, 0},
  {"poisson",          PROP_REAL,        0, NAN, "Poisson's ratio", 0, 0},
  {"density",          PROP_NONNEGATIVE, 0, NAN, "mass per volume [kg/m3]", 0, 0},
  {"shear_factor_y",   PROP_POSITIVE,    0, NAN, "shear area over area in y; default by shape (rectangle 10(1+nu)/(12+11nu), circle 6(1+nu)/(7+6nu))", 0, 0},
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
  {"center",           PROP_REALS,       0, 0,   "center of mass from the section's center, y,z [m]", 2, 0},
  {"offset",           PROP_REALS,       0, 0,   "the section's center from the line of nodes, y,z [m]", 2, 0},
  {"damping",          PROP_NONNEGATIVE, 0, 0,   "stiffness-proportional (Kelvin-Voigt) damping time [s]", 0, 0},
  {"mass",             PROP_CHOICE,      0, MASS_CONSISTENT, "translational mass: consistent or lumped (sections with a first moment: lumped)", 0, mass_words},
  {"correction",       PROP_CHOICE,      0, CORRECTION_NONE, "flexibility of beams with two nodes: full, with the linear part of the forces between the nodes, or none", 0, correction_words},
  {"direction",        PROP_VECTOR,      0, 0,   "direction of the section's y axis; default: horizontal, z x chord (y for vertical beams)", 0, 0},
  {"twist",            PROP_FIELD,       0, 0,   "angle of the section about the beam [rad], a formula of x, y, z", 0, 0},
  {0, 0, 0, 0, 0, 0, 0}
};
/* clang-format on */

/* Area [m2], second moments of area about y and z, torsion constant [m4], shear factors in y and
   z. */
typedef struct {
  double area, iy, iz, j, ky, kz;
} SectionGeometry;

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }

/* Returns the torsion constant of a rectangle with sides a >= b [m4],
     a b^3 (1/3 - 64/pi^5 b/a sum of tanh(n pi a/2b)/n^5 over odd n)
   (Timoshenko & Goodier, Theory of Elasticity, section 109). With tanh x = 1 - 2/(e^2x + 1), the
   first part sums to 31/32 zeta(5), and the second part converges in a few terms. */
static double rectangle_torsion(double a, double b)
{
  const double pi = acos(-1.), zeta5 = 1.0369277551433699263;
  double       sum = 31 * zeta5 / 32;

  for (int n = 1; n < 12; n += 2) sum -= 2 / (exp(n * pi * a / b) + 1) / pow(n, 5);
  return a * cube(b) * (1. / 3 - 64 / pow(pi, 5) * b / a * sum);
}

/* Computes the shear stress per torque [1/m3] in the middle of the long and the short sides of a
   rectangle with sides a >= b and the torsion constant j. Timoshenko & Goodier, section 109. With
   tanh x = 1 - 2/(e^2x + 1), the first part sums to Catalan's constant. */
static void rectangle_shear(double a, double b, double j, double *on_long, double *on_short)
{
  const double pi = acos(-1.), catalan = 0.91596559417721901505;
  double       sum[2] = {0, catalan};

  for (int n = 1, sign = 1; n < 24; n += 2, sign = -sign) {
    sum[0] += 1 / (cosh(n * pi * a / (2 * b)) * n * n);
    sum[1] -= sign * 2 / ((exp(n * pi * a / b) + 1) * n * n);
  }
  *on_long  = b / j * (1 - 8 / (pi * pi) * sum[0]);
  *on_short = b / j * 8 / (pi * pi) * sum[1];
}

/* Computes s from the dimensions. Returns NULL, or the reason why they are invalid. */
static const char *section_geometry(const double given[], SectionGeometry *s)
{
  const double pi = acos(-1.), nu = given[POISSON], b = given[WIDTH], h = given[HEIGHT],
               r = given[RADIUS];
  const double t = given[THICKNESS], tf = given[FLANGE], tw = given[WEB];

  switch ((int)given[SECTION_SHAPE]) {
  case RECTANGLE:
    if (isnan(b) || isnan(h)) return "a rectangle needs width and height";
    *s = (SectionGeometry){
      b * h, b * cube(h) / 12, h * cube(b) / 12, rectangle_torsion(fmax(b, h), fmin(b, h)), 0, 0};
    s->ky = s->kz = 10 * (1 + nu) / (12 + 11 * nu);
    return 0;
  case CIRCLE:
    if (isnan(r)) return "a circle needs its radius";
    *s = (SectionGeometry){
      pi * r * r, pi * square(r * r) / 4, pi * square(r * r) / 4, pi * square(r * r) / 2, 0, 0};
    s->ky = s->kz = 6 * (1 + nu) / (7 + 6 * nu);
    return 0;
  case TUBE: {
    const double inner = r - t, m2 = square(inner / r),
                 i4 = pi * (square(r * r) - square(inner * inner)) / 4;

    if (isnan(r) || isnan(t)) return "a tube needs radius and thickness";
    if (!(inner >= 0)) return "a tube's wall is thicker than its radius";
    *s    = (SectionGeometry){pi * (r * r - inner * inner), i4, i4, 2 * i4, 0, 0};
    s->ky = s->kz =
      6 * (1 + nu) * square(1 + m2) / ((7 + 6 * nu) * square(1 + m2) + (20 + 12 * nu) * m2);
    return 0;
  }
  default: {
    const double web = h - 2 * tf, area = 2 * b * tf + web * tw;

    if (isnan(b) || isnan(h) || isnan(tf) || isnan(tw))
      return "an i needs width, height, flange_thickness and web_thickness";
    if (!(web > 0) || !(tw <= b)) return "an i needs a web: less flange_thickness or web_thickness";
    *s    = (SectionGeometry){area,
                              (b * cube(h) - (b - tw) * cube(web)) / 12,
                              (2 * tf * cube(b) + web * cube(tw)) / 12,
                              (2 * b * cube(tf) + (h - tf) * cube(tw)) / 3,
                              0,
                              0};
    s->ky = 5. / 6 * 2 * b * tf / area;
    s->kz = web * tw / area;
    return 0;
  }
  }
}

/* Returns whether every given dimension is one of this shape. */
static int dimensions_fit_shape(const double given[])
{
  static const int of_section[][6] = {
  /* width, height, radius, thickness, flange_thickness, web_thickness */
    [RECTANGLE] = {1, 1, 0, 0, 0, 0},
    [CIRCLE]    = {0, 0, 1, 0, 0, 0},
    [TUBE]      = {0, 0, 1, 1, 0, 0},
    [I_SECTION] = {1, 1, 0, 0, 1, 1}
  };

  for (int i = 0; i < 6; i++)
    if (!isnan(given[WIDTH + i]) && !of_section[(int)given[SECTION_SHAPE]][i]) return 0;
  return 1;
}

/* Computes the diagonal of S[6][6], the mass per length [kg/m] and the inertia per length [kg m] of
   a section by shape, about its own center. Without a density, mass and inertia do not change.
   Returns NULL, or the reason why the section is invalid. */
static const char *stiffness_from_shape(const double given[], double S[], double *mass,
                                        double inertia[6])
{
  const double nu = given[POISSON], E = given[YOUNG], G = E / (2 * (1 + nu)), rho = given[DENSITY];
  SectionGeometry s;
  const char     *wrong = section_geometry(given, &s);

  if (wrong) return wrong;
  if (!dimensions_fit_shape(given))
    return "it has a dimension that its section does not use; leave it out";
  if (isnan(E) || isnan(nu)) return "a section by shape needs young and poisson";
  if (!(nu > -1 && nu <= 0.5)) return "poisson is outside (-1, 0.5]";
  S[0]  = E * s.area;
  S[7]  = G * s.area * (isnan(given[FACTOR_Y]) ? s.ky : given[FACTOR_Y]);
  S[14] = G * s.area * (isnan(given[FACTOR_Z]) ? s.kz : given[FACTOR_Z]);
  S[21] = G * s.j;
  S[28] = E * s.iy;
  S[35] = E * s.iz;
  if (!isnan(rho)) {
    *mass      = rho * s.area;
    inertia[0] = rho * (s.iy + s.iz);
    inertia[1] = rho * s.iy;
    inertia[2] = rho * s.iz;
  }
  return 0;
}

/* Returns whether S[6][6] is symmetric and positive definite, that is, has a Cholesky factor. */
static int is_stiffness(const double S[])
{
  double L[36];

  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++) {
      double sum = S[6 * i + j];

      if (!(fabs(S[6 * i + j] - S[6 * j + i]) <= 1e-12 * sqrt(fabs(S[7 * i] * S[7 * j])))) return 0;
      for (int k = 0; k < j; k++) sum -= L[6 * i + k] * L[6 * j + k];
      if (i == j && !(sum > 0)) return 0;
      L[6 * i + j] = i == j ? sqrt(sum) : sum / L[7 * j];
    }
  return 1;
}

/* Computes S, mass and inertia about the section's center, from one of the three ways to give a
   section. */
static const char *section_stiffness(const double given[], double S[], double *mass,
                                     double inertia[6])
{
  const int shape = !isnan(given[SECTION_SHAPE]), matrix = !isnan(given[STIFFNESS]);
  int       some = 0, all = 1;

  for (int i = EA; i <= EIZ; i++) {
    some |= !isnan(given[i]);
    all &= !isnan(given[i]);
  }
  if (shape + matrix + some != 1)
    return "its section must be given once, as section (with young, poisson), or as ea, gay, gaz, "
           "gj, eiy, eiz, or as stiffness";
  if (shape) return stiffness_from_shape(given, S, mass, inertia);
  for (int i = WIDTH; i <= FACTOR_Z; i++)
    if (!isnan(given[i]))
      return "it has a dimension, a material or a shear factor beside its stiffness; leave it out";
  if (some && !all) return "give all of ea, gay, gaz, gj, eiy, eiz";
  for (int i = 0; i < 36; i++) S[i] = matrix ? given[STIFFNESS + i] : 0;
  if (some)
    for (int i = 0; i < 6; i++) S[7 * i] = given[EA + i];
  return is_stiffness(S) ? 0 : "its stiffness is not symmetric and positive definite";
}

/* Computes the points of a section by shape at which stresses are extreme. A rectangle has its
   corners, where torsion has no stress, and the middles of its sides. An i has the ends of the
   flanges and of the web, whose shear stress per torque is t/J. */
static void stress_points(const double given[], double prop[])
{
  const double y = given[WIDTH] / 2, z = given[HEIGHT] / 2, end = z - given[FLANGE],
               side     = given[WEB] / 2;
  double         *point = prop + SECTION_POINTS, long_side, short_side;
  SectionGeometry s;

  section_geometry(given, &s);
  prop[SECTION_AREA]     = s.area;
  prop[SECTION_AREA + 1] = s.iy;
  prop[SECTION_AREA + 2] = s.iz;
  if (given[SECTION_SHAPE] == CIRCLE || given[SECTION_SHAPE] == TUBE) {
    prop[SECTION_RADIUS] = given[RADIUS];
    return;
  }
  rectangle_shear(2 * fmax(y, z), 2 * fmin(y, z), s.j, &long_side, &short_side);
  prop[SECTION_NPOINTS] = 8;
  for (int sy = -1; sy <= 1; sy += 2)
    for (int sz = -1; sz <= 1; sz += 2, point += 3) {
      const int    i = given[SECTION_SHAPE] == I_SECTION, at_z = sy == sz;
      const double corner[3] = {sy * y, sz * z, i ? given[FLANGE] / s.j : 0};
      const double web[3]    = {sy * side, sz * end, given[WEB] / s.j};
      const double middle[3] = {at_z ? 0 : sy * y, at_z ? sz * z : 0,
                                at_z == (y >= z) ? long_side : short_side};

      for (int c = 0; c < 3; c++) {
        point[c]      = corner[c];
        point[12 + c] = i ? web[c] : middle[c];
      }
    }
}

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

/* Computes F, the inverse of the symmetric, positive definite S, by the method of Gauss and
   Jordan. */
static void section_flexibility(const double S[], double F[])
{
  for (int i = 0; i < 36; i++) F[i] = S[i];
  for (int p = 0; p < 6; p++) {
    const double pivot = F[7 * p];

    F[7 * p] = 1;
    for (int j = 0; j < 6; j++) F[6 * p + j] /= pivot;
    for (int i = 0; i < 6; i++) {
      const double share = F[6 * i + p];

      if (i == p) continue;
      F[6 * i + p] = 0;
      for (int j = 0; j < 6; j++) F[6 * i + j] -= share * F[6 * p + j];
    }
  }
}

const char *section_prepare(const double given[], double prop[])
{
  const double offset[3]  = {0, given[OFFSET], given[OFFSET + 1]};
  const double center[3]  = {0, offset[1] + given[CENTER], offset[2] + given[CENTER + 1]};
  double       inertia[6] = {0}, J[9], mass = NAN;
  const char  *wrong;

  for (int i = 0; i < 36; i++) prop[SECTION_S + i] = 0;
  wrong = section_stiffness(given, prop + SECTION_S, &mass, inertia);
  if (wrong) return wrong;
  if (!isnan(given[MASS_LENGTH])) {
    if (!isnan(mass)) return "its mass is given twice, by density and by mass_per_length";
    mass = given[MASS_LENGTH];
  }
  if (isnan(mass)) mass = 0; /* static analyses need none */
  for (int i = 0; i < 6 && !isnan(given[INERTIA]); i++) inertia[i] = given[INERTIA + i];
  wrong = inertia_matrix(inertia, J);
  if (wrong) return wrong;
  move_stiffness(offset, prop + SECTION_S);
  inertia_about_node(mass, center, J, prop + SECTION_FIRST, prop + SECTION_INERTIA);
  prop[SECTION_MASS]    = mass;
  prop[SECTION_DAMPING] = given[DAMPING];
  prop[SECTION_LUMPED]  = center[1] != 0 || center[2] != 0 ? MASS_LUMPED : given[MASS];
  for (int i = 0; i < 3; i++) prop[SECTION_DIRECTION + i] = given[DIRECTION + i];
  for (int i = SECTION_AREA; i < SECTION_POINTS + 24; i++) prop[i] = 0;
  for (int i = 0; i < 2; i++) prop[SECTION_OFFSET + i] = given[OFFSET + i];
  if (!isnan(given[SECTION_SHAPE])) stress_points(given, prop);
  prop[SECTION_CORRECTION] = given[CORRECTION];
  section_flexibility(prop + SECTION_S, prop + SECTION_F);
  return 0;
}

ElementScale section_scale(const double prop[])
{
  const double(*S)[6] = (const double(*)[6])(prop + SECTION_S);

  return (ElementScale){.speed     = wave_speed(S[0][0], prop[SECTION_MASS]),
                        .gyration  = sqrt(fmin(S[4][4], S[5][5]) / S[0][0]),
                        .impedance = sqrt(S[0][0] * prop[SECTION_MASS])};
}
