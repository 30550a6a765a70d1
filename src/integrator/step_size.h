/* step_size.h: the members of a step control, and the sizes of steps that it chooses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_STEP_SIZE_H
#define FS_INTEGRATOR_STEP_SIZE_H

#include <fs/control.h>
#include "family.h"

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
  PetscReal     last_error;   /* the estimated error of the last step over the allowed error */
  PetscReal     atol_norm;    /* the FsSystemNorm of a vector whose entries are atol [m] */
  PetscReal     scale;        /* the largest FsSystemNorm of a displacement so far [m] */
  PetscInt      since_change; /* the number of steps since the size changed */
  Vec           error;        /* work: the estimated error of q */
  FsStepMonitor monitor;      /* the functions of the caller; all are NULL without a monitor */
  /* whether the user gave -events, and whether steps end where force laws switch (events) */
  PetscBool events_set, locate_events;
  /* number of events at which steps may end within the present interval of one nominal step, and
     number of events so far in it */
  PetscInt  allowed, nevents;
  PetscReal until; /* end of this interval [s] */
  PetscReal event; /* time of the last located event [s]; -PETSC_MAX_REAL before the first */
  /* margins of the switches of force laws at the end of the present step, if events are located */
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

   error is the estimated error over the allowed error, greater than 1. Returns PETSC_FALSE, and
   changes nothing, if h is dt_min already. */
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

#endif
