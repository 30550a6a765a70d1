/* server.c: runs fsolve in forked copies of a process that has its libraries loaded already, which
   is most of a short run. A copy does what main() of src/main.c does; client.c asks for it.

     server <descriptor of a listening socket> <folder of Open MPI's components>

   The server ends when the other end of its standard input closes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "request.h"
#include "watch.h"

enum { RUNS = 256 };

extern char **environ;
int           fsolve_main(int argc, char *argv[]); /* main() of src/main.c */

static struct {
  pid_t pid; /* 0 if this place is free */
  int   client;
} runs[RUNS];

/* SIGCHLD: answers the clients of the runs that have ended. */
static void answer(int signal_number)
{
  int   status, before = errno;
  pid_t pid;

  (void)signal_number;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
    for (int i = 0; i < RUNS; i++)
      if (runs[i].pid == pid) {
        send(runs[i].client, &status, sizeof status, MSG_NOSIGNAL);
        close(runs[i].client);
        runs[i].pid = 0;
      }
  errno = before;
}

/* Points words[] at n words that begin at text. Returns the end of the last one. */
static char *point_at_words(char *text, int n, char *words[])
{
  for (int i = 0; i < n; i++) {
    words[i] = text;
    text += strlen(text) + 1;
  }
  words[n] = NULL;
  return text;
}

/* Becomes the run that a client asked for. */
static void run(int client, char request[], const int files[])
{
  RequestHead head;
  char      **words, *environment;

  memcpy(&head, request, sizeof head);
  words       = calloc((size_t)(head.arguments + head.variables + 2), sizeof *words);
  environment = point_at_words(request + sizeof head, head.arguments, words);
  environ     = words + head.arguments + 1;
  point_at_words(environment, head.variables, environ);
  if (!watch_start(client)) _exit(127);
  watch_run(1);
  if (fchdir(files[3])) _exit(127);
  for (int i = 0; i < 3; i++) dup2(files[i], i);
  for (int i = 0; i < REQUEST_FILES; i++) close(files[i]);
  exit(fsolve_main(head.arguments, words));
}

/* Reads the request of a client. Returns whether it is complete. */
static int receive(int client, char request[], int files[])
{
  RequestFiles  room;
  struct iovec  data    = {.iov_base = request, .iov_len = REQUEST_SIZE};
  struct msghdr message = {
    .msg_iov = &data, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
  struct cmsghdr *control;

  if (recvmsg(client, &message, MSG_CMSG_CLOEXEC) < (ssize_t)sizeof(RequestHead)) return 0;
  control = CMSG_FIRSTHDR(&message);
  if (!control || control->cmsg_len != CMSG_LEN(REQUEST_FILES * sizeof(int))) return 0;
  memcpy(files, CMSG_DATA(control), REQUEST_FILES * sizeof(int));
  return 1;
}

/* Starts the run of a client. SIGCHLD is blocked meanwhile: it comes when the run has its place. */
static void serve(int client, const sigset_t *usual)
{
  static char request[REQUEST_SIZE];
  int         files[REQUEST_FILES], place = 0;
  pid_t       pid;

  while (place < RUNS && runs[place].pid) place++;
  if (place == RUNS || !receive(client, request, files)) {
    close(client);
    return;
  }
  pid = fork();
  if (pid == 0) {
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, usual, NULL);
    run(client, request, files);
  }
  if (pid < 0) close(client);
  else {
    runs[place].client = client;
    runs[place].pid    = pid;
  }
  for (int i = 0; i < REQUEST_FILES; i++) close(files[i]);
}

/* Loads the components of Open MPI that MPI_Init() would load in each run. */
static void load_components(const char folder[])
{
  static const char used[] =
    "mca_{allocator,bml,btl_self,btl_vader,coll,errmgr,ess,fbtl,fcoll,fs,io,mpool,op,osc_[^u],pmix,"
    "pml_ob1,rcache,reachable,schizo,sharedfp,shmem,state}*.so";
  char   pattern[4096];
  glob_t found;

  snprintf(pattern, sizeof pattern, "%s/%s", folder, used);
  if (glob(pattern, GLOB_BRACE, NULL, &found)) return;
  for (size_t i = 0; i < found.gl_pathc; i++) dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_GLOBAL);
  globfree(&found);
}

int main(int argc, char *argv[])
{
  int           listener = argc > 1 ? atoi(argv[1]) : -1;
  struct pollfd events[] = {
    {STDIN_FILENO, POLLIN, 0},
    {listener,     POLLIN, 0}
  };
  struct sigaction action = {.sa_handler = answer};
  sigset_t         usual, blocked;

  if (argc > 2) load_components(argv[2]);
  fcntl(listener, F_SETFD, FD_CLOEXEC);
  sigaction(SIGCHLD, &action, NULL);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &usual);
  while (!events[0].revents) {
    if (ppoll(events, 2, NULL, &usual) < 0) continue; /* a run has ended */
    if (events[1].revents) serve(accept4(listener, NULL, NULL, SOCK_CLOEXEC), &usual);
  }
  return 0;
}
