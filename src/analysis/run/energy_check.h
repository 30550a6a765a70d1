/* energy_check.h: detects spurious growth of the energy in the steps of a transient run.

   The nonlinear equations of a step may have several solutions, and at some of them the model has
   gained energy that no load has put in. A linear model gains such energy only if the scheme is
   unstable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_ENERGY_CHECK_H
#define FS_ANALYSIS_RUN_ENERGY_CHECK_H

#include "run.h"

/* EnergyCheck - The extreme energies of the run up to the current state [J].

   The net energy is the kinetic energy, plus the strain energy, plus the dissipated energy, minus
   the work of the loads. It is constant in an exact motion. */
typedef struct {
  PetscReal min_energy; /* the smallest net energy so far [J] */
  PetscReal kinetic;    /* the largest kinetic energy */
  PetscReal strain[2];  /* the smallest and the largest strain energy */
  /* largest significant increase of the net energy over its smallest value [J], and its time [s] */
  PetscReal gain, t;
} EnergyCheck;

/* EnergyCheckCandidate - Rejects the state next at the end of a step if the model has gained energy
   in this step.

   Call it after RunRead has computed the energies of next. The function does nothing if
   RunChecksStepEnergy returns PETSC_FALSE for the run. To reject the state, it sets info->ok to
   PETSC_FALSE, and info->reason. Collective. */
PetscErrorCode EnergyCheckCandidate(const Run *run, const FsState *next, FsStageInfo *info);

/* EnergyCheckStart - Starts the watch for spurious growth of the energy at the first state of a
   run. Not collective. */
void EnergyCheckStart(EnergyCheck *check, const Run *run);

/* EnergyCheckStep - Updates the extreme energies of a run by the energies of the state run->s,
   after a step of size dt [s].

   The function uses the last energies that RunRead has computed. Call it for nonlinear models, and
   for linear models if the scheme is stable only for small steps. Collective. */
PetscErrorCode EnergyCheckStep(EnergyCheck *check, const Run *run, PetscReal dt);

/* EnergyCheckArchive - Writes the extreme energies of a run to a checkpoint, or reads them if the
   archive is open for reading. Collective. */
PetscErrorCode EnergyCheckArchive(EnergyCheck *check, FsArchive a);

/* EnergyCheckReport - Prints warnings at the end of a run whose results may be wrong.

   The function warns if the net energy has grown by more than half of the energy that was exchanged
   between kinetic and strain energy. It also warns if a contact with a stop lasted a few steps
   only, or if a large rotation in one step may have moved a mechanism to another configuration that
   also satisfies its constraints. Collective. */
PetscErrorCode EnergyCheckReport(const EnergyCheck *check, const Run *run);

#endif
