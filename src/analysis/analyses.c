/* analyses.c: the table of analyses. A new one is a file in this folder, a line in analysis.h and a row here. */
#include "analysis.h"

const Analysis analyses[] = {
  {"transient", AnalysisTransient, "Transient analysis", transient_options},
  {"static",    AnalysisStatic,    "Static analysis",    static_options   },
  {"spectrum",  AnalysisSpectrum,  "Spectrum",           spectrum_options },
  {NULL,        NULL,              NULL,                 NULL             }
};
