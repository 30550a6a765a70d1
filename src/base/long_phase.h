/* long_phase.h: prints how far a long phase of a run has proceeded, and how much longer it will
   take.

   A phase is a part of a run, such as the initial equilibrium. A phase that takes less than two
   seconds prints nothing. The lines do not start with "step". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_LONG_PHASE_H
#define FS_BASE_LONG_PHASE_H

#include <fs/fs.h>

/* LongPhase - The present phase of a run, and what has been printed of it. All members are 0 at the
   start. */
typedef struct {
  int         depth; /* the number of phases that have started and not ended, because phases nest */
  PetscBool   quiet; /* nothing is printed (LongPhaseSetQuiet) */
  PetscBool   silent, terminal, has_bar; /* of the output; see long_phase.c */
  const char *what;                      /* what is done in the phase */
  char        where[160];                /* the text of the last LongPhaseReport */
  PetscReal   done;                      /* the part that was done at the last LongPhaseReport */
  PetscLogDouble started, last;          /* the times of the start and of the last line [s] */
} LongPhase;

/* LongPhaseUse - Makes all functions of this file use phase, which the caller keeps. Returns the
   phase that they used before, so that the caller can restore it. */
LongPhase *LongPhaseUse(LongPhase *phase);

/* LongPhaseSetQuiet - Sets whether nothing is printed from now on (quiet = PETSC_TRUE). */
void LongPhaseSetQuiet(PetscBool quiet);

/* LongPhaseStart - Starts the clock of a phase.

   Phases may be nested; only the outermost one prints.
   Input:
     what  what is done, such as "initial equilibrium"; borrowed until LongPhaseEnd */
PetscErrorCode LongPhaseStart(MPI_Comm comm, const char what[]);

/* LongPhaseReport - Prints a line if the phase has taken two seconds, and the last line is old
   enough.

   On a terminal the line is a progress bar, which the next one replaces. Elsewhere, the longer the
   phase takes, the rarer are the lines.
   Input:
     done    the part of the phase that is done, from 0 to 1; negative if it is not known
     format  what has been done, such as "12 of 40 solves"
   Rank 0 decides by its clock and prints; on other ranks nothing is done. */
PetscErrorCode LongPhaseReport(PetscReal done, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(2, 3);

/* LongPhaseAnnounce - Prints a line before a call that takes long and cannot report its progress.

   Nothing is printed if the call will take less than two seconds. LongPhaseStart need not be called
   before.
   Input:
     seconds  the expected time of the call, the same on all ranks
     format   what the call does */
PetscErrorCode LongPhaseAnnounce(MPI_Comm comm, PetscReal seconds, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* LongPhaseTick - Prints the text of the last LongPhaseReport again if it is time for a line.
   Functions that a long solve calls regularly should call it. */
PetscErrorCode LongPhaseTick(void);

/* LongPhaseEnd - Ends the phase of the last LongPhaseStart, and removes its bar. */
PetscErrorCode LongPhaseEnd(void);

/* long_phase_clear - Removes the progress bar from the terminal, if there is one, so that another
   line can be printed. Not collective. */
void long_phase_clear(void);

/* long_phase_time - Writes a time to text[size], as "12 s" or "3 min". Not collective. */
void long_phase_time(PetscReal seconds, size_t size, char text[]);

#endif
