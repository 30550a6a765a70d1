/* assemble.h: which initial values are corrected so that they satisfy the constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_INITIAL_ASSEMBLE_H
#define FS_MODEL_INITIAL_ASSEMBLE_H

#include <petscsys.h>

/* Assemble - Whether the initial positions, and the initial velocities, are corrected (-assemble).
 */
typedef struct {
  PetscBool positions, velocities;
} Assemble;

#endif
