/* constraint_gram.h: the gradient G of the constraints at a state, scaled, and factors of [I G^T; G -tiny], by which products with
   (G G^T + tiny)^-1 are taken: for what depends on the rank of G. Used by the files of this folder only. Begin with
   ConstraintGramCreate. */
#ifndef FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H
#define FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H

#include "solve/stage.h"

/* How rows are scaled; columns are by 1/sqrt(weight) (FsSystemConstraints.weights), so that entries are lengths.
   UNIT    to length 1
   FORCES  those of angles by the model's length: multipliers are forces then, and moments over that length */
typedef enum { CONSTRAINT_SCALING_UNIT, CONSTRAINT_SCALING_FORCE } ConstraintScaling;

typedef struct _n_ConstraintGram *ConstraintGram;

/* constraints: those of the system, or all (FsSystemAllConstraints). Is at no state until it is moved to one. Collective, as all
   here. */
PetscErrorCode ConstraintGramCreate(FsStage s, const FsSystemConstraints *constraints,
                                    ConstraintScaling scale, PetscReal regularization,
                                    ConstraintGram *out);
PetscErrorCode ConstraintGramDestroy(ConstraintGram *g);
/* To a state, of which it takes t and q. */
PetscErrorCode ConstraintGramUpdate(ConstraintGram g, const FsState *state,
                                    const FsLoading *loading);

/* Of a state that was left since: its matrix. */
PetscErrorCode ConstraintGramArchive(ConstraintGram g, FsArchive a);

/* x = the solution of [I G^T; G -tiny] x = b. Raises PETSC_ERR_NOT_CONVERGED if the matrix cannot be factored. */
PetscErrorCode ConstraintGramSolve(ConstraintGram g, Vec b, Vec x);

/* z = (G G^T + tiny)^-1 z, of a vector of rows, which is 0 in dofs. */
PetscErrorCode ConstraintGramApplyInverse(ConstraintGram g, Vec z);

/* f = G^T z in the dofs, 0 in the rows; z is 0 in dofs. */
PetscErrorCode ConstraintGramMultTranspose(ConstraintGram g, Vec z, Vec f);

/* z = G G^T z, of a vector of rows. */
PetscErrorCode ConstraintGramMult(ConstraintGram g, Vec z);

/* By modified Gram-Schmidt. */
PetscErrorCode OrthonormalizeVecs(PetscInt n, Vec z[]);

/* The factors by which columns (in dofs) and rows (in rows) were scaled; borrowed. */
Vec ConstraintGramGetScaling(ConstraintGram g);

/* x = numbers in [-1, 1] without a pattern, of which seed names a sequence, where weights are 0 (rows), or are not; 0 elsewhere. The
   same in every run with the same numbering of dofs. */
PetscErrorCode ConstraintGramSetRandom(ConstraintGram g, int seed, PetscBool rows, Vec x);

#endif
