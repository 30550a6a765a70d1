/* mode_certificate.h: tests modes against the matrices, apart from how they were found. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODE_CERTIFICATE_H
#define FS_EIGEN_MODE_CERTIFICATE_H

#include "undamped_modes.h"

/* ModesVerify - Sets the residuals of modes, and tests whether modes are what they claim to be.

   The tests use neither the shifts nor the scales of the search, so that an error in these does not
   confirm itself:
   - Each mode has the Rayleigh quotient mu, and K x = mu M x up to a small residual.
   - The strain energy of a mode with mu = 0 is round-off of the energies of its dofs.
   - If all modes of a model were found, whose M is positive definite, the highest one is not lower
   than p->largest, which is a Rayleigh quotient. A limit of the count that is many orders above the
     modes, because round-off was taken for a mass, fails this test.
   - If all modes below m->to were found (m->from is -PETSC_MAX_REAL), the Rayleigh quotients of the
     rigid motions of the dofs are not less than these modes allow. A rigid motion that nothing
     resists must be among the modes with mu = 0.
   Input:
     p       the pencil
     whole   PETSC_TRUE if these claim to be all modes of the pencil
   Input/Output:
     m       modes of ModesFind; the residuals are set up to the first mode that is wrong
   Output:
     reason  [size] why they are wrong; "" if they pass or the pencil is not symmetric, because
             inertia does not count its modes
   Collective. */
PetscErrorCode ModesVerify(Pencil p, Modes *m, PetscBool whole, char reason[], size_t size);

#endif
