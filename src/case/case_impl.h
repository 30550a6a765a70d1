/* case_impl.h: the members of a case, and how its functions enter and leave it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_IMPL_H
#define FS_CASE_CASE_IMPL_H

#include "analysis/analysis.h"
#include "analysis/run/kept_model.h"
#include "analysis/run/loads/load_steps.h"
#include "base/process.h"
#include "case.h"
#include "coupling/coupling.h"
#include "input/option_list.h"

/* CasePhase - How far a case is: its options can be set; it can take steps; its last step is taken;
   it has failed. A call that can fail sets CASE_FAILED first, and another phase when it has
   succeeded. */
typedef enum { CASE_OPTIONS, CASE_READY, CASE_ENDED, CASE_FAILED } CasePhase;

/* CaseMatrix - The arrays that FsCaseGetRows() and FsCaseGetMatrixEntries() have returned last,
   which the case owns. */
typedef struct {
  /* [rows] node and component of each row of the matrix; NULL before the first call */
  PetscInt *node, *component;
  /* start: first entry of each row of the matrix. column: column of each entry. */
  PetscInt  *start, *column;
  PetscReal *value; /* value of each entry */
} CaseMatrix;

/* CaseFunction - A function that the calling program gives for a load, a law or a motion, in place
   of a formula. */
typedef struct _n_CaseFunction *CaseFunction;

/* CaseGiven - The options, mesh and functions of the last set-up that succeeded. If the next set-up
   fails, the case drops the options, mesh and functions that the program has given later. */
typedef struct {
  PetscBool    there;  /* whether a set-up has succeeded */
  size_t       nbytes; /* used bytes of the options, on rank 0 */
  int          nfiles; /* options files read, on rank 0 */
  FsMeshArrays mesh;   /* as the members of the case */
  PetscBool    has_mesh;
  CaseFunction functions; /* head of the list of functions */
} CaseGiven;

/* CasePlain - Functions of a program without headers of PETSc (fs/case_plain.h), and their
   contexts: what gets the lines that are printed, and what is called after each step. */
typedef struct {
  void (*print)(void *context, int warning, const char text[]);
  void *print_context;
  int (*monitor)(void *context, FsCase c, long long step, double t);
  void *monitor_context;
} CasePlain;

/* _n_FsCase - The members of a case; FsCase points to it. The program is fsolve or another program
   that has created the case. */
struct _n_FsCase {
  /* communicator of the case; owned, unless of_program or borrows_comm is PETSC_TRUE */
  MPI_Comm comm;
  /* of_program: PETSC_TRUE if the program fsolve runs the case, and not another program.
     borrows_comm: PETSC_TRUE if comm is borrowed. */
  PetscBool of_program, borrows_comm;
  CasePhase phase;
  /* options that were set before the set-up of the case, on rank 0 */
  OptionListBuilder given;
  char              wrong[1024]; /* message about an option in `given` that is wrong */
  FsOptionList      supplied;    /* all given options; owned, unless of_program is PETSC_TRUE */
  /* mesh that the program gives for -mesh arrays; its arrays are borrowed */
  FsMeshArrays mesh;
  PetscBool    has_mesh;  /* PETSC_TRUE if the program has given the member mesh */
  CaseFunction functions; /* list of the functions of the program; owned */
  CaseGiven    proven;    /* options, mesh, functions of the last set-up that succeeded */
  FsOptions    o;         /* reader of the options */
  /* options of other analyses, which are accepted and ignored; owned */
  FsOptionDoc *foreign;
  /* the model that set-ups share, and the options by which it was created if it was created by an
     earlier set-up, whose texts it borrows; owned */
  KeptModel       kept;
  FsOptions       kept_options;
  FsOptionList    kept_list;
  const Analysis *analysis;    /* the analysis that -analysis names */
  PetscBool       is_set_up;   /* whether the set-up has succeeded */
  ModelRun        run;         /* the run of the model; NULL if the analysis has no model */
  Participant     participant; /* the coupling by preCICE; NULL without -precice */
  /* list of the saved states of the case, the last one first; NULL if it is empty */
  FsCaseState states;
  PetscInt64  nsaved; /* how often states of the case were saved */
  CaseMatrix  matrix;
  Vec         forces; /* what FsCaseGetForces() has returned last, or NULL */
  PlaceValue *place;  /* what FsCaseGetPlaceRows() has returned last, or NULL; owned */
  /* what FsCaseGetModalDamping() and FsCaseGather() have returned last, or NULL; owned */
  PetscReal *modal_damping, *gathered;
  /* the formulas of time of loads and motions, if FsCaseFindChange() has been called; owned */
  LoadSteps    *changes;
  FsCaseMonitor monitor; /* function that is called after each step, or NULL */
  void         *monitor_context;
  RunWatch      watch;     /* by which the run calls the member monitor, and sees interrupts */
  PetscBool     monitored; /* whether the monitor is running now */
  /* PETSC_TRUE if a function of the program other than the monitor is running now; such a function
     must not call the case */
  PetscBool called;
  /* catches_interrupts: PETSC_TRUE if SIGINT ends the steps of a call. interrupted: PETSC_TRUE if
     it arrived during the last call that computes. */
  PetscBool catches_interrupts, interrupted;
  /* abandoned: PETSC_TRUE if this rank has given up the case, which waits for the other ranks.
     number: how many cases this process had created before this one. */
  PetscBool abandoned;
  void (*freed)(void *context); /* called when the case is destroyed, or NULL */
  void         *freed_context;
  PetscInt64    number;
  FsCasePrinter printer; /* function that gets the lines that are printed, or NULL */
  void         *printer_context;
  CasePlain     plain;
  Process       process; /* handlers, locale and options of the process during a call */
};

/* _n_FsCaseState - A saved state; FsCaseState points to it. */
struct _n_FsCaseState {
  FsCase c; /* the case whose state is saved; NULL after the case is destroyed */
  /* previous: the state of the same case that was saved before this one. link: the pointer that
     points to this state. */
  FsCaseState previous, *link;
  /* how often states of the case had been saved before this one; the same on all ranks */
  PetscInt64 number;
  RunState   state;
};

/* CASE_CALL - The body of a function of fs/case.h: enters the case by CaseEnter(), evaluates the
   expression call, whose value is an error code, and leaves the case by CaseLeave(). */
#define CASE_CALL(c, call)                                                                         \
  do {                                                                                             \
    PetscErrorCode code_ = CaseEnter(c);                                                           \
    return code_ ? code_ : CaseLeave(c, call);                                                     \
  } while (0)

/* CASE_COMPUTE - The body of a function of fs/case.h that may compute for long: as CASE_CALL, and
   SIGINT can end its steps. */
#define CASE_COMPUTE(c, call)                                                                      \
  do {                                                                                             \
    PetscErrorCode code_ = CaseEnter(c);                                                           \
    if (code_) return code_;                                                                       \
    case_interrupt_begin(c);                                                                       \
    code_ = (call);                                                                                \
    case_interrupt_end(c);                                                                         \
    return CaseLeave(c, code_);                                                                    \
  } while (0)

/* CASE_NEEDS - Returns from a function of fs/case.h with an input error if an argument is NULL. */
#define CASE_NEEDS(pointer)                                                                        \
  do {                                                                                             \
    if (!(pointer)) return CaseRefuseNull(__func__, #pointer);                                     \
  } while (0)

/* ---- interrupts (case_interrupt.c) ----------------------------------------------------------- */

/* case_interrupt_begin, case_interrupt_end - Catch SIGINT while a call computes, if the case
   catches interrupts, and restore how the program handles SIGINT. Pairs may be nested. */
void case_interrupt_begin(FsCase c);
void case_interrupt_end(FsCase c);

/* ---- calls that are refused (case_guard.c) --------------------------------------------------- */

/* CaseEnter - Starts a call of a function of fs/case.h; the call ends by CaseLeave(). Such pairs
   may be nested.

   Returns an error, whose reason FsCaseGetMessage() returns, if the call is not allowed. The
   reasons are: the handle is NULL, wrong or destroyed. PETSc has ended. Another thread is in a
   call. The process was forked. A function of the program that the case is calling has made the
   call. CaseLeave() must not be called after an error. Not collective. */
PetscErrorCode CaseEnter(FsCase c);

/* CaseLeave - Ends a call of a function of fs/case.h, which CaseEnter() has started. Returns ierr,
   the error code of the call. If ierr is 0, returns the code of an error of CaseLeave() itself. */
PetscErrorCode CaseLeave(FsCase c, PetscErrorCode ierr);

/* CaseLock - Starts a call of a function that has no case as an argument; the call ends by
   case_unlock(). Returns an error if another thread is in a call, unless threads wait, or if the
   process was forked. */
PetscErrorCode CaseLock(void);
void           case_unlock(void);

/* CaseStart - Locks the library as CaseLock does, and starts MPI and PETSc unless the program has
   done so. The caller calls case_unlock, except after an error. */
PetscErrorCode CaseStart(void);

/* CaseRefuse, CaseRefuseNull - Store a message for FsCaseGetMessage(), and return the code of an
   input error. The message is the reason, or that an argument of a function is NULL. The message
   belongs to this thread. */
PetscErrorCode CaseRefuse(const char reason[]);
PetscErrorCode CaseRefuseNull(const char function[], const char argument[]);

/* case_refusal - Returns why the last call of this thread was refused, or NULL if it was not. */
const char *case_refusal(void);

/* case_is_live - Returns whether a handle belongs to a case that exists. The text case_gone is the
   error message for all other handles. */
PetscBool         case_is_live(FsCase c);
extern const char case_gone[];

/* CaseRegister - Adds a case to the list of cases that exist; case_unregister() removes it from the
   list. */
PetscErrorCode CaseRegister(FsCase c);
void           case_unregister(FsCase c);

/* CaseListAbandoned - Lists the cases on the processes of comm that all of these processes have
   abandoned.

   Output:
     n      number of these cases
     cases  [n] the cases, in the same order on all ranks; the caller frees the array by PetscFree
   Collective on comm. */
PetscErrorCode CaseListAbandoned(MPI_Comm comm, PetscMPIInt *n, FsCase **cases);

/* case_is_forked - Returns whether this process was forked from a process that had used cases, so
   that it must not use them. */
PetscBool case_is_forked(void);

/* case_process_ended - Returns whether PETSc or MPI does not run any more in this process, or not
   yet, so that nothing of a case can be freed. */
PetscBool case_process_ended(void);

/* case_depth - Returns the number of calls of functions of fs/case.h that have started and not
   ended. */
int case_depth(void);

/* CaseCall - What CaseCallBegin() saves, so that CaseCallEnd() can return from a function of the
   program to the case. */
typedef struct {
  ProcessPause pause;  /* state of the process during the call of the case */
  PetscBool    called; /* value that FsCase.called had before */
} CaseCall;

/* CaseCallBegin - Restores the state of the process that the program expects, before the case calls
   a function of the program.

   Until CaseCallEnd() the program has its own options of PETSc, error and signal handlers, locale
   and floating-point settings.
   Input:
     may_look  PETSC_TRUE if the function may call functions of the same case
     often     PETSC_TRUE if the function is called so often that, to save time, signal handlers are
               not restored
   Output:
     call      argument of CaseCallEnd()
   Not collective. */
PetscErrorCode CaseCallBegin(FsCase c, PetscBool may_look, PetscBool often, CaseCall *call);
PetscErrorCode CaseCallEnd(FsCase c, const CaseCall *call);

/* case_rank - Returns the number of this rank in the communicator of the case. */
static inline PetscMPIInt case_rank(FsCase c)
{
  PetscMPIInt rank;

  MPI_Comm_rank(c->comm, &rank);
  return rank;
}

/* CaseCheckBeforeSetUp - Raises an input error if a case is set up already, so that a call comes
   too late.

   Input:
     function  name of the called function of fs/case.h, for the message */
PetscErrorCode CaseCheckBeforeSetUp(FsCase c, const char function[]);

/* case_go_on - Makes a case ready for steps again after its last step, or after a step that has
   failed, if the results of the case are in memory. */
void case_go_on(FsCase c);

/* CaseCheckSame - Raises an input error on all ranks if an argument of a call differs between
   ranks, or is NULL on some rank. On one rank it checks the pointer alone.

   Input:
     function  name of the called function of fs/case.h, for the message
     argument  name of an argument that must not be NULL, for the message
     pointer   the argument
     value     [size] bytes that must be the same on all ranks; size may be 0
   Collective, by one reduction. */
PetscErrorCode CaseCheckSame(FsCase c, const char function[], const char argument[],
                             const void *pointer, size_t size, const void *value);

/* CaseCheckGivers - Raises an input error if a case whose set-up and run are one call expects
   forces or motions, which the program could only give between both. */
PetscErrorCode CaseCheckGivers(FsCase c);

/* case_end_within_round_off - Returns the time that a program means by t [s]: the end of the run if
   t is above it by the round-off of a sum of steps. */
PetscReal case_end_within_round_off(const Run *run, PetscReal t);

/* CaseCheckReady - Raises an input error if a case cannot take a step, because it is not set up, or
   has ended or failed. A case whose results are in memory is made ready by case_go_on() instead,
   so that it raises no error after its last step or after a failed step.

   Input:
     function  name of the called function of fs/case.h, for the message */
PetscErrorCode CaseCheckReady(FsCase c, const char function[]);

/* CaseRunOf - Gets the run of a case that is set up, which the case owns.

   Input:
     function  name of the function of fs/case.h that needs the run, for messages
   Input error: the case is not set up, or has no model. */
PetscErrorCode CaseRunOf(FsCase c, const char function[], Run **run);

/* CaseRunWithState - Gets the run of a case, as CaseRunOf() does. Input error besides: a call that
   changes the state has failed, so that the state is unknown. */
PetscErrorCode CaseRunWithState(FsCase c, const char function[], Run **run);

/* CaseEmptyRun - Frees what a set-up and the steps have created, except the options, the model, and
   saved states. */
PetscErrorCode CaseEmptyRun(FsCase c);

/* CaseEmptyModel - Frees the model, and options of an earlier set-up from which it borrows texts.
   The run is freed before. */
PetscErrorCode CaseEmptyModel(FsCase c);

/* case_choose_model - Decides whether a set-up may use the model of the set-up before: if the
   options differ in sizes of loads, in gravity and in damping only. Call it after the options were
   read. Not collective; the options are the same on all ranks. */
void case_choose_model(FsCase c);

/* case_prove_given - Notes that a set-up with the present options, mesh and functions has
   succeeded. */
void case_prove_given(FsCase c);

/* CaseSettleModel - Frees the options of an earlier set-up after a set-up that has created a model
   of its own. */
PetscErrorCode CaseSettleModel(FsCase c);

/* CaseFunctionsGive - Adds the functions that the program has given to the symbols of the options,
   so that they take the place of formulas. */
PetscErrorCode CaseFunctionsGive(FsCase c);

/* CaseFunctionsDestroy - Frees the functions that were given after the function `last` of the list;
   NULL: all functions. */
PetscErrorCode CaseFunctionsDestroy(FsCase c, CaseFunction last);

#endif
