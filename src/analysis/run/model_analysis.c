/* model_analysis.c: runs an analysis of a model from its options to its last line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_analysis.h"
#include "analysis/analysis.h"
#include "base/profile.h"
#include <fs/control.h>
#include <fs/integrator.h>

PetscErrorCode RunIgnoreMotionOptions(Run *run)
{
  const FsOptionDoc *const motion_options[] = {fs_integrator_options, fs_control_options,
                                               transient_analysis.options};
  const Model              model            = run->model;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(motion_options); k++)
    PetscCall(FsOptionsIgnore(run->o, motion_options[k], run->ignored, sizeof run->ignored));
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (model->initial[i].velocity[c])
        PetscCall(RunAddIgnored(run, ExpressionOption(model->initial[i].velocity[c])));
  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[i].start[k].has_rate)
        PetscCall(RunAddIgnored(
          run, FsOptionName(run->o, "-initial_%s_%s", model->joint[i].name, joint_rate_name(k))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelAnalysisRun(const ModelAnalysis *analysis, const FsOptionDoc foreign[],
                                FsOptions o, MPI_Comm comm)
{
  Run        run = {.foreign = foreign};
  FsStepInfo info;
  PetscBool  explained = PETSC_FALSE;
  char      *data;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(analysis->size, &data));
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(analysis->setup(o, comm, &run, data));
  if (!run.quiet) {
    PetscCall(analysis->announce(&run, data));
    if (*run.ignored)
      PetscCall(PetscPrintf(comm, "ignored options of other analyses: %s\n", run.ignored));
  }
  if (analysis->prepare) PetscCall(analysis->prepare(&run, data));
  PetscCall(RunLoop(&run, analysis->steps, data, &info));
  if (!run.diverged)
    PetscCall(
      MembersReadCompression(&run.compression, run.sys, &run.s, NULL, 0, &run.kind.loading, NULL));
  if (!run.diverged && !info.solve.ok)
    PetscCall(MembersExplainFailure(run.sys, &run.s, &run.kind.loading, info.solve.place,
                                    sizeof info.solve.place, &explained));
  if (!explained) PetscCall(MembersReportCompression(&run.compression));
  if (analysis->check) PetscCall(analysis->check(&run, data, &info));
  if (!run.quiet) PetscCall(analysis->conclude(&run, data));
  PetscCall(analysis->destroy(data));
  PetscCall(RunDestroy(&run));
  PetscCall(PetscFree(data));
  PetscFunctionReturn(PETSC_SUCCESS);
}
