/* file_place.c: finds the place to which a path leads, the files that options name, and whether
   a run may write its files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* O_TMPFILE */
#include <stdio.h>
#include <string.h>
#include "file_place.h"
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "options_impl.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include "base/printing.h"
#include "petsc_options.h"

enum { MAX_PATH = 4096 };

/* Writes the components of path without "." and ".." to rest[size]. */
static void normalize(const char path[], char rest[], size_t size)
{
  size_t n = 0;

  *rest = 0;
  for (const char *at = path; *at; at += strspn(at, "/")) {
    const size_t length = strcspn(at, "/");

    if (length == 2 && !strncmp(at, "..", 2)) {
      while (n && rest[--n] != '/')
        ;
      rest[n] = 0;
    } else if ((length != 1 || *at != '.') && n + length + 2 < size) {
      n += (size_t)snprintf(rest + n, size - n, "%s%.*s", n ? "/" : "", (int)length, at);
    }
    at += length;
  }
}

/* Returns the existing file, or the place of a new file, to which a path leads.
   Symbolic links are followed. Not collective. */
static FilePlace file_place(const char path[])
{
  FilePlace place            = {.exists = PETSC_FALSE};
  char      folder[MAX_PATH] = "";
  size_t    length;

  place.exists = (PetscBool)!stat(path, &place.file);
  snprintf(folder, sizeof folder - 1, "%s%s", *path == '/' ? "" : "./", path);
  for (length = strlen(folder); length; folder[length] = 0) {
    while (length && folder[length - 1] != '/') length--;
    folder[length] = 0;
    if (!stat(folder, &place.folder) && S_ISDIR(place.folder.st_mode)) break;
    if (length) length--;
  }
  normalize(path + PetscMin(strlen(path), length - (*path == '/' || !length ? 0 : 2)), place.rest,
            sizeof place.rest);
  return place;
}

/* Returns whether two files are one. */
static PetscBool same_inode(const struct stat *a, const struct stat *b)
{
  return (PetscBool)(a->st_dev == b->st_dev && a->st_ino == b->st_ino);
}

/* Returns whether a and b are the same file, which need not exist. Not collective. */
static PetscBool same_place(const FilePlace *a, const FilePlace *b)
{
  if (a->exists && b->exists && same_inode(&a->file, &b->file)) return PETSC_TRUE;
  return (PetscBool)(same_inode(&a->folder, &b->folder) && !strcmp(a->rest, b->rest));
}

PetscBool same_path(const char a[], const char b[])
{
  const FilePlace x = file_place(a), y = file_place(b);

  return same_place(&x, &y);
}

/* ---- find file ------------------------------------------------------------------------------- */

void OptionListFindFile(FsOptionList supplied, const char name[], char path[], size_t size)
{
  snprintf(path, size, "%s", name);
  if (!access(path, F_OK) || name[0] == '/') return;
  for (int i = 0; supplied && i < supplied->n; i++) {
    const OptionEntry *const o     = &supplied->option[i];
    const char *const        slash = OptionIsFile(o) ? strrchr(o->value, '/') : NULL;

    if (!slash) continue;
    snprintf(path, size, "%.*s/%s", (int)(slash - o->value), o->value, name);
    if (!access(path, F_OK)) return;
  }
  snprintf(path, size, "%s", name);
}

PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[], size_t size)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(o->comm, &rank));
  if (rank == 0) OptionListFindFile(o->supplied, name, path, size);
  PetscCallMPI(MPI_Bcast(path, (int)size, MPI_CHAR, 0, o->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsSameFile(const char a[], const char b[])
{
  struct stat x, y;

  return (PetscBool)(!stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

/* Returns whether path is among the files of a list such as "file:/dataset,file:/dataset".

   A name ends before one of the characters of ends. */
static PetscBool list_names_file(FsOptionList supplied, const char list[], const char ends[],
                                 const char path[])
{
  for (const char *item = list; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
    char name[PETSC_MAX_PATH_LEN], file[PETSC_MAX_PATH_LEN];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(item, ends), item);
    OptionListFindFile(supplied, name, file, sizeof file);
    if (FsSameFile(file, path)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Returns whether the option names a file of columns. */
static PetscBool names_table(const char option[])
{
  static const char end[] = "_stations";
  const size_t      n = strlen(option), m = strlen(end);

  return (PetscBool)(!strncasecmp(option, "-table_", strlen("-table_")) ||
                     (!strncasecmp(option, "-part_", strlen("-part_")) && n > m &&
                      !strcasecmp(option + n - m, end)));
}

/* Returns whether path leads to a file that the run reads: an options file,
   a mesh, a table, the shape of an imperfection, or a checkpoint. Not collective. */
static PetscBool OptionListReadsFile(FsOptionList supplied, const char path[])
{
  const OptionEntry *const mesh    = OptionListFind(supplied, "-mesh");
  const OptionEntry *const shapes  = OptionListFind(supplied, "-imperfection");
  const OptionEntry *const state   = OptionListFind(supplied, "-state_from");
  const OptionEntry *const restart = OptionListFind(supplied, "-restart");

  if (shapes && shapes->value && list_names_file(supplied, shapes->value, ":,", path))
    return PETSC_TRUE;
  if (mesh && mesh->value && list_names_file(supplied, mesh->value, ",", path)) return PETSC_TRUE;
  if (state && state->value && FsSameFile(state->value, path)) return PETSC_TRUE;
  if (restart && restart->value && FsSameFile(restart->value, path)) return PETSC_TRUE;
  for (int i = 0; supplied && i < supplied->n; i++) {
    const OptionEntry *const o = &supplied->option[i];

    if (OptionIsFile(o) && FsSameFile(o->value, path)) return PETSC_TRUE;
    if (!names_table(o->name) || !o->value) continue;
    if (list_names_file(supplied, o->value, "", path) ||
        list_names_file(supplied, o->value, ":", path))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscBool FsOptionsReadsFile(FsOptions o, const char path[])
{
  return OptionListReadsFile(o->supplied, path);
}

/* ---- output file check ----------------------------------------------------------------------- */

/* Checks the files that a run writes, before PETSc starts.

   PETSc would replace the file of -log_view and follow links. If it could not open this file, it
   would stop one rank at the end of a run, while the others wait. */

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
