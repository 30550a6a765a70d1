/* precice.c: loads preCICE when a case asks for it, so that fsolve runs without it, too. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include "base/error.h"
#include "precice.h"

/* Loads a function into the pointer at `function`. Returns whether it was found. */
static int load(void *library, const char name[], void **function)
{
  *function = dlsym(library, name);
  return *function != NULL;
}

/* Loads all functions. Returns the name of the first that is missing, or NULL. */
static const char *load_all(Precice *p)
{
#define LOAD(name)                                                                                 \
  if (!load(p->library, "precicec_" #name, (void **)&p->name)) return "precicec_" #name
  LOAD(createParticipant_withCommunicator);
  LOAD(initialize);
  LOAD(advance);
  LOAD(finalize);
  LOAD(requiresInitialData);
  LOAD(requiresWritingCheckpoint);
  LOAD(requiresReadingCheckpoint);
  LOAD(getMeshDimensions);
  LOAD(getDataDimensions);
  LOAD(isCouplingOngoing);
  LOAD(getMaxTimeStepSize);
  LOAD(setMeshVertices);
  LOAD(writeData);
  LOAD(readData);
  LOAD(getVersionInformation);
#undef LOAD
  return NULL;
}

PetscErrorCode PreciceOpen(MPI_Comm comm, const char path[], Precice *p)
{
  const char *missing = NULL, *why = "";

  PetscFunctionBeginUser;
  *p         = (Precice){.library = NULL};
  p->library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (!p->library) why = dlerror();
  PetscCall(
    CheckAllRanks(comm, (PetscBool)!p->library,
                  "-precice: the library preCICE cannot be loaded (%.300s); install version "
                  "3 of it, or name it by -precice_library",
                  why));
  missing = load_all(p);
  PetscCall(
    CheckAllRanks(comm, (PetscBool)(missing != NULL),
                  "-precice: the library has no function %s; version 3 of preCICE is needed, "
                  "with its interface for C",
                  missing ? missing : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PreciceClose(Precice *p)
{
  PetscFunctionBeginUser;
  if (p->library) dlclose(p->library);
  p->library = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
