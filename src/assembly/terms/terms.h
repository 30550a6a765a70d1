/* terms.h: declares the kinds of terms, and functions of terms that the assembly calls directly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_TERMS_H
#define FS_ASSEMBLY_TERMS_TERMS_H

#include "assembly/assembly_options.h"
#include "assembly/term.h"

extern const TermKind linear_term, gravity_term, load_term, moving_term, prescribed_term,
  force_law_term, element_term, follower_load_term, constraint_term, joint_term, slider_term,
  spin_term, moment_law_term, stop_term, line_load_term, unstrained_term, given_load_term;

/* The name in the output of the work of gravity (see TermKind.source). Gravity on linear parts and
   gravity on nonlinear parts use the same name. */
#define GRAVITY_WORK "energy/gravity"

/* GravityAddInside - Adds sign times the forces of the weight between the nodes of beams to f.

   They exist with -linearize. Nonlinear models have line_load_term instead. Collective. */
PetscErrorCode GravityAddInside(Term gravity, const Evaluation *ev, PetscReal sign, Vec f);

/* UnstrainedSubtractForces - Subtracts from r[nd] the forces on the nodes of a linear element by
   its unstrained state; 0 for others. Not collective. */
PetscErrorCode UnstrainedSubtractForces(Model model, const Block *b, PetscInt element, double r[]);

/* LinearSetUp - Computes M, C and K of the linear parts of elements.

   They are matrices or matrix-free operators. For operators it destroys
   sys->matrices.pattern and sets sys->matrices.can_be_matrix_free. Call it once, before the three
   functions below. Collective. Input error if operators are required and this is impossible. */
PetscErrorCode LinearSetUp(Term linear, const AssemblyOptions *options, FsSystem sys);

/* LinearProduct - Computes y = M a + C v + K q. q, v and a may be NULL, which means zero.
   Collective. */
PetscErrorCode LinearProduct(Term linear, Vec q, Vec v, Vec a, Vec y);

/* LinearCombine - Computes A = cm M + cc C + ck K. Collective. */
PetscErrorCode LinearCombine(Term linear, FsShift shift, Mat A);

/* LinearCreateMatrix - Creates a matrix or a matrix-free operator for LinearCombine().

   The caller destroys it. sys->matrices.can_be_matrix_free must be PETSC_TRUE. Collective. */
PetscErrorCode LinearCreateMatrix(Term linear, PetscBool assembled, Mat *A);

/* SpinSetUp - Computes the gyroscopic and centrifugal matrices of linear parts.

   They exist if the frame of the model rotates. They have the pattern of the tangents of sys. Call
   it once. Collective. */
PetscErrorCode SpinSetUp(Term spin, FsSystem sys);

/* SpinCombine - Adds these matrices to the tangent A, multiplied by the factors of the shift and by
   loading->spin or its square. Collective. */
PetscErrorCode SpinCombine(Term spin, const FsLoading *loading, FsShift shift, Mat A);

/* The constraint operations of systems whose model has joints or sliders
   (constraints/constraints.c). */
extern const FsSystemConstraints model_constraints;
/* The operations coordinates, curvature and coordinate_name of model_constraints
   (constraints/coordinates.c). */
PetscErrorCode JointCoordinates(FsSystem sys, FsCoordinateSet set, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
PetscErrorCode JointCoordinateCurvature(FsSystem sys, FsCoordinateSet set, const FsState *s,
                                        const PetscReal factor[], Mat A);
void JointCoordinateName(FsSystem sys, FsCoordinateSet set, PetscInt k, char text[], size_t size);

/* StrainsCreate - Creates a vector for the strains of elements, see FsSystemStrains.

   Input:
     all  PETSC_FALSE: only elements with rotations, whose strains Newton's method predicts
   The caller destroys the vector. It is NULL if the model has no such elements. Collective. */
PetscErrorCode StrainsCreate(Model model, PetscBool all, Vec *strain);

/* StrainsFill - Computes the strains at a state plus their rates by its velocities.

   Input:
     ev      an evaluation with nodes
   Output:
     strain  from StrainsCreate() */
PetscErrorCode StrainsFill(const Evaluation *ev, Vec strain);

/* BlockStrains - Returns a pointer to the strains of a block, or NULL if they are not in the array.

   Input:
     n       local size of the vector
     strain  array of a vector from StrainsCreate(). If it is NULL, the result is NULL. */
const double *BlockStrains(Model model, const Block *block, PetscInt n, const double strain[]);

/* ElementFrequencyBounds - Raises the bounds (term.h) to those of this rank's elements.

   Output:
     bound       [2] bound[0] is for elements with mass, bound[1] for elements without mass
     local_mass  local vector of the masses of all dofs
     mass        global vector of the same masses
   Collective. */
PetscErrorCode ElementFrequencyBounds(Assembly a, PetscReal bound[][BOUNDS], Vec local_mass,
                                      Vec mass);

#endif
