/* law_breaks.h: warns of laws per length or area whose formulas jump from place to place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LAWS_LAW_BREAKS_H
#define FS_MODEL_LOADS_LAWS_LAW_BREAKS_H

#include "law.h"

struct _n_Model;

/* ModelWarnLawBreaks - Warns if the forces of a law are off because its formulas jump.

   A law per length or area is evaluated at nodes only, and each value stands for the length or area
   that belongs to the node. If a formula jumps at or between nodes, the sum of the forces is
   therefore not the integral of the formula. The function compares the sum with the integral in a
   few states of motion and warns if they differ by more than 1 %.
   Input:
     t_start, t_end  first and last time of the run [s], or load factors in static analyses
   Collective. */
PetscErrorCode ModelWarnLawBreaks(struct _n_Model *model, PetscReal t_start, PetscReal t_end);

#endif
