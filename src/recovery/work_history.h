/* work_history.h: the work that each load, moved support, driver and motor has done, so that together it is Energy.external; and of joints the energy of
   their springs and what their dampers have dissipated. Called by analysis/run/reports.c. */
#ifndef FS_RECOVERY_WORK_HISTORY_H
#define FS_RECOVERY_WORK_HISTORY_H

#include "assembly/assembly.h"
#include "recovery/energy_meter.h"

typedef struct _n_WorkHistory *WorkHistory;

/* Borrows the assembly. Collective. Costs a vector for each load that depends on the motion. */
PetscErrorCode WorkHistoryCreate(Assembly a, WorkHistory *w);
PetscErrorCode WorkHistoryDestroy(WorkHistory *w);

/* How many numbers there are; the name of each, as "push/work", and where it is [J]; borrowed. Not collective. */
PetscInt         WorkHistoryCount(WorkHistory w);
const char      *WorkHistoryName(WorkHistory w, PetscInt k);
const PetscReal *WorkHistoryValue(WorkHistory w, PetscInt k);

/* Go on to s, the state that was accepted last, which the meter has read, from the one of the last Read; the first one after Create or a
   reading Archive is a start. Summed as in energy_meter.c. Collective, one reduction. Input error: a formula without a finite
   value. */
PetscErrorCode WorkHistoryUpdate(WorkHistory w, const FsState *s, const FsLoading *loading,
                                 EnergyMeter meter);

/* The works so far, by name: loads that have come since begin at 0. What else the next Read needs is in the state. */
PetscErrorCode WorkHistoryArchive(WorkHistory w, FsArchive a);

#endif
