/* worker.c: runs the cases that a test script asks for, one after another in this process, or on
   the ranks that mpirun has started.

     worker <socket>

   Every rank connects to the socket and sends its number. A request is a message of request.h. The
   worker reads its words as the program reads its command line, gives the options to a case of
   <fs/case.h>, runs it, and answers with the exit status that the program would have. Ranks wait
   for a request in the kernel, without using the processor. The worker ends when its connection
   is closed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "base/error.h"
#include "base/process.h"
#include "base/printing.h"
#include "case/case.h"
#include "case/case_impl.h"
#include "input/arguments.h"
#include "input/option_list.h"
#include "input/petsc_options.h"
#include "request.h"
#include "watch.h"

enum { MOST_RANKS = 64, MOST_WORDS = 4096 };

/* Worker - This rank, and what it has from its start to its end. */
typedef struct {
  int      connection, rank, nranks;
  int      usual[2];              /* copies of standard output and error */
  MPI_Comm first[MOST_RANKS + 1]; /* [n] the first n ranks, or MPI_COMM_NULL on the others */
} Worker;

/* Request - A message that was received. */
typedef struct {
  WorkHead head;
  int      files[WORK_FILES];     /* standard output and error, and the folder to run in */
  char    *words[MOST_WORDS + 2]; /* a program's name, the words, NULL */
  char     bytes[REQUEST_SIZE];
} Request;

/* ---- a case ---------------------------------------------------------------------------------- */

static PetscBool skips_none(const char name[])
{
  (void)name;
  return PETSC_FALSE;
}

/* Returns whether only the program does what the options ask for. */
static PetscBool needs_program(FsOptionList list)
{
  static const char *const names[] = {"-version", "-h",     "-help", "-cases",
                                      "-precice", "-petsc", NULL};

  for (int k = 0; names[k]; k++)
    if (FsOptionListHas(list, names[k])) return PETSC_TRUE;
  for (int k = 0; k < list->nnames; k++)
    if (petsc_option_is_of_program(list->named[k].name)) return PETSC_TRUE;
  return FsOptionListIsEmpty(list);
}

/* Prints an error message as the program does. Returns its exit status. */
static int refuse(const Worker *w, const char text[])
{
  char copy[4096];

  printable_copy(text, "", copy, sizeof copy);
  if (!w->rank) fprintf(stderr, "fsolve: %s\n", copy);
  return FS_EXIT_INPUT;
}

static PetscErrorCode RunCase(FsCase c, FsOptionList list)
{
  PetscErrorCode ierr;

  c->process.errors.prints = PETSC_TRUE;
  if (OptionListAddList(&c->given, list, skips_none)) return PETSC_ERR_MEM;
  ierr = FsCaseSetUp(c);
  return ierr ? ierr : FsCaseRun(c);
}

/* Runs the case of a list. Sets *aborts to whether this process can do nothing else afterwards. */
static int run_list(MPI_Comm comm, FsOptionList list, PetscBool *aborts)
{
  FsCase         c;
  PetscErrorCode ierr = FsCaseCreate(comm, &c);
  int            status;

  if (ierr) return FS_EXIT_BUG;
  ierr    = RunCase(c, list);
  status  = FsCaseGetStatus(ierr);
  *aborts = (PetscBool)(status == FS_EXIT_BUG || (ierr && CaseMustAbort(c)));
  if (!*aborts && FsCaseDestroy(&c)) *aborts = PETSC_TRUE;
  return status;
}

/* Runs the case of a request. Returns its exit status, or WORK_DECLINED. */
static int run_request(const Worker *w, Request *r, PetscBool *aborts)
{
  char         message[1024];
  const char  *none;
  FsOptionList list;
  int          status;

  for (int k = 0; k < 3; k++)
    if (arguments_have(r->head.words, r->words, (const char *[]){"-version", "-h", "-help"}[k],
                       &none))
      return WORK_DECLINED;
  if (OptionListReadAlone(r->head.words, r->words, &list, message, sizeof message))
    return refuse(w, message);
  status = needs_program(list) ? WORK_DECLINED : run_list(w->first[r->head.ranks], list, aborts);
  FsOptionListDestroy(&list);
  return status;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Sets the words of a request of size bytes. Returns whether it is complete. */
static int find_words(Request *r, size_t size)
{
  static char name[] = "fsolve";
  char       *at = r->bytes + sizeof r->head, *end = r->bytes + size;

  if (size < sizeof r->head) return 0;
  memcpy(&r->head, r->bytes, sizeof r->head);
  if (r->head.words > MOST_WORDS || r->head.ranks < 1 || r->head.ranks > MOST_RANKS) return 0;
  r->words[0] = name;
  for (int k = 1; k <= r->head.words; k++) {
    if (at >= end) return 0;
    r->words[k] = at;
    at += strlen(at) + 1;
  }
  r->words[++r->head.words] = NULL;
  return at == end;
}

/* Waits for the next request. Returns 0 at the end. */
static int receive(int connection, Request *r)
{
  WorkFiles     room;
  struct iovec  data    = {.iov_base = r->bytes, .iov_len = sizeof r->bytes - 1};
  struct msghdr message = {
    .msg_iov = &data, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
  struct cmsghdr *control;
  ssize_t         size = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);

  if (size <= 0) return 0;
  control = CMSG_FIRSTHDR(&message);
  if (!control || control->cmsg_len != CMSG_LEN(sizeof r->files)) return 0;
  memcpy(r->files, CMSG_DATA(control), sizeof r->files);
  r->bytes[size] = 0;
  return find_words(r, (size_t)size);
}

/* Makes two descriptors standard output and error. */
static void print_to(const int files[])
{
  fflush(NULL);
  dup2(files[0], STDOUT_FILENO);
  dup2(files[1], STDERR_FILENO);
  clearerr(stdout);
  clearerr(stderr);
}

/* Does what a request asks for, and answers. */
static void serve(const Worker *w, Request *r)
{
  PetscBool aborts = PETSC_FALSE;
  int32_t   status = FS_EXIT_BUG;

  watch_run(1);
  print_to(r->files);
  if (!fchdir(r->files[2])) status = run_request(w, r, &aborts);
  print_to(w->usual);
  for (int k = 0; k < WORK_FILES; k++) close(r->files[k]);
  if (chdir("/")) status = FS_EXIT_BUG; /* scripts remove their folders */
  watch_run(0);
  send(w->connection, &status, sizeof status, MSG_NOSIGNAL);
  if (!aborts) return;
  if (w->nranks == 1) _exit(status);
  MPI_Abort(MPI_COMM_WORLD, status);
}

/* ---- the life of a worker -------------------------------------------------------------------- */

static int connect_to(const char name[])
{
  struct sockaddr_un address    = {.sun_family = AF_UNIX};
  int                connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

  if (strlen(name) >= sizeof address.sun_path || connection < 0) return -1;
  strcpy(address.sun_path, name);
  return connect(connection, (struct sockaddr *)&address, sizeof address) ? -1 : connection;
}

/* Creates the communicator of the first n ranks for each n. */
static void create_communicators(Worker *w)
{
  for (int n = 1; n <= w->nranks; n++)
    MPI_Comm_split(MPI_COMM_WORLD, w->rank < n ? 0 : MPI_UNDEFINED, 0, &w->first[n]);
}

static void free_communicators(Worker *w)
{
  for (int n = 1; n <= w->nranks; n++)
    if (w->first[n] != MPI_COMM_NULL) MPI_Comm_free(&w->first[n]);
}

int main(int argc, char *argv[])
{
  static Request request;
  char           skip[]  = "-skip_petscrc";
  char          *words[] = {argv[0], skip, NULL}, **petsc_words = words;
  int            nwords = 2;
  Worker         w      = {.connection = argc > 1 ? connect_to(argv[1]) : -1};
  int32_t        rank;

  if (w.connection < 0 || InitializeMpi(&nwords, &petsc_words)) return FS_EXIT_BUG;
  if (PetscInitialize(&nwords, &petsc_words, NULL, NULL)) return FS_EXIT_BUG;
  MPI_Comm_size(MPI_COMM_WORLD, &w.nranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &w.rank);
  if (w.nranks > MOST_RANKS || !watch_start(w.connection)) return FS_EXIT_BUG;
  create_communicators(&w);
  w.usual[0] = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  w.usual[1] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  rank       = w.rank;
  send(w.connection, &rank, sizeof rank, MSG_NOSIGNAL);
  while (receive(w.connection, &request)) serve(&w, &request);
  free_communicators(&w);
  PetscFinalize();
  MPI_Finalize();
  return 0;
}
