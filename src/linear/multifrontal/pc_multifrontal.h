/* pc_multifrontal.h: direct solves by fronts, on any number of ranks, as a preconditioner of KSPPREONLY. Used by src/solve/newton/newton.c.
   Collective. */
#ifndef FS_LINEAR_MULTIFRONTAL_PC_MULTIFRONTAL_H
#define FS_LINEAR_MULTIFRONTAL_PC_MULTIFRONTAL_H

#include <fs/fs.h>

typedef struct _n_Frontal *Frontal;

/* For matrices with the pattern of A, rows of whose multipliers, 1 in last, have a zero on the diagonal (last NULL: none). */
PetscErrorCode FrontalCreate(Mat A, Vec last, Frontal *f);
PetscErrorCode FrontalDestroy(Frontal *f);

/* Whether the fronts are small enough, and the interface between the ranks, for this to be faster than a library. */
PetscErrorCode FrontalSuits(Frontal f, PetscBool *suits);

/* pc becomes this solver, which it destroys in its time. A matrix that cannot be factored is a failed set-up of pc. Error: no memory for
   the factors. */
PetscErrorCode FrontalSet(PC pc, Frontal f);
/* ksp, whose matrix will have the pattern of A, solves by fronts where they suit it and the user has chosen no solver; last: as above. */
PetscErrorCode FrontalTake(KSP ksp, Mat A, Vec last);
/* name[size]: with how much of what, for the log. */
PetscErrorCode FrontalName(PC pc, char name[], size_t size);
PetscErrorCode FrontalIs(PC pc, PetscBool *is);

#endif
