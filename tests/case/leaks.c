/* leaks.c: creates, runs and destroys cases in a loop, for tests/case/leaks.py.

     leaks <file> <n>          n cases of an options file, which end before their end of time
     leaks <file> <n> memory   the same, each of which returns to a state in memory once

   Prints the bytes of the heap that are in use after each case; 0 under valgrind. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <malloc.h>
#include <stdlib.h>
#include "drive.h"

enum { STEPS = 3 };

static int take_steps(FsCase c)
{
  int status = 0;

  for (int k = 0; k < STEPS && !status; k++) {
    PetscBool taken;

    status = failed(c, FsCaseStep(c, &taken));
  }
  return status;
}

/* Takes some steps, returns to the state before them, and takes them again. */
static int take_steps_twice(FsCase c)
{
  FsCaseState state  = NULL;
  int         status = failed(c, FsCaseSaveState(c, &state));

  if (!status) status = take_steps(c);
  if (!status) status = failed(c, FsCaseRestoreState(c, state));
  if (!status) status = take_steps(c);
  return status + failed(c, FsCaseStateDestroy(&state));
}

static int run(const char file[], PetscBool twice)
{
  FsCase c;
  int    status = create(MPI_COMM_WORLD, file, "none", &c);

  if (!status) status = failed(c, FsCaseSetOption(c, "-quiet", NULL));
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = twice ? take_steps_twice(c) : take_steps(c);
  return status + failed(NULL, FsCaseDestroy(&c));
}

int main(int argc, char *argv[])
{
  int    status = 0;
  FsCase c;

  if (argc < 3 || FsCaseCreate(MPI_COMM_WORLD, &c) || FsCaseDestroy(&c)) return 64;
  for (int k = 0; k < atoi(argv[2]) && !status; k++) {
    status = run(argv[1], (PetscBool)(argc > 3));
    printf("bytes: %zu\n", mallinfo2().uordblks);
  }
  if (FsFinalize()) return 64;
  return status;
}
