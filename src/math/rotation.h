/* rotation.h: finite rotations. Unit quaternions q = (w, x, y, z) turn vectors of the body's axes to global ones;
   rotation vectors theta are the chart R = R_ref exp(theta), in body axes. Body angular velocity: w = T(theta)
   theta', with R' = R [w]. Pure functions; formulas: Geradin & Cardona, Flexible Multibody Dynamics (2001), ch. 4. */
#ifndef ROTATION_H
#define ROTATION_H

/* q = exp(theta), any theta; theta = log(q), |theta| <= pi (the shortest of the equivalent ones). */
void rotation_exp(const double theta[3], double q[4]);
void rotation_log(const double q[4], double theta[3]);

/* c = a b: first b, then a; c = a^-1 b. Renormalized: products of unit quaternions stay ones. c may be a or b. */
void rotation_compose(const double a[4], const double b[4], double c[4]);
void rotation_relative(const double a[4], const double b[4], double c[4]);

/* The matrix of a unit quaternion, and back (any proper orthogonal matrix). */
void rotation_matrix(const double q[4], double R[9]);
void rotation_of_matrix(const double R[9], double q[4]);

/* T(theta) = I - B [theta] + C [theta]^2 and its inverse I + [theta]/2 + D [theta]^2 (singular at 2 pi). Of -theta:
   the transposes. */
void rotation_tangent(const double theta[3], double T[9]);
void rotation_tangent_inverse(const double theta[3], double T[9]);

/* d/dtheta of T(theta) u, and of T(theta)^-1 u, at fixed u. */
void rotation_tangent_slope(const double theta[3], const double u[3], double D[9]);
void rotation_tangent_inverse_slope(const double theta[3], const double u[3], double D[9]);

/* Second derivative of m . T(theta) u by theta, symmetric. */
void rotation_tangent_curvature(const double theta[3], const double u[3], const double m[3], double H[9]);

#endif
