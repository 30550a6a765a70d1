/* analyses.c: lists the analyses that -analysis chooses from.
   A new analysis is a file of this room, a line of analysis.h and a row here. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"

const FsOptionDoc analysis_options[] = {
  {"-analysis", "transient",
   "the analysis: transient, kinematic, static, path, modes, buckling, response, or spectrum (of "
   "integration schemes, without a model)"},
  {NULL,        NULL,        NULL         }
};

const Analysis *const analyses[] = {&transient_analysis, &kinematic_analysis, &static_analysis,
                                    &path_analysis,      &modes_analysis,     &buckling_analysis,
                                    &response_analysis,  &spectrum_analysis,  NULL};

PetscErrorCode AnalysisFromOptions(FsOptions o, const Analysis **analysis)
{
  enum { KINDS = sizeof analyses / sizeof *analyses };
  const char *names[KINDS];
  PetscInt    k = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < KINDS; i++) names[i] = analyses[i] ? analyses[i]->name : NULL;
  PetscCall(FsOptionsChoice(o, "-analysis", names, &k, NULL));
  *analysis = analyses[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AnalysisRun(const Analysis *analysis, FsOptions o, MPI_Comm comm)
{
  PetscFunctionBeginUser;
  if (analysis->model) PetscCall(ModelAnalysisRun(analysis, analysis->model, o, comm));
  else PetscCall(analysis->run(o, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
