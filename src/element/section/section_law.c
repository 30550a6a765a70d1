/* section_law.c: implements sections of fibres whose stress follows a uniaxial law.

   A section is divided into trapezoids, and each of them into cells with two by two Gauss points; a
   round section is divided into rings with two Gauss points across and equal distances around. The
   Gauss points are the fibres. With the strain E = e_1 + z e_5 - y e_6 of a fibre, the stress s(E)
   and its linear part E_0 E, the forces of the section are
     f = S e + sum of A (s(E) - E_0 E) (1, z, -y),
   where S is the stiffness of the linear section. Therefore the law "linear" has the forces S e
   exactly, and the fibres need not have its area and second moments to the last digit. Tangent and
   energy are the derivative and the integral of f. Both rules are exact for stresses that are
   linear over the section. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/polynomial.h"
#include "math/small_dense.h"
#include "section_law.h"

/* ---- preparation ----------------------------------------------------------------------------- */

const char *section_law_modulus(const double given[], double prop[])
{
  static const double nothing[LAW_MAX_MEMORY];
  const char         *wrong   = uniaxial_law_prepare(given + GIVEN_LAW, prop + SECTION_LAW);
  const double        modulus = prop[SECTION_LAW + LAW_MODULUS];
  const UniaxialLaw  *law     = uniaxial_law_of(prop + SECTION_LAW);
  LawPoint            at      = {.memory = nothing};
  LawResponse         r;

  prop[LAW_FIRST] = prop[LAW_LINEAR] = given[YOUNG];
  if (wrong) return wrong;
  if (!law)
    return isnan(given[LAYERS]) && isnan(given[POINTS])
             ? 0
             : "has law_layers or law_points without a law; leave them out";
  if (law->nmemory)
    return "has a law that remembers, which bars, trusses and springs take but beams do not";
  if (!isnan(given[YOUNG]) && !isnan(modulus))
    return "has a law with a stiffness of its own, which replaces young: leave it out";
  if (!isnan(modulus)) prop[LAW_FIRST] = modulus;
  at.stiffness = prop[LAW_FIRST];
  uniaxial_law_respond(prop + SECTION_LAW, 0, &at, &r);
  prop[LAW_LINEAR] = r.tangent;
  if (!isnan(modulus) && !(r.tangent > 0))
    return "has a law without stiffness at the strain 0, which beams need";
  return 0;
}

/* Reads a whole number from 2 to most, or takes the default value. Returns 0 if it is not one. */
static int whole(double given, double otherwise, double most, double *value)
{
  *value = isnan(given) ? otherwise : given;
  return *value == floor(*value) && *value >= 3 && *value <= most;
}

/* Sets the pieces of a section and LAW_EXTENT. */
static const char *set_pieces(const SectionGeometry *shape, double prop[])
{
  double(*const piece)[6] = (double(*)[6])(prop + LAW_PIECES);
  double range[4]         = {NAN, NAN, NAN, NAN};
  int    n;

  if (shape->radius > 0) {
    piece[0][0]      = shape->hole;
    piece[0][1]      = shape->radius;
    piece[0][2]      = prop[SECTION_OFFSET];
    piece[0][3]      = prop[SECTION_OFFSET + 1];
    prop[LAW_EXTENT] = 2 * shape->radius;
    return 0;
  }
  if (!shape->nloops)
    return "has a law, and its section is a polygon with a thickness: give the polygon of the area";
  n = section_pieces(shape, prop + SECTION_OFFSET, piece);
  if (n < 0) return "has a law and a polygon that is too jagged for it: leave out corners";
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 6; i++) {
      double *r = range + (i < 2 ? 0 : 2);

      r[0] = fmin(r[0], piece[k][i]);
      r[1] = fmax(r[1], piece[k][i]);
    }
  prop[LAW_EXTENT]  = fmax(range[1] - range[0], range[3] - range[2]);
  prop[LAW_NPIECES] = n;
  return 0;
}

const char *section_law_prepare(const double given[], const SectionGeometry *shape, double prop[])
{
  double *points = prop + LAW_POINTS;

  if (!shape) return "has a law, which needs the shape of its section: give section or profile";
  if (given[CORRECTION] == CORRECTION_AXIAL)
    return "has a law, which the correction axial does not take: leave it out, and take more "
           "elements where the axial force is large";
  if (!whole(given[LAYERS], 20, LAYERS_MAX, prop + LAW_LAYERS))
    return "has law_layers that are not a whole number from 3 to 1000";
  if (!whole(given[POINTS], 10, LAW_POINTS_MAX, prop + LAW_NPOINTS))
    return "has law_points that are not a whole number from 3 to 10";
  lobatto_rule((int)prop[LAW_NPOINTS], points, points + LAW_POINTS_MAX);
  return set_pieces(shape, prop);
}

/* ---- fibres ---------------------------------------------------------------------------------- */

/* A function that does something with a fibre of the area A [m2] at y, z from the line of nodes
 * [m]. */
typedef void (*FibreFunction)(void *context, double y, double z, double A);

/* The places of the two Gauss points in a cell. */
static const double gauss[2] = {0.21132486540518711775, 0.78867513459481288225};

/* Returns the number of cells over a size of a section. */
static int cells_of(const double prop[], double size)
{
  const double n = ceil(prop[LAW_LAYERS] / 2 * size / prop[LAW_EXTENT] * (1 - 1e-9));

  return n > 1 ? (int)n : 1;
}

/* Returns whether the strain changes so little by a curvature that one cell is enough: by round-off
   relative to the strains e of the section. */
static int is_even(const double prop[], const double e[6], double curvature)
{
  const double round_off = 1e-13, size = prop[LAW_EXTENT];

  return fabs(curvature) * size <= round_off * (fabs(e[0]) + size * (fabs(e[4]) + fabs(e[5])));
}

/* Calls a function for the fibres of a trapezoid. A stress that does not change along y, or along
   z, needs one cell in this direction. */
static void trapezoid_fibres(const double prop[], const double e[6], const double p[6],
                             FibreFunction act, void *context)
{
  const int    upright = p[2] == p[4] && p[3] == p[5];
  const int    ny = is_even(prop, e, e[5]) ? 1 : cells_of(prop, fmax(p[3] - p[2], p[5] - p[4]));
  const int    nz = is_even(prop, e, e[4]) && upright ? 1 : cells_of(prop, p[1] - p[0]);
  const double dz = (p[1] - p[0]) / nz;

  for (int i = 0; i < 2 * nz; i++) {
    const double s = (i / 2 + gauss[i % 2]) / nz, z = p[0] + s * (p[1] - p[0]);
    const double left = p[2] + s * (p[4] - p[2]), width = p[3] + s * (p[5] - p[3]) - left;

    for (int j = 0; j < 2 * ny; j++)
      act(context, left + (j / 2 + gauss[j % 2]) / ny * width, z, dz / 2 * width / (2 * ny));
  }
}

static void round_fibres(const double prop[], FibreFunction act, void *context)
{
  const double *p = prop + LAW_PIECES, pi = acos(-1.), wall = p[1] - p[0];
  const int     n = cells_of(prop, wall), around = 4 * (int)ceil(prop[LAW_LAYERS] / 2);

  for (int i = 0; i < 2 * n; i++) {
    const double r = p[0] + (i / 2 + gauss[i % 2]) / n * wall;

    for (int j = 0; j < around; j++) {
      const double angle = 2 * pi * (j + 0.5) / around;

      act(context, p[2] + r * cos(angle), p[3] + r * sin(angle), pi * r * wall / n / around);
    }
  }
}

/* Calls a function for each fibre of a section. e are the strains, which say where one cell is
   enough. */
static void each_fibre(const double prop[], const double e[6], FibreFunction act, void *context)
{
  if (prop[SECTION_RADIUS] > 0) round_fibres(prop, act, context);
  else
    for (int k = 0; k < (int)prop[LAW_NPIECES]; k++)
      trapezoid_fibres(prop, e, prop + LAW_PIECES + 6 * k, act, context);
}

/* Computes the response of the law at y, z from the line of nodes, and returns the strain there. */
static double respond_at(const double prop[], const double e[6], double y, double z, LawResponse *r)
{
  static const double nothing[LAW_MAX_MEMORY];
  const LawPoint      at = {prop[LAW_FIRST], 0, e[0] + z * e[4] - y * e[5], 0, nothing};

  uniaxial_law_respond(prop + SECTION_LAW, 0, &at, r);
  return at.strain;
}

/* ---- response -------------------------------------------------------------------------------- */

typedef struct {
  const double    *prop, *e;
  SectionResponse *sum;
} FibreSum;

/* Adds a fibre, less its linear part, to the response of the section. */
static void add_fibre(void *context, double y, double z, double A)
{
  static const int row[3]   = {0, 4, 5};
  const FibreSum  *x        = context;
  const double     linear   = x->prop[LAW_LINEAR];
  const double     place[3] = {1, z, -y};
  LawResponse      r;
  const double     strain = respond_at(x->prop, x->e, y, z, &r);

  x->sum->energy += A * (r.energy - linear * strain * strain / 2);
  for (int i = 0; i < 3; i++) {
    const double area = A * place[i];

    x->sum->force[row[i]] += area * (r.stress - linear * strain);
    for (int j = 0; j < 3; j++)
      x->sum->tangent[6 * row[i] + row[j]] += area * (r.tangent - linear) * place[j];
  }
}

void section_law_respond(const double prop[], const double e[6], SectionResponse *r)
{
  const double *S = prop + SECTION_S;
  FibreSum      x = {prop, e, r};

  *r = (SectionResponse){0};
  each_fibre(prop, e, add_fibre, &x);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      r->energy += e[i] * S[6 * i + j] * e[j] / 2;
      r->force[i] += S[6 * i + j] * e[j];
      r->tangent[6 * i + j] += S[6 * i + j];
    }
}

void section_law_soften(const double prop[], const SectionResponse *r, double F[36])
{
  double T[36], more = 1e-10;

  for (int k = 0;; k++, more *= 100) {
    double L[36];

    for (int i = 0; i < 36; i++) T[i] = r->tangent[i] + (k ? more : 0) * prop[SECTION_S + i];
    memcpy(L, T, sizeof L);
    if (small_cholesky(6, L) == 0 || more > 1) break;
  }
  small_inverse(6, T, F);
}

/* ---- strains of given forces ----------------------------------------------------------------- */

/* Newton's method for the least W(e) - f . e, which is convex. A step is shortened where its work
   would change sign. */
int section_law_strains(const double prop[], const double f[6], double e[6])
{
  enum { ITERATIONS = 60 };
  const double    small = 1e-24; /* square of the relative error of the strains */
  SectionResponse r;

  times6(prop + SECTION_F, f, e);
  section_law_respond(prop, e, &r);
  for (int k = 0; k < ITERATIONS; k++) {
    double F[36], rest[6], step[6], start, slope, length = 1;

    section_law_soften(prop, &r, F);
    for (int i = 0; i < 6; i++) rest[i] = f[i] - r.force[i];
    times6(F, rest, step);
    start = dot6(rest, step);
    if (!(start < INFINITY)) return 1;
    if (start <= small * fabs(dot6(f, e))) return 0;
    for (;; length *= start / (start - slope)) {
      double moved[6];

      for (int i = 0; i < 6; i++) moved[i] = e[i] + length * step[i];
      section_law_respond(prop, moved, &r);
      for (int i = 0; i < 6; i++) rest[i] = f[i] - r.force[i];
      slope = dot6(rest, step);
      if (!(slope < -start / 2) || length < 1e-9) break;
    }
    for (int i = 0; i < 6; i++) e[i] += length * step[i];
  }
  return 1;
}

double section_law_stress(const double prop[], const double e[6], double y, double z)
{
  LawResponse r;

  (void)respond_at(prop, e, prop[SECTION_OFFSET] + y, prop[SECTION_OFFSET + 1] + z, &r);
  return r.stress;
}

/* ---- kinks ----------------------------------------------------------------------------------- */

typedef struct {
  const double *prop, *e;
  int           kinked;
} FibreKinks;

static void find_kink(void *context, double y, double z, double A)
{
  FibreKinks *x = context;

  (void)A;
  x->kinked |= uniaxial_law_kinked(x->prop + SECTION_LAW, 0, x->e[0] + z * x->e[4] - y * x->e[5]);
}

int section_law_kinked(const double prop[], const double e[6])
{
  FibreKinks x = {prop, e, 0};

  each_fibre(prop, e, find_kink, &x);
  return x.kinked;
}
