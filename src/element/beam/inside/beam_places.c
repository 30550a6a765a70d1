/* beam_places.c: computes results of a beam at equally spaced places along it.

   The place of the line is that on the straight line between the displaced nodes, plus the
   deflection in the mean axes of both ends. The line of an element that is curved in the mesh has a
   deflection there, too, which is the cubic polynomial with the slopes of its ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam_places.h"
#include "element/kernels.h"
#include "math/vector.h"

const ElementResult span_place_results[] = {
  {"force_along",        3, "axial and shear forces at the places of _section_places [N]", RESULT_LOCAL },
  {"moment_along",       3, "torque and bending moments there [N m]",                      RESULT_LOCAL },
  {"displacement_along", 3, "displacement of the line of nodes there, in global axes [m]",
   RESULT_LOCAL                                                                                         },
  {"deflection_along",   2,
   "displacement along y and z of the section there, relative to the line between the displaced "
   "nodes [m]",                                                                            RESULT_LOCAL },
  {0,                    0, 0,                                                             RESULT_SCALAR}
};

const ElementResult span_place_stresses[] = {
  {"stress_max_along",    1, "largest axial stress of the section there [N/m2]",     RESULT_LOCAL },
  {"stress_min_along",    1, "least axial stress of the section there [N/m2]",       RESULT_LOCAL },
  {"von_mises_max_along", 1, "largest von Mises stress of the section there [N/m2]", RESULT_LOCAL },
  {0,                     0, 0,                                                      RESULT_SCALAR}
};

/* Computes M[9], the mean of the axes at both ends. */
static void mean_axes(double A[2][9], double M[9])
{
  for (int c = 0; c < 3; c++) {
    double column[3];

    for (int i = 0; i < 3; i++) column[i] = A[0][3 * i + c] + A[1][3 * i + c];
    normalize(column);
    for (int i = 0; i < 3; i++) M[3 * i + c] = column[i];
  }
}

void beam_span_displacement(const BeamSpan *span, const ElementState *e, const double mesh[2][3],
                            double s, const double w[3], double d[3])
{
  const double hermite[2] = {span->length * s * (1 - s) * (1 - s), -span->length * s * s * (1 - s)};
  double       rest[3]    = {0}, moved[3], axes[2][2][9], M[2][9], turned[2][3];

  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 9; k++) {
      axes[0][i][k] = span->section[i][k];
      axes[1][i][k] = span->axes[i][k];
    }
  for (int k = 0; k < 2; k++) mean_axes(axes[k], M[k]);
  for (int c = 0; c < 2; c++)
    rest[1 + c] = hermite[0] * span->rest[0][c] + hermite[1] * span->rest[1][c];
  for (int c = 0; c < 3; c++) moved[c] = rest[c] + w[c];
  mat_vec(M[0], rest, turned[0]);
  mat_vec(M[1], moved, turned[1]);
  for (int c = 0; c < 3; c++)
    d[c] = (1 - s) * (e->node[0]->x[c] - mesh[0][c]) + s * (e->node[1]->x[c] - mesh[1][c]) +
           turned[1][c] - turned[0][c];
  if (!span->small) return;
  for (int i = 0; i < 2; i++) { /* the axes of a linearized model do not turn */
    double more[3];

    cross(e->node[i]->turn, turned[0], more);
    for (int c = 0; c < 3; c++) d[c] += more[c] / 2;
  }
}

/* Writes the values of place k to their result, and moves *values to the next result. */
static void put(int n, int k, int count, const double from[], double **values)
{
  for (int c = 0; c < count; c++) (*values)[count * k + c] = from[c];
  *values += n * count;
}

int beam_span_places(const BeamSpan *span, const SpanLine *line, const SpanSections *sections,
                     const ElementState *e, const double mesh[2][3], int n, double values[])
{
  double *to = values;

  for (int k = 0; k < n; k++) {
    const double s = (double)k / (n - 1);
    double       f[SPAN_FORCES], w[3], d[3], own[ELEMENT_MAX_PROPS], stress[3] = {NAN, NAN, NAN};

    to = values;
    beam_span_forces(span, s, f);
    span_line_at(span, line, s, w);
    beam_span_displacement(span, e, mesh, s, w, d);
    put(n, k, 3, f, &to);
    put(n, k, 3, f + 3, &to);
    put(n, k, 3, d, &to);
    put(n, k, 2, w + 1, &to);
    if (!sections) continue;
    if (sections->at) sections->at(sections->context, s, own);
    section_add_stresses(sections->at ? own : sections->prop, f, stress);
    for (int c = 0; c < SPAN_STRESSES; c++) put(n, k, 1, &stress[c], &to);
  }
  return (int)(to - values);
}
