/* many_cases_options.c: reads the options of a run of many cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "case_table.h"
#include "input/file_place.h"
#include "many_cases_impl.h"

/* Input error: an option is given that only a single case can have. */
static PetscErrorCode CheckForbidden(MPI_Comm comm, FsOptionList supplied)
{
  static const char *const names[] = {"-checkpoint", "-checkpoint_every",
                                      "-checkpoint_every_minutes"};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(names); k++)
    PetscCheck(
      !FsOptionListHas(supplied, names[k]), comm, PETSC_ERR_USER_INPUT,
      "%s has no effect with -cases, whose rows are kept as soon as they are there; remove "
      "it",
      names[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -output and -restart. */
static PetscErrorCode ReadPaths(FsOptions o, MPI_Comm comm, ManyCasesOptions *x)
{
  const char *output = "fsolve.h5", *restart = NULL;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, "-output", &output, &given));
  PetscCall(FsOptionsText(o, "-restart", &restart, &x->restarts));
  PetscCheck(strcmp(output, "none") != 0, comm, PETSC_ERR_USER_INPUT,
             "-cases needs a file for its rows; give it with -output");
  if (x->restarts && !given) output = restart;
  PetscCheck(!x->restarts || same_path(output, restart), comm, PETSC_ERR_USER_INPUT,
             "-restart %s: the rows that are missing are added to this file; give it as -output "
             "too, or no -output",
             restart);
  PetscCall(PetscStrncpy(x->path, output, sizeof x->path));
  x->path_is_read = FsOptionsReadsFile(o, x->path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Records the options that all cases have. */
static PetscErrorCode RecordOptions(FsOptionList supplied, char **record)
{
  char                    message[1200];
  OptionListBuilder       builder = {.message = message, .size = sizeof message};
  struct _n_FsOptionList *list    = NULL;
  size_t                  size;
  int                     bad;

  PetscFunctionBeginUser;
  list = calloc(1, sizeof *list);
  bad  = !list || OptionListAddList(&builder, supplied, case_option_is_of_run);
  if (!bad) {
    list->bytes = builder.bytes;
    bad         = OptionListSet(list, builder.nbytes);
  }
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_MEM, "memory is missing for the options");
  size = OptionListWrite(list, NULL, NULL, 0) + 1;
  PetscCall(PetscCalloc1(size, record));
  OptionListWrite(list, NULL, *record, size);
  FsOptionListDestroy(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ManyCasesOptionsRead(FsOptions o, MPI_Comm comm, FsOptionList supplied,
                                    ManyCasesOptions *x)
{
  PetscFunctionBeginUser;
  *x = (ManyCasesOptions){.ranks = 1, .walltime = PETSC_MAX_REAL};
  PetscCall(FsOptionsText(o, "-cases", &x->table, NULL));
  PetscCall(FsOptionsInt(o, "-cases_ranks", 1, &x->ranks, NULL));
  PetscCall(FsOptionsBool(o, "-cases_files", &x->files, NULL));
  PetscCall(FsOptionsBool(o, "-overwrite", &x->overwrite, NULL));
  PetscCall(FsOptionsBool(o, "-quiet", &x->quiet, NULL));
  PetscCall(FsOptionsPositive(o, "-walltime", &x->walltime, NULL));
  PetscCall(CheckForbidden(comm, supplied));
  PetscCall(ReadPaths(o, comm, x));
  PetscCall(RecordOptions(supplied, &x->record));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ManyCasesOptionsFree(ManyCasesOptions *x) { return PetscFree(x->record); }
