/* law_breaks.h: warns of laws per length or area whose formulas jump from place to place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LAWS_LAW_BREAKS_H
#define FS_MODEL_LOADS_LAWS_LAW_BREAKS_H

#include "law.h"

struct _n_Model;

/* LawWarnBreaks - Warns if the forces of a law per length or area are wrong because its formulas
   jump from place to place.

   A law is evaluated only at nodes, and each value is multiplied by the length or area that belongs
   to the node. If a formula jumps at or between nodes, the sum of the forces is therefore not the
   integral of the formula. The function compares the sum with the integral for a few motions of the
   nodes, and warns if they differ by more than 1 %.
   Input:
     options  options of the load; nothing is done if options->law_per is 0
     set      index of the load's set in Geometry.set_name
     law      the law of the load
   Collective. */
PetscErrorCode LawWarnBreaks(struct _n_Model *model, const LoadOptions *options, PetscInt set,
                             const Law *law);

#endif
