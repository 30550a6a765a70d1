/* pencil.h: stores the matrices of free vibration about a state at rest and counts eigenvalues.

   The pencil is K x = mu M x with mu = omega^2. With constraints K = [K G^T; G 0], M = [M 0; 0 0].
   The rows and columns of multipliers are scaled by the stiffness, so units do not matter. K has
   the material, geometric and load stiffness and the derivatives of constraint forces. Rotations
   count as spins in body axes. The signs of a factorization give the number of mu below a value
   (Sylvester's law of inertia). Each independent row of constraints adds one positive and one
   negative sign. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_PENCIL_H
#define FS_EIGEN_PENCIL_H

#include <fs/system.h>

typedef struct _n_Pencil *Pencil;

/* Pencil - Data of a pencil. PencilCreate sets the public members, which are read only. */
struct _n_Pencil {
  FsSystem  sys; /* borrowed */
  Mat       K, M, C;
  PetscInt  rows;  /* number of rows of constraints */
  PetscReal scale; /* scale of their rows and columns in K */
  /* asymmetry of K: the largest of K - K^T in a row over the largest of K in it; for M the norms */
  PetscReal asymmetry;
  Vec       initial_row_max; /* largest entry of each row of the first K */
  PetscBool symmetric;       /* K and M are symmetric up to round-off */
  PetscReal largest;         /* max K_ii / M_ii [1/s2], of the order of the largest mu */
  Mat       work;            /* a shifted matrix, or |K| */
  PetscBool has_absolute;    /* whether work is |K| */
  Mat       factors;         /* factors of PencilFactor, or NULL */
  PetscInt  factorizations;  /* number of factorizations so far */
};

/* PencilCreate - Assembles the matrices at a state under a loading.

   The velocities of s count as zero. sys is borrowed. Collective. */
PetscErrorCode PencilCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                            Pencil *pencil);
PetscErrorCode PencilDestroy(Pencil *pencil);

/* PencilUpdateStiffness - Replaces K by the stiffness at another state; M stays. Collective. */
PetscErrorCode PencilUpdateStiffness(Pencil p, const FsState *s, const FsLoading *loading);

/* PencilFactor - Factors K - sigma M and leaves the factors in p->factors.

   Input:
     sigma  [1/s2]
   Output:
     below  number of mu below sigma; 0 if p is not symmetric; PENCIL_SINGULAR if sigma is too near
            to an eigenvalue
   PencilCountBelow does the same for symmetric pencils only. Collective. */
enum { PENCIL_SINGULAR = -1000000 };
PetscErrorCode PencilFactor(Pencil p, PetscReal sigma, PetscInt *below);
PetscErrorCode PencilCountBelow(Pencil p, PetscReal sigma, PetscInt *below);

/* PencilIsNonsingular - Determines whether the factors of PencilFactor(p, 0) solve with K.

   If K is singular or nearly so, the factors contain round-off only. Collective. */
PetscErrorCode PencilIsNonsingular(Pencil p, PetscBool *nonsingular);

/* PencilMeasureSymmetry - Sets symmetric and asymmetry after K or M has changed. Collective. */
PetscErrorCode PencilMeasureSymmetry(Pencil p);

/* PencilHasSymmetricDamping - Determines whether C is symmetric up to round-off.

   A symmetric C has no gyroscopic forces. Collective. */
PetscErrorCode PencilHasSymmetricDamping(Pencil p, PetscBool *symmetric);

/* PencilAbsMult - Computes y = |K| |x|, the sums of the sizes of the terms of K x. Collective. */
PetscErrorCode PencilAbsMult(Pencil p, Vec x, Vec y);

/* PencilRayleigh - Computes the Rayleigh quotient mu = x K x / x M x.

   Input:
     y          scratch
   Output:
     round_off  error of mu due to the round-off in the entries of K
     mass       x M x
   Collective. */
PetscErrorCode PencilRayleigh(Pencil p, Vec x, Vec y, PetscReal *mu, PetscReal *round_off,
                              PetscReal *mass);

#endif
