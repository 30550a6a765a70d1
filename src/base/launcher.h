/* launcher.h: finds the launcher of this process, such as mpirun or srun, and starts MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_LAUNCHER_H
#define FS_BASE_LAUNCHER_H

#include <petscsys.h>

/* launcher_is_present - Returns whether a launcher has started this process.

   A launcher sets OMPI_COMM_WORLD_SIZE, PMIX_RANK, PMI_RANK or SLURM_PROCID. Works before
   MPI_Init. */
PetscBool launcher_is_present(void);

/* launcher_rank - Returns the rank that the launcher, such as mpirun, has given to this process; 0
   if no launcher has started it. The function works before MPI_Init, which gives the same rank. */
int launcher_rank(void);

/* InitializeMpi - Calls MPI_Init, faster than usual for a process that no launcher has started.

   In such a process Open MPI then starts no daemon, looks for no network and no graphics devices,
   and makes no directory for the session. Environment variables make it do so; they are set only
   during MPI_Init. A variable that the user has set, also in the user's file of MCA parameters,
   does not change. Returns an error class of MPI. */
int InitializeMpi(int *argc, char ***argv);

#endif
