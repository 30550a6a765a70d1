/* energy_check.h: detects spurious energy growth in the steps of a transient run.
   A nonlinear equation of a step has several solutions, and some of them gain energy. Linear models
   gain energy only if the scheme is unstable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_ENERGY_CHECK_H
#define FS_ANALYSIS_RUN_ENERGY_CHECK_H

#include "run.h"

/* EnergyCheck - Energies of the run up to the current state [J].

   The net energy is kinetic + strain + dissipated energy - work of the loads. It is constant in an
   exact motion. */
typedef struct {
  PetscReal min_energy; /* smallest net energy */
  PetscReal kinetic;    /* largest kinetic energy */
  PetscReal strain[2];  /* smallest and largest strain energy */
  PetscReal gain, t;    /* largest significant gain of net energy [J], and its time [s] */
} EnergyCheck;

/* EnergyCheckCandidate - Rejects the state next if the step to it has gained energy.

   Call it after RunRead with next. It checks only runs for which RunChecksStepEnergy returns true.
   To reject the state, it sets info->ok to PETSC_FALSE, and info->reason. Collective. */
PetscErrorCode EnergyCheckCandidate(const Run *run, const FsState *next, FsStageInfo *info);

/* EnergyCheckStart - Resets the check at the first state of a run. Not collective. */
void EnergyCheckStart(EnergyCheck *check, const Run *run);

/* EnergyCheckStep - Updates the check with run->s after a step of size dt [s].

   It uses the last energies that RunRead has computed. Call it for nonlinear models, and for linear
   ones if the scheme is only stable in small steps. Collective. */
PetscErrorCode EnergyCheckStep(EnergyCheck *check, const Run *run, PetscReal dt);

/* EnergyCheckArchive - Writes or reads the energies. Collective. */
PetscErrorCode EnergyCheckArchive(EnergyCheck *check, FsArchive a);

/* EnergyCheckReport - Prints warnings at the end of a run.

   Warns if the motion gained more than half of the energy that it exchanged. Also warns if a
   contact with a stop lasted a few steps only, or if a large rotation in one step may have changed
   the branch of a mechanism. Collective. */
PetscErrorCode EnergyCheckReport(const EnergyCheck *check, const Run *run);

#endif
