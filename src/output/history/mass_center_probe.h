/* mass_center_probe.h: records the center of mass, momenta and kinetic energy of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_MASS_CENTER_PROBE_H
#define FS_OUTPUT_HISTORY_MASS_CENTER_PROBE_H

#include "probe.h"

typedef struct _n_MassCenterProbes *MassCenterProbes;

/* Adds the series of the PROBE_MASS_CENTER among probes[nprobes]. Collective. Input error: the part
   or the model has no mass. */
PetscErrorCode MassCenterProbesCreate(Assembly assembly, PetscInt nprobes, const Probe probes[],
                                      History h, MassCenterProbes *x);
PetscErrorCode MassCenterProbesDestroy(MassCenterProbes *x);

/* Sets this rank's share of the values at a state; ev has node states. It does nothing if x is
   NULL. Not collective. */
PetscErrorCode MassCenterProbesRecord(MassCenterProbes x, const Evaluation *ev, History h);

#endif
