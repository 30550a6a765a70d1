/* conjugate_gradients.h: sets up the iteration of linear models. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_CONJUGATE_GRADIENTS_H
#define FS_LINEAR_CONJUGATE_GRADIENTS_H

#include <petscksp.h>

/* one_reduction_pays - Returns whether one reduction makes an iteration of CG cheaper.

   Input:
     reduction  time of a reduction [s]
     product    time of a product with the matrix [s] */
PetscBool one_reduction_pays(PetscReal reduction, PetscReal product);

/* Runs on fewer ranks time nothing, so that their results repeat bit by bit. */
enum { TIMED_RANKS = 256 };

/* ReductionChoice - Whether iterations of CG have one reduction, and what the log says about it. */
typedef struct {
  PetscBool single;
  char      note[128]; /* to be appended to the name of the solver; may be "" */
} ReductionChoice;

/* SolverChooseReductions - Chooses between two reductions and one in iterations of CG with A.

   -ksp_cg_single_reduction decides on one if the user gave it. Otherwise there are two on less than
   timed_ranks ranks. On more ranks a few reductions and products are timed.
   Collective. Call it before KSPSetUp(), because CG with one reduction has more work vectors. */
PetscErrorCode SolverChooseReductions(Mat A, PetscMPIInt timed_ranks, ReductionChoice *choice);

/* SolverChoosePrecision - Chooses between double and mixed precision in StencilSolve().

   Precision is mixed if vectors are larger than caches, the tolerance is not too small, and the
   system is not too stiff.
   Input:
     stiffness  as in SolverCase
   Output:
     mixed  whether iterations are in single precision
   Collective. */
PetscErrorCode SolverChoosePrecision(KSP ksp, Mat A, PetscReal stiffness, PetscBool *mixed);

/* SolverSetUpIteration - Sets the norm of CG, the number of reductions and the precision.

   The natural norm costs no reduction of its own: an iteration has two, and three with PETSc's
   default.
   Input:
     ksp        solver of A with its options set
     stiffness  as in SolverCase
   Output:
     fused  PETSC_TRUE if StencilSolve can replace KSP: for CG and Jacobi on a matrix-free operator,
            and only options that it knows
   Input/Output:
     name  [size] name of the solver, to which the choices are appended
   Collective. */
PetscErrorCode SolverSetUpIteration(KSP ksp, Mat A, PetscReal stiffness,
                                    const ReductionChoice *choice, PetscBool *fused, char name[],
                                    size_t size);

#endif
