/* participant_options.h: the options of a run that is a participant of preCICE. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_PARTICIPANT_OPTIONS_H
#define FS_COUPLING_PARTICIPANT_OPTIONS_H

#include <fs/options.h>

/* The motions that a coupled load writes. */
enum { LOAD_DISPLACEMENT, LOAD_VELOCITY, LOAD_NWRITTEN };

/* CoupledLoadOptions - A load -load_<name>_given. Names in preCICE are borrowed from the options.
 */
typedef struct {
  char       *name;                   /* owned */
  PetscInt    number;                 /* in -loads */
  const char *mesh;                   /* NULL: the name of the load */
  const char *force;                  /* data of forces; NULL: none, the forces stay zero */
  const char *written[LOAD_NWRITTEN]; /* data of motions; NULL: none */
} CoupledLoadOptions;

typedef struct {
  char                config[PETSC_MAX_PATH_LEN]; /* file; empty without -precice */
  const char         *name;    /* of this run in the configuration; borrowed from the options */
  const char         *library; /* NULL: where the system finds it; borrowed from the options */
  PetscInt            nloads;
  CoupledLoadOptions *load; /* [nloads]; owned */
} ParticipantOptions;

/* ReadParticipantOptions - Reads -precice, -precice_... and -load_<name>_precice_....

   Call it before the set-up of the run, which rejects options that nobody has read. The caller
   frees options by ParticipantOptionsDestroy.
   Collective. Input errors: the file or the name of the participant is missing; no load is given
   by -load_<name>_given. */
PetscErrorCode ReadParticipantOptions(FsOptions o, MPI_Comm comm, ParticipantOptions *options);
PetscErrorCode ParticipantOptionsDestroy(ParticipantOptions *options);

extern const FsOptionDoc participant_options[];

#endif
