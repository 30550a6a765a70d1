/* continuation.h: follows paths of equilibria under a growing load through limit points.

   The method is pseudo-arclength continuation (Keller 1977; Riks 1979). The load level ("level"
   below) is the time t at which the loads are evaluated. The index of an equilibrium is its number
   of unstable directions, the negative eigenvalues of the stiffness matrix; the signs of the pivots
   of the factored matrix give this number. At a critical point the stiffness matrix is singular. If
   the index changes in a step, the critical points in this step are located.

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

/* CriticalPoint - A limit point, at which the level has a maximum or minimum along the path, or a
   bifurcation, at which other paths (branches) cross the path. */
enum { CRITICAL_MULTIPLE = 16 };
typedef enum { CRITICAL_LIMIT, CRITICAL_BIFURCATION } CriticalKind;
typedef struct {
  CriticalKind kind;
  PetscReal    level, arc;    /* the load level, and the length of the path up to the point */
  PetscInt     before, after; /* the number of unstable directions before and after the point */
  PetscInt     multiplicity;  /* number of null vectors */
  Vec          shape[CRITICAL_MULTIPLE];
} CriticalPoint;
typedef struct {
  PetscInt      n;
  CriticalPoint point[CRITICAL_MULTIPLE];
} CriticalPoints;
extern const char *const critical_names[];

/* Continuation - The present equilibrium of a path, and what the next steps need. It owns all
   members except sys and s. Other rooms only read the members. */
typedef struct {
  FsSystem sys; /* borrowed */
  /* the present equilibrium, borrowed. s->t is the level. Rotations of q are rotation vectors that
     are counted from s (their chart starts at s) */
  FsState  *s;
  PetscReal arc;      /* the length of the path so far */
  PetscReal size;     /* the length of the next step */
  PetscReal max_size; /* longest step */
  /* the number of unstable directions; -1 if the stiffness matrix is not symmetric */
  PetscInt  index;
  PetscReal rate;    /* the derivative of the level with respect to the length of the path */
  Vec       tangent; /* the derivative of q and multipliers with respect to this length */
  /* the last step: last_increment is q at its end, whose rotations are counted from its start. The
     members from_... are the values of q, a, tangent, t, rate, arc and index at its start */
  Vec       last_increment, from_q, from_a, from_tangent;
  PetscReal from_t, from_rate, from_arc;
  PetscInt  from_index;
  /* length is the size of the model times sqrt(count) [m]. load is the change of the level that
     contributes 1 to a length along the path */
  PetscReal length, load;
  PetscBool controlled; /* steps are changes of one displacement (displacement control) */
  /* PETSC_TRUE if the path is proportional (ContinuationMeasure). strain[0] are the strains of the
     elements at the level strain_level, at which the path starts. strain[1] is their derivative
     with respect to the level. Both are NULL if the system has no such strains */
  PetscBool proportional;
  PetscReal strain_level;
  Vec       strain[2];
  /* the index of the controlled displacement in the local part of q; -1 on ranks that do not own
     this displacement */
  PetscInt row;
  /* 1 for displacements, the square of the size of the model [m2] for rotations, 0 for multipliers
   */
  Vec      weights;
  PetscInt count;      /* the number of weights that are not 0 */
  Pencil   pencil;     /* the stiffness matrix at s, and its factors (eigen/pencil.h) */
  Mat      K, factors; /* the stiffness matrix at the trial state, and its factors */
  /* the directions that have no stiffness along the whole path, and their number. The equilibria
     then have neighbors that are equilibria, too. Steps are orthogonal to these directions */
  PetscInt nneutral;
  Vec      neutral[CRITICAL_MULTIPLE];
  FsState  trial; /* the present iterate for the next equilibrium */
  /* r: the residual. force: dr/dt. delta: the increment of the trial state. a, b: work vectors */
  Vec      r, force, a, b, delta;
  PetscInt factorizations; /* the number of factorizations so far */
  /* the number of steps whose critical points were not all located, because the index changes by
     more than these points explain, or because the step may hide a pair of critical points */
  PetscInt  missed;
  PetscBool pairs; /* ContinuationMeasure.pairs */
  /* eigenvalue nearest to 0 at the length soft_arc, and its slope along the path
   * (continuation_step.h) */
  PetscReal soft_arc, soft_mu, soft_slope;
  /* the number by which the index may still increase although no critical point is located. The
     caller sets it, and steps reduce it */
  PetscInt expected;
} Continuation;

/* ContinuationMeasure - How lengths along a path are measured, and which kind of path is followed.
 */
typedef struct {
  Vec weights; /* see Continuation, which takes ownership */
  /* level_step: largest change of the level in a step; negative if the level falls at first.
     max_size: length of the longest step */
  PetscReal level_step, max_size;
  PetscBool controlled; /* see Continuation */
  PetscInt  row;        /* see Continuation */
  /* supports move with the level. In a symmetric structure, the forces on all free dofs may then be
     independent of the level, which is no input error */
  PetscBool moved;
  /* the path does not consist of equilibria. Instead, displacements, rotations, multipliers and
     element strains are proportional to the change of the level, as in linear buckling. The
     stiffness matrix is that of these displacements and of the stresses of these strains */
  PetscBool proportional;
  /* Steps are shortened until no pair of critical points, which changes the index and back, can
     hide in them (continuation_step.h). It costs a factorization for each step */
  PetscBool pairs;
} ContinuationMeasure;

/* ContinuationCreate - Starts a path at the equilibrium *s. Each ContinuationStep changes *s to the
   next equilibrium.

   sys and s are borrowed, and c takes ownership of measure->weights. The caller destroys c by
   ContinuationDestroy. Collective. Input errors: no load grows with t; the stiffness matrix is
   singular; the loads do not move the controlled displacement. */
PetscErrorCode ContinuationCreate(FsSystem sys, FsState *s, const ContinuationMeasure *measure,
                                  Continuation *c);
PetscErrorCode ContinuationDestroy(Continuation *c);

/* ContinuationArchive - Writes the members of c to an archive, or reads them if the archive is open
   for reading. Collective. */
PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a);

/* ContinuationSetLevelStep - Sets the largest change of the level in a step to level_step, for the
   next steps. Collective. */
PetscErrorCode ContinuationSetLevelStep(Continuation *c, PetscReal level_step);

/* ContinuationStep - Computes the next equilibrium of the path, and moves c->s to it.

   Output:
     points  the critical points in the step, at which the index changes. The caller destroys them
             by CriticalPointsDestroy
     info    ok becomes PETSC_FALSE if even a step of 1e-6 of the longest step fails. Then c->s has
             not moved.
   The step is shortened if Newton's method fails, if the path bends too much, or if a critical
   point in the step cannot be located, for example because the step has jumped to another path.
   Collective. */
PetscErrorCode ContinuationStep(Continuation *c, CriticalPoints *points, FsStageInfo *info);

/* ContinuationUndoStep - Returns c and *c->s to the start of the last step. Collective. */
PetscErrorCode ContinuationUndoStep(Continuation *c);

/* ContinuationSwitchBranch - Moves c->s to a bifurcation, and from there to the first equilibrium
   of a branch, another path that crosses the path at the bifurcation. Later steps follow the
   branch.

   Input:
     at     the bifurcation, which is ahead of c->s on the path, less than a step away
     shape  the index of the null vector at->shape[shape] along which the branch starts
     sign   1 or -1, the factor of this null vector
   Output:
     info   ok becomes PETSC_FALSE if no equilibrium is found on the branch
   Collective. */
PetscErrorCode ContinuationSwitchBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                        PetscReal sign, FsStageInfo *info);

/* ContinuationAlign - Chooses another basis of the space of null vectors at->shape[first],
   at->shape[first + 1], ... of a critical point, such that at->shape[first] is as close to a vector
   field as possible.

   Without this, the null vectors of a critical point that has several of them depend on the number
   of ranks. The new null vectors are orthonormal, too.
   Input:
     field    a vector that does not depend on the number of ranks
   Changed:
     at       the critical point, whose shapes from the index first on change
   Output:
     aligned  PETSC_FALSE if field is orthogonal to all these null vectors; then they do not change
   Collective. */
PetscErrorCode ContinuationAlign(const Continuation *c, CriticalPoint *at, PetscInt first,
                                 Vec field, PetscBool *aligned);

PetscErrorCode CriticalPointsDestroy(CriticalPoints *points);

#endif
