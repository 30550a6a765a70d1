/* equilibrium.h: finds equilibria by load steps.

   A load path is a sequence of equilibria under changing loads. Its level, a number, says which
   loads act: the level is either the time t at which the loads are evaluated, or a factor from 0 to
   1 that interpolates between two loadings at a fixed time. A loading (FsLoading) says which loads
   and prescribed motions act, and by what they are multiplied. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_H
#define FS_ANALYSIS_EQUILIBRIUM_H

#include <fs/solve.h>
#include <fs/options.h>
#include <fs/control.h>

/* EquilibriumRescue - A function that finds an equilibrium in another way, such as a descent of the
   energy, if load steps fail. */
typedef struct {
  /* Changes s, an arbitrary state, to an equilibrium under a loading. If no equilibrium is
     found, it sets info->ok to PETSC_FALSE. */
  PetscErrorCode (*find)(void *context, const FsLoading *, FsState *s, FsStageInfo *info);
  void *context; /* the first argument of find */
} EquilibriumRescue;

/* LoadPath - A load path that is computed step by step.

   Before LoadPathSetUp the caller sets sys, stage, factor, level, end, grid, step, step_min and
   step_max. If factor is true, the caller also sets from and to; if there is a rescue, also rescue
   and rescue_all. All other members must be zero. The grid consists of the levels start + k grid,
   k = 1, 2, ..., and of the level end. A step ends at a level of the grid, unless the step is too
   short to reach the next one. If step_max equals grid, the path has an equilibrium at every level
   of the grid. */
typedef struct {
  FsSystem sys;   /* borrowed */
  FsStage  stage; /* borrowed */
  /* PETSC_TRUE if the load level is a load factor; otherwise the level is the time t */
  PetscBool factor;
  FsLoading from, to;   /* loadings at the levels 0 and 1, if factor is true */
  PetscReal level, end; /* the current and the final level */
  /* increments of the level: the distance of the levels at which there must be an equilibrium, and
     the next, the shortest and the longest step */
  PetscReal grid, step, step_min, step_max;
  /* the shortest step that LoadPathStep tries while the caller can follow the path in another way,
     where load steps are difficult; 0 if it cannot */
  PetscReal step_difficult;
  PetscReal start; /* the level at which the grid starts */
  /* the number of levels of the grid that the path has reached, and the number of all levels of the
     grid */
  PetscInt64 cell, cells;
  FsState    trial; /* the state of an attempted step */
  /* change of the displacements q in the last step; rotation vectors in body axes */
  Vec       last;
  PetscReal last_step; /* increment of the last step; 0 if the next step cannot extrapolate */
  /* element strains of the last equilibrium; NULL if FsSystem.strain is NULL */
  Vec strain;
  /* unbalanced forces at the start of the attempted step, and at the start of the last step; NULL
     in linear systems */
  Vec       force, last_force;
  PetscBool started; /* whether a step has succeeded */
  /* whether the last LoadPathStep found an equilibrium that was rejected, because it seems to lie
     behind a limit point */
  PetscBool jumped;
  /* whether such equilibria are accepted, because the limit point is nearer than the shortest step.
     LoadPathStep sets it if factor is true */
  PetscBool passed;
  PetscBool regularized; /* whether the first step used a regularized tangent */
  /* whether load steps failed and the rescue found the equilibrium, if factor is true */
  PetscBool rescued;
  /* the function that finds an equilibrium if the first step fails, or, if rescue_all is true, if
     any step fails; borrowed. NULL if there is no such function. A LoadPathStep with factor does
     not call it */
  const EquilibriumRescue *rescue;
  PetscBool                rescue_all;
} LoadPath;

/* EquilibriumWay - How EquilibriumFind has found its equilibrium. */
typedef enum {
  EQUILIBRIUM_GIVEN,       /* the state was in equilibrium already */
  EQUILIBRIUM_STEPS,       /* by load steps */
  EQUILIBRIUM_REGULARIZED, /* by load steps, the first with a regularized tangent */
  EQUILIBRIUM_RESCUED      /* by the rescue, after load steps had failed */
} EquilibriumWay;

/* LoadPathSetUp - Prepares a load path, a sequence of equilibria under changing loads, that starts
   at path->level.

   It creates the work vectors, which LoadPathDestroy frees, and sets up the stage for equilibria.
   Collective, as are all other functions of this header. */
PetscErrorCode LoadPathSetUp(LoadPath *path);
PetscErrorCode LoadPathDestroy(LoadPath *path);

/* LoadPathSetEnd - Moves the end of a load path to the level `end`. The previous end may be between
   levels of the grid. Not collective. */
void LoadPathSetEnd(LoadPath *path, PetscReal end);

/* LoadPathArchive - Writes the level, the grid, the step size and the last step of a load path to a
   checkpoint, or reads them if the archive is open for reading. Call it after LoadPathSetUp. */
PetscErrorCode LoadPathArchive(LoadPath *path, FsArchive a);

/* LoadPathStep - Takes one load step of a load path from path->level towards path->end.

   The size of the step is at most path->step. If Newton's method fails, the function tries shorter
   steps down to path->step_min, or to path->step_difficult if that is longer. If all fail, s and
   path->level do not change, and info->solve.ok becomes PETSC_FALSE. info->solve then says why the
   last attempt failed.
   Input:
     s  equilibrium at path->level
   Output:
     s  equilibrium at the new path->level */
PetscErrorCode LoadPathStep(LoadPath *path, FsState *s, FsStepInfo *info);

/* LoadPathResetTrial - Sets path->trial to an equilibrium s at rest; path->trial.t does not change.
 */
PetscErrorCode LoadPathResetTrial(LoadPath *path, const FsState *s);

/* load_path_loading - Returns which loads act, and by what they are multiplied, at a level of a
   load path. Not collective. */
static inline FsLoading load_path_loading(const LoadPath *path, PetscReal level)
{
  FsLoading at = FsLoadingOfEquilibrium(1);

  if (!path->factor) return at;
  at.factor = path->from.factor + level * (path->to.factor - path->from.factor);
  at.spin   = path->from.spin + level * (path->to.spin - path->from.spin);
  return at;
}

/* LoadPathRaise - Raises PETSC_ERR_NOT_CONVERGED after a failed LoadPathStep. The message has the
   level and the reason, and names what moves if the model is a mechanism at the state s. */
PetscErrorCode LoadPathRaise(const LoadPath *path, const FsState *s, const FsStepInfo *info);

/* EquilibriumFind - Changes s to the equilibrium under the loads at s->t.

   If s is not in equilibrium, the load factor increases from 0 to 1 in load steps. s->v does not
   change. Afterwards the stage is set up for equilibria.
   Input:
     rescue  called for the loads at s->t if a load step fails; NULL if the function must then raise
             PETSC_ERR_NOT_CONVERGED
   Output:
     way     how the equilibrium was found; NULL if the caller does not need it */
PetscErrorCode EquilibriumFind(FsSystem sys, FsStage stage, const EquilibriumRescue *rescue,
                               FsState *s, EquilibriumWay *way);

/* EquilibriumChangeLoading - Changes s from the equilibrium under the loads `from` to the
   equilibrium under the loads `to`.

   The loading of a load step is interpolated between the two loadings, both at the time s->t. s->v
   does not change. Afterwards the stage is set up for equilibria.
   Input:
     rescue  called for the loading to if a load step fails; NULL if the function must then raise
             PETSC_ERR_NOT_CONVERGED
   Changed:
     s       the equilibrium
   Output:
     way     how the equilibrium was found; NULL if the caller does not need it */
PetscErrorCode EquilibriumChangeLoading(FsSystem sys, FsStage stage, const FsLoading *from,
                                        const FsLoading *to, const EquilibriumRescue *rescue,
                                        FsState *s, EquilibriumWay *way);

/* ---- equilibrium bridge ---------------------------------------------------------------------- */

/* LoadPathSolver - A function that solves for the equilibrium path->trial at a level of a load
   path, from the equilibrium s at path->level. If the solve fails, it sets info->ok to
   PETSC_FALSE. */
typedef PetscErrorCode (*LoadPathSolver)(LoadPath *path, PetscReal level, const FsState *s,
                                         FsStageInfo *info);

/* LoadPathBridge - Finds the equilibrium path->trial at a level at which solve has failed because
   it is a change point, a position from which a mechanism can move in several ways.

   The equilibrium is interpolated from six others, whose levels are equally spaced: three of them
   lie between path->level and level, and three behind level.
   Input:
     solve    the solver, which is called for the six equilibria
     loading  the loading at level
     level    the level of the equilibrium
     s        the equilibrium at path->level
   Changed:
     info     on entry it describes why solve failed at level. If the equilibrium is found, info->ok
              becomes PETSC_TRUE; otherwise only the iterations of the six solves are added
   Collective. */
PetscErrorCode LoadPathBridge(LoadPath *path, LoadPathSolver solve, const FsLoading *loading,
                              PetscReal level, const FsState *s, FsStageInfo *info);

/* ---- test of equilibrium --------------------------------------------------------------------- */

/* EquilibriumCheck - Determines whether s is in equilibrium under a loading, up to round-off.

   Output:
     r         the unbalanced forces, external minus internal; the caller creates this Vec
     balanced  PETSC_TRUE if r is zero up to round-off
   Collective, as are all other functions of this header. */
PetscErrorCode EquilibriumCheck(FsSystem sys, FsStage stage, const FsLoading *loading,
                                const FsState *s, Vec r, PetscBool *balanced);

/* EquilibriumCheckLoads - Determines whether a state at rest is in equilibrium at s->t.

   Input:
     loads           the loading
     s               the state, whose velocities s->v must be zero
   Output:
     in_equilibrium  PETSC_TRUE if s is in equilibrium under the loads, up to round-off
     unloaded        PETSC_TRUE if the unbalanced forces at s are the same without the loads */
PetscErrorCode EquilibriumCheckLoads(FsSystem sys, FsStage stage, const FsLoading *loads,
                                     const FsState *s, PetscBool *in_equilibrium,
                                     PetscBool *unloaded);

/* EquilibriumCheckJoints - Determines whether a model with joints is in equilibrium at s when the
   joint forces balance the loads, for example a pendulum that hangs down.

   The joint forces that prevent accelerations are computed. If they balance the loads, the function
   stores them as the multipliers in s->a, because without joint forces the tangent may be singular
   at s.
   Output:
     in_equilibrium  PETSC_TRUE if the joint forces balance the loads */
PetscErrorCode EquilibriumCheckJoints(FsSystem sys, FsStage stage, const FsLoading *loads,
                                      FsState *s, PetscBool *in_equilibrium);

/* EquilibriumCheckTurn - Rejects a load step in which a support or a driver prescribes a rotation
   of half a turn or more.

   From its start and its end alone, such a step cannot be distinguished from one that turns the
   other way, and a whole turn cannot be distinguished from no rotation.
   Input:
     from, to       the times at the start and the end of the step
     before, after  the loadings at the start and the end of the step
   Changed:
     info           if the step is rejected, ok becomes PETSC_FALSE and reason says why; otherwise
                    info does not change */
PetscErrorCode EquilibriumCheckTurn(FsSystem sys, PetscReal from, const FsLoading *before,
                                    PetscReal to, const FsLoading *after, FsStageInfo *info);

/* LoadPathCheckJump - Rejects the solution path->trial of a load step if it seems to belong to
   another equilibrium, as behind a limit point.

   Input:
     s              the equilibrium at the start of the step
     extrapolation  the prediction of the step is s plus this factor times path->last
   Changed:
     info           if the solution is rejected, ok becomes PETSC_FALSE and reason says why;
                    otherwise info does not change
   Overwrites path->trial.v. */
PetscErrorCode LoadPathCheckJump(LoadPath *path, const FsState *s, PetscReal extrapolation,
                                 FsStageInfo *info);

/* LoadPathCheckFirst - Rejects the solution path->trial of a load step without a step before it, if
   the step seems to pass a limit point.

   The solution is rejected if the stiffness at s, along the first increment of Newton's method,
   falls so fast that the load has its maximum within the step, or if the solution is far from that
   increment.
   Input:
     level  the level at the end of the step
     s      the equilibrium at path->level, where the step starts
   Changed:
     path   on entry, path->last is the first increment, of displacements and multipliers; on
   return, the multipliers are 0 info   see LoadPathCheckJump */
PetscErrorCode LoadPathCheckFirst(LoadPath *path, PetscReal level, const FsState *s,
                                  FsStageInfo *info);

#endif
