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

/* HarmonicSolver - The data of the solver. Users of the solver read only the members modes,
   factorizations and solves. */
typedef struct _n_HarmonicSolver  *HarmonicSolver;
typedef struct _n_HarmonicLowRank *HarmonicLowRank; /* in harmonic_solve.c */
struct _n_HarmonicSolver {
  Pencil    p;    /* borrowed */
  Mat       H;    /* borrowed; NULL if no material has losses */
  Mat       pair; /* the matrix of the equation, as a real one with 2n rows (complex_as_real.h) */
  Mat       part[2];   /* the real and the imaginary part of the matrix, with n rows */
  Mat       factors;   /* the factors of pair; NULL with modes */
  Vec       b, x, r;   /* work vectors with 2n entries; with modes b has n, and x and r are NULL */
  Vec       unit;      /* the factors of FsSystemForceUnits; NULL with modes */
  PetscBool symmetric; /* pair is symmetric */
  HarmonicLowRank low_rank;       /* for direct solves; NULL if there is no damping of low rank */
  PetscInt        modes;          /* the number of modes; 0 selects the direct solver */
  Vec            *shape;          /* [modes] the mode shapes x_i, orthonormal with respect to M */
  PetscReal      *mu;             /* [modes] omega^2 of the modes [1/s2] */
  PetscReal      *damping, *loss; /* [modes][modes] x_i . C x_j and x_i . H x_j */
  PetscReal       shift;          /* the static correction is exact at omega^2 = shift [1/s2] */
  PetscReal      *dense;          /* [2 modes][2 modes], work space */
  PetscInt        factorizations, solves; /* the numbers of factorizations and solves so far */
};

/* HarmonicSolverCreate - Creates a solver.

   Input:
     p          the pencil, borrowed; it must be symmetric if modes is not 0
     H          the stiffness of each material times its loss factor, borrowed, or NULL if no
                material has losses
     modes      the number of lowest modes to superpose; 0 selects the direct solver
     max_omega  the highest frequency of later solves [rad/s]
   If modes is not 0, errors are those of ModesFind. Collective. */
PetscErrorCode HarmonicSolverCreate(Pencil p, Mat H, PetscInt modes, PetscReal max_omega,
                                    HarmonicSolver *h);
/* HarmonicSolverUpdateLoss - Makes the solver use new values of H. Call it after they change.
   Collective. */
PetscErrorCode HarmonicSolverUpdateLoss(HarmonicSolver h);
PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *h);

/* HarmonicSolverSolve - Computes the response u to the forces f at the frequency omega [rad/s].

   Output:
     ok  PETSC_FALSE if the matrix is singular or nearly so, which is an undamped resonance. Then u
         is undefined
   Collective. */
PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok);

/* ---- modal ----------------------------------------------------------------------------------- */

/* Computes the harmonic response by superposition of the lowest modes.
   A static correction stands for the other modes. harmonic_solve.c calls these functions if the
   member modes of HarmonicSolver is not 0. */

/* ModalCreate - Finds the n lowest modes and factors the matrix of the static correction. The
   results are members of h.

   Input:
     max_omega  the highest frequency of later solves [rad/s]
   Errors are those of ModesFind. Collective. */
PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt n, PetscReal max_omega);
/* ModalProjectLoss - Computes h->loss, the products x_i . H x_j of the modes with the loss matrix
   h->H. Call it after the values of H change. Collective. */
PetscErrorCode ModalProjectLoss(HarmonicSolver h);
PetscErrorCode ModalDestroy(HarmonicSolver h);

/* ModalSolve - Computes the response by superposition of modes. The arguments are those of
   HarmonicSolverSolve. Collective. */
PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok);

/* ---- resonances ------------------------------------------------------------------------------ */

/* Finds the frequencies in a range at which a structure may resonate, so that
   frequency sweeps can have points there. */

/* ResonancesFind - Finds the natural frequencies from a to b [Hz].

   Input:
     p         the pencil (pencil.h)
     H         the stiffness of each material times its loss factor, or NULL if no material has
               losses
   Output:
     n         the number of frequencies found
     hertz     [n] the frequencies [Hz], ascending; the caller frees the array
     complete  PETSC_TRUE if the inertia of the pencil confirms that all are found. It is
               PETSC_FALSE if the pencil is not symmetric or has gyroscopic forces, because inertia
               cannot count such modes
   Collective. */
PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete);

#endif
