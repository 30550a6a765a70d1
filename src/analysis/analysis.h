/* analysis.h: the table of analyses: each is a file that reads its options, sets up a run and loops over solves. */
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include <fs/options.h>

/* Reads the case from the options, works it out, writes the output. Input errors before anything is written; a failed step
   leaves all output up to the last good one and raises PETSC_ERR_NOT_CONVERGED. Collective. */
typedef struct {
  const char *name; /* of -analysis */
  PetscErrorCode (*run)(Options o, MPI_Comm comm);
  const char      *title; /* of its section in the manual */
  const OptionDoc *options;
} Analysis;

extern const Analysis analyses[]; /* ends with a NULL name; the first is the default */

PetscErrorCode AnalysisTransient(Options o, MPI_Comm comm);
PetscErrorCode AnalysisStatic(Options o, MPI_Comm comm);
PetscErrorCode AnalysisSpectrum(Options o, MPI_Comm comm); /* of schemes, without a model */

extern const OptionDoc transient_options[], static_options[], spectrum_options[];

#endif
