/* step_size.h: the members of a step control, and the sizes of steps that it chooses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_STEP_SIZE_H
#define FS_INTEGRATOR_STEP_SIZE_H

#include <fs/control.h>
#include "family.h"

/* Relative to a step: a step reaches an end that is as near as this, because a rest of round-off
   would be a step of its own, with accelerations that are differences over almost no time. */
#define STEP_END_TOLERANCE 1e-9

struct _n_FsStepControl {
  FsIntegrator in; /* borrowed */
  PetscBool    adapt;
  /* dt [s]: nominal or first size; dt_min, dt_max [s]: 0 until chosen */
  PetscReal     rtol, atol, dt, dt_min, dt_max;
  PetscReal     h;            /* size of the next attempt [s] */
  PetscReal     last_error;   /* estimated error of the last step over the allowed error */
  PetscReal     atol_norm;    /* 2-norm of an error of atol in each entry */
  PetscReal     scale;        /* 2-norm of the largest displacement so far, see FsSystemNorm */
  PetscInt      since_change; /* steps since the size changed */
  Vec           error;
  FsStepMonitor monitor;                   /* functions are NULL without a monitor */
  PetscBool     events_set, locate_events; /* -events was given; whether events are located */
  /* events that may be located, and events so far, within the present nominal step */
  PetscInt  allowed, nevents;
  PetscReal until; /* the end of the present nominal step [s] */
  PetscReal event; /* time of the last located event [s]; -PETSC_MAX_REAL before the first */
  /* margins at the end of the step under way, if events are located */
  PetscReal margin[FS_SWITCHES];
};

/* step_size_next - Returns the size of the next attempt.

   c->h is shortened to reach the end of the interval, which is remaining [s] away, or to half of it
   if that takes two steps, so that no tiny step is left.
   Output:
     reaches_end  the step ends there */
PetscReal step_size_next(FsStepControl c, PetscReal remaining, PetscBool *reaches_end);

/* step_size_shorten - Shortens the next attempt to factor * tried, but not below dt_min.

   Returns PETSC_FALSE if it was at dt_min already. */
PetscBool step_size_shorten(FsStepControl c, PetscReal tried, PetscReal factor);

/* step_size_reject - Shortens the next attempt after a step of size h with an error above 1.

   Returns PETSC_FALSE if it was at dt_min already. */
PetscBool step_size_reject(FsStepControl c, PetscReal h, PetscReal error);

/* step_size_choose - Chooses the next size after an accepted step of size h instead of full_step.

   A step that ends at a switch does not determine the size of the next step.
   Input:
     error    from StepSizeMeasureError
     retried  an attempt failed or was rejected before */
void step_size_choose(FsStepControl c, PetscReal h, PetscReal full_step, PetscReal error,
                      PetscBool retried);

/* step_size_tolerance - Returns the error that -adapt_rtol and -adapt_atol allow a step, relative
   to the largest displacement so far; infinite while nothing moves. */
PetscReal step_size_tolerance(FsStepControl c);

/* StepSizeMeasureError - Computes the estimated error of the step from s to the next state.

   Output:
     error  relative to the error that -adapt_rtol and -adapt_atol allow
   Collective. */
PetscErrorCode StepSizeMeasureError(FsStepControl c, const FsState *s, PetscReal *error);

#endif
