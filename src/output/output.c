/* output.c: which series there are, when snapshots are due, and in which order things are written. */
#include "output_impl.h"
#include "base/profile.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const FsOptionDoc output_options[] = {
  {"-output",               "fsolve.h5",  "HDF5 file; the XDMF file for ParaView is beside it"                },
  {"-overwrite",            "false",      "replace existing files that the run writes, but none that it reads"},
  {"-output_every",         "0",          "steps between snapshots; 0: the last state alone"                  },
  {"-output_interval",      "<time>",
   "a snapshot at the first step at or behind each multiple of this time [s], too"                            },
  {"-output_at",            "<t>,...",
   "and at the first step at or behind each of these times, in their order [s]"                               },
  {"-output_reactions",     "false",      "what supports exert on each node, in snapshots"                    },
  {"-output_fields",        "<name>,...",
   "fields and results of elements in snapshots, as displacement,force; default: all"                         },
  {"-output_sets",          "<name>,...",
   "sets or parts, whose nodes and cells between them snapshots have; default: all"                           },
  {"-output_precision",     "double",
   "of fields and results in snapshots; single: half as large, to 7 digits"                                   },
  {"-envelopes",            "<name>,...",
   "largest and least values of such fields and results over all steps; all: of all"                          },
  {"-probes",               "<name>,...", "names of nodes whose history is kept, each described by -probe_..."},
  {"-probe_<name>_point",   "<x,y,z>",    "the node nearest to this point"                                    },
  {"-probe_<name>_set",     "<name>",     "or the one node of this set; default: the probe's own name"        },
  {"-probe_<name>_part",    "<name>",
   "instead of the node: the element of a part nearest to the point, and its results"                         },
  {"-probe_<name>_extreme", "<result>",
   "of all elements of the part the largest and the least, and where they are"                                },
  {"-probe_<name>_whole",   "false",
   "of the part, or without _part of the model: center of mass, momenta, kinetic energy"                      },
  {"-energies",             "true",
   "histories of energies and momenta, one row a step; false saves reading them"                              },
  {"-quiet",                "false",      "no lines on the screen"                                            },
  {NULL,                    NULL,         NULL                                                                }
};

/* Series of counts under /history/solver; those from STAGE_NEWTON on have a column for each stage. */
enum { NEWTON, LINEAR, FAILED, REJECTED, STAGE_NEWTON, STAGE_LINEAR, NSOLVER };

static const char *const solver_names[] = {"newton",   "linear",       "failed",
                                           "rejected", "stage_newton", "stage_linear"};

struct _n_Output {
  FsOptions     o;        /* borrowed */
  Model         model;    /* borrowed */
  Assembly      assembly; /* borrowed */
  FsLoading     loading;  /* under which states are evaluated */
  char          path[PETSC_MAX_PATH_LEN];
  char         *options; /* FsOptionsRecord */
  PetscBool     overwrite, quiet;
  Fields        fields;   /* of frames */
  Schedule      schedule; /* which steps have frames */
  Snapshots     snapshots;
  File          file;
  OutputKind    kind;
  History       history;
  Progress      progress;
  PetscInt      nprobes;
  Probe        *probes;
  ExtremeProbes extremes; /* those of probes that are of a part; NULL with OutputKind.amplitudes */
  MassCenterProbes mass_centers;
  EnergyHistory    energies;
  JointHistories   reactions;
  SupportReactions supports;
  Envelopes        envelopes;
  HarmonicOutput   amplitudes; /* instead of all others, with OutputKind.amplitudes */
  PetscInt         time, solver[NSOLVER], dt, load_factor; /* numbers of HistoryAdd */
  PetscInt        *extra_series;                           /* likewise, [kind.nseries] */
  PetscInt         nframes, xdmf_frames,
    capacity;             /* frames written; of which the XDMF file tells; room for times */
  PetscBool  xdmf_failed; /* the XDMF file cannot be written */
  ModeShapes shapes;      /* which ParaView sees instead of frames; n 0: none */
  PetscInt   last_step;   /* step of the last frame, or -1 */
  PetscReal *times;       /* [nframes] [s] */
  PetscInt   rows;        /* of histories that an archive has told of; -1: there is none */
  PetscInt   id;          /* of the file, by which a checkpoint knows it again */
  PetscInt64 series;      /* a checksum of what it has a history of, see Signature */
};

static PetscErrorCode AddAllSeries(FsOptions o, Output out)
{
  PetscFunctionBeginUser;
  PetscCall(HistoryCreate(out->model->comm, &out->history));
  if (out->kind.amplitudes) {
    PetscCall(HarmonicOutputAddSeries(&out->amplitudes, out->assembly, out->nprobes, out->probes,
                                      out->history));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(HistoryAdd(out->history, "time", FILE_REAL, 0, 0, &out->time));
  PetscCall(HistoryAdd(out->history, "solver/dt", FILE_REAL, 0, 0, &out->dt));
  for (int k = 0; k < NSOLVER; k++) {
    char path[64];

    PetscCall(PetscSNPrintf(path, sizeof path, "solver/%s", solver_names[k]));
    PetscCall(HistoryAdd(out->history, path, FILE_INT, k < STAGE_NEWTON ? 0 : out->kind.solves, 0,
                         &out->solver[k]));
  }
  PetscCall(EnergyHistoryAddSeries(&out->energies, out->history));
  if (out->kind.path)
    PetscCall(HistoryAdd(out->history, "load_factor", FILE_REAL, 0, 0, &out->load_factor));
  PetscCall(PetscMalloc1(out->kind.nseries, &out->extra_series));
  for (PetscInt k = 0; k < out->kind.nseries; k++) {
    const OutputSeries *series = &out->kind.series[k];

    PetscCall(HistoryAdd(out->history, series->name, series->integer ? FILE_INT : FILE_REAL,
                         series->columns, 0, &out->extra_series[k]));
  }
  for (PetscInt p = 0; p < out->nprobes; p++)
    PetscCall(ProbeAddSeries(&out->probes[p], "", out->history));
  PetscCall(
    ExtremeProbesCreate(out->model, out->nprobes, out->probes, out->history, &out->extremes));
  PetscCall(MassCenterProbesCreate(out->assembly, out->nprobes, out->probes, out->history,
                                   &out->mass_centers));
  PetscCall(JointHistoriesAddSeries(&out->reactions, out->model, out->nprobes, out->probes, "",
                                    out->history));
  PetscCall(SupportReactionsFromOptions(o, out->model, &out->supports.in_frames));
  PetscCall(SupportReactionsAddSeries(&out->supports, out->assembly, "", out->history));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputCreate(FsOptions o, Assembly assembly, OutputKind kind,
                            const FsLoading *loading, Output *result)
{
  const Model model = AssemblyModel(assembly);
  Output      out;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&out));
  *out = (struct _n_Output){
    .o = o, .model = model, .assembly = assembly, .loading = *loading, .kind = kind};
  out->energies.enabled = PETSC_TRUE;
  out->last_step = out->rows = -1;
  PetscCall(OutputPathFromOptions(o, model->comm, out->path, sizeof out->path, &out->overwrite));
  PetscCall(XdmfCheckPaths(o, model->comm, out->path, out->overwrite));
  PetscCall(FieldsCreate(o, "-output_fields", PETSC_TRUE, model, &out->fields));
  PetscCall(SnapshotsFromOptions(o, model, &out->snapshots));
  PetscCall(ScheduleCreate(o, model->comm, &out->schedule));
  PetscCall(FsOptionsBool(o, "-quiet", &out->quiet, NULL));
  PetscCall(FsOptionsBool(o, "-energies", &out->energies.enabled, NULL));
  if (kind.amplitudes) out->energies.enabled = PETSC_FALSE;
  PetscCall(FsOptionsRecord(o, &out->options));
  PetscCall(ProbesCreate(o, model, &out->nprobes, &out->probes));
  PetscCall(AddAllSeries(o, out));
  if (!kind.amplitudes) PetscCall(EnvelopesCreate(o, model, &out->envelopes));
  *result = out;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What tells outputs apart whose histories or frames are not of the same: names, and the options of probes and fields. */
static PetscInt64 OutputSignature(Output out)
{
  uint64_t sum = (uint64_t)HistorySignature(out->history);

  for (const char *line = out->options; line && *line;
       line             = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
    if (!strncmp(line, "-probe", 6) || snapshots_depend(line))
      for (size_t k = 0; line[k] && line[k] != '\n'; k++) sum = sum * 31 + (unsigned char)line[k];
  return (PetscInt64)sum;
}

/* A new file. */
static PetscErrorCode CreateOutputFile(Output out)
{
  MPI_Comm comm = out->model->comm;

  PetscFunctionBeginUser;
  PetscCall(ChooseRunId(comm, &out->id));
  PetscCall(FileCreate(comm, "-output", out->path, out->overwrite, &out->file));
  PetscCall(FileSetAttributeInt(out->file, "/", "run_id", out->id));
  PetscCall(FileDescribeRun(out->file, comm, out->options));
  PetscCall(FileDescribeOptions(out->file, out->o));
  PetscCall(FileDescribeModel(out->file, out->model));
  PetscCall(FileSetAttributeText(out->file, "/", "status", "running"));
  if (out->rows > 0) PetscCall(FileSetAttributeInt(out->file, "/", "first_step", out->rows));
  PetscCall(FileSetAttributeInt(out->file, "/", "steps", PetscMax(0, out->rows - 1)));
  PetscCall(FileSetAttributeReal(out->file, "/", "seconds_stepping", 0));
  PetscCall(MeshWrite(out->file, &out->snapshots));
  PetscCall(FileSeriesCreate(out->file, "/snapshots/time", FILE_REAL, (FileRow){0}));
  PetscCall(EnvelopesWrite(&out->envelopes, out->file, &out->snapshots, PETSC_TRUE));
  PetscCall(HistoryOpen(out->history, out->file, PetscMax(0, out->rows)));
  PetscCall(FileFlush(out->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The file of the run before, as it was at the checkpoint. Input errors: it is another file, or of other histories. */
static PetscErrorCode ReopenOutputFile(Output out)
{
  const MPI_Comm comm = out->model->comm;
  PetscInt       id = -1, before = 0;

  PetscFunctionBeginUser;
  PetscCall(FileReopen(comm, "-output", out->path, &out->file));
  PetscCall(FileGetAttributeInt(out->file, "run_id", &id));
  PetscCheck(id == out->id, comm, PETSC_ERR_USER_INPUT,
             "-output %s is not the file of the run to go on with; give another name", out->path);
  PetscCheck(out->series == OutputSignature(out), comm, PETSC_ERR_USER_INPUT,
             "-output %s has histories of other probes than this run, or other fields; take the "
             "same (-probes, "
             "-probe_..., -show, -output_fields, -output_sets, -output_precision), or another name",
             out->path);
  PetscCall(FileGetAttributeInt(out->file, "first_step", &before));
  PetscCall(HistoryReopen(out->history, out->file, before, out->rows));
  PetscCall(
    FileSeriesTruncate(out->file, "/snapshots/time", FILE_REAL, (FileRow){0}, out->nframes));
  PetscCall(FileRemoveFrom(out->file, "/snapshots/%06d", out->nframes));
  PetscCall(FileRemove(out->file, "/path")); /* which is written at the end of a path */
  PetscCall(FileSetAttributeInt(out->file, "/", "steps", out->rows - 1));
  PetscCall(FileSetAttributeText(out->file, "/", "status", "running"));
  PetscCall(FileFlush(out->file));
  PetscCall(FileReserve(out->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether there is a file to go on with; rank 0 looks. */
static PetscErrorCode OutputFileExists(Output out, PetscBool *found)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  if (out->rows < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(out->model->comm, &rank));
  if (rank == 0) *found = (PetscBool)(access(out->path, F_OK) == 0);
  PetscCallMPI(MPI_Bcast(found, 1, FS_MPI_BOOL, 0, out->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end)
{
  PetscBool exists;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(SnapshotsCreate(out->model, &out->fields,
                            out->supports.in_frames ? out->supports.forces : NULL,
                            &out->snapshots));
  PetscCall(OutputFileExists(out, &exists));
  if (!exists) out->nframes = 0;
  PetscCall(exists ? ReopenOutputFile(out) : CreateOutputFile(out));
  if (!out->quiet)
    PetscCall(
      JointHistoriesReport(out->kind.amplitudes ? &out->amplitudes.reactions[0] : &out->reactions));
  PetscCall(ProgressStart(&out->progress, out->model->comm, out->quiet, t_start, t_end));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Put all that was written on the disk, and then tell ParaView of it, in an XDMF file that is written anew as a whole. */
static PetscErrorCode FlushOutput(Output out)
{
  PetscBool write_failed;

  PetscFunctionBeginUser;
  PetscCall(HistoryWrite(out->history));
  PetscCall(EnvelopesWrite(&out->envelopes, out->file, &out->snapshots, PETSC_FALSE));
  PetscCall(FileFlush(out->file));
  if (out->xdmf_frames == out->nframes || out->xdmf_failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(XdmfWrite(&out->snapshots, out->path, out->nframes, out->times,
                      out->shapes.n ? &out->shapes : NULL, &write_failed));
  out->xdmf_frames = out->nframes;
  out->xdmf_failed = PETSC_TRUE;
  PetscCall(CheckFileWritten(out->model->comm, write_failed,
                             "the XDMF file of -output %s cannot be written; is the disk full?",
                             out->path));
  out->xdmf_failed = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write a snapshot unless the step has one. */
static PetscErrorCode AddFrame(Output out, PetscInt step, const FsState *s)
{
  PetscFunctionBeginUser;
  if (out->last_step == step) PetscFunctionReturn(PETSC_SUCCESS);
  if (out->nframes == out->capacity) {
    out->capacity = out->capacity ? 2 * out->capacity : 64;
    PetscCall(PetscRealloc((size_t)out->capacity * sizeof *out->times, &out->times));
  }
  PetscCall(HistoryWrite(out->history));
  PetscCall(EventBegin(EVENT_SNAPSHOT));
  PetscCall(
    SnapshotWrite(out->file, &out->snapshots, out->assembly, out->nframes, s, &out->loading));
  PetscCall(EventEnd(EVENT_SNAPSHOT));
  out->times[out->nframes++] = s->t;
  out->last_step             = step;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputProbeNode(Output out, const char option[], const char name[], PetscInt *node)
{
  PetscFunctionBeginUser;
  PetscCall(ProbesFindNode(out->model->comm, out->nprobes, out->probes, option, name, node));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputFlush(Output out)
{
  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(FlushOutput(out));
  PetscCall(FileReserve(out->file));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool OutputFlushIsDue(Output out) { return FileNeedsFlush(out->file); }

PetscErrorCode OutputArchive(Output out, FsArchive a)
{
  PetscInt rows = a->reading ? 0 : HistoryRows(out->history);

  PetscFunctionBeginUser;
  out->series = a->reading ? 0 : OutputSignature(out);
  PetscCall(FsArchivePushScope(a, "output"));
  PetscCall(FsArchiveInt(a, "id", &out->id));
  PetscCall(FsArchiveInt64(a, "series", &out->series));
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

PetscBool OutputNeedsEnergies(Output out) { return out->energies.enabled; }

/* Whether evaluations must have the states of nodes. */
static PetscBool needs_nodes(Output out)
{
  return (PetscBool)(probes_need_nodes(out->nprobes, out->probes) ||
                     joint_histories_need_nodes(&out->reactions) ||
                     support_reactions_need_nodes(&out->supports));
}

PetscErrorCode OutputStep(Output out, PetscInt step, const FsState *s, const Energy *energy,
                          const FsStepInfo *info)
{
  const FsStageInfo *solve           = &info->solve;
  const PetscInt    *counts[NSOLVER] = {&solve->newton,  &solve->linear,      &info->failed,
                                        &info->rejected, solve->stage_newton, solve->stage_linear};
  Evaluation         ev;

  PetscFunctionBeginUser;
  if (out->kind.amplitudes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(EventBegin(EVENT_SERIES));
  HistorySetReals(out->history, out->time, &s->t);
  HistorySetReals(out->history, out->dt, &info->dt);
  for (int k = 0; k < NSOLVER; k++) HistorySetInts(out->history, out->solver[k], counts[k]);
  EnergyHistoryRecord(&out->energies, energy, out->history);
  if (out->kind.path) HistorySetReals(out->history, out->load_factor, &s->t);
  for (PetscInt k = 0; k < out->kind.nseries; k++)
    if (out->kind.series[k].integer)
      HistorySetInts(out->history, out->extra_series[k], out->kind.series[k].integer);
    else HistorySetReals(out->history, out->extra_series[k], out->kind.series[k].real);
  PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, needs_nodes(out), &ev));
  PetscCall(ProbesRecord(out->nprobes, out->probes, &ev, out->history));
  PetscCall(ExtremeProbesRecord(out->extremes, &ev, out->history));
  PetscCall(MassCenterProbesRecord(out->mass_centers, &ev, out->history));
  PetscCall(JointHistoriesRecord(&out->reactions, &ev, out->history));
  PetscCall(SupportReactionsRecord(&out->supports, &ev, out->history));
  PetscCall(EnvelopesRecord(&out->envelopes, &ev));
  PetscCall(HistoryEndStep(out->history));
  PetscCall(EventEnd(EVENT_SERIES));
  if (schedule_is_due(&out->schedule, step, s->t, info->dt)) PetscCall(AddFrame(out, step, s));
  PetscCall(ProgressStep(&out->progress, step, s->t, info));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputHarmonicMotion(Output out, const HarmonicMotion *x)
{
  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(EventBegin(EVENT_SERIES));
  PetscCall(HarmonicOutputRecord(&out->amplitudes, out->assembly, x, out->history));
  PetscCall(EventEnd(EVENT_SERIES));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputShapes(Output out, const FsState *s, const char group[], PetscInt n,
                            const Vec x[], const Vec y[], PetscBool for_paraview)
{
  ModeShapes shapes = {.group   = group,
                       .n       = n,
                       .columns = out->model->layout.rotates ? COMPONENTS : 3,
                       .frames  = for_paraview,
                       .x       = x,
                       .y       = y};
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, PETSC_FALSE, &ev));
  PetscCall(ModeShapesWrite(out->file, &out->snapshots, &ev, &shapes));
  if (for_paraview) {
    out->shapes      = shapes;
    out->xdmf_frames = -1;
  }
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputTable(Output out, const char group[], const char name[], PetscInt n,
                           PetscInt columns, const PetscReal data[])
{
  PetscMPIInt rank;
  char        path[128];

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(out->model->comm, &rank));
  PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", group, name));
  PetscCall(
    FileWriteRows(out->file, path, FILE_REAL, n, rank ? n : 0, rank ? 0 : n, columns, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputStrings(Output out, const char group[], const char name[], PetscInt n,
                             const char *const texts[])
{
  size_t size = 1, used = 0;
  char  *all;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) size += strlen(texts[k]) + 1;
  PetscCall(PetscCalloc1(size, &all));
  for (PetscInt k = 0; k < n; k++)
    used += (size_t)snprintf(all + used, size - used, "%s%s", k ? "," : "", texts[k]);
  PetscCall(FileWriteText(out->file, group, name, all));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputNumber(Output out, const char group[], const char name[], PetscReal value)
{
  PetscFunctionBeginUser;
  PetscCall(FileSetAttributeReal(out->file, group, name, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, const char status[],
                           PetscReal seconds)
{
  PetscBool write_failed;

  PetscFunctionBeginUser;
  if (FileFailed(out->file)) { /* its room was given back, of which a little may do for this */
    PetscCall(XdmfWrite(&out->snapshots, out->path, out->nframes, out->times,
                        out->shapes.n ? &out->shapes : NULL, &write_failed));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  if (s) PetscCall(AddFrame(out, step, s));
  PetscCall(FileSetAttributeReal(out->file, "/", "seconds_stepping", seconds));
  PetscCall(FileSetAttributeText(out->file, "/", "status", status));
  PetscCall(FlushOutput(out));
  PetscCall(FileClose(&out->file));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputDestroy(Output *out)
{
  PetscFunctionBeginUser;
  if (!*out) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FileClose(&(*out)->file));
  PetscCall(SnapshotsDestroy(&(*out)->snapshots));
  PetscCall(HistoryDestroy(&(*out)->history));
  PetscCall(ExtremeProbesDestroy(&(*out)->extremes));
  PetscCall(MassCenterProbesDestroy(&(*out)->mass_centers));
  PetscCall(ProbesDestroy(&(*out)->nprobes, &(*out)->probes));
  PetscCall(JointHistoriesDestroy(&(*out)->reactions));
  PetscCall(SupportReactionsDestroy(&(*out)->supports));
  PetscCall(HarmonicOutputDestroy(&(*out)->amplitudes));
  PetscCall(EnvelopesDestroy(&(*out)->envelopes));
  PetscCall(FieldsDestroy(&(*out)->fields));
  PetscCall(PetscFree((*out)->extra_series));
  PetscCall(PetscFree((*out)->options));
  PetscCall(PetscFree((*out)->times));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}
