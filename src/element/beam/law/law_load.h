/* law_load.h: loads between the nodes of beams whose section follows a law.

   The forces of the sections of such a beam follow from equilibrium: those of an element without
   loads, plus a particular solution with the loads (law_load.c). It is linear in the loads, so that
   an element keeps the sum of the loads' vectors for each of its points.

   At a concentrated load the curvature has a kink, or a jump if the load is a moment. Therefore
   such places divide the element into parts, and each part has points of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_LAW_LOAD_H
#define FS_ELEMENT_BEAM_LAW_LAW_LOAD_H

#include "element/line_load.h"
#include "element/section/section_law.h"

/* The indices of three vectors at a point: LAW_FORCE is the force of the section [N], the cross
   product of LAW_ARM with e1 is the moment [N m] of forces, and LAW_MOMENT is the moment [N m] of
   loads that are moments. */
enum { LAW_FORCE, LAW_ARM, LAW_MOMENT, LAW_VECTORS };

/* Largest numbers of places that divide an element, and of its points. */
enum { LAW_BREAKS_MAX = 4, LAW_SECTIONS_MAX = (LAW_BREAKS_MAX + 1) * LAW_POINTS_MAX };

/* Entries of ElementState.lateral:
     LAW_NBREAKS  number of places that divide the element
     LAW_BREAKS   [LAW_BREAKS_MAX] these places, fractions of the length in ascending order
     LAW_LOADS    [points][2][LAW_VECTORS][3] loads that are fixed in space, and those that turn */
enum { LAW_NBREAKS, LAW_BREAKS, LAW_LOADS = LAW_BREAKS + LAW_BREAKS_MAX };

/* LawPlace - The place of a point of an element. */
typedef struct {
  double x, weight; /* fraction of the length, and share of the length */
  double side;      /* -1 and 1 just before and just after a place that divides; otherwise 0 */
} LawPlace;

/* law_places - Computes the places of the points of an element.

   Input:
     prop     properties of the section, with section_has_law()
     nbreaks  number of places that divide the element, up to LAW_BREAKS_MAX
     breaks   [nbreaks] fractions of the length in ascending order
   Returns the number of points. */
int law_places(const double prop[], int nbreaks, const double breaks[],
               LawPlace place[LAW_SECTIONS_MAX]);

/* law_places_of - Computes the places of the points of an element with the given
   ElementState.lateral, or NULL. Returns their number. */
int law_places_of(const double prop[], const double lateral[], LawPlace place[LAW_SECTIONS_MAX]);

/* LawPointLoad - The load at a point of an element. */
typedef struct {
  LawPlace place;
  double   vector[LAW_VECTORS][3]; /* of loads that are fixed in space, in global axes */
  double   f[6];                   /* the particular solution in the axes of the middle section */
} LawPointLoad;

/* LawFactors - The factors v and m [m] of law_load.c at a place of a beam. */
typedef struct {
  LawPlace at;
  double   v, m;
} LawFactors;

/* law_load_factors - Computes v and m of a load in one lane at the place f->at; length is that of
   the beam [m]. */
void law_load_factors(const ElementLineLoad *load, int lane, double length, LawFactors *f);

/* law_load_entries - Returns the length of the array ElementState.lateral of a beam with two nodes,
   which depends on the properties prop of its section. */
int law_load_entries(const double prop[]);

/* law_load_add - Adds a load times scale to lateral, the array ElementState.lateral of a beam. The
   place of a concentrated load divides the beam, unless LAW_BREAKS_MAX other concentrated loads
   come before it along the beam.

   Input:
     prop    properties of the section, with section_has_law()
     load    the load; its lane 0 is that of the beam
     length  of the beam [m] */
void law_load_add(const double prop[], const ElementLineLoad *load, double length, double scale,
                  double lateral[]);

#endif
