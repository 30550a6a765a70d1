/* pencil.h: the free vibrations of a system about a state at rest, K x = mu M x with mu = omega^2. With constraints
   K = [K G^T; G 0], M = [M 0; 0 0], rows and columns of multipliers scaled by the stiffness so that units do not matter;
   K has the material, geometric and load stiffness and the derivatives of the constraints' forces. Rotations count as
   spins in body axes. How many mu are below a number is told by the signs of a factorization (Sylvester's law of
   inertia; each independent row of constraints adds a positive and a negative one). Used by undamped_modes.c; begin there. */
#ifndef FS_EIGEN_PENCIL_H
#define FS_EIGEN_PENCIL_H

#include <fs/system.h>

typedef struct _n_Pencil *Pencil;

/* Public members are set by Create and read only. */
struct _n_Pencil {
  FsSystem  sys; /* borrowed */
  Mat       K, M, C;
  PetscInt  rows;  /* of constraints */
  PetscReal scale; /* of their rows and columns in K */
  PetscReal
    asymmetry; /* of K, the largest of K - K^T in a row over the largest of K in it; of M as a whole */
  Vec       initial_row_max; /* the largest of K in each row at first */
  PetscBool symmetric;       /* up to round-off */
  PetscReal largest;         /* max K_ii / M_ii [1/s2]: of the order of the largest mu */
  Mat       work;            /* shifted matrices, or |K| */
  PetscBool has_absolute;    /* work is |K| */
  Mat       factors;         /* of PencilCountBelow, or NULL */
  PetscInt  factorizations;  /* by PencilCountBelow so far */
};

/* The matrices at a state (its velocities count as zero) under a loading. Collective, as all here. */
PetscErrorCode PencilCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                            Pencil *pencil);
PetscErrorCode PencilDestroy(Pencil *pencil);

/* K becomes that of another state; M stays. */
PetscErrorCode PencilUpdateStiffness(Pencil p, const FsState *s, const FsLoading *loading);

/* Factor K - sigma M: the factors are in p->factors. *below = how many mu are less than sigma [1/s2], 0 if p is not symmetric;
   PENCIL_SINGULAR: sigma is too near one of them. Count: of symmetric pencils only. */
enum { PENCIL_SINGULAR = -1000000 };
PetscErrorCode PencilFactor(Pencil p, PetscReal sigma, PetscInt *below);
PetscErrorCode PencilCountBelow(Pencil p, PetscReal sigma, PetscInt *below);

/* Whether the factors of PencilFactor(p, 0) solve with K: where it is singular, or nearly, they are of round-off. */
PetscErrorCode PencilIsNonsingular(Pencil p, PetscBool *nonsingular);

/* Set symmetric and asymmetry, after K or M has changed. */
PetscErrorCode PencilMeasureSymmetry(Pencil p);

/* Whether C is symmetric up to round-off: no gyroscopic forces. */
PetscErrorCode PencilHasSymmetricDamping(Pencil p, PetscBool *symmetric);

/* y = |K| |x|, entry by entry: sums of the sizes of what adds up to K x. */
PetscErrorCode PencilAbsMult(Pencil p, Vec x, Vec y);

/* mu = x K x / x M x, and the round-off that the numbers of K leave in it; *mass = x M x. y: scratch. */
PetscErrorCode PencilRayleigh(Pencil p, Vec x, Vec y, PetscReal *mu, PetscReal *round_off,
                              PetscReal *mass);

#endif
