/* nearest_configuration.h: finds the configuration on the constraints that is nearest to a given
   one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_NEAREST_CONFIGURATION_H
#define FS_SOLVE_CONSISTENT_NEAREST_CONFIGURATION_H

#include "start_coordinates.h"

/* StagePositionError - Sets s->b to minus the position errors of the constraints.

   Output:
     error  largest position error, scaled as by StageScaledMaxNorm
   Overwrites s->r. Collective. */
PetscErrorCode StagePositionError(FsStage s, const FsState *state, PetscReal *error);

/* NearestConfigurationFind - Moves state->q so that constraints and initial coordinates are met.

   The motion d minimizes d . M d / 2, with rotation vectors in body axes. If the error of the given
   configuration is at most tolerance, Newton's method only removes the error.
   Input:
     h          initial coordinates with their targets; h->n may be 0
     tolerance  acceptable error
   Output:
     error      largest remaining error of constraints and coordinates, see StagePositionError
   Collective. */
PetscErrorCode NearestConfigurationFind(StartCoordinates *h, PetscReal tolerance, FsState *state,
                                        PetscReal *error);

#endif
