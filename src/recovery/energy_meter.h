/* energy_meter.h: measures energies, work and momentum of a model along a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_ENERGY_METER_H
#define FS_RECOVERY_ENERGY_METER_H

#include "assembly/assembly.h"

/* Energies [J]. Without numerical dissipation kinetic + strain + damping - external is constant. */
typedef struct {
  PetscReal kinetic, strain; /* of the state */
  PetscReal external;        /* work of loads and prescribed motions since the first reading */
  PetscReal damping;         /* energy that dampers have dissipated since the first reading */
  /* linear [kg m/s], and angular about the origin [kg m2/s]; of free dofs; 0 in linear models */
  PetscReal momentum[3], angular[3];
  /* more energy has come since the reading before than any force accounts for */
  PetscBool spurious_gain;
} Energy;

/* EnergyArchive - Writes energies to an archive, or reads them from it. */
PetscErrorCode EnergyArchive(Energy *e, FsArchive a);

/* Sums work from one accepted reading to the next by the trapezoidal rule in the displacement. The
   rule is exact for the trapezoidal scheme, and of second order for other schemes. */
typedef struct _n_EnergyMeter *EnergyMeter;

/* EnergyMeterCreate - Creates a meter, which borrows the assembly. Collective. */
PetscErrorCode EnergyMeterCreate(Assembly a, EnergyMeter *meter);
PetscErrorCode EnergyMeterDestroy(EnergyMeter *meter);

/* EnergyMeterRead - Computes the energies of a state that may follow the last accepted one.

   Collective, with one reduction. */
PetscErrorCode EnergyMeterRead(EnergyMeter meter, const FsState *s, const FsLoading *loading,
                               Energy *e);

/* EnergyMeterAccept - Accepts the state of the last reading: work is summed from it on. Not
   collective. */
void EnergyMeterAccept(EnergyMeter meter);

/* EnergyMeterPairs - Returns the forces and paths of all terms at the last accepted state.

   Output:
     force, path  [pairs of all terms] (term.h), borrowed until the next EnergyMeterRead()
   Not collective. */
void EnergyMeterPairs(EnergyMeter meter, const PetscReal **force, const PetscReal **path);

/* EnergyMeterArchive - Writes the last accepted reading to an archive, or reads it. Collective. */
PetscErrorCode EnergyMeterArchive(EnergyMeter meter, FsArchive a);

/* EnergyMeterRestart - Repeats the reading of the last accepted state, which has new loads.

   Call it after EnergyMeterArchive() has read an archive. Collective. */
PetscErrorCode EnergyMeterRestart(EnergyMeter meter, const FsState *s, const FsLoading *loading);

#endif
