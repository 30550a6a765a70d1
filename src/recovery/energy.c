/* energy.c: archives the energies of a reading. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "recovery/energy_meter.h"

PetscErrorCode EnergyArchive(Energy *e, FsArchive a)
{
  PetscReal values[] = {e->kinetic, e->strain, e->external, e->damping};

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "energy", 4, values));
  e->kinetic  = values[0];
  e->strain   = values[1];
  e->external = values[2];
  e->damping  = values[3];
  PetscCall(FsArchiveReals(a, "momentum", 3, e->momentum));
  PetscCall(FsArchiveReals(a, "angular", 3, e->angular));
  PetscFunctionReturn(PETSC_SUCCESS);
}
