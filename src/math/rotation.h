/* rotation.h: finite rotations as unit quaternions, rotation vectors and matrices.

   A rotation is a unit quaternion q[4] with the scalar part first, a rotation vector theta [rad],
   or a matrix R[9], row by row. All three transform components in body axes to components in global
   axes. [w] is the matrix of the cross product with w: [w] b = w x b. A chart is
   R = R_ref exp(theta) with a fixed R_ref. The angular velocity w in body axes, defined by
   R' = R [w], is w = T(theta) theta' in a chart. The functions are pure. Unless a comment allows
   it, the array of a result must not be an argument too. Formulas: Geradin & Cardona, Flexible
   Multibody Dynamics (2001), ch. 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_ROTATION_H
#define FS_MATH_ROTATION_H

/* Computes q = exp(theta), for any theta. */
void rotation_exp(const double theta[3], double q[4]);

/* Computes theta = log(q), the shortest of the rotation vectors of q: |theta| <= pi. */
void rotation_log(const double q[4], double theta[3]);

/* Computes c = a b, which rotates by b first, then by a. c is normalized, so that round-off does
   not accumulate. The array c may be a or b. */
void rotation_compose(const double a[4], const double b[4], double c[4]);

/* Computes c = a^-1 b, normalized. The array c may be a or b. */
void rotation_relative(const double a[4], const double b[4], double c[4]);

/* Computes R from a unit quaternion q. */
void rotation_matrix(const double q[4], double R[9]);

/* Computes q from an orthogonal R with determinant 1. */
void rotation_from_matrix(const double R[9], double q[4]);

/* Computes T[9] = T(theta) = I - B [theta] + C [theta]^2, where B and C depend on the angle
   (rotation_formulas.h). T(-theta) is the transpose of T(theta). */
void rotation_tangent(const double theta[3], double T[9]);

/* Computes T[9] = T(theta)^-1 = I + [theta]/2 + D [theta]^2, where D depends on the angle
   (rotation_formulas.h). The inverse does not exist at the angles 2 pi, 4 pi, ... */
void rotation_tangent_inverse(const double theta[3], double T[9]);

/* Computes D[9], the derivative by theta of T(theta) u at fixed u. */
void rotation_tangent_slope(const double theta[3], const double u[3], double D[9]);

/* Computes D[9], the derivative by theta of T(theta)^-1 u at fixed u. */
void rotation_tangent_inverse_slope(const double theta[3], const double u[3], double D[9]);

/* Computes the symmetric H[9], the second derivative by theta of m . T(theta) u at fixed m and
   u. */
void rotation_tangent_curvature(const double theta[3], const double u[3], const double m[3],
                                double H[9]);

#endif
