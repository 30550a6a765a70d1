/* work_history.h: sums the work of each load, moved support, driver and motor.

   The sum of these works is Energy.external of the energy meter. For each joint, the energy of its
   springs and the energy that its dampers have dissipated are also recorded. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_WORK_HISTORY_H
#define FS_RECOVERY_WORK_HISTORY_H

#include "assembly/assembly.h"
#include "recovery/energy_meter.h"

/* WorkHistory - The works and energies of a run, called values, each with a name. */
typedef struct _n_WorkHistory *WorkHistory;

/* WorkHistoryCreate - Creates a work history, whose values are 0.

   It needs the memory of one vector for each load that depends on the motion.
   Input:
     a  the assembly of the model, borrowed
   Output:
     w  the caller destroys it by WorkHistoryDestroy()
   Collective. */
PetscErrorCode WorkHistoryCreate(Assembly a, WorkHistory *w);
PetscErrorCode WorkHistoryDestroy(WorkHistory *w);

/* WorkHistoryCount - Returns the number of works and energies that a work history records. Not
   collective. */
PetscInt WorkHistoryCount(WorkHistory w);

/* WorkHistoryName - Returns the name of work or energy k of a work history, such as "push/work".
   The work history owns the name. Not collective. */
const char *WorkHistoryName(WorkHistory w, PetscInt k);

/* WorkHistoryValue - Returns a pointer to work or energy k [J], which the work history owns and
   updates. Not collective. */
const PetscReal *WorkHistoryValue(WorkHistory w, PetscInt k);

/* WorkHistoryUpdate - Adds the work of all loads and motions in the step from the state of the last
   update to the state s.

   The first update only stores the state. The work is the mean of the forces at the two ends of the
   step times the change of the displacements (trapezoidal rule).
   Input:
     s        the last accepted state
     loading  how much of the loads acts, and whether supports move
     meter    an energy meter that has read and accepted s
   Collective, with one reduction. Input error if a formula has no finite value. */
PetscErrorCode WorkHistoryUpdate(WorkHistory w, const FsState *s, const FsLoading *loading,
                                 EnergyMeter meter);

/* WorkHistoryContinue - Prepares the works of a restarted run for its first step, which starts at
   the state s.

   Call the function after WorkHistoryArchive() has read an archive, instead of WorkHistoryUpdate()
   at this state. The step then adds the same works, bit by bit, as in the run that wrote the
   archive, unless the loads have changed.
   Input:
     s        the state that was restored from the archive
     loading  how much of the loads acts, and whether supports move
     meter    the energy meter, which was restored from the archive
   Collective. Input error if a formula has no finite value. */
PetscErrorCode WorkHistoryContinue(WorkHistory w, const FsState *s, const FsLoading *loading,
                                   EnergyMeter meter);

/* WorkHistoryArchive - Writes the works and energies with their names to a checkpoint, or reads
   them if the archive is reading. Values whose names are not in the archive become 0, for example
   those of new loads.

   The time of the last update and the power of the dampers at this time are archived as well. They
   can differ from those at the restored state: the end of a step may be rounded, and an event may
   reverse friction. Collective. */
PetscErrorCode WorkHistoryArchive(WorkHistory w, FsArchive a);

#endif
