/* given_tableau.h: Runge-Kutta schemes that programs and plug-ins give by their coefficients. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_GIVEN_GIVEN_TABLEAU_H
#define FS_INTEGRATOR_GIVEN_GIVEN_TABLEAU_H

#include <fs/integrator.h>

/* given_tableau_fault - Finds what is wrong with the coefficients of a Runge-Kutta scheme.

   The structure that fs/runge_kutta.h demands is checked, and the conditions of the order that the
   table claims (Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 1993, table
   II.2.3), to 1e-10. Returns NULL, or static text that completes a sentence about the scheme ("is
   not of the order that it claims"). */
const char *given_tableau_fault(const FsRungeKutta *table);

/* given_tableau_scheme - Makes a scheme of a table without a fault. It is never freed, because
   integrators and options refer to it; the same table gives the same scheme. Borrows the table.
   Returns NULL if there is no memory. */
const FsScheme *given_tableau_scheme(const FsRungeKutta *table);

/* is_given_tableau - Returns whether a scheme comes from given_tableau_scheme(). */
PetscBool is_given_tableau(const FsScheme *scheme);

/* given_tableau_warning - Returns a warning, as SchemeFamily.warning does, if a given scheme
   amplifies an undamped motion at some size of the step. */
const char *given_tableau_warning(const FsScheme *scheme);

#endif
