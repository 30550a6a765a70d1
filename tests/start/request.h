/* request.h: what a client sends to the fork server, and how it names the server. */
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

#endif
