/* beam_column.h: the bending moment that an axial force causes between the nodes of a beam. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_COLUMN_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_COLUMN_H

#include "beam_span.h"

/* SpanBending - A plane of bending of a beam element, with the moment that is lacking at its ends
   if the loads alone act on it. Index 0 is the first end, 1 the second one. */
typedef struct {
  int    moment, shear; /* numbers of the moment and of its shear force */
  double sign;          /* of the shear force in the slope of the moment */
  double end[2];        /* lacking moment [N m] */
  double slope[2];      /* its derivative by the fraction of the length [N m] */
} SpanBending;

/* beam_column_begin - Prepares the computation of the moments that an axial force N [N] causes in a
   span of a beam, by setting the members bends, sheared and column of the span. Returns the number
   of pieces into which the span must be divided. It is 1 if N has no effect on the moments. */
int beam_column_begin(const ElementState *e, double N, BeamSpan *span);

/* beam_column_add - Adds the lacking moment of a plane, and its slope to the shear force, to the
   pieces of a span with an axial force. The pieces have the moments of the loads. */
void beam_column_add(BeamSpan *span, const SpanBending *b);

#endif
