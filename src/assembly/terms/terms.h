/* terms.h: every kind of term by its symbol, and what the assembly asks of some by name. */
#ifndef TERMS_H
#define TERMS_H

#include "assembly/term.h"

extern const TermKind linear_term, gravity_term, load_term, prescribed_term, law_term, element_term, oriented_term,
  joint_term;

/* linear.c: M, C, K of the linear parts, from the pattern, or as matrix-free operators (-operator), which the system is told.
   Before that the term has no matrices. */
PetscErrorCode LinearSetUp(Term linear, FsOptions o, FsSystem sys);
PetscErrorCode LinearProduct(Term linear, Vec q, Vec v, Vec a, Vec y); /* y = M a + C v + K q; NULL: 0 */
PetscErrorCode LinearCombine(Term linear, FsShift shift, Mat A);
PetscErrorCode LinearCreateMatrix(Term linear, PetscBool assembled, Mat *A); /* of models with operators */

/* constraints.c: the constraints of a system whose model has joints. */
extern const FsSystemConstraints joint_constraints;

/* element_bounds.c: bounds of elements with mass, bound[0], and without, bound[1], on this rank; the masses of all dofs, in a local and
   a global vector. Collective. */
PetscErrorCode ElementBounds(Assembly a, PetscReal bound[][BOUNDS], Vec local_mass, Vec mass);

#endif
