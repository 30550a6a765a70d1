/* table_file.c: writes an output file of tables for analyses that have no model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "distributed_table.h"
#include "provenance.h"
#include "table_file.h"

PetscErrorCode TableFileCreate(MPI_Comm comm, const OutputPath *output, FsOptions given,
                               TableFile *table_file)
{
  TableFile t;
  char     *record;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&t));
  t->comm = comm;
  if (*output->path)
    PetscCall(FileCreate(comm, "-output", output->path, output->overwrite, &t->file));
  else PetscCall(FileCreateInMemory(comm, &t->file));
  PetscCall(FsOptionsRecord(given, &record));
  PetscCall(FileDescribeRun(t->file, comm, record));
  PetscCall(PetscFree(record));
  PetscCall(FileDescribeOptions(t->file, given));
  PetscCall(FileSetAttributeText(t->file, "/", "status", "running"));
  *table_file = t;
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
  PetscCall(PetscFree(*table_file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
