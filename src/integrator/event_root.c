/* event_root.c: finds roots by inverse quadratic interpolation or bisection (Chandrupatla 1997).

   Bisection replaces the interpolation if three points do not allow it. Trials are just after the
   root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "event_root.h"

/* Largest distance of the end of a step after the switch, relative to the step; it has no unit. The
   force law before the switch acts during this time. It changes the velocity in the same proportion
   to the change in a whole step. 1e-8 is below the error of a step of fourth order that resolves
   the motion (omega dt = 1/50). A smaller value would cost trials and meet the round-off of
   Newton's method. tests/integrator/events.c measures the orders of schemes with switches, which a
   larger value would lower, and counts the steps. The rows "contact with a stop" and "rest by
   friction" of tests/relations/guards.py locate the same switches in any units. */
static const PetscReal ROOT_TOLERANCE = 1e-8;

static const PetscInt MAX_ROOT_TRIALS = 40; /* bisection alone takes 27 */

void event_root_start(EventRoot *x, PetscReal full_step, PetscReal first, PetscReal rest,
                      PetscReal margin)
{
  *x = (EventRoot){
    .full_step = full_step,
    .first     = first,
    .rest      = rest,
    .before    = {0,         1     },
    .after     = {full_step, margin},
    .third     = {0,         1     },
    .last      = {full_step, margin}
  };
}

void event_root_add(EventRoot *x, PetscReal size, PetscReal margin)
{
  EventTrial *replaced = margin < 0 ? &x->after : &x->before;

  x->third  = *replaced;
  *replaced = x->last = (EventTrial){size, margin};
  x->trials++;
}

/* Estimates the root from the trials. */
static PetscReal estimate_root(const EventRoot *x)
{
  const EventTrial a = x->last, b = a.margin < 0 ? x->before : x->after, c = x->third;
  /* the first two points alone do not select this part of the bracket at each end */
  const PetscReal guard = 0.1;
  const PetscReal xi    = (a.size - b.size) / (c.size - b.size),
                  phi   = (a.margin - b.margin) / (c.margin - b.margin);
  PetscReal t           = 0.5;

  if (!x->trials) t = PetscMax(guard, PetscMin(1 - guard, a.margin / (a.margin - b.margin)));
  else if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
    t = a.margin / (b.margin - a.margin) * c.margin / (b.margin - c.margin) +
        (c.size - a.size) / (b.size - a.size) * a.margin / (c.margin - a.margin) * b.margin /
          (c.margin - b.margin);
  return a.size + t * (b.size - a.size);
}

PetscBool event_root_next(const EventRoot *x, PetscReal *size)
{
  const PetscReal tolerance = ROOT_TOLERANCE * x->full_step, last = x->full_step - x->rest,
                  root = estimate_root(x);

  /* the switch is before the shortest step, or after the longest; the trial of that size decides */
  if (x->trials && x->last.size == (x->last.margin < 0 ? x->first : last)) return PETSC_FALSE;
  if (x->trials && x->last.margin < 0 &&
      x->after.size - PetscMax(root, x->before.size) <= tolerance)
    return PETSC_FALSE;
  if (x->trials > MAX_ROOT_TRIALS) return PETSC_FALSE;
  *size = PetscMax(x->first, PetscMin(last, root + tolerance / 2));
  if (*size <= x->before.size || *size >= x->after.size)
    *size = PetscMin(last, (x->before.size + x->after.size) / 2);
  /* round-off of the solves hides the root; the step that crosses it is taken again */
  if (x->after.size - x->before.size <= tolerance || x->trials == MAX_ROOT_TRIALS)
    *size = x->after.size;
  return PETSC_TRUE;
}
