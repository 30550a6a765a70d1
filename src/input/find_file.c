/* find_file.c: files that options name. A case may name a mesh or table that lies in its own directory,
   wherever it is run from. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "asked.h"

PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[], size_t size)
{
  int         found = 0;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(o->comm, &rank));
  PetscCall(PetscStrncpy(path, name, size));
  if (rank == 0 && access(path, F_OK)) {
    for (int i = 0; o->given && i < o->given->n && !found; i++) {
      const GivenOption *const given = &o->given->option[i];
      const char *const        slash = GivenIsFile(given) ? strrchr(given->value, '/') : NULL;

      if (!slash || name[0] == '/') continue;
      snprintf(path, size, "%.*s/%s", (int)(slash - given->value), given->value, name);
      found = access(path, F_OK) == 0;
    }
    if (!found) PetscCall(PetscStrncpy(path, name, size));
  }
  PetscCallMPI(MPI_Bcast(path, (int)size, MPI_CHAR, 0, o->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsSameFile(const char a[], const char b[])
{
  struct stat x, y;

  return (PetscBool)(!stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

PetscBool FsOptionsIsFile(FsOptions o, const char path[])
{
  for (int i = 0; o->given && i < o->given->n; i++)
    if (GivenIsFile(&o->given->option[i]) && FsSameFile(o->given->option[i].value, path)) return PETSC_TRUE;
  return PETSC_FALSE;
}
