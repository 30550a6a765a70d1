/* joint_memory.h: what the laws of joint coordinates remember of the last accepted state, and their
   kinks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FORCES_JOINT_MEMORY_H
#define FS_ASSEMBLY_CONSTRAINTS_FORCES_JOINT_MEMORY_H

#include "assembly/constraints/joint_state.h"
#include "assembly/term.h"

/* JointMemory - [ncells] what the laws of each cell of a joint remember; NULL if no law does. All
   numbers are 0 before the first accepted state. */
typedef double (*JointMemory)[JOINT_COORDINATES][LAW_MAX_MEMORY];

/* JointMemoryCreate - Creates the memory of all joints, [njoints], which JointMemoryDestroy()
   frees. Sets traits->has_memory if a law remembers, and traits->has_kinks if one has kinks. */
PetscErrorCode JointMemoryCreate(Model model, JointMemory **memory, TermTraits *traits);
PetscErrorCode JointMemoryDestroy(Model model, JointMemory **memory);

/* JointMemoryAccept - Updates the memory of a cell when its state is accepted. */
void JointMemoryAccept(const JointEvaluation *at, double memory[][LAW_MAX_MEMORY]);

/* JointMemoryArchive - Writes the memory of all joints to an archive, or reads it. Collective. */
PetscErrorCode JointMemoryArchive(Model model, JointMemory memory[], FsArchive a);

/* JointLawLoss - Returns the energy [J] that the laws of a cell have dissipated up to a state. */
PetscReal JointLawLoss(const JointEvaluation *at);

/* JointCellKinkMargin - Finds whether laws of a cell have kinks between two states.

   Input:
     at      the cell at the later state
   Changed:
     kept    [JOINT_COORDINATES] values and rates of its coordinates at the earlier state. If margin
             is NULL, they become those at the later state
     margin  lowered to the margin of kinks between both states (TermKind.kink_margin), or NULL */
void JointCellKinkMargin(const JointEvaluation *at, double kept[][2], PetscReal *margin);

#endif
