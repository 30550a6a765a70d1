/* output_file_check.c: checks the files that PETSc's options write, before PETSc starts.

   PETSc would replace existing files and follow links. A file that cannot be opened would stop one
   rank at the end of a run, while the others wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/printable.h"
#include "file_place.h"
#include "petsc_options.h"
#include "run_files.h"
#include "output_file_check.h"

enum { MAX_PATH = 4096 };

/* Bytes that names of files need beside the name that the user gives: a run adds ".checkpoint.9",
   the number of the run and ".new", and Open MPI adds the numbers of its job and process. */
enum { ADDED = 50 };

/* OutputFile - The files that an option writes. */
typedef struct {
  char        path[MAX_PATH]; /* without the number of a rank */
  const char *mark;           /* between path and the rank's number; "" for one file of all ranks */
  PetscBool   info;           /* there is a file <path>.info too */
} OutputFile;

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

/* Returns whether the type of a viewer ends with a word, as PETSc compares it. */
static PetscBool is_type(const char type[], size_t length, const char word[])
{
  const size_t n = strlen(word);

  return (PetscBool)(length >= n && !strncasecmp(type + length - n, word, n));
}

/* Sets the file that a viewer writes which has no name of its own. */
static void default_file(OutputFile *w, const char variable[], const char name[])
{
  snprintf(w->path, MAX_PATH, "%s", getenv(variable) ? getenv(variable) : name);
}

/* Finds the file of a viewer, type:path:format:mode. */
static void viewer_output_file(const char value[], OutputFile *w)
{
  const char *const colon  = strchr(value, ':');
  const size_t      type   = colon ? (size_t)(colon - value) : strlen(value);
  const PetscBool   binary = is_type(value, type, "binary");

  if (colon) snprintf(w->path, MAX_PATH, "%.*s", (int)strcspn(colon + 1, ":"), colon + 1);
  else if (binary) default_file(w, "PETSC_VIEWER_BINARY_FILENAME", "binaryoutput");
  else if (is_type(value, type, "hdf5")) default_file(w, "PETSC_VIEWER_HDF5_FILENAME", "output.h5");
  w->info = binary;
}

/* OutputOption - An option that writes files without a viewer. */
typedef struct {
  const char *name;     /* with a dash; without one, prefixes of solvers may stand before it */
  const char *fallback; /* the file if the option has no value */
  const char *ending;   /* follows the name of the file */
  const char *mark;     /* as in OutputFile */
  PetscBool   fixed;    /* the value does not name the file */
} OutputOption;

static const OutputOption output_options[] = {
  {"-citations",               NULL,                    "",   "",  PETSC_FALSE},
  {"-history",                 NULL,                    "",   "",  PETSC_FALSE},
  {"-info",                    NULL,                    "",   ".", PETSC_FALSE},
  {"-log",                     "Log",                   ".0", "",  PETSC_FALSE},
  {"-log_all",                 "Log",                   ".0", "",  PETSC_FALSE},
  {"-log_summary",             NULL,                    "",   "",  PETSC_FALSE},
  {"-log_trace",               NULL,                    "",   ".", PETSC_FALSE},
  {"-malloc_dump",             NULL,                    "",   "_", PETSC_FALSE},
  {"-malloc_view",             NULL,                    "",   "_", PETSC_FALSE},
  {"mat_factor_dump_on_error", "matrix_factor_error.0", "",   "",  PETSC_TRUE },
  {"pc_asm_print_subdomains",  NULL,                    "",   "",  PETSC_FALSE},
  {"pc_gasm_print_subdomains", NULL,                    "",   "",  PETSC_FALSE},
  {"pc_mg_dump_binary",        "binaryoutput",          "",   "",  PETSC_TRUE },
  {"snes_mf_jorge",            "noise.out",             "",   "",  PETSC_TRUE },
  {"snes_mf_noise_file",       NULL,                    "",   "",  PETSC_FALSE}
};

/* Returns the row of an option, or NULL. */
static const OutputOption *find_output_option(const char name[])
{
  const size_t length = strlen(name);

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(output_options); k++) {
    const char *const other = output_options[k].name;
    const size_t      n     = strlen(other);

    if (*other == '-' ? !strcasecmp(name, other)
                      : length > n && !strcasecmp(name + length - n, other) &&
                          strchr("-_", name[length - n - 1]))
      return &output_options[k];
  }
  return NULL;
}

/* Finds the file that an option writes. Returns whether there is one. */
static PetscBool option_output_file(const OptionEntry *o, OutputFile *w)
{
  const OutputOption *const known = find_output_option(o->name);

  *w = (OutputFile){"", "", PETSC_FALSE};
  if (!petsc_option_is_allowed(o->name)) return PETSC_FALSE;
  if (known) {
    const char *const value  = known->fixed || !o->value ? known->fallback : o->value;
    const int         length = value ? (int)strcspn(value, *known->mark == '.' ? ":" : "") : 0;

    w->mark = known->mark;
    w->info = known->fixed;
    if (length) snprintf(w->path, MAX_PATH, "%.*s%s", length, value, known->ending);
  } else if (o->value) viewer_output_file(o->value, w);
  if (!strcmp(w->path, "stdout") || !strcmp(w->path, "stderr") || !strcmp(w->path, "/dev/null"))
    w->path[0] = 0;
  return (PetscBool)(w->path[0] != 0);
}

/* Rejects viewers that open windows or connections. */
static int check_viewer(OptionListBuilder *r, const OptionEntry *o)
{
  static const char *const forbidden[] = {"draw", "exodusii", "glvis", "matlab",
                                          "saws", "socket",   "vtk"};
  const size_t             length      = o->value ? strcspn(o->value, ":") : 0;

  if (find_output_option(o->name)) return 0;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(forbidden); k++)
    if (length && petsc_option_is_allowed(o->name) && is_type(o->value, length, forbidden[k]))
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

/* Returns the value of an option, or fallback if it is not given. */
static const char *value_of(FsOptionList supplied, const char name[], const char fallback[])
{
  const OptionEntry *const o = OptionListFind(supplied, name);

  return o && o->value ? o->value : fallback;
}

static int check_path(OptionListBuilder *r, FsOptionList supplied, const OptionEntry *o,
                      const char path[])
{
  const char  *problem = path_problem(path, overwrite_is_on(supplied));
  const size_t length  = strlen(path);
  const char  *output  = value_of(supplied, "-output", "fsolve.h5");
  char         unnamed[MAX_PATH + 16]; /* the checkpoint without -checkpoint */

  snprintf(unnamed, sizeof unnamed, "%s.checkpoint", output);
  if (strpbrk(path, "$~\\") || (length > 2 && !strcmp(path + length - 3, ".gz")))
    problem = "is a name that PETSc would change; write it without $, ~, \\ and .gz";
  if (OptionListReadsFile(supplied, path))
    problem = "is a file that this run reads; give another name";
  if (belongs_to_checkpoint(value_of(supplied, "-checkpoint", unnamed), path))
    problem = "is a name of the -checkpoint; give another one";
  if (belongs_to_output(output, path))
    problem = same_path(output, path) ? "is the file of -output"
                                      : "is a name of a file beside the -output; give another one";
  return problem ? OptionListError(r, "%s: %.300s %s", o->name, path, problem) : 0;
}

/* WrittenFile - A file that an option writes, and its place. */
typedef struct {
  int       option; /* number among OptionList.named */
  FilePlace place;
} WrittenFile;

/* Checks one file of option number i, and adds it to the files file[*n] of the options before. */
static int add_file(OptionListBuilder *r, FsOptionList supplied, int i, const char path[], int *n,
                    WrittenFile file[])
{
  const OptionEntry *const o = &supplied->named[i];

  if (check_path(r, supplied, o, path)) return 1;
  file[*n] = (WrittenFile){i, file_place(path)};
  for (int k = 0; k < *n; k++)
    if (file[k].option != i && same_place(&file[k].place, &file[*n].place))
      return OptionListError(r, "%s and %s write one file, %.300s; give another name",
                             supplied->named[file[k].option].name, o->name, path);
  ++*n;
  return 0;
}

/* Checks the files of option number i. */
static int check_option_files(OptionListBuilder *r, FsOptionList supplied, int i, int nranks,
                              int *n, WrittenFile file[])
{
  OutputFile w;
  char       path[MAX_PATH + 16];

  if (!option_output_file(&supplied->named[i], &w)) return 0;
  for (int k = 0; k < (*w.mark ? nranks : 1); k++) {
    if (*w.mark) snprintf(path, sizeof path, "%s%s%d", w.path, w.mark, k);
    else snprintf(path, sizeof path, "%s", w.path);
    if (add_file(r, supplied, i, path, n, file)) return 1;
  }
  snprintf(path, sizeof path, "%s.info", w.path);
  return w.info && add_file(r, supplied, i, path, n, file);
}

int CheckOutputFiles(OptionListBuilder *r, FsOptionList supplied, int nranks)
{
  WrittenFile *file;
  OutputFile   w;
  size_t       most = 1;
  int          n    = 0, bad;

  for (int i = 0; i < supplied->nnames; i++)
    if (option_output_file(&supplied->named[i], &w)) most += (size_t)(*w.mark ? nranks : 1) + 1;
  file = calloc(most, sizeof *file);
  bad  = file ? 0 : OptionListError(r, "memory is missing for names of files");
  for (int i = 0; i < supplied->nnames && !bad; i++) {
    const OptionEntry *const o = &supplied->named[i];

    if (!supplied->all) bad = check_viewer(r, o);
    if (!bad && !strcasecmp(o->name, "-history") && !o->value)
      bad = OptionListError(r, "-history needs the name of a file");
    if (!bad) bad = check_option_files(r, supplied, i, nranks, &n, file);
  }
  free(file);
  return bad;
}
