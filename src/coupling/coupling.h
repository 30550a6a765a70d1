/* coupling.h: couples a transient run with other programs, such as one for a fluid. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_COUPLING_H
#define FS_COUPLING_COUPLING_H

#include <fs/options.h>
#include "analysis/run/model_analysis.h"

/* ---- participant ----------------------------------------------------------------------------- */

/* A run as a participant of preCICE, a library that couples programs.

   The run gets forces on nodes from another program, such as one for a fluid, and gives it the
   motions of these nodes. */

/* ---- participant options --------------------------------------------------------------------- */

/* the motions of the nodes of a coupled load that the run can give to preCICE */
enum { LOAD_DISPLACEMENT, LOAD_VELOCITY, LOAD_NWRITTEN };

/* CoupledLoadOptions - A load -load_<name>_given, whose forces on nodes come from preCICE. Names in
   preCICE are borrowed from the options. */
typedef struct {
  char    *name;   /* name of the load; owned */
  PetscInt number; /* index of the load in the list -loads */
  /* name, in preCICE, of the mesh of the load's nodes; NULL if it is the name of the load */
  const char *mesh;
  /* name, in preCICE, of the forces; NULL if no forces are read and the forces stay 0 */
  const char *force;
  /* names, in preCICE, of the displacements and velocities of the load's nodes; NULL if these are
     not written */
  const char *written[LOAD_NWRITTEN];
} CoupledLoadOptions;

/* ParticipantOptions - What the options say about the coupling of a run by preCICE. */
typedef struct {
  /* path of preCICE's configuration file; "" if -precice is not given */
  char config[PETSC_MAX_PATH_LEN];
  /* name of this run in preCICE's configuration; borrowed from the options */
  const char *name;
  /* path of the library preCICE, or its name if the system finds it; borrowed from the options */
  const char         *library;
  PetscInt            nloads; /* number of coupled loads */
  CoupledLoadOptions *load;   /* [nloads] the coupled loads; owned */
} ParticipantOptions;

/* ReadParticipantOptions - Reads the options of a run that preCICE couples with other programs:
   -precice, -precice_... and -load_<name>_precice_....

   Call it before the set-up of the run, which rejects options that no function has read.
   Output:
     options  the options; the caller frees them by ParticipantOptionsDestroy()
   Collective. Input errors: the configuration file or the name of the participant is missing; there
   is no load with -load_<name>_given. */
PetscErrorCode ReadParticipantOptions(FsOptions o, MPI_Comm comm, ParticipantOptions *options);
PetscErrorCode ParticipantOptionsDestroy(ParticipantOptions *options);

extern const FsOptionDoc participant_options[];

/* Participant - The data of a run that preCICE couples with other programs. */
typedef struct _n_Participant *Participant;

/* ParticipantCreate - Creates the data of a run that takes part in a coupling by preCICE, and loads
   this library.

   Input:
     options  the options of the coupling, which are copied, except names in preCICE, which are
              borrowed from the options of the case
   Output:
     p        the participant; NULL if no configuration of preCICE is given (-precice); the caller
              destroys it by ParticipantDestroy()
   Collective. Input error: the library is missing. */
PetscErrorCode ParticipantCreate(MPI_Comm comm, const ParticipantOptions *options, Participant *p);
PetscErrorCode ParticipantDestroy(Participant *p);

/* ParticipantRun - Takes the steps of the run r together with the programs that preCICE couples
   with it, until the coupling or the run ends.

   The configuration of preCICE divides the time into windows, at whose ends data are exchanged.
   With explicit coupling the run takes its own steps within each window. With implicit coupling it
   divides a window into equal steps of at most -dt, reads the forces at the end of each of them,
   and repeats the window until the participants agree. Collective. Input errors: meshes or data
   have the wrong dimensions. Other errors are those of a step that fails. */
PetscErrorCode ParticipantRun(Participant p, ModelRun r);

/* ---- coupling -------------------------------------------------------------------------------- */

#endif
