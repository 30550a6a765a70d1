/* harmonic_solve.h: solves for the steady response of a pencil to harmonic forces.

   The response Re(u exp(i omega t)) to the forces Re(f exp(i omega t)) satisfies
     (K - omega^2 M + i (omega C + H)) u = f,   H: stiffness times loss factors.
   It is computed directly, or by modes with the static correction of the other modes. Complex
   numbers are pairs of real ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_HARMONIC_SOLVE_H
#define FS_EIGEN_HARMONIC_SOLVE_H

#include "complex_as_real.h"
#include "pencil.h"

/* HarmonicSolver - Data of the solver. Public members are read only. */
typedef struct _n_HarmonicSolver *HarmonicSolver;
struct _n_HarmonicSolver {
  Pencil     p;       /* borrowed */
  Mat        H;       /* borrowed; NULL without losses */
  Mat        pair;    /* 2n real rows; real and imaginary parts alternate */
  Mat        part[2]; /* its real and its imaginary part */
  Mat        factors;
  Vec        b, x, r; /* 2n entries; with modes b has n */
  PetscBool  symmetric;
  PetscInt   modes;          /* number of modes; 0 if the direct solver is used */
  Vec       *shape;          /* [modes], orthonormal in M */
  PetscReal *mu;             /* [modes] [1/s2] */
  PetscReal *damping, *loss; /* [modes][modes] x C x, x H x */
  PetscReal  shift;          /* the static correction is exact at omega^2 = shift [1/s2] */
  PetscReal *dense;          /* [2 modes][2 modes], scratch */
  PetscInt   factorizations, solves;
};

/* HarmonicSolverCreate - Creates a solver.

   Input:
     H          stiffness times loss factors, borrowed; NULL without losses
     modes      number of lowest modes; 0 selects the direct solver
     max_omega  highest frequency of later solves [rad/s]
   With modes the pencil must be symmetric. Errors are those of ModesFind. Collective. */
PetscErrorCode HarmonicSolverCreate(Pencil p, Mat H, PetscInt modes, PetscReal max_omega,
                                    HarmonicSolver *h);
PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *h);

/* HarmonicSolverSolve - Computes the response u at omega [rad/s].

   Output:
     ok  PETSC_FALSE if the matrix is singular or nearly so (an undamped resonance)
   Collective. */
PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok);

#endif
