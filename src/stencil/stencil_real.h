/* stencil_real.h: the type of the numbers in products and iterations, which is double or float.

   stencil_product.c and stencil_iterate.c are compiled twice, once for each type; with
   STENCIL_FLOAT the type is float. The names of the functions for floats end with _float. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_REAL_H
#define FS_STENCIL_STENCIL_REAL_H

#include "stencil_iteration.h"

#if defined(STENCIL_FLOAT)
#define REAL float
#define REAL_TYPE MPI_FLOAT
#define REAL_NAME(function) function##_float
#define NUMBERS(op) (&(op)->single)
#else
#define REAL double
#define REAL_TYPE MPI_DOUBLE
#define REAL_NAME(function) function
#define NUMBERS(op) (op)
#endif

#endif
