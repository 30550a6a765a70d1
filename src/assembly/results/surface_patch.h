/* surface_patch.h: linear polynomials through results in the middles of the elements at a node.

   The elements of a smooth surface at a node are the patch of the node. The results in the middles
   of elements are superconvergent: their error is of second order in the size of elements. The
   polynomials that fit the results of a patch best therefore have errors of second order, too, at
   the node and up to an edge of the surface one element further: Zienkiewicz & Zhu, "The
   superconvergent patch recovery", IJNME 33 (1992). All functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_RESULTS_SURFACE_PATCH_H
#define FS_ASSEMBLY_RESULTS_SURFACE_PATCH_H

#include "element/element.h"

/* PatchPlaces - Sums over the elements of a patch. Places are in the tangent plane of the node,
   relative to the node [m]. All members are doubles. */
typedef struct {
  double n;          /* number of elements */
  double place[2];   /* places of the middles of elements */
  double square[3];  /* products 11, 22, 12 of the coordinates of the middles */
  double corners[3]; /* mean products 11, 22, 12 of the corners of each element about its middle */
} PatchPlaces;

/* PatchFit - How the polynomial of a patch follows from the results of its elements. */
typedef struct {
  double n, mean[2];  /* number of elements, mean place of their middles [m] */
  double gradient[3]; /* 11, 22, 12: slopes by the sums of places about the mean times results */
  int    whole;       /* whether the elements determine the slopes in both directions well */
} PatchFit;

/* PatchSums - Sums over the elements of a patch: results, and results times the two coordinates of
   the middles of the elements. */
typedef struct {
  double value[RECOVERED_MAX], moment[2][RECOVERED_MAX];
} PatchSums;

/* patch_add_place - Adds an element with nn corners at the places corner[nn] to the sums. */
void patch_add_place(int nn, const double corner[][2], PatchPlaces *sums);

/* patch_fit - Computes the fit of a patch of at least one element.

   The slopes along which the elements of the patch are not side by side stay 0. */
void patch_fit(const PatchPlaces *sums, PatchFit *fit);

/* patch_add_value - Adds n results of an element with the middle at place to the sums. */
void patch_add_value(int n, const double place[2], const double value[], PatchSums *sums);

/* patch_value - Computes the values of n fitted polynomials, one for each result, at a place.

   Input:
     n      number of results
     place  coordinates in the tangent plane of the node [m]
   Output:
     value  [n] the values of the results at the place */
void patch_value(int n, const PatchFit *fit, const PatchSums *sums, const double place[2],
                 double value[]);

/* patch_tangents - Computes two unit vectors perpendicular to the unit vector normal and to each
   other, in the tangent plane of a node. */
void patch_tangents(const double normal[3], double tangents[2][3]);

/* patch_turn - Computes the cosine and the sine, turn[2], of the angle from the tangents of a node
   to the axes of an element, after the smallest rotation of the element into the tangent plane. */
void patch_turn(const double normal[3], const double tangents[2][3], const double axes[2][3],
                double turn[2]);

/* patch_turn_results - Turns the components of results from the axes of an element to the tangents
   of a node (sign = 1), or back (sign = -1).

   Input:
     list  the results, which are one after another in value; the list ends with a count of 0 */
void patch_turn_results(const RecoveredResult list[], const double turn[2], int sign,
                        double value[]);

#endif
