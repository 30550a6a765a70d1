/* section_mass.c: implements the mass per length of a beam's section. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "section.h"

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

const char *section_mass(const double given[], const SectionGeometry *shape, double prop[])
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
