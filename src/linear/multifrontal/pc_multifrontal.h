/* pc_multifrontal.h: direct solves by fronts, on any number of ranks, as a preconditioner of KSPPREONLY. Used by src/solve/newton/newton.c.
   Collective. */
#ifndef FS_LINEAR_MULTIFRONTAL_PC_MULTIFRONTAL_H
#define FS_LINEAR_MULTIFRONTAL_PC_MULTIFRONTAL_H

#include <fs/fs.h>

typedef struct _n_PCMultifrontal *PCMultifrontal;

/* For matrices with the pattern of A, rows of whose multipliers, 1 in last, have a zero on the diagonal (last NULL: none). */
PetscErrorCode PCMultifrontalCreate(Mat A, Vec multipliers, PCMultifrontal *f);
PetscErrorCode PCMultifrontalDestroy(PCMultifrontal *f);

/* Whether the fronts are small enough, and the interface between the ranks, for this to be faster than a library. */
PetscErrorCode PCMultifrontalIsFaster(PCMultifrontal f, PetscBool *faster);

/* pc becomes this solver, which it destroys in its time. A matrix that cannot be factored is a failed set-up of pc. Error: no memory for
   the factors. */
PetscErrorCode PCSetMultifrontal(PC pc, PCMultifrontal f);
/* ksp, whose matrix will have the pattern of A, solves by fronts where they suit it and the user has chosen no solver; last: as above. */
PetscErrorCode KSPSetMultifrontal(KSP ksp, Mat A, Vec multipliers);
/* name[size]: with how much of what, for the log. */
PetscErrorCode PCMultifrontalGetName(PC pc, char name[], size_t size);
PetscErrorCode PCIsMultifrontal(PC pc, PetscBool *is_multifrontal);

#endif
