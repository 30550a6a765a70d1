/* moved_ends.h: moves nodes with supports that have moved at the first time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_MOVED_ENDS_H
#define FS_ANALYSIS_RUN_START_MOVED_ENDS_H

#include "analysis/run/run.h"

/* MoveEndsWithSupports - Changes the positions of run->s at nodes of supports with own axes,
   and at ends of members with offsets or releases, if supports have moved at the first time, such
   as by a settlement.

   Does nothing in models with initial fields, whose positions are those of the user. Collective. */
PetscErrorCode MoveEndsWithSupports(Run *run);

#endif
