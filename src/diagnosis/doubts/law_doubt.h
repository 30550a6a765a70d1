/* law_doubt.h: warns of linear analyses at a kink of a law, of strains beyond a law, and of beams
   that yield between the points of their law. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_LAW_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_LAW_DOUBT_H

#include <fs/system.h>
#include "diagnosis/members/worst_cell.h"

/* WarnKinkedLaws - Warns of each part with a law (-part_<name>_law) that has an element at a kink
   of the law. A linear analysis takes its stiffness from this state, and the stiffness at a kink
   differs from side to side.

   Input:
     s        the state; the mesh at rest with -linearize
     loading  how much of the loads acts, and whether supports move
   Collective. */
PetscErrorCode WarnKinkedLaws(FsSystem sys, const FsState *s, const FsLoading *loading);

/* LawsReadStep - Keeps the elements whose strains are farthest beyond the strains that their laws
   describe, such as beyond the ends of a table.

   Input:
     s        state at the end of a step
     loading  how much of the loads acts, and whether supports move
   Changed:
     worst  NULL before the first step; in models with such laws the function allocates an array
            with an entry for each part. The caller frees it by PetscFree
   Collective. */
PetscErrorCode LawsReadStep(FsSystem sys, const FsState *s, const FsLoading *loading,
                            WorstCell **worst);

/* WarnBeyondLaws - Warns of each part with an element that LawsReadStep() has kept. Does nothing if
   worst is NULL. Collective. */
PetscErrorCode WarnBeyondLaws(FsSystem sys, const WorstCell worst[]);

/* LawLoadsReadState - Keeps the beams whose section follows a law and whose curvatures are wrong by
   more than 1 %, because the section yields between the points at which its law acts.

   Input:
     s        an equilibrium, or the state at the end of a step
     loading  how much of the loads acts, and whether supports move
   Changed:
     worst  as for LawsReadStep()
   Collective. */
PetscErrorCode LawLoadsReadState(FsSystem sys, const FsState *s, const FsLoading *loading,
                                 WorstCell **worst);

/* WarnLawLoads - Warns of each part with a beam that LawLoadsReadState() has kept. Does nothing if
   worst is NULL. Collective. */
PetscErrorCode WarnLawLoads(FsSystem sys, const WorstCell worst[]);

/* RefuseLawMemory - Raises an input error if elements of a part remember earlier accepted states,
   for an analysis that accepts states on trial and goes back.

   Input:
     analysis  name of the analysis, such as "path"
   Collective. */
PetscErrorCode RefuseLawMemory(FsSystem sys, const char analysis[]);

#endif
