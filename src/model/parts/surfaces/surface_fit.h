/* surface_fit.h: the paraboloid through the nodes around a node of a surface.

   The mean of the normals of the elements at a node is exact in regular meshes. In meshes of
   elements of different sizes its error is of first order in their size, and that of the normal of
   the closest paraboloid of second order. The nodes around a node do not always determine a
   paraboloid: four may all lie in two of its lines. Its change of the normal is therefore also that
   to the normals of the nodes around, with a small weight, and the fit is repeated with the better
   normals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_SURFACES_SURFACE_FIT_H
#define FS_MODEL_PARTS_SURFACES_SURFACE_FIT_H

/* The place of a node in the tangent plane is p, its height a . p - H p . p/2, and its normal
   differs by H p - a in the plane. The numbers are a_1, a_2, H_11, H_22, H_12. */
enum { FIT_NUMBERS = 5 };

/* SurfaceFit - Sums over the nodes around a node. All members are doubles. */
typedef struct {
  double matrix[FIT_NUMBERS][FIT_NUMBERS], right[FIT_NUMBERS];
} SurfaceFit;

/* surface_fit_add - Adds a node at the distance vector d, with the unit normal other, to the sums
   of a node with the unit normal n. The square of its error in height counts by |d|^-4. */
void surface_fit_add(const double n[3], const double d[3], const double other[3], SurfaceFit *fit);

/* surface_fit_solve - Computes the paraboloid that is closest to the sums of a node with the unit
   normal n.

   Output:
     slope  a, a vector perpendicular to n
     bend   H, the change of the unit normal along a vector, as a matrix in global axes [1/m]
   Returns 0 if the nodes around do not determine it. */
int surface_fit_solve(const double n[3], const SurfaceFit *fit, double slope[3], double bend[9]);

#endif
