/* load_course.h: how far loads move, and in how many steps they pass what they move over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_LOAD_COURSE_H
#define FS_MODEL_LOADS_ALONG_LOAD_COURSE_H

#include "model/model.h"

/* train_place_range - Computes the smallest and the largest place of the first axle of a train.

   Input:
     place           formula of t: arc length of the first axle [m] (MovingLoad.field)
     t_start, t_end  first and last time [s]
   Output:
     range  [2] smallest and largest place [m] of 1001 times; both are NAN if a place is not
            finite */
void train_place_range(Expression place, PetscReal t_start, PetscReal t_end, PetscReal range[2]);

/* MovingLoadsCountSteps - Determines in how many equal steps from t_start to t_end the loads that
   move have to move so that they stop near the places that matter.

   An axle of a train stops at 200 places of its lines at least, and once in each cell. A field with
   t that moves, and does not only grow where it is, gets 200 steps.
   Input:
     t_start, t_end  first and last time [s]
   Output:
     n  number of steps, at most 10000; 0 if no load moves
   Collective. */
PetscErrorCode MovingLoadsCountSteps(Model model, PetscReal t_start, PetscReal t_end, PetscInt *n);

#endif
