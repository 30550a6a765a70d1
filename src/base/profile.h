/* profile.h: what -log_view shows of a run: phases (PETSc's stages) and events. Whoever does such work calls Begin and
   End around it, on all ranks. */
#ifndef FS_BASE_PROFILE_H
#define FS_BASE_PROFILE_H

#include <fs/fs.h>

/* A phase may lie inside another, as output does inside the stepping; its time then counts for the inner one only. */
typedef enum { PHASE_SETUP, PHASE_STEPPING, PHASE_OUTPUT, PHASES } Phase;

typedef enum {
  EVENT_MESH,     /* read or make the mesh, and distribute it */
  EVENT_PATTERN,  /* find where matrices have entries */
  EVENT_MATRICES, /* assemble M, C, K of the linear parts, once */
  EVENT_HISTORY,  /* sum up earlier states for a step */
  EVENT_STAGE,    /* solve a stage; contains KSPSolve or SNESSolve */
  EVENT_FORCES, /* residuals of all terms but the linear; contains the events of parts (EventRegister), like the next one */
  EVENT_TANGENTS, /* tangents of all terms but the linear, assembled */
  EVENT_NODES, /* make the states of all nodes of a rank: positions, orientations, their derivatives */
  EVENT_ENERGY,     /* energies of a step */
  EVENT_SERIES,     /* record the histories of a step, and now and then write them */
  EVENT_SNAPSHOT,   /* write a snapshot */
  EVENT_CHECKPOINT, /* write a checkpoint */
  EVENTS
} Event;

/* The first of these calls registers all phases and events with PETSc; all ranks must make it. Events may be nested. */
PetscErrorCode PhaseBegin(Phase phase);
PetscErrorCode PhaseEnd(void);
PetscErrorCode EventBegin(Event event);
PetscErrorCode EventEnd(Event event);

/* Register an event for something that the user has named, such as "part skin". Use it with PetscLogEventBegin
   and End. */
PetscErrorCode EventRegister(const char kind[], const char name[], PetscLogEvent *event);

#endif
