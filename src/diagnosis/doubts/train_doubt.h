/* train_doubt.h: warns of forces that move along lines but never come onto them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_TRAIN_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_TRAIN_DOUBT_H

#include "model/model.h"

/* WarnAbsentTrains - Warns of each load with -load_<name>_place none of whose axles is on its lines
   at any time of the run.

   Input:
     t_start, t_end  first and last time of the run [s]
   Collective. */
PetscErrorCode WarnAbsentTrains(Model model, PetscReal t_start, PetscReal t_end);

#endif
