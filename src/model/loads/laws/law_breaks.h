/* law_breaks.h: warns of laws per length or area whose formulas jump from place to place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LAWS_LAW_BREAKS_H
#define FS_MODEL_LOADS_LAWS_LAW_BREAKS_H

#include "law.h"

struct _n_Model;

/* LawWarnBreaks - Warns if the forces of a law are off because its formulas jump.

   A law is evaluated at nodes only, and each value stands for the length or area that belongs to
   the node. If a formula jumps at or between nodes, the sum of the forces is therefore not the
   integral of the formula. The function compares the sum with the integral in a few states of
   motion and warns if they differ by more than 1 %.
   Input:
     options, set  of the load; nothing is done if options->law_per is 0
   Collective. */
PetscErrorCode LawWarnBreaks(struct _n_Model *model, const LoadOptions *options, PetscInt set,
                             const Law *law);

#endif
