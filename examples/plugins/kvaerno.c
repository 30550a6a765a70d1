/* kvaerno.c: a plug-in with a time integration scheme, ESDIRK 3/2 with four stages.

   The coefficients are all that a Runge-Kutta scheme needs; fsolve checks the conditions of its
   order, and finds its damping at high frequencies, which is total. Kvaerno, Singly diagonally
   implicit Runge-Kutta methods with an explicit first stage, BIT Numerical Mathematics 44 (2004).

   cmake -S examples/plugins -B plugins && cmake --build plugins
   fsolve inputs/pendulum.opts -integrator kvaerno3 -plugin plugins/kvaerno.so */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plugin/plugin.h"

#define GAMMA 0.4358665215 /* a root of 6 x^3 - 18 x^2 + 9 x - 1 */

/* The third stage is at the end of the step, too, and is the solution of order 2. */
static const double A[4][4] = {
  {0,                 0,                 0,                  0    },
  {GAMMA,             GAMMA,             0,                  0    },
  {0.490563388419108, 0.073570090080892, GAMMA,              0    },
  {0.308809969973036, 1.490563388254106, -1.235239879727145, GAMMA}
};

static const FsRungeKutta schemes[] = {
  {.name = "kvaerno3", .source = "ESDIRK 3/2, Kvaerno 2004", .order = 3, .stages = 4, .A = A[0], .embedded = A[2], .embedded_order = 2},
  {0}
};

const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("kvaerno", "1.0"), .schemes = schemes};
