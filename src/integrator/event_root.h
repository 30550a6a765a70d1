/* event_root.h: finds the size of the step that ends where a force law switches.

   The margin is here the least margin of all switches at the end of a step (fs/switches.h). It is a
   continuous function of the step size: 1 at size 0, and below 0 if the step crosses a switch. The
   search finds a root of this function by trials, which are steps of other sizes from the same
   state. Call event_root_start. While event_root_next returns a size, solve a step of that size and
   pass its margin to event_root_add. The last trial is the step to accept. The functions are
   pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_EVENT_ROOT_H
#define FS_INTEGRATOR_EVENT_ROOT_H

#include <petscsys.h>

/* EventTrial - A step that was solved. */
typedef struct {
  PetscReal size, margin; /* size of the step [s], and least margin of the switches at its end */
} EventTrial;

typedef struct {
  /* sizes [s] of the step that crosses the switch, of the shortest allowed trial, and of the
     shortest part of that step that a trial may leave at its end */
  PetscReal full_step, first, rest;
  /* the longest trial that does not cross the switch, the shortest trial that does, and the trial
     that one of these two has replaced last */
  EventTrial before, after, third;
  EventTrial last;   /* the last trial */
  PetscInt   trials; /* number of trials so far */
} EventRoot;

/* event_root_start - Starts a search for the size of the step that ends where a force law switches,
   inside a step that crosses the switch.

   Input:
     full_step  the size of this step [s], larger than first + rest
     first      the size of the shortest allowed trial [s]
     rest       the shortest time that a trial may leave until the end of this step [s]
     margin     the margin at the end of this step, below 0 */
void event_root_start(EventRoot *x, PetscReal full_step, PetscReal first, PetscReal rest,
                      PetscReal margin);

/* event_root_next - Computes the size [s] of the next trial in a search for the time of a switch;
   it is between first and full_step - rest.

   Returns PETSC_FALSE if no trial is needed, because the last trial is the step to accept. In
   general that step ends after the switch, by at most 1e-8 full_step. There are two exceptions. If
   the time to the switch is shorter than first, the size of the step is first. If the time from the
   switch to the end of the full step is shorter than rest, the size of the step is full_step -
   rest, and the step ends before the switch. */
PetscBool event_root_next(const EventRoot *x, PetscReal *size);

/* event_root_add - Adds a trial to the search for the time of a switch: a step of this size [s], at
   whose end the switches have this least margin. */
void event_root_add(EventRoot *x, PetscReal size, PetscReal margin);

#endif
