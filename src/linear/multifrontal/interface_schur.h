/* interface_schur.h: the matrix that is left of the interface between ranks (interface.h) when each has eliminated its own unknowns, and its
   solver: a tree of ranks (rank_tree.h) where its fronts are small; else a sparse matrix of all ranks with the library's factors. Used by
   pc_multifrontal.c. Collective but for BetweenAdd. */
#ifndef FS_LINEAR_MULTIFRONTAL_INTERFACE_SCHUR_H
#define FS_LINEAR_MULTIFRONTAL_INTERFACE_SCHUR_H

#include "symbolic.h"
#include "interface.h"

typedef struct _n_Between *Between;

/* For the interface s of A, to which the fronts e of this rank leave something; s is borrowed, e not. */
PetscErrorCode BetweenCreate(const Interface *s, const Elimination *e, Mat A, Between *between);
PetscErrorCode BetweenDestroy(Between *between);

/* To 0; then add what fronts leave, A[n][n] in the rows and columns of unknown[n] of the substructure: a FrontsOutcome of the context between;
   then A's own entries, and factor, unless sound is false: then nothing is but added up. */
PetscErrorCode BetweenClear(Between between);
PetscErrorCode BetweenAdd(void *between, PetscInt n, const PetscInt unknown[], const PetscScalar A[]);
PetscErrorCode BetweenFactor(Between between, Mat A, PetscBool sound, PCFailedReason *failure);

/* solution[nkept] from b[rows] of the whole right-hand side, of which the entries of the interface count, and what the rank leaves to them,
   left[nkept]. */
PetscErrorCode BetweenSolve(Between between, PetscInt rows, const PetscScalar b[], PetscScalar left[],
                            PetscScalar solution[]);

#endif
