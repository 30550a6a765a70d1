/* request.h: what a client sends to the fork server, and what a test script sends to a worker. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_TESTS_START_REQUEST_H
#define FS_TESTS_START_REQUEST_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

/* A request is one message: its head, then the arguments and the environment, each word with its
   zero. Its descriptors are standard input, output and error, and the folder to run in. The answer
   is the status that waitpid() gives. */
enum { REQUEST_SIZE = 1 << 17, REQUEST_FILES = 4 };

typedef struct {
  int arguments, variables; /* numbers of words */
} RequestHead;

typedef union {
  char           room[CMSG_SPACE(REQUEST_FILES * sizeof(int))];
  struct cmsghdr align;
} RequestFiles;

/* A request to a worker (worker.c) goes to each of the ranks that run the case. Its head comes
   first, then the words of the command line, each with its zero. Its descriptors are standard
   output and error, and the folder to run in. The answer is the exit status, or WORK_DECLINED if
   only the program can do what the words ask for. Then nothing was done. */
enum { WORK_FILES = 3, WORK_DECLINED = -1 };

typedef struct {
  int ranks; /* number of ranks of the case: the first ones of the worker */
  int words; /* number of words */
} WorkHead;

typedef union {
  char           room[CMSG_SPACE(WORK_FILES * sizeof(int))];
  struct cmsghdr align;
} WorkFiles;

#endif
