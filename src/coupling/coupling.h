/* coupling.h: couples a transient run with other programs, such as one for a fluid. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_COUPLING_H
#define FS_COUPLING_COUPLING_H

#include "participant.h"

#endif
