/* mode_search.h: finds modes of free vibration, K x = mu M x, by SLEPc and keeps them by ascending
   mu.

   The search consists of sweeps. A sweep is one solution by Lanczos' method about a shift sigma;
   all modes that converge are kept. The next sweep leaves these modes out (deflation). The matrices
   K and M are those of a pencil (pencil.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODE_SEARCH_H
#define FS_EIGEN_MODE_SEARCH_H

#include "mass_coordinates.h"
#include "pencil.h"

/* ModeSearch - The modes found so far, and the data of the search. The search owns the vectors. */
typedef struct {
  Pencil p; /* borrowed */
  /* the coordinates in which SLEPc has its vectors; all vectors below are in those of the pencil */
  MassCoordinates coordinates;
  PetscInt        max_modes;   /* the largest possible number of modes */
  PetscInt        n, capacity; /* the number of modes found so far, and of those that have space */
  /* [n] mu [1/s2], ascending; its imaginary part; the error of mu that round-off may cause */
  PetscReal *mu, *growth, *round_off;
  Vec       *x, scratch; /* [n] the mode shapes; a work vector */
  PetscInt   solves;     /* the number of solves with factors so far */
  /* a lower bound of mu of the lowest mode that the last sweep did not keep [1/s2], or infinity.
     Inertia must confirm this bound, because Lanczos' method may miss a mode */
  PetscReal next;
  /* the largest |mu| of a mode [1/s2]; larger values belong to constraints and to dofs without
     mass */
  PetscReal limit;
  /* of the last call of ModeSearchFactor: the shift [1/s2], the result below, and the value of
     p->factorizations after the call */
  PetscReal shift;
  PetscInt  below, factorization;
} ModeSearch;

/* ModeSearchFactor - Factors K - sigma M, unless the pencil has the factors of this shift already.

   Input:
     sigma  the shift [1/s2]
   Output:
     below  the number of eigenvalues mu below sigma, which the signs of the pivots give (inertia).
   Raises PETSC_ERR_NOT_CONVERGED if a pivot is zero, for example because some dof has neither mass
   nor stiffness. Collective. */
PetscErrorCode ModeSearchFactor(ModeSearch *s, PetscReal sigma, PetscInt *below);

/* ModeSearchSweep - Finds at least n more modes, those nearest to sigma that are not known yet, and
   adds them to the search.

   Input:
     sigma  the shift [1/s2]
   Output:
     below  the number of eigenvalues mu below sigma, which the signs of the pivots give (inertia).
   Errors are those of ModeSearchFactor. Collective. */
PetscErrorCode ModeSearchSweep(ModeSearch *s, PetscReal sigma, PetscInt n, PetscInt *below);

/* ModeSearchForget - Removes all modes from the search. Collective. */
PetscErrorCode ModeSearchForget(ModeSearch *s);

#endif
