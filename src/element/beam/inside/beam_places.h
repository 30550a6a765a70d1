/* beam_places.h: results of a beam at equally spaced places from its first node to its second. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_PLACES_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_PLACES_H

#include "beam_line.h"

enum { SPAN_MAX_PLACES = 25 }; /* ELEMENT_MAX_RESULTS has room for them */

/* Tables of the results at equally spaced places of a beam; the count of a result is that of one
   place. The results of span_place_stresses follow those of span_place_results if the user has
   given the shape of the section. Both tables end with a NULL name. */
extern const ElementResult span_place_results[], span_place_stresses[];

/* beam_span_places - Computes the results inside a beam element at n equally spaced places.

   Input:
     line      the line of the beam, from beam_span_line()
     sections  NULL if the user has not given the shape of the section
     e, mesh   state of the beam, and [2] positions of its nodes in the mesh [m]
     n         number of places, from 2 to SPAN_MAX_PLACES
   Output:
     values    n times the sum of the counts: result by result, and place by place in each result
   Returns the number of values. */
int beam_span_places(const BeamSpan *span, const SpanLine *line, const SpanSections *sections,
                     const ElementState *e, const double mesh[2][3], int n, double values[]);

/* beam_span_displacement - Computes the displacement d[3] of the line of nodes at the fraction s of
   the length, in global axes [m].

   Input:
     e, mesh  as for beam_span_begin()
     w        result of span_line_at() [m] */
void beam_span_displacement(const BeamSpan *span, const ElementState *e, const double mesh[2][3],
                            double s, const double w[3], double d[3]);

#endif
