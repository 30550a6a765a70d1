/* mass_center_probe.h: records the center of mass, momenta and kinetic energy of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_MASS_CENTER_PROBE_H
#define FS_OUTPUT_HISTORY_MASS_CENTER_PROBE_H

#include "probe.h"

typedef struct _n_MassCenterProbes *MassCenterProbes;

/* MassCenterProbesCreate - Adds the series of each probe of kind PROBE_MASS_CENTER to h.

   Input:
     probes  [nprobes] probes of all kinds
   Collective. Input error: the part or the model of a probe has no mass. */
PetscErrorCode MassCenterProbesCreate(Assembly assembly, PetscInt nprobes, const Probe probes[],
                                      History h, MassCenterProbes *x);
PetscErrorCode MassCenterProbesDestroy(MassCenterProbes *x);

/* MassCenterProbesRecord - Writes the values at the state of ev into their series in h.

   Each rank writes its share, and the history adds the shares of all ranks. ev->nodes must not be
   NULL. Does nothing if x is NULL. Not collective. */
PetscErrorCode MassCenterProbesRecord(MassCenterProbes x, const Evaluation *ev, History h);

#endif
