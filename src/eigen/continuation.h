/* continuation.h: paths of equilibria under a growing load, through limit points: pseudo-arclength continuation (Keller 1977; Riks
   1979), with the stability of each equilibrium by inertia and the critical points between them. Called by analysis/path.c. Begin with
   ContinuationStep.

   Lengths along a path are dimensionless: the root of the mean square of displacements, and of rotations times the model's size, over that
   size; and the change of the level, of which the longest step has at most what the first has. So units and meshes do not matter. */
#ifndef CONTINUATION_H
#define CONTINUATION_H

#include <fs/solve.h>
#include "pencil.h"

/* A critical point: at a limit point the level turns; at a bifurcation other branches cross. shapes: the null vectors of the
   tangent, largest entry 1, spins in body axes. */
typedef enum { CRITICAL_LIMIT, CRITICAL_BIFURCATION } CriticalKind;
typedef struct {
  CriticalKind kind;
  PetscReal    level, arc;
  PetscInt     before, after; /* unstable directions */
  Vec          shape;
} CriticalPoint;
extern const char *const critical_names[];

/* Where a path is. All but s, which is the caller's, is owned and read only. */
typedef struct {
  FsSystem  sys;     /* borrowed */
  FsState  *s;       /* the equilibrium: s->t is the level; the chart's origin is there */
  PetscReal arc;     /* length so far */
  PetscReal size;    /* of the next step */
  PetscReal most;    /* the longest one */
  PetscInt  index;   /* unstable directions; -1: the tangent is not symmetric, and does not tell */
  PetscReal rate;    /* of the level along the path */
  Vec       tangent; /* of q and multipliers along the path */
  /* the last step: rotations and displacements that led here, and where from */
  Vec       leg, from_q, from_a, from_tangent;
  PetscReal from_t, from_rate, from_arc;
  PetscInt  from_index;
  PetscReal length, load; /* what lengths and levels are divided by */
  Vec       weights;      /* 1 for displacements, length^2 for rotations, 0 for multipliers */
  Pencil    pencil;       /* at s */
  Mat       K, factors;   /* of iterates */
  FsState   trial;
  Vec       r, force, a, b, delta;
  PetscInt  factorings; /* so far */
  PetscInt  missed;     /* changes of the index whose critical point could not be located */
} Continuation;

/* Begin at the equilibrium *s, which ContinuationStep moves. weights: see above, owned by c from now on. first: change of the level
   in a step at most, whose sign is the direction; most: length of a step. Input errors: no load grows with t; the tangent is
   singular. Collective, as all here. */
PetscErrorCode ContinuationBegin(FsSystem sys, FsState *s, Vec weights, PetscReal first, PetscReal most,
                                 Continuation *c);
PetscErrorCode ContinuationEnd(Continuation *c);
PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a);

/* The next equilibrium; steps are cut back where Newton's method fails, the path bends, or critical points crowd. *critical: where the
   index changes (*found), the critical point between, whose shape the caller owns then. info->ok false: no step as short as
   1e-6 of the longest leads on; nothing has moved. */
PetscErrorCode ContinuationStep(Continuation *c, CriticalPoint *critical, PetscBool *found, FsStageInfo *info);

/* After a step with a bifurcation: back to it, and onto the branch along its shape (sign 1 or -1) instead. info as above. */
PetscErrorCode ContinuationSwitch(Continuation *c, const CriticalPoint *at, PetscReal sign, FsStageInfo *info);

#endif
