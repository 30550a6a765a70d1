/* common.h: a small dense matrix that all ranks have, to which each adds. Used by between.c. */
#ifndef COMMON_H
#define COMMON_H

#include <fs/fs.h>

typedef struct _n_Common *Common;

PetscErrorCode CommonCreate(MPI_Comm comm, PetscInt n, Common *common);
PetscErrorCode CommonDestroy(Common *common);

/* To 0, and add A[rows][columns]: not collective. */
PetscErrorCode CommonClear(Common common);
PetscErrorCode CommonAdd(Common common, PetscInt rows, const PetscInt row[], PetscInt columns, const PetscInt column[],
                         const PetscScalar A[]);
/* Add up over the ranks, and factor; *singular: there are no factors. One reduction; collective. */
PetscErrorCode CommonFactor(Common common, PetscBool *singular);
/* x[n], on entry this rank's share of the right-hand side, becomes the solution, on all ranks. One reduction; collective. */
PetscErrorCode CommonSolve(Common common, PetscScalar x[]);

#endif
