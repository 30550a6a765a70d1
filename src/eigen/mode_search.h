/* mode_search.h: finds modes of free vibration in sweeps of SLEPc and keeps them by ascending mu.

   A sweep is one solution about a shift; all its converged modes are kept. The next sweep deflates
   them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODE_SEARCH_H
#define FS_EIGEN_MODE_SEARCH_H

#include "mass_coordinates.h"
#include "pencil.h"

/* ModeSearch - The modes found so far. The search owns the shapes. */
typedef struct {
  Pencil p;
  /* of SLEPc's vectors; all vectors below are motions */
  MassCoordinates coordinates;
  PetscInt        max_modes;   /* largest possible number of modes */
  PetscInt        n, capacity; /* found so far, by ascending mu */
  PetscReal      *mu, *growth, *round_off;
  Vec            *x, scratch;
  PetscInt        solves;
  /* lower bound of the lowest mode that the last sweep did not keep [1/s2], or infinity. The
     inertia must confirm it, because Lanczos' method may miss a mode */
  PetscReal next;
  /* limit of |mu| [1/s2]; larger values belong to constraints and dofs without mass */
  PetscReal limit;
  /* the last ModeSearchFactor: its shift [1/s2], its result, and p->factorizations after it */
  PetscReal shift;
  PetscInt  below, factorization;
} ModeSearch;

/* ModeSearchFactor - Factors K - sigma M unless the factors of the pencil have this shift.

   Output:
     below  number of mu below sigma, by the signs of the factors
   Raises PETSC_ERR_NOT_CONVERGED if the pencil is singular. Collective. */
PetscErrorCode ModeSearchFactor(ModeSearch *s, PetscReal sigma, PetscInt *below);

/* ModeSearchSweep - Adds at least n modes nearest to sigma that are not found yet.

   Output:
     below  number of mu below sigma, by the signs of the factors
   Raises PETSC_ERR_NOT_CONVERGED if the pencil is singular. Collective. */
PetscErrorCode ModeSearchSweep(ModeSearch *s, PetscReal sigma, PetscInt n, PetscInt *below);

/* ModeSearchForget - Removes all modes. Collective. */
PetscErrorCode ModeSearchForget(ModeSearch *s);

#endif
