/* energy_meter.h: measures energies, work and momentum of a model along a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_ENERGY_METER_H
#define FS_RECOVERY_ENERGY_METER_H

#include "assembly/assembly.h"

/* Energy - The energies of a reading [J] and the momenta.

   A reading is one call of EnergyMeterRead(). Without numerical dissipation the sum kinetic +
   strain + damping - external is constant. */
typedef struct {
  PetscReal kinetic, strain; /* energies of the state */
  PetscReal external;        /* work of loads and prescribed motions since the first reading */
  PetscReal damping;         /* energy that dampers have dissipated since the first reading */
  /* linear momentum [kg m/s], and angular momentum about the origin [kg m2/s]. In linear models
     the arms of the angular momentum are the positions in the mesh. */
  PetscReal momentum[3], angular[3];
  /* the energy has grown since the last accepted reading by more than the work of all forces */
  PetscBool spurious_gain;
} Energy;

/* EnergyArchive - Writes energies to an archive, or reads them from it. */
PetscErrorCode EnergyArchive(Energy *e, FsArchive a);

/* EnergyMeter - Sums the work of forces from one accepted reading to the next.

   The work is the mean of the forces at the two readings times the change of displacement. This
   trapezoidal rule is exact for the trapezoidal scheme, and of second order for other schemes. */
typedef struct _n_EnergyMeter *EnergyMeter;

/* EnergyMeterCreate - Creates a meter, which borrows the assembly. Collective. */
PetscErrorCode EnergyMeterCreate(Assembly a, EnergyMeter *meter);
PetscErrorCode EnergyMeterDestroy(EnergyMeter *meter);

/* EnergyMeterRead - Computes the energies of a state.

   Work is counted from the last accepted reading to this state. Call EnergyMeterAccept() if the
   step that ends at this state is accepted. Collective, with one reduction. Input error if a
   formula has no finite value. */
PetscErrorCode EnergyMeterRead(EnergyMeter meter, const FsState *s, const FsLoading *loading,
                               Energy *e);

/* EnergyMeterAccept - Accepts the last reading. The next readings count work from its state. Not
   collective. */
void EnergyMeterAccept(EnergyMeter meter);

/* EnergyMeterPairs - Returns the forces and paths of the pairs (assembly/balance.h) of all terms at
   the last accepted state.

   Output:
     force, path  those of a term start at Term.first_pair; borrowed until the next
                  EnergyMeterRead()
   Not collective. */
void EnergyMeterPairs(EnergyMeter meter, const PetscReal **force, const PetscReal **path);

/* EnergyMeterArchive - Writes the last accepted reading to an archive, or reads it. Collective. */
PetscErrorCode EnergyMeterArchive(EnergyMeter meter, FsArchive a);

/* EnergyMeterRestoreNodes - Computes what an archive of the last accepted reading leaves out,
   because it follows from the state of that reading.

   Call it after EnergyMeterArchive() has read an archive. Collective. */
PetscErrorCode EnergyMeterRestoreNodes(EnergyMeter meter, const FsState *s,
                                       const FsLoading *loading);

/* EnergyMeterRestart - Repeats the reading of the last accepted state, because its loads may differ
   in the new run.

   Call it after EnergyMeterArchive() has read an archive. Collective. Input error if a formula has
   no finite value. */
PetscErrorCode EnergyMeterRestart(EnergyMeter meter, const FsState *s, const FsLoading *loading);

#endif
