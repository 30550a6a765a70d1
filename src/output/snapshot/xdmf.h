/* xdmf.h: writes the XDMF file through which ParaView reads the snapshots of the HDF5 file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_XDMF_H
#define FS_OUTPUT_SNAPSHOT_XDMF_H

#include "node_fields.h"
#include "snapshot.h"

/* XdmfWrite - Writes the whole XDMF file, for all snapshots or for mode shapes.

   Input:
     snapshots  fields and results that snapshots have
     hdf5_path  path of the HDF5 file, from which the path of the XDMF file follows
     id         number of the run, which is a part of the name of the unfinished file
     overwrite  whether a file of another program may be replaced
     nframes    number of snapshots
     times      [nframes] times of the snapshots [s]
     shapes     mode shapes, which the file shows instead of the snapshots, at the times 1, 2, ...;
                NULL if the file shows the snapshots
   Output:
     write_failed  whether the file could not be written; the old file then remains. Set on rank 0
     foreign       whether a file of another program has this path and is not replaced. Set on
                   rank 0
   All ranks may call the function; only rank 0 writes. */
PetscErrorCode XdmfWrite(const Snapshots *snapshots, const char hdf5_path[], PetscInt id,
                         PetscBool overwrite, PetscInt nframes, const PetscReal times[],
                         const ModeShapes *shapes, PetscBool *write_failed, PetscBool *foreign);

/* XdmfCheckPath - Checks that the XDMF file, through which ParaView reads the results, can be
   written.

   Input:
     hdf5_path  path of the HDF5 file, from which the path of the XDMF file follows
     overwrite  whether a file of another program may be replaced
   Collective. Input errors: the XDMF file would have the path of the HDF5 file; no file can be
   created there; a file of another program exists there; the run also reads this file. */
PetscErrorCode XdmfCheckPath(FsOptions o, MPI_Comm comm, const char hdf5_path[],
                             PetscBool overwrite);

/* XdmfRemoveLeftovers - Removes unfinished XDMF files of killed runs with the same HDF5 file. All
   ranks may call the function; only rank 0 removes files. */
PetscErrorCode XdmfRemoveLeftovers(MPI_Comm comm, const char hdf5_path[]);

#endif
