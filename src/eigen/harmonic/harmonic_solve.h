/* harmonic_solve.h: solves for the steady response of a pencil to harmonic forces.

   The response Re(u exp(i omega t)) to the forces Re(f exp(i omega t)) satisfies
     (K - omega^2 M + i (omega C + H)) u = f,   where H is stiffness times loss factors.
   Damping of low rank (fs/low_rank.h) is part of C.
   It is computed directly, or by superposition of the lowest modes with a static correction for the
   other modes. Complex numbers are stored as pairs of real numbers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_HARMONIC_HARMONIC_SOLVE_H
#define FS_EIGEN_HARMONIC_HARMONIC_SOLVE_H

#include "eigen/complex_as_real.h"
#include "eigen/pencil.h"

/* HarmonicSolver - Data of the solver. Users of the solver read only modes, factorizations and
   solves. */
typedef struct _n_HarmonicSolver  *HarmonicSolver;
typedef struct _n_HarmonicLowRank *HarmonicLowRank; /* in harmonic_solve.c */
struct _n_HarmonicSolver {
  Pencil    p;         /* borrowed */
  Mat       H;         /* borrowed; NULL without losses */
  Mat       pair;      /* 2n real rows; rows of real and imaginary parts alternate */
  Mat       part[2];   /* real and imaginary part of the complex matrix */
  Mat       factors;   /* factors of pair; NULL with modes */
  Vec       b, x, r;   /* work vectors with 2n entries; with modes b has n, and x and r are NULL */
  PetscBool symmetric; /* pair is symmetric */
  HarmonicLowRank low_rank;       /* of direct solves; NULL without such damping */
  PetscInt        modes;          /* number of modes; 0 selects the direct solver */
  Vec            *shape;          /* [modes] mode shapes x_i, orthonormal in M */
  PetscReal      *mu;             /* [modes] omega^2 of the modes [1/s2] */
  PetscReal      *damping, *loss; /* [modes][modes] x_i . C x_j and x_i . H x_j */
  PetscReal       shift;          /* the static correction is exact at omega^2 = shift [1/s2] */
  PetscReal      *dense;          /* [2 modes][2 modes], scratch */
  PetscInt        factorizations, solves; /* numbers so far */
};

/* HarmonicSolverCreate - Creates a solver.

   Input:
     H          stiffness times loss factors, borrowed; NULL without losses
     modes      number of lowest modes; 0 selects the direct solver
     max_omega  highest frequency of later solves [rad/s]
   p is borrowed. If modes is not 0, the pencil must be symmetric, and errors are those of
   ModesFind. Collective. */
PetscErrorCode HarmonicSolverCreate(Pencil p, Mat H, PetscInt modes, PetscReal max_omega,
                                    HarmonicSolver *h);
/* HarmonicSolverUpdateLoss - Uses new values of H. Collective. */
PetscErrorCode HarmonicSolverUpdateLoss(HarmonicSolver h);
PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *h);

/* HarmonicSolverSolve - Computes the response u at omega [rad/s].

   Output:
     ok  PETSC_FALSE if the matrix is singular or nearly so (an undamped resonance). Then u is
         undefined
   Collective. */
PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok);

#endif
