/* energy_check.h: detects spurious energy growth in the steps of a transient run.
   A nonlinear equation of a step has several solutions, and some of them gain energy. Linear models
   gain energy only if the scheme is unstable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_ENERGY_CHECK_H
#define FS_ANALYSIS_RUN_ENERGY_CHECK_H

#include "run.h"

/* Energies of the run up to the current state [J]. */
typedef struct {
  PetscReal min_energy; /* smallest energy of the model less the work of forces */
  PetscReal kinetic;    /* largest kinetic energy */
  PetscReal strain[2];  /* smallest and largest strain energy */
  PetscReal gain, t;    /* largest gain above min_energy, and its time [s] */
} EnergyCheck;

/* EnergyCheckCandidate - Rejects the state next if its step has gained energy.

   RunRead must have read next. Checks only steps for which RunChecksStepEnergy is true. Sets
   info->ok to PETSC_FALSE and info->reason. Collective. */
PetscErrorCode EnergyCheckCandidate(const Run *run, const FsState *next, FsStageInfo *info);

/* EnergyCheckStart - Resets the check at the first state of a run. Not collective. */
void EnergyCheckStart(EnergyCheck *check, const Run *run);

/* EnergyCheckStep - Adds the current state, which a step of dt [s] has reached. Collective. */
PetscErrorCode EnergyCheckStep(EnergyCheck *check, const Run *run, PetscReal dt);

/* EnergyCheckArchive - Writes or reads the energies. Collective. */
PetscErrorCode EnergyCheckArchive(EnergyCheck *check, FsArchive a);

/* EnergyCheckReport - Prints warnings at the end of a run.

   Warns if the motion gained more than half of the energy that it exchanged. Also warns if a
   contact with a stop lasted a few steps only, or if a large rotation in one step may have changed
   the branch of a mechanism. Collective. */
PetscErrorCode EnergyCheckReport(const EnergyCheck *check, const Run *run);

#endif
