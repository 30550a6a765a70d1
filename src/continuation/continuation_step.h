/* continuation_step.h: one step of a continuation, and back. Inside of this folder: continuation.c and critical.c walk. */
#ifndef FS_CONTINUATION_CONTINUATION_STEP_H
#define FS_CONTINUATION_CONTINUATION_STEP_H

#include "continuation.h"

/* <x, y> of q over the squared length. All collective. */
PetscErrorCode ContinuationDot(const Continuation *c, Vec x, Vec y, PetscReal *dot);

/* <x, y> of the way (x, dt_x) along the path and another: what lengths of the path are measured by. */
PetscErrorCode ContinuationProduct(const Continuation *c, Vec x, PetscReal dt_x, Vec y,
                                   PetscReal dt_y, PetscReal *product);

/* The factors, the index, dr/dt (force) and the tangent at c->s, along a direction: that in which the path came, NULL: none, and a
   rate of the level. *ok: the matrix could be factored. */
PetscErrorCode ContinuationTangent(Continuation *c, Vec along, PetscReal along_rate, PetscBool *ok);

/* x[n], solutions with factors, lose their parts along c->held, which become those of these factors. across: a direction that they are to be
   orthogonal to; NULL: none. *negative: how many of them count as unstable. */
PetscErrorCode ContinuationProjectNeutral(Continuation *c, Mat factors, Vec orthogonal_to,
                                          PetscInt n, const Vec x[], PetscInt *negative);

/* The trial state = the equilibrium in a plane at size along a direction from c->s; *iterations, 0: there is none. */
PetscErrorCode ContinuationCorrect(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscInt *iterations);

/* Take: the trial state is c->s, from which the next chart begins; what it came from is remembered. Back: the inverse. */
PetscErrorCode ContinuationAcceptTrial(Continuation *c, PetscReal size);
PetscErrorCode ContinuationRevert(Continuation *c);

/* A step of a size along the tangent, and the tangent there: *cosine of the angle between both. *ok false: it does not lead on, and
   nothing has moved. */
PetscErrorCode ContinuationTryStep(Continuation *c, PetscReal size, PetscInt *iterations,
                                   PetscReal *cosine, PetscBool *ok);

/* critical.c. Locate where the index changes in the last step, of a size, and describe the points; *all: those found explain the
   change. On return c->s is the state before that step. */
PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoints *points,
                              PetscBool *all);

/* c->held become the directions in which c->s has no stiffness, so many at most. */
PetscErrorCode CriticalFindNeutral(Continuation *c, PetscInt max_directions);

#endif
