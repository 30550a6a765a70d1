/* table_file.c: an output file of tables that are the same on all ranks; rank 0 writes the rows. */
#include "output_impl.h"

struct _n_TableFile {
  FsOptions o; /* borrowed */
  MPI_Comm  comm;
  char      path[PETSC_MAX_PATH_LEN];
  char     *options; /* FsOptionsRecord */
  PetscBool overwrite;
  File      file;
};

PetscErrorCode TableFileOpen(FsOptions o, MPI_Comm comm, TableFile *file)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(file));
  (*file)->o    = o;
  (*file)->comm = comm;
  PetscCall(FsOptionsRecord(o, &(*file)->options));
  PetscCall(
    OutputPathFromOptions(o, comm, (*file)->path, sizeof(*file)->path, &(*file)->overwrite));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileCreate(TableFile file)
{
  PetscFunctionBeginUser;
  PetscCall(FileCreate(file->comm, "-output", file->path, file->overwrite, &file->file));
  PetscCall(FileDescribeRun(file->file, file->comm, file->options));
  PetscCall(FileDescribeOptions(file->file, file->o));
  PetscCall(FileSetAttributeText(file->file, "/", "status", "running"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileWrite(TableFile file, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[])
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(file->comm, &rank));
  PetscCall(
    FileWriteRows(file->file, path, FILE_REAL, n, rank ? n : 0, rank ? 0 : n, columns, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileAttribute(TableFile file, const char path[], const char name[],
                                  PetscReal value)
{
  PetscFunctionBeginUser;
  PetscCall(FileSetAttributeReal(file->file, path, name, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileDestroy(TableFile *file)
{
  PetscFunctionBeginUser;
  if (!*file) PetscFunctionReturn(PETSC_SUCCESS);
  if ((*file)->file) PetscCall(FileSetAttributeText((*file)->file, "/", "status", "done"));
  PetscCall(FileClose(&(*file)->file));
  PetscCall(PetscFree((*file)->options));
  PetscCall(PetscFree(*file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
