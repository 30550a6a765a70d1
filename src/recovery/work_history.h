/* work_history.h: sums the work of each load, moved support, driver and motor.

   The sum of these works is Energy.external. For each joint it also records the energy of its
   springs, and the energy that its dampers have dissipated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_WORK_HISTORY_H
#define FS_RECOVERY_WORK_HISTORY_H

#include "assembly/assembly.h"
#include "recovery/energy_meter.h"

typedef struct _n_WorkHistory *WorkHistory;

/* WorkHistoryCreate - Creates a work history, whose works are 0.

   It borrows the assembly. It needs the memory of one vector for each load that depends on the
   motion. Collective. */
PetscErrorCode WorkHistoryCreate(Assembly a, WorkHistory *w);
PetscErrorCode WorkHistoryDestroy(WorkHistory *w);

/* WorkHistoryCount - Returns the number of values that are recorded. Not collective. */
PetscInt WorkHistoryCount(WorkHistory w);

/* WorkHistoryName - Returns the name of value k, such as "push/work", borrowed. Not collective. */
const char *WorkHistoryName(WorkHistory w, PetscInt k);

/* WorkHistoryValue - Returns a pointer to value k [J], borrowed. Not collective. */
const PetscReal *WorkHistoryValue(WorkHistory w, PetscInt k);

/* WorkHistoryUpdate - Adds the work of the step that ends at the state s.

   The step starts at the state of the last update. The first update only sets this state. Work is
   summed by the trapezoidal rule, as in energy_meter.h.
   Input:
     s      the last accepted state
     meter  a meter that has read and accepted s
   Collective, with one reduction. Input error if a formula has no finite value. */
PetscErrorCode WorkHistoryUpdate(WorkHistory w, const FsState *s, const FsLoading *loading,
                                 EnergyMeter meter);

/* WorkHistoryContinue - Prepares for the step after the state s, which an archive has restored.

   Call it after WorkHistoryArchive() has read, instead of WorkHistoryUpdate(), with the same
   arguments. The next step then adds the same bits as in the run that wrote the archive, unless the
   loads have changed. */
PetscErrorCode WorkHistoryContinue(WorkHistory w, const FsState *s, const FsLoading *loading,
                                   EnergyMeter meter);

/* WorkHistoryArchive - Writes the values with their names to an archive, or reads them from it.

   It also archives the time and the power of dampers of the last update. Both can differ from those
   at the restored state: the end of a step may be rounded, and an event may reverse friction.

   Values whose names are not in the archive become 0, for example those of new loads.
   Collective. */
PetscErrorCode WorkHistoryArchive(WorkHistory w, FsArchive a);

#endif
