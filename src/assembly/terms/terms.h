/* terms.h: declares the kinds of terms, and functions of terms that the assembly calls directly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_TERMS_H
#define FS_ASSEMBLY_TERMS_TERMS_H

#include "assembly/term.h"

extern const TermKind linear_term, gravity_term, load_term, moving_term, prescribed_term,
  force_law_term, element_term, follower_load_term, joint_term, coupling_term, slider_term,
  spin_term, moment_law_term, stop_term;

/* The path of the work of gravity on linear and nonlinear parts (TermKind.source). */
#define GRAVITY_WORK "energy/gravity"

/* LinearSetUp - Computes M, C, K of the linear parts, as matrices or matrix-free operators
   (-operator).

   For operators it destroys sys->mat and sets sys->can_be_matrix_free. Call it once, before the
   three functions below. Collective. Input error if -operator matrix_free is impossible. */
PetscErrorCode LinearSetUp(Term linear, FsOptions o, FsSystem sys);

/* LinearProduct - Computes y = M a + C v + K q; a vector of NULL means zero. Collective. */
PetscErrorCode LinearProduct(Term linear, Vec q, Vec v, Vec a, Vec y);

/* LinearCombine - Computes A = cm M + cc C + ck K. Collective. */
PetscErrorCode LinearCombine(Term linear, FsShift shift, Mat A);

/* LinearCreateMatrix - Creates a matrix or operator for LinearCombine(), which the caller destroys.

   sys->can_be_matrix_free must be PETSC_TRUE. Collective. */
PetscErrorCode LinearCreateMatrix(Term linear, PetscBool assembled, Mat *A);

/* SpinSetUp - Computes the matrices of the term, with the pattern of tangents. Call it once.
   Collective. */
PetscErrorCode SpinSetUp(Term spin, FsSystem sys);

/* SpinCombine - Adds the share of the term under a loading to A. Collective. */
PetscErrorCode SpinCombine(Term spin, const FsLoading *loading, FsShift shift, Mat A);

/* The constraints of a system whose model has joints or sliders (constraints/constraints.c). */
extern const FsSystemConstraints model_constraints;
/* Some functions of model_constraints (constraints/coordinates.c). */
PetscErrorCode JointCoordinates(FsSystem sys, FsCoordinateSet set, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
PetscErrorCode JointCoordinateCurvature(FsSystem sys, FsCoordinateSet set, const FsState *s,
                                        const PetscReal factor[], Mat A);
void JointCoordinateName(FsSystem sys, FsCoordinateSet set, PetscInt k, char text[], size_t size);

/* StrainsCreate - Creates a vector for the strains of all elements, see FsSystemStrains.

   The caller destroys it; it is NULL if no kernel has strains. Collective. */
PetscErrorCode StrainsCreate(Model model, Vec *strain);

/* StrainsFill - Computes the strains at a state, plus their rates. The evaluation must have
   nodes. */
PetscErrorCode StrainsFill(const Evaluation *ev, Vec strain);

/* BlockStrains - Returns the strains of a block in the array of such a vector.

   It returns NULL if the block has no strains or if strain is NULL. */
const double *BlockStrains(Model model, const Block *block, const double strain[]);

/* ElementFrequencyBounds - Computes bounds of the eigenvalues of this rank's elements
   (BOUND_OMEGA2).

   Output:
     bound       bound[0] for elements with mass, bound[1] for elements without mass
     local_mass  local vector of the masses of all dofs
     mass        global vector of the masses
   Collective. */
PetscErrorCode ElementFrequencyBounds(Assembly a, PetscReal bound[][BOUNDS], Vec local_mass,
                                      Vec mass);

#endif
