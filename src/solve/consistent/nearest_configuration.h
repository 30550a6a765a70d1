/* nearest_configuration.h: finds the configuration on the constraints that is nearest to a given
   one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_NEAREST_CONFIGURATION_H
#define FS_SOLVE_CONSISTENT_NEAREST_CONFIGURATION_H

#include "start_coordinates.h"

/* StagePositionError - Sets s->b to minus the position errors of the constraints.

   Output:
     error  their largest entry, see StageScaledMaxNorm
   Collective. */
PetscErrorCode StagePositionError(FsStage s, const FsState *state, PetscReal *error);

/* NearestConfigurationFind - Moves state->q onto the constraints and the initial coordinates.

   The result is nearest to the given configuration, measured by d . M d / 2 of the motion d, with
   rotation vectors in body axes. If the error is at most tolerance, the result is the first
   configuration that Newton's method finds.
   Input:
     h          initial coordinates with their targets; h->n may be 0
   Output:
     error      remaining error of rows and coordinates
   Collective. */
PetscErrorCode NearestConfigurationFind(StartCoordinates *h, PetscReal tolerance, FsState *state,
                                        PetscReal *error);

#endif
