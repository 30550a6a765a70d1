/* pencil.h: the matrices of free vibration about a state at rest, and the number of their
   eigenvalues below a limit.

   A pencil is the pair of matrices of the eigenvalue problem K x = mu M x with mu = omega^2. In a
   system with constraints, whose gradient is G, the matrices are [K G^T; G 0] and [M 0; 0 0], which
   are also called K and M. The rows and columns of multipliers are multiplied by a stiffness, so
   that the units of the model do not matter. K contains the stiffness of the material, the
   geometric stiffness, the stiffness of loads, and the derivatives of constraint forces. Rotations
   in x are infinitesimal, in body axes.
   The inertia of a symmetric matrix is the number of its negative eigenvalues, which is the number
   of negative pivots of its factors. The inertia of K - sigma M is the number of eigenvalues mu
   below sigma (Sylvester's law of inertia), plus one for each independent row of constraints, which
   adds one positive and one negative pivot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_PENCIL_H
#define FS_EIGEN_PENCIL_H

#include <fs/system.h>

typedef struct _n_Pencil *Pencil;

/* Pencil - The matrices K and M of an eigenvalue problem K x = mu M x, and what is known about
   them. PencilCreate sets the members, and BucklingPencilCreate replaces M. */
struct _n_Pencil {
  FsSystem  sys;     /* borrowed */
  Mat       K, M, C; /* stiffness, mass, damping; C lacks damping of low rank (PencilDampingMult) */
  PetscInt  rows;    /* number of rows of constraints */
  PetscReal scale;   /* factor of the rows and columns of constraints in K [N/m] */
  /* Measures of asymmetry. Rotations are multiplied by lengths in them (FsSystemForceUnits), so
     that the units of the model do not matter. Entries of round-off do not count. The number
     asymmetry_of_M is |M - M^T| / |M|. The number asymmetry_of_K is the largest quotient of a row.
     This quotient is the largest entry of the row in K - K^T, divided by the largest entry of the
     row in K or in the first K that the pencil had. The number asymmetry is the larger of both. */
  PetscReal asymmetry, asymmetry_of_M, asymmetry_of_K;
  /* the largest |entry| of each row of the first K of this pencil, with rotations multiplied by
     lengths [N/m] */
  Vec       initial_size;
  PetscBool symmetric; /* whether K and M are symmetric up to round-off */
  PetscReal largest;   /* the largest K_ii / M_ii [1/s2], an estimate of the largest eigenvalue */
  /* PETSC_TRUE if no motion has stiffness; then all eigenvalues mu are 0, and largest is only a
     scale */
  PetscBool loose;
  PetscInt  massless; /* the number of directions of nodes that have no mass (system/node_mass.h) */
  /* the least eigenvalue mu [1/s2] that round-off in M causes in directions of nodes without mass,
     or infinity */
  PetscReal spurious;
  /* [FS_RIGID_MOTIONS] rigid motions of the model; NULL if dofs have no positions */
  Vec *rigid;
  /* a bound of the errors of entries of M, relative to the entries of K */
  PetscReal round_off;
  /* work matrix with the pattern of K, M and C, for K - sigma M, |K| or other values */
  Mat       work;
  PetscBool has_absolute;   /* whether work contains |K|, the absolute values of the entries of K */
  Mat       factors;        /* factors that the last PencilFactor has computed, or NULL */
  PetscBool of_K;           /* whether these are factors of K itself */
  PetscInt  negative;       /* number of negative eigenvalues of K, if so */
  PetscInt  factorizations; /* the number of factorizations so far */
};

/* PencilCreate - Computes the matrices of small vibrations about a state under a loading.

   The velocities of s are treated as zero. sys is borrowed. Collective. */
PetscErrorCode PencilCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                            Pencil *pencil);
PetscErrorCode PencilDestroy(Pencil *pencil);

/* PencilCreateStiffness - Creates a pencil with the stiffness K alone, to count the negative
   eigenvalues of K, which are the unstable directions of an equilibrium.

   The members M and C are NULL, and largest is 0. sys is borrowed. Collective. */
PetscErrorCode PencilCreateStiffness(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     Pencil *pencil);

/* PencilUpdateStiffness - Replaces the matrix K of a pencil by the stiffness at another state, and
   updates symmetric and asymmetry. M and C do not change. Collective. */
PetscErrorCode PencilUpdateStiffness(Pencil p, const FsState *s, const FsLoading *loading);

/* PencilUpdateSymmetricPart - Replaces the matrix K of a pencil by the symmetric part of the
   stiffness at another state, which is the second derivative of the energy under conservative
   loads.

   The stiffness itself is not symmetric where rotations carry unbalanced moments, even under
   conservative loads. Sets p->symmetric. Collective. */
PetscErrorCode PencilUpdateSymmetricPart(Pencil p, const FsState *s, const FsLoading *loading);

/* PencilFactorWeighted - Factors K - sigma W, where W is the diagonal matrix of the entries of
   weights, and counts the eigenvalues of K x = mu W x below sigma. The unit of sigma is that of K
   over W.

   weights must be 0 for multipliers. Collective. */
PetscErrorCode PencilFactorWeighted(Pencil p, PetscReal sigma, Vec weights, PetscInt *below);

/* PencilFactor - Factors K - sigma M, and counts the eigenvalues mu below sigma. The factors become
   p->factors.

   Input:
     sigma  the shift [1/s2]; 0 in a pencil without M
   Output:
     below  the number of eigenvalues mu below sigma. It is 0 if the pencil is not symmetric, and
            PENCIL_SINGULAR if sigma is too near to an eigenvalue.
   PencilCountBelow does the same, but raises an error if the pencil is not symmetric. Both are
   collective. */
enum { PENCIL_SINGULAR = -1000000 };
PetscErrorCode PencilFactor(Pencil p, PetscReal sigma, PetscInt *below);
PetscErrorCode PencilCountBelow(Pencil p, PetscReal sigma, PetscInt *below);

/* PencilFactorStiffness - Factors K and counts its negative eigenvalues, like PencilFactor() with
   sigma = 0. It keeps p->factors if they are the factors of K already. Collective. */
PetscErrorCode PencilFactorStiffness(Pencil p, PetscInt *below);

/* PencilIsNonsingular - Determines whether the stiffness K of a pencil is nonsingular, by a solve
   with the factors of K. Call PencilFactor with sigma = 0 before. Collective. */
PetscErrorCode PencilIsNonsingular(Pencil p, PetscBool *nonsingular);

/* PencilMeasureMassSymmetry - Updates the members symmetric, asymmetry and asymmetry_of_M after M
   has changed. Collective. */
PetscErrorCode PencilMeasureMassSymmetry(Pencil p);

/* PencilHasSymmetricDamping - Determines whether the damping matrix C of a pencil is symmetric up
   to round-off, which means that there are no gyroscopic forces. Collective. */
PetscErrorCode PencilHasSymmetricDamping(Pencil p, PetscBool *symmetric);

/* PencilDampingMult - Computes y = C x, where the damping matrix C includes damping of low rank,
   such as modal damping. Collective. */
PetscErrorCode PencilDampingMult(Pencil p, Vec x, Vec y);

/* PencilAbsMult - Computes y = |K| |x|, where |.| takes the absolute value of each entry. The
   round-off in the product K x is proportional to y. Overwrites p->work. Collective. */
PetscErrorCode PencilAbsMult(Pencil p, Vec x, Vec y);

/* PencilRayleigh - Computes the Rayleigh quotient mu = (x . K x) / (x . M x) of a vector x with the
   matrices of a pencil.

   Output:
     y          a work vector, which is overwritten
     mu         the quotient [1/s2]
     round_off  a bound of the error of mu that round-off causes [1/s2]
     mass       x . M x
   Collective. */
PetscErrorCode PencilRayleigh(Pencil p, Vec x, Vec y, PetscReal *mu, PetscReal *round_off,
                              PetscReal *mass);

/* ---- pencil scales --------------------------------------------------------------------------- */

/* Estimates the largest frequency of a pencil, and the frequencies that are
   round-off. */

/* PencilMeasureScales - Measures the scales of a pencil: sets its members largest, loose, massless
   and spurious from K and M.

   The quotients K_ii / M_ii, whose maximum is largest, are taken in the axes of each node's mass
   (math/mass_axes.h), so that the round-off of a direction without mass does not count as a mass.
   The results depend neither on the units nor on the orientation of the model. Collective. */
PetscErrorCode PencilMeasureScales(Pencil p);

#endif
