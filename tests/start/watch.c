/* watch.c: a thread that waits for the end of a connection, and does nothing else.

   The kernel would send a signal by itself (O_ASYNC), but also for a message whose sender has not
   returned yet, when its receiver is already at work on it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
#include "watch.h"

static int         watched = -1;
static atomic_bool running = 0;

/* Waits until the other end closes, or returns at once whether it has. */
static int other_end_closed(int wait)
{
  struct pollfd end = {.fd = watched};

  while (poll(&end, 1, wait ? -1 : 0) < 0)
    ;
  return end.revents != 0;
}

static void *wait_for_end(void *unused)
{
  (void)unused;
  if (other_end_closed(1) && running) kill(getpid(), SIGKILL);
  return NULL;
}

int watch_start(int connection)
{
  sigset_t  all, before; /* signals are for the thread that runs cases */
  pthread_t thread;
  int       error;

  watched = connection;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  error = pthread_create(&thread, NULL, wait_for_end, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return !error;
}

void watch_run(int under_way)
{
  running = under_way;
  if (under_way && other_end_closed(0)) kill(getpid(), SIGKILL);
}
