/* law_load.h: loads between the nodes of beams whose section follows a law.

   The forces of the sections of such a beam follow from equilibrium: those of an element without
   loads, plus a particular solution with the loads (law_load.c). It is linear in the loads, so that
   an element keeps the sum of the loads' vectors for each of its points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_LAW_LOAD_H
#define FS_ELEMENT_BEAM_LAW_LAW_LOAD_H

#include "element/line_load.h"
#include "element/section/section_law.h"

/* Vectors at a point: that of the force of the section [N], that whose cross product with e1 is the
   moment [N m], and the moment of loads that are moments [N m]. */
enum { LAW_FORCE, LAW_ARM, LAW_MOMENT, LAW_VECTORS };

/* LawPointLoad - The load at a point of an element. */
typedef struct {
  double vector[LAW_VECTORS][3]; /* of loads that are fixed in space, in global axes */
  double f[6];                   /* the particular solution in the axes of the middle section */
} LawPointLoad;

/* LawFactors - The factors v and m [m] of law_load.c at the fraction x of the length of a beam. */
typedef struct {
  double x, v, m;
} LawFactors;

/* law_load_factors - Computes v and m of a load in one lane at the place f->x; length is that of
   the beam [m]. */
void law_load_factors(const ElementLineLoad *load, int lane, double length, LawFactors *f);

/* law_load_entries - Returns the number of numbers of ElementState.lateral of a beam with two
   nodes: [points][2][LAW_VECTORS][3], those fixed in space and those that turn. */
int law_load_entries(const double prop[]);

/* law_load_add - Adds a load times scale to the numbers of ElementState.lateral of a beam.

   Input:
     prop    properties of the section, with section_has_law()
     load    the load; its lane 0 is that of the beam
     length  of the beam [m] */
void law_load_add(const double prop[], const ElementLineLoad *load, double length, double scale,
                  double lateral[]);

#endif
