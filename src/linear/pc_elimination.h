/* pc_elimination.h: a preconditioner (PCSHELL) that eliminates constraints and solves with the
   reduced matrix (direct/elimination.h).

   With KSPPREONLY and factors of the reduced matrix it solves exactly. With CG or GMRES it is a
   constraint preconditioner (Keller, Gould & Wathen 2000): iterates satisfy the constraints, and
   the iteration is that of the reduced system. Residuals, tolerances and convergence tests are
   those of the whole system. All functions are collective. A row of constraints is a row of the
   matrix that belongs to a multiplier. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_PC_ELIMINATION_H
#define FS_LINEAR_PC_ELIMINATION_H

#include <fs/petsc_versions.h>

/* EliminationIsPossible - Determines whether constraints can be eliminated from A, and computes the
   reduced matrix.

   Input:
     A            assembled AIJ matrix with its values
     multipliers  1 in the rows of the constraints to eliminate, 0 elsewhere. A may have other rows
                  of constraints, which the reduced matrix keeps
   Output:
     possible     PETSC_TRUE if all these constraints can be eliminated
     reduced      the reduced matrix, which the caller destroys; it is not set if possible is
                  PETSC_FALSE */
PetscErrorCode EliminationIsPossible(Mat A, Vec multipliers, PetscBool *possible, Mat *reduced);

/* KSPSetElimination - Makes the preconditioner of ksp one that eliminates constraints and solves
   with the reduced matrix.

   Input:
     multipliers  1 in the rows of the constraints to eliminate, 0 elsewhere
   Output:
     inner        the solver of the reduced matrix, borrowed. The caller sets its type and
                  preconditioner. If ksp is iterative, inner must be KSPPREONLY
   The set-up of the preconditioner fails if some constraint cannot be eliminated. */
PetscErrorCode KSPSetElimination(KSP ksp, Vec multipliers, KSP *inner);

/* KSPSetEliminatedFactors - Makes ksp a direct solver that eliminates constraints and factors the
   reduced matrix.

   Input:
     A            assembled AIJ matrix with its values
     eliminated   1 in the rows of the constraints to eliminate, 0 elsewhere
     multipliers  1 in the rows of all constraints, 0 elsewhere
   Output:
     possible     PETSC_FALSE if some of these constraints cannot be eliminated, or if the user has
                  chosen a solver. Then ksp does not change

   The solver may be set up later with another matrix. This set-up fails if the constraints of that
   matrix cannot be eliminated. */
PetscErrorCode KSPSetEliminatedFactors(KSP ksp, Mat A, Vec eliminated, Vec multipliers,
                                       PetscBool *possible);

/* PCIsElimination - Determines whether pc is a preconditioner that eliminates constraints
   (KSPSetElimination). Not collective. */
PetscErrorCode PCIsElimination(PC pc, PetscBool *is);

/* PCGetReduced - If *pc is a preconditioner that eliminates constraints, replaces *pc by the
   preconditioner of the reduced matrix, borrowed. Not collective. */
PetscErrorCode PCGetReduced(PC *pc);

#endif
