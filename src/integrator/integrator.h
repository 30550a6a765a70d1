/* integrator.h: time integration schemes in families, step control, events, and tests of schemes.

   Headers for other rooms:
     dispersion.h  analyzes how accurately integration schemes solve the equation of an oscillator,
                   q'' + 2 xi w q' + w^2 q = 0
     given/given_schemes.h  the schemes of plug-ins in the list of all schemes */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_INTEGRATOR_H
#define FS_INTEGRATOR_INTEGRATOR_H

#include <fs/integrator.h>
#include <fs/control.h>
#include "dispersion.h"
#include "integrator/given/given_schemes.h"

#endif
