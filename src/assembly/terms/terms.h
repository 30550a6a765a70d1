/* terms.h: the kinds of terms by their symbols, for term_table.c, and what assembly.c and frequency.c ask of some by
   name. */
#ifndef FS_ASSEMBLY_TERMS_TERMS_H
#define FS_ASSEMBLY_TERMS_TERMS_H

#include "assembly/term.h"

extern const TermKind linear_term, gravity_term, load_term, moving_term, prescribed_term,
  force_law_term, element_term, follower_load_term, joint_term, coupling_term, slider_term,
  spin_term, moment_law_term, stop_term;

/* Where the work of gravity goes (TermKind.source), of linear and nonlinear parts together. */
#define GRAVITY_WORK "energy/gravity"

/* linear_elements.c: compute M, C, K of the linear parts with the pattern of tangents, or as matrix-free operators
   (-operator), and set sys->mat, sys->operators, sys->always accordingly. To be called once, before the three
   below. Input error: -operator matrix_free where it cannot be. Collective. */
PetscErrorCode LinearSetUp(Term linear, FsOptions o, FsSystem sys);
PetscErrorCode LinearProduct(Term linear, Vec q, Vec v, Vec a,
                             Vec y); /* y = M a + C v + K q; a NULL vector is zero */

/* A = cm M + cc C + ck K; LinearCreateMatrix, if sys->operators: a new matrix or operator for it, the caller's. */
PetscErrorCode LinearCombine(Term linear, FsShift shift, Mat A);
PetscErrorCode LinearCreateMatrix(Term linear, PetscBool assembled, Mat *A);

/* spin_term.c: compute its matrices, once, with the pattern of tangents. Combine: A += its share, under a loading. Collective. */
PetscErrorCode SpinSetUp(Term spin, FsSystem sys);
PetscErrorCode SpinCombine(Term spin, const FsLoading *loading, FsShift shift, Mat A);

/* constraints.c: the constraints of a system whose model has joints, and couplings of them. */
extern const FsSystemConstraints model_constraints;
/* coordinates.c: some of its functions. */
PetscErrorCode JointCoordinates(FsSystem sys, FsCoordinateSet set, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
PetscErrorCode JointCoordinateCurvature(FsSystem sys, FsCoordinateSet set, const FsState *s,
                                        const PetscReal factor[], Mat A);
void JointCoordinateName(FsSystem sys, FsCoordinateSet set, PetscInt k, char text[], size_t size);

/* element_strains.c: strains of elements, see FsSystemStrains.
     StrainsCreate  a vector for those of all elements, the caller's; NULL: no kernel has strains. Collective
     StrainsFill    strain = those at a state, plus their rates; ev was made with nodes
     BlockStrains   where those of a block begin in the array of such a vector; NULL: it has none, or strain is NULL */
PetscErrorCode StrainsCreate(Model model, Vec *strain);
PetscErrorCode StrainsFill(const Evaluation *ev, Vec strain);
const double  *BlockStrains(Model model, const Block *block, const double strain[]);

/* element_bounds.c: bounds (see BOUND_OMEGA2) of this rank's elements with mass in bound[0], without in bound[1];
   and the masses of all dofs in local_mass, a local vector, and mass, a global one. Collective. */
PetscErrorCode ElementFrequencyBounds(Assembly a, PetscReal bound[][BOUNDS], Vec local_mass,
                                      Vec mass);

#endif
