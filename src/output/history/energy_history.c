/* energy_history.c: histories of what a model has as a whole: energies, momentum, angular momentum. */
#include "output/output_impl.h"

static const char *const energy_names[TOTAL_ENERGIES] = {"kinetic", "strain", "damping", "external", "total"};
static const char *const momentum_names[2]            = {"momentum", "angular_momentum"};

PetscErrorCode TotalsAddSeries(Totals *totals, History h)
{
  PetscFunctionBeginUser;
  for (int e = 0; e < TOTAL_ENERGIES && totals->wanted; e++) {
    char path[64];

    PetscCall(PetscSNPrintf(path, sizeof path, "energy/%s", energy_names[e]));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 0, 0, &totals->energy[e]));
  }
  for (int k = 0; k < 2 && totals->wanted; k++)
    PetscCall(HistoryAdd(h, momentum_names[k], FILE_REAL, 3, 0, &totals->momentum[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void TotalsRecord(const Totals *totals, const Energy *e, History h)
{
  const PetscReal values[TOTAL_ENERGIES] = {e->kinetic, e->strain, e->damping, e->external, e->kinetic + e->strain};

  if (!totals->wanted) return;
  for (int k = 0; k < TOTAL_ENERGIES; k++) HistorySetReals(h, totals->energy[k], &values[k]);
  HistorySetReals(h, totals->momentum[0], e->momentum);
  HistorySetReals(h, totals->momentum[1], e->angular);
}
