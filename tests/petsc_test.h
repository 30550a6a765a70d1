/* petsc_test.h: the main program of a test that uses PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PETSC_TEST_H
#define PETSC_TEST_H

#include "base/error.h"
#include "test.h"

static inline int TestMain(int argc, char *argv[], PetscErrorCode (*run)(void))
{
  if (InitializePetsc(&argc, &argv)) return 1;
  CHECK(!run(), "an error was raised");
  PetscFinalize();
  return TestReport();
}

#endif
