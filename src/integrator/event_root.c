/* event_root.c: root finding by inverse quadratic interpolation, or bisection where three points do not allow it (Chandrupatla
   1997), with trials just behind the root. */
#include "event_root.h"

/* How far behind the switch a step may end, over its size. What the wrong formula does for that long goes into the velocity
   in the same proportion to what the right one does in a step: 1e-8 is below the error of a step of fourth order that
   resolves the motion (omega dt = 1/50). A smaller one would cost trials, and meet the round-off of Newton's method. */
static const PetscReal BEHIND = 1e-8;

static const PetscInt MOST_TRIALS = 40; /* bisection alone takes 27 */

void CrossingBegin(Crossing *x, PetscReal whole, PetscReal least, PetscReal margin)
{
  *x = (Crossing){
    .whole  = whole,
    .least  = least,
    .before = {0,     1     },
    .after  = {whole, margin},
    .third  = {0,     1     },
    .last   = {whole, margin}
  };
}

void CrossingTell(Crossing *x, PetscReal size, PetscReal margin)
{
  CrossingTrial *replaced = margin < 0 ? &x->after : &x->before;

  x->third  = *replaced;
  *replaced = x->last = (CrossingTrial){size, margin};
  x->trials++;
}

/* The root, as far as the trials tell. */
static PetscReal estimate(const Crossing *x)
{
  const CrossingTrial a = x->last, b = a.margin < 0 ? x->before : x->after, c = x->third;
  const PetscReal steep = 0.1; /* part of the bracket at each end that the first two points alone do not point into */
  const PetscReal xi = (a.size - b.size) / (c.size - b.size), phi = (a.margin - b.margin) / (c.margin - b.margin);
  PetscReal       t = 0.5;

  if (!x->trials) t = PetscMax(steep, PetscMin(1 - steep, a.margin / (a.margin - b.margin)));
  else if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
    t = a.margin / (b.margin - a.margin) * c.margin / (b.margin - c.margin) +
        (c.size - a.size) / (b.size - a.size) * a.margin / (c.margin - a.margin) * b.margin / (c.margin - b.margin);
  return a.size + t * (b.size - a.size);
}

PetscBool CrossingNext(const Crossing *x, PetscReal *size)
{
  const PetscReal near = BEHIND * x->whole, last = x->whole - x->least, root = estimate(x);

  /* the switch is before the shortest step, or behind the longest; the trial of that size decides */
  if (x->trials && x->last.size == (x->last.margin < 0 ? x->least : last)) return PETSC_FALSE;
  if (x->trials && x->last.margin < 0 && x->after.size - PetscMax(root, x->before.size) <= near) return PETSC_FALSE;
  if (x->trials > MOST_TRIALS) return PETSC_FALSE;
  *size = PetscMax(x->least, PetscMin(last, root + near / 2));
  if (*size <= x->before.size || *size >= x->after.size) *size = PetscMin(last, (x->before.size + x->after.size) / 2);
  /* round-off of the solves hides the root: what crosses, again */
  if (x->after.size - x->before.size <= near || x->trials == MOST_TRIALS) *size = x->after.size;
  return PETSC_TRUE;
}
