/* balance_doubt.h: warns if the reactions of an equilibrium do not balance its loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_BALANCE_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_BALANCE_DOUBT_H

#include <fs/solve.h>
#include "assembly/assembly.h"

/* WarnUnbalancedReactions - Warns if the sum of the loads and reactions at an equilibrium differs
   from 0 by more than 1e-3 of the reactions, because the equations are not solved well enough, or
   because of the round-off of stiff parts.

   The sum is that of the residual, because the forces inside of the model cancel. It costs one
   evaluation of the residual and one reduction. The function does nothing in motions, in models
   without reactions, and in linear models that a direct solver solves.
   Input:
     stage    the solver of the state
     s        state of an equilibrium
     loading  how much of the loads acts
   Changed:
     warned  whether a state of the run had this warning; then nothing is done
   Collective. */
PetscErrorCode WarnUnbalancedReactions(FsSystem sys, FsStage stage, const FsState *s,
                                       const FsLoading *loading, PetscBool *warned);

#endif
