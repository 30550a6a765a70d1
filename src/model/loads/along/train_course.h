/* train_course.h: how far the axles of trains move, and in how many steps they pass their lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_TRAIN_COURSE_H
#define FS_MODEL_LOADS_ALONG_TRAIN_COURSE_H

#include "model/model.h"

/* train_place_range - Computes the smallest and the largest place of the first axle of a train.

   Input:
     place           formula of t: arc length of the first axle [m] (MovingLoad.field)
     t_start, t_end  first and last time [s]
   Output:
     range  [2] smallest and largest place [m] of 1001 times; both are NAN if a place is not
            finite */
void train_place_range(Expression place, PetscReal t_start, PetscReal t_end, PetscReal range[2]);

/* TrainsCountSteps - Determines in how many equal steps from t_start to t_end the axles of all
   trains have to move so that they stop near the places that matter.

   An axle stops at 200 places of its lines at least, and once in each cell.
   Input:
     t_start, t_end  first and last time [s]
   Output:
     n  number of steps, at most 10000; 0 if no train moves
   Collective. */
PetscErrorCode TrainsCountSteps(Model model, PetscReal t_start, PetscReal t_end, PetscInt *n);

#endif
