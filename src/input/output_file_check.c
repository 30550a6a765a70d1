/* output_file_check.c: checks the files that a run writes, before PETSc starts.

   PETSc would replace the file of -log_view and follow links. If it could not open this file, it
   would stop one rank at the end of a run, while the others wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* O_TMPFILE */
#include <stdio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/printing.h"
#include "file_place.h"
#include "petsc_options.h"
#include "output_file_check.h"

enum { MAX_PATH = 4096 };

/* Bytes that names of files need beside the name that the user gives: a run adds ".checkpoint.9",
   the number of the run and ".new", and Open MPI adds the numbers of its job and process. */
enum { ADDED = 50 };

/* Returns what is wrong with the name of a file in a directory, or NULL. */
static const char *name_problem(const char directory[], const char name[])
{
  const long most = pathconf(directory, _PC_NAME_MAX);

  if (!*name) return "is not a file";
  if (!is_printable(name))
    return "has a control character, or bytes that are not UTF-8, in its name; give another name";
  return most > 0 && strlen(name) + ADDED > (size_t)most
           ? "has too long a name; give one of at most 200 bytes"
           : NULL;
}

/* Returns whether a file can be made in a directory, by making one. */
static PetscBool is_writable(const char directory[])
{
  char        name[MAX_PATH + 32];
  struct stat status;
  int         fd;

  if (stat(directory, &status) || !S_ISDIR(status.st_mode) || access(directory, W_OK))
    return PETSC_FALSE;
  fd = open(directory, O_TMPFILE | O_WRONLY, 0600); /* has no name */
  if (fd < 0) {                                     /* the file system may have no such files */
    snprintf(name, sizeof name, "%s/.fsolve.%ld", directory, (long)getpid());
    fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd >= 0) unlink(name);
    else if (errno == ENOSPC || errno == EDQUOT || errno == EEXIST) return PETSC_TRUE;
  }
  if (fd >= 0) close(fd);
  return (PetscBool)(fd >= 0);
}

const char *path_problem(const char path[], PetscBool overwrite)
{
  const char *const slash               = strrchr(path, '/');
  const char       *problem             = NULL;
  char              directory[MAX_PATH] = ".";
  struct stat       status;

  if (strlen(path) + ADDED > MAX_PATH) return "is too long a path; give a shorter one";
  if (slash)
    snprintf(directory, sizeof directory, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  problem = name_problem(directory, slash ? slash + 1 : path);
  if (problem) return problem;
  if (!lstat(path, &status)) {
    if (S_ISLNK(status.st_mode))
      return "is a symbolic link, which is not followed; give another name";
    if (!S_ISREG(status.st_mode)) return "is not a file";
    if (!overwrite) return "exists; give -overwrite or another name";
  }
  return is_writable(directory)
           ? NULL
           : "cannot be made: its directory does not exist or cannot be written";
}

/* Returns the value of -overwrite as FsOptionsBool reads it, which rejects other words later. */
static PetscBool overwrite_is_on(FsOptionList supplied)
{
  const OptionEntry *const o = OptionListFind(supplied, "-overwrite");

  return (PetscBool)(o && (!o->value || !*o->value || strchr("1tTyY", *o->value) ||
                           !strcasecmp(o->value, "on")));
}

/* Returns the value of an option, or fallback if it is not given. */
static const char *value_of(FsOptionList supplied, const char name[], const char fallback[])
{
  const OptionEntry *const o = OptionListFind(supplied, name);

  return o && o->value ? o->value : fallback;
}

/* Returns what is wrong with the path of the file of -log_view, or NULL. */
static const char *log_problem(FsOptionList supplied, const char path[])
{
  const size_t length = strlen(path);
  const char  *output = value_of(supplied, "-output", "fsolve.h5");
  char         unnamed[MAX_PATH + 16]; /* the checkpoint without -checkpoint */

  snprintf(unnamed, sizeof unnamed, "%s.checkpoint", output);
  if (same_path(output, path)) return "is the file of -output";
  if (belongs_to_output(output, path))
    return "is a name of a file beside the -output; give another one";
  if (belongs_to_checkpoint(value_of(supplied, "-checkpoint", unnamed), path))
    return "is a name of the -checkpoint; give another one";
  if (OptionListReadsFile(supplied, path))
    return "is a file that this run reads; give another name";
  if (strpbrk(path, "$~\\") || (length > 2 && !strcmp(path + length - 3, ".gz")))
    return "is a name that PETSc would change; write it without $, ~, \\ and .gz";
  return path_problem(path, overwrite_is_on(supplied));
}

int CheckLogFile(OptionListBuilder *r, FsOptionList supplied)
{
  const char *const value   = value_of(supplied, "-log_view", "");
  const char       *problem = NULL;
  char              path[MAX_PATH];

  if (!*value || supplied->all) return 0;
  if (*value != ':')
    return OptionListError(r, "-log_view %.100s: write :<file>, as in -log_view :log.txt", value);
  snprintf(path, sizeof path, "%.*s", (int)strcspn(value + 1, ":"), value + 1);
  if (*path && strcmp(path, "/dev/null")) problem = log_problem(supplied, path);
  return problem ? OptionListError(r, "-log_view: %.300s %s", path, problem) : 0;
}

/* ---- run files ------------------------------------------------------------------------------- */

void xdmf_path(const char output[], char path[], size_t size)
{
  const char *const end  = strrchr(output, '.');
  const PetscBool   ends = (PetscBool)(end && !strchr(end, '/') && end != output);

  snprintf(path, size, "%.*s.xdmf", (int)(ends ? (size_t)(end - output) : strlen(output)), output);
}

/* Returns whether path leads to stem, or to a file whose name is stem with one of the endings,
   which a NULL closes. */
static PetscBool leads_to_one_of(const char path[], const char stem[], const char *const endings[])
{
  char other[MAX_PATH + 16];

  for (int k = 0; endings[k]; k++) {
    snprintf(other, sizeof other, "%s%s", stem, endings[k]);
    if (same_path(path, other)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool belongs_to_output(const char output[], const char path[])
{
  static const char *const endings[] = {"", ".journal", ".stop", NULL};
  char                     xdmf[MAX_PATH + 16];

  xdmf_path(output, xdmf, sizeof xdmf);
  return (PetscBool)(same_path(path, xdmf) || leads_to_one_of(path, output, endings));
}

PetscBool belongs_to_checkpoint(const char checkpoint[], const char path[])
{
  static const char *const endings[] = {"", ".1", NULL};

  return leads_to_one_of(path, checkpoint, endings);
}
