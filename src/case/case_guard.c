/* case_guard.c: refuses calls that would end in a crash, and lets functions of the program run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include "case_impl.h"

/* PETSc is one for the process, and so are these. */
static FsCase         *live  = NULL; /* [nlive] cases that were created and not destroyed */
static int             nlive = 0, capacity = 0;
static PetscInt64      created = 0; /* cases that were ever created */
static int             depth   = 0; /* calls that have entered and not left */
static int             forked  = 0; /* this process is a child of the one that has the cases */
static pthread_once_t  once    = PTHREAD_ONCE_INIT;
static pthread_mutex_t calling;      /* of the thread that has entered */
static atomic_int      threads_wait; /* whether a second thread waits until the first one leaves */

/* Why the last call of this thread was refused, or an empty text. */
static _Thread_local char refusal[256];

const char *case_refusal(void) { return *refusal ? refusal : NULL; }

PetscErrorCode CaseRefuse(const char reason[])
{
  snprintf(refusal, sizeof refusal, "%s", reason);
  return PETSC_ERR_USER_INPUT;
}

PetscErrorCode CaseRefuseNull(const char function[], const char argument[])
{
  snprintf(refusal, sizeof refusal, "%s: the argument %s is NULL", function, argument);
  return PETSC_ERR_USER_INPUT;
}

static void note_fork(void) { forked = 1; }

static void prepare(void)
{
  pthread_mutexattr_t kind;

  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&calling, &kind);
  pthread_mutexattr_destroy(&kind);
  pthread_atfork(NULL, NULL, note_fork);
}

/* ---- handles --------------------------------------------------------------------------------- */

const char case_gone[] = "there is no case: it was not created, or is destroyed";

/* Returns the index of a case in live, or -1. The last ones are the most likely. */
static int find(FsCase c)
{
  int k = nlive;

  while (--k >= 0 && live[k] != c) continue;
  return k;
}

PetscBool case_is_live(FsCase c) { return (PetscBool)(c && find(c) >= 0); }

PetscErrorCode CaseRegister(FsCase c)
{
  if (nlive == capacity) {
    const int     more  = 2 * capacity + 16;
    FsCase *const grown = realloc(live, (size_t)more * sizeof *live);

    if (!grown) return PETSC_ERR_MEM;
    live     = grown;
    capacity = more;
  }
  c->number     = created++;
  live[nlive++] = c;
  return PETSC_SUCCESS;
}

void case_unregister(FsCase c)
{
  const int k = find(c);

  if (k < 0) return;
  live[k] = live[--nlive];
  if (nlive) return;
  free(live);
  live     = NULL;
  capacity = 0;
}

static int by_number(const void *a, const void *b)
{
  const PetscInt64 x = (*(const FsCase *)a)->number, y = (*(const FsCase *)b)->number;

  return (x > y) - (x < y);
}

PetscErrorCode CaseListAbandoned(MPI_Comm comm, PetscMPIInt *n, FsCase **cases)
{
  PetscMPIInt found = 0, same;
  int        *all;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nlive, cases));
  for (int k = 0; k < nlive; k++) {
    PetscCallMPI(MPI_Comm_compare(comm, live[k]->comm, &same));
    if (same == MPI_IDENT || same == MPI_CONGRUENT) (*cases)[found++] = live[k];
  }
  /* cases on the same processes are created in the same order on all of them */
  qsort(*cases, (size_t)found, sizeof **cases, by_number);
  PetscCall(PetscMalloc1(found, &all));
  for (int k = 0; k < found; k++) all[k] = (*cases)[k]->abandoned;
  if (found) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, all, found, MPI_INT, MPI_MIN, comm));
  *n = 0;
  for (int k = 0; k < found; k++)
    if (all[k]) (*cases)[(*n)++] = (*cases)[k];
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- calls ----------------------------------------------------------------------------------- */

PetscBool case_is_forked(void) { return (PetscBool)(forked != 0); }

int case_depth(void) { return depth; }

void FsThreadsWait(PetscBool waits) { threads_wait = waits ? 1 : 0; }

PetscErrorCode CaseLock(void)
{
  *refusal = 0;
  if (forked)
    return CaseRefuse("this process was forked from one that has used fsolve, whose MPI it cannot "
                      "share; start processes by exec or spawn, or fork before the first case");
  pthread_once(&once, prepare);
  if (threads_wait) pthread_mutex_lock(&calling);
  else if (pthread_mutex_trylock(&calling))
    return CaseRefuse("another thread is in a call of fsolve; let one thread at a time call it, or "
                      "let it wait (FsThreadsWait)");
  depth++;
  return PETSC_SUCCESS;
}

void case_unlock(void)
{
  depth--;
  pthread_mutex_unlock(&calling);
}

/* Returns why nothing of a case can work in this process any more, or NULL. */
static const char *find_end(void)
{
  PetscBool started = PETSC_FALSE;
  int       ended   = 1;

  if (PetscInitialized(&started) || !started)
    return "PETSc has ended; destroy cases before FsFinalize or PetscFinalize";
  if (MPI_Finalized(&ended) || ended) return "MPI has ended; destroy cases before MPI_Finalize";
  return NULL;
}

PetscBool case_process_ended(void) { return (PetscBool)(find_end() != NULL); }

/* Returns why a call on c is not allowed now, or NULL. */
static const char *find_fault(FsCase c)
{
  if (!case_is_live(c)) return case_gone;
  if (find_end()) return find_end();
  if (c->called)
    return "a function that a case calls in the middle of its work, for a load, a law or a line, "
           "cannot call the same case; call it between steps";
  return NULL;
}

PetscErrorCode CaseEnter(FsCase c)
{
  PetscErrorCode ierr = CaseLock();
  const char    *fault;

  if (ierr) return ierr;
  fault = find_fault(c);
  ierr  = fault ? CaseRefuse(fault) : ProcessEnter(&c->process);
  if (ierr) case_unlock();
  return ierr;
}

PetscErrorCode CaseLeave(FsCase c, PetscErrorCode ierr)
{
  const PetscErrorCode left = ProcessLeave(&c->process);

  case_unlock();
  return ierr ? ierr : left;
}

/* ---- functions of the program ---------------------------------------------------------------- */

PetscErrorCode CaseCallBegin(FsCase c, PetscBool may_look, PetscBool often, CaseCall *call)
{
  const PetscErrorCode ierr = ProcessSuspend(&c->process, (PetscBool)!often, &call->pause);

  call->called = c->called;
  if (!may_look) c->called = PETSC_TRUE;
  return ierr;
}

PetscErrorCode CaseCallEnd(FsCase c, const CaseCall *call)
{
  c->called = call->called;
  return ProcessResume(&c->process, &call->pause);
}
