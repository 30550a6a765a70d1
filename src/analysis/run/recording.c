/* recording.c: records the states of a run: their energies, what is noticed about them, and the
   output. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsctime.h>
#include <stdio.h>
#include "run.h"

PetscErrorCode RecordingCreate(const ReportOptions *reports, const OutputOptions *output, Run *run)
{
  Recording *const r = &run->recording;

  PetscFunctionBeginUser;
  PetscCall(DiagnosisCreate(reports, run->quiet, run->sys, &run->kind.output, &r->diagnosis));
  PetscCall(
    OutputCreate(output, AssemblyOf(run->sys), run->kind.output, &run->kind.loading, &r->output));
  PetscCall(EnergyMeterCreate(AssemblyOf(run->sys), &r->meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RecordingDestroy(Recording *r)
{
  PetscFunctionBeginUser;
  PetscCall(EnergyMeterDestroy(&r->meter));
  PetscCall(OutputDestroy(&r->output));
  PetscCall(DiagnosisDestroy(&r->diagnosis));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RecordingOpen(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(OutputOpen(run->recording.output, run->s.t, run->t_end));
  run->recording.open = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RecordingClose(Run *run, RunEnd end)
{
  static const char *const words[] = {
    [RUN_DONE] = "done", [RUN_STOPPED] = "stopped", [RUN_FAILED] = "failed"};
  char status[96];

  PetscFunctionBeginUser;
  if (end == RUN_DONE) snprintf(status, sizeof status, "%s", words[end]);
  else
    snprintf(status, sizeof status, "%s after step %d at t = %.6g", words[end], (int)run->step,
             (double)run->s.t);
  run->recording.open = PETSC_FALSE;
  PetscCall(OutputClose(run->recording.output, run->step, run->recording.diverged ? NULL : &run->s,
                        status, run->recording.seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RecordingAddTime(Recording *r, PetscLogDouble started)
{
  PetscLogDouble ended;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&ended));
  r->seconds += ended - started;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void recording_leave_out_last(Recording *r) { r->diverged = PETSC_TRUE; }

void recording_set_energy_interval(Recording *r, PetscInt interval)
{
  r->energy_interval = interval;
}

PetscBool RunChecksStepEnergy(const Run *run)
{
  return (PetscBool)(!run->sys->traits.linear &&
                     (!FsStageHasLumpedMass(run->stage) || AssemblyHasLaws(AssemblyOf(run->sys))));
}

/* Determines whether energies are computed at s: if the output or the energy check needs them.
   Otherwise they are computed in a few steps, among them the first and the last. A step without a
   solve costs no more than its energies. */
static PetscBool energy_is_read(const Run *run, const FsState *s)
{
  const PetscInt  interval  = run->sys->traits.linear ? run->recording.energy_interval : 20;
  const PetscReal round_off = 1e-6; /* of a step */

  if (OutputNeedsEnergies(run->recording.output) || RunChecksStepEnergy(run)) return PETSC_TRUE;
  if (!interval) return PETSC_FALSE;
  return (PetscBool)(run->step % interval == 0 ||
                     s->t + round_off * (s->t - run->s.t) >= run->t_end);
}

PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info)
{
  Energy *e = &run->recording.candidate_energy;

  PetscFunctionBeginUser;
  run->recording.energy_is_read = energy_is_read(run, s);
  if (!run->recording.energy_is_read) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EnergyMeterRead(run->recording.meter, s, &run->kind.loading, e));
  if (PetscIsInfOrNanReal(e->kinetic + e->strain + e->external + e->damping)) {
    info->ok       = PETSC_FALSE;
    info->diverged = PETSC_TRUE;
    info->reason   = "the motion grows without bound";
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAccept(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->recording.energy_is_read) PetscFunctionReturn(PETSC_SUCCESS);
  EnergyMeterAccept(run->recording.meter);
  run->recording.energy = run->recording.candidate_energy;
  PetscCall(ReportsAccept(&run->recording.diagnosis.reports, &run->s, &run->kind.loading,
                          run->recording.meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunRecord(Run *run, const FsStepInfo *info)
{
  const PetscBool redundant = (PetscBool)(FsSystemCountDroppedRows(run->sys) > 0);
  FsState         recorded  = run->s;

  PetscFunctionBeginUser;
  if (redundant) {
    PetscCall(VecDuplicate(run->s.a, &recorded.a));
    PetscCall(VecCopy(run->s.a, recorded.a));
    PetscCall(FsStageMinimumNormReactions(run->stage, &run->kind.loading, &recorded));
  }
  PetscCall(DiagnosisAtStep(&run->recording.diagnosis, run->sys, run->stage, run->step, &recorded,
                            &run->kind.loading,
                            run->recording.energy_is_read ? &run->recording.energy : NULL));
  PetscCall(OutputStep(run->recording.output, run->step, &recorded, &run->recording.energy, info));
  if (redundant) PetscCall(VecDestroy(&recorded.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(RunRead(run, &run->s, &info->solve));
  if (!info->solve.ok) {
    run->recording.diverged = PETSC_TRUE;
    run->step--;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RunAccept(run));
  PetscCall(RunRecord(run, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RecordingArchive(Recording *r, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(EnergyArchive(&r->energy, a));
  PetscCall(ReportsArchive(&r->diagnosis.reports, a));
  PetscCall(EnergyMeterArchive(r->meter, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunContinueEnergies(Run *run)
{
  Recording *const r = &run->recording;

  PetscFunctionBeginUser;
  if (run->loads_changed) PetscCall(EnergyMeterRestart(r->meter, &run->s, &run->kind.loading));
  else PetscCall(EnergyMeterRestoreNodes(r->meter, &run->s, &run->kind.loading));
  PetscCall(ReportsContinue(&r->diagnosis.reports, &run->s, &run->kind.loading, r->meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RecordingReturn(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(RunContinueEnergies(run));
  PetscCall(DiagnosisContinue(&run->recording.diagnosis, run->stage));
  run->recording.energy_is_read = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
