/* beam_line.c: computes the line of a beam between its displaced end nodes from the section
   forces.

   With the strains (eps, gamma_y, gamma_z, tau, kappa_y, kappa_z) = F f of the section, or those
   with which its law has the forces f, and its small rotations phi against the straight line
   between the nodes, phi_y' = kappa_y,   phi_z' = kappa_z, w_x' = eps,   w_y' = gamma_y + phi_z,
   w_z' = gamma_z - phi_y. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_line.h"
#include "element/beam/varying/beam_varying.h"
#include "element/section/section_law.h"
#include "math/polynomial.h"
#include "element/kernels.h"
#include "math/vector.h"

enum { STRAIN = SPAN_DEGREE + 3, TURN = STRAIN + 1 }; /* degrees of strains and of rotations */

/* Adds a product of polynomials of degree 3 and SPAN_DEGREE to sum. */
static void add_product(const double a[4], const double b[SPAN_DEGREE + 1], double sum[STRAIN + 1])
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j <= SPAN_DEGREE; j++) sum[i + j] += a[i] * b[j];
}

/* Computes P[SMOOTH_MOMENTS][4], Legendre's polynomials as polynomials of u, times 2 n + 1. */
static void legendre_of_piece(const SpanPiece *p, double P[SMOOTH_MOMENTS][4])
{
  const double a = 2 * p->from - 1, b = 2 * (p->to - p->from);

  memset(P, 0, SMOOTH_MOMENTS * sizeof *P);
  P[0][0] = 1;
  P[1][0] = a, P[1][1] = b;
  for (int n = 2; n < SMOOTH_MOMENTS; n++)
    for (int j = 0; j < 4; j++) {
      const double next = a * P[n - 1][j] + (j ? b * P[n - 1][j - 1] : 0);

      P[n][j] = ((2 * n - 1) * next - (n - 1) * P[n - 2][j]) / n;
    }
  for (int n = 0; n < SMOOTH_MOMENTS; n++)
    for (int j = 0; j < 4; j++) P[n][j] *= 2 * n + 1;
}

/* Computes F[4], entry (a, b) of the flexibility as a polynomial of u. */
static void flexibility_of_piece(const BeamVarying *data, double P[SMOOTH_MOMENTS][4], int a, int b,
                                 double F[4])
{
  for (int j = 0; j < 4; j++) {
    F[j] = 0;
    for (int n = 0; n < SMOOTH_MOMENTS; n++)
      F[j] += data->moment[n][beam_symmetric(a, b)] * P[n][j];
  }
}

/* Computes the strains of a section that follows a law as cubic polynomials, from those at four
   places. Returns 0, or 1 if the section cannot bear the forces. */
static int law_strains_of_piece(const ElementState *e, const SpanPiece *p,
                                double strain[6][STRAIN + 1])
{
  static const double unit[2][3] = {
    {0, 0, 0},
    {1, 0, 0}
  };
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  double         values[6][4];

  shape_cell_points(SHAPE_LINE, unit, point);
  for (int k = 0; k < 4; k++) {
    double f[SPAN_FORCES], at[6];

    for (int c = 0; c < SPAN_FORCES; c++)
      f[c] = polynomial_value(SPAN_DEGREE, p->f[c], point[k].x[0]);
    if (section_law_strains(e->prop, f, at)) return 1;
    for (int a = 0; a < 6; a++) values[a][k] = at[a];
  }
  memset(strain, 0, 6 * sizeof *strain);
  for (int a = 0; a < 6; a++) span_cubic(values[a], strain[a]);
  return 0;
}

/* Computes the strains F f of a piece. */
static void strains_of_piece(const ElementState *e, const SpanPiece *p,
                             double strain[6][STRAIN + 1])
{
  const double *own                  = e->prop + SECTION_F;
  double        P[SMOOTH_MOMENTS][4] = {{0}};

  memset(strain, 0, 6 * sizeof *strain);
  if (beam_varies(e->kernel)) legendre_of_piece(p, P);
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) {
      double F[4] = {own[6 * a + b], 0, 0, 0};

      if (beam_varies(e->kernel)) flexibility_of_piece((const BeamVarying *)e->data, P, a, b, F);
      if (F[0] != 0 || F[1] != 0) add_product(F, p->f[b], strain[a]);
    }
}

/* The state at the end of a piece: displacements, and rotations about y and z. */
typedef struct {
  double w[3], phi[2];
} LineEnd;

/* Integrates a piece from the state at its start, which becomes that at its end. The slopes of w_y
   and w_z at both ends of the piece are added to slope[2][2]. */
static void integrate_piece(const BeamSpan *span, const ElementState *e, const SpanPiece *p,
                            LineEnd *at, double w[3][SPAN_LINE + 1], double slope[2][2])
{
  static const double sign[2] = {1, -1};
  const double        h       = (p->to - p->from) * span->length;
  double              strain[6][STRAIN + 1], turn[2][TURN + 1];

  if (!span->law || law_strains_of_piece(e, p, strain)) strains_of_piece(e, p, strain);
  memset(w, 0, 3 * sizeof *w);
  for (int c = 0; c < 2; c++) {
    polynomial_integral(STRAIN, strain[4 + c], h, at->phi[c], turn[c]);
    at->phi[c] = polynomial_value(TURN, turn[c], 1);
  }
  polynomial_integral(STRAIN, strain[0], h, at->w[0], w[0]);
  for (int c = 0; c < 2; c++) {
    double rate[TURN + 1];

    for (int j = 0; j <= TURN; j++)
      rate[j] = sign[c] * turn[1 - c][j] + (j <= STRAIN ? strain[1 + c][j] : 0);
    polynomial_integral(TURN, rate, h, at->w[1 + c], w[1 + c]);
    /* without the shear strain: the slope of the section's x axis */
    slope[0][c] = sign[c] * turn[1 - c][0];
    slope[1][c] = sign[c] * at->phi[1 - c];
  }
  for (int c = 0; c < 3; c++) at->w[c] = polynomial_value(SPAN_LINE, w[c], 1);
}

void beam_span_line(const BeamSpan *span, const ElementState *e, SpanLine *line)
{
  double  slope[2][2], ends[2][2];
  LineEnd at = {{0}, {0}};

  for (int k = 0; k < span->n; k++) {
    integrate_piece(span, e, &span->piece[k], &at, line->w[k], slope);
    for (int c = 0; c < 2 && k == 0; c++) ends[0][c] = slope[0][c];
  }
  for (int c = 0; c < 2; c++) ends[1][c] = slope[1][c];
  for (int c = 0; c < 3; c++) {
    double whole[4] = {0, -at.w[c], 0, 0}; /* makes the end 0, then adds slopes */

    for (int i = 0; i < 2 && c; i++) {
      const double lack = span->length * (span->slope[i][c - 1] - ends[i][c - 1]) + at.w[c];

      whole[1] += i ? 0 : lack;
      whole[2] -= i ? lack : 2 * lack;
      whole[3] += lack;
    }
    for (int k = 0; k < span->n; k++) {
      const SpanPiece *p = &span->piece[k];
      double           here[4];

      polynomial_substitute(3, whole, p->from, p->to - p->from, here);
      for (int j = 0; j < 4; j++) line->w[k][c][j] += here[j];
    }
  }
}

void span_line_at(const BeamSpan *span, const SpanLine *line, double s, double w[3])
{
  int k = span->n - 1;

  while (k > 0 && s < span->piece[k].from) k--;
  for (int c = 0; c < 3; c++) {
    const SpanPiece *p = &span->piece[k];

    w[c] = polynomial_value(SPAN_LINE, line->w[k][c], (s - p->from) / (p->to - p->from));
  }
}

/* ---- beam places ----------------------------------------------------------------------------- */

/* Computes results of a beam at places along it.

   The place of the line is that on the straight line between the displaced nodes, plus the
   deflection in the mean axes of both ends. The line of an element that is curved in the mesh
   has a deflection there, too, which is the cubic polynomial with the slopes of its ends. */

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
                     const ElementState *e, const double mesh[2][3], int n, const double place[],
                     double values[])
{
  double *to = values;

  for (int k = 0; k < n; k++) {
    const double s = place[k];
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
