/* work_history.h: sums the work of each load, moved support, driver and motor.

   Their sum is Energy.external. For joints it also records the energy of springs, and the energy
   that dampers have dissipated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_WORK_HISTORY_H
#define FS_RECOVERY_WORK_HISTORY_H

#include "assembly/assembly.h"
#include "recovery/energy_meter.h"

typedef struct _n_WorkHistory *WorkHistory;

/* WorkHistoryCreate - Creates a work history, with a vector for each load that depends on the
   motion.

   It borrows the assembly. Collective. */
PetscErrorCode WorkHistoryCreate(Assembly a, WorkHistory *w);
PetscErrorCode WorkHistoryDestroy(WorkHistory *w);

/* WorkHistoryCount - Returns the number of values. Not collective, as the two functions below. */
PetscInt WorkHistoryCount(WorkHistory w);

/* WorkHistoryName - Returns the name of value k, such as "push/work", borrowed. */
const char *WorkHistoryName(WorkHistory w, PetscInt k);

/* WorkHistoryValue - Returns a pointer to value k [J], borrowed. */
const PetscReal *WorkHistoryValue(WorkHistory w, PetscInt k);

/* WorkHistoryUpdate - Adds the work of the step that ends at the state s.

   The step starts at the state of the last update. The first update after creation or after reading
   an archive only sets the start. Work is summed as in energy_meter.h.
   Input:
     s      the last accepted state
     meter  it has read and accepted s
   Collective, with one reduction. Input error if a formula has no finite value. */
PetscErrorCode WorkHistoryUpdate(WorkHistory w, const FsState *s, const FsLoading *loading,
                                 EnergyMeter meter);

/* WorkHistoryArchive - Writes the works by name to an archive, or reads them.

   The work of loads that are new since then starts at 0. Collective. */
PetscErrorCode WorkHistoryArchive(WorkHistory w, FsArchive a);

#endif
