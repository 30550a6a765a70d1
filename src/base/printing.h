/* printing.h: prints the lines of a run, also about the progress of long phases, or gives them
   to the program that started it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PRINTING_H
#define FS_BASE_PRINTING_H

#include <petscsys.h>
#include <fs/petsc_versions.h>
#include <signal.h>

/* Printing - Where the lines of a run are printed, and what must be restored afterwards. The caller
   sets print and context. */
typedef struct _Printing {
  /* The function that gets each printed line, on rank 0. warning is PETSC_TRUE if the program would
     print the line on stderr. If print is NULL, lines are printed on stdout and stderr. */
  void (*print)(void *context, PetscBool warning, const char text[]);
  void *context; /* the first argument of print */
  /* Members that the functions of printing.h set: the Printing that was in use before, PETSc's
     function that prints, and the handlers of the signals SIGPIPE and SIGXFSZ. */
  struct _Printing *outer;
  PetscErrorCode (*to_file)(FILE *, const char[], va_list); /* PetscVFPrintf */
  struct sigaction pipe, size;
} Printing;

/* printing_use - Makes PetscPrintf and PetscFPrintf give their lines to the function p->print,
   until printing_leave.

   Control characters are printed as text. The caller sets p->print and p->context, and keeps p.
   Pairs of these calls may be nested. Not collective. */
void printing_use(Printing *p);
void printing_leave(void);

/* printing_ignore_signals - Ignores SIGPIPE and SIGXFSZ until printing_restore_signals.

   Lines that nobody reads, as in "| head", are then discarded without an error. If a file may not
   grow because of a limit (ulimit -f), the write fails as it does on a full disk, and no signal
   ends the process. Not collective. */
void printing_ignore_signals(Printing *p);
void printing_restore_signals(const Printing *p);

/* ---- printable ------------------------------------------------------------------------------- */

/* Shows control characters as text, so that names from outside cannot steer a
   terminal. */

/* is_printable - Returns whether a text is UTF-8 without control characters. */
PetscBool is_printable(const char text[]);

/* printable_copy - Copies a text, and replaces control characters and bytes that are not UTF-8 by
   texts such as \x1b.

   Input:
     kept  control characters that are copied as they are, such as "\n"
   Output:
     copy  [size] the copy, cut to size. A size of four times the length of the text plus 1 is
           always enough
   Returns copy. */
char *printable_copy(const char text[], const char kept[], char copy[], size_t size);

/* ---- long phase ------------------------------------------------------------------------------ */

/* Prints how far a long phase of a run has proceeded, and how much longer it will take.

   A phase is a part of a run, such as the initial equilibrium. A phase that takes less than two
   seconds prints nothing. The lines do not start with "step". */

/* LongPhase - The present phase of a run, and what has been printed of it. All members are 0 at the
   start. */
typedef struct {
  /* the number of phases that have started and not ended; phases may be nested */
  int       depth;
  PetscBool quiet; /* nothing is printed (LongPhaseSetQuiet) */
  /* silent: this rank prints nothing. terminal: the output is a terminal. has_bar: a progress bar
     is on the terminal. */
  PetscBool   silent, terminal, has_bar;
  const char *what; /* what is done in the phase */
  /* the text that was printed last about the progress of the phase */
  char where[160];
  /* the part of the phase that was done at the last report, from 0 to 1 */
  PetscReal      done;
  PetscLogDouble started, last; /* the times of the start and of the last line [s] */
} LongPhase;

/* LongPhaseUse - Makes the functions of printing.h use another record of the present phase.
   Returns the record that the functions used before, so that the caller can restore it. The caller
   keeps the record. */
LongPhase *LongPhaseUse(LongPhase *phase);

/* LongPhaseSetQuiet - Sets whether nothing is printed from now on (quiet = PETSC_TRUE). */
void LongPhaseSetQuiet(PetscBool quiet);

/* LongPhaseStart - Starts the clock of a phase of a run, whose progress is printed if it takes
   long.

   Phases may be nested; only the outermost one prints.
   Input:
     what  what is done, such as "initial equilibrium"; borrowed until LongPhaseEnd */
PetscErrorCode LongPhaseStart(MPI_Comm comm, const char what[]);

/* LongPhaseReport - Prints a line about the progress of a phase, if the phase has taken two seconds
   and the last line is old enough.

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

/* LongPhaseTick - Prints the last line about the progress of a phase again, if it is time for a
   line. Functions that a long solve calls regularly should call it. */
PetscErrorCode LongPhaseTick(void);

/* LongPhaseEnd - Ends the phase that was started last, and removes its progress bar from the
   terminal. */
PetscErrorCode LongPhaseEnd(void);

/* long_phase_clear - Removes the progress bar from the terminal, if there is one, so that another
   line can be printed. Not collective. */
void long_phase_clear(void);

/* long_phase_time - Writes a time to text[size], as "12 s" or "3 min". Not collective. */
void long_phase_time(PetscReal seconds, size_t size, char text[]);

#endif
