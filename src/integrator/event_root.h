/* event_root.h: finds the size of the step that ends at the switch of a force law.

   The least margin at the end of a step (FsSystemSwitchMargins) is a continuous function of the
   step size. It is 1 at size 0 and below 0 once a switch is crossed. The search finds the first
   root within its bracket. Call event_root_start. While event_root_next returns a size, solve a
   step of that size and pass its margin to event_root_add. The last trial is the step to accept.
   The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_EVENT_ROOT_H
#define FS_INTEGRATOR_EVENT_ROOT_H

#include <petscsys.h>

typedef struct {
  PetscReal size, margin;
} EventTrial;

typedef struct {
  /* sizes of the step that crosses the switch and of the shortest step [s] */
  PetscReal full_step, min_step;
  /* the longest step that does not cross, the shortest that does, and the one dropped last */
  EventTrial before, after, third;
  EventTrial last; /* the last trial */
  PetscInt   trials;
} EventRoot;

/* event_root_start - Starts a search; a step of full_step > 2 min_step ends with margin < 0. */
void event_root_start(EventRoot *x, PetscReal full_step, PetscReal min_step, PetscReal margin);

/* event_root_next - Computes the size of the next trial [s], min_step to full_step - min_step.

   Returns PETSC_FALSE if the last trial is the step to accept. That step ends after the switch by
   at most 1e-8 of the full step, or it has the size min_step or full_step - min_step. In the latter
   case the switch is within min_step of its start, or after its end. */
PetscBool event_root_next(const EventRoot *x, PetscReal *size);

/* event_root_add - Adds the margin at the end of a step of a size to the search. */
void event_root_add(EventRoot *x, PetscReal size, PetscReal margin);

#endif
