/* tables.c: reads tables, whose columns are functions in formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/formula/symbols.h"
#include "columns.h"

const FsOptionDoc table_options[] = {
  {"-tables",               "<name>,...", "names of tables, each described by -table_<name>"},
  {"-table_<name>",         "<file>",
   "text in columns, times first: formulas call <name>(t), or <name>_<column>(t) if its first row "
   "has names; or a dataset or group of an HDF5 file, run.h5:/history/top/displacement: "
   "<name>_x(t)"                                                                            },
  {"-table_<name>_kind",    "linear",
   "between the rows: linear, cubic (smooth, does not overshoot), or steps (from a row to the "
   "next)"                                                                                  },
  {"-table_<name>_outside", "refuse",
   "before the first row and behind the last: refuse, hold, zero, or repeat"                },
  {NULL,                    NULL,         NULL                                              },
};

static const char *const kinds[] = {"linear", "cubic", "steps", NULL}; /* as InterpolationKind */
static const char *const extrapolations[] = {"refuse", "hold", "zero", "repeat",
                                             NULL}; /* as Extrapolation */

/* Adds the values of a column as a function. */
static PetscErrorCode AddColumn(FsOptions o, const char option[], const char name[],
                                const Columns *file, PetscInt column, InterpolationKind kind,
                                Extrapolation extrapolation)
{
  const Symbols s           = OptionsSymbols(o);
  Interpolant  *interpolant = interpolant_create(
     (int)file->nrows, file->value, file->value + column * file->nrows, kind, extrapolation);

  PetscFunctionBeginUser;
  PetscCheck(interpolant, s->comm, PETSC_ERR_MEM, "memory is missing for the table of %s", option);
  PetscCall(
    SymbolsAdd(s, option, (Symbol){.name = name, .text = option, .interpolant = interpolant}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddTable(FsOptions o, const char name[])
{
  const MPI_Comm    comm   = OptionsSymbols(o)->comm;
  const char *const option = FsOptionName(o, "-table_%s", name), *text, *hdf5_path;
  char              file_name[PETSC_MAX_PATH_LEN], path[PETSC_MAX_PATH_LEN];
  PetscInt          kind = INTERPOLATE_LINEAR, extrapolation = EXTRAPOLATE_REFUSE;
  PetscBool         set;
  Columns           file;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  PetscCheck(set, comm, PETSC_ERR_USER_INPUT, "-tables %s: %s <file> is missing", name, option);
  PetscCall(FsOptionsChoice(o, FsOptionName(o, "-table_%s_kind", name), kinds, &kind, NULL));
  PetscCall(FsOptionsChoice(o, FsOptionName(o, "-table_%s_outside", name), extrapolations,
                            &extrapolation, NULL));
  hdf5_path = strstr(text, ":/");
  snprintf(file_name, sizeof file_name, "%.*s",
           (int)(hdf5_path ? (size_t)(hdf5_path - text) : strlen(text)), text);
  PetscCall(FsOptionsFindFile(o, file_name, path, sizeof path));
  PetscCall(
    ColumnsRead(comm, option, path, hdf5_path ? hdf5_path + 1 : NULL, &columns_times, &file));
  PetscCheck(file.ncolumns == 2 || *file.name[0], comm, PETSC_ERR_USER_INPUT,
             "%s: %s has %" PetscInt_FMT " columns; give them names, in a first row such as t,x,y",
             option, path, file.ncolumns);
  if (file.ncolumns == 2)
    PetscCall(
      AddColumn(o, option, name, &file, 1, (InterpolationKind)kind, (Extrapolation)extrapolation));
  for (PetscInt c = 1; c < file.ncolumns && *file.name[0]; c++)
    PetscCall(AddColumn(o, option, FsOptionName(o, "%s_%s", name, file.name[c]), &file, c,
                        (InterpolationKind)kind, (Extrapolation)extrapolation));
  PetscCall(ColumnsDestroy(&file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TablesFromOptions(FsOptions o)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-tables", &n, &names));
  for (PetscInt i = 0; i < n; i++) PetscCall(AddTable(o, names[i]));
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}
