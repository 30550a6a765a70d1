/* find_file.c: finds the files that options name, in the working directory or beside the case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "options_impl.h"

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

PetscBool OptionListReadsFile(FsOptionList supplied, const char path[])
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
