/* participant.h: a run as a participant of preCICE, a library that couples programs.

   The run gets forces on nodes from another program, such as one for a fluid, and gives it the
   motions of these nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_PARTICIPANT_H
#define FS_COUPLING_PARTICIPANT_H

#include "analysis/run/model_analysis.h"
#include "participant_options.h"

/* Participant - The data of such a run. */
typedef struct _n_Participant *Participant;

/* ParticipantCreate - Creates a participant, and loads the library preCICE.

   Input:
     options  copied, except names in preCICE, which are borrowed from the options of the case
   Output:
     p        NULL if no configuration of preCICE is given (-precice); the caller destroys it by
              ParticipantDestroy()
   Collective. Input error: the library is missing. */
PetscErrorCode ParticipantCreate(MPI_Comm comm, const ParticipantOptions *options, Participant *p);
PetscErrorCode ParticipantDestroy(Participant *p);

/* ParticipantRun - Takes the steps of the run r together with the other participants, until the
   coupling or the run ends.

   The configuration of preCICE divides the time into windows, at whose ends data are exchanged.
   With explicit coupling the run takes its own steps within each window. With implicit coupling it
   takes one step for a window, and repeats the step until the participants agree. Collective. Input
   errors: implicit coupling is not possible, because the run cannot repeat a step or its steps are
   shorter than a window; meshes or data have the wrong dimensions. Other errors are those of a step
   that fails. */
PetscErrorCode ParticipantRun(Participant p, ModelRun r);

#endif
