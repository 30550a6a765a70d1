/* beam_line.h: the line of a beam between its displaced end nodes, and the extremes of results
   along it. */
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

   The strains of the section, F f or those of its law, are integrated twice. The result is 0 at
   both ends. A cubic polynomial then gives the line the slopes of the end nodes; it stands for the
   deflection by temperatures and initial strains, which cause no section forces.

   Input:
     e  the element, which has the flexibility F of its section. The flexibility of a section that
        varies is replaced by a cubic polynomial
   The function is pure. */
void beam_span_line(const BeamSpan *span, const ElementState *e, SpanLine *line);

/* span_line_at - Computes the displacements w[3] of the line of a beam element, along the beam and
   along y and z, at the fraction s of its length. */
void span_line_at(const BeamSpan *span, const SpanLine *line, double s, double w[3]);

/* ---- beam extremes --------------------------------------------------------------------------- */

/* Extremes of forces, deflections and stresses over a whole beam, from its ends to its inside.
   The functions are pure. */

/* Extreme values that differ by less than this part of the largest value of their kind count as
   equal, because errors of solves may be as large. The place of the first of equal values counts.
 */
static const double EXTREME_TIE = 1e-6;

/* Numbers of results of the functions below. */
enum { SPAN_STRESSES = 3, SPAN_EXTREMES = 2 * SPAN_FORCES + 4 };

/* SpanSections - The sections along a beam element. The function at() writes
   prop[ELEMENT_MAX_PROPS] at the fraction s of the length; NULL if the section is uniform, and then
   prop is that of all places. */
typedef struct {
  const double *prop;
  void (*at)(const void *context, double s, double prop[]);
  const void *context;
} SpanSections;

/* beam_span_stresses - Computes extreme[3], the largest and the smallest axial stress and the
   largest von Mises stress over a beam element [N/m2], from its section forces span. The user must
   have given the shape of the section. */
void beam_span_stresses(const BeamSpan *span, const SpanSections *sections, double extreme[3]);

/* beam_span_extremes - Computes the extremes of section forces and deflections over a beam element.

   Input:
     line     the line of the beam, from beam_span_line()
   Output:
     extreme  [SPAN_EXTREMES] largest axial force and shear forces along y and z [3], their least
              values [3], largest torque and bending moments about y and z [3], their least values
              [3], largest deflections along y and z [2], least ones [2] */
void beam_span_extremes(const BeamSpan *span, const SpanLine *line, double extreme[SPAN_EXTREMES]);

/* beam_span_extreme_places - Computes the fractions of the length of a beam at which the results of
   beam_span_extremes() occur.

   The first place counts, unless the value at a later one exceeds it by EXTREME_TIE of the largest
   force, moment or deflection of the beam: round-off then does not choose between equal values. */
void beam_span_extreme_places(const BeamSpan *span, const SpanLine *line,
                              double place[SPAN_EXTREMES]);

/* beam_span_hides_extremes - Returns whether a force or a moment of a beam element has an extreme
   that differs by more than 1e-5 of the largest one from that which follows from the forces and
   moments at both ends alone. From these a reader of results computes bending moments as cubic
   polynomials whose slopes are the shear forces, and other forces as linear functions. They differ
   under forces at places inside the element, and if an axial force acts on its deflection. */
int beam_span_hides_extremes(const BeamSpan *span);

/* ---- beam places ----------------------------------------------------------------------------- */

/* SPAN_MAX_PLACES: of -part_<beam>_section_places; ELEMENT_MAX_RESULTS has room for them.
   SPAN_PLACE_VALUES: largest number of values at one place. */
enum { SPAN_MAX_PLACES = 25, SPAN_PLACE_VALUES = 14 };

/* Tables of the results at places of a beam; ElementResult.count is the number of values at one
   place. The results of span_place_stresses follow those of span_place_results if the user has
   given the shape of the section. Both tables end with a NULL name. */
extern const ElementResult span_place_results[], span_place_stresses[];

/* beam_span_places - Computes the results inside a beam element at n places.

   Input:
     line      the line of the beam, from beam_span_line()
     sections  NULL if the user has not given the shape of the section
     e, mesh   state of the beam, and [2] positions of its nodes in the mesh [m]
     place     [n] fractions of the length, from 0 to 1
   Output:
     values    the results of the table span_place_results in its order; each result has the numbers
               of the first place, then those of the second place, and so on
   Returns the number of values: n times the numbers of all results at one place. */
int beam_span_places(const BeamSpan *span, const SpanLine *line, const SpanSections *sections,
                     const ElementState *e, const double mesh[2][3], int n, const double place[],
                     double values[]);

/* beam_span_displacement - Computes the displacement d[3] of the line of nodes at the fraction s of
   the length, in global axes [m].

   Input:
     e, mesh  as for beam_span_begin()
     w        result of span_line_at() [m] */
void beam_span_displacement(const BeamSpan *span, const ElementState *e, const double mesh[2][3],
                            double s, const double w[3], double d[3]);

#endif
