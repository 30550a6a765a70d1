/* redundant_rows.h: chooses which redundant constraint equations (rows of the constraint gradient
   G) are left out of all solves ("dropped").

   The input is k null vectors z of G^T, which have one entry for each constraint equation. The k
   dropped rows are chosen such that the entries of z in these rows form a well-conditioned matrix.
   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_REDUNDANT_ROWS_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_REDUNDANT_ROWS_H

#include "solve/stage_parts.h"

/* largest number of redundant constraint equations that a model may have */
enum { REDUNDANT_ROWS_MAX = 256 };

/* RedundantRowsGetOrder - Computes the order of preference in which redundant constraint equations
   are left out.

   Output:
     order  a vector with the number of each equation, in FsSystemConstraints' order or else 1, 2,
            ... Equations of drivers, which prescribe a motion, get negative numbers */
PetscErrorCode RedundantRowsGetOrder(ConstraintSolver s, Vec order);

/* RedundantRowsChoose - Chooses k constraint equations that can be left out because they follow
   from the others, by pivoted Gram-Schmidt on the null vectors z of the transposed constraint
   gradient.

   Row i consists of the k numbers z[0][i], z[1][i], ... The row with the largest norm is chosen,
   and the other rows are made orthogonal to it; this is repeated k times. If norms agree to 1e-6,
   the last row in the order is chosen. Equations of drivers, which prescribe a motion, are never
   chosen.
   Input:
     z        [k] null vectors
     order    numbers from RedundantRowsGetOrder; negative for equations of drivers
   Output:
     dropped  1 in the entries of the chosen equations, 0 elsewhere */
PetscErrorCode RedundantRowsChoose(ConstraintSolver s, PetscInt k, const Vec z[], Vec order,
                                   Vec dropped);

/* RedundantRowsMinSingularValue - Measures how well a choice of k redundant constraint equations to
   leave out ("dropped") makes the remaining ones independent.

   Input:
     z        [k] orthonormal null vectors of the transposed constraint gradient
     dropped  1 in the k dropped equations, 0 in those that remain
   Output:
     least    the smallest singular value of the k x k matrix of z in the dropped equations, from 0
              to 1; 0 if the remaining equations are dependent */
PetscErrorCode RedundantRowsMinSingularValue(ConstraintSolver s, PetscInt k, const Vec z[],
                                             Vec dropped, PetscReal *least);

/* RedundantRowsMinimize - Adds to the Lagrange multipliers lambda that combination of the null
   vectors z that minimizes the weighted sum of squares of lambda. Because z are null vectors of the
   transposed constraint gradient, the constraint forces do not change.

   With the weights 1 in k redundant equations and 0 elsewhere, lambda becomes 0 in these equations.
   Input:
     z        [k] orthonormal null vectors; their parts where weights are positive must be
              independent
     weights  one for each constraint equation, not negative
   Changed:
     lambda   the multipliers */
PetscErrorCode RedundantRowsMinimize(ConstraintSolver s, PetscInt k, const Vec z[], Vec weights,
                                     Vec lambda);

/* RedundantRowsCheckDropped - Checks that the dropped equations hold at a state.

   They are sums of the equations that remain, with factors of about 1, because StageDropRedundant
   takes the largest pivots. The limit, relative to the characteristic length and in rad, is 100
   times the error of the equations that remain (NewtonTestConstraints), as errors add. If the
   dropped equations do not hold, info->ok becomes PETSC_FALSE. */
PetscErrorCode RedundantRowsCheckDropped(ConstraintSolver s, const FsState *state,
                                         const FsLoading *loading, FsStageInfo *info);

/* RedundantRowsDeflate - Subtracts from x its components along the k orthonormal vectors z. Does
   nothing if k is 0. */
PetscErrorCode RedundantRowsDeflate(PetscInt k, Vec z[], Vec x);

/* RedundantRowsNorms - Computes for each constraint equation i the 2-norm of (z[0][i], z[1][i],
   ...), where z are k null vectors of the transposed constraint gradient. lengths gets the
   norms. */
PetscErrorCode RedundantRowsNorms(PetscInt k, const Vec z[], Vec lengths);

/* ---- constraint rank ------------------------------------------------------------------------- */

/* StageDropRedundant - Finds the constraint equations that follow from others at a state, and
   leaves them out of all later solves (FsSystemDropRows), so that matrices are not singular.

   Input:
     state  a state that satisfies the position constraints
   Collective. Input errors: there are more redundant equations than can be left out; equations are
   redundant only in this state, or nearly redundant; a driver prescribes a motion that joints or
   other drivers determine already. */
PetscErrorCode StageDropRedundant(ConstraintSolver s, const FsState *state);

/* StageIsDependent - Determines whether the constraint equations of a system depend on each other
   at a state, or nearly.

   They are if the smallest singular value of their gradient is about 1e-5 or less. The rows of the
   gradient, one for each equation, are scaled to length 1. Collective. */
PetscErrorCode StageIsDependent(ConstraintSolver s, const FsState *state, PetscBool *dependent);

#endif
