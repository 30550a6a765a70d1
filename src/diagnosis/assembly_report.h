/* assembly_report.h: prints how far nodes move when RunAssemble() moves them so that they satisfy
   the constraints of joints at the start of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_ASSEMBLY_REPORT_H
#define FS_DIAGNOSIS_ASSEMBLY_REPORT_H

#include "assembly/assembly.h"

/* Poses - Positions and orientations of the nodes of this rank. */
typedef struct {
  double (*x)[3]; /* [nnodes] positions [m] */
  double (*q)[4]; /* [nnodes] orientations, as quaternions */
} Poses;

/* AssemblyReportStart - Saves the positions and orientations of the nodes at the state s, before
   RunAssemble() changes the state.

   Output:
     poses  AssemblyReportPrint() frees the arrays
   Collective. */
PetscErrorCode AssemblyReportStart(FsSystem sys, const FsState *s, Poses *poses);

/* AssemblyReportPrint - Prints how many nodes have moved from the saved poses to the state s, and
   the largest displacement and rotation.

   Prints nothing if no node has moved by more than round-off. Frees the arrays of poses.
   Collective. */
PetscErrorCode AssemblyReportPrint(FsSystem sys, const FsState *s, Poses *poses);

#endif
