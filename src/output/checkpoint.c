/* checkpoint.c: writes and reads checkpoints, HDF5 files from which a run can resume. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "checkpoint.h"
#include "base/error.h"
#include "input/options_record.h"
#include "dof_tables.h"
#include "provenance.h"
#include "file/leftovers.h"
#include "file/reader.h"

/* Increase it when the format changes: a program reads only files of its own format. */
static const char FORMAT[] = "8";

struct _n_Checkpoint {
  FsOptions   o;     /* borrowed */
  Model       model; /* borrowed */
  PetscMPIInt rank;
  PetscInt    id;        /* number of the run, for the name of the file while it is written */
  PetscBool   overwrite; /* files that are not checkpoints are replaced */
  PetscBool   cleaned;   /* what killed runs have left is removed */
  int         lock;      /* descriptor that locks the file until it has its name, or -1 */
  DofTables   dofs;
  File        file;          /* being written, or NULL */
  Reader      reader;        /* being read, or NULL */
  const char *option, *path; /* of the present file, and the option that names it */
  PetscInt    n, capacity;   /* datasets so far; size of sum */
  uint64_t   *sum; /* writing: [n] this rank's shares of checksums; reading: [capacity] checksums */
};

PetscErrorCode CheckpointCreate(FsOptions o, Model model, PetscBool overwrite,
                                Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(checkpoint));
  (*checkpoint)->o         = o;
  (*checkpoint)->model     = model;
  (*checkpoint)->overwrite = overwrite;
  (*checkpoint)->lock      = -1;
  PetscCallMPI(MPI_Comm_rank(model->comm, &(*checkpoint)->rank));
  PetscCall(ChooseRunId(model->comm, &(*checkpoint)->id));
  PetscCall(DofTablesCreate(model, &(*checkpoint)->dofs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CheckpointDestroy(Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  if (!*checkpoint) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DofTablesDestroy(&(*checkpoint)->dofs));
  PetscCall(PetscFree((*checkpoint)->sum));
  PetscCall(PetscFree(*checkpoint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checksums ---- */

/* Processes the checksum of the next dataset, of which this rank has n words. Writing stores this
   rank's share; reading compares the sum over all ranks with the checksum in the file. */
static PetscErrorCode ProcessChecksum(Checkpoint c, const char path[], PetscInt64 first,
                                      PetscInt64 n, const void *words)
{
  uint64_t sum = words_checksum(first, n, words);

  PetscFunctionBeginUser;
  if (c->reader) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, c->model->comm));
    PetscCheck(c->n < c->capacity && c->sum[c->n] == sum, c->model->comm, PETSC_ERR_USER_INPUT,
               "%s %s is damaged: %s does not match its checksum; use %s.1 if it exists", c->option,
               c->path, path, c->path);
    c->n++;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (c->n == c->capacity) {
    c->capacity = 2 * c->capacity + 64;
    PetscCall(PetscRealloc((size_t)c->capacity * sizeof *c->sum, &c->sum));
  }
  c->sum[c->n++] = sum;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the checksums, summed over the ranks. */
static PetscErrorCode WriteSums(Checkpoint c)
{
  PetscFunctionBeginUser;
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, c->sum, (int)c->n, MPI_UINT64_T, MPI_SUM, c->model->comm));
  PetscCall(
    FileWriteReplicated(c->file, c->model->comm, "/checksums", FILE_INT64, c->n, 0, c->sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSums(Checkpoint c)
{
  PetscFunctionBeginUser;
  PetscCall(ReaderCount(c->reader, "/checksums", &c->capacity));
  PetscCall(PetscRealloc((size_t)c->capacity * sizeof *c->sum, &c->sum));
  PetscCall(
    ReaderRows(c->reader, "/checksums", FILE_INT64, c->capacity, 0, c->capacity, 0, c->sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the archive ---- */

static PetscErrorCode Values_Checkpoint(FsArchive a, const char path[], FsArchiveType type,
                                        PetscInt n, void *values)
{
  const Checkpoint c    = a->data;
  const FileType   kind = type == FS_ARCHIVE_REAL ? FILE_REAL : FILE_INT64;

  PetscFunctionBeginUser;
  if (a->reading) PetscCall(ReaderRows(c->reader, path, kind, n, 0, n, 0, values));
  else PetscCall(FileWriteReplicated(c->file, c->model->comm, path, kind, n, 0, values));
  PetscCall(ProcessChecksum(c, path, 0, c->rank ? 0 : n, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes or reads the rows of a table: here[][columns], in the order of its items. */
static PetscErrorCode TableRows(FsArchive a, const char path[], const MeshTable *table,
                                PetscInt columns, PetscReal here[])
{
  const Checkpoint c = a->data;
  PetscReal       *rows;

  PetscFunctionBeginUser;
  if (!table->total) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1((size_t)columns * (size_t)table->n, &rows));
  if (a->reading) {
    PetscCall(
      ReaderRows(c->reader, path, FILE_REAL, table->total, table->first, table->n, columns, rows));
    PetscCall(MeshTableScatter(table, MPIU_REAL, columns, rows, here));
  } else {
    PetscCall(MeshTableGather(table, MPIU_REAL, columns, here, rows));
    PetscCall(
      FileWriteRows(c->file, path, FILE_REAL, table->total, table->first, table->n, columns, rows));
  }
  PetscCall(ProcessChecksum(c, path, (PetscInt64)columns * table->first,
                            (PetscInt64)columns * table->n, rows));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_Checkpoint(FsArchive a, const char path[], FsArchiveItems items,
                                      const PetscInt count[], const PetscInt at[], PetscInt columns,
                                      PetscReal here[])
{
  const Checkpoint c = a->data;
  MeshTable        table;

  PetscFunctionBeginUser;
  PetscCall(MeshTableCreate(c->model->mesh,
                            items == FS_ARCHIVE_NODES ? MESH_TABLE_NODES : MESH_TABLE_CELLS, count,
                            at, &table));
  PetscCall(TableRows(a, path, &table, columns, here));
  PetscCall(MeshTableDestroy(&table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes or reads the dofs of nodes at path, and multipliers at path_multipliers. */
static PetscErrorCode DofTableRows(FsArchive a, const char path[],
                                   const MeshTable table[DOF_TABLES], PetscReal here[])
{
  char multipliers[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(multipliers, sizeof multipliers, "%s_multipliers", path));
  PetscCall(TableRows(a, path, &table[DOFS_OF_NODES], 1, here));
  PetscCall(TableRows(a, multipliers, &table[DOFS_OF_CELLS], 1, here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Vec_Checkpoint(FsArchive a, const char path[], Vec x)
{
  PetscScalar *here;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(x, &here));
  PetscCall(DofTableRows(a, path, ((Checkpoint)a->data)->dofs.table, here));
  PetscCall(VecRestoreArray(x, &here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mat_Checkpoint(FsArchive a, const char path[], Mat A)
{
  const DofTables *dofs = &((Checkpoint)a->data)->dofs;
  MeshTable        entries[DOF_TABLES];
  PetscReal       *values;
  PetscInt         n;

  PetscFunctionBeginUser;
  PetscCall(MatrixTablesCreate(dofs, A, entries, &n));
  PetscCall(PetscMalloc1(n, &values));
  if (!a->reading) PetscCall(MatrixCopyEntries(dofs, PETSC_FALSE, A, values));
  PetscCall(DofTableRows(a, path, entries, values));
  if (a->reading) PetscCall(MatrixCopyEntries(dofs, PETSC_TRUE, A, values));
  for (int k = 0; k < DOF_TABLES; k++) PetscCall(MeshTableDestroy(&entries[k]));
  PetscCall(PetscFree(values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static struct _n_FsArchive checkpoint_archive(Checkpoint c, PetscBool reading)
{
  return (struct _n_FsArchive){
    .comm    = c->model->comm,
    .reading = reading,
    .ops     = {Values_Checkpoint, Rows_Checkpoint, Vec_Checkpoint, Mat_Checkpoint},
    .data    = c
  };
}

/* ---- the model ---- */

/* Writes the numbers of the model, or compares those of the file. */
static PetscErrorCode CheckSameModel(Checkpoint c, FsArchive a)
{
  static const char *const names[] = {"nodes", "cells", "dofs", "multipliers of joints",
                                      "another mesh"};
  PetscInt64               mine[CHECKSUM_NUMBERS], stored[CHECKSUM_NUMBERS];

  PetscFunctionBeginUser;
  PetscCall(ModelChecksum(c->model, mine));
  PetscCall(PetscArraycpy(stored, mine, CHECKSUM_NUMBERS));
  PetscCall(a->ops.values(a, "/model", FS_ARCHIVE_INTEGER, CHECKSUM_NUMBERS, stored));
  for (int k = 0; k < CHECKSUM_MESH; k++)
    PetscCheck(stored[k] == mine[k], c->model->comm, PETSC_ERR_USER_INPUT,
               "%s %s is of another model: it has %lld %s, this one %lld", c->option, c->path,
               (long long)stored[k], names[k], (long long)mine[k]);
  PetscCheck(stored[CHECKSUM_MESH] == mine[CHECKSUM_MESH], c->model->comm, PETSC_ERR_USER_INPUT,
             "%s %s is of another model: its nodes or cells are different", c->option, c->path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the file ---- */

/* Locks the file at path, which FileClose() unlocks before it has its name. RemoveLeftovers() of
   another run would remove it in between. */
static int lock_file(const char path[])
{
  const int fd = open(path, O_RDONLY);

  if (fd >= 0) flock(fd, LOCK_SH | LOCK_NB);
  return fd;
}

static void unlock_file(int *fd)
{
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static PetscErrorCode WriteCheckpoint(Checkpoint c, const char path[], CheckpointContent content,
                                      void *context)
{
  struct _n_FsArchive a = checkpoint_archive(c, PETSC_FALSE);
  char               *options;

  PetscFunctionBeginUser;
  PetscCall(FileClose(&c->file)); /* of a failed attempt */
  PetscCall(FileCreate(c->model->comm, "-checkpoint", path, PETSC_FALSE, &c->file));
  PetscCall(FsOptionsRecord(c->o, &options));
  PetscCall(FileDescribeRun(c->file, c->model->comm, options));
  PetscCall(PetscFree(options));
  PetscCall(FileDescribePlugins(c->file, c->o));
  PetscCall(FileSetAttributeText(c->file, "/", "checkpoint_format", FORMAT));
  PetscCall(CheckSameModel(c, &a));
  PetscCall(content(context, &a));
  PetscCall(WriteSums(c));
  PetscCall(FileSync(c->file));
  if (c->rank == 0) c->lock = lock_file(path);
  PetscCall(FileClose(&c->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool checkpoint_may_replace(const char path[])
{
  struct stat status;

  if (lstat(path, &status)) return PETSC_TRUE;
  return (PetscBool)(S_ISREG(status.st_mode) && file_has_attribute(path, "checkpoint_format"));
}

/* Returns whether fsolve has written the file, which need not be complete. */
static PetscBool is_own_file(const char path[])
{
  return file_has_attribute(path, "fsolve_version");
}

/* Renames the file path to old and the file fresh to path, on rank 0. Returns 0 or an errno.

   Another run may do the same at the same time. */
static int replace_file(const char fresh[], const char path[], const char old[])
{
  const int fd  = open(fresh, O_RDONLY);
  const int bad = fd < 0 || fsync(fd) ? errno : 0;

  if (fd >= 0) close(fd);
  if (bad) return bad;
  if (access(path, F_OK) == 0) {
    unlink(old);
    if (link(path, old) && errno != EEXIST && rename(path, old) && errno != ENOENT)
      return errno; /* the file system has no links */
  }
  return rename(fresh, path) ? errno : 0;
}

/* Checks that files of other programs are not replaced, and removes what killed runs have left. */
static PetscErrorCode PrepareFiles(Checkpoint c, const char path[], const char old[])
{
  const char *foreign = NULL;

  PetscFunctionBeginUser;
  if (c->rank == 0 && !c->overwrite)
    foreign = !checkpoint_may_replace(path) ? path : !checkpoint_may_replace(old) ? old : NULL;
  PetscCall(CheckFileWritten(c->model->comm, (PetscBool)(foreign != NULL),
                             "-checkpoint %s cannot be written: %s is a file of another program; "
                             "move it",
                             path, foreign));
  if (c->rank == 0 && !c->cleaned) RemoveLeftovers(path, is_own_file);
  c->cleaned = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CheckpointWrite(Checkpoint c, const char path[], CheckpointContent content,
                               void *context)
{
  char           fresh[PETSC_MAX_PATH_LEN + 16], old[PETSC_MAX_PATH_LEN + 8];
  int            error = 0;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  unfinished_path(path, c->id, fresh, sizeof fresh);
  PetscCall(PetscSNPrintf(old, sizeof old, "%s.1", path));
  PetscCall(PrepareFiles(c, path, old));
  c->path = path;
  c->n    = 0;
  ierr    = WriteCheckpoint(c, fresh, content, context);
  if (ierr && c->rank == 0) unlink(fresh);
  if (!ierr && c->rank == 0) error = replace_file(fresh, path, old);
  unlock_file(&c->lock);
  PetscCall(ierr);
  PetscCall(CheckFileWritten(c->model->comm, (PetscBool)(error != 0),
                             "-checkpoint %s cannot be written: %s", path, strerror(error)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the file format and the options with which the file was written; if state is true, only
   options that describe the model. *loads_changed is explained in fs/archive.h. Input errors: as
   CheckpointRead(). */
static PetscErrorCode CheckDescription(Checkpoint c, PetscBool state, PetscBool *loads_changed)
{
  const MPI_Comm comm = c->model->comm;
  char          *format, *version, *options, *plugins;

  PetscFunctionBeginUser;
  PetscCall(ReaderText(c->reader, "checkpoint_format", &format));
  PetscCall(ReaderText(c->reader, "fsolve_version", &version));
  PetscCall(ReaderText(c->reader, "options", &options));
  PetscCall(ReaderText(c->reader, "plugins", &plugins));
  PetscCheck(format && version && options, comm, PETSC_ERR_USER_INPUT,
             "%s %s is no checkpoint; -checkpoint makes them", c->option, c->path);
  PetscCheck(
    !strcmp(format, FORMAT), comm, PETSC_ERR_USER_INPUT,
    "%s %s was written by fsolve %s in checkpoint format %s; this fsolve %s reads format %s: "
    "resume with the old version, or start again",
    c->option, c->path, version, format, FSOLVE_VERSION, FORMAT);
  if (plugins) PetscCall(PluginsCompare(c->o, comm, c->option, c->path, plugins));
  PetscCall(
    OptionsCompareRecord(c->o, comm, c->option, c->path, options, state ? NULL : loads_changed));
  PetscCall(PetscFree(format));
  PetscCall(PetscFree(version));
  PetscCall(PetscFree(options));
  PetscCall(PetscFree(plugins));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the checkpoint that c->reader has opened. */
static PetscErrorCode ReadOpened(Checkpoint c, PetscBool state, CheckpointContent content,
                                 void *context)
{
  struct _n_FsArchive a = checkpoint_archive(c, PETSC_TRUE);

  PetscFunctionBeginUser;
  PetscCall(CheckDescription(c, state, &a.loads_changed));
  PetscCall(ReadSums(c));
  PetscCall(CheckSameModel(c, &a));
  PetscCall(content(context, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads a checkpoint. The file is closed also if it is refused, because the process may continue,
   and MPI keeps a lock file beside an open file. */
static PetscErrorCode ReadCheckpoint(Checkpoint c, PetscBool state, const char path[],
                                     CheckpointContent content, void *context)
{
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  c->option = state ? "-state_from" : "-restart";
  c->path   = path;
  c->n      = 0;
  PetscCall(ReaderOpen(c->model->comm, c->option, path, &c->reader));
  ierr = ReadOpened(c, state, content, context);
  PetscCall(ReaderClose(&c->reader));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CheckpointRead(Checkpoint c, const char path[], CheckpointContent content,
                              void *context)
{
  return ReadCheckpoint(c, PETSC_FALSE, path, content, context);
}

PetscErrorCode CheckpointReadState(Checkpoint c, const char path[], CheckpointContent content,
                                   void *context)
{
  return ReadCheckpoint(c, PETSC_TRUE, path, content, context);
}
