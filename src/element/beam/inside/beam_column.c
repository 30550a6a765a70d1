/* beam_column.c: computes the bending moment of a beam under an axial force between its nodes.

   In one plane of bending, let N be the axial force, V the shear force, m the bending moment, p the
   load across, and phi the rotation of the section against the chord of the element. Equilibrium
   is V' = -p - N phi', and the section bends by phi' = m/EI. The line stretches and shears, which
   gives the shear force the arm s = 1 + N/EA - N/GA (beam_bow.h). Therefore
     m' = s V,   m'' = N^ m/EI - s p,   N^ = N s,
   where the signs are those of the moment about z up to a factor of V and p. The moments of the
   loads alone, which the pieces of the span have, satisfy this equation without N^. The rest
   a(x) therefore satisfies
     a'' = (N^/EI) (m_loads + a) + c0 + c1 x.
   The linear load c0 + c1 x is that of inertia; it makes a and a' right at both ends. Without
   inertia it is 0 up to the accuracy of the nodes' rotations.

   The solution is a power series in each piece, whose coefficients follow from those of m_loads.
   The pieces are so short that the terms after the degree SPAN_DEGREE are about 1e-7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_column.h"
#include "element/beam/finite/beam_bow.h"
#include "element/beam/varying/beam_varying.h"
#include "math/polynomial.h"

enum { FIRST_MOMENT = 4 };

int beam_column_begin(const ElementState *e, double N, BeamSpan *span)
{
  /* Range of N^ L^2/EI. Compression beyond 2.8 times Euler's load is not in the energy of elements
     either (beam_bow.h), and in tension the moments are those of a cable with bending at its ends.
     PIECE: largest square root of the part of a piece. */
  const double  least = -28, most = 144, piece = 0.3;
  const double *F = e->prop + SECTION_F, L2 = span->length * span->length;
  double        largest = 0;

  if (e->kernel->shape != SHAPE_LINE || !beam_is_corrected(2, e->prop)) return 1;
  if (beam_varies(e->kernel) || !beam_is_diagonal(F)) return 1;
  for (int c = 0; c < 2; c++) {
    span->bends[c]   = F[7 * (4 + c)];
    span->sheared[c] = bow_factor(lanes_fill(N * (F[0] - F[7 * (2 - c)]))).value[0];
    span->column[c]  = fmax(least, fmin(most, N * span->sheared[c] * L2 * F[7 * (4 + c)]));
    largest          = fmax(largest, fabs(span->column[c]));
  }
  return largest > 0 ? (int)ceil(sqrt(largest) / piece) : 1;
}

/* A solution a of the equation above: its coefficients in a piece, and value and derivative by the
   fraction of the length at the start of the piece and then at its end. */
typedef struct {
  double a[SPAN_DEGREE + 1], value, slope;
} Solution;

/* Advances a solution over a piece. loads[SPAN_DEGREE + 1] is the moment of the loads or NULL, and
   line[2] the linear load c0 + c1 x, a function of the fraction x of the length. */
static void advance(const SpanPiece *p, double column, const double loads[], const double line[2],
                    Solution *s)
{
  const double width = p->to - p->from, square = width * width;
  double       rate[SPAN_DEGREE];

  s->a[0] = s->value;
  s->a[1] = s->slope * width;
  for (int j = 0; j + 2 <= SPAN_DEGREE; j++) {
    double bent = column * square * (s->a[j] + (loads ? loads[j] : 0));

    if (j == 0) bent += square * (line[0] + line[1] * p->from);
    if (j == 1) bent += square * width * line[1];
    s->a[j + 2] = bent / ((j + 1) * (j + 2));
  }
  polynomial_derivative(SPAN_DEGREE, s->a, rate);
  s->value = polynomial_value(SPAN_DEGREE, s->a, 1);
  s->slope = polynomial_value(SPAN_DEGREE - 1, rate, 1) / width;
}

/* Computes the linear load with which the solution that starts with the lacking moment and its
   slope has the lacking ones at the second end. */
static void find_line(const BeamSpan *span, double column, const SpanBending *b, double line[2])
{
  static const double none[2] =
    {
      0, 0
  },
                      unit[2][2] = {{1, 0}, {0, 1}};
  Solution s[3]                  = {
                     {.value = b->end[0], .slope = b->slope[0]},
                     { {0},                 0,                    0},
                     { {0},                 0,                    0}
  };
  double lack[2], det;

  for (int k = 0; k < span->n; k++) {
    const SpanPiece *p = &span->piece[k];

    advance(p, column, p->f[b->moment], none, &s[0]);
    for (int i = 0; i < 2; i++) advance(p, column, NULL, unit[i], &s[1 + i]);
  }
  lack[0] = b->end[1] - s[0].value;
  lack[1] = b->slope[1] - s[0].slope;
  det     = s[1].value * s[2].slope - s[2].value * s[1].slope;
  line[0] = (lack[0] * s[2].slope - lack[1] * s[2].value) / det;
  line[1] = (lack[1] * s[1].value - lack[0] * s[1].slope) / det;
}

void beam_column_add(BeamSpan *span, const SpanBending *b)
{
  const int    plane  = b->moment - FIRST_MOMENT;
  const double column = span->column[plane], factor = b->sign / span->sheared[plane];
  Solution     s = {.value = b->end[0], .slope = b->slope[0]};
  double       line[2];

  find_line(span, column, b, line);
  for (int k = 0; k < span->n; k++) {
    SpanPiece   *p      = &span->piece[k];
    const double length = (p->to - p->from) * span->length;
    double       rate[SPAN_DEGREE];

    advance(p, column, p->f[b->moment], line, &s);
    polynomial_derivative(SPAN_DEGREE, s.a, rate);
    for (int j = 0; j <= SPAN_DEGREE; j++) p->f[b->moment][j] += s.a[j];
    for (int j = 0; j < SPAN_DEGREE; j++) p->f[b->shear][j] += factor * rate[j] / length;
  }
}
