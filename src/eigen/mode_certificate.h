/* mode_certificate.h: checks modes with the matrices alone, independently of the search that found
   them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODE_CERTIFICATE_H
#define FS_EIGEN_MODE_CERTIFICATE_H

#include "undamped_modes.h"

/* ModesVerify - Computes the residuals of modes of free vibration, and checks whether the modes
   solve K x = mu M x and whether lower or higher modes are missing.

   The checks use neither the shifts nor the scales of the search, because an error in these would
   then confirm itself:
   - Each mode x has the Rayleigh quotient mu, and K x = mu M x up to a small residual.
   - The strain energy of a mode with mu = 0 is round-off of the energies of its dofs.
   - If all modes of a model with a positive definite M were found, the highest mode is not lower
     than p->largest, which is a Rayleigh quotient. This check fails, for example, if the search has
     taken a mass for round-off, so that its upper limit of mu was far too low.
   - If all modes with mu below m->to were found (m->from is -PETSC_MAX_REAL), no rigid motion of
     the model has a Rayleigh quotient that is lower than these modes allow. A rigid motion that
     nothing resists must be among the modes with mu = 0.
   Input:
     p       the pencil (pencil.h)
     whole   PETSC_TRUE if the modes are meant to be all modes of the pencil
   Changed:
     m       modes of ModesFind. Their residuals are set, up to the first mode that is wrong
   Output:
     reason  [size] why the modes are wrong; "" if they pass. It is also "" if the pencil is not
             symmetric, because inertia does not count its modes
   Collective. */
PetscErrorCode ModesVerify(Pencil p, Modes *m, PetscBool whole, char reason[], size_t size);

#endif
