/* bow_doubt.h: how much displacements change if the axial force bends beams between their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MEMBERS_BOW_DOUBT_H
#define FS_DIAGNOSIS_MEMBERS_BOW_DOUBT_H

#include <fs/solve.h>
#include "worst_cell.h"

/* BowDoubt - The change of the displacements of an equilibrium, relative to the largest one.

     change  the relative change; 0 if it is not known
     part    [nparts] the cell of each part that contributes most to the change. Its member excess
             says by which factor the number of cells must grow so that 1 % of error is left. The
             member is 0 if the part contributes less than a tenth of the change */
typedef struct {
  PetscReal  change;
  WorstCell *part;
} BowDoubt;

/* StageHasFactors - Determines whether the last factors of a nonlinear stage are factors of a
   stiffness matrix of the model, so that FsStageLinearSolver() solves with this matrix.
   Collective. */
PetscErrorCode StageHasFactors(FsSystem sys, FsStage stage, PetscBool *has);

/* BowDoubtCreate - Estimates the change of an equilibrium of a nonlinear model by one iteration of
   Newton's method with the factors of the last one. The displacements of the line of a cell count
   by the rotations of its ends.

   Input:
     stage    the stage that has solved for s
     s        the equilibrium, or NULL, which gives no change
     loading  how much of the loads acts, and whether supports move
   Output:
     d        the caller destroys it by BowDoubtDestroy()
   Collective. */
PetscErrorCode BowDoubtCreate(FsSystem sys, FsStage stage, const FsState *s,
                              const FsLoading *loading, BowDoubt *d);
PetscErrorCode BowDoubtDestroy(BowDoubt *d);

#endif
