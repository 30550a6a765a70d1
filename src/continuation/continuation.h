/* continuation.h: follows paths of equilibria under a growing load through limit points.

   It uses pseudo-arclength continuation (Keller 1977; Riks 1979). The load level ("level" below) is
   the time t at which the loads are evaluated. The signs of the factors of the stiffness (inertia)
   give the number of unstable directions of each equilibrium, its index. If the index changes in a
   step, the critical points in it are located.

   Lengths along a path are dimensionless, so units and meshes do not matter. The square of a length
   is the sum of two parts. The first is the mean square of all rotations, and of all displacements
   over the model's size. The second is the square of (change of the level)/(c->load). Therefore a
   step changes the level by about level_step at most (ContinuationMeasure). Under displacement
   control (Batoz & Dhatt 1979), the length is the change of one displacement [m].

   Headers for other rooms:
     descent.h    goes downhill in the energy to a stable equilibrium under constant loads
     stability.h  counts the unstable directions of an equilibrium */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CONTINUATION_H
#define FS_CONTINUATION_CONTINUATION_H

#include <fs/solve.h>
#include "eigen/pencil.h"

/* CriticalPoint - A limit point, where the level turns, or a bifurcation, where branches cross.

   shape[multiplicity] are null vectors of the stiffness matrix, orthonormal in ContinuationDot.
   Their rotations are spins in body axes. */
enum { CRITICAL_MULTIPLE = 16 };
typedef enum { CRITICAL_LIMIT, CRITICAL_BIFURCATION } CriticalKind;
typedef struct {
  CriticalKind kind;
  PetscReal    level, arc;    /* load level; length of the path up to the point */
  PetscInt     before, after; /* number of unstable directions before and after the point */
  PetscInt     multiplicity;  /* number of null vectors */
  Vec          shape[CRITICAL_MULTIPLE];
} CriticalPoint;
typedef struct {
  PetscInt      n;
  CriticalPoint point[CRITICAL_MULTIPLE];
} CriticalPoints;
extern const char *const critical_names[];

/* Continuation - State of a path. It owns all members except sys and s. Other rooms only read the
   members. */
typedef struct {
  FsSystem sys; /* borrowed */
  /* present equilibrium, borrowed; s->t is the level, and the charts of rotations start at s */
  FsState  *s;
  PetscReal arc;      /* length of the path so far */
  PetscReal size;     /* size of the next step */
  PetscReal max_size; /* longest step */
  /* number of unstable directions; -1 if the tangent is not symmetric */
  PetscInt  index;
  PetscReal rate;    /* derivative of the level along the path */
  Vec       tangent; /* derivative of q and multipliers along the path */
  /* The last step. last_increment is q at its end, in the charts of its start. The members from_...
     are values at its start. */
  Vec       last_increment, from_q, from_a, from_tangent;
  PetscReal from_t, from_rate, from_arc;
  PetscInt  from_index;
  /* length: model's size times sqrt(count) [m]. load: change of the level that has the length 1 */
  PetscReal length, load;
  PetscBool controlled; /* displacement control */
  /* The path does not consist of equilibria, see ContinuationMeasure. strain[0] is the strain at
     the level strain_level, where the path starts. strain[1] is its derivative by the level.
     Without such strains, both are NULL, and so is the strain of s. */
  PetscBool proportional;
  PetscReal strain_level;
  Vec       strain[2];
  /* local row of the controlled displacement; -1 on ranks that do not own it */
  PetscInt row;
  /* 1 for displacements, the square of the model's size for rotations, 0 for multipliers */
  Vec      weights;
  PetscInt count;      /* number of weights that are not 0 */
  Pencil   pencil;     /* stiffness matrix at s and its factors */
  Mat      K, factors; /* stiffness matrix at the trial state and its factors */
  /* number of directions without stiffness along the whole path. Steps stay orthogonal to them. In
     this way they follow one of many neighbouring equilibria */
  PetscInt nneutral;
  Vec      neutral[CRITICAL_MULTIPLE];
  FsState  trial; /* iterate of the next equilibrium */
  /* r: residual. force: dr/dt. delta: increment of the trial state. a, b: scratch */
  Vec      r, force, a, b, delta;
  PetscInt factorizations; /* number of factorizations so far */
  /* number of critical points that were not located: changes of the index without one, and steps
     that may hide a pair of them (ContinuationMeasure) */
  PetscInt  missed;
  PetscBool pairs; /* see ContinuationMeasure */
  /* eigenvalue nearest to 0 at the length soft_arc, and its slope along the path
   * (continuation_step.h) */
  PetscReal soft_arc, soft_mu, soft_slope;
  /* number of unstable directions that the next steps may add although no critical point is
     located. The caller sets it, and steps reduce it */
  PetscInt expected;
} Continuation;

/* ContinuationMeasure - How lengths along a path are measured. */
typedef struct {
  Vec weights; /* see Continuation, which takes ownership */
  /* level_step: largest change of the level in a step; negative if the level falls at first.
     max_size: length of the longest step */
  PetscReal level_step, max_size;
  PetscBool controlled; /* see Continuation */
  PetscInt  row;        /* see Continuation */
  /* Supports move with the level. Then the forces on the free dofs may all be independent of it, as
     in symmetric structures */
  PetscBool moved;
  /* Displacements, rotations, multipliers and element strains are proportional to the change of the
     level, as in linear buckling. The stiffness then has the strain gradients of the displacements
     and the stresses of these strains. */
  PetscBool proportional;
  /* Steps are shortened until no pair of critical points, which changes the index and back, can
     hide in them (continuation_step.h). It costs a factorization for each step */
  PetscBool pairs;
} ContinuationMeasure;

/* ContinuationCreate - Starts a path at the equilibrium *s, which ContinuationStep moves.

   sys and s are borrowed. Collective. Input errors: no load grows with t; the stiffness matrix is
   singular; the loads do not move the controlled displacement. */
PetscErrorCode ContinuationCreate(FsSystem sys, FsState *s, const ContinuationMeasure *measure,
                                  Continuation *c);
PetscErrorCode ContinuationDestroy(Continuation *c);

/* ContinuationArchive - Saves or restores the state of a path. Collective. */
PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a);

/* ContinuationSetLevelStep - Changes the largest change of the level in a step. Collective. */
PetscErrorCode ContinuationSetLevelStep(Continuation *c, PetscReal level_step);

/* ContinuationStep - Computes the next equilibrium.

   Output:
     points  critical points in the step, where the index changes; the caller destroys them
     info    ok becomes PETSC_FALSE if even a step of 1e-6 of the longest step fails. Then c->s has
             not moved
   The step is shortened if Newton's method fails, if the path bends too much, or if a critical
   point in it cannot be located. This happens, for example, if the step has jumped to another path.
   Collective. */
PetscErrorCode ContinuationStep(Continuation *c, CriticalPoints *points, FsStageInfo *info);

/* ContinuationUndoStep - Returns to the start of the last step. Collective. */
PetscErrorCode ContinuationUndoStep(Continuation *c);

/* ContinuationSwitchBranch - Moves to a bifurcation and from there onto a branch.

   Input:
     at     bifurcation ahead of c->s on the path, less than a step away
     shape  number of the shape along which the branch starts
     sign   1 or -1, the direction along this shape
   Output:
     info   ok becomes PETSC_FALSE if no equilibrium is found on the branch
   Collective. */
PetscErrorCode ContinuationSwitchBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                        PetscReal sign, FsStageInfo *info);

/* ContinuationAlign - Combines the shapes from shape[first] on, so that shape[first] points along a
   field.

   The new shapes span the same space and are orthonormal. shape[first] becomes the direction in
   this space that is closest to the field. Without this, shapes of a multiple point depend on the
   number of ranks.
   Output:
     aligned  PETSC_FALSE if the field is orthogonal to all these shapes; then nothing has changed
   Collective. */
PetscErrorCode ContinuationAlign(const Continuation *c, CriticalPoint *at, PetscInt first,
                                 Vec field, PetscBool *aligned);

PetscErrorCode CriticalPointsDestroy(CriticalPoints *points);

#endif
