/* run_start.h: computes the state in which a run starts: its positions satisfy the joints, and it
   may be an equilibrium.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_RUN_START_H
#define FS_ANALYSIS_RUN_START_RUN_START_H

#include "analysis/run/run.h"
#include "analysis/run/run_options.h"

/* RunAssemble - Changes the positions of run->s so that they satisfy the constraint equations of
   joints.

   Prints how far the nodes move, and which constraints are redundant, unless the run is quiet.
   RunStart and RunFindEquilibrium call this function; other analyses call it directly.
   Input error: the constraints contradict each other. */
PetscErrorCode RunAssemble(Run *run);

/* RunAssembleDriven - Changes the positions of run->s so that they satisfy the constraint equations
   of joints and of drivers, which prescribe the motion of a mechanism.

   At a change point the mechanism can move in several ways. If the positions are such a point, the
   initial velocities select one of these motions, and run->s.v becomes the velocities of this
   motion.
   Output:
     branches  PETSC_TRUE if the positions are a change point
   Input errors: the constraints contradict each other; the initial velocities select no motion. */
PetscErrorCode RunAssembleDriven(Run *run, PetscBool *branches);

/* RunReportRedundancy - Prints which constraints are redundant, unless the run is quiet.

   RunAssemble has called this function, unless the start is a change point. Then call it after
   FsStageLeaveBranchingStart. */
PetscErrorCode RunReportRedundancy(const Run *run);

/* RunStart - Changes run->s to the initial state of a motion.

   Afterwards its positions and velocities satisfy the constraints, and its angular velocities are
   in body axes. If options->equilibrium is true (-initial_static), the positions are those of the
   equilibrium under the loads at run->s.t. Input errors: -initials violate the
   joints and -assemble does not allow a correction; a force law has no finite value at the state.
   Raises PETSC_ERR_NOT_CONVERGED if -initial_static finds no equilibrium. */
PetscErrorCode RunStart(Run *run, const StartOptions *options);

/* RunFindEquilibrium - Changes run->s to the equilibrium under the loads at run->s.t.

   Call it in analyses that take no steps. Raises PETSC_ERR_NOT_CONVERGED if no equilibrium is
   found; input errors are those of RunStart. */
PetscErrorCode RunFindEquilibrium(Run *run);

/* RunCheckEquilibrium - Raises an input error if run->s is not an equilibrium, because small
   motions exist only about an equilibrium.

   Input:
     what  the name of the small motions for the message, such as "modes" */
PetscErrorCode RunCheckEquilibrium(Run *run, const char what[]);

#endif
