/* output_file_check.c: checks the files that PETSc's options write, before PETSc starts.

   PETSc would replace existing files and follow links. A file that cannot be opened would stop one
   rank at the end of a run, while the others wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "petsc_options.h"
#include "output_file_check.h"

enum { MAX_PATH = 4096 };

/* OutputFile - A file that an option names. */
typedef struct {
  char        path[MAX_PATH]; /* without the number of a rank */
  const char *mark;           /* between path and the rank's number; "" for one file of all ranks */
  PetscBool   info;           /* there is a file <path>.info too */
} OutputFile;

const char *path_problem(const char path[], PetscBool overwrite)
{
  const char *const slash               = strrchr(path, '/');
  char              directory[MAX_PATH] = ".";
  struct stat       status;

  if (!lstat(path, &status)) {
    if (S_ISLNK(status.st_mode))
      return "is a symbolic link, which is not followed; give another name";
    if (!S_ISREG(status.st_mode)) return "is not a file";
    if (!overwrite) return "exists; give -overwrite or another name";
  }
  if (slash)
    snprintf(directory, sizeof directory, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  return access(directory, W_OK)
           ? "cannot be made: its directory does not exist or cannot be written"
           : NULL;
}

/* Returns whether two paths are of one file, which need not exist. */
static PetscBool same_path(const char a[], const char b[])
{
  const char *const x = strrchr(a, '/'), *const y = strrchr(b, '/');
  char at[2][MAX_PATH];

  if (FsSameFile(a, b)) return PETSC_TRUE;
  snprintf(at[0], MAX_PATH, "%.*s/.", x ? (int)(x - a) : 1, x ? a : ".");
  snprintf(at[1], MAX_PATH, "%.*s/.", y ? (int)(y - b) : 1, y ? b : ".");
  return (PetscBool)(!strcmp(x ? x + 1 : a, y ? y + 1 : b) && FsSameFile(at[0], at[1]));
}

/* Finds the file of a viewer, type:path:format:mode. */
static void viewer_output_file(const char value[], OutputFile *w)
{
  const char *const colon  = strchr(value, ':');
  const size_t      type   = colon ? (size_t)(colon - value) : strlen(value);
  const PetscBool   binary = (PetscBool)(type == 6 && !strncmp(value, "binary", 6));
  const PetscBool   hdf5   = (PetscBool)(type == 4 && !strncmp(value, "hdf5", 4));

  if (colon) snprintf(w->path, MAX_PATH, "%.*s", (int)strcspn(colon + 1, ":"), colon + 1);
  else if (binary) snprintf(w->path, MAX_PATH, "binaryoutput"); /* PETSc's defaults */
  else if (hdf5) snprintf(w->path, MAX_PATH, "output.h5");
  if (!strcmp(w->path, "stdout") || !strcmp(w->path, "stderr") || !strcmp(w->path, "/dev/null"))
    w->path[0] = 0;
  w->info = binary;
}

/* Finds the file that an option writes. Returns whether there is one. */
static PetscBool option_output_file(const OptionEntry *o, OutputFile *w)
{
  static const struct {
    const char *name, *mark;
  } file_options[] = {
    {"-citations",   "" },
    {"-history",     "" },
    {"-info",        "."},
    {"-log_trace",   "."},
    {"-malloc_dump", "_"},
    {"-malloc_view", "_"}
  };

  *w = (OutputFile){"", "", PETSC_FALSE};
  if (!o->value || !petsc_option_is_allowed(o->name)) return PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(file_options); k++)
    if (!strcasecmp(o->name, file_options[k].name)) {
      w->mark = file_options[k].mark;
      snprintf(w->path, MAX_PATH, "%.*s", (int)strcspn(o->value, *w->mark == '.' ? ":" : ""),
               o->value);
      return (PetscBool)(w->path[0] != 0);
    }
  viewer_output_file(o->value, w);
  return (PetscBool)(w->path[0] != 0);
}

/* Rejects viewers that open windows or connections. */
static int check_viewer(OptionListBuilder *r, const OptionEntry *o)
{
  static const char *const forbidden[] = {"draw", "exodusii", "glvis", "matlab",
                                          "saws", "socket",   "vtk"};
  const size_t             length      = o->value ? strcspn(o->value, ":") : 0;

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(forbidden); k++)
    if (o->value && petsc_option_is_allowed(o->name) && strlen(forbidden[k]) == length &&
        !strncasecmp(forbidden[k], o->value, length))
      return OptionListError(r, "%s %.40s: a viewer is ascii, binary or hdf5, as in :file.txt",
                             o->name, o->value);
  return 0;
}

/* Returns the value of -overwrite as FsOptionsBool reads it, which rejects other words later. */
static PetscBool overwrite_is_on(FsOptionList supplied)
{
  const OptionEntry *const o = OptionListFind(supplied, "-overwrite");

  return (PetscBool)(o && (!o->value || !*o->value || strchr("1tTyY", *o->value) ||
                           !strcasecmp(o->value, "on")));
}

static int check_path(OptionListBuilder *r, FsOptionList supplied, const OptionEntry *o,
                      const char path[])
{
  const OptionEntry *const output  = OptionListFind(supplied, "-output");
  const char              *problem = path_problem(path, overwrite_is_on(supplied));
  const size_t             length  = strlen(path);

  if (strpbrk(path, "$~\\") || (length > 2 && !strcmp(path + length - 3, ".gz")))
    problem = "is a name that PETSc would change; write it without $, ~, \\ and .gz";
  if (OptionListReadsFile(supplied, path))
    problem = "is a file that this run reads; give another name";
  if (same_path(path, output && output->value ? output->value : "fsolve.h5"))
    problem = "is the file of -output";
  return problem ? OptionListError(r, "%s: %.300s %s", o->name, path, problem) : 0;
}

int CheckOutputFiles(OptionListBuilder *r, FsOptionList supplied, int nranks)
{
  OutputFile w, other;
  char       path[MAX_PATH + 16];

  for (int i = 0; i < supplied->nnames; i++) {
    const OptionEntry *const o = &supplied->named[i];

    if (!supplied->all && check_viewer(r, o)) return 1;
    if (!strcasecmp(o->name, "-history") && !o->value)
      return OptionListError(r, "-history needs the name of a file");
    if (!option_output_file(o, &w)) continue;
    for (int k = 0; k < (*w.mark ? nranks : 1); k++) {
      if (*w.mark) snprintf(path, sizeof path, "%s%s%d", w.path, w.mark, k);
      else snprintf(path, sizeof path, "%s", w.path);
      if (check_path(r, supplied, o, path)) return 1;
    }
    snprintf(path, sizeof path, "%s.info", w.path);
    if (w.info && check_path(r, supplied, o, path)) return 1;
    for (int j = 0; j < i; j++)
      if (option_output_file(&supplied->named[j], &other) && same_path(w.path, other.path))
        return OptionListError(r, "%s and %s write one file, %.300s; give another name",
                               supplied->named[j].name, o->name, w.path);
  }
  return 0;
}
