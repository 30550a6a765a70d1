/* find_file.c: files that options name. A case may name a mesh or table that lies in its own directory, wherever it is run from. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "asked.h"

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

/* Whether path is among the files of "file:/dataset,file:/dataset". */
static PetscBool is_among(const char list[], const char path[])
{
  for (const char *item = list; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
    char file[PETSC_MAX_PATH_LEN];

    snprintf(file, sizeof file, "%.*s", (int)strcspn(item, ":,"), item);
    if (FsSameFile(file, path)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool GivenReads(FsGiven given, const char path[])
{
  const GivenOption *const mesh   = GivenFind(given, "-mesh");
  const GivenOption *const shapes = GivenFind(given, "-imperfection");
  char                     found[PETSC_MAX_PATH_LEN];

  if (shapes && shapes->value && is_among(shapes->value, path)) return PETSC_TRUE;
  GivenFindFile(given, mesh && mesh->value ? mesh->value : "", found, sizeof found);
  if (FsSameFile(path, found)) return PETSC_TRUE;
  for (int i = 0; given && i < given->n; i++)
    if (GivenIsFile(&given->option[i]) && FsSameFile(given->option[i].value, path)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool FsOptionsReads(FsOptions o, const char path[]) { return GivenReads(o->given, path); }
