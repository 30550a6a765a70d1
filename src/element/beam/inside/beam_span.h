/* beam_span.h: forces and moments of the section of a beam at any place between its end nodes.

   The forces at the ends of an element (beam_end_result) are in equilibrium with the rest of the
   structure. Between the ends the force f and the moment m of the section follow from equilibrium:
     f' = -q,   m' = e1 x f - c + m x k,
   with the loads q [N/m] and c [N m/m] per length in the axes of the section, and the curvature k
   of the element. A span is the solution f(s), m(s), which has polynomials between the places
   where a load begins, ends or jumps.

   Use it in this order: beam_span_begin, then beam_span_add_load and beam_span_add_point for each
   known load, beam_span_set_axial_force unless the model is linear, then beam_span_solve. The
   functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_SPAN_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_SPAN_H

#include "element/element.h"

enum {
  SPAN_LOAD   = 4,   /* largest degree of the load per length */
  SPAN_DEGREE = 6,   /* largest degree of a force or moment */
  SPAN_PIECES = 192, /* largest number of pieces of an element */
  SPAN_ENDS   = 12,  /* place of the result force_start of a beam among the values of its results */
  SPAN_FORCES = 6    /* axial force, shear forces along y and z, torque, moments about y and z */
};

/* SpanPiece - A piece of a beam element between two places where loads jump. The polynomials depend
   on u, which goes from 0 to 1 over the piece. */
typedef struct {
  double from, to;                         /* fractions of the length of the element */
  double load[SPAN_FORCES][SPAN_LOAD + 1]; /* q and c [N/m, N m/m] */
  double jump[SPAN_FORCES];                /* load at the place `from` [N, N m] */
  double f[SPAN_FORCES][SPAN_DEGREE + 1];  /* f and m [N, N m], after beam_span_solve */
} SpanPiece;

typedef struct {
  double length; /* of the element in the reference configuration [m] */
  /* rotations from the section's axes at both ends to those of the node, and to the global axes */
  double section[2][9], axes[2][9];
  double k[3]; /* curvature, from the axes at both ends [1/m] */
  /* slope of the section's x axis against the line between the end nodes, at both ends along y and
     z, minus its value in the mesh */
  double slope[2][2];
  double rest[2][2]; /* this value in the mesh */
  int    small;      /* whether the model is linearized */
  /* of the bending about y and about z; 0 and 1 before beam_span_set_axial_force: N^ L^2/EI, and
     the factor s of the shear force in the slope of the moment (beam_column.c) */
  double    column[2], sheared[2];
  double    bends[2]; /* 1/EI of both if the model is not linear; otherwise 0 [1/(N m2)] */
  int       law;      /* whether strains of the line follow the law of the section */
  int       n;        /* number of pieces */
  SpanPiece piece[SPAN_PIECES];
} BeamSpan;

/* beam_span_begin - Starts the computation of section forces along a beam element: creates a span
   of one piece without loads from the state of the beam. */
void beam_span_begin(const ElementState *e, BeamSpan *span);

/* beam_span_set_slopes - Computes the slopes of the ends of a beam element, which only the
   deflected line (beam_span_line) needs: the members slope, rest and small of span.

   Input:
     e      state of the beam. If small is 1, rotations are NodeState.turn, and R is the identity
     mesh   [2] positions of the end nodes in the mesh [m]
     small  1 if the model is linearized */
void beam_span_set_slopes(const ElementState *e, const double mesh[2][3], int small,
                          BeamSpan *span);

/* beam_span_add_load - Adds a force or a moment per length on a part of a beam element to the loads
   of a span.

   Input:
     kind      any kind but LINE_LOAD_WEIGHT
     vector    the load, in the axes that the kind says [N/m, N m/m]
     from, to  fractions of the length between which the load acts
     field     [4] factors of the load at the points of shape_cell_points() between from and to;
               NULL stands for 1 */
void beam_span_add_load(BeamSpan *span, LineLoadKind kind, const double vector[3], double from,
                        double to, const double field[4]);

/* beam_span_room - Returns how many pieces a further load may have in a span of n pieces, so that
   loads after it and an axial force have room, too. */
static inline int beam_span_room(int n) { return (SPAN_PIECES - n) / 2; }

/* beam_span_add_point - Adds a concentrated force or moment at a place of a beam element to the
   loads of a span.

   Input:
     kind, vector  any kind but LINE_LOAD_WEIGHT, and the load in the axes that the kind says [N, N
                   m]
     at            fraction of the length, more than 0 and less than 1 */
void beam_span_add_point(BeamSpan *span, LineLoadKind kind, const double vector[3], double at);

/* beam_span_add_weight - Adds the weight of a beam element whose section is uniform to the loads of
   a span.

   Input:
     prop     properties of the section
     gravity  acceleration of gravity [m/s2] */
void beam_span_add_weight(BeamSpan *span, const double prop[], const double gravity[3]);

/* beam_span_set_axial_force - Lets the mean axial force of a beam element act on the deflection
   between its nodes (beam_column.c), and divides the span into pieces that are short enough for its
   moments. It does not do this if the section varies or couples bending with other strains, or if
   the element has three nodes or no correction. Call it after all loads are added. */
void beam_span_set_axial_force(const ElementState *e, double force, BeamSpan *span);

/* beam_span_set_law - Lets the line of a beam element whose section follows a law have the strains
   of the law, and divides the span into pieces that are short enough for them. Call it after
   beam_span_set_axial_force. It is not needed for forces and stresses, which take longer then. */
void beam_span_set_law(const ElementState *e, BeamSpan *span);

/* beam_span_solve - Computes the section forces f and moments m along a beam element from those at
   its ends and the loads that were added.

   If the loads do not explain the difference between the ends, the rest is the load by inertia and
   by the rotation of the section. It is distributed linearly along the element, which gives it the
   right resultant and moment.
   Input:
     ends  [12] force and moment at the first end, then at the second one, in the axes there */
void beam_span_solve(BeamSpan *span, const double ends[12]);

/* beam_span_forces - Computes f[6], force and moment of the section, at the fraction s of the
   length of a beam element. At a jump they are the values after the jump. */
void beam_span_forces(const BeamSpan *span, double s, double f[SPAN_FORCES]);

/* span_cubic - Computes c[SPAN_LOAD + 1], the cubic polynomial with the given values at the points
   of shape_cell_points() of a line, from 0 to 1. NULL stands for values of 1. */
void span_cubic(const double values[4], double c[]);

/* beam_span_is_straight - Returns whether the section forces f and m are linear from end to end of
   a beam element. Then their extremes, and those of stresses in a uniform section, are at the
   ends. */
int beam_span_is_straight(const BeamSpan *span);

#endif
