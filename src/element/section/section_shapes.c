/* section_shapes.c: implements areas, torsion, shear and stress points of named shapes.

   Shear factors of rectangles, circles and tubes: Cowper 1966. An I-section has 5/6 of the area of
   the flanges in y and the area of the web in z. Torsion of a rectangle: Timoshenko & Goodier,
   Theory of Elasticity, art. 109; of an I-section: sum of thin rectangles, b t^3/3. An I-section
   with fillets, l, c, t and polygons are solved (warping.c). Torsion of a rectangular tube: EN
   10210-2, annex B; its shear: outline.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>
#include "section.h"

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }

/* Adds a point with its shear stress per torque. */
static void add_point(SectionGeometry *s, double y, double z, double tau)
{
  double *point = s->point[s->npoints++];

  point[0] = y, point[1] = z, point[2] = tau;
}

/* Sets the areas in shear by their factors. */
static void shear_factors(SectionGeometry *s, double y, double z)
{
  s->shear[0] = y * s->area;
  s->shear[1] = z * s->area;
}

/* ---- rectangles and round sections ----------------------------------------------------------- */

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

/* Adds a rectangle to the polygons that bound the area. */
static void add_loop(double b, double h, SectionGeometry *s)
{
  const Outline o = {
    4, {{-b / 2, -h / 2}, {b / 2, -h / 2}, {b / 2, h / 2}, {-b / 2, h / 2}}
  };

  s->loop[s->nloops++] = o;
}

/* The points are the corners, where torsion has no stress, and the middles of the sides. */
static const char *rectangle(const double given[], SectionGeometry *s)
{
  const double nu = section_poisson(given), b = given[WIDTH], h = given[HEIGHT];
  double       on_long, on_short;

  if (isnan(b) || isnan(h)) return "a rectangle needs width and height";
  s->area = b * h;
  s->iy   = b * cube(h) / 12;
  s->iz   = h * cube(b) / 12;
  s->j    = rectangle_torsion(fmax(b, h), fmin(b, h));
  shear_factors(s, 10 * (1 + nu) / (12 + 11 * nu), 10 * (1 + nu) / (12 + 11 * nu));
  rectangle_shear(fmax(b, h), fmin(b, h), s->j, &on_long, &on_short);
  add_loop(b, h, s);
  for (int sign = -1; sign <= 1; sign += 2) {
    add_point(s, sign * b / 2, -h / 2, 0);
    add_point(s, sign * b / 2, h / 2, 0);
    add_point(s, 0, sign * h / 2, b >= h ? on_long : on_short);
    add_point(s, sign * b / 2, 0, b >= h ? on_short : on_long);
  }
  return 0;
}

static const char *circle(const double given[], SectionGeometry *s)
{
  const double pi = acos(-1.), nu = section_poisson(given), r = given[RADIUS];

  if (isnan(r)) return "a circle needs its radius";
  s->radius = r;
  s->area   = pi * r * r;
  s->iy = s->iz = pi * square(r * r) / 4;
  s->j          = 2 * s->iy;
  shear_factors(s, 6 * (1 + nu) / (7 + 6 * nu), 6 * (1 + nu) / (7 + 6 * nu));
  return 0;
}

static const char *tube(const double given[], SectionGeometry *s)
{
  const double pi = acos(-1.), nu = section_poisson(given), r = given[RADIUS],
               inner = r - given[THICKNESS];
  const double m2    = square(inner / r);
  const double factor =
    6 * (1 + nu) * square(1 + m2) / ((7 + 6 * nu) * square(1 + m2) + (20 + 12 * nu) * m2);

  if (isnan(inner)) return "a tube needs radius and thickness";
  if (!(inner >= 0)) return "a tube's wall is thicker than its radius";
  s->radius = r;
  s->hole   = inner;
  s->area   = pi * (r * r - inner * inner);
  s->iy = s->iz = pi * (square(r * r) - square(inner * inner)) / 4;
  s->j          = 2 * s->iy;
  shear_factors(s, factor, factor);
  return 0;
}

/* ---- profiles -------------------------------------------------------------------------------- */

/* A corner of a profile, with the radius of its rounding. */
typedef struct {
  double y, z, radius;
} Corner;

enum { ARC = 4 }; /* sides of a rounded corner */

/* Adds a corner to o. A rounded one becomes ARC sides between the points where the arc touches its
   neighbors. The points between lie a little beside the arc, so that the area is that of the arc.
   Returns whether the arc fits between the neighbors. */
static int add_corner(Outline *o, Corner before, Corner at, Corner after)
{
  const double a[2] = {before.y - at.y, before.z - at.z}, b[2] = {after.y - at.y, after.z - at.z};
  const double la = hypot(a[0], a[1]), lb = hypot(b[0], b[1]);
  const double angle = acos(-(a[0] * b[0] + a[1] * b[1]) / (la * lb)); /* by which the line turns */
  const double tangent = at.radius * tan(angle / 2), step = angle / ARC, r = at.radius;
  /* (ARC - 2) rho^2 + 2 r rho - angle r^2/sin(step) = 0 */
  const double rho = (sqrt(1 + (ARC - 2) * angle / sin(step)) - 1) * r / (ARC - 2);
  double       bisector[2], middle[2], start;

  if (!(r > 0)) {
    o->point[o->n][0]   = at.y;
    o->point[o->n++][1] = at.z;
    return 1;
  }
  for (int k = 0; k < 2; k++) bisector[k] = (a[k] / la + b[k] / lb) / (2 * cos(angle / 2));
  for (int k = 0; k < 2; k++)
    bisector[k] /= hypot(a[0] / la + b[0] / lb, a[1] / la + b[1] / lb) / (2 * cos(angle / 2));
  middle[0] = at.y + bisector[0] * r / cos(angle / 2);
  middle[1] = at.z + bisector[1] * r / cos(angle / 2);
  start     = atan2(at.z + a[1] / la * tangent - middle[1], at.y + a[0] / la * tangent - middle[0]);
  for (int i = 0; i <= ARC; i++) {
    const double turn = (a[0] * b[1] - a[1] * b[0] < 0 ? 1 : -1) * step * i;
    const double far  = i == 0 || i == ARC ? r : rho;

    o->point[o->n][0]   = middle[0] + far * cos(start + turn);
    o->point[o->n++][1] = middle[1] + far * sin(start + turn);
  }
  return tangent <= la && tangent <= lb;
}

/* Computes the outline of a profile of n corners. Returns whether its roundings fit. */
static int outline_of_corners(int n, const Corner corner[], Outline *o)
{
  int fits = 1;

  o->n = 0;
  for (int i = 0; i < n; i++)
    fits &= add_corner(o, corner[(i + n - 1) % n], corner[i], corner[(i + 1) % n]);
  return fits;
}

/* Solves a profile of n corners. Returns NULL, or text if its roundings do not fit. */
static const char *solve_corners(int n, const Corner corner[], SectionGeometry *s)
{
  Outline     o;
  const int   fits  = outline_of_corners(n, corner, &o);
  const char *wrong = outline_check(&o);

  if (wrong || !fits) return "its fillet or toe is too large for its other dimensions";
  outline_solve(&o, s);
  s->loop[s->nloops++] = o;
  return 0;
}

static double or_zero(double x) { return isnan(x) ? 0 : x; }

/* The points of an i without fillets are the ends of the flanges and of the web, whose shear stress
   per torque is t/J. */
static const char *i_section(const double given[], SectionGeometry *s)
{
  const double b = given[WIDTH], h = given[HEIGHT], tf = given[FLANGE], tw = given[WEB],
               r = given[FILLET], web = h - 2 * tf, z = h / 2, y = b / 2, w = tw / 2, in = web / 2;
  const Corner corner[] = {
    {-y, -z,  0},
    {y,  -z,  0},
    {y,  -in, 0},
    {w,  -in, r},
    {w,  in,  r},
    {y,  in,  0},
    {y,  z,   0},
    {-y, z,   0},
    {-y, in,  0},
    {-w, in,  r},
    {-w, -in, r},
    {-y, -in, 0}
  };

  if (isnan(b) || isnan(h) || isnan(tf) || isnan(tw))
    return "an i needs width, height, flange_thickness and web_thickness";
  if (!(web > 0) || !(tw <= b)) return "an i needs a web: less flange_thickness or web_thickness";
  if (r > 0) return solve_corners(12, corner, s);
  (void)outline_of_corners(12, corner, &s->loop[s->nloops++]);
  s->area = 2 * b * tf + web * tw;
  s->iy   = (b * cube(h) - (b - tw) * cube(web)) / 12;
  s->iz   = (2 * tf * cube(b) + web * cube(tw)) / 12;
  s->j    = (2 * b * cube(tf) + (h - tf) * cube(tw)) / 3;
  shear_factors(s, 5. / 6 * 2 * b * tf / s->area, web * tw / s->area);
  for (int sy = -1; sy <= 1; sy += 2)
    for (int sz = -1; sz <= 1; sz += 2) {
      add_point(s, sy * y, sz * z, tf / s->j);
      add_point(s, sy * w, sz * in, tw / s->j);
    }
  return 0;
}

/* Legs from the corner to +y and to +z. */
static const char *l_section(const double given[], SectionGeometry *s)
{
  const double b = given[WIDTH], h = given[HEIGHT], t = given[THICKNESS], toe = or_zero(given[TOE]);
  const Corner corner[] = {
    {0, 0, 0                     },
    {b, 0, 0                     },
    {b, t, toe                   },
    {t, t, or_zero(given[FILLET])},
    {t, h, toe                   },
    {0, h, 0                     }
  };

  if (isnan(b) || isnan(h) || isnan(t)) return "an l needs width, height and thickness";
  if (!(t < b && t < h)) return "an l needs legs: less thickness";
  return solve_corners(6, corner, s);
}

/* The web is at -y. */
static const char *c_section(const double given[], SectionGeometry *s)
{
  const double b = given[WIDTH], h = given[HEIGHT], tf = given[FLANGE], tw = given[WEB],
               slope = or_zero(given[SLOPE]), toe = or_zero(given[TOE]), r = or_zero(given[FILLET]);
  const double tip = tf - slope * b / 2, root = tf + slope * (b / 2 - tw);
  const Corner corner[] = {
    {0,  0,        0  },
    {b,  0,        0  },
    {b,  tip,      toe},
    {tw, root,     r  },
    {tw, h - root, r  },
    {b,  h - tip,  toe},
    {b,  h,        0  },
    {0,  h,        0  }
  };

  if (isnan(b) || isnan(h) || isnan(tf) || isnan(tw))
    return "a c needs width, height, flange_thickness and web_thickness";
  if (!(2 * root < h && tip > 0 && tw < b))
    return "a c needs a web and flanges: less flange_thickness, web_thickness or slope";
  return solve_corners(8, corner, s);
}

/* The flange is at +z. */
static const char *t_section(const double given[], SectionGeometry *s)
{
  const double b = given[WIDTH], h = given[HEIGHT], tf = given[FLANGE], tw = given[WEB],
               r = or_zero(given[FILLET]), y = b / 2, w = tw / 2, in = h - tf;
  const Corner corner[] = {
    {-w, 0,  0},
    {w,  0,  0},
    {w,  in, r},
    {y,  in, 0},
    {y,  h,  0},
    {-y, h,  0},
    {-y, in, 0},
    {-w, in, r}
  };

  if (isnan(b) || isnan(h) || isnan(tf) || isnan(tw))
    return "a t needs width, height, flange_thickness and web_thickness";
  if (!(tf < h && tw < b)) return "a t needs a web: less flange_thickness or web_thickness";
  return solve_corners(8, corner, s);
}

/* ---- hollow sections and polygons ------------------------------------------------------------ */

/* Adds a rectangle with corners of radius r to the polygons that bound the area. */
static void add_rounded_loop(double b, double h, double r, SectionGeometry *s)
{
  const Corner corner[] = {
    {-b / 2, -h / 2, r},
    {b / 2,  -h / 2, r},
    {b / 2,  h / 2,  r},
    {-b / 2, h / 2,  r}
  };

  (void)outline_of_corners(4, corner, &s->loop[s->nloops++]);
}

/* Adds sign times a rectangle with corners of radius r to area, iy and iz. A corner lacks
   (1 - pi/4) r^2 at the distance (10 - 3 pi)/(12 - 3 pi) r from its sides. */
static void add_rounded(double b, double h, double r, double sign, SectionGeometry *s)
{
  const double pi = acos(-1.), lack = (1 - pi / 4) * r * r, in = r * (10 - 3 * pi) / (12 - 3 * pi),
               own = square(r * r) * (1. / 3 - pi / 16 - 1 / (36 - 9 * pi));

  s->area += sign * (b * h - 4 * lack);
  s->iy += sign * (b * cube(h) / 12 - 4 * (own + lack * square(h / 2 - in)));
  s->iz += sign * (h * cube(b) / 12 - 4 * (own + lack * square(b / 2 - in)));
}

/* The points are the ends and the middles of the arcs of the corners. */
static const char *rectangular_tube(const double given[], SectionGeometry *s)
{
  const double pi = acos(-1.), b = given[WIDTH], h = given[HEIGHT], t = given[THICKNESS],
               r = or_zero(given[FILLET]), inner = isnan(given[TOE]) ? fmax(r - t, 0) : given[TOE],
               y = (b - t) / 2, z = (h - t) / 2, middle = (r + inner) / 2, half = sqrt(0.5);
  const double length = 4 * (y + z) - 2 * middle * (4 - pi),
               inside = 4 * y * z - square(middle) * (4 - pi);
  Outline o           = {
              4, {{-y, -z}, {y, -z}, {y, z}, {-y, z}}
  };
  SectionGeometry sharp = {0};
  double          tau;

  if (isnan(b) || isnan(h) || isnan(t))
    return "a rectangular_tube needs width, height and thickness";
  if (!(2 * t < fmin(b, h))) return "a rectangular_tube needs a hole: less thickness";
  if (!(2 * r <= fmin(b, h) && 2 * inner <= fmin(b, h) - 2 * t))
    return "its fillet is too large for its width or height";
  wall_solve(&o, t, &sharp);
  add_rounded(b, h, r, 1, s);
  add_rounded(b - 2 * t, h - 2 * t, inner, -1, s);
  add_rounded_loop(b, h, r, s);
  add_rounded_loop(b - 2 * t, h - 2 * t, inner, s);
  s->j = 4 * inside * inside * t / length + length * cube(t) / 3;
  for (int k = 0; k < 2; k++) s->shear[k] = sharp.shear[k];
  tau = (2 * inside / length + t) / s->j;
  for (int sy = -1; sy <= 1; sy += 2)
    for (int sz = -1; sz <= 1; sz += 2) {
      add_point(s, sy * (b / 2), sz * (h / 2 - r), tau);
      add_point(s, sy * (b / 2 - r), sz * (h / 2), tau);
      add_point(s, sy * (b / 2 - r + half * r), sz * (h / 2 - r + half * r), tau);
    }
  return 0;
}

static const char *polygon(const double given[], SectionGeometry *s)
{
  const double *point = given + POLYGON, t = given[THICKNESS];
  Outline       o      = {0};
  double        length = 0, center[2];
  const char   *wrong;

  while (o.n < OUTLINE_MAX && !isnan(point[2 * o.n])) {
    if (isnan(point[2 * o.n + 1])) return "its polygon has y of a point without z";
    o.point[o.n][0] = point[2 * o.n];
    o.point[o.n][1] = point[2 * o.n + 1];
    o.n++;
  }
  wrong = outline_check(&o);
  if (wrong) return wrong;
  if (isnan(t)) {
    outline_solve(&o, s);
    s->loop[s->nloops++] = o;
    return 0;
  }
  outline_area(&o, s, center);
  for (int i = 0; i < o.n; i++) {
    const double *a = o.point[i], *b = o.point[(i + 1) % o.n];

    length += hypot(b[0] - a[0], b[1] - a[1]);
  }
  if (!(t * length < 2 * s->area)) return "its thickness is larger than the space inside of it";
  wall_solve(&o, t, s);
  return 0;
}

/* ---- all shapes ------------------------------------------------------------------------------ */

/* The names, and the rows of shapes[], have the same order. */
const char *const section_words[] = {"rectangle", "circle",           "tube",    "i", "l", "c",
                                     "t",         "rectangular_tube", "polygon", 0};

enum { DIMENSIONS = 10 };

static const struct {
  /* computes s from the dimensions; returns NULL, or text that says why they are invalid */
  const char *(*solve)(const double given[], SectionGeometry *s);
  /* 1 for each dimension that the shape has, else 0: width, height, radius, thickness, flange
     thickness, web thickness, fillet, toe, slope, polygon */
  char uses[DIMENSIONS + 1];
} shapes[] = {
  {rectangle,        "1100000000"},
  {circle,           "0010000000"},
  {tube,             "0011000000"},
  {i_section,        "1100111000"},
  {l_section,        "1101001100"},
  {c_section,        "1100111110"},
  {t_section,        "1100111000"},
  {rectangular_tube, "1101001100"},
  {polygon,          "0001000001"}
};
_Static_assert(sizeof shapes / sizeof shapes[0] ==
                 sizeof section_words / sizeof section_words[0] - 1,
               "each shape has a name and a row");

const char *section_geometry(const double given[], SectionGeometry *s)
{
  const int shape = (int)given[SECTION_SHAPE];

  memset(s, 0, offsetof(SectionGeometry, loop)); /* the loops are those that nloops counts */
  for (int i = 0; i < DIMENSIONS; i++)
    if (!isnan(given[WIDTH + i]) && shapes[shape].uses[i] == '0')
      return "it has a dimension that its section does not use; leave it out";
  return shapes[shape].solve(given, s);
}
