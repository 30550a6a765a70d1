/* beam_line.h: the line of a beam between its displaced end nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_LINE_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_LINE_H

#include "beam_span.h"

enum { SPAN_LINE = SPAN_DEGREE + 5 }; /* largest degree of a displacement */

/* SpanLine - The displacements w[3] of the line between the nodes of a beam element, along the beam
   and along y and z of its section [m]. They are relative to the straight line between the
   displaced end nodes. Each piece of the span has polynomials of its own. */
typedef struct {
  double w[SPAN_PIECES][3][SPAN_LINE + 1];
} SpanLine;

/* beam_span_line - Computes the deflected line of a beam element between its nodes from the section
   forces span.

   The strains of the section, F f, are integrated twice. The result is 0 at both ends. A cubic
   polynomial then gives the line the slopes of the end nodes; it stands for the deflection by
   temperatures and initial strains, which cause no section forces.
   Input:
     e  the element, which has the flexibility F of its section. The flexibility of a section that
        varies is replaced by a cubic polynomial
   The function is pure. */
void beam_span_line(const BeamSpan *span, const ElementState *e, SpanLine *line);

/* span_line_at - Computes the displacements w[3] of the line of a beam element, along the beam and
   along y and z, at the fraction s of its length. */
void span_line_at(const BeamSpan *span, const SpanLine *line, double s, double w[3]);

#endif
