/* analyses.c: the table of analyses. A new one is a file in this folder, a line in analysis.h and a row here. */
#include "analysis.h"

const FsOptionDoc analysis_options[] = {
  {"-analysis", "transient", "what to do: transient, static, or spectrum (of schemes, without a model)"},
  {NULL,        NULL,        NULL                                                                      }
};

const Analysis analyses[] = {
  {"transient", AnalysisTransient, "Transient analysis", transient_options},
  {"static",    AnalysisStatic,    "Static analysis",    static_options   },
  {"spectrum",  AnalysisSpectrum,  "Spectrum",           spectrum_options },
  {NULL,        NULL,              NULL,                 NULL             }
};

PetscErrorCode AnalysisFromOptions(FsOptions o, const Analysis **analysis)
{
  enum { KINDS = sizeof analyses / sizeof *analyses };
  const char *names[KINDS];
  PetscInt    k = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < KINDS; i++) names[i] = analyses[i].name;
  PetscCall(FsOptionsChoice(o, "-analysis", names, &k, NULL));
  *analysis = &analyses[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}
