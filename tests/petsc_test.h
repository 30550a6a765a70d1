/* petsc_test.h: the main program of a test that uses PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PETSC_TEST_H
#define PETSC_TEST_H

#include "base/error.h"
#include "test.h"
#include <string.h>

/* Returns whether a scheme serves systems of programs, and not models alone, as energy_momentum
   does (user_refusals.c, energy_momentum.py). */
static inline int serves_programs(const char scheme[])
{
  return strcmp(scheme, "energy_momentum") != 0;
}

static inline int TestMain(int argc, char *argv[], PetscErrorCode (*run)(void))
{
  if (InitializePetsc(&argc, &argv)) return 1;
  CHECK(!run(), "an error was raised");
  PetscFinalize();
  return TestReport();
}

#endif
