/* case_impl.h: the members of a case, and how its functions enter and leave it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_IMPL_H
#define FS_CASE_CASE_IMPL_H

#include "analysis/analysis.h"
#include "base/process.h"
#include "case.h"
#include "input/option_list.h"

/* How far a case is. */
typedef enum { CASE_OPTIONS, CASE_READY, CASE_ENDED } CasePhase;

/* What FsCaseGetRows and FsCaseGetMatrixEntries have returned last. */
typedef struct {
  PetscInt  *node, *component; /* NULL before the first call */
  PetscInt  *start, *column;
  PetscReal *value;
} CaseMatrix;

struct _n_FsCase {
  MPI_Comm          comm; /* owned, unless the case is that of the program */
  PetscBool         of_program;
  CasePhase         phase;
  OptionListBuilder given;       /* on rank 0, before the set-up */
  char              wrong[1024]; /* message of given */
  FsOptionList      supplied;    /* owned, unless the case is that of the program */
  FsOptions         o;
  FsOptionDoc      *foreign; /* options of other analyses */
  const Analysis   *analysis;
  ModelRun          run;    /* NULL in an analysis without a model */
  FsCaseState       states; /* the last state that was saved and not destroyed, or NULL */
  CaseMatrix        matrix;
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

/* CaseCheckReady - Input error: the case is not set up, or has ended or failed. */
PetscErrorCode CaseCheckReady(FsCase c, const char function[]);

/* CaseRunOf - Returns the run of a case that is set up, for the function that needs it.

   Input error: the case is not set up, or has no model. */
PetscErrorCode CaseRunOf(FsCase c, const char function[], Run **run);

#endif
