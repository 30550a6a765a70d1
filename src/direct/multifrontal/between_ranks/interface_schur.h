/* interface_schur.h: the Schur complement of the unknowns that separate the ranks, and its solver.

   These unknowns are the interface; interface.h defines it and the substructure of a rank. Each
   rank eliminates its other unknowns, and adds what this elimination contributes to the matrix of
   the interface. If the fronts are small, the solver of this matrix is a tree of ranks
   (rank_tree.h). Otherwise a library factors a sparse matrix. All functions are collective except
   InterfaceSchurAdd. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_SCHUR_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_SCHUR_H

#include "direct/multifrontal/multifrontal.h"
#include "interface.h"

typedef struct _n_InterfaceSchur *InterfaceSchur;

/* InterfaceSchurCreate - Creates the matrix (Schur complement) of the unknowns that separate the
   ranks, the interface.

   Input:
     s  the interface of A, borrowed
     e  the symbolic factorization of this rank's substructure, used only during the call
     A  the distributed matrix, used only during the call */
PetscErrorCode InterfaceSchurCreate(const Interface *s, const SymbolicFactor *e, Mat A,
                                    InterfaceSchur *schur);
PetscErrorCode InterfaceSchurDestroy(InterfaceSchur *schur);

/* InterfaceSchurClear - Sets the matrix of the interface to 0. */
PetscErrorCode InterfaceSchurClear(InterfaceSchur schur);

/* InterfaceSchurAdd - Adds what the elimination in a front contributes to the matrix of the
   interface. It has the type MultifrontalSchurFn.

   Input:
     schur    an InterfaceSchur
     unknown  [n] the numbers of the rows and columns of A in the substructure of this rank
     A        [n][n] the values to add, by rows */
PetscErrorCode InterfaceSchurAdd(void *schur, PetscInt n, const PetscInt unknown[],
                                 const PetscScalar A[]);

/* InterfaceSchurFactor - Adds those entries of the matrix A whose rows and columns belong to the
   interface, and factors the result, which is the Schur complement.

   Input:
     A               the distributed matrix
     all_eliminated  PETSC_TRUE if every rank could eliminate its unknowns; PETSC_FALSE to add the
                     entries without a factorization
   Output:
     failure         the reason if the Schur complement is singular; otherwise not changed */
PetscErrorCode InterfaceSchurFactor(InterfaceSchur schur, Mat A, PetscBool all_eliminated,
                                    PCFailedReason *failure);

/* InterfaceSchurSolve - Solves for the unknowns that separate the ranks, the interface.

   Input:
     b             [rows] the right-hand side in this rank's rows; only interface unknowns are read
   Changed:
     contribution  [ninterface] what MultifrontalForwardSolve adds to the right-hand side in the
                   interface unknowns of the substructure (Interface.ninterface); overwritten
   Output:
     solution      [ninterface] the solution in the interface unknowns of the substructure */
PetscErrorCode InterfaceSchurSolve(InterfaceSchur schur, PetscInt rows, const PetscScalar b[],
                                   PetscScalar contribution[], PetscScalar solution[]);

#endif
