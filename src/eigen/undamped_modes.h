/* undamped_modes.h: computes modes of free vibration, K x = mu M x with mu = omega^2, and
   confirms their number by inertia (pencil.h).

   SLEPc's Krylov-Schur method with shift-and-invert finds the modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_UNDAMPED_MODES_H
#define FS_EIGEN_UNDAMPED_MODES_H

#include "pencil.h"

/* ModesRequest - The modes of free vibration to find, by mu = omega^2. MODES_LOWEST: the n lowest
   modes. MODES_BELOW: all modes with mu < high. MODES_BETWEEN: all modes with low < mu < high.
   MODES_NEAR: the n modes whose frequencies are nearest to the frequency of low. */
typedef enum { MODES_LOWEST, MODES_BELOW, MODES_BETWEEN, MODES_NEAR } ModesKind;
typedef struct {
  ModesKind kind;
  PetscInt  n;         /* number of modes, unless all modes in an interval are wanted */
  PetscReal low, high; /* limits of mu [1/s2] */
} ModesRequest;

/* Modes - The modes found, by ascending mu. If the last requested mode has the same mu as other
   modes up to round-off, all of these are returned, so that there may be more modes than requested.

   certified is PETSC_TRUE if the inertia of the pencil proves that exactly these n modes have a mu
   between from and to. If from is -PETSC_MAX_REAL, there is no lower limit. If the pencil is not
   symmetric, inertia cannot count its modes, and certified is PETSC_FALSE. */
typedef struct {
  /* number of modes, and of modes with mu = 0 up to round-off (rigid motions, mechanisms) */
  PetscInt   n, zeros;
  PetscReal *mu; /* [n] mu, or its real part [1/s2] */
  /* [n] imaginary part of mu [1/s2], not 0 if an unsymmetric model flutters */
  PetscReal *growth;
  PetscReal *residual; /* [n] |K x - mu M x| / (|K x| + |mu M x|) */
  PetscBool *zero;     /* [n] PETSC_TRUE if mu = 0 up to round-off */
  Vec       *x;        /* [n] mode shapes, with x . M x = 1 */
  PetscBool  certified;
  PetscReal  from, to;               /* limits of mu [1/s2] */
  PetscInt   factorizations, solves; /* numbers of factorizations and of solves of the search */
} Modes;

/* ModesFind - Finds modes of a pencil, which the caller destroys by ModesDestroy.

   Raises PETSC_ERR_NOT_CONVERGED if the inertia counts more modes than are found. Input errors:
   there are no modes between the limits; the system has no mass. Collective. */
PetscErrorCode ModesFind(Pencil p, const ModesRequest *request, Modes *modes);
PetscErrorCode ModesDestroy(Modes *modes);

/* ---- mode certificate ------------------------------------------------------------------------ */

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
