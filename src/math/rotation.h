/* rotation.h: finite rotations as unit quaternions, rotation vectors and matrices.

   A rotation is a unit quaternion q[4] with the scalar part first, a rotation vector theta [rad],
   or a matrix R[9], row by row. All three transform components in body axes to components in global
   axes. [w] is the matrix of the cross product with w: [w] b = w x b. If the rotation vector theta
   depends on time and R = R_ref exp(theta) with a constant R_ref, the angular velocity in body axes
   is w = T(theta) theta'. It is defined by R' = R [w]. The functions are pure. Unless a comment
   allows it, the array of a result must not be an argument too. Formulas: Geradin & Cardona,
   Flexible Multibody Dynamics (2001), ch. 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_ROTATION_H
#define FS_MATH_ROTATION_H

/* Computes q = exp(theta), for any theta. */
void rotation_exp(const double theta[3], double q[4]);

/* Computes theta = log(q), the shortest rotation vector of the rotation q, with |theta| <= pi. */
void rotation_log(const double q[4], double theta[3]);

/* Computes the rotation c = a b, which rotates by b first and then by a. c is normalized, so that
   round-off does not accumulate. The array c may be a or b. */
void rotation_compose(const double a[4], const double b[4], double c[4]);

/* Computes the rotation c = a^-1 b, which leads from the orientation a to the orientation b (a c =
   b). c is normalized. The array c may be a or b. */
void rotation_relative(const double a[4], const double b[4], double c[4]);

/* Computes the matrix R of the rotation q. */
void rotation_matrix(const double q[4], double R[9]);

/* Computes the unit quaternion q of the rotation with the matrix R, which must be orthogonal and
   have the determinant 1. */
void rotation_from_matrix(const double R[9], double q[4]);

/* Computes the matrix T[9] that turns the time derivative of the rotation vector theta into the
   angular velocity in body axes. T = I - B [theta] + C [theta]^2, where B and C depend on the angle
   (rotation_formulas.h). T(-theta) is the transpose of T(theta). */
void rotation_tangent(const double theta[3], double T[9]);

/* Computes the matrix T[9] that turns the angular velocity in body axes into the time derivative of
   the rotation vector theta. T = I + [theta]/2 + D [theta]^2, where D depends on the angle. The
   matrix does not exist at the angles 2 pi, 4 pi, ... */
void rotation_tangent_inverse(const double theta[3], double T[9]);

/* Computes D[9], the derivative of the vector T(theta) u of rotation_tangent by theta for a
   constant u: D[3 i + j] is the derivative of component i by theta[j]. */
void rotation_tangent_slope(const double theta[3], const double u[3], double D[9]);

/* Computes D[9], the derivative of the vector T(theta)^-1 u by theta for a constant u: D[3 i + j]
   is the derivative of component i by theta[j]. */
void rotation_tangent_inverse_slope(const double theta[3], const double u[3], double D[9]);

/* Computes the symmetric matrix H[9], the second derivative of the number m . T(theta) u by theta
   for constant vectors m and u. T(theta) is the matrix of rotation_tangent. */
void rotation_tangent_curvature(const double theta[3], const double u[3], const double m[3],
                                double H[9]);

#endif
