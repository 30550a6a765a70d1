/* lateral_load.h: the loads that bend beams between their nodes with the axial force. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_LATERAL_LOAD_H
#define FS_MODEL_LOADS_ALONG_LATERAL_LOAD_H

#include "model/loads/harmonic_load.h"
#include "model/parts/block.h"

/* ModelLateralLoads - Computes Block.lateral at the time t [s]: for each element what the loads of
   each kind on it do on each shape of its bows (bow_load.h) [N/m or N m/m].
   Block.lateral stays NULL if the axial force does not bend the elements of a block between their
   nodes, or without loads per length.

   Input:
     factor    factor of the loads without their harmonic parts
     harmonic  the harmonic part
   Input error: a factor of time is not finite. */
PetscErrorCode ModelLateralLoads(Model model, PetscReal t, PetscReal factor,
                                 const FsHarmonic *harmonic);

#endif
