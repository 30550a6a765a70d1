/* process.h: takes over what a process has only once while a case computes, gives it back
   afterwards, and finds its launcher.

   A case is a run of fsolve inside another program (fs/case.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PROCESS_H
#define FS_BASE_PROCESS_H

#include "c_locale.h"
#include "error.h"
#include "printing.h"
#include <fenv.h>
#include <petscsys.h>

/* Process - What a case uses of the process during a call, and what must be restored after the
   call. All members are 0 at the start. */
typedef struct {
  PetscOptions
            options; /* PETSc's options of the case, or NULL for PETSc's options of the process */
  PetscBool flush_denormals; /* PETSC_TRUE if the processor replaces denormal numbers by zero */
  ErrorLog  errors;          /* the log of errors; the caller sets its members comm and prints */
  /* where lines are printed; the caller sets its members print and context */
  Printing  printing;
  LongPhase phase;
  /* the following members are set by ProcessEnter */
  int        depth;   /* the number of calls of ProcessEnter without their ProcessLeave */
  int        phases;  /* the number of phases that were open at the start (profile.h) */
  LongPhase *outer;   /* the LongPhase that was in use before */
  unsigned   control; /* the program's control register of floating-point numbers */
  /* PETSC_TRUE if the program had enabled traps of floating-point numbers, or a rounding other than
     to nearest. Then numbers is the floating-point environment to restore. */
  PetscBool unusual;
  fenv_t    numbers;
  locale_t  locale; /* the program's locale */
} Process;

/* ProcessEnter - Prepares the process for a case, a run of fsolve inside another program.

   The function sets PETSc's options, the handlers of errors and signals, the destination of printed
   lines, and the locale C. It also sets how the processor rounds, traps and treats denormal
   numbers. ProcessLeave restores all of these. Pairs of calls may be nested; only the outermost
   pair acts. */
PetscErrorCode ProcessEnter(Process *p);
PetscErrorCode ProcessLeave(Process *p);

/* ProcessPause - The settings of the process that ProcessSuspend stores, so that ProcessResume can
   set them again. Other files do not read the members. */
typedef struct {
  int        depth, phases;
  PetscBool  signals;
  LongPhase  phase;
  Printing   printing;
  ErrorPause errors;
} ProcessPause;

/* ProcessSuspend - Restores the settings of the calling program while a case, a run of fsolve
   inside it, calls one of its functions.

   The function may change the process, and may call cases, even this one. Afterwards ProcessResume
   prepares the process for the case again, and stores the changes of the function, which
   ProcessLeave then restores. Pairs of calls may be nested.
   Input:
     signals  PETSC_TRUE to restore the handlers of SIGPIPE and SIGXFSZ, too, which takes
              microseconds */
PetscErrorCode ProcessSuspend(Process *p, PetscBool signals, ProcessPause *pause);
PetscErrorCode ProcessResume(Process *p, const ProcessPause *pause);

/* ProcessFlushDenormals - Makes the processor replace denormal numbers by zero while a case
   computes.

   This lasts until ProcessLeave, and starts again with each later ProcessEnter. Denormal numbers
   are those below about 1e-308. Ahead of a wave front the solution consists of such numbers, which
   slow a matrix product 1.4 to 2.4 times. Not collective. */
void ProcessFlushDenormals(Process *p);

/* ---- launcher -------------------------------------------------------------------------------- */

/* launcher_is_present - Returns whether a launcher has started this process.

   A launcher sets OMPI_COMM_WORLD_SIZE, PMIX_RANK, PMI_RANK or SLURM_PROCID. Works before
   MPI_Init. */
PetscBool launcher_is_present(void);

/* launcher_rank - Returns the rank that the launcher, such as mpirun, has given to this process; 0
   if no launcher has started it. The function works before MPI_Init, which gives the same rank. */
int launcher_rank(void);

/* InitializeMpi - Calls MPI_Init, faster than usual for a process that no launcher has started.

   In such a process Open MPI then starts no daemon, looks for no network and no graphics devices,
   and makes no directory for the session. Environment variables make it do so; they are set only
   during MPI_Init. A variable that the user has set, also in the user's file of MCA parameters,
   does not change. Returns an error class of MPI. */
int InitializeMpi(int *argc, char ***argv);

#endif
