/* find_file.c: files that options name. A case may name a mesh or table that lies in its own directory, wherever it is run from. */
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "options_impl.h"

void GivenFindFile(FsGiven given, const char name[], char path[], size_t size)
{
  snprintf(path, size, "%s", name);
  if (!access(path, F_OK) || name[0] == '/') return;
  for (int i = 0; given && i < given->n; i++) {
    const GivenOption *const o     = &given->option[i];
    const char *const        slash = GivenIsFile(o) ? strrchr(o->value, '/') : NULL;

    if (!slash) continue;
    snprintf(path, size, "%.*s/%s", (int)(slash - o->value), o->value, name);
    if (!access(path, F_OK)) return;
  }
  snprintf(path, size, "%s", name);
}

PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[], size_t size)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(o->comm, &rank));
  if (rank == 0) GivenFindFile(o->given, name, path, size);
  PetscCallMPI(MPI_Bcast(path, (int)size, MPI_CHAR, 0, o->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsSameFile(const char a[], const char b[])
{
  struct stat x, y;

  return (PetscBool)(!stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

/* Whether path is among the files of a list such as "file:/dataset,file:/dataset", whose names end with one of ends. They are looked
   for where options files are; given NULL: they are not. */
static PetscBool is_among(FsGiven given, const char list[], const char ends[], const char path[])
{
  for (const char *item = list; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
    char name[PETSC_MAX_PATH_LEN], file[PETSC_MAX_PATH_LEN];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(item, ends), item);
    GivenFindFile(given, name, file, sizeof file);
    if (FsSameFile(file, path)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool GivenReads(FsGiven given, const char path[])
{
  const GivenOption *const mesh   = GivenFind(given, "-mesh");
  const GivenOption *const shapes = GivenFind(given, "-imperfection");

  if (shapes && shapes->value && is_among(NULL, shapes->value, ":,", path)) return PETSC_TRUE;
  if (mesh && mesh->value && is_among(given, mesh->value, ",", path)) return PETSC_TRUE;
  for (int i = 0; given && i < given->n; i++) {
    const GivenOption *const o = &given->option[i];

    if (GivenIsFile(o) && FsSameFile(o->value, path)) return PETSC_TRUE;
    if (strncasecmp(o->name, "-table_", strlen("-table_")) || !o->value) continue;
    if (is_among(given, o->value, "", path) || is_among(given, o->value, ":", path)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool FsOptionsReads(FsOptions o, const char path[]) { return GivenReads(o->given, path); }
