/* harmonic_solve.h: the steady motion Re(u exp(i omega t)) of a pencil under the forces Re(f exp(i omega t)),
   (K - omega^2 M + i (omega C + H)) u = f, H: stiffness times loss factors; directly, or by modes with the static
   correction of those left out. Complex numbers are pairs of real ones. Called by analysis/response.c; begin with
   HarmonicSolverSolve. */
#ifndef FS_EIGEN_HARMONIC_SOLVE_H
#define FS_EIGEN_HARMONIC_SOLVE_H

#include "complex_as_real.h"
#include "pencil.h"

/* Public members are read only. */
typedef struct _n_HarmonicSolver *HarmonicSolver;
struct _n_HarmonicSolver {
  Pencil     p;       /* borrowed */
  Mat        H;       /* borrowed; NULL: no loss */
  Mat        pair;    /* of 2n real rows, by turns real and imaginary */
  Mat        part[2]; /* its real and its imaginary part */
  Mat        factors;
  Vec        b, x, r; /* of 2n entries; with modes b has n */
  PetscBool  symmetric;
  PetscInt   modes;          /* 0: direct */
  Vec       *shape;          /* [modes], orthonormal in M */
  PetscReal *mu;             /* [modes] [1/s2] */
  PetscReal *damping, *loss; /* [modes][modes] x C x, x H x */
  PetscReal  shift;          /* the correction is exact at omega^2 = shift [1/s2] */
  PetscReal *dense;          /* [2 modes][2 modes] scratch */
  PetscInt   factorizations, solves;
};

/* Create: modes: how many of the lowest, 0: none, all is solved directly; top: the highest omega that will be asked for. Errors: as ModesFind; with modes the pencil must be
   symmetric. Collective, as all here. */
PetscErrorCode HarmonicSolverCreate(Pencil p, Mat H, PetscInt modes, PetscReal max_omega,
                                    HarmonicSolver *h);
PetscErrorCode HarmonicSolverDestroy(HarmonicSolver *h);

/* u at omega [rad/s]. *ok false: the matrix is singular there, or nearly (an undamped resonance). */
PetscErrorCode HarmonicSolverSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f,
                                   ComplexVec *u, PetscBool *ok);

#endif
