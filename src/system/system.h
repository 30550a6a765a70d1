/* system.h: the interface between solvers and mechanics, and operations on vectors of a system.

   Headers for other rooms:
     combine.h        computes several linear combinations of vectors in one pass through memory
     force_units.h  scales the rows and columns of a tangent so that its entries have no unit
     force_units.h    makes forces, moments and errors of constraints comparable
     node_mass.h      finds the directions of each node in which a mass matrix has no mass */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_SYSTEM_H
#define FS_SYSTEM_SYSTEM_H

#include <fs/system.h>
#include <fs/archive.h>
#include "combine.h"
#include "force_units.h"

#endif
