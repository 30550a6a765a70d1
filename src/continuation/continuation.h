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
     descent/descent.h  goes downhill in the energy to a stable equilibrium under constant loads
     stability.h        counts the unstable directions of an equilibrium */
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
  /* The present equilibrium of the path, borrowed. s->t is its load level. The rotations of q are
     rotation vectors that are counted from this state. */
  FsState  *s;
  PetscReal arc;         /* the length of the path so far */
  PetscReal first, last; /* those of ContinuationMeasure, or infinite */
  PetscReal size;        /* the length of the next step */
  PetscReal max_size;    /* longest step */
  /* the number of unstable directions of the present equilibrium; -1 if the stiffness matrix is not
     symmetric */
  PetscInt  index;
  PetscReal rate; /* the derivative of the load level with respect to the length of the path */
  /* the derivative of q and of the multipliers with respect to the length of the path */
  Vec tangent;
  /* The last step of the path. last_increment is q at the end of the step, whose rotations are
     counted from the start of the step. The members from_... are the values of q, a, tangent, t,
     rate, arc and index at the start of the step. */
  Vec       last_increment, from_q, from_a, from_tangent;
  PetscReal from_t, from_rate, from_arc;
  PetscInt  from_index;
  /* How much the path bends in the last step, see ContinuationTryStep: 1 if the step is straight,
     and before the first step; 0 if it has a corner. from_cosine: the same of the step before. */
  PetscReal cosine, from_cosine;
  /* length: the size of the model times sqrt(count) [m]. load: the change of the load level that
     contributes 1 to a length along the path. */
  PetscReal length, load;
  /* PETSC_TRUE if a step is the change of one displacement (displacement control) */
  PetscBool controlled;
  /* PETSC_TRUE if displacements and strains are proportional to the load level along the path
     (ContinuationMeasure). strain[0] are the strains of the elements at the load level
     strain_level, at which the path starts. strain[1] is their derivative with respect to the load
     level. Both vectors are NULL if the system has no such strains. */
  PetscBool proportional;
  PetscReal strain_level;
  Vec       strain[2];
  /* the index of the controlled displacement in this rank's part of the vector q; -1 on ranks that
     do not own this displacement */
  PetscInt row;
  /* the weights of the entries of q in lengths along the path: 1 for displacements, the square of
     the size of the model [m2] for rotations, 0 for multipliers */
  Vec      weights;
  PetscInt count;   /* the number of entries of weights that are not 0 */
  Pencil   pencil;  /* the stiffness matrix at s, and its factors (eigen/pencil.h) */
  Mat      K;       /* the stiffness matrix at the trial state */
  Mat      factors; /* the factors that the corrector of a step uses */
  /* GMRES for K, with the factors of a stiffness matrix nearby as the preconditioner; NULL before
     the first use */
  KSP krylov;
  /* The directions that have no stiffness along the whole path, and their number. Each equilibrium
     then has neighbors that are equilibria, too. Steps of the path are orthogonal to these
     directions. */
  PetscInt nneutral;
  Vec      neutral[CRITICAL_MULTIPLE];
  FsState  trial; /* the present iterate of Newton's method for the next equilibrium */
  /* r: the residual. force: the derivative dr/dt of the residual with respect to the load level.
     delta: the increment of the trial state. a, b: work vectors. */
  Vec      r, force, a, b, delta;
  PetscInt factorizations; /* the number of factorizations so far */
  /* the number of steps whose critical points were not all located. Either the number of unstable
     directions changes by more than the located points explain, or the step may hide a pair of
     critical points */
  PetscInt  missed;
  PetscBool pairs; /* ContinuationMeasure.pairs */
  /* soft_arc: a length of the path. soft_mu: the eigenvalue of the stiffness matrix nearest to 0 at
     this length. soft_slope: the derivative of this eigenvalue with respect to the length of the
     path. */
  PetscReal soft_arc, soft_mu, soft_slope;
  /* by how much the number of unstable directions may increase in the next steps without the search
     for a critical point that an increase causes otherwise. The caller sets the member; each step
     subtracts the increase that it has seen */
  PetscInt expected;
  /* the number of critical points that the caller wants of each of the next steps: a step locates
     its first ones. The caller sets the member; it is infinite at the start of the path */
  PetscInt wanted;
  /* PETSC_TRUE if pencil->factors are those of the stiffness at s */
  PetscBool current;
  /* the number of iterations of Newton's method that the last corrector would have needed if all
     its factors had been new */
  PetscReal effort;
} Continuation;

/* ContinuationMeasure - How lengths along a path are measured, and which kind of path is followed.
 */
typedef struct {
  /* the weights of the entries of q in lengths along the path; the Continuation takes ownership */
  Vec weights;
  /* level_step: the largest change of the load level in a step; negative if the level falls at
     first. max_size: the length of the longest step along the path. */
  PetscReal level_step, max_size;
  /* the levels between which loads have values, if bounded is PETSC_TRUE; outside of them loads may
     have none. The derivative of the loads with respect to the level is computed from values on one
     side near these levels */
  PetscReal first, last;
  PetscBool bounded;
  PetscBool controlled; /* PETSC_TRUE if a step is the change of one displacement */
  /* the index of this displacement in this rank's part of q; -1 on other ranks */
  PetscInt row;
  /* PETSC_TRUE if supports move with the load level. In a symmetric structure, the forces on all
     free dofs may then be independent of the level, which is no input error. */
  PetscBool moved;
  /* PETSC_TRUE if the path does not consist of equilibria. Instead, displacements, rotations,
     multipliers and element strains are proportional to the change of the load level, as in linear
     buckling. The stiffness matrix is computed with these displacements, and with the stresses that
     these strains cause. */
  PetscBool proportional;
  /* PETSC_TRUE if steps are shortened until no pair of critical points can hide in them. At the
     first point of such a pair the number of unstable directions changes, and at the second it
     changes back. The test costs a factorization for each step. */
  PetscBool pairs;
} ContinuationMeasure;

/* ContinuationCreate - Starts a path at the equilibrium *s. Each ContinuationStep changes *s to the
   next equilibrium.

   sys and s are borrowed, and c takes ownership of measure->weights. The caller destroys c by
   ContinuationDestroy.
   Output:
     obstacle  NULL, or why the path cannot start at *s, a static text: no load grows with t; the
               stiffness matrix is singular; the loads do not move the controlled displacement
   Collective. */
PetscErrorCode ContinuationCreate(FsSystem sys, FsState *s, const ContinuationMeasure *measure,
                                  Continuation *c, const char **obstacle);
PetscErrorCode ContinuationDestroy(Continuation *c);

/* ContinuationArchive - Writes the members of c to an archive, or reads them if the archive is open
   for reading. Collective. */
PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a);

/* ContinuationSetLevelStep - Sets the largest change of the load level in a step of the path.

   The next steps use the new value.
   Input:
     c           the path of equilibria
     level_step  the largest change; negative if the load level falls at first
   Collective. */
PetscErrorCode ContinuationSetLevelStep(Continuation *c, PetscReal level_step);

/* ContinuationStep - Computes the next equilibrium of a path, and moves the present state c->s to
   it.

   Output:
     points  the critical points in the step, at which the number of unstable directions changes.
             The caller destroys the points by CriticalPointsDestroy
     info    ok becomes PETSC_FALSE if even a step of 1e-6 of the longest step fails. Then c->s has
             not moved, reason says why, and place names an element that has no finite forces in
             the next state, such as an element that has turned too far.
   The step is shortened if Newton's method fails, if the path bends too much, or if a critical
   point in the step cannot be located, for example because the step has jumped to another path.
   Collective. */
PetscErrorCode ContinuationStep(Continuation *c, CriticalPoints *points, FsStageInfo *info);

/* ContinuationUndoStep - Returns a path of equilibria, and its present state c->s, to the start of
   the last step. Collective. */
PetscErrorCode ContinuationUndoStep(Continuation *c);

/* ContinuationSwitchBranch - Moves the present state c->s of a path to a bifurcation, and from
   there to the first equilibrium of a branch, another path that crosses the path at the
   bifurcation. Later steps follow the branch.

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

/* CriticalPointDestroy - Destroys the null vectors of a critical point. CriticalPointsDestroy does
   so for all points of a list, and empties it. Both are collective. */
PetscErrorCode CriticalPointDestroy(CriticalPoint *point);
PetscErrorCode CriticalPointsDestroy(CriticalPoints *points);

/* ---- known critical points ------------------------------------------------------------------- */

/* CriticalGuides - What is known about the first n critical points of a path before they are
   computed, for example from linear buckling. */
typedef struct {
  PetscInt         n;
  const PetscReal *level; /* [n] estimates of the load levels, in the order of the path */
  const Vec       *x;     /* [n] estimates of the null vectors, borrowed */
  /* the difference between an estimate and the level of the point, relative to the way from the
     start of the path, up to which the difference need not be known */
  PetscReal tolerance;
  /* The function that gets each point: its number, from 0, its load level and its null vector,
     which is borrowed. c->s is then a state of the path near the point. Collective. */
  PetscErrorCode (*keep)(void *context, PetscInt number, PetscReal level, Vec shape);
  void *context; /* the first argument of keep, borrowed */
} CriticalGuides;

/* CriticalEnd - The levels around the last of n critical points. */
typedef struct {
  PetscReal last; /* level of the last point, with a bound of its error added */
  PetscReal next; /* estimate of the level of the point behind it, infinite if nothing is known */
  PetscReal rate; /* mean change of the level from c->s to the last point, in a unit length */
} CriticalEnd;

/* CriticalCorrect - Computes the first critical points of a path from estimates, by Newton's method
   with the stiffness and its derivative along the path.

   A point that lies within the tolerance of its estimate takes one factorization, and so does a
   group of points that are near to each other. The estimates may be wrong: call CriticalCount
   afterwards, which proves that the points are the first n ones.
   Input:
     c       the path, whose state c->s must be stable. The longest step must reach the points. On
             return c->s is this state or another stable one before the first point
     guides  the estimates
   Changed:
     probes  += the number of states of the path that were computed
   Output:
     end     the levels around the last point
     ok      PETSC_FALSE if the start is unstable, or if a point was not found; guides->keep may
             have got others
   Collective. */
PetscErrorCode CriticalCorrect(Continuation *c, const CriticalGuides *guides, PetscInt *probes,
                               CriticalEnd *end, PetscBool *ok);

/* CriticalCount - Determines whether n critical points are all that the path from a stable state
   c->s to a load level has, by the number of negative eigenvalues at this level.

   Two further points could hide if an eigenvalue became negative and positive again on the way. The
   cubic polynomial that interpolates the stiffness between c->s, where it is positive
   definite, and the end has four coefficients in Bernstein's form. The function examines the last
   two: their negative eigenvalues must all belong to the null vectors of the n points.
   Input:
     least   the load level that the count must reach
     level   a load level a little behind it, at which the negative eigenvalues are counted, nearly
     rate    the mean change of the level up to there in a unit length, nearly
     x       [n] null vectors of the points
   Changed:
     probes  += the number of states of the path that were computed
   Output:
     all     PETSC_TRUE if the path has exactly n points
   c->s does not change. Collective. */
PetscErrorCode CriticalCount(Continuation *c, PetscReal least, PetscReal level, PetscReal rate,
                             PetscInt n, const Vec x[], PetscInt *probes, PetscBool *all);

#endif
