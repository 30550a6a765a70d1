/* energy_history.c: records the energies, momentum and angular momentum of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "energy_history.h"

static const char *const energy_names[ENERGY_TERMS] = {"kinetic", "strain", "damping", "external",
                                                       "total"};
static const char *const momentum_names[2]          = {"momentum", "angular_momentum"};

PetscErrorCode EnergyHistoryAddSeries(EnergyHistory *energies, History h)
{
  PetscFunctionBeginUser;
  for (int e = 0; e < ENERGY_TERMS && energies->enabled; e++) {
    char path[64];

    PetscCall(PetscSNPrintf(path, sizeof path, "energy/%s", energy_names[e]));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 0, 0, &energies->energy[e]));
  }
  for (int k = 0; k < 2 && energies->enabled; k++)
    PetscCall(HistoryAdd(h, momentum_names[k], FILE_REAL, 3, 0, &energies->momentum[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void EnergyHistoryRecord(const EnergyHistory *energies, const Energy *e, History h)
{
  const PetscReal values[ENERGY_TERMS] = {e->kinetic, e->strain, e->damping, e->external,
                                          e->kinetic + e->strain};

  if (!energies->enabled) return;
  for (int k = 0; k < ENERGY_TERMS; k++) HistorySetReals(h, energies->energy[k], &values[k]);
  HistorySetReals(h, energies->momentum[0], e->momentum);
  HistorySetReals(h, energies->momentum[1], e->angular);
}
