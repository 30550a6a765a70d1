/* output_options.c: reads the options of the output of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "output_options.h"
#include "snapshot/xdmf.h"

static const char *const precisions[] = {"double", "single", NULL};

/* clang-format off */
const FsOptionDoc output_options[] = {
  {"-output", "fsolve.h5",
   "HDF5 file; the XDMF file for ParaView is beside it; none: no file is written, also no "
   "checkpoint unless -checkpoint names one"},
  {"-overwrite", "false", "replace existing files that the run writes, but none that it reads"},
  {"-output_every", "0", "steps between snapshots; 0: only the last state; default with combinations: 1",
   FS_INT(OutputOptions, schedule.every, 0), FS_GIVEN(OutputOptions, schedule.chosen)},
  {"-output_interval", "<time>",
   "also a snapshot at the first step at or after each multiple of this time [s]",
   FS_POSITIVE(OutputOptions, schedule.interval)},
  {"-output_at", "<t>,...",
   "also a snapshot at the first step at or after each of these ascending times [s]",
   FS_LIST(OutputOptions, schedule.times, schedule.n)},
  {"-output_reactions", "false", "reactions of supports at each node, in snapshots",
   FS_BOOL(OutputOptions, reactions), FS_WHEN(OutputOptions, steps)},
  {"-output_fields", "<name>,...",
   "fields and results of elements in snapshots, as displacement,force; default: all, but extremes "
   "along beams, such as moment_max, only where forces at nodes do not give them; all: these, too"},
  {"-output_sets", "<name>,...",
   "sets or parts whose nodes, and the cells between them, snapshots have; default: all"},
  {"-output_precision", "double",
   "precision of fields in snapshots; single is half as large, with 7 digits",
   FS_CHOICE(OutputOptions, single, precisions)},
  {"-envelopes", "<name>,...",
   "fields and results whose largest and least values over all steps are kept, or all"},
  {"-probes", "<name>,...",
   "names of probes whose histories are recorded, each described by -probe_..."},
  {"-probe_<name>_point", "<x,y,z>",
   "the node at this place, or the place inside of an element; without rotations there",
   FS_REALS(ProbeOptions, point, 3), FS_FROM(1), FS_GIVEN(ProbeOptions, at_point)},
  {"-probe_<name>_set", "<name>", "or the only node of this set; default: the name of the probe",
   FS_TEXT(ProbeOptions, set)},
  {"-probe_<name>_part", "<name>",
   "record results of the element of this part that is nearest to the point, instead of the node; "
   "of a beam also the forces, moments and stresses of the section at the point",
   FS_TEXT(ProbeOptions, part)},
  {"-probe_<name>_extreme", "<result>",
   "record the largest and the least value of a result in the part, and their places",
   FS_TEXT(ProbeOptions, result)},
  {"-probe_<name>_whole", "false",
   "record center of mass, momenta, kinetic energy of the part, or of the model",
   FS_BOOL(ProbeOptions, whole)},
  {"-energies", "true", "histories of energies and momenta; false saves their computation",
   FS_BOOL(OutputOptions, energies)},
  {"-output_last_rows", "0",
   "for -output none: how many of the last rows of histories stay in memory; 0: all of them",
   FS_INT(OutputOptions, last_rows, 0)},
  {"-quiet", "false", "print no lines on stdout", FS_BOOL(OutputOptions, quiet)},
  {NULL, NULL, NULL}
};
/* clang-format on */

static PetscErrorCode CheckTimes(MPI_Comm comm, const Schedule *schedule)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 1; k < schedule->n; k++)
    PetscCheck(schedule->times[k] > schedule->times[k - 1], comm, PETSC_ERR_USER_INPUT,
               "-output_at: %.6g is not after %.6g; give ascending times",
               (double)schedule->times[k], (double)schedule->times[k - 1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that the options of the probe probe->name do not contradict each other. */
static PetscErrorCode CheckProbe(FsOptions o, MPI_Comm comm, const ProbeOptions *probe)
{
  const char *const name    = probe->name;
  const char *const point   = FsOptionName(o, "-probe_%s_point", name);
  const char *const part    = FsOptionName(o, "-probe_%s_part", name);
  const char *const extreme = FsOptionName(o, "-probe_%s_extreme", name);
  const char *const whole   = FsOptionName(o, "-probe_%s_whole", name);
  const PetscBool   placed  = (PetscBool)(probe->at_point || probe->set);

  PetscFunctionBeginUser;
  PetscCheck(!probe->at_point || !probe->set, comm, PETSC_ERR_USER_INPUT,
             "probe '%s' has both %s and -probe_%s_set; give one", name, point, name);
  PetscCheck(!probe->part || placed || probe->result || probe->whole, comm, PETSC_ERR_USER_INPUT,
             "%s needs %s near the element, or %s or %s for the whole part", part, point, extreme,
             whole);
  PetscCheck(!probe->result || !probe->whole, comm, PETSC_ERR_USER_INPUT,
             "probe '%s' has both %s and %s; give one", name, extreme, whole);
  PetscCheck(!placed || !(probe->result || probe->whole), comm, PETSC_ERR_USER_INPUT,
             "probe '%s' has %s, and a point or a set, too; give one of them", name,
             probe->result ? extreme : whole);
  PetscCheck(!probe->result || probe->part, comm, PETSC_ERR_USER_INPUT, "%s needs %s", extreme,
             part);
  PetscCheck(!probe->set || !probe->part, comm, PETSC_ERR_USER_INPUT,
             "%s needs %s near the element", part, point);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the options of the probe probe->name. */
static PetscErrorCode ReadProbe(FsOptions o, MPI_Comm comm, ProbeOptions *probe)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRows(o, output_options, probe->name, probe));
  PetscCall(CheckProbe(o, comm, probe));
  probe->kind = probe->result  ? PROBE_EXTREME
                : probe->whole ? PROBE_MASS_CENTER
                : probe->part  ? PROBE_ELEMENT
                               : PROBE_NODE;
  if (probe->kind == PROBE_NODE && !probe->at_point)
    PetscCall(MeshSelectionFromOptions(o, comm, "probe", SELECT_ANY, probe->name, &probe->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadProbes(FsOptions o, MPI_Comm comm, OutputOptions *options)
{
  char **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-probes", &options->nprobes, &names));
  PetscCall(PetscCalloc1(options->nprobes, &options->probe));
  for (PetscInt i = 0; i < options->nprobes; i++) {
    options->probe[i].name = names[i];
    PetscCall(ReadProbe(o, comm, &options->probe[i]));
  }
  PetscCall(PetscFree(names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadOutputOptions(FsOptions o, MPI_Comm comm, PetscBool amplitudes,
                                 OutputOptions *options)
{
  PetscFunctionBeginUser;
  *options = (OutputOptions){.given = o, .steps = (PetscBool)!amplitudes};
  PetscCall(ReadOutputPath(o, comm, &options->file));
  if (*options->file.path)
    PetscCall(XdmfCheckPath(o, comm, options->file.path, options->file.overwrite));
  PetscCall(FsOptionsNames(o, "-output_fields", &options->fields.n, &options->fields.name));
  PetscCall(FsOptionsNames(o, "-output_sets", &options->sets.n, &options->sets.name));
  PetscCall(FsOptionsReadRows(o, output_options, NULL, options));
  PetscCheck(!options->last_rows || !*options->file.path, comm, PETSC_ERR_USER_INPUT,
             "-output_last_rows is for results in memory (-output none); a file has all rows");
  PetscCall(CheckTimes(comm, &options->schedule));
  PetscCall(ReadProbes(o, comm, options));
  if (options->steps)
    PetscCall(FsOptionsNames(o, "-envelopes", &options->envelopes.n, &options->envelopes.name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputOptionsDestroy(OutputOptions *options)
{
  NameList *const lists[] = {&options->fields, &options->sets, &options->envelopes};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(lists); k++)
    PetscCall(PetscStrNArrayDestroy(lists[k]->n, &lists[k]->name));
  for (PetscInt i = 0; i < options->nprobes; i++) PetscCall(PetscFree(options->probe[i].name));
  PetscCall(PetscFree(options->probe));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- schedule -------------------------------------------------------------------------------- */

/* Determines which steps have a snapshot, from step numbers, an interval, or given
   times. A time selects the first step at or after it. */

PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt)
{
  /* Times may differ by round-off: 1e-9 of a step for sums of steps, and 8 units in the last place
     of the time, which are more if the steps are very short. The load factor of a path may
     decrease. tests/output/results.py has intervals and times that are multiples of the step. */
  const PetscReal slack = fmax(1e-9 * fabs(dt), 8 * PETSC_MACHINE_EPSILON * fabs(t));
  const PetscReal first = fmin(t, t - dt) + slack, last = fmax(t, t - dt) + slack;

  if (schedule->every && step % schedule->every == 0) return PETSC_TRUE;
  if (schedule->interval > 0 &&
      (!step || floor(last / schedule->interval) > floor(first / schedule->interval)))
    return PETSC_TRUE;
  for (PetscInt k = 0; k < schedule->n; k++)
    if (schedule->times[k] <= last && (schedule->times[k] > first || !step)) return PETSC_TRUE;
  return PETSC_FALSE;
}
