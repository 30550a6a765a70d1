/* energy_history.h: records the energies, momentum and angular momentum of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_ENERGY_HISTORY_H
#define FS_OUTPUT_HISTORY_ENERGY_HISTORY_H

#include "assembly/assembly.h"
#include "history.h"
#include "recovery/energy_meter.h"

enum { ENERGY_TERMS = 5 };
typedef struct {
  PetscBool enabled; /* -energies; if it is false, both functions do nothing */
  PetscInt  energy[ENERGY_TERMS], momentum[2]; /* series numbers from HistoryAdd() */
} EnergyHistory;

/* EnergyHistoryAddSeries - Adds the series to h. Collective. */
PetscErrorCode EnergyHistoryAddSeries(EnergyHistory *energies, History h);

/* EnergyHistoryRecord - Writes the energies and momenta e of a step into their series in h. Not
   collective. */
void EnergyHistoryRecord(const EnergyHistory *energies, const Energy *e, History h);

#endif
