/* pc_elimination.h: eliminates constraints and solves with the reduced matrix, as a PCSHELL.

   With KSPPREONLY and factors of the reduced matrix it solves exactly. With CG or GMRES it is a
   constraint preconditioner (Keller, Gould & Wathen 2000): iterates satisfy the constraints, and
   the iteration is that of the reduced system. Residuals, tolerances and tests are those of the
   whole system. All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_PC_ELIMINATION_H
#define FS_LINEAR_PC_ELIMINATION_H

#include <fs/fs.h>

/* EliminationIsPossible - Determines whether constraints of A can be eliminated.

   Input:
     A            assembled AIJ matrix with its values
     multipliers  1 in the rows of constraints, 0 elsewhere
   Output:
     possible     PETSC_TRUE if they can
     reduced      the reduced matrix, which the caller destroys; unchanged if not possible
   A may have other rows of constraints, which the reduced matrix keeps. */
PetscErrorCode EliminationIsPossible(Mat A, Vec multipliers, PetscBool *possible, Mat *reduced);

/* KSPSetElimination - Makes the preconditioner of ksp the elimination of constraints.

   Input:
     multipliers  1 in the rows of constraints, 0 elsewhere
   Output:
     inner        solver of the reduced matrix, borrowed. The caller sets its type and
                  preconditioner; an iterative ksp needs KSPPREONLY
   The set-up of the preconditioner fails if some constraint cannot be eliminated. */
PetscErrorCode KSPSetElimination(KSP ksp, Vec multipliers, KSP *inner);

/* KSPSetEliminatedFactors - Makes ksp eliminate constraints and factor the reduced matrix.

   Input:
     A            assembled AIJ matrix with its values
     eliminated   1 in the rows of these constraints, 0 elsewhere
     multipliers  1 in the rows of all constraints, 0 elsewhere
   Output:
     possible     PETSC_FALSE if some of the constraints cannot be eliminated

   It is also PETSC_FALSE if the user has chosen a solver. In both cases ksp does not change. A
   later set-up fails if the constraints of its matrix cannot be eliminated. */
PetscErrorCode KSPSetEliminatedFactors(KSP ksp, Mat A, Vec eliminated, Vec multipliers,
                                       PetscBool *possible);

/* PCIsElimination - Determines whether pc is an elimination. Not collective. */
PetscErrorCode PCIsElimination(PC pc, PetscBool *is);

/* PCGetReduced - Replaces *pc by the preconditioner of the reduced matrix if it is an elimination.

   Not collective. */
PetscErrorCode PCGetReduced(PC *pc);

#endif
