/* energy_history.h: records the energies, momentum and angular momentum of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_ENERGY_HISTORY_H
#define FS_OUTPUT_HISTORY_ENERGY_HISTORY_H

#include "assembly/assembly.h"
#include "history.h"
#include "recovery/energy_meter.h"

enum { ENERGY_TERMS = 5 }; /* kinetic, strain, damping, external, and kinetic + strain */

/* EnergyHistory - The series of the energies and momenta. A series is a dataset under /history with
   one row for each step. */
typedef struct {
  PetscBool enabled; /* -energies; if it is false, both functions do nothing */
  /* numbers, from HistoryAdd(), of the series of each energy, and of the linear and the angular
     momentum */
  PetscInt energy[ENERGY_TERMS], momentum[2];
} EnergyHistory;

/* EnergyHistoryAddSeries - Adds the series to h, and sets their numbers in *energies. Collective.
 */
PetscErrorCode EnergyHistoryAddSeries(EnergyHistory *energies, History h);

/* EnergyHistoryRecord - Writes the energies and momenta e into the current row of their series in
   h. Not collective. */
void EnergyHistoryRecord(const EnergyHistory *energies, const Energy *e, History h);

#endif
