/* process.h: takes over what a process has only once while a case computes, and gives it back to
   the program afterwards.

   A case is a run of fsolve inside another program (fs/case.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PROCESS_H
#define FS_BASE_PROCESS_H

#include "c_locale.h"
#include "error.h"
#include "long_phase.h"
#include "printing.h"
#include <fenv.h>

/* Process - What a case uses of the process during a call, and what must be restored after the
   call. All members are 0 at the start. */
typedef struct {
  PetscOptions options;         /* PETSc's options of the case, or NULL for those of the process */
  PetscBool    flush_denormals; /* see ProcessFlushDenormals */
  ErrorLog     errors;          /* the caller sets its members comm and prints */
  Printing     printing;        /* the caller sets its members print and context */
  LongPhase    phase;
  /* set by ProcessEnter: */
  int        depth;   /* the number of calls that have entered and not left */
  int        phases;  /* phase_depth() at the start (profile.h) */
  LongPhase *outer;   /* the LongPhase that was in use before */
  unsigned   control; /* the program's control register of floating-point numbers */
  /* PETSC_TRUE if the program had enabled traps or a rounding other than to nearest. Then numbers
     has the floating-point environment to restore (fenv.h) */
  PetscBool unusual;
  fenv_t    numbers;
  locale_t  locale; /* the program's locale */
} Process;

/* ProcessEnter - Prepares the process for a case: sets PETSc's options, the handlers of errors and
   signals, the destination of printed lines, the locale C, and how the processor rounds, traps and
   treats denormal numbers.

   ProcessLeave restores all of these. Pairs of calls may be nested; only the outermost pair
   acts. */
PetscErrorCode ProcessEnter(Process *p);
PetscErrorCode ProcessLeave(Process *p);

/* ProcessPause - What ProcessSuspend stores for ProcessResume. Other files do not read it. */
typedef struct {
  int        depth, phases;
  PetscBool  signals;
  LongPhase  phase;
  Printing   printing;
  ErrorPause errors;
} ProcessPause;

/* ProcessSuspend - Restores the process of the program while a function of the program runs, which
   a case calls.

   The function may change the process, and may call cases, even this one. Afterwards ProcessResume
   prepares the process for the case again, and stores the changes of the function, which
   ProcessLeave then restores. Pairs of calls may be nested.
   Input:
     signals  PETSC_TRUE to restore the handlers of SIGPIPE and SIGXFSZ, too, which takes
              microseconds */
PetscErrorCode ProcessSuspend(Process *p, PetscBool signals, ProcessPause *pause);
PetscErrorCode ProcessResume(Process *p, const ProcessPause *pause);

/* ProcessFlushDenormals - Makes the processor replace denormal numbers by zero, until ProcessLeave
   and again after each later ProcessEnter.

   Denormal numbers are those below about 1e-308. Ahead of a wave front the solution consists of
   such numbers, which slow a matrix product 1.4 to 2.4 times. Not collective. */
void ProcessFlushDenormals(Process *p);

#endif
