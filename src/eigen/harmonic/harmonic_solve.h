/* harmonic_solve.h: solves for the steady response of a structure to harmonic forces.

   The response Re(u exp(i omega t)) to the forces Re(f exp(i omega t)) satisfies
     (K - omega^2 M + i (omega C + H)) u = f,
   where K, M and C are the matrices of a pencil, and H is the stiffness of each material times its
   loss factor. Damping of low rank (fs/low_rank.h) is part of C.
   The equation is solved directly, or by superposition of the lowest modes with a static correction
   for the other modes. Complex numbers are stored as pairs of real numbers (complex_as_real.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_HARMONIC_HARMONIC_SOLVE_H
#define FS_EIGEN_HARMONIC_HARMONIC_SOLVE_H

#include "eigen/complex_as_real.h"
#include "eigen/pencil.h"

/* HarmonicSolver - The data of a solver for harmonic responses. Users of the solver read only the
   members modes, factorizations and solves. */
typedef struct _n_HarmonicSolver  *HarmonicSolver;
typedef struct _n_HarmonicLowRank *HarmonicLowRank; /* in harmonic_solve.c */
struct _n_HarmonicSolver {
  Pencil p;       /* borrowed */
  Mat    H;       /* borrowed; NULL if no material has losses */
  Mat    pair;    /* matrix of the equation as a real one, with 2 n rows */
  Mat    part[2]; /* real and imaginary part of the matrix, with n rows */
  Mat    factors; /* factors of pair; NULL for superposition of modes */
  /* work vectors with 2 n entries; for superposition of modes b has n, and x and r are NULL */
  Vec       b, x, r;
  Vec       unit;      /* factors of FsSystemForceUnits; NULL for superposition of modes */
  PetscBool symmetric; /* whether pair is symmetric */
  /* data for damping of low rank in direct solves; NULL without such damping */
  HarmonicLowRank low_rank;
  PetscInt        modes;          /* number of modes to superpose; 0 for the direct solver */
  Vec            *shape;          /* [modes] the mode shapes x_i, orthonormal with respect to M */
  PetscReal      *mu;             /* [modes] omega^2 of the modes [1/s2] */
  PetscReal      *damping, *loss; /* [modes][modes] x_i . C x_j and x_i . H x_j */
  /* value of omega^2 [1/s2] at which the static correction is exact */
  PetscReal  shift;
  PetscReal *dense;                  /* [2 modes][2 modes], work space */
  PetscInt   factorizations, solves; /* numbers of factorizations and of solves so far */
};

/* HarmonicSolverCreate - Creates a solver for the steady response of a structure to harmonic
   forces.

   Input:
     p          the matrices K, M and C, borrowed; they must be symmetric if modes is not 0
     H          the stiffness of each material times its loss factor, borrowed, or NULL if no
                material has losses
     modes      the number of lowest modes to superpose; 0 selects the direct solver
     max_omega  the highest frequency of later solves [rad/s]
   If modes is not 0, errors are those of ModesFind. Collective. */
PetscErrorCode HarmonicSolverCreate(Pencil p, Mat H, PetscInt modes, PetscReal max_omega,
                                    HarmonicSolver *h);
/* HarmonicSolverUpdateLoss - Makes a solver for harmonic responses use new values of H, stiffness
   times loss factor. Call it after H has changed. Collective. */
PetscErrorCode HarmonicSolverUpdateLoss(HarmonicSolver h);
PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *h);

/* HarmonicSolverSolve - Computes the complex amplitudes u of the response to harmonic forces f at
   the frequency omega [rad/s].

   Output:
     ok  PETSC_FALSE if the matrix is singular or nearly so, which is an undamped resonance. Then u
         is undefined
   Collective. */
PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok);

/* ---- modal ----------------------------------------------------------------------------------- */

/* Computes the harmonic response by superposition of the lowest modes. A static correction replaces
   the other modes. harmonic_solve.c calls these functions if the member modes of HarmonicSolver is
   not 0. */

/* ModalCreate - Prepares harmonic responses by superposition: finds the n lowest modes, and factors
   the matrix of the static correction, as members of h.

   Input:
     max_omega  the highest frequency of later solves [rad/s]
   Errors are those of ModesFind. Collective. */
PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt n, PetscReal max_omega);
/* ModalProjectLoss - Computes h->loss, the products x_i . H x_j of the modes with the loss matrix
   h->H. Call it after the values of H change. Collective. */
PetscErrorCode ModalProjectLoss(HarmonicSolver h);
PetscErrorCode ModalDestroy(HarmonicSolver h);

/* ModalSolve - Computes the complex amplitudes u of the response to harmonic forces f at the
   frequency omega [rad/s], by superposition of modes. ok is PETSC_FALSE at an undamped resonance.
   Collective. */
PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok);

/* ---- resonances ------------------------------------------------------------------------------ */

/* Finds the frequencies in a range at which a structure may resonate, so that
   frequency sweeps can have points there. */

/* ResonancesFind - Finds the natural frequencies from a to b [Hz].

   Input:
     p         the stiffness, mass and damping matrices
     H         the stiffness of each material times its loss factor, or NULL if no material has
               losses
   Output:
     n         the number of frequencies found
     hertz     [n] the frequencies [Hz], ascending; the caller frees the array
     complete  PETSC_TRUE if a count by the signs of pivots (inertia) confirms that no frequency is
               missing. Such a count is impossible for unsymmetric matrices and gyroscopic forces
   Collective. */
PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete);

#endif
