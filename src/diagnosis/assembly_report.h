/* assembly_report.h: prints how far nodes move when RunAssemble makes them satisfy constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_ASSEMBLY_REPORT_H
#define FS_DIAGNOSIS_ASSEMBLY_REPORT_H

#include "assembly/assembly.h"

/* Poses - Positions and orientations of the nodes of this rank. */
typedef struct {
  double (*x)[3]; /* [nnodes] positions [m] */
  double (*q)[4]; /* [nnodes] orientations, as quaternions */
} Poses;

/* AssemblyReportStart - Saves the poses at the state s, before its positions change. Collective. */
PetscErrorCode AssemblyReportStart(FsSystem sys, const FsState *s, Poses *poses);

/* AssemblyReportPrint - Prints how many nodes have moved from poses to the state s, and the largest
   motions.

   Prints nothing if all motions are round-off. Frees poses. Collective. */
PetscErrorCode AssemblyReportPrint(FsSystem sys, const FsState *s, Poses *poses);

#endif
