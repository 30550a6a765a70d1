/* late_option.c: makes faults of a program: an option is read after the check for unused options,
   for tests/input/late.py; a row of a table has no default value. */
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

typedef struct {
  PetscInt  count;
  PetscReal dt;
} Members;

/* Returns whether the manual accepts a table of one row. */
static PetscErrorCode Accepts(FsOptionDoc row, PetscBool *accepts)
{
  const FsOptionDoc rows[] = {
    row, {NULL, NULL, NULL}
  };
  FsOptions      o;
  PetscErrorCode error;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  error = FsOptionsDocument(o, "Rows", rows);
  PetscCall(PetscPopErrorHandler());
  *accepts = (PetscBool)!error;
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows(void)
{
  const struct {
    FsOptionDoc row;
    PetscBool   sound;
  } cases[] = {
    {{"-count", "3", "", FS_INT(Members, count, 1)},                 PETSC_TRUE },
    {{"-count", "<n>", "", FS_INT(Members, count, 1)},               PETSC_TRUE },
    {{"-count", "many", "", FS_INT(Members, count, 1)},              PETSC_FALSE},
    {{"-dt", "dt/1024", "", FS_POSITIVE(Members, dt)},               PETSC_FALSE},
    {{"-dt", "dt/1024", "", FS_POSITIVE(Members, dt), FS_DESCRIBED}, PETSC_TRUE },
    {{"-dt", "dt/1024", "read by code"},                             PETSC_TRUE }
  };

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++) {
    PetscBool accepts = PETSC_FALSE;

    PetscCall(Accepts(cases[k].row, &accepts));
    CHECK(accepts == cases[k].sound, "row %d: %d", (int)k, (int)accepts);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Faults(void)
{
  PetscFunctionBeginUser;
  PetscCall(Read());
  PetscCall(Rows());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Faults); }
