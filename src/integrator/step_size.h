/* step_size.h: the members of a step control, the sizes of steps that it chooses, and the size
   of the step that ends where a force law switches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_STEP_SIZE_H
#define FS_INTEGRATOR_STEP_SIZE_H

#include <fs/control.h>
#include "family.h"
#include <petscsys.h>

/* The distance from the end of an interval, relative to the size of a step, at which the step
   counts as having reached the end. A remainder of the size of round-off would otherwise become a
   step of its own, whose accelerations are differences over almost no time.
   tests/integrator/steps.c has both sides, in any unit of time. */
#define STEP_END_TOLERANCE 1e-9

struct _n_FsStepControl {
  FsIntegrator in;    /* borrowed */
  PetscBool    adapt; /* whether step sizes follow from the estimated error (-adapt) */
  /* The allowed error is rtol times the largest displacement so far, plus atol [m]. The size dt [s]
     is the nominal size of steps, or with adapt the size of the first step. The limits dt_min and
     dt_max [s] are the smallest and the largest size, both 0 until they are chosen. */
  PetscReal     rtol, atol, dt, dt_min, dt_max;
  PetscReal     h;            /* the size of the next attempt of a step [s] */
  PetscReal     last_error;   /* the last estimated error divided by the allowed error */
  PetscReal     atol_norm;    /* the FsSystemNorm of a vector whose entries are atol [m] */
  PetscReal     scale;        /* the largest FsSystemNorm of a displacement so far [m] */
  PetscInt      since_change; /* the number of steps since the size changed */
  Vec           error;        /* work: the estimated error of q */
  FsStepMonitor monitor;      /* the functions of the caller; all are NULL without a monitor */
  /* whether the user gave -events, whether steps end where force laws switch (events), and whether
     kinks of laws count as events */
  PetscBool events_set, locate_events, locate_kinks;
  /* number of events at which steps may end within the present interval of one nominal step, and
     number of events so far in it */
  PetscInt  allowed, nevents;
  PetscReal until; /* end of this interval [s] */
  PetscReal event; /* time of the last located event [s]; -PETSC_MAX_REAL before the first */
  /* margins of the switches and kinks of force laws at the end of the present step, if events are
     located */
  PetscReal margin[FS_SWITCHES];
};

/* step_size_next - Returns the size of the next attempt of a step [s] in an interval that ends
   after the time remaining [s].

   The size is c->h, with two exceptions. It is remaining if c->h reaches the end of the interval.
   It is half of remaining if two steps of c->h would go beyond the end, so that no tiny step is
   left.
   Output:
     reaches_end  PETSC_TRUE if the step ends at the end of the interval */
PetscReal step_size_next(FsStepControl c, PetscReal remaining, PetscBool *reaches_end);

/* step_size_shorten - Sets the size of the next attempt, c->h, to factor times tried, the size of
   an attempt that failed [s], but to at least c->dt_min.

   Returns PETSC_FALSE, and changes nothing, if tried is dt_min already. */
PetscBool step_size_shorten(FsStepControl c, PetscReal tried, PetscReal factor);

/* step_size_reject - Sets the size of the next attempt after a step of size h [s] whose error was
   too large.

   error is the estimated error divided by the allowed error, greater than 1. Returns PETSC_FALSE,
   and changes nothing, if h is dt_min already. */
PetscBool step_size_reject(FsStepControl c, PetscReal h, PetscReal error);

/* step_size_choose - Chooses the size of the next step, c->h, after an accepted step.

   Input:
     h          the size of the accepted step [s]
     full_step  the size that this step would have had without an event [s]. If h is different, the
                step ended at the switch of a force law, and does not change c->h in a run with
                -adapt
     error      the error of the step from StepSizeMeasureError
     retried    PETSC_TRUE if an attempt of this step failed or was rejected */
void step_size_choose(FsStepControl c, PetscReal h, PetscReal full_step, PetscReal error,
                      PetscBool retried);

/* step_size_tolerance - Returns the largest estimated error with which -adapt accepts a step,
   relative to the largest displacement so far. It follows from -adapt_rtol and -adapt_atol, and is
   PETSC_MAX_REAL until something moves. */
PetscReal step_size_tolerance(FsStepControl c);

/* StepSizeMeasureError - Estimates the error of the step from the state s to the state that the
   integrator has just computed, and updates c->scale.

   Output:
     error  the estimated error divided by the error that -adapt_rtol and -adapt_atol allow; a step
            with an error above 1 is rejected
   Collective. */
PetscErrorCode StepSizeMeasureError(FsStepControl c, const FsState *s, PetscReal *error);

/* ---- event root ------------------------------------------------------------------------------ */

/* Finds the size of the step that ends where a force law switches.

   The margin is here the least margin of all switches at the end of a step (fs/switches.h). It
   is a continuous function of the step size: 1 at size 0, and below 0 if the step crosses a
   switch. The search finds a root of this function by trials, which are steps of other sizes
   from the same state. Call event_root_start. While event_root_next returns a size, solve a step
   of that size and pass its margin to event_root_add. The last trial is the step to accept. The
   functions are pure. */

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
