/* mode_search.h: finds modes of free vibration, K x = mu M x, by SLEPc and keeps them by ascending
   mu.

   The search consists of sweeps. A sweep is one solution by Lanczos' method about a shift sigma;
   all modes that converge are kept. The next sweep leaves these modes out (deflation). The matrices
   K and M are those of a pencil (pencil.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODE_SEARCH_H
#define FS_EIGEN_MODE_SEARCH_H

#include "pencil.h"

/* ---- mass coordinates ------------------------------------------------------------------------ */

/* Coordinates in which directions without mass have exact zeros in the mass
   matrix M.
   A node may have no inertia in some direction. If this is not the direction of a global axis, the
   entries of M contain round-off instead of zeros for it, positive or negative. Lanczos' method
   then normalizes vectors without mass by this round-off. As soon as it has found all frequencies,
   it therefore finds others that do not exist. To prevent this, the search for modes uses other
   coordinates x' with x = S x'. In nodes with such a direction, S contains the axes of the node's
   mass (math/mass_axes.h), and M' = S^T M S has zeros in the directions without mass. In all other
   nodes S is the identity. */

typedef struct _n_MassCoordinates *MassCoordinates;

/* MassCoordinatesCreate - Finds the coordinates x' for the mass matrix of a pencil, which itself
   does not change. p is borrowed. Collective. */
PetscErrorCode MassCoordinatesCreate(Pencil p, MassCoordinates *coordinates);
PetscErrorCode MassCoordinatesDestroy(MassCoordinates *coordinates);

/* MassCoordinatesMatrix - Returns the mass matrix M' in coordinates in which directions without
   mass have exact zeros; the coordinates own M'. If M has exact zeros in all directions without
   mass, S is the identity, the result is M itself, and *shell becomes PETSC_FALSE. Otherwise the
   result is a matrix without stored entries (MATSHELL), and *shell becomes PETSC_TRUE. */
Mat MassCoordinatesMatrix(MassCoordinates coordinates, PetscBool *shell);

/* These functions change a vector between the coordinates x of the model and x' of MassCoordinates,
   in place: a motion by x = S x', or a vector of forces by b' = S^T b. Collective. */
PetscErrorCode MassCoordinatesFromMotion(MassCoordinates coordinates, Vec x); /* x' = S^-1 x */
PetscErrorCode MassCoordinatesToMotion(MassCoordinates coordinates, Vec x);   /* x = S x' */
PetscErrorCode MassCoordinatesFromForce(MassCoordinates coordinates, Vec b);  /* b' = S^T b */
PetscErrorCode MassCoordinatesToForce(MassCoordinates coordinates, Vec b);    /* b = S^-T b' */

/* ModeSearch - The modes found so far, and the data of the search. The search owns the vectors. */
typedef struct {
  Pencil p; /* borrowed */
  /* the coordinates in which SLEPc has its vectors; all vectors below have those of the model */
  MassCoordinates coordinates;
  PetscInt        max_modes;   /* the largest possible number of modes */
  PetscInt        n, capacity; /* number of modes found so far, and of modes that have space */
  /* [n] mu = omega^2 [1/s2], ascending; its imaginary part; the error of mu that round-off may
     cause */
  PetscReal *mu, *growth, *round_off;
  Vec       *x, scratch; /* [n] the mode shapes; and a work vector */
  PetscInt   solves;     /* the number of solves with factors so far */
  /* lower bound of mu of the lowest mode that the last sweep did not keep [1/s2], or infinity.
     Because Lanczos' method may miss a mode, a count by inertia must confirm this bound */
  PetscReal next;
  /* the largest |mu| of a mode [1/s2]; larger values belong to constraints and dofs without mass */
  PetscReal limit;
  /* shift: the shift of the last factorization [1/s2]. below: the number of eigenvalues below this
     shift. factorization: the number of factorizations so far. */
  PetscReal shift;
  PetscInt  below, factorization;
} ModeSearch;

/* ModeSearchFactor - Factors K - sigma M for a search of modes, unless its factors exist already.

   Input:
     sigma  the shift [1/s2]
   Output:
     below  the number of eigenvalues mu below sigma, which the signs of the pivots give (inertia).
   Raises PETSC_ERR_NOT_CONVERGED if a pivot is zero, for example because some dof has neither mass
   nor stiffness. Collective. */
PetscErrorCode ModeSearchFactor(ModeSearch *s, PetscReal sigma, PetscInt *below);

/* ModeSearchSweep - Finds at least n more modes, the nearest to sigma that are not known yet, and
   adds them to the search.

   Input:
     sigma  the shift [1/s2]
   Output:
     below  the number of eigenvalues mu below sigma, which the signs of the pivots give (inertia).
   Errors are those of ModeSearchFactor. Collective. */
PetscErrorCode ModeSearchSweep(ModeSearch *s, PetscReal sigma, PetscInt n, PetscInt *below);

/* ModeSearchForget - Removes all modes from the search. Collective. */
PetscErrorCode ModeSearchForget(ModeSearch *s);

/* ---- ritz ------------------------------------------------------------------------------------ */

/* Improves several approximate eigenvectors of a symmetric pencil K x = mu M x together.
   The method is a step of inverse iteration with a shift, and then the Rayleigh-Ritz method in the
   span of the vectors. */

/* RitzOrthonormalize - Makes n vectors orthonormal with respect to M, so that x_i . M x_j is 1 for
   i = j and otherwise 0 up to round-off.

   The matrix of products x_i . M x_j is factored as R^T R, and x becomes x R^-1. Therefore the new
   vector k is a combination of the old vectors 0 to k. Collective. */
PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[]);

/* RitzImprove - Replaces n approximate eigenvectors by the best approximations (Ritz vectors) in
   the span of the vectors (K - sigma M)^-1 M x_i.

   x need not be orthonormal. The shift sigma [1/s2] must not be an eigenvalue. The number of solves
   is added to *solves. Collective. */
PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves);

#endif
