/* profile.h: the phases (PETSc's stages) and events that -log_view shows.

   The code that does some work calls PhaseBegin or EventBegin before it and PhaseEnd or EventEnd
   after it, on all ranks. The first call registers all phases and events with PETSc. Phases and
   events may be nested. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PROFILE_H
#define FS_BASE_PROFILE_H

#include <fs/petsc_versions.h>

/* Phase - The phases of a run, for which -log_view sums times separately. Time in a nested phase,
   such as output during stepping, counts for the inner phase only. */
typedef enum { PHASE_SETUP, PHASE_STEPPING, PHASE_OUTPUT, PHASES } Phase;

/* Event - Events, which are kinds of work whose times -log_view sums. EVENT_FORCES and
   EVENT_TANGENTS contain the events of single parts, which EventRegister has made. Linear parts
   have no such events. */
typedef enum {
  EVENT_MESH,       /* reading or generating the mesh, and its distribution */
  EVENT_PATTERN,    /* the nonzero pattern of matrices */
  EVENT_MATRICES,   /* assembly of M, C, K of the linear parts, once */
  EVENT_HISTORY,    /* linear combinations of earlier states at the start of a step */
  EVENT_STAGE,      /* a stage solve; contains KSPSolve or SNESSolve */
  EVENT_FORCES,     /* residuals of all nonlinear terms */
  EVENT_TANGENTS,   /* tangents of all nonlinear terms, with their assembly */
  EVENT_NODES,      /* states of a rank's nodes: positions, orientations, their derivatives */
  EVENT_ENERGY,     /* energies of a step */
  EVENT_SERIES,     /* recording the histories of a step, and writing them now and then */
  EVENT_SNAPSHOT,   /* writing a snapshot */
  EVENT_CHECKPOINT, /* writing a checkpoint */
  EVENTS
} Event;

PetscErrorCode PhaseBegin(Phase phase);
PetscErrorCode PhaseEnd(void);

/* phase_depth - Returns the number of phases that have begun and not ended. */
int phase_depth(void);

/* PhaseEndAll - Ends phases of the profile until kept phases are left. This is needed after an
   error, which skips the calls that end the phases. */
PetscErrorCode PhaseEndAll(int kept);

PetscErrorCode EventBegin(Event event);
PetscErrorCode EventEnd(Event event);

/* EventRegister - Registers an event for a thing that the user has named, such as the part "skin".

   -log_view shows the event as kind and name, here "part" and "skin". Use it with
   PetscLogEventBegin and PetscLogEventEnd. */
PetscErrorCode EventRegister(const char kind[], const char name[], PetscLogEvent *event);

#endif
