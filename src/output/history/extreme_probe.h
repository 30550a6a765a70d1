/* extreme_probe.h: records the largest and the smallest value of a result among the elements of a
   part, and the centers of the elements that have these values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_EXTREME_PROBE_H
#define FS_OUTPUT_HISTORY_EXTREME_PROBE_H

#include "probe.h"
#include "assembly/evaluation.h"

typedef struct _n_ExtremeProbes *ExtremeProbes;

/* ExtremeProbeFindResult - Finds the result probe->result of the elements of probe->part, and sets
   probe->columns to its number of values.

   Input:
     option  name of the option that gives the result, for the message
   Collective. Input error: no element of the part has the result. */
PetscErrorCode ExtremeProbeFindResult(Model model, const char option[], Probe *probe);

/* ExtremeProbesCreate - Creates the data of all probes of kind PROBE_EXTREME, and adds their series
   to h.

   Input:
     probes  [nprobes] probes of all kinds, borrowed
   Output:
     x  the caller destroys it by ExtremeProbesDestroy()
   Collective. */
PetscErrorCode ExtremeProbesCreate(Model model, PetscInt nprobes, const Probe probes[], History h,
                                   ExtremeProbes *x);
PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x);

/* ExtremeProbesRecord - Writes the largest and the smallest values at the state that ev evaluates
   into the current row of their series in h. Does nothing if x is NULL. Collective. */
PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h);

#endif
