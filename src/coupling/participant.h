/* participant.h: a run as a participant of preCICE: it gets forces and gives motions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_PARTICIPANT_H
#define FS_COUPLING_PARTICIPANT_H

#include "analysis/run/model_analysis.h"
#include "participant_options.h"

typedef struct _n_Participant *Participant;

/* ParticipantCreate - Creates a participant, and loads the library.

   Input:
     options  copied, except the names in preCICE, which the options of the case own
   Output:
     p        NULL without a configuration; destroy it by ParticipantDestroy
   Collective. Input error: the library is missing. */
PetscErrorCode ParticipantCreate(MPI_Comm comm, const ParticipantOptions *options, Participant *p);
PetscErrorCode ParticipantDestroy(Participant *p);

/* ParticipantRun - Takes the steps of r with the other participants, until preCICE or r ends.

   With explicit coupling r takes its own steps within each time window of preCICE. With implicit
   coupling it takes one step for a window, which is tried until the participants agree.
   Collective. Input errors: r cannot try steps; its steps are shorter than a window; meshes or data
   have the wrong dimensions. Other errors are those of the steps of r. */
PetscErrorCode ParticipantRun(Participant p, ModelRun r);

#endif
