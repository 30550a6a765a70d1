/* analysis.h: one function per analysis, each a short loop over stage solves. */
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include "integrator.h"
#include "output.h"

/* Read the case from the options, integrate it from -t_start to -t_end, write the output. Input errors before anything is
   written; a failed step leaves all output up to the last good one and raises PETSC_ERR_NOT_CONVERGED. Collective. */
PetscErrorCode AnalysisTransient(Options o, MPI_Comm comm);

/* Follow the equilibrium from -t_start to -t_end, t being the load factor; output and errors as above. Collective. */
PetscErrorCode AnalysisStatic(Options o, MPI_Comm comm);

/* With -initial_static: s becomes the equilibrium under the loads at its time; v stays. PETSC_ERR_NOT_CONVERGED
   where there is none. Collective. */
PetscErrorCode StaticStart(Options o, System sys, State *s);

/* Linear analysis of schemes, without a model: their spectra into the output file. Collective. */
PetscErrorCode AnalysisSpectrum(Options o, MPI_Comm comm);

extern const OptionDoc static_options[], spectrum_options[];

#endif
