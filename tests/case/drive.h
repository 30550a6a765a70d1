/* drive.h: what the programs of tests/case share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_DRIVE_H
#define FS_CASE_DRIVE_H

#include <fs/case.h>
#include <stdio.h>
#include <sys/resource.h>

/* Prints the message of a call that failed, and returns the status. */
static inline int failed(FsCase c, PetscErrorCode ierr)
{
  int rank;

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (ierr && rank == 0) printf("failed: %s\n", FsCaseGetMessage(c));
  return FsCaseGetStatus(ierr);
}

static inline int create(MPI_Comm comm, const char file[], const char output[], FsCase *c)
{
  PetscErrorCode ierr = FsCaseCreate(comm, c);

  if (!ierr) ierr = FsCaseSetOptionsFile(*c, file);
  if (!ierr && output) ierr = FsCaseSetOption(*c, "-output", output);
  return failed(*c, ierr);
}

static inline long resident_kilobytes(void)
{
  struct rusage use;

  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

#endif
