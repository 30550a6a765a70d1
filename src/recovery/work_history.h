/* work_history.h: the work that each load, moved support, driver and motor has done, so that together it is Energy.external; and of joints the energy of
   their springs and what their dampers have dissipated. Called by analysis/run/reports.c. */
#ifndef FS_RECOVERY_WORK_HISTORY_H
#define FS_RECOVERY_WORK_HISTORY_H

#include "assembly/assembly.h"

typedef struct _n_Works *Works;

/* Borrows the assembly. Collective. Costs a vector for each load that depends on the motion. */
PetscErrorCode WorksCreate(Assembly a, Works *w);
PetscErrorCode WorksDestroy(Works *w);

/* How many numbers there are; the name of each, as "push/work", and where it is [J]; borrowed. Not collective. */
PetscInt         WorksCount(Works w);
const char      *WorksName(Works w, PetscInt k);
const PetscReal *WorksValue(Works w, PetscInt k);

/* Go on to s, the state that was accepted last, which the meter has read, from the one of the last Read; the first one after Create or a
   reading Archive is a start. Summed as in energy_meter.c. Collective, one reduction. Input error: a formula without a finite
   value. */
PetscErrorCode WorksRead(Works w, const FsState *s, const FsLoading *loading, EnergyMeter meter);

/* The works so far, by name: loads that have come since begin at 0. What else the next Read needs is in the state. */
PetscErrorCode WorksArchive(Works w, FsArchive a);

#endif
