/* assembly_report.h: prints how far the assembly of the initial positions moves the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_ASSEMBLY_REPORT_H
#define FS_ANALYSIS_RUN_ASSEMBLY_REPORT_H

#include "assembly/assembly.h"

/* Positions and orientations of the nodes of this rank. */
typedef struct {
  double (*x)[3]; /* [nnodes] positions [m] */
  double (*q)[4]; /* [nnodes] quaternions */
} Poses;

/* AssemblyReportStart - Saves the poses at a state before the assembly. Collective. */
PetscErrorCode AssemblyReportStart(FsSystem sys, const FsState *s, Poses *poses);

/* AssemblyReportPrint - Prints how many nodes have moved since, and the largest motions.

   Prints nothing if all motions are round-off. Frees poses. Collective. */
PetscErrorCode AssemblyReportPrint(FsSystem sys, const FsState *s, Poses *poses);

#endif
