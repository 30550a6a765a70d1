/* vector.h: operations on vectors [3] and matrices [9], which are stored row by row.

   The functions are pure. The array of a result must not be an argument too, except in normalize.
   Numbers are doubles. If a file defines NUMBER as Lanes before it includes this one, as
   rotation_lanes.h does, the functions work on LANES vectors at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_VECTOR_H
#define FS_MATH_VECTOR_H

#include <math.h>

#ifdef NUMBER
/* Functions of Lanes must be inlined, because functions that are compiled for different processors
   cannot pass Lanes to each other. */
#define VECTOR_INLINE static ALWAYS_INLINE
#else
#define NUMBER double
#define VECTOR_INLINE static inline
static inline double norm(const double a[3])
{
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* Divides x by its length, which must not be 0. */
static inline void normalize(double x[3])
{
  const double size = norm(x);

  for (int c = 0; c < 3; c++) x[c] /= size;
}

/* |a - b| */
static inline double distance_between(const double a[3], const double b[3])
{
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};

  return norm(d);
}

/* Returns |a - b|, computed so that the squares of large or small differences cannot overflow or
   underflow. */
static inline double point_distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}
#endif

VECTOR_INLINE NUMBER dot(const NUMBER a[3], const NUMBER b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c = a x b */
VECTOR_INLINE void cross(const NUMBER a[3], const NUMBER b[3], NUMBER c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* S = the matrix with S b = a x b for all b */
VECTOR_INLINE void skew(const NUMBER a[3], NUMBER S[9])
{
  const NUMBER zero = {0};

  S[0] = S[4] = S[8] = zero;
  S[1] = -a[2], S[2] = a[1], S[5] = -a[0];
  S[3] = a[2], S[6] = -a[1], S[7] = a[0];
}

/* c = A b */
VECTOR_INLINE void mat_vec(const NUMBER A[9], const NUMBER b[3], NUMBER c[3])
{
  for (int i = 0; i < 3; i++) c[i] = A[3 * i] * b[0] + A[3 * i + 1] * b[1] + A[3 * i + 2] * b[2];
}

/* c = A^T b */
VECTOR_INLINE void mat_t_vec(const NUMBER A[9], const NUMBER b[3], NUMBER c[3])
{
  for (int i = 0; i < 3; i++) c[i] = A[i] * b[0] + A[3 + i] * b[1] + A[6 + i] * b[2];
}

/* C = A B */
VECTOR_INLINE void mat_mat(const NUMBER A[9], const NUMBER B[9], NUMBER C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* C = A^T B */
VECTOR_INLINE void mat_t_mat(const NUMBER A[9], const NUMBER B[9], NUMBER C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
}

/* C = A B^T */
VECTOR_INLINE void mat_mat_t(const NUMBER A[9], const NUMBER B[9], NUMBER C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] =
        A[3 * i] * B[3 * j] + A[3 * i + 1] * B[3 * j + 1] + A[3 * i + 2] * B[3 * j + 2];
}

/* B = A^T */
VECTOR_INLINE void transpose(const NUMBER A[9], NUMBER B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) B[3 * i + j] = A[3 * j + i];
}

#endif
