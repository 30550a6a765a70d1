/* continuation.h: paths of equilibria under a growing load, through limit points: pseudo-arclength continuation (Keller 1977; Riks
   1979), with the stability of each equilibrium by inertia and the critical points between them. Called by analysis/path.c. Begin with
   ContinuationStep.

   Lengths along a path are dimensionless: the root of the mean square of displacements, and of rotations times the model's size, over that
   size; and the change of the level, of which the longest step has at most what the first has. So units and meshes do not matter. Under
   displacement control (Batoz & Dhatt 1979) the length is the change of one displacement [m]. */
#ifndef FS_CONTINUATION_CONTINUATION_H
#define FS_CONTINUATION_CONTINUATION_H

#include <fs/solve.h>
#include "eigen/pencil.h"

/* A critical point: at a limit point the level turns; at a bifurcation other branches cross. shape[multiplicity]: null vectors of the
   tangent, orthonormal in the metric of displacements, spins in body axes. */
enum { CRITICAL_MULTIPLE = 6 };
typedef enum { CRITICAL_LIMIT, CRITICAL_BIFURCATION } CriticalKind;
typedef struct {
  CriticalKind kind;
  PetscReal    level, arc;
  PetscInt     before, after; /* unstable directions */
  PetscInt     multiplicity;
  Vec          shape[CRITICAL_MULTIPLE];
} CriticalPoint;
typedef struct {
  PetscInt      n;
  CriticalPoint point[CRITICAL_MULTIPLE];
} CriticalPoints;
extern const char *const critical_names[];

/* Where a path is. All but s, which is the caller's, is owned and read only. */
typedef struct {
  FsSystem  sys;      /* borrowed */
  FsState  *s;        /* the equilibrium: s->t is the level; the chart's origin is there */
  PetscReal arc;      /* length so far */
  PetscReal size;     /* of the next step */
  PetscReal max_size; /* the longest one */
  PetscInt  index;    /* unstable directions; -1: the tangent is not symmetric, and does not tell */
  PetscReal rate;     /* of the level along the path */
  Vec       tangent;  /* of q and multipliers along the path */
  /* the last step: rotations and displacements that led here, and where from */
  Vec       last_increment, from_q, from_a, from_tangent;
  PetscReal from_t, from_rate, from_arc;
  PetscInt  from_index;
  PetscReal length, load; /* what lengths and levels are divided by */
  PetscBool controlled;   /* lengths are those of one displacement */
  PetscInt  row;          /* of that, in this rank's part of vectors; -1: another rank has it */
  Vec       weights;      /* 1 for displacements, length^2 for rotations, 0 for multipliers */
  PetscInt  count;        /* of those that are not 0 */
  Pencil    pencil;       /* at s */
  Mat       K, factors;   /* of iterates */
  PetscInt
           nneutral; /* directions without stiffness, along which no step moves: one equilibrium of many is followed */
  Vec      neutral[CRITICAL_MULTIPLE];
  FsState  trial;
  Vec      r, force, a, b, delta;
  PetscInt factorizations; /* so far */
  PetscInt missed;         /* changes of the index whose critical point could not be located */
} Continuation;

/* How a path is measured. weights: see above, owned by the continuation from Begin on. */
typedef struct {
  Vec       weights;
  PetscReal level_step,
    max_size; /* change of the level in a step at most, whose sign is the direction; length of a step */
  PetscBool controlled;
  PetscInt  row;
} ContinuationMeasure;

/* Begin at the equilibrium *s, which ContinuationStep moves. Input errors: no load grows with t; the tangent is singular; the
   displacement of control does not move. Collective, as all here. */
PetscErrorCode ContinuationCreate(FsSystem sys, FsState *s, const ContinuationMeasure *measure,
                                  Continuation *c);
PetscErrorCode ContinuationDestroy(Continuation *c);
PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a);

/* The next equilibrium; steps are cut back where Newton's method fails, the path bends, or the critical points between cannot be
   located, as where the step has crossed to another path. *found: the critical points between, where the index changes, whose shapes
   the caller owns then. info->ok false: no step as short as 1e-6 of the longest leads on; nothing has moved. */
PetscErrorCode ContinuationStep(Continuation *c, CriticalPoints *points, FsStageInfo *info);

/* To where the last step began. */
PetscErrorCode ContinuationUndoStep(Continuation *c);

/* From where a step with a bifurcation begins: to that, and onto the branch along a shape (sign 1 or -1). info as above. */
PetscErrorCode ContinuationSwitchBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                        PetscReal sign, FsStageInfo *info);

/* shape[first] and those that follow are turned among themselves so that the first is along a field, and has its sign; *has: it
   is not across all of them. So they do not depend on ranks, as null vectors of a multiple point do. */
PetscErrorCode ContinuationAlign(const Continuation *c, CriticalPoint *at, PetscInt first,
                                 Vec field, PetscBool *aligned);

PetscErrorCode CriticalPointsDestroy(CriticalPoints *points);

#endif
