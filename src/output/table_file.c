/* table_file.c: writes an output file of tables for analyses that have no model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "distributed_table.h"
#include "output_path.h"
#include "provenance.h"
#include "table_file.h"

PetscErrorCode TableFileOpen(FsOptions o, MPI_Comm comm, TableFile *table_file)
{
  TableFile t;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&t));
  t->options = o;
  t->comm    = comm;
  PetscCall(FsOptionsRecord(o, &t->record));
  PetscCall(OutputPathFromOptions(o, comm, t->path, sizeof t->path, &t->overwrite));
  *table_file = t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileCreate(TableFile t)
{
  PetscFunctionBeginUser;
  if (*t->path) PetscCall(FileCreate(t->comm, "-output", t->path, t->overwrite, &t->file));
  else PetscCall(FileCreateInMemory(t->comm, &t->file));
  PetscCall(FileDescribeRun(t->file, t->comm, t->record));
  PetscCall(FileDescribeOptions(t->file, t->options));
  PetscCall(FileSetAttributeText(t->file, "/", "status", "running"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileWrite(TableFile t, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[])
{
  PetscFunctionBeginUser;
  PetscCall(FileWriteReplicated(t->file, t->comm, path, FILE_REAL, n, columns, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileDestroy(TableFile *table_file)
{
  const TableFile t = *table_file;

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->file) PetscCall(FileSetAttributeText(t->file, "/", "status", "done"));
  PetscCall(FileClose(&t->file));
  PetscCall(PetscFree(t->record));
  PetscCall(PetscFree(*table_file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
