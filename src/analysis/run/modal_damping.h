/* modal_damping.h: attaches modal damping to the system of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MODAL_DAMPING_H
#define FS_ANALYSIS_RUN_MODAL_DAMPING_H

#include "run.h"

/* RunAddModalDamping - Finds the modes at run->s that -damping_modal damps, and adds their damping.

   C = sum of 2 zeta_i omega_i (M x_i) (M x_i)^T, with modes of unit modal mass. Does nothing
   without -damping_modal. Collective. Input errors: the model rotates (-spin) or has moved
   supports; a ratio is negative or not below 1. */
PetscErrorCode RunAddModalDamping(Run *run);

#endif
