/* write.c: bytes written through MPI-IO by all ranks, each a part of one file, as scripts/bench
   compares snapshots with. usage: peer_write bytes path */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscsys.h>
#include <petsctime.h>
#include "base/error.h"

int main(int argc, char *argv[])
{
  enum { TIMES = 8 };
  PetscLogDouble started, ended;
  PetscMPIInt    rank, ranks;
  MPI_Offset     size;
  MPI_File       file;
  char          *data;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCheck(argc > 2, PETSC_COMM_WORLD, PETSC_ERR_USER_INPUT, "usage: peer_write bytes path");
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
  size = atoll(argv[1]) / ranks;
  PetscCall(PetscMalloc((size_t)size, &data));
  for (MPI_Offset k = 0; k < size; k++) data[k] = (char)k;
  PetscCallMPI(MPI_File_open(PETSC_COMM_WORLD, argv[2], MPI_MODE_WRONLY | MPI_MODE_CREATE,
                             MPI_INFO_NULL, &file));
  PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
  PetscCall(PetscTime(&started));
  for (int k = 0; k < TIMES; k++) /* one part behind the other, as snapshots are */
    PetscCallMPI(MPI_File_write_at_all(file, (k * (MPI_Offset)ranks + rank) * size, data, (int)size,
                                       MPI_BYTE, MPI_STATUS_IGNORE));
  PetscCallMPI(MPI_File_close(&file));
  PetscCall(PetscTime(&ended));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "done: %d writes, 0 linear iterations per step, %.6g s\n",
                        TIMES, ended - started));
  PetscCall(PetscFree(data));
  PetscCall(PetscFinalize());
  return 0;
}
