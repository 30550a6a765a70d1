/* late_option.c: reads an option after the check for unused options, for tests/input/late.py. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/options.h>
#include "petsc_test.h"

static PetscErrorCode Read(void)
{
  FsOptions o;
  PetscBool value = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(FsOptionsBool(o, "-early", &value, NULL));
  PetscCall(FsOptionsCheckUnused(o));
  PetscCall(FsOptionsBool(o, "-early", &value, NULL)); /* again: no warning */
  PetscCall(FsOptionsBool(o, "-late", &value, NULL));
  CHECK(!value, "a late option has a value");
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Read); }
