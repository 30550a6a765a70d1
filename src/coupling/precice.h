/* precice.h: loads the library preCICE, which couples programs, at run time, so that fsolve can be
   built without it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_PRECICE_H
#define FS_COUPLING_PRECICE_H

#include <fs/options.h>

/* Precice - Pointers to the functions of preCICE's interface for C, version 3. Their names lack the
   prefix precicec_; preCICE documents their arguments. The functions end the program with a message
   if they are called wrongly or if the other participant fails. */
typedef struct {
  void *library; /* handle from dlopen() */
  void (*createParticipant_withCommunicator)(const char name[], const char config[], int rank,
                                             int size, void *comm);
  void (*initialize)(void);
  void (*advance)(double dt);
  void (*finalize)(void);
  int (*requiresInitialData)(void);
  int (*requiresWritingCheckpoint)(void);
  int (*requiresReadingCheckpoint)(void);
  int (*getMeshDimensions)(const char mesh[]);
  int (*getDataDimensions)(const char mesh[], const char data[]);
  int (*isCouplingOngoing)(void);
  double (*getMaxTimeStepSize)(void);
  void (*setMeshVertices)(const char mesh[], int n, const double place[], int id[]);
  void (*writeData)(const char mesh[], const char data[], int n, const int id[],
                    const double value[]);
  void (*readData)(const char mesh[], const char data[], int n, const int id[], double dt,
                   double value[]);
  const char *(*getVersionInformation)(void);
} Precice;

/* PreciceOpen - Loads the library preCICE, and finds its functions.

   Input:
     path  path of the library, or its name, for which the system looks in its folders
   Output:
     p     the functions; the caller unloads the library by PreciceClose()
   Collective. Input errors: there is no such library; a function is missing in it. */
PetscErrorCode PreciceOpen(MPI_Comm comm, const char path[], Precice *p);
PetscErrorCode PreciceClose(Precice *p);

#endif
