/* long_phase.h: prints how far a long phase of a run is, and how long it will take.

   A phase that takes less than two seconds prints nothing. The lines do not start with "step". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_LONG_PHASE_H
#define FS_BASE_LONG_PHASE_H

#include <fs/fs.h>

/* LongPhase - The phase of a run, and what was printed of it. It starts as zeros. */
typedef struct {
  int            depth; /* number of nested phases */
  PetscBool      quiet; /* prints nothing */
  PetscBool      silent, terminal, has_bar;
  const char    *what;
  char           where[160]; /* of the last report */
  PetscReal      done;       /* the same */
  PetscLogDouble started, last;
} LongPhase;

/* LongPhaseUse - Lets all functions here use phase, which the caller keeps. Returns the phase that
   they used before. */
LongPhase *LongPhaseUse(LongPhase *phase);

/* LongPhaseSetQuiet - Prints nothing from now on, or prints again. */
void LongPhaseSetQuiet(PetscBool quiet);

/* LongPhaseStart - Starts the clock of a phase.

   Phases may be nested; only the outermost one prints.
   Input:
     what  what is done, such as "initial equilibrium"; borrowed until LongPhaseEnd */
PetscErrorCode LongPhaseStart(MPI_Comm comm, const char what[]);

/* LongPhaseReport - Prints a line if the phase has taken two seconds, and the last line is old.

   On a terminal, the line is a bar, which the next one replaces. Elsewhere the lines become rarer
   as the phase takes longer.
   Input:
     done    part of the phase that is done, from 0 to 1; negative if it is unknown
     format  where the phase is, such as "12 of 40 solves"
   Rank 0 decides by its clock and prints; the other ranks do nothing. */
PetscErrorCode LongPhaseReport(PetscReal done, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(2, 3);

/* LongPhaseAnnounce - Prints a line before a call that cannot report how far it is.

   Prints nothing if the call will take less than two seconds. A phase need not have started.
   Input:
     seconds  expected time of the call, the same on all ranks
     format   what the call does */
PetscErrorCode LongPhaseAnnounce(MPI_Comm comm, PetscReal seconds, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* LongPhaseTick - Prints the last report again if a line is due, for callbacks of solvers that take
   long. */
PetscErrorCode LongPhaseTick(void);

/* LongPhaseEnd - Ends the phase of the last LongPhaseStart, and removes its bar. */
PetscErrorCode LongPhaseEnd(void);

/* long_phase_clear - Removes the bar, if there is one, before another line. Not collective. */
void long_phase_clear(void);

/* long_phase_time - Writes a time as "12 s" or "3 min". Not collective. */
void long_phase_time(PetscReal seconds, size_t size, char text[]);

#endif
