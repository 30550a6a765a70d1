/* process.h: borrows what a process has only once, and gives it back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PROCESS_H
#define FS_BASE_PROCESS_H

#include "c_locale.h"
#include "error_pause.h"
#include "long_phase.h"
#include "printing.h"
#include <fenv.h>

/* Process - What a case uses of the process during a call. It starts as zeros. */
typedef struct {
  PetscOptions options;         /* PETSc's options of the case; NULL: those of the process */
  PetscBool    flush_denormals; /* see ProcessFlushDenormals */
  ErrorLog     errors;          /* the caller sets comm and prints */
  Printing     printing;        /* the caller sets print and context */
  LongPhase    phase;
  /* set by ProcessEnter */
  int        depth; /* calls that have entered and not left */
  int        phases;
  LongPhase *outer;
  unsigned   control; /* control register of floating-point numbers */
  PetscBool  unusual; /* numbers had traps or another rounding, which fenv.h describes */
  fenv_t     numbers;
  locale_t   locale;
} Process;

/* ProcessEnter - Gives the process to a case: PETSc's options, the handlers of errors and signals,
   the lines that are printed, the locale C, and how the processor rounds, traps and treats denormal
   numbers.

   ProcessLeave restores everything. Calls may be nested; only the outermost pair acts. */
PetscErrorCode ProcessEnter(Process *p);
PetscErrorCode ProcessLeave(Process *p);

/* ProcessPause - What ProcessSuspend keeps for ProcessResume. */
typedef struct {
  int        depth, phases;
  PetscBool  signals;
  LongPhase  phase;
  Printing   printing;
  ErrorPause errors;
} ProcessPause;

/* ProcessSuspend - Gives the process back while a function of the program runs, which a case calls.

   The function may do what it likes, also call cases, even this one. Then ProcessResume takes the
   process again, as the function has left it. Pairs may be nested.
   Input:
     signals  whether to give SIGPIPE and SIGXFSZ back, which takes microseconds */
PetscErrorCode ProcessSuspend(Process *p, PetscBool signals, ProcessPause *pause);
PetscErrorCode ProcessResume(Process *p, const ProcessPause *pause);

/* ProcessFlushDenormals - Lets the processor replace denormal numbers by zero, until ProcessLeave
   and after each later ProcessEnter.

   Ahead of a wave front the solution decays through denormal numbers, which slow a matrix product
   1.4 to 2.4 times. Not collective. */
void ProcessFlushDenormals(Process *p);

#endif
