/* arc_steps.h: takes steps of a static analysis along the arc length of its path of equilibria,
   where load steps fail.

   Load steps fail where the load has a limit, or where the path is nearly flat. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_ARC_STEPS_H
#define FS_ANALYSIS_PATH_ARC_STEPS_H

#include "analysis/equilibrium.h"
#include "analysis/run/run.h"
#include "continuation/continuation.h"
#include "critical_points.h"

/* ArcSteps - The arc-length steps of a static analysis.

   A passage is a sequence of arc-length steps between load steps. It starts at the last equilibrium
   of the load steps when these fail. It ends shortly before the load factor at which the load steps
   end, or when the path is again above all earlier load factors and as steep as it must be for load
   steps. */
typedef struct {
  PetscBool    allowed; /* whether the user allows arc-length steps (-static_arc) */
  PetscBool    active;  /* whether a passage is under way */
  PetscBool    said;    /* whether the line about its start has been printed */
  Continuation c;       /* the path of the passage; it exists if active is PETSC_TRUE */
  PetscReal    largest; /* the largest change of the load factor in a step */
  PetscReal    highest; /* the highest load factor of the passage so far */
  PetscReal    lowest;  /* load factor below which a passage ends without success */
  PetscInt     steps;   /* number of steps since the highest load factor */
  PetscInt     sum;     /* number of steps of all passages, without those that end near the end */
  /* the number of maxima of the load factor along the path, and at the first of them the load
     factor and the direction in which the structure moves; shape is NULL without maxima */
  PetscInt          nlimits;
  PetscReal         limit;
  Vec               shape;
  CriticalPointList critical_points; /* of all passages */
} ArcSteps;

/* ArcStepsMayStart - Determines from the options and the model whether a run can take arc-length
   steps at all. The reasons against it are: the user forbids them; the model is linear, or has
   friction or laws with memory; -hold_rigid is given. Not collective. */
PetscBool ArcStepsMayStart(const ArcSteps *x, const Run *run);

/* ArcStepsStart - Starts a passage of arc-length steps at run->s, where load steps have failed. A
   line about it is printed after its first step.

   Input:
     step     the change of the load factor in the load step that has failed, which is that of the
              first arc-length step, too
   Changed:
     x        on entry without a passage
   Output:
     started  PETSC_FALSE if the run cannot take such steps: see ArcStepsMayStart. Also, a mechanism
              may move, the tangent may be singular, no load may grow, or the factors of the
              stiffness may need more memory than there is
   Collective, as are all other functions of this header. */
PetscErrorCode ArcStepsStart(ArcSteps *x, Run *run, PetscReal step, PetscBool *started);

/* ArcStepsTake - Takes one arc-length step, which changes run->s to the next equilibrium of the
   path, and keeps the critical points in it.

   Input:
     end      the load factor that the run must reach
   Output:
     info     describes the step; info->solve.ok is PETSC_FALSE if the path cannot be followed
              further, or has led too far without reaching end. Then run->s has not moved
     near     PETSC_TRUE if run->s is so near below end that a load step leads there */
PetscErrorCode ArcStepsTake(ArcSteps *x, Run *run, PetscReal end, FsStepInfo *info,
                            PetscBool *near);

/* ArcStepsResume - Ends the passage if load steps can continue from run->s, which is the end of the
   last arc-length step.

   Input:
     near     whether run->s is just below the end of the load steps
   Changed:
     path     the load steps, which then continue from run->s. Its level becomes run->s.t in any
              case */
PetscErrorCode ArcStepsResume(ArcSteps *x, Run *run, PetscBool near, LoadPath *path);

/* ArcStepsCancel - Ends a passage whose last step has failed. */
PetscErrorCode ArcStepsCancel(ArcSteps *x);

/* ArcStepsRise - Returns whether the last arc-length step has led to a stable equilibrium on a part
   of the path where the load rises to new values. Load steps may continue there. Not collective. */
PetscBool ArcStepsRise(const ArcSteps *x);

/* ArcStepsRaise - Raises PETSC_ERR_NOT_CONVERGED after a step of ArcStepsTake that has failed
   beyond a maximum of the load (x->nlimits > 0). The message names the limit load and its place.

   Input:
     solve    why and where the step has failed
     end      the load factor that the run had to reach */
PetscErrorCode ArcStepsRaise(const ArcSteps *x, const Run *run, const FsStageInfo *solve,
                             PetscReal end);

/* ArcStepsWarn - Prints a warning if the path to run->s leads through a maximum of the load, beyond
   which a structure under this load would snap dynamically. */
PetscErrorCode ArcStepsWarn(const ArcSteps *x, const Run *run);

/* ArcStepsArchive - Writes the passage to a checkpoint, or reads it if the archive is open for
   reading. The state run->s must have been read before. */
PetscErrorCode ArcStepsArchive(ArcSteps *x, Run *run, FsArchive a);
PetscErrorCode ArcStepsDestroy(ArcSteps *x);

#endif
