/* beam_line.h: the line of a beam between its displaced end nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_LINE_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_LINE_H

#include "beam_span.h"

enum { SPAN_LINE = SPAN_DEGREE + 5 }; /* largest degree of a displacement */

/* The displacements w[3] of the line inside, along the beam and along y and z of its section,
   relative to the straight line between the displaced end nodes [m]. The polynomials are those of
   the pieces of the span. */
typedef struct {
  double w[SPAN_PIECES][3][SPAN_LINE + 1];
} SpanLine;

/* beam_span_line - Computes the line of a beam whose section forces are known.

   The strains of the section, F f, are integrated twice. The result is 0 at both ends. A cubic
   polynomial then gives it the slopes of the end nodes: it is the deflection by temperatures and
   by initial strains, which are not in f.
   Input:
     e  the element, which has the flexibility F of its section. That of a section that varies is
        replaced by a cubic polynomial
   The function is pure. */
void beam_span_line(const BeamSpan *span, const ElementState *e, SpanLine *line);

/* span_line_at - Computes w[3] at the fraction s of the length. */
void span_line_at(const BeamSpan *span, const SpanLine *line, double s, double w[3]);

#endif
