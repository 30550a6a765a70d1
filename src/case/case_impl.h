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
  Process           process;
};

struct _n_FsCaseState {
  FsCase      c;               /* NULL after the case is destroyed */
  FsCaseState previous, *link; /* in the list of the case: the next one; what points to this one */
  RunState    state;
};

/* CASE_CALL - The body of a function of fs/case.h: checks the handle, enters the case, calls a
   function, leaves the case. */
#define CASE_CALL(c, call)                                                                         \
  do {                                                                                             \
    PetscErrorCode code_;                                                                          \
    if (!(c)) return PETSC_ERR_ARG_NULL;                                                           \
    PetscCall(ProcessEnter(&(c)->process));                                                        \
    code_ = (call);                                                                                \
    PetscCall(ProcessLeave(&(c)->process));                                                        \
    return code_;                                                                                  \
  } while (0)

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
