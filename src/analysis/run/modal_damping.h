/* modal_damping.h: attaches modal damping to the system of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MODAL_DAMPING_H
#define FS_ANALYSIS_RUN_MODAL_DAMPING_H

#include "run.h"

/* RunAddModalDamping - Computes the modes of vibration about run->s that the user damps by
   -damping_modal, and adds their damping to run->sys.

   The damping matrix is the sum over the modes i of 2 zeta_i omega_i (M x_i) (M x_i)^T. zeta_i is
   the damping ratio, omega_i is the angular frequency [rad/s], and x_i is the shape with x_i . M
   x_i = 1. Does nothing if -damping_modal is not given. Collective. Input errors: the model rotates
   (-spin) or has supports that move; a ratio is negative or not below 1. */
PetscErrorCode RunAddModalDamping(Run *run);

#endif
