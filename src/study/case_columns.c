/* case_columns.c: finds columns that are no options, and options that no column may be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "case_columns.h"
#include "case/case.h"
#include "input/manual/documented.h"
#include "input/petsc_options.h"

static const char *const of_run[] = {"-cases",   "-cases_ranks", "-cases_files", "-output",
                                     "-restart", "-overwrite",   "-walltime",    "-quiet"};

PetscBool case_option_is_of_run(const char name[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(of_run); k++)
    if (!strcasecmp(name, of_run[k])) return PETSC_TRUE;
  return petsc_option_is_of_program(name);
}

static PetscErrorCode CheckColumn(MPI_Comm comm, FsOptions manual, const CaseTable *t,
                                  const char name[])
{
  char nearest[256], dashed[256];

  PetscFunctionBeginUser;
  if (*name != '-') PetscFunctionReturn(PETSC_SUCCESS); /* a constant */
  PetscCheck(!case_option_is_of_run(name) && strncasecmp(name, "-checkpoint", 11) != 0, comm,
             PETSC_ERR_USER_INPUT,
             "-cases %s: %s is an option of the whole run, not of a case; remove the column",
             t->path, name);
  PetscCall(PetscSNPrintf(dashed, sizeof dashed, "%s", name));
  PetscCheck(OptionIsDocumented(manual, dashed, nearest, sizeof nearest), comm,
             PETSC_ERR_USER_INPUT, "-cases %s: unknown option %s in the header; %s%s%s", t->path,
             name, *nearest ? "did you mean " : "", *nearest ? nearest : "-help lists the options",
             *nearest ? "?" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseColumnsCheck(MPI_Comm comm, const CaseTable *t)
{
  FsOptions manual;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreateForManual(&manual));
  PetscCall(CaseDocumentOptions(manual));
  for (PetscInt c = 0; c < t->ncolumns; c++) PetscCall(CheckColumn(comm, manual, t, t->name[c]));
  PetscCall(FsOptionsDestroy(&manual));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt case_columns_first_row(const CaseTable *t, PetscInt column)
{
  PetscInt k = 0;

  while (k < t->n && !*case_table_value(t, k, column)) k++;
  return k;
}

/* Returns whether the words before a name, and the name as a whole word, are in a message. */
static PetscBool says(const char message[], const char before[], const char name[])
{
  char        words[512];
  const char *found;

  snprintf(words, sizeof words, "%s%s", before, name);
  found = strstr(message, words);
  return (PetscBool)(found && strchr(";:, ", found[strlen(words)]));
}

PetscBool case_columns_unknown(const CaseTable *t, PetscInt k, const char message[])
{
  for (PetscInt c = 0; c < t->ncolumns; c++)
    if (case_columns_first_row(t, c) == k &&
        says(message, *t->name[c] == '-' ? "unknown option " : "-let ", t->name[c]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}
