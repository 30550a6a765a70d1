/* elimination.h: eliminates constraints, and the unknowns that they determine, from a matrix.

   In [K C; B 0] [u; l] = [f; g] the rows B and the columns C belong to constraints, and l are the
   multipliers. The constraints determine some of the unknowns u, which are called u_s; the others
   are u_m. B_s and C_s are the blocks of B and C in the unknowns u_s, and are invertible. The
   unknowns u_m solve the reduced system
     Q^T K P u_m = Q^T (f - K u_0),  P = [I; -B_s^-1 B_m],  Q^T = [I, -C_m C_s^-1].
   Then u = u_0 + P u_m with u_0 = [0; B_s^-1 g], and l = C_s^-1 (f - K u)_s. Both are exact.
   Constraints whose unknowns u_s depend on each other are eliminated in several levels, each from
   the reduced matrix of the level before. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_ELIMINATION_H
#define FS_DIRECT_ELIMINATION_H

#include <petscksp.h>
#include <fs/petsc_versions.h>

typedef struct _n_Elimination *Elimination;

/* EliminationCreate - Prepares the elimination of constraints, and of the unknowns that they
   determine, from matrices with the pattern of A.

   Input:
     A            assembled AIJ matrix
     multipliers  1 in the rows of constraints, 0 elsewhere
   Collective. */
PetscErrorCode EliminationCreate(Mat A, Vec multipliers, Elimination *e);
PetscErrorCode EliminationDestroy(Elimination *e);

/* EliminationUpdate - Eliminates the constraints from the values of A: computes the reduced matrix
   Q^T K P for the remaining unknowns.

   Output:
     complete  PETSC_TRUE if all constraints could be eliminated; otherwise there is no reduced
               matrix
   Collective. */
PetscErrorCode EliminationUpdate(Elimination e, Mat A, PetscBool *complete);

/* EliminationMatrix - Returns the reduced matrix, from which constraints are eliminated; borrowed
   until the next update. Not collective.
 */
Mat EliminationMatrix(Elimination e);

/* EliminationRestrict - Copies those entries of a global vector x that belong to the unknowns u_m
   of the reduced matrix.

   Output:
     reduced  a vector of the reduced matrix
   Collective. */
PetscErrorCode EliminationRestrict(Elimination e, Vec x, Vec reduced);

/* EliminationSolve - Solves A x = b for the unknowns and the multipliers, with a solver of the
   reduced matrix.

   Input:
     ksp  the solver of the reduced matrix. If it is NULL, u_m is 0. Then x satisfies the
          constraints, and A x = b in the rows of the unknowns u_s
   Collective. */
PetscErrorCode EliminationSolve(Elimination e, KSP ksp, Vec b, Vec x);

/* EliminationProject - Computes x = P y, where y solves the reduced system with the right-hand side
   Q^T b.

   The function is EliminationSolve for a b that is zero in the rows of constraints, but the
   multipliers are not computed. No products with A are needed. Collective. */
PetscErrorCode EliminationProject(Elimination e, KSP ksp, Vec b, Vec x);

#endif
