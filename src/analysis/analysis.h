/* analysis.h: declares the analyses that -analysis chooses from.

   Headers for other rooms:
     analysis_options.h       the options of analyses in time, of equilibria, buckling and responses
     run/control/control.h  decides when a run writes checkpoints, and when it stops before its
                              end
     run/kept_model.h         the model of a case, which its next set-up may use again
     run/loads/load_steps.h   finds jumps of loads and of prescribed motions in time
     run/run_options.h        the options of all runs of a model, and of the states in which they
                              start
     run/time_grid.h          defines the times of a run with steps of -dt */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_ANALYSIS_H
#define FS_ANALYSIS_ANALYSIS_H

#include "analysis/run/model_analysis.h"

/* Analysis - One analysis of fsolve, a row of analyses[].

   An analysis raises input errors before it writes a file. If a step fails, the analysis raises
   PETSC_ERR_NOT_CONVERGED, and the output keeps all steps before the failed one. */
typedef struct {
  const char        *name;    /* the value of -analysis that selects the analysis */
  const char        *title;   /* the title of the section about the analysis in the manual */
  const FsOptionDoc *options; /* the options of the analysis; the last row has the name NULL */
  /* functions of an analysis of a model; NULL if choose or run is set instead */
  const ModelAnalysis *model;
  /* returns the functions of an analysis of a model that has several sets of functions, for these
     options; otherwise NULL */
  PetscErrorCode (*choose)(FsOptions o, const ModelAnalysis **model);
  /* carries out an analysis that needs no model; otherwise NULL */
  PetscErrorCode (*run)(FsOptions o, MPI_Comm comm);
} Analysis;

extern const Analysis transient_analysis, kinematic_analysis, static_analysis, modes_analysis,
  buckling_analysis, path_analysis, response_analysis;
extern const Analysis spectrum_analysis; /* accuracy of integration schemes; needs no model */

extern const Analysis *const analyses[]; /* ends with NULL; the first is the default */

/* AnalysisFromOptions - Returns the row of analyses[] that -analysis names.

   Collective. Input error: the name is unknown. */
PetscErrorCode AnalysisFromOptions(FsOptions o, const Analysis **analysis);

/* AnalysisListForeign - Lists the options that only other analyses have, so that a run can ignore
   them.

   Output:
     foreign  a table of options, whose last row has the name NULL; the caller frees it by PetscFree
   Not collective. */
PetscErrorCode AnalysisListForeign(const Analysis *analysis, FsOptionDoc **foreign);

/* ModesOfState - Computes the n lowest modes of vibration about the present state of a run, as
   -analysis modes does, and writes them to the output of the run, which must be in memory.

   A later call replaces the recorded modes. Collective. Input error: the model is nonlinear, and
   its state is not an equilibrium. */
PetscErrorCode ModesOfState(Run *run, PetscInt n);

#endif
