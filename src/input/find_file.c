/* find_file.c: find a file that an option names. A case may name a mesh or table that lies in its own directory,
   wherever it is run from. */
#include <string.h>
#include <unistd.h>
#include "asked.h"

PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[], size_t size)
{
  char      **args;
  int         nargs, found = 0;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(o->comm, &rank));
  PetscCall(PetscGetArgs(&nargs, &args));
  PetscCall(PetscStrncpy(path, name, size));
  if (rank == 0 && access(path, F_OK)) {
    for (int i = 1; i + 1 < nargs && !found; i++) {
      const char *slash = strrchr(args[i + 1], '/');

      if (strcmp(args[i], "-options_file") || !slash || name[0] == '/') continue;
      snprintf(path, size, "%.*s/%s", (int)(slash - args[i + 1]), args[i + 1], name);
      found = access(path, F_OK) == 0;
    }
    if (!found) PetscCall(PetscStrncpy(path, name, size));
  }
  PetscCallMPI(MPI_Bcast(path, (int)size, MPI_CHAR, 0, o->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
