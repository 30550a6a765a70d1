/* profile.h: what -log_view shows of a run: its phases as PETSc's stages, its work as events. */
#ifndef PROFILE_H
#define PROFILE_H

#include <fs/fs.h>

/* Output is a phase of its own inside the stepping. */
typedef enum { PHASE_SETUP, PHASE_STEPPING, PHASE_OUTPUT, PHASES } Phase;

typedef enum {
  EVENT_MESH,     /* read or made, and distributed */
  EVENT_PATTERN,  /* where the matrices have entries */
  EVENT_MATRICES, /* of linear parts: all elements, once */
  EVENT_HISTORY,  /* sums over the states of the steps before */
  EVENT_STAGE,    /* the solve of a stage, KSPSolve or SNESSolve within */
  EVENT_FORCES,   /* of nonlinear elements; events named after the parts are within, here and in the next */
  EVENT_TANGENTS, /* of nonlinear elements, assembled */
  EVENT_ENERGY,   /* energies of a step */
  EVENT_SERIES,   /* histories of a step: recorded, written now and then */
  EVENT_SNAPSHOT, /* written */
  EVENTS
} Event;

/* They are registered at the first of these calls, the same on all ranks. */
PetscErrorCode PhaseBegin(Phase phase);
PetscErrorCode PhaseEnd(void);
PetscErrorCode EventBegin(Event event);
PetscErrorCode EventEnd(Event event);

/* An event of its own for what the user named, as "part skin": for PETSc's PetscLogEventBegin. */
PetscErrorCode EventNamed(const char kind[], const char name[], PetscLogEvent *event);

#endif
