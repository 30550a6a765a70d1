/* shell_damping.h: forces of shells that are proportional to the rates of the strains. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_DAMPING_H
#define FS_ELEMENT_SHELL_SHELL_DAMPING_H

#include "shell_motion.h"

/* shell_add_damping - Adds the stresses of damping to sigma, and its tangents to K and C.

   The stresses are beta S ds/dt, with beta of SHELL_DAMPING. K[6 nn][6 nn] gets beta B^T S times
   the derivative of ds/dt by the nodes, at fixed velocities. C gets beta B^T S B. K and C may be
   NULL. */
void shell_add_damping(const ElementGroup *e, const ShellMotion *m, ShellStrains *sigma, Lanes K[],
                       Lanes C[]);

/* shell_power - Is the member power of ElementType. */
double shell_power(const ElementState *e);

#endif
