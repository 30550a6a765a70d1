/* element_motion.h: the displacement, velocity and acceleration of a place inside of an element.

   Call EvaluationPrepareResults() before these functions. They are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_RESULTS_ELEMENT_MOTION_H
#define FS_ASSEMBLY_RESULTS_ELEMENT_MOTION_H

#include "assembly/term.h"

/* The displacement [m], velocity [m/s] and acceleration [m/s2] of a place, in global axes. */
typedef struct {
  double u[3], v[3], a[3];
} PlaceMotion;

/* ElementMotionAt - Computes the motion of a place of an element of block b.

   A beam of two nodes has the curve between its displaced nodes, with the bending by the loads on
   it (element/beam/inside/beam_line.h). Its velocity and acceleration are those of the curve that
   the nodes alone give, without the change of the bending by loads and inertia between them. Other
   elements have their shape functions.
   Input:
     square  coordinates of the place in the cell, from -1 to 1, as shape_cell_point() takes them */
void ElementMotionAt(const Evaluation *ev, const Block *b, PetscInt element, const double square[2],
                     PlaceMotion *motion);

/* ElementVelocityRows - Computes the velocity of a place of an element of block b that each of its
   nodes' velocities causes.

   Output:
     rows  [COMPONENTS nn][3] velocity of the place, global axes, if the velocity of one component
           of one node is 1, node by node: x, y, z [m/s], then the angular velocities about the axes
           of the node [rad/s] */
void ElementVelocityRows(const Evaluation *ev, const Block *b, PetscInt element,
                         const double square[2], double rows[][3]);

/* ---- element_results.c, beam_inside.c -------------------------------------------------------- */

/* ElementNodes - Gets the states node[nn] of the nodes of an element. */
void ElementNodes(const Evaluation *ev, const Block *b, PetscInt element, NodeState node[]);

/* ElementHasCurve - Returns whether the elements of a block are beams that have a curve between
   their two nodes. */
PetscBool ElementHasCurve(const Block *b);

/* ElementExtremesFirst - Returns where the extremes of beams begin in the results of the elements
   of a block, or -1 if the elements are no beams.

   These are SPAN_EXTREMES values: those of force_max, force_min, moment_max, moment_min,
   deflection_max and deflection_min. */
PetscInt ElementExtremesFirst(const Block *b);

/* ElementExtremePlace - Computes the place in the mesh at which an extreme of a beam occurs. Call
   EvaluationPrepareResults() before. Not collective.

   Input:
     extreme  number of the extreme, from 0 to SPAN_EXTREMES - 1
   Output:
     place    [3] on the beam in the reference configuration [m] */
void ElementExtremePlace(const Evaluation *ev, const Block *b, PetscInt element, int extreme,
                         double place[3]);

/* ElementExtremePlaces - Computes the fractions of the length of a beam at which its extremes
   occur, place[SPAN_EXTREMES]. Call EvaluationPrepareResults() before. Not collective. */
void ElementExtremePlaces(const Evaluation *ev, const Block *b, PetscInt element, double place[]);

/* ElementHasLawInside - Returns whether the elements of a block are beams whose section follows a
   law, and does so in this model. */
PetscBool ElementHasLawInside(const Block *b);

/* ElementLawLoadError - Returns the error of a beam whose section follows a law at a few points
   (beam_law_load_error), or 0 for other elements.

   Input:
     most   error that is allowed
   Output:
     cells  number of elements in place of the beam of which each has at most this error
   Call EvaluationPrepareResults() before. Not collective. */
double ElementLawLoadError(const Evaluation *ev, const Block *b, PetscInt element, double most,
                           int *cells);

/* ElementHidesExtremes - Returns whether an element is a beam whose extremes of forces and moments
   do not follow from those at its ends (beam_span_hides_extremes). Call EvaluationPrepareResults()
   before. Not collective. */
PetscBool ElementHidesExtremes(const Evaluation *ev, const Block *b, PetscInt element);

/* ElementHasInside - Returns whether the elements of a block are beams, which have forces and a
   line between their nodes. */
PetscBool ElementHasInside(const Block *b);

/* ElementResultsAt - Computes the results of a beam at a place between its ends. Call
   EvaluationPrepareResults() before. Not collective.

   Input:
     s       fraction of the length of the element, from 0 to 1
   Output:
     values  [SPAN_PLACE_VALUES] those of the tables span_place_results and, if the section of the
             beam has a shape, span_place_stresses (element/beam/inside/beam_line.h) */
void ElementResultsAt(const Evaluation *ev, const Block *b, PetscInt element, double s,
                      double values[]);

/* ElementDisplacement - Computes the displacement d[3] of a place of an element [m].

   Input:
     node    [nn] states of its nodes, which may differ from those of ev
     bare    whether the curve of a beam is that of its nodes alone, without loads and weight; then
             ev->gravity and the velocities and accelerations of the nodes must be 0
     square  as for ElementMotionAt() */
void ElementDisplacement(const Evaluation *ev, const Block *b, PetscInt element,
                         const NodeState *const node[], PetscBool bare, const double square[2],
                         double d[3]);

#endif
