/* beam_limits.c: estimates how far the state of a beam is from the limits of its theory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam_limits.h"
#include "beam_span.h"
#include "element/beam/beam.h"

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

/* In one plane of bending let m0 be the mean of the moments at the ends, and m1 the mean over the
   element. The load across the bent line is m'' = 12/L^2 (m1 - m0). The first bow, which the
   default element lacks, would change m1 by N L^2/(60 EI) (m1 - m0) (beam_bow.h, with D = 1/45). A
   moment M causes rotations of about M L/(3 EI), and the error of m1 causes those of m1 L/(2 EI),
   more by 1/(1 - N L^2/(pi^2 EI)). */
double beam_bow_error(const double prop[], double length, const double values[], double most)
{
  const double *F = prop + SECTION_F, N = -values[MEAN];
  double        error = 0;

  for (int c = BENDING; c < SPAN_FORCES && N > 0; c++) {
    const double from = values[START + c], to = values[END + c], mean = values[MEAN + c];
    const double middle = 1.5 * mean - (from + to) / 4; /* Simpson's rule */
    const double curve = fabs(mean - (from + to) / 2), square = N * length * length * F[7 * c];
    const double euler = square / 9.8696;
    /* a small part of the moment that bends the section as much as the force compresses it */
    const double axial = AXIAL * N * sqrt(F[0] / F[7 * c]);
    const double size  = fmax(fmax(fabs(middle), axial), fmax(fabs(from), fabs(to)));

    if (euler < most) error = fmax(error, square / 40 / (1 - euler) * curve / size);
  }
  return error;
}
