/* piece_doubt.h: warns of loads that vary too often along a beam element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_PIECE_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_PIECE_DOUBT_H

#include "model/model.h"

/* WarnCoarsePieces - Warns of each part that has a beam element along which loads vary too often
   for the pieces in which they are polynomials (LineLoadPieces). Forces and moments at the nodes
   are right all the same; those between the nodes are not.

   Input:
     t_start, t_end  first and last time of the run [s]; loads that move are those of these times
   Collective. */
PetscErrorCode WarnCoarsePieces(Model model, PetscReal t_start, PetscReal t_end);

#endif
