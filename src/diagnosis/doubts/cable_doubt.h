/* cable_doubt.h: warns of cables with too few cells to sag under their weight. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_CABLE_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_CABLE_DOUBT_H

#include "assembly/assembly.h"

/* WarnCoarseCables - Warns of each part that has a cable of one or two cells whose tension, at an
   equilibrium, is wrong by more than 5 % of the largest tension of the part, because its cells do
   not sag between their nodes.

   A cable is a chain of cells along one line between two ends. Each end is a node that supports fix
   or that belongs to a beam or a shell. Nodes at which cables alone meet, as in a net, move with
   the tensions, and are no ends. The function does nothing in motions, in linear models, whose
   tensions do not depend on the weight, and for parts whose properties vary.
   Input:
     s        state at the end
     loading  how much of the loads acts
   Collective. */
PetscErrorCode WarnCoarseCables(FsSystem sys, const FsState *s, const FsLoading *loading);

#endif
