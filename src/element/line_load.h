/* line_load.h: loads on lines, as the functions of elements take them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_LINE_LOAD_H
#define FS_ELEMENT_LINE_LOAD_H

#include "math/lanes.h"

/* Shapes of the line between the nodes of a beam that a load across it and an axial force bend
   (beam/finite/beam_bow.h): curvatures in the form of the even Legendre polynomials of degree 2, 4
   and 6, then of the odd ones of degree 1, 3, 5 and 7. */
enum { BOW_EVEN = 3, BOW_ODD = 4, BOW_SHAPES = BOW_EVEN + BOW_ODD };

/* How a load along an element is directed. */
typedef enum {
  LINE_LOAD_FORCE,         /* force per length, fixed in space [N/m] */
  LINE_LOAD_WEIGHT,        /* weight of the element's mass under this acceleration [m/s2] */
  LINE_LOAD_FOLLOWER,      /* force per length in the axes of the section, which turn with it */
  LINE_LOAD_MOMENT,        /* moment per length, fixed in space [N m/m] */
  LINE_LOAD_TURNING_MOMENT /* moment per length in the axes of the section */
} LineLoadKind;

/* Kinds of loads in ElementState.lateral: forces and moments that are fixed in space, and those in
   the axes of the section, which turn with it. */
enum { LATERAL_FORCE, LATERAL_MOMENT, LATERAL_FOLLOWER, LATERAL_TURNING, LATERAL_KINDS };
enum { LATERAL_ENTRIES = 3 * LATERAL_KINDS * BOW_SHAPES };

/* A load on LANES lines with two nodes each, along the line or concentrated at a place. */
typedef struct {
  LineLoadKind kind;
  double       vector[3];
  /* [4] factors by which vector is multiplied at the points of shape_cell_points() in each element;
     NULL in all lanes if the load is uniform */
  const double *field[LANES];
  /* [1] place of a concentrated load in each element: the parent coordinate, from -1 to 1. vector
     is then the force [N] or the moment [N m] itself, and field[lane][0] its factor. NULL in all
     lanes if the load is distributed */
  const double *at[LANES];
  /* [2] parent coordinates, from -1 to 1, between which the load acts in each element; the points
     of field are then those of this part of the line. NULL in all lanes: it acts on whole lines */
  const double *between[LANES];
} ElementLineLoad;

#endif
