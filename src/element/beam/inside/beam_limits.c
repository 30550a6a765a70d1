/* beam_limits.c: estimates how far the state of a beam is from the limits of its theory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam_limits.h"
#include "beam_span.h"
#include "element/beam/law/law_load.h"
#include "element/beam/varying/beam_varying.h"
#include "math/vector.h"

/* Positions in the values of beam_results: forces and moments, mean and at both ends. */
enum { MEAN = BEAM_AXIAL_FORCE, START = SPAN_ENDS, END = START + SPAN_FORCES, BENDING = 4 };

/* AXIAL: bending below this part of the compression counts less, because nobody looks at it. Both
   sides are in tests/analysis/members.py. */
#define AXIAL 0.1

double beam_young_strain(const ElementKernel *kernel, const double prop[], const double values[])
{
  double extreme[3] = {NAN, NAN, NAN};

  (void)kernel;
  if (!(prop[SECTION_AREA] > 0)) return 0;
  for (int k = MEAN; k <= END; k += SPAN_FORCES) section_add_stresses(prop, values + k, extreme);
  return fmax(extreme[0], -extreme[1]) * prop[SECTION_AREA] / prop[SECTION_S];
}

double beam_gyration(const double prop[])
{
  const double *S = prop + SECTION_S;

  return S[0] > 0 ? sqrt(fmax(0, fmin(S[28], S[35])) / S[0]) : 0;
}

/* Returns the mean flexibility of the section along a beam by one of its six forces. */
static double mean_flexibility(const ElementKernel *kernel, const double prop[],
                               const double data[], int force)
{
  const BeamVarying *varying = (const BeamVarying *)data;

  return beam_varies(kernel) ? varying->moment[0][beam_symmetric(force, force)]
                             : prop[SECTION_F + 7 * force];
}

/* In one plane of bending let m0 be the mean of the moments at the ends, and m1 the mean over the
   element. The load across the bent line is m'' = 12/L^2 (m1 - m0). The first bow, which the
   default element lacks, would change m1 by N L^2/(60 EI) (m1 - m0) (beam_bow.h, with D = 1/45). A
   moment M causes rotations of about M L/(3 EI), and the error of m1 causes those of m1 L/(2 EI),
   more by 1/(1 - N L^2/(pi^2 EI)). */
double beam_bow_error(const ElementKernel *kernel, const double prop[], const double data[],
                      double length, const double values[], double most)
{
  const double N = -values[MEAN], stretch = mean_flexibility(kernel, prop, data, 0);
  double       error = 0;

  for (int c = BENDING; c < SPAN_FORCES; c++) {
    const double from = values[START + c], to = values[END + c], mean = values[MEAN + c];
    const double middle  = 1.5 * mean - (from + to) / 4; /* Simpson's rule */
    const double bending = mean_flexibility(kernel, prop, data, c);
    const double curve = fabs(mean - (from + to) / 2), square = N * length * length * bending;
    const double euler = square / 9.8696;
    /* a small part of the moment that bends the section as much as the force compresses it */
    const double axial = AXIAL * fabs(N) * sqrt(stretch / bending);
    const double size  = fmax(fmax(fabs(middle), axial), fmax(fabs(from), fabs(to)));

    if (euler < most && size > 0)
      error = fmax(error, fabs(square) / 40 / (1 - euler) * curve / size);
  }
  return error;
}

/* The even bow changes the moment like that above, and the odd one, with O = 1/35, the moments at
   both ends by -N^2 L^4/(4200 EI^2) times the difference of the moments at the ends. */
void beam_bow_forces(const ElementState *e, const double values[], double r[12])
{
  BeamSpan span;
  double   even[3] = {0}, odd[3] = {0}, across[3] = {0};

  beam_span_begin(e, &span);
  for (int c = BENDING; c < SPAN_FORCES; c++) {
    const double square =
      values[MEAN] * span.length * span.length * mean_flexibility(e->kernel, e->prop, e->data, c);

    even[c - 3] = square / 60 * (values[MEAN + c] - (values[START + c] + values[END + c]) / 2);
    odd[c - 3]  = -square * square / 4200 * (values[END + c] - values[START + c]);
  }
  across[1] = -2 * odd[2] / span.length;
  across[2] = 2 * odd[1] / span.length;
  for (int i = 0; i < 2; i++) {
    const double sign    = i ? 1 : -1;
    double       turn[3] = {0}, push[3];

    for (int c = 0; c < 3; c++) {
      turn[c] = sign * even[c] + odd[c];
      push[c] = sign * across[c];
    }
    mat_vec(span.axes[i], push, r + 6 * i);
    mat_vec(span.section[i], turn, r + 6 * i + 3);
  }
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* Adds weight times the curvatures of a section beyond those of a linear section to sum, and the
   same times x. Adds weight times the curvature to *size. Returns 0, or 1 if the section cannot
   bear the forces f[6]. */
static int add_curvatures(const double prop[], const double f[6], double x, double weight,
                          double sum[4], double *size)
{
  const double *F = prop + SECTION_F;
  double        e[6];

  if (section_law_strains(prop, f, e)) return 1;
  for (int c = 0; c < 2; c++) {
    const double beyond = weight * (e[BENDING + c] - dot6(F + 6 * (BENDING + c), f));

    sum[c] += beyond;
    sum[2 + c] += x * beyond;
  }
  *size += weight * hypot(e[BENDING], e[BENDING + 1]);
  return 0;
}

/* A part of a beam that would be an element, and the sums of add_curvatures() along it. */
typedef struct {
  const double   *prop;
  const BeamSpan *span;
  double          from, to; /* fractions of the length of the beam */
  double          sum[4], size;
} LawPart;

/* Adds the curvatures at the points of the law, with the opposite sign. Returns 1 if the section
   cannot bear the forces. */
static int add_points(LawPart *p, int nbreaks, const double breaks[])
{
  LawPlace  place[LAW_SECTIONS_MAX];
  const int n      = law_places(p->prop, nbreaks, breaks, place);
  double    unused = 0;

  for (int k = 0; k < n; k++) {
    const double near = 1e-9 * place[k].side; /* at a jump, the forces of its side */
    double       f[SPAN_FORCES];

    beam_span_forces(p->span, p->from + (place[k].x + near) * (p->to - p->from), f);
    if (add_curvatures(p->prop, f, 2 * place[k].x - 1, -place[k].weight, p->sum, &unused)) return 1;
  }
  return 0;
}

/* Adds the curvatures at many places between two fractions of the length of the part. Returns 1 if
   the section cannot bear the forces. */
static int add_places(LawPart *p, double from, double to)
{
  const int n = 4 + (int)(40 * (to - from));

  for (int k = 0; k < n; k++) {
    const double x = from + (k + 0.5) / n * (to - from);
    double       f[SPAN_FORCES];

    beam_span_forces(p->span, p->from + x * (p->to - p->from), f);
    if (add_curvatures(p->prop, f, 2 * x - 1, (to - from) / n, p->sum, &p->size)) return 1;
  }
  return 0;
}

/* Returns whether there is a concentrated load at the start of a piece. */
static int has_jump(const SpanPiece *p)
{
  for (int c = 0; c < SPAN_FORCES; c++)
    if (p->jump[c] != 0) return 1;
  return 0;
}

/* Returns the error of the means of the curvatures, and of these times the place, that the points
   of the law give if the part of a beam between two fractions of its length is an element. */
static double error_of_part(const double prop[], const BeamSpan *span, double from, double to)
{
  const double near = 1e-9;
  LawPart      p    = {.prop = prop, .span = span, .from = from, .to = to};
  double       breaks[LAW_BREAKS_MAX], last = 0;
  int          n = 0;

  for (int k = 0; k < span->n; k++) {
    const double at = (span->piece[k].from - from) / (to - from);

    if (!has_jump(&span->piece[k]) || at < near || at > 1 - near) continue;
    if (n < LAW_BREAKS_MAX) breaks[n++] = at;
    if (add_places(&p, last, at)) return 1;
    last = at;
  }
  if (add_places(&p, last, 1) || add_points(&p, n, breaks)) return 1;
  return p.size > 0 ? fmax(hypot(p.sum[0], p.sum[1]), hypot(p.sum[2], p.sum[3])) / p.size : 0;
}

double beam_law_load_error(const ElementState *e, const BeamSpan *span, int n)
{
  double error = 0;

  if (!section_has_law(e->prop) || !beam_is_corrected(shape_nodes(e->kernel->shape), e->prop))
    return 0;
  for (int k = 0; k < n; k++)
    error = fmax(error, error_of_part(e->prop, span, (double)k / n, (double)(k + 1) / n));
  return error;
}

int beam_may_bow(const ElementKernel *kernel, const double prop[])
{
  return section_is_uncoupled(prop) && !section_has_law(prop) && !beam_varies(kernel);
}
