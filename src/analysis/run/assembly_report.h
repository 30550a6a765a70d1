/* assembly_report.h: how far nodes move while a start is assembled, in one line on the screen. Used by run.c. Begin with
   AssemblyReportPrint. */
#ifndef FS_ANALYSIS_RUN_ASSEMBLY_REPORT_H
#define FS_ANALYSIS_RUN_ASSEMBLY_REPORT_H

#include "assembly/assembly.h"

/* Where the nodes of this rank were. */
typedef struct {
  double (*x)[3]; /* [nnodes] positions [m] */
  double (*q)[4]; /* [nnodes] quaternions */
} Poses;

/* Begin: poses of a state; Tell frees them, and prints how many nodes have moved since, and where most, if some have by more
   than round-off. Collective. */
PetscErrorCode AssemblyReportStart(FsSystem sys, const FsState *s, Poses *poses);
PetscErrorCode AssemblyReportPrint(FsSystem sys, const FsState *s, Poses *poses);

#endif
