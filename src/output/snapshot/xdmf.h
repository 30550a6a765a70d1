/* xdmf.h: writes the XDMF file through which ParaView reads the snapshots of the HDF5 file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_XDMF_H
#define FS_OUTPUT_SNAPSHOT_XDMF_H

#include "mode_shapes.h"
#include "snapshot.h"

/* XdmfWrite - Writes the whole XDMF file, for all snapshots or for mode shapes.

   Input:
     id         number of the run, for the name under which the file is written
     overwrite  whether a file of another program may be replaced
     nframes    number of snapshots
     times      [nframes] times of the snapshots [s]
     shapes     mode shapes, which replace the snapshots, at times 1, 2, ...; if it is NULL, the
                file shows the snapshots
   Output:
     write_failed  whether the file could not be written, on rank 0; the old file then remains
     foreign       whether a file of another program remains in its place, on rank 0
   All ranks may call it; only rank 0 writes. */
PetscErrorCode XdmfWrite(const Snapshots *snapshots, const char hdf5_path[], PetscInt id,
                         PetscBool overwrite, PetscInt nframes, const PetscReal times[],
                         const ModeShapes *shapes, PetscBool *write_failed, PetscBool *foreign);

/* XdmfCheckPath - Checks that the XDMF file can be written.

   Collective. Input errors: see OutputPathCheckCompanion(). */
PetscErrorCode XdmfCheckPath(FsOptions o, MPI_Comm comm, const char hdf5_path[],
                             PetscBool overwrite);

/* XdmfRemoveLeftovers - Removes unfinished XDMF files of killed runs. All ranks may call it. */
PetscErrorCode XdmfRemoveLeftovers(MPI_Comm comm, const char hdf5_path[]);

#endif
