/* pencil.h: stores the matrices of free vibration about a state at rest and counts eigenvalues.

   The pencil is K x = mu M x with mu = omega^2. With constraints, it has the matrices [K G^T; G 0]
   and [M 0; 0 0], which are also called K and M. The rows and columns of multipliers are scaled by
   the stiffness, so units do not matter. K contains the material, geometric and load stiffness and
   the derivatives of constraint forces. Rotations in x are spins in body axes. The signs of the
   pivots of K - sigma M, its inertia, give the number of eigenvalues mu below sigma (Sylvester's
   law of inertia). Each independent row of constraints adds one positive and one negative pivot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_PENCIL_H
#define FS_EIGEN_PENCIL_H

#include <fs/system.h>

typedef struct _n_Pencil *Pencil;

/* Pencil - Data of a pencil. PencilCreate sets the members, and BucklingPencilCreate changes M.
   Other files only read them. */
struct _n_Pencil {
  FsSystem  sys;     /* borrowed */
  Mat       K, M, C; /* C without damping of low rank, see PencilDampingMult */
  PetscInt  rows;    /* number of rows of constraints */
  PetscReal scale;   /* factor of the rows and columns of constraints in K [N/m] */
  /* asymmetry_of_M is |M - M^T| / |M|. asymmetry_of_K is the largest quotient, over the rows, of
     the largest entry of K - K^T and the largest entry of K or of the first K. asymmetry is the
     larger of both. Entries of round-off do not count. Rotations are multiplied by lengths
     (FsSystemForceUnits), so that the units of the model do not matter. */
  PetscReal asymmetry, asymmetry_of_M, asymmetry_of_K;
  Vec       initial_row_max; /* largest entry of each row of the first K */
  Vec       initial_size;    /* the same with rotations times lengths [N/m] */
  PetscBool symmetric;       /* K and M are symmetric up to round-off */
  PetscReal largest;         /* largest K_ii / M_ii [1/s2], an estimate of the largest mu */
  PetscBool loose;           /* nothing has stiffness: all mu are 0, and largest is only a scale */
  PetscInt  massless;        /* number of directions of nodes without mass (system/node_mass.h) */
  /* least mu [1/s2] that round-off in M causes in directions of nodes without mass, or infinity */
  PetscReal spurious;
  Vec *rigid; /* [FS_RIGID_MOTIONS] rigid motions of the dofs, or NULL if they have no positions */
  PetscReal round_off;      /* bound of the errors of entries of M, relative to those of K */
  Mat       work;           /* K - sigma M, or |K|, or scratch; it has the pattern of K, M and C */
  PetscBool has_absolute;   /* work contains |K|, the matrix of the absolute values of K */
  Mat       factors;        /* factors of the last PencilFactor, or NULL */
  PetscInt  factorizations; /* number of factorizations so far */
};

/* PencilCreate - Assembles the matrices at a state under a loading.

   The velocities of s are treated as zero. sys is borrowed. Collective. */
PetscErrorCode PencilCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                            Pencil *pencil);
PetscErrorCode PencilDestroy(Pencil *pencil);

/* PencilCreateStiffness - Creates a pencil without M and C, for the inertia of K alone.

   M and C are NULL, and largest is 0. Collective. */
PetscErrorCode PencilCreateStiffness(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     Pencil *pencil);

/* PencilUpdateStiffness - Replaces K by the stiffness at another state; M and C do not change.

   Updates symmetric and asymmetry. Collective. */
PetscErrorCode PencilUpdateStiffness(Pencil p, const FsState *s, const FsLoading *loading);

/* PencilUpdateSymmetricPart - Replaces K by the symmetric part of the stiffness at another state.

   Rotations make the stiffness unsymmetric in proportion to unbalanced moments, under conservative
   loads, too. The symmetric part is the second derivative of the energy. Sets p->symmetric.
   Collective. */
PetscErrorCode PencilUpdateSymmetricPart(Pencil p, const FsState *s, const FsLoading *loading);

/* PencilFactorWeighted - Does the same as PencilFactor for K - sigma W, where weights is the
   diagonal of W.

   weights must be 0 for multipliers. Collective. */
PetscErrorCode PencilFactorWeighted(Pencil p, PetscReal sigma, Vec weights, PetscInt *below);

/* PencilFactor - Factors K - sigma M and leaves the factors in p->factors.

   Input:
     sigma  shift [1/s2]; 0 in a pencil without M
   Output:
     below  number of eigenvalues mu below sigma, or 0 if the pencil is not symmetric. It is
            PENCIL_SINGULAR if sigma is too near to an eigenvalue
   PencilCountBelow does the same, but raises an error if the pencil is not symmetric. Both are
   collective. */
enum { PENCIL_SINGULAR = -1000000 };
PetscErrorCode PencilFactor(Pencil p, PetscReal sigma, PetscInt *below);
PetscErrorCode PencilCountBelow(Pencil p, PetscReal sigma, PetscInt *below);

/* PencilIsNonsingular - Determines whether K is nonsingular, by a solve with its factors.

   Call PencilFactor with sigma = 0 before. Collective. */
PetscErrorCode PencilIsNonsingular(Pencil p, PetscBool *nonsingular);

/* PencilMeasureMassSymmetry - Updates symmetric and asymmetry after M has changed. Collective. */
PetscErrorCode PencilMeasureMassSymmetry(Pencil p);

/* PencilHasSymmetricDamping - Determines whether C is symmetric up to round-off.

   If it is, there are no gyroscopic forces. Collective. */
PetscErrorCode PencilHasSymmetricDamping(Pencil p, PetscBool *symmetric);

/* PencilDampingMult - Computes y = C x, with the damping of low rank of the system. Collective. */
PetscErrorCode PencilDampingMult(Pencil p, Vec x, Vec y);

/* PencilAbsMult - Computes y = |K| |x|, with the absolute values of the entries of K and x.

   Round-off in K x is proportional to y. Overwrites p->work. Collective. */
PetscErrorCode PencilAbsMult(Pencil p, Vec x, Vec y);

/* PencilRayleigh - Computes the Rayleigh quotient mu = (x . K x) / (x . M x).

   Input:
     y          scratch
   Output:
     mu         [1/s2]
     round_off  bound of the error of mu that round-off causes [1/s2]
     mass       x . M x
   Collective. */
PetscErrorCode PencilRayleigh(Pencil p, Vec x, Vec y, PetscReal *mu, PetscReal *round_off,
                              PetscReal *mass);

#endif
