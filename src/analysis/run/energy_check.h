/* energy_check.h: whether the steps of a transient run make energy. Used by transient.c: Candidate for each step that is solved,
   Begin, then Step for each that is recorded, Conclude. Linear models make none that their scheme does not. */
#ifndef FS_ANALYSIS_RUN_ENERGY_CHECK_H
#define FS_ANALYSIS_RUN_ENERGY_CHECK_H

#include "run.h"

/* Energies along the run so far [J]: the least of what is in the model and no work accounts for, the largest kinetic
   energy, the range of the strain energy; the largest gain, and when [s]. */
typedef struct {
  PetscReal min_energy, kinetic, strain[2], gain, t;
} EnergyCheck;

/* Of the state next, read last (RunRead): where the step makes energy and is judged by that (RunChecksStepEnergy), info->ok becomes
   false, with the reason. */
PetscErrorCode EnergyCheckCandidate(const Run *run, const FsState *next, FsStageInfo *info);

/* Along the current states of the run, read already; dt [s] of the last step. Conclude prints a warning where the motion
   gained more than half of what it exchanged, a contact with a stop was over within a few steps, or a
   step of a mechanism turned something so far that it may have gone over to another branch. */
void           EnergyCheckStart(EnergyCheck *check, const Run *run);
PetscErrorCode EnergyCheckStep(EnergyCheck *check, const Run *run, PetscReal dt);
PetscErrorCode EnergyCheckArchive(EnergyCheck *check, FsArchive a);
PetscErrorCode EnergyCheckReport(const EnergyCheck *check, const Run *run);

#endif
