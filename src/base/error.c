/* error.c: error handlers that print one message for each error, and the exit status of an error
   code.

   PETSc calls the handler once when an error is raised (PETSC_ERROR_INITIAL), then once for each
   function that returns it (PETSC_ERROR_REPEAT). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "error.h"
#include "printing.h"
#include <stdarg.h>
#include <string.h>
#include <fs/exit_status.h>

/* The log of the innermost handler; static, because functions that end a run early ask for it. */
static ErrorLog *current = NULL;

/* The handlers here that PETSc has, from outer to inner ones; static, as PETSc's list of them is.
   Those before active are paused. */
typedef struct {
  PetscErrorCode (*handle)(MPI_Comm, int, const char *, const char *, PetscErrorCode,
                           PetscErrorType, const char *, void *);
  void *context;
} Handler;
enum { MOST_HANDLERS = 256 };
static Handler handlers[MOST_HANDLERS];
static int     active = 0, nhandlers = 0; /* first one that acts, number */

PetscBool ErrorMustAbort(void) { return (PetscBool)(current && current->alone); }

int ErrorExitStatus(PetscErrorCode ierr)
{
  switch ((int)ierr) {
  case 0:
    return 0;
  case PETSC_ERR_USER_INPUT:
  case PETSC_ERR_ARG_UNKNOWN_TYPE: /* for example a solver type */
  case PETSC_ERR_FILE_OPEN:
    return FS_EXIT_INPUT;
  case PETSC_ERR_NOT_CONVERGED:
  case PETSC_ERR_FILE_WRITE:
  case PETSC_ERR_MEM:
    return FS_EXIT_SOLVE;
  case FS_ERR_STOPPED:
    return FS_EXIT_STOPPED;
  default:
    return FS_EXIT_BUG;
  }
}

PetscErrorCode ErrorDuringRun(PetscErrorCode ierr)
{
  return ErrorExitStatus(ierr) == FS_EXIT_INPUT ? PETSC_ERR_NOT_CONVERGED : ierr;
}

/* Prints a message in one line. */
static void print_error(const char intro[], const char *message)
{
  enum { MOST = 8192 };
  char   copy[MOST];
  size_t n;

  long_phase_clear();
  printable_copy(message ? message : "error", "", copy, sizeof copy);
  for (n = strlen(copy); n >= 4 && !strcmp(copy + n - 4, "\\x0a"); n -= 4) copy[n - 4] = 0;
  fprintf(stderr, "fsolve: %s%s\n", intro, copy);
  fflush(stderr);
}

/* Returns whether an error means that PETSc or a library could not allocate memory, although its
   code says something else. In 3.18, PetscMalloc raises the line number of its caller as the
   code. CHOLMOD (status -2) and UMFPACK, in which nothing else can fail, are recognized by
   PETSc's text. */
static PetscBool is_out_of_memory(const char *function, PetscErrorCode ierr, const char *message)
{
  static const char *const words[] = {"CHOLMOD factorization failed with status -2",
                                      "ordering with status -2",
                                      "CHOLMOD analysis failed with status -2",
                                      "umfpack_UMF_symbolic failed", "umfpack_UMF_numeric failed"};

  if (function && !strncmp(function, "PetscMalloc", strlen("PetscMalloc"))) return PETSC_TRUE;
  if (ierr == PETSC_ERR_MEM && message && strstr(message, "Memory requested")) return PETSC_TRUE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(words) && ierr == PETSC_ERR_LIB && message; k++)
    if (strstr(message, words[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

const char error_out_of_memory[] = "out of memory: make the model smaller, or use more ranks on "
                                   "other machines, or a machine with more memory";

/* The handler between ErrorLogBegin and ErrorLogEnd; context is the ErrorLog. */
static PetscErrorCode RunErrorHandler(MPI_Comm comm, int line, const char *function,
                                      const char *file, PetscErrorCode ierr, PetscErrorType type,
                                      const char *message, void *context)
{
  ErrorLog *log = context;
  int       all, size, rank;

  if (type == PETSC_ERROR_INITIAL && is_out_of_memory(function, ierr, message)) {
    ierr    = PETSC_ERR_MEM;
    message = error_out_of_memory;
  }
  MPI_Comm_size(comm, &size);
  MPI_Comm_size(log->comm, &all);
  if (type == PETSC_ERROR_INITIAL && size < all) log->alone = PETSC_TRUE;
  if (type == PETSC_ERROR_INITIAL && !*log->message)
    printable_copy(message ? message : "error", "", log->message, sizeof log->message);
  if (ErrorExitStatus(ierr) == FS_EXIT_BUG)
    return PetscTraceBackErrorHandler(comm, line, function, file, ierr, type, message, NULL);
  if (type != PETSC_ERROR_INITIAL) return ierr;          /* printed already */
  if (ierr == PETSC_ERR_MEM && log->memory) return ierr; /* the clean-up runs out of memory too */
  log->memory = (PetscBool)(ierr == PETSC_ERR_MEM);
  MPI_Comm_rank(comm, &rank);
  if (rank == 0 && log->prints) print_error("", message);
  return ierr;
}

/* ---- PETSc's list of handlers ---------------------------------------------------------------- */

static PetscErrorCode PushHandler(Handler h)
{
  PetscFunctionBeginUser;
  PetscCheck(nhandlers < MOST_HANDLERS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "calls of cases are nested too deeply");
  PetscCall(PetscPushErrorHandler(h.handle, h.context));
  handlers[nhandlers++] = h;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PopHandler(void)
{
  PetscFunctionBeginUser;
  nhandlers--;
  PetscCall(PetscPopErrorHandler());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int error_handlers(void) { return nhandlers; }

PetscErrorCode ErrorHandlersDrop(int kept)
{
  PetscFunctionBeginUser;
  while (nhandlers > kept) PetscCall(PopHandler());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ErrorLogPause(ErrorLog *log, ErrorPause *pause)
{
  int k = nhandlers;

  PetscFunctionBeginUser;
  pause->first    = active;
  pause->current  = current;
  pause->outer    = log->outer;
  pause->alone    = log->alone;
  pause->memory   = log->memory;
  *pause->message = 0;
  if (*log->message) PetscCall(PetscStrncpy(pause->message, log->message, sizeof pause->message));
  do PetscCall(PetscPopErrorHandler());
  while (--k > active && handlers[k].context != log);
  pause->from = k;
  active      = nhandlers;
  current     = log->outer;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ErrorLogResume(ErrorLog *log, const ErrorPause *pause)
{
  PetscFunctionBeginUser;
  for (int k = pause->from; k < nhandlers; k++)
    PetscCall(PetscPushErrorHandler(handlers[k].handle, handlers[k].context));
  active        = pause->first;
  current       = pause->current;
  log->outer    = pause->outer;
  log->alone    = pause->alone;
  log->memory   = pause->memory;
  *log->message = 0;
  if (*pause->message) PetscCall(PetscStrncpy(log->message, pause->message, sizeof log->message));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ErrorLogBegin(ErrorLog *log)
{
  PetscFunctionBeginUser;
  log->outer = current;
  log->alone = log->memory = PETSC_FALSE;
  *log->message            = 0;
  PetscCall(PushHandler((Handler){RunErrorHandler, log}));
  current = log;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ErrorLogEnd(void)
{
  PetscFunctionBeginUser;
  current = current->outer;
  PetscCall(PopHandler());
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The handler during PetscInitialize. All ranks read the same options and raise the same error,
   so rank 0 prints it. */
static PetscErrorCode OptionErrorHandler(MPI_Comm comm, int line, const char *function,
                                         const char *file, PetscErrorCode ierr, PetscErrorType type,
                                         const char *message, void *context)
{
  int rank;

  (void)comm, (void)line, (void)function, (void)file, (void)context;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (type == PETSC_ERROR_INITIAL && rank == 0) print_error("PETSc refuses the options: ", message);
  return ierr;
}

PetscErrorCode InitializePetsc(int *argc, char ***argv)
{
  static ErrorLog log  = {.prints = PETSC_TRUE};
  PetscErrorCode  ierr = PetscPushErrorHandler(OptionErrorHandler, NULL);

  log.comm = MPI_COMM_WORLD;
  if (!ierr) ierr = PetscInitialize(argc, argv, NULL, NULL);
  /* on top of the first handler, which cannot be popped: -malloc_debug would free it with the wrong
     allocator */
  if (!ierr) ierr = ErrorLogBegin(&log);
  return ierr;
}

/* Replaces line breaks, and the spaces after them, by one space. */
static void join_lines(char text[])
{
  char *to = text;

  for (const char *from = text; *from; from++) {
    const PetscBool breaks = (PetscBool)(*from == '\n' || *from == '\r');

    *to++ = breaks ? ' ' : *from;
    if (breaks) from += strspn(from + 1, " \r\n\t");
  }
  while (to > text && to[-1] == ' ') to--;
  *to = 0;
}

/* The handler between CatchErrorsBegin and CatchErrorsEnd; context is the CaughtError. */
static PetscErrorCode CatchErrorHandler(MPI_Comm comm, int line, const char *function,
                                        const char *file, PetscErrorCode ierr, PetscErrorType type,
                                        const char *message, void *context)
{
  CaughtError *caught = context;
  int          all, size;

  (void)line, (void)file;
  if (type != PETSC_ERROR_INITIAL || caught->code) return ierr;
  if (is_out_of_memory(function, ierr, message)) {
    ierr    = PETSC_ERR_MEM;
    message = error_out_of_memory;
  }
  MPI_Comm_size(comm, &size);
  MPI_Comm_size(current ? current->comm : MPI_COMM_WORLD, &all);
  caught->code  = ierr;
  caught->alone = (PetscBool)(size < all);
  snprintf(caught->text, sizeof caught->text, "%s", message ? message : "error");
  join_lines(caught->text);
  return ierr;
}

PetscErrorCode CatchErrorsBegin(CaughtError *caught)
{
  PetscFunctionBeginUser;
  *caught = (CaughtError){.code = 0};
  PetscCall(PushHandler((Handler){CatchErrorHandler, caught}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CatchErrorsEnd(void) { return PopHandler(); }

PetscErrorCode RaiseCaughtError(MPI_Comm comm, const CaughtError *caught)
{
  PetscFunctionBeginUser;
  PetscCheck(!caught->code, CaughtErrorComm(caught, comm), caught->code, "%s", caught->text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RaiseOptionError(MPI_Comm comm, const CaughtError *caught)
{
  PetscFunctionBeginUser;
  if (caught->code == PETSC_ERR_MEM) PetscCall(RaiseCaughtError(comm, caught));
  PetscCheck(!caught->code, comm, PETSC_ERR_USER_INPUT, "PETSc refuses the options: %s",
             caught->text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets *any to whether bad is true on a rank. If so, text[size] on all ranks is the message of
   the lowest such rank. */
static PetscErrorCode FirstMessage(MPI_Comm comm, PetscBool bad, PetscBool *any, char text[],
                                   int size, const char format[], va_list args)
{
  PetscMPIInt rank, ranks, mine, first;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  mine = bad ? rank : ranks;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm));
  *any = (PetscBool)(first < ranks);
  if (!*any) PetscFunctionReturn(PETSC_SUCCESS);
  if (rank == first) vsnprintf(text, (size_t)size, format, args);
  PetscCallMPI(MPI_Bcast(text, size, MPI_CHAR, first, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises code on all ranks, with the message of FirstMessage, if bad is true on any rank. */
static PetscErrorCode RaiseFirst(MPI_Comm comm, PetscBool bad, PetscErrorCode code,
                                 const char format[], va_list args)
{
  char      text[1024] = "";
  PetscBool any;

  PetscFunctionBeginUser;
  PetscCall(FirstMessage(comm, bad, &any, text, sizeof text, format, args));
  PetscCheck(!any, comm, code, "%s", text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...)
{
  va_list args;

  PetscFunctionBeginUser;
  va_start(args, format);
  PetscCall(RaiseFirst(comm, bad, PETSC_ERR_USER_INPUT, format, args));
  va_end(args);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CheckFileWritten(MPI_Comm comm, PetscBool bad, const char format[], ...)
{
  va_list args;

  PetscFunctionBeginUser;
  va_start(args, format);
  PetscCall(RaiseFirst(comm, bad, PETSC_ERR_FILE_WRITE, format, args));
  va_end(args);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnAllRanks(MPI_Comm comm, PetscBool warn, const char format[], ...)
{
  char      text[1024] = "";
  PetscBool any;
  va_list   args;

  PetscFunctionBeginUser;
  va_start(args, format);
  PetscCall(FirstMessage(comm, warn, &any, text, sizeof text, format, args));
  va_end(args);
  if (any) PetscCall(PetscFPrintf(comm, stderr, "fsolve: warning: %s\n", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
