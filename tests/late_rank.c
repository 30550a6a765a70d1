/* late_rank.c: makes rank 0 the last one to end: a library to be loaded before a program
   (LD_PRELOAD). Rank 0 waits after MPI_Finalize, when a launcher has seen the others end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <unistd.h>

int MPI_Finalize(void)
{
  int rank, error;

  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  error = PMPI_Finalize();
  if (rank == 0) usleep(500000);
  return error;
}
