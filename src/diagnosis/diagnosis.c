/* diagnosis.c: says what is to be said about a model at the set-up, after each step and at the
   end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "diagnosis.h"
#include "body_check.h"
#include "change_point_report.h"
#include "connectivity_check.h"
#include "model/loads/laws/law_breaks.h"
#include "model_summary.h"
#include "period_report.h"

PetscErrorCode DiagnosisCreate(const ReportOptions *options, PetscBool quiet, FsSystem sys,
                               OutputKind *kind, Diagnosis *d)
{
  PetscFunctionBeginUser;
  d->quiet = quiet;
  PetscCall(ReportsCreate(options, AssemblyOf(sys), kind, &d->reports));
  d->reports.projected =
    (PetscBool)(sys->constraints && sys->stabilization == FS_STABILIZED_PROJECTION);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisDestroy(Diagnosis *d)
{
  PetscFunctionBeginUser;
  PetscCall(MemberCompressionDestroy(&d->compression));
  PetscCall(ReportsDestroy(&d->reports));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the summary and the periods of the model, with the constraints that are independent in the
   initial configuration. */
static PetscErrorCode ReportModel(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s)
{
  const Model      model = AssemblyModel(AssemblyOf(sys));
  FsConstraintRank rank;
  Vec              dropped;

  PetscFunctionBeginUser;
  if (!d->reports.model && !d->reports.periods) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &dropped));
  PetscCall(FsStageConstraintRank(stage, s, dropped, &rank));
  if (d->reports.model) PetscCall(ModelSummaryPrint(model, &rank, s->t));
  PetscCall(FsSystemDropRows(sys, dropped));
  PetscCall(PeriodReportPrint(sys, s, model->spin.active, d->reports.periods));
  /* rows are dropped for good at the initial state, which may differ */
  PetscCall(VecZeroEntries(dropped));
  PetscCall(FsSystemDropRows(sys, dropped));
  PetscCall(VecDestroy(&dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisAtSetUp(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                                PetscReal t_end)
{
  const Model model = AssemblyModel(AssemblyOf(sys));

  PetscFunctionBeginUser;
  PetscCall(BodyCheckInertia(model));
  PetscCall(ModelWarnUnconnected(model));
  PetscCall(ModelWarnLawBreaks(model, s->t, t_end));
  PetscCall(ReportModel(d, sys, stage, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisAtStep(Diagnosis *d, FsSystem sys, FsStage stage, PetscInt step,
                               const FsState *s, const FsLoading *loading, const Energy *energy)
{
  PetscFunctionBeginUser;
  PetscCall(ChangePointReportFirst(stage, sys->comm, d->quiet, &d->change_point_reported));
  PetscCall(MembersReadStep(&d->compression, sys, step, s, loading));
  PetscCall(ReportsRead(&d->reports, s, loading, energy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisContinue(Diagnosis *d, FsStage stage)
{
  PetscFunctionBeginUser;
  d->change_point_reported = (PetscBool)(FsStageChangePoints(stage)->count > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisAtEnd(Diagnosis *d, FsSystem sys, const FsState *s,
                              const FsLoading *loading, FsStageInfo *last)
{
  PetscBool explained = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(ReportsPrint(&d->reports, sys, d->quiet));
  if (!last) PetscFunctionReturn(PETSC_SUCCESS);
  if (s) PetscCall(MembersReadCompression(&d->compression, sys, s, NULL, 0, loading, NULL));
  if (s && !last->ok)
    PetscCall(MembersExplainFailure(sys, s, loading, last->place, sizeof last->place, &explained));
  if (!explained) PetscCall(MembersReportCompression(&d->compression));
  PetscFunctionReturn(PETSC_SUCCESS);
}
