/* rotation.h: finite rotations, as unit quaternions q = (w, x, y, z), as rotation vectors theta [rad], and as matrices
   R[9], row by row. All three take components in the body's axes to components in global axes. [w] is the matrix of w
   x. A chart is R = R_ref exp(theta) with fixed R_ref; in it the angular velocity in body axes, defined by R' = R [w],
   is w = T(theta) theta'. Pure functions, called by elements, joints and src/kinematics/chart.c; no argument but those
   named may be a result. Formulas: Geradin & Cardona, Flexible Multibody Dynamics (2001), ch. 4. */
#ifndef FS_MATH_ROTATION_H
#define FS_MATH_ROTATION_H

/* q = exp(theta), for any theta; theta = log(q), the shortest of the equivalent rotation vectors: |theta| <= pi. */
void rotation_exp(const double theta[3], double q[4]);
void rotation_log(const double q[4], double theta[3]);

/* rotation_compose: c = a b, which turns by b first, then by a. rotation_relative: c = a^-1 b. Both normalize c, so
   that round-off does not add up. c may be a or b. */
void rotation_compose(const double a[4], const double b[4], double c[4]);
void rotation_relative(const double a[4], const double b[4], double c[4]);

/* R from a unit quaternion q, and q from an orthogonal R with determinant 1. */
void rotation_matrix(const double q[4], double R[9]);
void rotation_from_matrix(const double R[9], double q[4]);

/* T[9] = T(theta) = I - B [theta] + C [theta]^2, or its inverse I + [theta]/2 + D [theta]^2, with B, C, D functions of
   the angle, see rotation.c. The inverse does not exist at angles of 2 pi, 4 pi, ... T(-theta) is the transpose of
   T(theta). */
void rotation_tangent(const double theta[3], double T[9]);
void rotation_tangent_inverse(const double theta[3], double T[9]);

/* D[9] = derivative by theta of T(theta) u, or of T(theta)^-1 u, at fixed u. */
void rotation_tangent_slope(const double theta[3], const double u[3], double D[9]);
void rotation_tangent_inverse_slope(const double theta[3], const double u[3], double D[9]);

/* H[9] = second derivative by theta of m . T(theta) u at fixed m and u; symmetric. */
void rotation_tangent_curvature(const double theta[3], const double u[3], const double m[3],
                                double H[9]);

#endif
