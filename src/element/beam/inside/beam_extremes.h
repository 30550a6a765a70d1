/* beam_extremes.h: extremes of forces, deflections and stresses over a whole beam, from its ends to
   its inside. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_EXTREMES_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_EXTREMES_H

#include "beam_line.h"

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

#endif
