/* model_analysis.c: runs an analysis of a model from its options to its last line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_analysis.h"
#include "analysis/analysis.h"
#include "base/profile.h"
#include <fs/control.h>
#include <fs/integrator.h>
#include <string.h>

/* Returns whether a table documents an option. */
static PetscBool documents(const FsOptionDoc table[], const char name[])
{
  for (; table->name; table++)
    if (!strcmp(table->name, name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether an option belongs to an analysis: to its table or, for motions, to those of
   schemes. Such an option is an error if the analysis does not read it. */
static PetscBool belongs_to(const Analysis *analysis, const char name[])
{
  return (PetscBool)(documents(analysis->options, name) ||
                     (analysis == &transient_analysis && (documents(fs_integrator_options, name) ||
                                                          documents(fs_control_options, name))));
}

/* Lists the options of all analyses except own. The caller frees the table. */
static PetscErrorCode ListForeignOptions(const Analysis *own, FsOptionDoc **foreign)
{
  size_t n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; analyses[k]; k++)
    for (const FsOptionDoc *d = analyses[k]->options; d->name; d++) n++;
  PetscCall(PetscCalloc1(n + 1, foreign));
  n = 0;
  for (int k = 0; analyses[k]; k++)
    for (const FsOptionDoc *d = analyses[k]->options; d->name; d++)
      if (!belongs_to(own, d->name)) (*foreign)[n++] = *d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

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

PetscErrorCode ModelAnalysisRun(const Analysis *own, const ModelAnalysis *analysis, FsOptions o,
                                MPI_Comm comm)
{
  Run          run = {.step = 0};
  FsOptionDoc *foreign;
  FsStepInfo   info;
  char        *data;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(analysis->size, &data));
  PetscCall(ListForeignOptions(own, &foreign));
  run.foreign = foreign;
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(analysis->setup(o, comm, &run, data));
  if (!run.quiet) {
    PetscCall(analysis->announce(&run, data));
    if (*run.ignored)
      PetscCall(PetscPrintf(comm, "ignored options of other analyses: %s\n", run.ignored));
  }
  if (analysis->prepare) PetscCall(analysis->prepare(&run, data));
  PetscCall(RunLoop(&run, analysis->steps, data, &info));
  if (analysis->check) PetscCall(analysis->check(&run, data, &info));
  if (!run.quiet) PetscCall(analysis->conclude(&run, data));
  PetscCall(analysis->destroy(data));
  PetscCall(RunDestroy(&run));
  PetscCall(PetscFree(data));
  PetscCall(PetscFree(foreign));
  PetscFunctionReturn(PETSC_SUCCESS);
}
