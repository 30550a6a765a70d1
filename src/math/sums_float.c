/* sums_float.c: the sums of sums.c in single precision. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define REAL float
#define SUM_NAME(function) function##_float
#include "sums.c"
