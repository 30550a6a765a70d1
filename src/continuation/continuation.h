/* continuation.h: follows paths of equilibria under a growing load through limit points.

   It uses pseudo-arclength continuation (Keller 1977; Riks 1979). It determines the stability of
   each equilibrium by inertia and locates the critical points between them.

   Lengths along a path are dimensionless, so units and meshes do not matter. A length combines two
   parts: the root mean square of displacements and of rotations times the model's size, over that
   size, and the change of the load level over c->load. In the longest step the level changes at
   most as in the first step. Under displacement control (Batoz & Dhatt 1979) the length is the
   change of one displacement [m].

   Headers for other rooms:
     stability.h  counts the unstable directions of equilibria whose tangent is not symmetric */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CONTINUATION_H
#define FS_CONTINUATION_CONTINUATION_H

#include <fs/solve.h>
#include "eigen/pencil.h"

/* CriticalPoint - A limit point, where the level turns, or a bifurcation, where branches cross.

   shape[multiplicity] are null vectors of the tangent, orthonormal in the metric of displacements,
   with rotations as spins in body axes. */
enum { CRITICAL_MULTIPLE = 6 };
typedef enum { CRITICAL_LIMIT, CRITICAL_BIFURCATION } CriticalKind;
typedef struct {
  CriticalKind kind;
  PetscReal    level, arc;
  PetscInt     before, after; /* unstable directions before and after the point */
  PetscInt     multiplicity;
  Vec          shape[CRITICAL_MULTIPLE];
} CriticalPoint;
typedef struct {
  PetscInt      n;
  CriticalPoint point[CRITICAL_MULTIPLE];
} CriticalPoints;
extern const char *const critical_names[];

/* Continuation - State of a path. It owns all members except s. Members are read only. */
typedef struct {
  FsSystem sys; /* borrowed */
  /* equilibrium; s->t is the level, and the origin of the chart is at s; the caller's */
  FsState  *s;
  PetscReal arc;      /* length of the path so far */
  PetscReal size;     /* size of the next step */
  PetscReal max_size; /* longest step */
  /* number of unstable directions; -1 if the tangent is not symmetric */
  PetscInt  index;
  PetscReal rate;    /* derivative of the level along the path */
  Vec       tangent; /* derivative of q and multipliers along the path */
  /* the last step: its increment of q in the chart of its start, and the data at its start */
  Vec       last_increment, from_q, from_a, from_tangent;
  PetscReal from_t, from_rate, from_arc;
  PetscInt  from_index;
  PetscReal length, load; /* units of lengths and levels */
  PetscBool controlled;   /* displacement control */
  /* local row of the controlled displacement; -1 on ranks that do not own it */
  PetscInt row;
  Vec      weights;    /* 1 for displacements, length^2 for rotations, 0 for multipliers */
  PetscInt count;      /* number of weights that are not 0 */
  Pencil   pencil;     /* at s */
  Mat      K, factors; /* tangent and factors of iterates */
  /* number of directions without stiffness; steps stay orthogonal to them and so follow one of many
     equilibria */
  PetscInt nneutral;
  Vec      neutral[CRITICAL_MULTIPLE];
  FsState  trial;
  Vec      r, force, a, b, delta;
  PetscInt factorizations; /* number of factorizations so far */
  PetscInt missed;         /* number of changes of the index whose critical point was not located */
} Continuation;

/* ContinuationMeasure - Units of a path. ContinuationCreate takes over weights, see above. */
typedef struct {
  Vec weights;
  /* level_step: largest change of the level in a step, its sign is the direction; max_size: longest
     step */
  PetscReal level_step, max_size;
  PetscBool controlled;
  PetscInt  row;
} ContinuationMeasure;

/* ContinuationCreate - Starts a path at the equilibrium *s, which ContinuationStep moves.

   sys and s are borrowed. Input errors: no load grows with t, the tangent is singular, or the
   controlled displacement does not move. Collective. */
PetscErrorCode ContinuationCreate(FsSystem sys, FsState *s, const ContinuationMeasure *measure,
                                  Continuation *c);
PetscErrorCode ContinuationDestroy(Continuation *c);

/* ContinuationArchive - Saves or restores the state of a path. Collective. */
PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a);

/* ContinuationStep - Computes the next equilibrium.

   Output:
     points  critical points in the step, where the index changes; the caller owns their shapes
     info    ok is PETSC_FALSE if steps of 1e-6 of the longest step fail; then nothing has moved.
   The step is shortened if Newton's method fails, if the path bends too much, or if a critical
   point in it cannot be located, for example because the step has crossed to another path.
   Collective. */
PetscErrorCode ContinuationStep(Continuation *c, CriticalPoints *points, FsStageInfo *info);

/* ContinuationUndoStep - Returns to the start of the last step. Collective. */
PetscErrorCode ContinuationUndoStep(Continuation *c);

/* ContinuationSwitchBranch - Moves to a bifurcation and from there onto a branch.

   Input:
     at     bifurcation in the step that starts at the current equilibrium
     shape  number of the shape along which the branch leaves
     sign   1 or -1, the direction along the shape
   Output:
     info   as in ContinuationStep
   Collective. */
PetscErrorCode ContinuationSwitchBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                        PetscReal sign, FsStageInfo *info);

/* ContinuationAlign - Rotates shape[first] and the following shapes so that the first is along a
   field.

   Output:
     aligned  PETSC_FALSE if the field is orthogonal to all of them; then nothing has changed
   The first shape gets the sign of the field. Null vectors of a multiple point depend on the number
   of ranks; aligned ones do not. Collective. */
PetscErrorCode ContinuationAlign(const Continuation *c, CriticalPoint *at, PetscInt first,
                                 Vec field, PetscBool *aligned);

PetscErrorCode CriticalPointsDestroy(CriticalPoints *points);

#endif
