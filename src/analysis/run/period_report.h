/* period_report.h: the first natural periods of a model as it is given, for -show model and -show periods. Called by run.c. */
#ifndef FS_ANALYSIS_RUN_PERIOD_REPORT_H
#define FS_ANALYSIS_RUN_PERIOD_REPORT_H

#include <fs/system.h>

/* Print the periods of the lowest elastic modes about the unloaded model at rest, and how many motions nothing resists; or, in
   one line, why there are none to tell. s: at rest in the mesh as it is given, velocities zero; spins: seen in a turning frame;
   asked: also of a model so large that they cost more than a look at it should. Errors: of the program's or of memory; a search
   that fails is one of the reasons. Collective. */
PetscErrorCode PeriodReportPrint(FsSystem sys, const FsState *s, PetscBool spins, PetscBool forced);

#endif
