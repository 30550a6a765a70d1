/* analysis.h: the table of analyses: each is a file that reads its options, sets up a run and loops over solves. */
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include <fs/options.h>

/* Reads the case from the options, works it out, writes the output. Input errors before anything is written; a failed step
   leaves all output up to the last good one and raises PETSC_ERR_NOT_CONVERGED. Collective. */
typedef struct {
  const char *name; /* of -analysis */
  PetscErrorCode (*run)(FsOptions o, MPI_Comm comm);
  const char        *title; /* of its section in the manual */
  const FsOptionDoc *options;
} Analysis;

extern const Analysis analyses[]; /* ends with a NULL name; the first is the default */

PetscErrorCode AnalysisTransient(FsOptions o, MPI_Comm comm);
PetscErrorCode AnalysisStatic(FsOptions o, MPI_Comm comm);
PetscErrorCode AnalysisSpectrum(FsOptions o, MPI_Comm comm); /* of schemes, without a model */

extern const FsOptionDoc transient_options[], static_options[], spectrum_options[];

#endif
