/* bow_load.h: the work of a load across a beam on the shapes in which the axial force bends it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BOW_LOAD_H
#define FS_ELEMENT_BEAM_FINITE_BOW_LOAD_H

#include "element/line_load.h"

/* bow_load_means - Computes the load on each bubble of a beam with two nodes (beam_bow.h) from a
   load per length, or from a concentrated load, in one lane.

   The bubble n, from 2 to 7, has the curvature P_n and the deflection w_n. mean[] are the means
   over the beam of the factor of the load times 60/L^2 w_n for the even n = 2, 4 and 6, then times
   420/L^2 w_n for the odd n = 1, 3, 5 and 7, where the shape of n = 1 is no bubble. A uniform load
   of factor 1 has the mean 1 for n = 2, and 0 otherwise. A moment has the slopes of w_n instead.
   The means times ElementLineLoad.vector are the loads per length of ElementState.lateral. The
   function is pure.

   Input:
     load    the load, whose vector is not used
     lane    the beam, one of LANES
     length  length of the beam [m], which only moments and concentrated loads need */
void bow_load_means(const ElementLineLoad *load, int lane, double length, double mean[BOW_SHAPES]);

/* line_load_field - Computes the values at r[n] of the cubic polynomial that has the values
   field[4] at the points of shape_cell_points() of a line from -1 to 1. */
void line_load_field(const double field[4], int n, const double r[], double value[]);

/* bow_load_entries - Returns the length of the array ElementState.lateral of a beam with two nodes.
   The array has the shape [LATERAL_KINDS][BOW_SHAPES][3] if an axial force bends the beam between
   its nodes (beam_has_bows), and is empty otherwise. */
int bow_load_entries(const double prop[]);

/* bow_load_add - Adds a load times scale to lateral, the array ElementState.lateral of a beam.

   Input:
     prop    properties of the section; unused
     load    the load; its lane 0 is that of the beam
     length  of the beam [m] */
void bow_load_add(const double prop[], const ElementLineLoad *load, double length, double scale,
                  double lateral[]);

#endif
