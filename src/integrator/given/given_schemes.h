/* given_schemes.h: the schemes of plug-ins in the list of all schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_GIVEN_GIVEN_SCHEMES_H
#define FS_INTEGRATOR_GIVEN_GIVEN_SCHEMES_H

#include <fs/integrator.h>

/* given_scheme_fault - Finds what is wrong with a Runge-Kutta scheme that somebody gives: its
   coefficients, or a name that a scheme already has. Returns NULL, or static text that completes a
   sentence about the scheme. Not collective. The function works before PETSc starts. */
const char *given_scheme_fault(const FsRungeKutta *table);

/* given_schemes_clear - Takes the schemes of given_schemes_add() out of the list of all schemes.
   They remain valid for integrators that have them. Not collective. */
void given_schemes_clear(void);

/* given_schemes_add - Adds a Runge-Kutta scheme without a fault to the list of all schemes, until
   given_schemes_clear() is called. The table is borrowed until the process ends. Returns 0, or 1 if
   there is no room. Not collective. */
int given_schemes_add(const FsRungeKutta *table);

#endif
