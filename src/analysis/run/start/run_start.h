/* run_start.h: brings a model to the state in which a run starts.
   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_RUN_START_H
#define FS_ANALYSIS_RUN_START_RUN_START_H

#include "analysis/run/run.h"
#include "analysis/run/run_options.h"

/* RunAssemble - Changes the positions of run->s so that they satisfy the constraints.

   Prints how far the nodes move, and which constraints are redundant, unless the run is quiet.
   RunStart and RunFindEquilibrium call it; other analyses call it directly.
   Input error: the constraints contradict each other. */
PetscErrorCode RunAssemble(Run *run);

/* RunAssembleDriven - As RunAssemble, for motions that drivers prescribe.

   The position may be a change point (*branches). Then the initial velocities choose a motion, and
   run->s.v becomes its velocities. Input error: they choose none. */
PetscErrorCode RunAssembleDriven(Run *run, PetscBool *branches);

/* RunReportRedundancy - Prints which constraints are redundant, unless the run is quiet. If the
   start branches, call it after FsStageLeaveBranchingStart; otherwise RunAssemble has called it. */
PetscErrorCode RunReportRedundancy(const Run *run);

/* RunStart - Changes run->s to the initial state of a motion.

   Its positions and velocities satisfy the constraints, and its angular velocities are in body
   axes. With -initial_static its positions are in equilibrium. Input errors: -initials violate the
   joints and -assemble does not allow a correction; a force law has no finite value at the state.
   Raises PETSC_ERR_NOT_CONVERGED if -initial_static finds no equilibrium. */
PetscErrorCode RunStart(Run *run, const StartOptions *options);

/* RunFindEquilibrium - Changes run->s to the equilibrium under the loads at run->s.t.

   It serves analyses that take no steps. The errors are those of RunStart. */
PetscErrorCode RunFindEquilibrium(Run *run);

/* RunCheckEquilibrium - Raises an input error if run->s is not an equilibrium.

   Small motions exist only about an equilibrium.
   Input:
     what  name of the small motions for the message, such as "modes" */
PetscErrorCode RunCheckEquilibrium(Run *run, const char what[]);

#endif
