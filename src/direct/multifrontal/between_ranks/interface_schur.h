/* interface_schur.h: the Schur complement of the interface between ranks, and its solver.

   interface.h defines the interface and the substructure of a rank. If the fronts are small, the
   solver is a tree of ranks (rank_tree.h). Otherwise a library factors a sparse matrix. All
   functions are collective except InterfaceSchurAdd. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_SCHUR_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_SCHUR_H

#include "direct/multifrontal/symbolic.h"
#include "interface.h"

typedef struct _n_InterfaceSchur *InterfaceSchur;

/* InterfaceSchurCreate - Creates the matrix for an interface.

   Input:
     s  interface of A, borrowed
     e  symbolic factorization of this rank's substructure, used only during the call
     A  the distributed matrix, used only during the call */
PetscErrorCode InterfaceSchurCreate(const Interface *s, const SymbolicFactor *e, Mat A,
                                    InterfaceSchur *schur);
PetscErrorCode InterfaceSchurDestroy(InterfaceSchur *schur);

/* InterfaceSchurClear - Sets the matrix to 0. */
PetscErrorCode InterfaceSchurClear(InterfaceSchur schur);

/* InterfaceSchurAdd - Adds the contribution of a front. It has the type MultifrontalSchurFn.

   Input:
     schur    an InterfaceSchur
     unknown  [n] numbers of the rows and columns of A in the substructure of this rank
     A        [n][n] values, by rows */
PetscErrorCode InterfaceSchurAdd(void *schur, PetscInt n, const PetscInt unknown[],
                                 const PetscScalar A[]);

/* InterfaceSchurFactor - Adds the interface entries of A and factors the Schur complement.

   Input:
     A               the distributed matrix
     all_eliminated  PETSC_TRUE if every rank has eliminated its unknowns; PETSC_FALSE to add the
                     entries without a factorization
   Output:
     failure         set if the Schur complement is singular; otherwise unchanged */
PetscErrorCode InterfaceSchurFactor(InterfaceSchur schur, Mat A, PetscBool all_eliminated,
                                    PCFailedReason *failure);

/* InterfaceSchurSolve - Solves for the interface unknowns.

   Input:
     b             [rows] right-hand side in this rank's rows; only its interface entries are used
     contribution  [ninterface] contribution of the eliminated unknowns; see interface.h for
                   ninterface. Overwritten
   Output:
     solution      [ninterface] solution in the interface unknowns of the substructure */
PetscErrorCode InterfaceSchurSolve(InterfaceSchur schur, PetscInt rows, const PetscScalar b[],
                                   PetscScalar contribution[], PetscScalar solution[]);

#endif
