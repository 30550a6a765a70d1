/* section_shapes.c: stiffness, mass and stresses of sections by shape against closed forms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"
#include "element/section/section.h"

static const double E = 2.6, NU = 0.3, G = 1; /* E/(2(1 + nu)) */

/* A section with E, nu and density 2, and the properties of shape, n numbers each. */
typedef struct {
  double given[ELEMENT_MAX_GIVEN], prop[ELEMENT_MAX_PROPS];
} Section;

static void start(Section *s, const char shape[])
{
  const double density = 2;

  give(&BeamKernel, s->given, NULL, 0, NULL);
  for (const ElementProp *p = section_props; p->name && shape; p++)
    for (int k = 0; !strcmp(p->name, "section") && p->words[k]; k++)
      if (!strcmp(p->words[k], shape)) s->given[0] = k;
  give(&BeamKernel, s->given, "young", 1, &E);
  give(&BeamKernel, s->given, "poisson", 1, &NU);
  give(&BeamKernel, s->given, "density", 1, &density);
}

static void one(Section *s, const char name[], double value)
{
  give(&BeamKernel, s->given, name, 1, &value);
}

/* Gives the first n of the numbers that a list may have. */
static void list(Section *s, const char name[], int most, int n, const double value[])
{
  double all[ELEMENT_MAX_GIVEN];

  for (int i = 0; i < most; i++) all[i] = i < n ? value[i] : NAN;
  give(&BeamKernel, s->given, name, most, all);
}

static const double *prepare(Section *s, const char what[])
{
  const char *wrong = section_prepare(s->given, s->prop);

  CHECK(!wrong, "%s: %s", what, wrong);
  return s->prop;
}

static void refused(Section *s, const char part[])
{
  const char *wrong = section_prepare(s->given, s->prop);

  CHECK(wrong && strstr(wrong, part), "'%s' expected, not '%s'", part, wrong ? wrong : "nothing");
}

static double entry(const Section *s, int i, int j) { return s->prop[SECTION_S + 6 * i + j]; }

static void close_to(const Section *s, int i, int j, double wanted, double tolerance,
                     const char what[])
{
  CHECK(fabs(entry(s, i, j) - wanted) <= tolerance * sqrt(entry(s, i, i) * entry(s, j, j)),
        "%s: S[%d][%d] is %.12g, not %.12g", what, i, j, entry(s, i, j), wanted);
}

/* Checks G J, the inverse of the flexibility, which does not depend on the shear center. */
static void torsion(const Section *s, double wanted, double tolerance, const char what[])
{
  CHECK_CLOSE(1 / s->prop[SECTION_F + 21], wanted, tolerance * wanted, what);
}

/* Profiles of n corners as a solid polygon, turned by an angle about the origin. */
static void polygon(Section *s, int n, const double point[], double angle, double thickness)
{
  double turned[64];

  for (int i = 0; i < n; i++) {
    turned[2 * i]     = cos(angle) * point[2 * i] - sin(angle) * point[2 * i + 1];
    turned[2 * i + 1] = sin(angle) * point[2 * i] + cos(angle) * point[2 * i + 1];
  }
  start(s, "polygon");
  list(s, "polygon", 64, 2 * n, turned);
  if (thickness > 0) one(s, "thickness", thickness);
}

/* A rectangle given as a polygon has the numbers of the rectangle, except in shear, where Poisson's
   ratio is left out. A polygon that is turned has the numbers about turned axes. */
static void check_rectangle(void)
{
  static const double point[] = {7, 5, 9, 5, 9, 6, 7, 6};
  const double        J = 0.22868167711957 * 2, angle = 0.3, c = cos(angle), t = sin(angle);
  Section             s, r;

  polygon(&s, 4, point, 0, 0);
  prepare(&s, "rectangle");
  start(&r, "rectangle");
  one(&r, "width", 2), one(&r, "height", 1);
  prepare(&r, "rectangle");
  for (int i = 0; i < 36; i++)
    if (i != 7 && i != 14) close_to(&s, i / 6, i % 6, entry(&r, i / 6, i % 6), 2e-8, "rectangle");
  close_to(&s, 1, 1, G * 2 * 5. / 6, 1e-10, "rectangle");
  close_to(&s, 2, 2, G * 2 * 5. / 6, 1e-10, "rectangle");
  for (int i = SECTION_MASS; i < SECTION_DAMPING; i++)
    CHECK_CLOSE(s.prop[i], r.prop[i], 1e-13, "mass of a rectangle");
  polygon(&s, 4, point, angle, 0);
  prepare(&s, "turned rectangle");
  torsion(&s, G * J, 2e-8, "turned rectangle");
  close_to(&s, 4, 4, E * (c * c / 6 + t * t * 2 / 3), 1e-13, "turned rectangle");
  close_to(&s, 4, 5, -E * c * t * (2. / 3 - 1. / 6), 1e-13, "turned rectangle"); /* -E Iyz */
  CHECK_CLOSE(s.prop[SECTION_INERTIA + 5], -2 * c * t * (2. / 3 - 1. / 6), 1e-13, "Jyz");
}

/* Equilateral triangle: J = sqrt(3) a^4/80, the largest stress 20 T/a^3 in the middles of its sides
   (Timoshenko & Goodier, art. 103). */
static void check_triangle(void)
{
  const double point[] = {0, 0, 1, 0, 0.5, sqrt(0.75)};
  double       largest = 0;
  Section      s;

  polygon(&s, 3, point, 0.1, 0);
  prepare(&s, "triangle");
  torsion(&s, G * sqrt(3) / 80, 1e-10, "triangle");
  close_to(&s, 1, 3, 0, 1e-10, "triangle");
  for (int i = 0; i < (int)s.prop[SECTION_NPOINTS]; i++)
    largest = fmax(largest, fabs(s.prop[SECTION_POINTS + 3 * i + 2]));
  CHECK_CLOSE(largest, 20, 1e-7, "stress of a triangle");
}

/* l, c and t of thin legs: area and second moments exact, torsion and shear center to the order of
   the thickness. */
static void check_open(void)
{
  const double t = 0.01, b = 0.5, h = 1, w = h - t, leg = b - t;
  const double A = t * (b + h - t), y = (t * b * b / 2 + w * t * t / 2) / A,
               z = (b * t * t / 2 + w * t * (t + w / 2)) / A, web = h - 2 * t;
  const double Ac = 2 * b * t + web * t, yc = (b * b * t + web * t * t / 2) / Ac, bm = b - t / 2,
               hm = h - t;
  Section s;

  start(&s, "l");
  one(&s, "width", b), one(&s, "height", h), one(&s, "thickness", t);
  prepare(&s, "l");
  close_to(&s, 0, 0, E * A, 1e-13, "l");
  close_to(&s, 4, 4,
           E * (b * t * t * t / 12 + b * t * (t / 2 - z) * (t / 2 - z) + t * w * w * w / 12 +
                t * w * (t + w / 2 - z) * (t + w / 2 - z)),
           1e-13, "l");
  close_to(&s, 4, 5,
           -E * (b * t * (b / 2 - y) * (t / 2 - z) + t * w * (t / 2 - y) * (t + w / 2 - z)), 1e-13,
           "l");
  torsion(&s, G * (b + w) * t * t * t / 3, 2e-2, "l");
  CHECK_CLOSE(s.prop[SECTION_SHEAR_CENTER], t / 2 - y, 0.1 * t, "shear center of an l");
  CHECK_CLOSE(s.prop[SECTION_SHEAR_CENTER + 1], t / 2 - z, 0.1 * t, "shear center of an l");

  start(&s, "c");
  one(&s, "width", b), one(&s, "height", h), one(&s, "flange_thickness", t);
  one(&s, "web_thickness", t);
  prepare(&s, "c");
  close_to(&s, 0, 0, E * Ac, 1e-13, "c");
  close_to(&s, 4, 4, E * (b * h * h * h - leg * web * web * web) / 12, 1e-12, "c");
  torsion(&s, G * (2 * b + web) * t * t * t / 3, 2e-2, "c");
  CHECK_CLOSE(s.prop[SECTION_SHEAR_CENTER], t / 2 - yc - 3 * bm * bm / (6 * bm + hm), 0.1 * t,
              "shear center of a c");
  CHECK_CLOSE(s.prop[SECTION_SHEAR_CENTER + 1], 0, 1e-9, "shear center of a c");
  close_to(&s, 2, 3, entry(&s, 2, 2) * s.prop[SECTION_SHEAR_CENTER], 1e-12, "c");

  start(&s, "t");
  one(&s, "width", b), one(&s, "height", h), one(&s, "flange_thickness", t);
  one(&s, "web_thickness", t);
  prepare(&s, "t");
  close_to(&s, 0, 0, E * (b * t + (h - t) * t), 1e-13, "t");
  close_to(&s, 5, 5, E * (t * b * b * b + (h - t) * t * t * t) / 12, 1e-13, "t");
  torsion(&s, G * (b + h - t) * t * t * t / 3, 2e-2, "t");
  CHECK_CLOSE(s.prop[SECTION_SHEAR_CENTER + 1],
              h - t / 2 - (b * t * (h - t / 2) + w * t * w / 2) / (b * t + w * t), 0.1 * t,
              "shear center of a t");
  CHECK_CLOSE(s.prop[SECTION_SHEAR_CENTER], 0, 1e-9, "shear center of a t");
}

/* The properties of a section have the same bits at the first time, at the second time, when the
   solution of the outline is kept, and after 20 other outlines, when it is not kept any more. Two
   triangles share the first corners of a rectangle, and one of them differs in the last bit. */
static void check_kept_outlines(void)
{
  double  corner[] = {0, 0, 1, 0, 1, 0.5, 0, 0.5};
  Section first, s;

  polygon(&first, 4, corner, 0, 0);
  prepare(&first, "first time");
  for (int k = 0; k < 22; k++) {
    polygon(&s, k < 2 ? 4 : 3, corner, 0, 0);
    prepare(&s, "other outlines");
    CHECK((k == 0) == !memcmp(s.prop, first.prop, sizeof s.prop), "outline %d", k);
    corner[5] = k == 0 ? nextafter(corner[5], 1) : corner[5] + 0.01;
  }
  corner[5] = 0.5;
  polygon(&s, 4, corner, 0, 0);
  prepare(&s, "again");
  CHECK(!memcmp(s.prop, first.prop, sizeof s.prop), "a solution that was not kept");
}

/* Fillets that shrink to nothing leave the i without them; a large one has its area. */
static void check_fillets(void)
{
  const double r = 0.15, lack = (1 - acos(-1.) / 4) * r * r;
  Section      s, sharp;

  for (int k = 0; k < 3; k++) {
    Section *const section = k == 1 ? &sharp : &s;

    start(section, "i");
    one(section, "width", 1), one(section, "height", 2), one(section, "flange_thickness", 0.1);
    one(section, "web_thickness", 0.05);
    if (k != 1) one(section, "fillet", k ? r : 1e-4);
    prepare(section, "i");
    if (k == 0) continue;
    close_to(&s, 0, 0, entry(&sharp, 0, 0) + (k == 2 ? E * 4 * lack : 0), k == 2 ? 1e-12 : 1e-6,
             "i with fillets");
    close_to(&s, 4, 4,
             entry(&sharp, 4, 4) +
               (k == 2 ? E * 4 * lack * (0.9 - r * 0.22337) * (0.9 - r * 0.22337) : 0),
             k == 2 ? 1e-4 : 1e-6, "i with fillets");
    torsion(&s, entry(&sharp, 3, 3), k == 2 ? 0.5 : 0.08, "i with fillets");
  }
}

/* Hollow sections: Bredt's torsion; a thin ring of many sides has half of its area in shear. */
static void check_hollow(void)
{
  const double pi = acos(-1.), b = 2, h = 3, t = 0.1, bm = b - t, hm = h - t;
  const double box[] = {0, 0, bm, 0, bm, hm, 0, hm};
  double       ring[64];
  Section      s, r;

  start(&s, "rectangular_tube");
  one(&s, "width", b), one(&s, "height", h), one(&s, "thickness", t);
  prepare(&s, "rectangular_tube");
  close_to(&s, 0, 0, E * (b * h - (b - 2 * t) * (h - 2 * t)), 1e-13, "box");
  close_to(&s, 4, 4,
           E * (b * h * h * h - (b - 2 * t) * (h - 2 * t) * (h - 2 * t) * (h - 2 * t)) / 12, 1e-13,
           "box");
  torsion(&s, G * (2 * t * bm * bm * hm * hm / (bm + hm) + 2 * (bm + hm) * t * t * t / 3), 1e-13,
          "box");
  polygon(&r, 4, box, 0, t);
  prepare(&r, "box");
  for (int i = 0; i < 3; i++) close_to(&s, i, i, entry(&r, i, i), 1e-12, "box as polygon");
  torsion(&s, entry(&r, 3, 3), 1e-12, "box as polygon");
  close_to(&s, 4, 4, entry(&r, 4, 4), t * t / h, "box as polygon");
  for (int i = 0; i < 32; i++)
    ring[2 * i] = cos(2 * pi * i / 32), ring[2 * i + 1] = sin(2 * pi * i / 32);
  start(&s, "polygon");
  list(&s, "polygon", 64, 64, ring);
  one(&s, "thickness", 0.01);
  prepare(&s, "ring");
  torsion(&s, G * 2 * pi * 0.01, 1.5e-2, "ring");
  close_to(&s, 2, 2, 0.5 * G * 2 * pi * 0.01, 1e-2, "ring");
  close_to(&s, 2, 3, 0, 1e-12, "ring");
}

/* Bending of a turned rectangle about its own weak axis, and a force at the shear center of a c,
   which makes no torsion. */
static void check_stresses(void)
{
  static const double point[] = {0, 0, 2, 0, 2, 1, 0, 1};
  const double        angle = 0.4, c = cos(angle), t = sin(angle);
  double              f[6] = {0, 0, 0, 0, c, t}, extreme[3] = {NAN, NAN, NAN};
  Section             s;

  polygon(&s, 4, point, angle, 0);
  prepare(&s, "turned rectangle");
  section_add_stresses(s.prop, f, extreme);
  CHECK_CLOSE(extreme[0], 0.5 * 12 / 2, 1e-12, "bending of a turned rectangle");
  CHECK_CLOSE(extreme[2], 0.5 * 12 / 2, 1e-12, "bending of a turned rectangle");
  start(&s, "c");
  one(&s, "width", 0.5), one(&s, "height", 1), one(&s, "flange_thickness", 0.05);
  one(&s, "web_thickness", 0.05);
  prepare(&s, "c");
  for (int k = 0; k < 6; k++) f[k] = 0;
  for (int k = 0; k < 3; k++) extreme[k] = NAN;
  f[2] = 1, f[3] = s.prop[SECTION_SHEAR_CENTER];
  section_add_stresses(s.prop, f, extreme);
  CHECK(extreme[2] < 1e-9, "a force at the shear center twists: %g", extreme[2]);
  f[3] = s.prop[SECTION_SHEAR_CENTER] + 1;
  section_add_stresses(s.prop, f, extreme);
  CHECK_CLOSE(extreme[2], sqrt(3) * 0.05 * s.prop[SECTION_F + 21], 0.2 * extreme[2],
              "torsion of a c"); /* t/J, more at the inner corners */
}

static void check_refusals(void)
{
  static const double square[] = {0, 0, 1, 0, 1, 1, 0, 1};
  static const double bow[] = {0, 0, 1, 1, 1, 0, 0, 1}, back[] = {0, 0, 2, 0, 1, 0},
                      touching[] = {0, 0, 2, 0, 2, 2, 1, 0, 0, 2};
  Section s;

  polygon(&s, 4, bow, 0, 0), refused(&s, "cross");
  polygon(&s, 3, back, 0, 0), refused(&s, "turns back");
  polygon(&s, 5, touching, 0, 0), refused(&s, "touch");
  polygon(&s, 2, back, 0, 0), refused(&s, "three points");
  polygon(&s, 4, square, 0, 0.6);
  refused(&s, "thickness");
  start(&s, "polygon");
  list(&s, "polygon", 64, 5, (const double[]){0, 0, 1, 0, 1}), refused(&s, "without z");
  start(&s, "l");
  one(&s, "width", 1), one(&s, "height", 1), one(&s, "thickness", 1), refused(&s, "legs");
  start(&s, "c");
  one(&s, "width", 1), one(&s, "height", 1), one(&s, "flange_thickness", 0.1);
  refused(&s, "web_thickness");
  one(&s, "web_thickness", 0.1), one(&s, "radius", 1), refused(&s, "dimension");
  one(&s, "radius", NAN), one(&s, "fillet", 2), refused(&s, "fillet");
}

/* The mass matrix of a body with the center of mass c, in full and as triangle. */
static void check_mass_matrix(void)
{
  const double m = 3, c[2] = {0.2, -0.1}, J[6] = {2.5, 1.5, 1.75, 0.1, 0.2, -0.3};
  double       M[36] = {0}, upper[21];
  Section      s, r;
  int          n = 0;

  for (int i = 0; i < 3; i++) M[7 * i] = m;
  M[4] = m * c[1], M[5] = -m * c[0], M[9] = -m * c[1], M[15] = m * c[0];
  M[21] = J[0], M[28] = J[1], M[35] = J[2], M[22] = J[3], M[23] = J[4], M[29] = J[5];
  for (int i = 0; i < 6; i++)
    for (int j = i; j < 6; j++) upper[n++] = M[6 * j + i] = M[6 * i + j];
  for (int k = 0; k < 4; k++) {
    start(&s, "circle");
    one(&s, "radius", 1), one(&s, "density", k == 3 ? 1 : NAN);
    list(&s, "mass_matrix", 36, k == 0 ? 36 : k == 2 ? 20 : 21, k == 0 ? M : upper);
    if (k == 2) refused(&s, "21");
    if (k == 3) refused(&s, "beside its mass_matrix");
    if (k > 1) continue;
    give(&BeamKernel, s.given, "offset", 2, (const double[]){0.5, 0.25});
    prepare(&s, "mass_matrix");
    start(&r, "circle");
    one(&r, "radius", 1), one(&r, "density", NAN), one(&r, "mass_per_length", m);
    give(&BeamKernel, r.given, "offset", 2, (const double[]){0.5, 0.25});
    give(&BeamKernel, r.given, "center", 2, c);
    give(&BeamKernel, r.given, "inertia", 6,
         (const double[]){J[0] - m * (c[0] * c[0] + c[1] * c[1]), J[1] - m * c[1] * c[1],
                          J[2] - m * c[0] * c[0], J[3], J[4], J[5] + m * c[0] * c[1]});
    prepare(&r, "inertia");
    for (int i = SECTION_MASS; i < SECTION_DAMPING; i++)
      CHECK_CLOSE(s.prop[i], r.prop[i], 1e-14, "mass_matrix");
  }
  for (int k = 0; k < 5; k++) { /* entry (row, column), not symmetric, and the message */
    static const int         place[]   = {1, 1, 0, 1, 0, 3, 1, 5, 3, 3};
    static const char *const message[] = {"same mass", "same mass", "skew", "skew", "eigenvalue"};
    static const double      value[]   = {4, 0.1, 0.1, 0.2, 0.01};
    double                   changed[36];

    memcpy(changed, M, sizeof M);
    changed[6 * place[2 * k + 0] + place[2 * k + 1]] =
      changed[6 * place[2 * k + 1] + place[2 * k + 0]] = value[k];
    start(&s, "circle");
    one(&s, "radius", 1), one(&s, "density", NAN);
    list(&s, "mass_matrix", 36, 36, changed);
    refused(&s, message[k]);
    changed[6 * 4 + 5] = 7;
    list(&s, "mass_matrix", 36, 36, changed), refused(&s, "not symmetric");
  }
}

/* The entries of section.h are in the order and of the sizes of section_props: a row that is added
   to one of the two lists alone would shift all properties after it. */
static void check_places(void)
{
  static const struct {
    const char *name;
    int         place;
  } entries[] = {
    {"section",          SECTION_SHAPE},
    {"width",            WIDTH        },
    {"height",           HEIGHT       },
    {"radius",           RADIUS       },
    {"thickness",        THICKNESS    },
    {"flange_thickness", FLANGE       },
    {"web_thickness",    WEB          },
    {"fillet",           FILLET       },
    {"toe",              TOE          },
    {"slope",            SLOPE        },
    {"polygon",          POLYGON      },
    {"young",            YOUNG        },
    {"poisson",          POISSON      },
    {"shear_modulus",    SHEAR_MODULUS},
    {"density",          DENSITY      },
    {"shear_factor_y",   FACTOR_Y     },
    {"shear_factor_z",   FACTOR_Z     },
    {"ea",               EA           },
    {"gay",              GAY          },
    {"gaz",              GAZ          },
    {"gj",               GJ           },
    {"eiy",              EIY          },
    {"eiz",              EIZ          },
    {"stiffness",        STIFFNESS    },
    {"mass_per_length",  MASS_LENGTH  },
    {"inertia",          INERTIA      },
    {"mass_matrix",      MASS_MATRIX  },
    {"center",           CENTER       },
    {"offset",           OFFSET       },
    {"damping",          DAMPING      },
    {"mass",             MASS         },
    {"correction",       CORRECTION   },
    {"direction",        DIRECTION    },
    {"law",              GIVEN_LAW    },
    {"law_layers",       LAYERS       },
    {"law_points",       POINTS       }
  };
  const int n     = (int)(sizeof entries / sizeof *entries);
  int       place = 0, k = 0;

  for (const ElementProp *p = section_props; p->name; place += property_entries(p), p++) {
    if (!property_entries(p)) continue; /* it is not among the given numbers */
    CHECK(k < n && !strcmp(p->name, entries[k].name) && place == entries[k].place,
          "property %s is entry %d; entry %d of section.h is for %s", p->name, place,
          k < n ? entries[k].place : -1, k < n ? entries[k].name : "nothing");
    k++;
  }
  CHECK(k == n, "sections have %d properties, section.h %d", k, n);
}

int main(void)
{
  check_places();
  check_rectangle();
  check_triangle();
  check_open();
  check_fillets();
  check_kept_outlines();
  check_hollow();
  check_stresses();
  check_refusals();
  check_mass_matrix();
  return TestReport();
}
