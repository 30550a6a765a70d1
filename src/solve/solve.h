/* solve.h: the stage, an object that solves r(q, v, a, lambda, t) = 0 for every scheme, and initial
   states that satisfy the constraints.

   Headers for other rooms:
     newton/block_newton.h  Newton's method for up to three unknown vectors at once */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_SOLVE_H
#define FS_SOLVE_SOLVE_H

#include <fs/solve.h>
#include "solve/newton/block_newton.h"

#endif
