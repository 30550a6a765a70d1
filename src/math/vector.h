/* vector.h: vectors [3] and matrices [9], row by row. Pure functions for kernels and whoever computes in space. The
   array of a result must not be one of the arguments. */
#ifndef VECTOR_H
#define VECTOR_H

#include <math.h>

static inline double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static inline double norm(const double a[3]) { return sqrt(dot(a, a)); }

/* c = a x b */
static inline void cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* S with S b = a x b */
static inline void skew(const double a[3], double S[9])
{
  S[0] = S[4] = S[8] = 0;
  S[1] = -a[2], S[2] = a[1], S[5] = -a[0];
  S[3] = a[2], S[6] = -a[1], S[7] = a[0];
}

/* c = A b */
static inline void mat_vec(const double A[9], const double b[3], double c[3])
{
  for (int i = 0; i < 3; i++) c[i] = A[3 * i] * b[0] + A[3 * i + 1] * b[1] + A[3 * i + 2] * b[2];
}

/* c = A^T b */
static inline void mat_t_vec(const double A[9], const double b[3], double c[3])
{
  for (int i = 0; i < 3; i++) c[i] = A[i] * b[0] + A[3 + i] * b[1] + A[6 + i] * b[2];
}

/* C = A B */
static inline void mat_mat(const double A[9], const double B[9], double C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* C = A^T B */
static inline void mat_t_mat(const double A[9], const double B[9], double C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) C[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
}

/* C = A B^T */
static inline void mat_mat_t(const double A[9], const double B[9], double C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[3 * j] + A[3 * i + 1] * B[3 * j + 1] + A[3 * i + 2] * B[3 * j + 2];
}

/* B = A^T */
static inline void transpose(const double A[9], double B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) B[3 * i + j] = A[3 * j + i];
}

#endif
