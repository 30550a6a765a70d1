/* event_root.h: the search for the size of the step that ends where a switch of a force law is crossed (FsSystemSwitchMargins). The
   least margin at the end of a step is a continuous function of its size: 1 at size 0, below 0 once a switch is crossed;
   the search finds its first root that brackets tell of. Used by step_control.c: Begin, then while event_root_next has a size,
   solve a step of it and tell its margin; then take a step of Crossing.size. Pure arithmetic, nothing is collective. */
#ifndef FS_INTEGRATOR_EVENT_ROOT_H
#define FS_INTEGRATOR_EVENT_ROOT_H

#include <petscsys.h>

typedef struct {
  PetscReal size, margin;
} EventTrial;

typedef struct {
  PetscReal full_step,
    min_step; /* sizes [s]: of the step that crosses the switch, of the shortest that may be taken */
  EventTrial before, after,
    third; /* the longest that does not cross, the shortest that does, the one dropped last */
  EventTrial last; /* the trial told last */
  PetscInt   trials;
} EventRoot;

/* A step of size whole > 2 least ends with margin < 0. */
void event_root_start(EventRoot *x, PetscReal full_step, PetscReal min_step, PetscReal margin);

/* *size = that of the next trial [s], least to whole - least; false: the trial told last is the step to take. It ends behind
   the switch, by at most a hundred-millionth of the whole step; or it has the size least or whole - least, and the switch is
   within least of its begin, or behind its end. */
PetscBool event_root_next(const EventRoot *x, PetscReal *size);
void      event_root_add(EventRoot *x, PetscReal size, PetscReal margin);

#endif
