/* table_law.c: the uniaxial law of a table: straight lines between the points of a file, elastic.

   Beyond its ends the table continues along its first and its last line. The initial stiffness of
   the law is its largest slope, which bounds the speed of waves and the steps of explicit
   schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "uniaxial_law.h"

enum { STRAIN, STRESS, COLUMNS };

/* Numbers of the law: the number of points, the largest slope, and for each point its strain, its
   stress over the largest slope, and its energy over the largest slope. */
enum { COUNT, LARGEST, POINTS, POINT = 3, ENERGY = 2 };

static const char *const columns[] = {"strain", "stress", 0};

static const ElementProp props[] = {
  {"table", PROP_TABLE, 1, NAN,
   "file with the columns strain and stress [N/m2], through 0, 0. Without area the stress is the "
   "force [N]; of springs the strain is the elongation [m]. There may be up to 64 rows", COLUMNS *LAW_TABLE_ROWS, columns},
  {0,       0,          0, 0,   0,                                                       0,                       0      }
};

static double *point(double prop[], int i) { return prop + POINTS + POINT * i; }

/* Returns the slope between two points of the numbers of the law, over the largest slope. */
static double slope(const double prop[], int i)
{
  const double *a = prop + POINTS + POINT * i, *b = a + POINT;

  return (b[STRESS] - a[STRESS]) / (b[STRAIN] - a[STRAIN]);
}

/* Computes the response at the stiffness 1. Its line is the one on which the slope is larger, if
   the strain is that of a point. */
static void respond_on_line(const double prop[], double strain, LawResponse *r)
{
  const int     n = (int)prop[COUNT];
  int           i = 0;
  const double *at;
  double        beyond;

  while (i < n - 2 && strain > prop[POINTS + POINT * (i + 1) + STRAIN]) i++;
  if (i < n - 2 && strain == prop[POINTS + POINT * (i + 1) + STRAIN] &&
      slope(prop, i + 1) > slope(prop, i))
    i++;
  at         = prop + POINTS + POINT * i;
  beyond     = strain - at[STRAIN];
  r->tangent = slope(prop, i);
  r->stress  = at[STRESS] + r->tangent * beyond;
  r->energy  = at[ENERGY] + (at[STRESS] + r->tangent * beyond / 2) * beyond;
}

/* Sets the n points of the law. Rows of the table beyond them have no strain. */
static void set_points(int n, const double given[], double prop[])
{
  prop[COUNT]   = n;
  prop[LARGEST] = 0;
  for (int i = 0; i < n; i++)
    for (int c = 0; c < COLUMNS; c++) point(prop, i)[c] = given[COLUMNS * i + c];
  for (int i = 0; i < n - 1; i++) prop[LARGEST] = fmax(prop[LARGEST], slope(prop, i));
  for (int i = 0; i < n; i++) point(prop, i)[STRESS] /= prop[LARGEST];
}

/* Sets the energies of the points, which are integrals from the strain 0. */
static void set_energies(int n, double prop[])
{
  LawResponse zero;

  point(prop, 0)[ENERGY] = 0;
  for (int i = 1; i < n; i++) {
    const double *a = point(prop, i - 1);
    double       *b = point(prop, i);

    b[ENERGY] = a[ENERGY] + (a[STRESS] + b[STRESS]) / 2 * (b[STRAIN] - a[STRAIN]);
  }
  respond_on_line(prop, 0, &zero);
  for (int i = 0; i < n; i++) point(prop, i)[ENERGY] -= zero.energy;
}

static const char *prepare(const double given[], double prop[])
{
  /* The table is through 0, 0 up to the digits with which a program has written it. */
  const double small = 1e-9;
  LawResponse  zero;
  int          n = 0;

  while (n < LAW_TABLE_ROWS && !isnan(given[COLUMNS * n + STRAIN])) n++;
  for (int i = 0; i < n; i++) {
    const double *at = given + COLUMNS * i;

    if (isnan(at[STRESS])) return "has a law_table without the column stress";
    if (i && !(at[STRAIN] > at[STRAIN - COLUMNS]))
      return "has a law_table whose strains do not increase";
    if (i && at[STRESS] < at[STRESS - COLUMNS])
      return "has a law_table whose stress decreases, which the law table does not allow";
  }
  if (n < 2) return "has a law_table without the column strain";
  if (given[COLUMNS * (n - 1) + STRESS] == given[STRESS])
    return "has a law_table without stiffness";
  set_points(n, given, prop);
  set_energies(n, prop);
  respond_on_line(prop, 0, &zero);
  if (fabs(zero.stress) > small * fmax(fabs(point(prop, 0)[STRESS]), point(prop, n - 1)[STRESS]))
    return "has a law_table whose stress at the strain 0 is not 0; give a prestress instead";
  return 0;
}

static double modulus(const double prop[]) { return prop[LARGEST]; }

static void respond(const double prop[], const LawPoint *at, LawResponse *r)
{
  respond_on_line(prop, at->strain, r);
  r->stress *= at->stiffness;
  r->tangent *= at->stiffness;
  r->energy *= at->stiffness;
}

static void between(const double prop[], double strain, double kink[2])
{
  for (int i = 1; i < (int)prop[COUNT] - 1 && kink[1] == INFINITY; i++)
    if (slope(prop, i) != slope(prop, i - 1))
      kink[strain < prop[POINTS + POINT * i + STRAIN]] = prop[POINTS + POINT * i + STRAIN];
}

static void range(const double prop[], double range[2])
{
  range[0] = prop[POINTS + STRAIN];
  range[1] = prop[POINTS + POINT * ((int)prop[COUNT] - 1) + STRAIN];
}

const UniaxialLaw table_law = {.name    = "table",
                               .help    = "straight lines between the points of a table, elastic",
                               .props   = props,
                               .prepare = prepare,
                               .modulus = modulus,
                               .respond = respond,
                               .between = between,
                               .range   = range};
