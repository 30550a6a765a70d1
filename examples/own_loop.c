/* own_loop.c: takes the steps of a case one by one, and prints a result after each.

   usage: own_loop case.opts <time> <number of steps> <result, such as start/displacement> */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/case.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the last row of a history. */
static PetscErrorCode Print(FsCase c, PetscReal t, const char path[])
{
  FsResult         r;
  const PetscReal *row;
  PetscInt         columns;
  PetscErrorCode   ierr = FsCaseGetResult(c, path, &r);

  if (ierr) return ierr;
  columns = r.ndims > 1 ? r.dims[1] : 1;
  row     = (const PetscReal *)r.data + (r.dims[0] - 1) * columns;
  printf("%g", (double)t);
  for (PetscInt k = 0; k < columns; k++) printf(" %.6g", (double)row[k]);
  printf("\n");
  return PETSC_SUCCESS;
}

static PetscErrorCode Run(FsCase c, char *argv[])
{
  const double   end = atof(argv[2]);
  const int      n   = atoi(argv[3]);
  char           path[256];
  PetscErrorCode ierr = FsCaseSetOptionsFile(c, argv[1]);

  snprintf(path, sizeof path, "/history/%s", argv[4]);
  if (!ierr) ierr = FsCaseSetOption(c, "-output", "none");
  if (!ierr) ierr = FsCaseSetOption(c, "-t_end", argv[2]);
  if (!ierr) ierr = FsCaseSetOption(c, "-quiet", NULL);
  if (!ierr) ierr = FsCaseSetUp(c);
  for (int k = 1; k <= n && !ierr; k++) {
    ierr = FsCaseStepTo(c, k == n ? end : end * k / n);
    if (!ierr) ierr = Print(c, end * k / n, path);
  }
  if (!ierr) ierr = FsCaseRun(c); /* ends the run */
  return ierr;
}

int main(int argc, char *argv[])
{
  FsCase         c = NULL;
  PetscErrorCode ierr;

  if (argc != 5) {
    fprintf(stderr, "usage: own_loop case.opts <time> <steps> <result>\n");
    return 2;
  }
  ierr = FsCaseCreate(MPI_COMM_WORLD, &c);
  if (!ierr) ierr = Run(c, argv);
  if (ierr) fprintf(stderr, "%s\n", FsCaseGetMessage(c));
  FsCaseDestroy(&c);
  FsFinalize();
  return FsCaseGetStatus(ierr);
}
