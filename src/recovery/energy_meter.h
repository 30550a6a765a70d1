/* energy_meter.h: measures energies, work and momentum of a model along a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_ENERGY_METER_H
#define FS_RECOVERY_ENERGY_METER_H

#include "assembly/assembly.h"

/* Energy - The energies [J] and momenta of a state.

   They are the result of a reading, that is, of one call of EnergyMeterRead(). If the scheme has no
   numerical dissipation, the sum kinetic + strain + damping - external is constant. */
typedef struct {
  PetscReal kinetic, strain; /* kinetic energy and strain energy of the state */
  PetscReal external;        /* work of loads and prescribed motions since the first reading */
  PetscReal damping;         /* energy that dampers have dissipated since the first reading */
  /* linear momentum [kg m/s], and angular momentum about the origin [kg m2/s]; in linear models its
     arms are the positions of the nodes in the mesh */
  PetscReal momentum[3], angular[3];
  /* whether kinetic + strain energy has grown since the last accepted reading by clearly more than
     the work of all forces, so that the step is wrong */
  PetscBool spurious_gain;
} Energy;

/* EnergyArchive - Writes energies to an archive, or reads them from it if the archive is reading.
   Collective. */
PetscErrorCode EnergyArchive(Energy *e, FsArchive a);

/* EnergyMeter - Sums the work of forces from one accepted reading to the next.

   The work in a step is the mean of the forces at the two readings times the change of the
   displacements. This trapezoidal rule is exact for the trapezoidal scheme, and has an error of
   second order in the step for other schemes. */
typedef struct _n_EnergyMeter *EnergyMeter;

/* EnergyMeterCreate - Creates a meter, which borrows the assembly. The caller destroys the meter by
   EnergyMeterDestroy(). Collective. */
PetscErrorCode EnergyMeterCreate(Assembly a, EnergyMeter *meter);
PetscErrorCode EnergyMeterDestroy(EnergyMeter *meter);

/* EnergyMeterRead - Computes the energies and momenta of a state.

   The work since the last accepted reading is added to the works of that reading. If the step that
   ends at this state is accepted, call EnergyMeterAccept().
   Input:
     s        the state, with q, v and a
     loading  how much of the loads acts, and whether supports move
   Output:
     e  the same on all ranks
   Collective, with one reduction. Input error if a formula has no finite value. */
PetscErrorCode EnergyMeterRead(EnergyMeter meter, const FsState *s, const FsLoading *loading,
                               Energy *e);

/* EnergyMeterAccept - Accepts the last reading of energies, so that later readings add the work
   from its state on. Not collective. */
void EnergyMeterAccept(EnergyMeter meter);

/* EnergyMeterPairs - Gets the pairs of a force and the path along which it does work, of all loads
   and other terms of the residual at the last accepted state.

   Output:
     force, path  arrays of the meter, valid until the next EnergyMeterRead(); the pairs of a term
                  start at the index Term.first_pair
   Not collective. */
void EnergyMeterPairs(EnergyMeter meter, const PetscReal **force, const PetscReal **path);

/* EnergyMeterArchive - Writes the last accepted reading of energies to a checkpoint, or reads it if
   the archive is reading. Collective. */
PetscErrorCode EnergyMeterArchive(EnergyMeter meter, FsArchive a);

/* EnergyMeterRestoreNodes - Computes those data of the last accepted reading of energies that a
   checkpoint does not have, because they follow from the state.

   Call the function after EnergyMeterArchive() has read an archive.
   Input:
     s        state of the last accepted reading
     loading  how much of the loads acts, and whether supports move
   Collective. */
PetscErrorCode EnergyMeterRestoreNodes(EnergyMeter meter, const FsState *s,
                                       const FsLoading *loading);

/* EnergyMeterRestart - Repeats the last accepted reading of energies with the loads of this run,
   which may differ from those of the run that wrote the archive.

   Call the function after EnergyMeterArchive() has read an archive.
   Input:
     s        state of the last accepted reading
     loading  how much of the loads acts, and whether supports move
   Collective. Input error if a formula has no finite value. */
PetscErrorCode EnergyMeterRestart(EnergyMeter meter, const FsState *s, const FsLoading *loading);

#endif
