/* analysis.h: declares the analyses that -analysis chooses from.

   Headers for other rooms:
     analysis_options.h       the options of analyses in time, of equilibria, buckling and responses
     run/control/interrupt.h  decides when a run writes checkpoints, and when it stops before its
                              end
     run/run_options.h        the options of all runs of a model, and of the states in which they
                              start
     run/time_grid.h          defines the times of a run with steps of -dt */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_ANALYSIS_H
#define FS_ANALYSIS_ANALYSIS_H

#include "analysis/run/model_analysis.h"

/* Analysis - One analysis. It has a row in analyses[] and a file in this room.

   Input errors are raised before anything is written. A step that fails raises
   PETSC_ERR_NOT_CONVERGED, and the output keeps all steps before it. */
typedef struct {
  const char          *name;  /* value of -analysis */
  const char          *title; /* title of its section in the manual */
  const FsOptionDoc   *options;
  const ModelAnalysis *model; /* functions of an analysis of a model, or NULL */
  /* chooses the functions by the options, if the analysis has several; otherwise NULL */
  PetscErrorCode (*choose)(FsOptions o, const ModelAnalysis **model);
  /* computes an analysis that has no model; otherwise NULL */
  PetscErrorCode (*run)(FsOptions o, MPI_Comm comm);
} Analysis;

extern const Analysis transient_analysis, kinematic_analysis, static_analysis, modes_analysis,
  buckling_analysis, path_analysis, response_analysis;
extern const Analysis spectrum_analysis; /* accuracy of integration schemes; needs no model */

extern const Analysis *const analyses[]; /* ends with NULL; the first is the default */

/* AnalysisFromOptions - Returns the row of analyses[] that -analysis names.

   Collective. Input error: the name is unknown. */
PetscErrorCode AnalysisFromOptions(FsOptions o, const Analysis **analysis);

/* AnalysisListForeign - Lists the options that only other analyses have. The caller frees the
   table, which ends with a name NULL, by PetscFree. Not collective. */
PetscErrorCode AnalysisListForeign(const Analysis *analysis, FsOptionDoc **foreign);

/* ModesOfState - Computes the n lowest modes about the present state of a run, as -analysis modes
   does, and records them in its output, which is in memory.

   A later call replaces them. Collective. Input error: the model is nonlinear, and the state is not
   an equilibrium. */
PetscErrorCode ModesOfState(Run *run, PetscInt n);

#endif
