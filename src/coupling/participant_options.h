/* participant_options.h: the options of a run that is a participant of preCICE. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_PARTICIPANT_OPTIONS_H
#define FS_COUPLING_PARTICIPANT_OPTIONS_H

#include <fs/options.h>

/* the motions of the nodes of a coupled load that the run can give to preCICE */
enum { LOAD_DISPLACEMENT, LOAD_VELOCITY, LOAD_NWRITTEN };

/* CoupledLoadOptions - A load -load_<name>_given, whose forces on nodes come from preCICE. Names in
   preCICE are borrowed from the options. */
typedef struct {
  char       *name;   /* name of the load; owned */
  PetscInt    number; /* index of the load in -loads */
  const char *mesh;  /* name, in preCICE, of the mesh of the load's nodes; NULL: name of the load */
  const char *force; /* name of the data of forces; NULL if no forces are read and they stay 0 */
  const char *written[LOAD_NWRITTEN]; /* names of the data of motions; NULL if not written */
} CoupledLoadOptions;

/* ParticipantOptions - What the options say about the coupling. */
typedef struct {
  char config[PETSC_MAX_PATH_LEN]; /* path of preCICE's configuration; "" if -precice
                                      is not given */
  const char *name;           /* name of this run in the configuration; borrowed from the options */
  const char *library;        /* path of the library preCICE; NULL if the system finds it; borrowed
                                 from the options */
  PetscInt            nloads; /* number of coupled loads */
  CoupledLoadOptions *load;   /* [nloads]; owned */
} ParticipantOptions;

/* ReadParticipantOptions - Reads -precice, -precice_... and -load_<name>_precice_....

   Call it before the set-up of the run, which rejects options that no function has read.
   Output:
     options  the caller frees it by ParticipantOptionsDestroy()
   Collective. Input errors: the configuration file or the name of the participant is missing; there
   is no load with -load_<name>_given. */
PetscErrorCode ReadParticipantOptions(FsOptions o, MPI_Comm comm, ParticipantOptions *options);
PetscErrorCode ParticipantOptionsDestroy(ParticipantOptions *options);

extern const FsOptionDoc participant_options[];

#endif
