/* output.c: records histories and snapshots of each step of a run, and results of its analysis. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsctime.h>
#include <stdio.h>
#include <string.h>
#include "dof_tables.h"
#include "output_impl.h"
#include "snapshot/xdmf.h"
#include "assembly/results/surface_extremes.h"
#include "base/profile.h"
#include "model/parts/block.h"
#include "element/element.h"

/* ---- progress -------------------------------------------------------------------------------- */

/* Initializes *p, and starts the clock by which the remaining time is estimated.

   Input:
     quiet    whether no lines are printed
     t_start  first time of the run [s]
     t_end    last time of the run [s]; PETSC_MAX_REAL if the end is not known; t_start if no lines
              are to be printed, because the rows of the analysis are not steps in time */
static PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start,
                                    PetscReal t_end)
{
  PetscFunctionBeginUser;
  *p = (Progress){.comm = comm, .quiet = quiet, .t_start = t_start, .t_end = t_end};
  PetscCall(PetscTime(&p->started));
  p->last = p->started;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints a line of progress after a step, unless the last line is less than a second
   old.

   Input:
     step  number of the step
     t     time at the end of the step [s]
     info  size of the step, and numbers of iterations
   All ranks call the function; rank 0 prints. */
static PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info)
{
  PetscLogDouble now;

  PetscFunctionBeginUser;
  /* an analysis whose rows are not steps in time prints its own progress */
  if (p->quiet || !step || p->t_end <= p->t_start) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&now));
  if (now - p->last < 1) PetscFunctionReturn(PETSC_SUCCESS);
  p->last = now;
  PetscCall(PetscPrintf(p->comm, "step %" PetscInt_FMT "  t = %.6g", step, (double)t));
  if (p->t_end < PETSC_MAX_REAL && info->dt > 0 && t > p->t_start)
    PetscCall(PetscPrintf(p->comm,
                          " of %.6g  dt = %.3g  %" PetscInt_FMT " iterations  %.0f s left\n",
                          (double)p->t_end, (double)info->dt, info->solve.linear,
                          (now - p->started) * (p->t_end - t) / (t - p->t_start)));
  else /* a path has no known end, and its load may fall */
    PetscCall(PetscPrintf(p->comm, "  dt = %.3g  %" PetscInt_FMT " iterations  %.0f s so far\n",
                          (double)info->dt, info->solve.newton, now - p->started));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- output ---------------------------------------------------------------------------------- */

static const char *const solver_names[] = {"newton",   "linear",       "failed",
                                           "rejected", "stage_newton", "stage_linear"};

/* Adds the series of the analysis. */
static PetscErrorCode AddExtraSeries(Output out)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(out->kind.nseries, &out->extra_series));
  for (PetscInt k = 0; k < out->kind.nseries; k++) {
    const OutputSeries *series = &out->kind.series[k];

    PetscCall(HistoryAdd(out->history, series->name, series->integer ? FILE_INT : FILE_REAL,
                         series->columns, 0, &out->extra_series[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void record_extra_series(Output out)
{
  for (PetscInt k = 0; k < out->kind.nseries; k++)
    if (out->kind.series[k].integer)
      HistorySetInts(out->history, out->extra_series[k], out->kind.series[k].integer);
    else HistorySetReals(out->history, out->extra_series[k], out->kind.series[k].real);
}

static PetscErrorCode AddAllSeries(Output out)
{
  PetscFunctionBeginUser;
  PetscCall(HistoryCreate(out->model->comm, &out->history));
  if (out->kind.amplitudes) {
    PetscCall(HarmonicOutputAddSeries(&out->harmonic, out->assembly, out->nprobes, out->probes,
                                      out->history));
    PetscCall(AddExtraSeries(out));
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
  PetscCall(AddExtraSeries(out));
  for (PetscInt p = 0; p < out->nprobes; p++)
    PetscCall(ProbeAddSeries(&out->probes[p], "", out->history));
  PetscCall(
    ExtremeProbesCreate(out->model, out->nprobes, out->probes, out->history, &out->extremes));
  PetscCall(MassCenterProbesCreate(out->assembly, out->nprobes, out->probes, out->history,
                                   &out->mass_centers));
  PetscCall(
    JointHistoriesAddSeries(&out->joints, out->model, out->nprobes, out->probes, "", out->history));
  PetscCall(SupportReactionsAddSeries(&out->supports, out->assembly, "", out->history));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputCreate(const OutputOptions *options, Assembly assembly, OutputKind kind,
                            const FsLoading *loading, Output *result)
{
  const Model model = AssemblyModel(assembly);
  Output      out;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&out));
  *result               = out; /* the caller destroys it also after an error */
  *out                  = (struct _n_Output){.o        = options->given,
                                             .model    = model,
                                             .assembly = assembly,
                                             .loading  = *loading,
                                             .kind     = kind,
                                             .schedule = options->schedule,
                                             .quiet    = options->quiet};
  out->last_rows        = options->last_rows;
  out->energies.enabled = (PetscBool)(options->energies && !kind.amplitudes && !kind.combinations);
  if (kind.combinations && !options->schedule.chosen) out->schedule.every = 1;
  out->supports.in_frames = options->reactions;
  out->last_step = out->rows = -1;
  out->overwrite             = options->file.overwrite;
  PetscCall(PetscStrncpy(out->path, options->file.path, sizeof out->path));
  PetscCall(FieldsCreate(&options->fields, "-output_fields", PETSC_TRUE, model, &out->fields));
  out->snapshots.type = options->single ? FILE_FLOAT : FILE_REAL;
  PetscCall(SelectionCreate(&options->sets, model, &out->snapshots.selection));
  PetscCall(FsOptionsRecord(options->given, &out->options));
  out->nprobes = options->nprobes;
  PetscCall(ProbesCreate(options->nprobes, options->probe, model, &out->probes));
  PetscCall(AddAllSeries(out));
  if (!kind.amplitudes) PetscCall(EnvelopesCreate(&options->envelopes, model, &out->envelopes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether frames have extremes of surfaces. */
static PetscBool frames_have_surfaces(Output out)
{
  for (PetscInt k = 0; k < out->model->nparts; k++) {
    const Block *b  = &out->model->block[k];
    PetscInt     at = 0;

    for (const ElementResult *r = b->results; r->name; at += r++->count)
      if (surface_raises(b, at) && fields_contain_result(&out->fields, b, r)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Creates what continues the results of surfaces to nodes, as far as the output needs it. */
static PetscErrorCode CreateSurfaces(Output out)
{
  PetscInt   *cells, n = 0;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  out->steps_have_surfaces = (PetscBool)(extreme_probes_have_surfaces(out->extremes) ||
                                         envelopes_have_surfaces(&out->envelopes));
  if (out->steps_have_surfaces || frames_have_surfaces(out))
    PetscCall(SurfaceExtremesCreate(out->model, -1, NULL, &out->surfaces));
  out->snapshots.surfaces = out->surfaces;
  PetscCallMPI(MPI_Comm_rank(out->model->comm, &rank));
  PetscCall(PetscMalloc1(out->nprobes, &cells));
  for (PetscInt p = 0; p < out->nprobes; p++)
    if (out->probes[p].kind == PROBE_ELEMENT && out->probes[p].owner == rank &&
        out->probes[p].block->kernel->type->recovered)
      cells[n++] = out->probes[p].block->cells[out->probes[p].element];
  PetscCall(SurfaceExtremesCreate(out->model, n, cells, &out->probed));
  PetscCall(PetscFree(cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end)
{
  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(SnapshotsCreate(out->model, &out->fields,
                            out->supports.in_frames ? out->supports.forces : NULL,
                            &out->snapshots));
  if (!out->kind.amplitudes) PetscCall(CreateSurfaces(out));
  PetscCall(OutputOpenFile(out));
  if (!out->quiet)
    PetscCall(JointHistoriesReport(out->kind.amplitudes ? &out->harmonic.joints[0] : &out->joints));
  PetscCall(ProgressStart(&out->progress, out->model->comm, out->quiet, t_start, t_end));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a snapshot unless the step has one. */
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
  const Probe *found = NULL;
  PetscMPIInt  rank;

  PetscFunctionBeginUser;
  for (PetscInt p = 0; p < out->nprobes; p++)
    if (out->probes[p].kind == PROBE_NODE && !strcmp(out->probes[p].name, name))
      found = &out->probes[p];
  PetscCheck(found, out->model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: there is no such node among -probes", option, name);
  PetscCallMPI(MPI_Comm_rank(out->model->comm, &rank));
  *node = rank == found->owner ? found->node : -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool OutputNeedsEnergies(Output out) { return out->energies.enabled; }

/* Returns whether evaluations need node states. */
static PetscBool needs_nodes(Output out)
{
  return (PetscBool)(probes_need_nodes(out->nprobes, out->probes) ||
                     joint_histories_need_nodes(&out->joints) ||
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
  record_extra_series(out);
  PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, needs_nodes(out), &ev));
  PetscCall(SurfaceExtremesPrepare(out->steps_have_surfaces ? out->surfaces : out->probed, &ev));
  PetscCall(ProbesRecord(out->nprobes, out->probes, &ev, out->history));
  PetscCall(ExtremeProbesRecord(out->extremes, &ev, out->history));
  PetscCall(MassCenterProbesRecord(out->mass_centers, &ev, out->history));
  PetscCall(JointHistoriesRecord(&out->joints, &ev, out->history));
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
  PetscCall(HarmonicOutputRecord(&out->harmonic, out->assembly, x, out->history));
  record_extra_series(out);
  PetscCall(HistoryEndStep(out->history));
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
  char path[128];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", group, name));
  PetscCall(FileWriteReplicated(out->file, out->model->comm, path, FILE_REAL, n, columns, data));
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

PetscErrorCode OutputReportEnvelopes(Output out, PetscInt n, const char *const names[])
{
  return EnvelopesReport(&out->envelopes, n, names);
}

PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, const char status[],
                           PetscReal seconds)
{
  PetscBool write_failed, foreign; /* not reported: the file has a worse problem */

  PetscFunctionBeginUser;
  if (FileFailed(out->file)) { /* the reserved space that was freed may suffice for the XDMF file */
    PetscCall(XdmfWrite(&out->snapshots, out->path, out->id, out->overwrite, out->nframes,
                        out->times, out->shapes.n ? &out->shapes : NULL, &write_failed, &foreign));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  if (s) PetscCall(AddFrame(out, step, s));
  PetscCall(FileSetAttributeReal(out->file, "/", "seconds_stepping", seconds));
  PetscCall(FileSetAttributeText(out->file, "/", "status", status));
  PetscCall(OutputWriteAll(out));
  if (!FileIsInMemory(out->file)) PetscCall(FileClose(&out->file));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputDestroy(Output *out)
{
  PetscFunctionBeginUser;
  if (!*out) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FileClose(&(*out)->file));
  PetscCall(SurfaceExtremesDestroy(&(*out)->surfaces));
  PetscCall(SurfaceExtremesDestroy(&(*out)->probed));
  PetscCall(SnapshotsDestroy(&(*out)->snapshots));
  PetscCall(HistoryDestroy(&(*out)->history));
  PetscCall(ExtremeProbesDestroy(&(*out)->extremes));
  PetscCall(MassCenterProbesDestroy(&(*out)->mass_centers));
  PetscCall(ProbesDestroy(&(*out)->nprobes, &(*out)->probes));
  PetscCall(ProbesDestroy(&(*out)->nplaces, &(*out)->places));
  PetscCall(JointHistoriesDestroy(&(*out)->joints));
  PetscCall(SupportReactionsDestroy(&(*out)->supports));
  PetscCall(HarmonicOutputDestroy(&(*out)->harmonic));
  PetscCall(EnvelopesDestroy(&(*out)->envelopes));
  PetscCall(FieldsDestroy(&(*out)->fields));
  PetscCall(PetscFree((*out)->extra_series));
  if ((*out)->field) PetscCall(MeshTableDestroy(&(*out)->field_table));
  PetscCall(PetscFree((*out)->field));
  PetscCall(PetscFree((*out)->options));
  PetscCall(PetscFree((*out)->times));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}
