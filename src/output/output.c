/* output.c: records histories and snapshots of each step of a run, and results of its analysis. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "distributed_table.h"
#include "output_impl.h"
#include "output_path.h"
#include "snapshot/xdmf.h"
#include "base/profile.h"

const FsOptionDoc output_options[] = {
  {"-output",               "fsolve.h5",
   "HDF5 file; the XDMF file for ParaView is beside it; none: no file is written"                             },
  {"-overwrite",            "false",      "replace existing files that the run writes, but none that it reads"},
  {"-output_every",         "0",          "steps between snapshots; 0: only the last state"                   },
  {"-output_interval",      "<time>",
   "also a snapshot at the first step at or after each multiple of this time [s]"                             },
  {"-output_at",            "<t>,...",
   "also a snapshot at the first step at or after each of these ascending times [s]"                          },
  {"-output_reactions",     "false",      "reactions of supports at each node, in snapshots"                  },
  {"-output_fields",        "<name>,...",
   "fields and results of elements in snapshots, as displacement,force; default: all"                         },
  {"-output_sets",          "<name>,...",
   "sets or parts whose nodes, and the cells between them, snapshots have; default: all"                      },
  {"-output_precision",     "double",
   "precision of fields in snapshots; single is half as large, with 7 digits"                                 },
  {"-envelopes",            "<name>,...",
   "fields and results whose largest and least values over all steps are kept, or all"                        },
  {"-probes",               "<name>,...",
   "names of probes whose histories are recorded, each described by -probe_..."                               },
  {"-probe_<name>_point",   "<x,y,z>",    "the node nearest to this point"                                    },
  {"-probe_<name>_set",     "<name>",     "or the only node of this set; default: the name of the probe"      },
  {"-probe_<name>_part",    "<name>",
   "record results of the element of this part that is nearest to the point"                                  },
  {"-probe_<name>_extreme", "<result>",
   "record the largest and the least value of a result in the part, and their places"                         },
  {"-probe_<name>_whole",   "false",
   "record center of mass, momenta, kinetic energy of the part, or of the model"                              },
  {"-energies",             "true",       "histories of energies and momenta; false saves their computation"  },
  {"-quiet",                "false",      "print no lines on stdout"                                          },
  {NULL,                    NULL,         NULL                                                                }
};

static const char *const solver_names[] = {"newton",   "linear",       "failed",
                                           "rejected", "stage_newton", "stage_linear"};

static PetscErrorCode AddAllSeries(FsOptions o, Output out)
{
  PetscFunctionBeginUser;
  PetscCall(HistoryCreate(out->model->comm, &out->history));
  if (out->kind.amplitudes) {
    PetscCall(HarmonicOutputAddSeries(&out->harmonic, out->assembly, out->nprobes, out->probes,
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
  PetscCall(
    JointHistoriesAddSeries(&out->joints, out->model, out->nprobes, out->probes, "", out->history));
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
  if (*out->path) PetscCall(XdmfCheckPath(o, model->comm, out->path, out->overwrite));
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

PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end)
{
  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(SnapshotsCreate(out->model, &out->fields,
                            out->supports.in_frames ? out->supports.forces : NULL,
                            &out->snapshots));
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
  for (PetscInt k = 0; k < out->kind.nseries; k++)
    if (out->kind.series[k].integer)
      HistorySetInts(out->history, out->extra_series[k], out->kind.series[k].integer);
    else HistorySetReals(out->history, out->extra_series[k], out->kind.series[k].real);
  PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, needs_nodes(out), &ev));
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
  PetscCall(SnapshotsDestroy(&(*out)->snapshots));
  PetscCall(HistoryDestroy(&(*out)->history));
  PetscCall(ExtremeProbesDestroy(&(*out)->extremes));
  PetscCall(MassCenterProbesDestroy(&(*out)->mass_centers));
  PetscCall(ProbesDestroy(&(*out)->nprobes, &(*out)->probes));
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
