/* interface_schur.h: the Schur complement of the interface between ranks, and its solver.

   The solver is a tree of ranks (rank_tree.h) if its fronts are small, else a sparse matrix with
   the factors of a library. All functions are collective except InterfaceSchurAdd. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_INTERFACE_SCHUR_H
#define FS_LINEAR_MULTIFRONTAL_INTERFACE_SCHUR_H

#include "symbolic.h"
#include "interface.h"

typedef struct _n_InterfaceSchur *InterfaceSchur;

/* InterfaceSchurCreate - Creates the matrix for an interface.

   Input:
     s  interface of A, borrowed
     e  symbolic factorization of the substructure of this rank, used only during the call */
PetscErrorCode InterfaceSchurCreate(const Interface *s, const SymbolicFactor *e, Mat A,
                                    InterfaceSchur *schur);
PetscErrorCode InterfaceSchurDestroy(InterfaceSchur *schur);

/* InterfaceSchurClear - Sets the matrix to 0. */
PetscErrorCode InterfaceSchurClear(InterfaceSchur schur);

/* InterfaceSchurAdd - Adds the contribution of a front; a MultifrontalSchurFn.

   Input:
     schur    an InterfaceSchur
     unknown  [n] numbers in the substructure
     A        [n][n] */
PetscErrorCode InterfaceSchurAdd(void *schur, PetscInt n, const PetscInt unknown[],
                                 const PetscScalar A[]);

/* InterfaceSchurFactor - Adds the entries of A and factors the matrix.

   Input:
     all_eliminated  false to complete the sum without a factorization
   Output:
     failure         set if the matrix is singular; else unchanged */
PetscErrorCode InterfaceSchurFactor(InterfaceSchur schur, Mat A, PetscBool all_eliminated,
                                    PCFailedReason *failure);

/* InterfaceSchurSolve - Solves for the interface unknowns.

   Input:
     b             [rows] local right-hand side; only its interface entries count
     contribution  [ninterface] contribution of this rank to the right-hand side
   Output:
     solution      [ninterface] */
PetscErrorCode InterfaceSchurSolve(InterfaceSchur schur, PetscInt rows, const PetscScalar b[],
                                   PetscScalar contribution[], PetscScalar solution[]);

#endif
