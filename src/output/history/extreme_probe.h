/* extreme_probe.h: records the largest and least values of results in parts, and their places. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_EXTREME_PROBE_H
#define FS_OUTPUT_HISTORY_EXTREME_PROBE_H

#include "probe.h"
#include "assembly/evaluation.h"

typedef struct _n_ExtremeProbes *ExtremeProbes;

/* ExtremeProbeFindResult - Sets probe->columns for the result probe->result of probe->part.

   Collective. Input error, which names the option: no element of the part has the result. */
PetscErrorCode ExtremeProbeFindResult(Model model, const char option[], Probe *probe);

/* ExtremeProbesCreate - Adds the series of each probe of kind PROBE_EXTREME to h.

   Input:
     probes  [nprobes] probes of all kinds, borrowed
   Collective. */
PetscErrorCode ExtremeProbesCreate(Model model, PetscInt nprobes, const Probe probes[], History h,
                                   ExtremeProbes *x);
PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x);

/* ExtremeProbesRecord - Writes the extreme values at the state of ev into their series in h.

   Does nothing if x is NULL. Collective. */
PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h);

#endif
