/* archive.c: writes and reads named values, vectors and states through the operations of an
   archive. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/archive.h>
#include <string.h>

PetscErrorCode FsArchivePushScope(FsArchive a, const char object[])
{
  PetscFunctionBeginUser;
  PetscCheck(strlen(a->scope) + strlen(object) + 2 < sizeof a->scope, PETSC_COMM_SELF,
             PETSC_ERR_PLIB, "archive: %s/%s is too long", a->scope, object);
  PetscCall(PetscStrlcat(a->scope, "/", sizeof a->scope));
  PetscCall(PetscStrlcat(a->scope, object, sizeof a->scope));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchivePopScope(FsArchive a)
{
  PetscFunctionBeginUser;
  *strrchr(a->scope, '/') = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets path[size] to the name within the present scope. */
static PetscErrorCode ScopedPath(FsArchive a, const char name[], char path[], size_t size)
{
  return PetscSNPrintf(path, size, "%s/%s", a->scope, name);
}

PetscErrorCode FsArchiveReals(FsArchive a, const char name[], PetscInt n, PetscReal values[])
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(ScopedPath(a, name, path, sizeof path));
  if (n) PetscCall(a->ops.values(a, path, FS_ARCHIVE_REAL, n, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveInt64(FsArchive a, const char name[], PetscInt64 *value)
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(ScopedPath(a, name, path, sizeof path));
  PetscCall(a->ops.values(a, path, FS_ARCHIVE_INTEGER, 1, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveInt(FsArchive a, const char name[], PetscInt *value)
{
  PetscInt64 wide = *value;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveInt64(a, name, &wide));
  *value = (PetscInt)wide;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveBool(FsArchive a, const char name[], PetscBool *value)
{
  PetscInt64 wide = *value;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveInt64(a, name, &wide));
  *value = (PetscBool)(wide != 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveRows(FsArchive a, const char name[], FsArchiveItems items,
                             const PetscInt count[], const PetscInt index[], PetscInt columns,
                             PetscReal local_rows[])
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(ScopedPath(a, name, path, sizeof path));
  PetscCall(a->ops.rows(a, path, items, count, index, columns, local_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveVec(FsArchive a, const char name[], Vec x)
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(ScopedPath(a, name, path, sizeof path));
  if (x) PetscCall(a->ops.vec(a, path, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveMat(FsArchive a, const char name[], Mat A)
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(ScopedPath(a, name, path, sizeof path));
  PetscCall(a->ops.mat(a, path, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveShift(FsArchive a, const char name[], FsShift *shift)
{
  PetscReal factors[] = {shift->cm, shift->cc, shift->ck, shift->rates};

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, name, 4, factors));
  *shift = (FsShift){factors[0], factors[1], factors[2], (PetscBool)(factors[3] != 0)};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveState(FsArchive a, const char name[], FsState *s)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, name));
  PetscCall(FsArchiveReals(a, "t", 1, &s->t));
  PetscCall(FsArchiveVec(a, "q", s->q));
  PetscCall(FsArchiveVec(a, "v", s->v));
  PetscCall(FsArchiveVec(a, "a", s->a));
  if (s->qd != s->v) PetscCall(FsArchiveVec(a, "qd", s->qd));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsArchiveRedundancy(FsArchive a, FsSystem sys)
{
  PetscBool has_dropped_rows = (PetscBool)(FsSystemCountDroppedRows(sys) > 0);
  PetscBool had              = has_dropped_rows;
  Vec       dropped;

  PetscFunctionBeginUser;
  if (!sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsArchivePushScope(a, "redundancy"));
  PetscCall(FsArchiveBool(a, "some", &has_dropped_rows));
  if (has_dropped_rows || had) {
    PetscCall(VecDuplicate(sys->vec, &dropped));
    PetscCall(FsSystemGetDroppedRows(sys, dropped));
    if (has_dropped_rows) PetscCall(FsArchiveVec(a, "dropped", dropped));
    else PetscCall(VecZeroEntries(dropped));
    if (a->reading) PetscCall(FsSystemDropRows(sys, dropped));
    PetscCall(VecDestroy(&dropped));
  }
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
