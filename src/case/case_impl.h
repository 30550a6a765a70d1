/* case_impl.h: the members of a case, and how its functions enter and leave it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_IMPL_H
#define FS_CASE_CASE_IMPL_H

#include "analysis/analysis.h"
#include "base/process.h"
#include "case.h"
#include "coupling/coupling.h"
#include "input/option_list.h"

/* How far a case is. Calls that may fail set CASE_FAILED until they have succeeded. */
typedef enum { CASE_OPTIONS, CASE_READY, CASE_ENDED, CASE_FAILED } CasePhase;

/* What FsCaseGetRows and FsCaseGetMatrixEntries have returned last. */
typedef struct {
  PetscInt  *node, *component; /* NULL before the first call */
  PetscInt  *start, *column;
  PetscReal *value;
} CaseMatrix;

typedef struct _n_CaseFunction *CaseFunction; /* of the calling program (case_functions.c) */

struct _n_FsCase {
  MPI_Comm          comm; /* owned, unless the case is that of the program */
  PetscBool         of_program, borrows_comm;
  CasePhase         phase;
  OptionListBuilder given;       /* on rank 0, before the set-up */
  char              wrong[1024]; /* message of given */
  FsOptionList      supplied;    /* owned, unless the case is that of the program */
  FsMeshArrays      mesh;        /* for -mesh arrays; its arrays are borrowed */
  PetscBool         has_mesh;
  CaseFunction      functions; /* owned list */
  FsOptions         o;
  FsOptionDoc      *foreign; /* options of other analyses */
  const Analysis   *analysis;
  PetscBool         is_set_up;   /* the set-up has succeeded */
  ModelRun          run;         /* NULL in an analysis without a model */
  Participant       participant; /* NULL without -precice */
  FsCaseState       states;      /* the last state that was saved and not destroyed, or NULL */
  CaseMatrix        matrix;
  FsCaseMonitor     monitor;
  void             *monitor_context;
  RunWatch          watch;     /* calls monitor */
  PetscBool         monitored; /* the monitor is called now */
  PetscBool         called;    /* another function of the program is called now */
  FsCasePrinter     printer;   /* NULL without one */
  void             *printer_context;
  Process           process;
};

struct _n_FsCaseState {
  FsCase      c;               /* NULL after the case is destroyed */
  FsCaseState previous, *link; /* in the list of the case: the next one; what points to this one */
  RunState    state;
};

/* CASE_CALL - The body of a function of fs/case.h: enters the case, calls a function, leaves. */
#define CASE_CALL(c, call)                                                                         \
  do {                                                                                             \
    PetscErrorCode code_ = CaseEnter(c);                                                           \
    return code_ ? code_ : CaseLeave(c, call);                                                     \
  } while (0)

/* CASE_NEEDS - Refuses a NULL in a function of fs/case.h. */
#define CASE_NEEDS(pointer)                                                                        \
  do {                                                                                             \
    if (!(pointer)) return CaseRefuseNull(__func__, #pointer);                                     \
  } while (0)

/* ---- calls that are refused (case_guard.c) --------------------------------------------------- */

/* CaseEnter - Starts a call, which ends with CaseLeave. Pairs may be nested.

   Returns an error, for which FsCaseGetMessage has the reason: the handle is NULL, wrong or
   destroyed. PETSc has ended. Another thread is in a call. The process was forked. A function that
   the case calls has called it. CaseLeave must not follow then. Not collective. */
PetscErrorCode CaseEnter(FsCase c);
PetscErrorCode CaseLeave(FsCase c, PetscErrorCode ierr);

/* CaseLock - Does the part of CaseEnter that needs no case. Ends with case_unlock. */
PetscErrorCode CaseLock(void);
void           case_unlock(void);

/* CaseRefuse - Keeps the reason for FsCaseGetMessage in this thread, and returns an input error. */
PetscErrorCode CaseRefuse(const char reason[]);
PetscErrorCode CaseRefuseNull(const char function[], const char argument[]);

/* case_refusal - Returns why the last call of this thread was refused, or NULL. */
const char *case_refusal(void);

/* case_is_live - Returns whether a handle is that of a case; case_gone says that it is not. */
PetscBool         case_is_live(FsCase c);
extern const char case_gone[];

/* CaseRegister - Makes a handle valid, until case_unregister. */
PetscErrorCode CaseRegister(FsCase c);
void           case_unregister(FsCase c);

/* case_is_forked - Returns whether this process is a child of the one that has made cases. */
PetscBool case_is_forked(void);

/* case_depth - Returns the number of calls that have entered and not left. */
int case_depth(void);

/* CaseCall - What CaseCallBegin keeps for CaseCallEnd. */
typedef struct {
  ProcessPause pause;
  PetscBool    called;
} CaseCall;

/* CaseCallBegin - Gives the process back before a function of the program is called.

   The function has its own options of PETSc, handlers, locale and numbers until CaseCallEnd.
   Not collective.
   Input:
     may_look  whether the function may call functions of the case itself
     often     the function is called so often that it does not get its handlers of signals */
PetscErrorCode CaseCallBegin(FsCase c, PetscBool may_look, PetscBool often, CaseCall *call);
PetscErrorCode CaseCallEnd(FsCase c, const CaseCall *call);

/* case_rank - Returns the number of this rank in the case. */
static inline PetscMPIInt case_rank(FsCase c)
{
  PetscMPIInt rank;

  MPI_Comm_rank(c->comm, &rank);
  return rank;
}

/* CaseCheckBeforeSetUp - Input error: the set-up is done, so that a function comes too late. */
PetscErrorCode CaseCheckBeforeSetUp(FsCase c, const char function[]);

/* CaseSetOption - Does what FsCaseSetOptionFrom does, for another function of the case. */
PetscErrorCode CaseSetOption(FsCase c, const char name[], const char value[], const char place[]);

/* CaseCheckReady - Input error: the case is not set up, or has ended or failed. */
PetscErrorCode CaseCheckReady(FsCase c, const char function[]);

/* CaseRunOf - Returns the run of a case that is set up, for the function that needs it.

   Input error: the case is not set up, or has no model. */
PetscErrorCode CaseRunOf(FsCase c, const char function[], Run **run);

/* CaseFunctionsGive - Gives the functions of the program to the reader of options. */
PetscErrorCode CaseFunctionsGive(FsCase c);
PetscErrorCode CaseFunctionsDestroy(FsCase c);

#endif
