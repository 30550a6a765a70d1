/* systems.h: systems of models that options describe, for tests that ask a system alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SYSTEMS_H
#define SYSTEMS_H

#include "assembly/assembly.h"

typedef PetscErrorCode (*SystemCheck)(FsSystem sys, Model model, const void *context);

/* Make the system of a model, call check once, and destroy it. options: all there are, as in an
 * options file. Collective. */
PetscErrorCode CheckSystemOf(const char options[], SystemCheck check, const void *context);

#endif
