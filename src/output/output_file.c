/* output_file.c: makes, reopens and flushes the HDF5 file of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <unistd.h>
#include "output_impl.h"
#include "provenance.h"
#include "snapshot/xdmf.h"
#include "base/error.h"
#include "base/profile.h"

/* Returns a checksum of the names of all series and of the options of probes and snapshots. */
static PetscInt64 OutputSignature(Output out)
{
  uint64_t sum = (uint64_t)HistorySignature(out->history);

  for (const char *line = out->options; line && *line;
       line             = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
    if (!strncmp(line, "-probe", 6) || snapshots_depend(line))
      for (size_t k = 0; line[k] && line[k] != '\n'; k++) sum = sum * 31 + (unsigned char)line[k];
  return (PetscInt64)sum;
}

static PetscErrorCode CreateOutputFile(Output out)
{
  MPI_Comm comm = out->model->comm;

  PetscFunctionBeginUser;
  PetscCall(ChooseRunId(comm, &out->id));
  if (*out->path) PetscCall(FileCreate(comm, "-output", out->path, out->overwrite, &out->file));
  else PetscCall(FileCreateInMemory(comm, &out->file));
  PetscCall(FileSetAttributeInt(out->file, "/", "run_id", out->id));
  PetscCall(FileDescribeRun(out->file, comm, out->options));
  PetscCall(FileDescribeOptions(out->file, out->o));
  PetscCall(FileDescribePlugins(out->file, out->o));
  PetscCall(FileDescribeModel(out->file, out->model));
  PetscCall(FileSetAttributeText(out->file, "/", "status", "running"));
  if (out->rows > 0) PetscCall(FileSetAttributeInt(out->file, "/", "first_step", out->rows));
  PetscCall(FileSetAttributeInt(out->file, "/", "steps", PetscMax(0, out->rows - 1)));
  PetscCall(FileSetAttributeReal(out->file, "/", "seconds_stepping", 0));
  PetscCall(MeshWrite(out->file, &out->snapshots));
  PetscCall(FileSeriesCreate(out->file, "/snapshots/time", FILE_REAL, (FileRow){0}));
  PetscCall(EnvelopesWrite(&out->envelopes, out->file, &out->snapshots, PETSC_TRUE));
  PetscCall(HistoryOpen(out->history, out->file, PetscMax(0, out->rows), out->last_rows));
  PetscCall(FileFlush(out->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Restores the file of the earlier run to its state at the checkpoint. Input errors: the file
   belongs to another run; it has other histories. */
static PetscErrorCode ReopenOutputFile(Output out)
{
  const MPI_Comm comm = out->model->comm;
  PetscInt       id = -1, before = 0;

  PetscFunctionBeginUser;
  PetscCall(FileReopen(comm, "-output", out->path, &out->file));
  PetscCall(FileGetAttributeInt(out->file, "run_id", &id));
  PetscCheck(id == out->id, comm, PETSC_ERR_USER_INPUT,
             "-output %s is not the output of the run that wrote the checkpoint; give another "
             "name",
             out->path);
  PetscCheck(
    out->signature == OutputSignature(out), comm, PETSC_ERR_USER_INPUT,
    "-output %s has histories of other probes, or other fields, than this run; give the same "
    "-probes, -probe_..., -show, -output_fields, -output_sets and -output_precision, or "
    "another name",
    out->path);
  PetscCall(FileGetAttributeInt(out->file, "first_step", &before));
  PetscCall(HistoryReopen(out->history, out->file, before, out->rows));
  PetscCall(FileSeriesReopen(out->file, "/snapshots/time", FILE_REAL, (FileRow){0}, out->nframes));
  PetscCall(FileRemoveFrom(out->file, "/snapshots/%06d", out->nframes));
  PetscCall(FileRemove(out->file, "/path")); /* a path writes this group at its end */
  PetscCall(FileSetAttributeInt(out->file, "/", "steps", out->rows - 1));
  PetscCall(FileSetAttributeText(out->file, "/", "status", "running"));
  PetscCall(FileFlush(out->file));
  PetscCall(FileReserve(out->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *found: this is a restart, and rank 0 finds the file of the earlier run. */
static PetscErrorCode OutputFileExists(Output out, PetscBool *found)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  if (out->rows < 0 || !*out->path) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(out->model->comm, &rank));
  if (rank == 0) *found = (PetscBool)(access(out->path, F_OK) == 0);
  PetscCallMPI(MPI_Bcast(found, 1, FS_MPI_BOOL, 0, out->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputOpenFile(Output out)
{
  PetscBool exists;

  PetscFunctionBeginUser;
  PetscCall(OutputFileExists(out, &exists));
  if (!exists) out->nframes = 0;
  PetscCall(exists ? ReopenOutputFile(out) : CreateOutputFile(out));
  if (*out->path) PetscCall(XdmfRemoveLeftovers(out->model->comm, out->path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

File OutputGetFile(Output out) { return out->file; }

/* Writes the XDMF file. If a file of another program is in its place, the run continues, because
   the HDF5 file has all results; the next call tries again. */
static PetscErrorCode WriteXdmf(Output out)
{
  const MPI_Comm comm = out->model->comm;
  PetscBool      write_failed, foreign;

  PetscFunctionBeginUser;
  PetscCall(XdmfWrite(&out->snapshots, out->path, out->id, out->overwrite, out->nframes, out->times,
                      out->shapes.n ? &out->shapes : NULL, &write_failed, &foreign));
  out->xdmf_failed = PETSC_TRUE;
  PetscCall(CheckFileWritten(comm, write_failed,
                             "the XDMF file of -output %s cannot be written; is the disk full?",
                             out->path));
  out->xdmf_failed = PETSC_FALSE;
  PetscCallMPI(MPI_Bcast(&foreign, 1, FS_MPI_BOOL, 0, comm));
  PetscCall(WarnAllRanks(comm, (PetscBool)(foreign && !out->xdmf_foreign),
                         "the XDMF file of -output %s is not written, because a file of another "
                         "program has its name; move that file before the run ends",
                         out->path));
  out->xdmf_foreign = foreign;
  out->xdmf_frames  = foreign ? -1 : out->nframes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputWriteAll(Output out)
{
  PetscFunctionBeginUser;
  PetscCall(HistoryWrite(out->history));
  PetscCall(EnvelopesWrite(&out->envelopes, out->file, &out->snapshots, PETSC_FALSE));
  PetscCall(FileFlush(out->file));
  if (*out->path && out->xdmf_frames != out->nframes && !out->xdmf_failed)
    PetscCall(WriteXdmf(out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputFlush(Output out)
{
  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(OutputWriteAll(out));
  PetscCall(FileReserve(out->file));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool OutputFlushIsDue(Output out) { return FileNeedsFlush(out->file); }

PetscErrorCode OutputArchive(Output out, FsArchive a)
{
  PetscInt rows = a->reading ? 0 : HistoryRows(out->history);

  PetscFunctionBeginUser;
  out->signature = a->reading ? 0 : OutputSignature(out);
  PetscCall(FsArchivePushScope(a, "output"));
  PetscCall(FsArchiveInt(a, "id", &out->id));
  PetscCall(FsArchiveInt64(a, "series", &out->signature));
  PetscCall(FsArchiveInt(a, "rows", &rows));
  PetscCall(FsArchiveInt(a, "frames", &out->nframes));
  PetscCall(FsArchiveInt(a, "last_step", &out->last_step));
  if (a->reading) {
    out->rows     = rows;
    out->capacity = out->nframes;
    PetscCall(PetscRealloc((size_t)out->capacity * sizeof *out->times, &out->times));
  }
  PetscCall(FsArchiveReals(a, "times", out->nframes, out->times));
  PetscCall(EnvelopesArchive(&out->envelopes, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void output_extent(Output out, PetscInt *rows, PetscInt *frames)
{
  *rows   = HistoryRows(out->history);
  *frames = out->nframes;
}

PetscErrorCode OutputRewind(Output out, PetscInt rows, PetscInt frames)
{
  PetscFunctionBeginUser;
  if (FileFailed(out->file)) PetscFunctionReturn(PETSC_SUCCESS);
  if (frames < out->nframes) out->last_step = -1; /* its snapshot was dropped */
  out->nframes = PetscMin(out->nframes, frames);
  PetscCall(HistoryTruncate(out->history, rows));
  PetscCall(FileSeriesTruncate(out->file, "/snapshots/time", (FileRow){0}, out->nframes));
  PetscCall(FileRemoveFrom(out->file, "/snapshots/%06d", out->nframes));
  out->xdmf_frames = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
