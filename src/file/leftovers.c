/* leftovers.c: names of unfinished files, and their removal after a kill. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "file_impl.h"
#include "leftovers.h"

enum { DIGITS = 8 };
static const char ENDING[] = ".new";

void unfinished_path(const char path[], PetscInt id, char unfinished[], size_t size)
{
  snprintf(unfinished, size, "%s.%0*x%s", path, DIGITS, (unsigned)id, ENDING);
}

/* Returns whether a name is that of an unfinished file, which becomes the file stem. */
static PetscBool is_unfinished(const char name[], const char stem[])
{
  const size_t n = strlen(stem);

  return (PetscBool)(strlen(name) == n + 1 + DIGITS + strlen(ENDING) && !strncmp(name, stem, n) &&
                     name[n] == '.' && strspn(name + n + 1, "0123456789abcdef") == DIGITS &&
                     !strcmp(name + n + 1 + DIGITS, ENDING));
}

/* Returns whether the file that is open as fd has this name. It does not if a run has finished and
   renamed it, and then the name may be that of the next file of this run. */
static PetscBool is_file_at(const char path[], int fd)
{
  struct stat named, opened;

  return (PetscBool)(!lstat(path, &named) && !fstat(fd, &opened) && S_ISREG(opened.st_mode) &&
                     named.st_dev == opened.st_dev && named.st_ino == opened.st_ino);
}

/* Removes one unfinished file, if no run has locked it and it is one of fsolve. */
static void remove_leftover(const char path[], PetscBool (*is_own)(const char path[]))
{
  const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

  if (fd < 0) return;
  if (!flock(fd, LOCK_EX | LOCK_NB) && is_file_at(path, fd)) {
    JournalRecover(path);
    flock(fd, LOCK_UN); /* is_own opens it with a lock */
    if (is_own(path)) {
      JournalDiscard(path);
      unlink(path);
    }
  }
  close(fd);
}

void RemoveLeftovers(const char path[], PetscBool (*is_own)(const char path[]))
{
  const char *const slash                      = strrchr(path, '/');
  char              folder[PETSC_MAX_PATH_LEN] = ".";
  char              leftover[PETSC_MAX_PATH_LEN * 2];
  DIR              *entries;

  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
  entries = opendir(folder);
  if (!entries) return;
  for (struct dirent *e = readdir(entries); e; e = readdir(entries)) {
    if (!is_unfinished(e->d_name, slash ? slash + 1 : path)) continue;
    snprintf(leftover, sizeof leftover, "%s/%s", folder, e->d_name);
    remove_leftover(leftover, is_own);
  }
  closedir(entries);
}
