/* participant.h: a run as a participant of preCICE: it gets forces and gives motions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_PARTICIPANT_H
#define FS_COUPLING_PARTICIPANT_H

#include "analysis/run/model_analysis.h"

typedef struct _n_Participant *Participant;

extern const FsOptionDoc participant_options[]; /* ends with a name NULL */

/* ParticipantFromOptions - Reads the options of -precice, and loads the library.

   Call it before the set-up of the run, which rejects options that nobody has read.
   Output:
     p  NULL without -precice; destroy it by ParticipantDestroy
   Collective. Input errors: a file, the library or the name of the participant is missing; no load
   is given by -load_<name>_given. */
PetscErrorCode ParticipantFromOptions(FsOptions o, MPI_Comm comm, Participant *p);
PetscErrorCode ParticipantDestroy(Participant *p);

/* ParticipantRun - Takes the steps of r with the other participants, until preCICE or r ends.

   With explicit coupling r takes its own steps within each time window of preCICE. With implicit
   coupling it takes one step for a window, which is tried until the participants agree.
   Collective. Input errors: r cannot try steps; its steps are shorter than a window; meshes or data
   have the wrong dimensions. Other errors are those of the steps of r. */
PetscErrorCode ParticipantRun(Participant p, ModelRun r);

#endif
