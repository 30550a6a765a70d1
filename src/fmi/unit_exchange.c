/* unit_exchange.c: the states of a unit for model exchange, their derivatives in time, and the
   results there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <fs/exit_status.h>
#include "unit.h"

/* The rate of a rotation vector is singular at 2 pi; a step of an integrator is a part of a turn.
 */
static const double LARGE_ROTATION = 2;

/* Finds the next sudden change of loads or motions after the present time. Returns 0, or an error
   code. */
static PetscErrorCode find_change(Unit *u)
{
  const double   end  = u->has_stop ? u->stop : PETSC_MAX_REAL;
  PetscReal      t    = end;
  PetscErrorCode ierr = FsCaseFindChange(u->c, end, &t);

  u->exchange.change = t < end ? t : INFINITY;
  return ierr;
}

fmi2Status unit_start_exchange(Unit *u)
{
  UnitExchange *const x = &u->exchange;
  PetscInt            n;
  PetscReal           size;

  if (FsCaseCountCoordinates(u->c, &n, &size)) return unit_failed(u);
  if (n != x->n) {
    u->phase = UNIT_ENDED;
    return unit_log(u, fmi2Error,
                    "the model has %d states with these parameters, not the %d of the description",
                    (int)n, x->n);
  }
  if (!x->state) x->state = calloc((size_t)x->n, sizeof *x->state);
  if (!x->rate) x->rate = calloc((size_t)x->n, sizeof *x->rate);
  if (!x->state || !x->rate) {
    u->phase = UNIT_ENDED;
    return unit_log(u, fmi2Error, "memory is missing for the states");
  }
  x->size     = size;
  x->moved    = 1; /* the inputs may be those of the importer */
  x->recorded = 0;
  if (find_change(u) || FsCaseGetCoordinates(u->c, n, x->state, x->rate)) return unit_failed(u);
  return fmi2OK;
}

fmi2Status unit_evaluate(Unit *u)
{
  UnitExchange *const x = &u->exchange;
  PetscErrorCode      ierr;

  if (!x->moved) return fmi2OK;
  ierr = unit_give_inputs(u, 0);
  if (!ierr) ierr = FsCaseSetCoordinates(u->c, u->time, x->n, x->state);
  if (!ierr) ierr = FsCaseGetCoordinates(u->c, x->n, NULL, x->rate);
  x->recorded = 0;
  x->moved    = ierr != 0;
  if (!ierr) return fmi2OK;
  return unit_log(u, FsCaseGetStatus(ierr) == FS_EXIT_SOLVE ? fmi2Discard : fmi2Error, "%s",
                  FsCaseGetMessage(u->c));
}

fmi2Status unit_record(Unit *u)
{
  const fmi2Status status = unit_evaluate(u);

  if (status != fmi2OK || u->exchange.recorded) return status;
  if (FsCaseRecordCoordinates(u->c)) return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
  u->exchange.recorded = 1;
  return fmi2OK;
}

fmi2Status unit_needs_event(Unit *u, int *needed)
{
  PetscReal        largest = 0;
  const fmi2Status status  = unit_evaluate(u);

  *needed = 0;
  if (status != fmi2OK) return status;
  if (FsCaseGetLargestRotation(u->c, &largest)) return unit_failed(u);
  *needed = largest > LARGE_ROTATION;
  return fmi2OK;
}

fmi2Status unit_leave_event(Unit *u, int *changed)
{
  PetscBool        renewed = PETSC_FALSE;
  const fmi2Status status  = unit_evaluate(u);

  *changed = 0;
  if (status != fmi2OK) return status;
  if (FsCaseRenewRotations(u->c, LARGE_ROTATION, &renewed)) return unit_failed(u);
  *changed = renewed;
  if (renewed) return unit_start_exchange(u);
  u->exchange.moved    = 1; /* loads may jump here */
  u->exchange.recorded = 0;
  return find_change(u) ? unit_failed(u) : fmi2OK;
}
