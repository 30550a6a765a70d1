/* multifrontal.h: factors of a sparse matrix with a pattern that is nearly symmetric, of which some unknowns may stay, for the
   rank alone: small dense fronts from the leaves to the root of a tree. For matrices of mechanisms: bodies and joints, beams and
   frames, whose fronts are of the size of a node or two; multipliers have no pivots of their own. Used by
   substructures.c. */
#ifndef FS_LINEAR_MULTIFRONTAL_MULTIFRONTAL_H
#define FS_LINEAR_MULTIFRONTAL_MULTIFRONTAL_H

#include "symbolic.h"

typedef struct _n_Multifrontal *Multifrontal;

/* What is left of unknowns that stay, added up over all calls: A[n][n] in the rows and columns of unknown[n]. */
typedef PetscErrorCode (*MultifrontalSchurFn)(void *context, PetscInt n, const PetscInt unknown[],
                                              const PetscScalar A[]);

/* The order of elimination, from the pattern and from which pivots are zero. */
PetscErrorCode        MultifrontalCreate(const Sparsity *s, Multifrontal *f);
PetscErrorCode        MultifrontalDestroy(Multifrontal *f);
const SymbolicFactor *MultifrontalGetSymbolic(Multifrontal f);

/* The values of the pattern's entries, in parts of size[] one after the other, such as the two parts of a distributed matrix, with a number
   left out between two, so that no entry follows one of another part; the factors by which rows are scaled, so that pivots can be compared with entries of other rows. */
enum { MULTIFRONTAL_PARTS = 3 };
#define MULTIFRONTAL_THRESHOLD 0.1
typedef struct {
  const PetscScalar *part[MULTIFRONTAL_PARTS];
  PetscInt           size[MULTIFRONTAL_PARTS];
  const PetscReal   *scale; /* [n], used until the next factorization */
  PetscReal
    root_threshold; /* of pivots in roots, beside their columns' entries: there they cannot be put off */
} MultifrontalValues;

/* Factor, and give what is left to outcome, NULL where all unknowns are eliminated. *failed: that many unknowns have found no pivot, and
   the factors cannot be used; late, unless NULL, is then true in entries of these, else it stays. */
PetscErrorCode MultifrontalFactor(Multifrontal f, const MultifrontalValues *values,
                                  MultifrontalSchurFn add_schur, void *context, PetscInt *failed,
                                  PetscBool delayed[]);

/* b[n], x[n] of all unknowns. Down: b, on entry the right-hand side, 0 in unknowns that stay, is on return on its way, and in
   these what it leaves to them. Up: x gets its solution from b, but in unknowns that stay, where it has it. */
PetscErrorCode MultifrontalForwardSolve(Multifrontal f, PetscScalar b[]);
PetscErrorCode MultifrontalBackwardSolve(Multifrontal f, const PetscScalar b[], PetscScalar x[]);

#endif
