/* distributed_table.c: writes distributed and replicated tables to an HDF5 file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "distributed_table.h"
#include "provenance.h"

static MPI_Datatype memory_type(FileType type)
{
  return type == FILE_INT ? MPIU_INT : type == FILE_INT64 ? MPI_INT64_T : MPIU_REAL;
}

PetscErrorCode FileWriteTable(File file, const char path[], FileType type, const MeshTable *table,
                              PetscInt columns, const void *here)
{
  const PetscInt width       = PetscMax(1, columns);
  const FileType memory_kind = type == FILE_FLOAT ? FILE_REAL : type;
  char          *rows;
  float         *rounded = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc(FileTypeSize(memory_kind) * (size_t)width * (size_t)table->n, &rows));
  PetscCall(MeshTableGather(table, memory_type(type), width, here, rows));
  if (type == FILE_FLOAT) {
    PetscCall(PetscMalloc1((size_t)(width * table->n), &rounded));
    for (PetscInt k = 0; k < width * table->n; k++)
      rounded[k] = (float)((PetscReal *)(void *)rows)[k];
  }
  PetscCall(FileWriteRows(file, path, type, table->total, table->first, table->n, columns,
                          rounded ? (const void *)rounded : (const void *)rows));
  PetscCall(PetscFree(rounded));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileStackWriteTable(File file, const char path[], const MeshTable *table,
                                   PetscInt columns, PetscInt layer, const PetscReal here[])
{
  PetscReal *rows;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)columns * (size_t)table->n, &rows));
  PetscCall(MeshTableGather(table, MPIU_REAL, columns, here, rows));
  PetscCall(FileStackWrite(file, path, table->total, columns, layer, table->first, table->n, rows));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileWriteReplicated(File file, MPI_Comm comm, const char path[], FileType type,
                                   PetscInt n, PetscInt columns, const void *data)
{
  PetscMPIInt rank;
  PetscBool   writes;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  writes = (PetscBool)(rank == 0 || FileIsInMemory(file)); /* each rank has a memory of its own */
  PetscCall(FileWriteRows(file, path, type, n, writes ? 0 : n, writes ? n : 0, columns, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- table file ------------------------------------------------------------------------------ */

/* Writes an output file of tables for analyses that have no model. */

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
