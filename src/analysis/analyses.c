/* analyses.c: lists the analyses that -analysis chooses from.
   A new analysis is a file of this room, a line of analysis.h and a row here. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "analysis_options.h"
#include <fs/control.h>
#include <fs/integrator.h>
#include <string.h>

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
  return (
    PetscBool)(documents(analysis->options, name) ||
               (analysis == &transient_analysis &&
                (documents(time_grid_options, name) || documents(fs_integrator_options, name) ||
                 documents(FsIntegratorParameterDocs(), name) ||
                 documents(fs_control_options, name))));
}

PetscErrorCode AnalysisListForeign(const Analysis *own, FsOptionDoc **foreign)
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
