/* mass_center_probe.h: records the center of mass, the linear and angular momentum and the kinetic
   energy of a part or of the whole model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_MASS_CENTER_PROBE_H
#define FS_OUTPUT_HISTORY_MASS_CENTER_PROBE_H

#include "probe.h"

typedef struct _n_MassCenterProbes *MassCenterProbes;

/* MassCenterProbesCreate - Creates the data of all probes of kind PROBE_MASS_CENTER, and adds their
   series to h.

   Input:
     probes  [nprobes] probes of all kinds, borrowed
   Output:
     x  the caller destroys it by MassCenterProbesDestroy()
   Collective. Input error: the part of a probe, or the model, has no mass. */
PetscErrorCode MassCenterProbesCreate(Assembly assembly, PetscInt nprobes, const Probe probes[],
                                      History h, MassCenterProbes *x);
PetscErrorCode MassCenterProbesDestroy(MassCenterProbes *x);

/* MassCenterProbesRecord - Writes the values at the state that ev evaluates into the current row of
   their series in h.

   Each rank writes the sums over its own elements, and the history adds the sums of all ranks. Does
   nothing if x is NULL.
   Input:
     ev  evaluation of a state; ev->nodes must not be NULL
   Not collective. */
PetscErrorCode MassCenterProbesRecord(MassCenterProbes x, const Evaluation *ev, History h);

#endif
