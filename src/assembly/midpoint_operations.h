/* midpoint_operations.h: what schemes that conserve energy and angular momentum need of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_MIDPOINT_OPERATIONS_H
#define FS_ASSEMBLY_MIDPOINT_OPERATIONS_H

#include <fs/system.h>

/* The operations of a nonlinear model in the middle of a step (FsSystemOps.midpoint). */
extern const FsSystemMidpointOps model_midpoint;

#endif
