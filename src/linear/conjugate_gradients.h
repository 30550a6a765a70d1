/* conjugate_gradients.h: sets up the iteration of conjugate gradients (CG) for linear models.

   A reduction is a sum over all ranks, for which all ranks wait. An iteration of CG needs two
   reductions. In a variant it needs only one, and more work on vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_CONJUGATE_GRADIENTS_H
#define FS_LINEAR_CONJUGATE_GRADIENTS_H

#include <petscksp.h>

/* one_reduction_pays - Returns whether the variant of CG with one reduction in an iteration is
   faster than CG with two.

   Input:
     reduction  the time of a reduction [s]
     product    the time of a product with the matrix [s] */
PetscBool one_reduction_pays(PetscReal reduction, PetscReal product);

/* The smallest number of ranks on which reductions (sums over all ranks) and products are timed to
   choose a variant of CG. On fewer ranks nothing depends on measured times, so that the results of
   a run repeat bit by bit. */
enum { TIMED_RANKS = 256 };

/* ReductionChoice - The number of reductions in an iteration of CG: one if the member single is
   PETSC_TRUE, else two. The member note is a text for the log. It is appended to the name of the
   solver, and may be "". */
typedef struct {
  PetscBool single;
  char      note[128]; /* text that is appended to the name of the solver; may be "" */
} ReductionChoice;

/* SolverChooseReductions - Chooses between two reductions and one reduction in iterations of CG
   with the matrix A.

   If the user gave -ksp_cg_single_reduction, it is one. Otherwise it is two on fewer than
   timed_ranks ranks. On more ranks, a few reductions and products are timed, and the faster variant
   is chosen. Collective. Call it before KSPSetUp(), because CG with one reduction has more work
   vectors. */
PetscErrorCode SolverChooseReductions(Mat A, PetscMPIInt timed_ranks, ReductionChoice *choice);

/* SolverChoosePrecision - Chooses whether StencilSolve() iterates in double precision or in mixed
   precision.

   In mixed precision, iterations are in single precision, and residuals in double precision. It is
   chosen if vectors are larger than caches, the tolerance is not too small, and the system is not
   too stiff.
   Input:
     stiffness  how stiff A is compared with its inertia (SolverCase)
   Output:
     mixed      PETSC_TRUE for mixed precision
   Collective. */
PetscErrorCode SolverChoosePrecision(KSP ksp, Mat A, PetscReal stiffness, PetscBool *mixed);

/* SolverSetUpIteration - Sets the norm of conjugate gradients, the number of reductions in an
   iteration, and the precision.

   The norm is the natural norm, which needs no reduction of its own. With it an iteration has two
   reductions; with PETSc's default norm it would have three.
   Input:
     ksp        the solver of A, whose options are set already
     stiffness  how stiff A is compared with its inertia (SolverCase)
     choice     the number of reductions
   Output:
     fused      PETSC_TRUE if StencilSolve can replace KSPSolve: ksp is CG with Jacobi's
                preconditioner on a matrix-free operator, and has only options that StencilSolve
                knows
   Changed:
     name       [size] the name of the solver for the log, to which the choices are appended
   Collective. */
PetscErrorCode SolverSetUpIteration(KSP ksp, Mat A, PetscReal stiffness,
                                    const ReductionChoice *choice, PetscBool *fused, char name[],
                                    size_t size);

#endif
