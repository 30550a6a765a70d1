/* extreme_probe.h: records the largest and least values of results in parts, and their places. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_EXTREME_PROBE_H
#define FS_OUTPUT_HISTORY_EXTREME_PROBE_H

#include "probe.h"
#include "assembly/evaluation.h"

typedef struct _n_ExtremeProbes *ExtremeProbes;

/* Sets probe->columns. Collective. Input error, which names the option: no element of the part has
   the result. */
PetscErrorCode ExtremeProbeFindResult(Model model, const char option[], Probe *probe);

/* Adds the series of the PROBE_EXTREME among probes[nprobes], which are borrowed. Collective. */
PetscErrorCode ExtremeProbesCreate(Model model, PetscInt nprobes, const Probe probes[], History h,
                                   ExtremeProbes *x);
PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x);

/* Sets the values at a state; does nothing if x is NULL. Collective. */
PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h);

#endif
