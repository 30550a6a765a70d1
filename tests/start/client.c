/* client.c: lets the fork server run fsolve with the arguments, the environment, the folder and the
   files of this process, and ends as that run ends. Without a server it becomes fsolve itself.

     FSOLVE_SERVER=<socket> client <fsolve> <arguments of fsolve> */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "request.h"

extern char **environ;

/* Appends words to a request of *size bytes. Returns their number, or -1 if they do not fit. */
static int append(char *const words[], char request[], size_t *size)
{
  int n = 0;

  for (; words[n]; n++) {
    size_t length = strlen(words[n]) + 1;

    if (*size + length > REQUEST_SIZE) return -1;
    memcpy(request + *size, words[n], length);
    *size += length;
  }
  return n;
}

/* Sends the request. Returns whether that worked. */
static int send_request(int server, char *const words[])
{
  static char   request[REQUEST_SIZE];
  int           files[REQUEST_FILES] = {0, 1, 2, open(".", O_RDONLY | O_DIRECTORY)};
  size_t        size                 = sizeof(RequestHead);
  RequestHead   head;
  RequestFiles  room;
  struct iovec  data    = {.iov_base = request};
  struct msghdr message = {
    .msg_iov = &data, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
  struct cmsghdr *control = CMSG_FIRSTHDR(&message);

  head.arguments = append(words, request, &size);
  head.variables = append(environ, request, &size);
  if (files[3] < 0 || head.arguments < 0 || head.variables < 0) return 0;
  memcpy(request, &head, sizeof head);
  data.iov_len = size;
  *control     = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof files)};
  memcpy(CMSG_DATA(control), files, sizeof files);
  return sendmsg(server, &message, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Returns a connection to the server, or -1. */
static int connect_to(const char name[])
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int                server  = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  int                most    = REQUEST_SIZE;

  if (strlen(name) >= sizeof address.sun_path || server < 0) return -1;
  strcpy(address.sun_path, name);
  setsockopt(server, SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
  return connect(server, (struct sockaddr *)&address, sizeof address) ? -1 : server;
}

/* Ends as a run with this status ended. */
static int end_like(int status)
{
  struct rlimit none = {0, 0};

  if (WIFEXITED(status)) return WEXITSTATUS(status);
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  return raise(WTERMSIG(status));
}

int main(int argc, char *argv[])
{
  const char *name   = getenv("FSOLVE_SERVER");
  int         server = argc > 1 && name ? connect_to(name) : -1, status;

  if (argc < 2) return 1;
  if (server < 0 || !send_request(server, argv + 1)) {
    execv(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
  }
  if (recv(server, &status, sizeof status, 0) == sizeof status) return end_like(status);
  fprintf(stderr, "client: the fork server ended\n");
  return 127;
}
