/* interface_schur.h: the matrix that is left of the interface between ranks (interface.h) when each has eliminated its own unknowns, and its
   solver: a tree of ranks (rank_tree.h) where its fronts are small; else a sparse matrix of all ranks with the library's factors. Used by
   pc_multifrontal.c. Collective but for InterfaceSchurAdd. */
#ifndef FS_LINEAR_MULTIFRONTAL_INTERFACE_SCHUR_H
#define FS_LINEAR_MULTIFRONTAL_INTERFACE_SCHUR_H

#include "symbolic.h"
#include "interface.h"

typedef struct _n_InterfaceSchur *InterfaceSchur;

/* For the interface s of A, to which the fronts e of this rank leave something; s is borrowed, e not. */
PetscErrorCode InterfaceSchurCreate(const Interface *s, const SymbolicFactor *e, Mat A,
                                    InterfaceSchur *schur);
PetscErrorCode InterfaceSchurDestroy(InterfaceSchur *schur);

/* To 0; then add what fronts leave, A[n][n] in the rows and columns of unknown[n] of the substructure: a MultifrontalSchurFn of the context between;
   then A's own entries, and factor, unless sound is false: then nothing is but added up. */
PetscErrorCode InterfaceSchurClear(InterfaceSchur schur);
PetscErrorCode InterfaceSchurAdd(void *schur, PetscInt n, const PetscInt unknown[],
                                 const PetscScalar A[]);
PetscErrorCode InterfaceSchurFactor(InterfaceSchur schur, Mat A, PetscBool all_eliminated,
                                    PCFailedReason *failure);

/* solution[nkept] from b[rows] of the whole right-hand side, of which the entries of the interface count, and what the rank leaves to them,
   left[nkept]. */
PetscErrorCode InterfaceSchurSolve(InterfaceSchur schur, PetscInt rows, const PetscScalar b[],
                                   PetscScalar contribution[], PetscScalar solution[]);

#endif
