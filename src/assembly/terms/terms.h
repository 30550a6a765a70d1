/* terms.h: declares the kinds of terms, and functions of terms that the assembly calls directly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_TERMS_H
#define FS_ASSEMBLY_TERMS_TERMS_H

#include "assembly/assembly.h"
#include "assembly/term.h"

extern const TermKind linear_term, gravity_term, load_term, lever_term, moving_term,
  prescribed_term, force_law_term, element_term, follower_load_term, constraint_term, joint_term,
  slider_term, spin_term, moment_law_term, stop_term, line_load_term, unstrained_term,
  given_load_term, given_moment_term;

/* The name of the work of gravity in the output file, below /history. Gravity on linear parts and
   gravity on nonlinear parts use the same name. */
#define GRAVITY_WORK "energy/gravity"

/* GravityAddInside - Adds sign times the weight that acts between the nodes of beams to the global
   vector f, for models that -linearize linearizes. Nonlinear models have a term of its own for this
   weight. Collective. */
PetscErrorCode GravityAddInside(Term gravity, const Evaluation *ev, PetscReal sign, Vec f);

/* AddMomentSlope - Adds the derivative of a moment on a node, which depends on the rotation of the
   node, to a tangent.

   Input:
     factor  the factor of the derivative
     slope   derivative of the moment by the spin of the node, both in the axes of the node [N m]
     spin    derivative of the spin by the dofs of the rotation (ChartColumns)
   Changed:
     A  the tangent */
PetscErrorCode AddMomentSlope(const Layout *l, PetscInt node, double factor, const double slope[9],
                              const double spin[9], Mat A);

/* UnstrainedSubtractForces - Subtracts from r[nd] the forces on the nodes of a linear element that
   its unstrained state (thermal or initial strain) causes; they are 0 for other elements. Not
   collective. */
PetscErrorCode UnstrainedSubtractForces(Model model, const Block *b, PetscInt element, double r[]);

/* LinearSetUp - Computes the constant matrices M, C and K of a model, the sums over the linear
   parts of its elements, as matrices or matrix-free operators.

   For operators it destroys sys->matrices.pattern and sets sys->matrices.can_be_matrix_free. Call
   it once, before the three functions below. Collective. Input error if operators are required and
   this is impossible. */
PetscErrorCode LinearSetUp(Term linear, const AssemblyOptions *options, FsSystem sys);

/* LinearProduct - Computes y = M a + C v + K q with the constant matrices of a model that
   LinearSetUp() has computed. q, v and a may be NULL, which means zero. Collective. */
PetscErrorCode LinearProduct(Term linear, Vec q, Vec v, Vec a, Vec y);

/* LinearCombine - Computes A = cm M + cc C + ck K from the constant matrices of a model, with the
   factors in shift. Collective. */
PetscErrorCode LinearCombine(Term linear, FsShift shift, Mat A);

/* LinearCreateMatrix - Creates a matrix, or a matrix-free operator unless assembled is true, into
   which LinearCombine() can write cm M + cc C + ck K.

   The caller destroys it. sys->matrices.can_be_matrix_free must be PETSC_TRUE. Collective. */
PetscErrorCode LinearCreateMatrix(Term linear, PetscBool assembled, Mat *A);

/* SpinSetUp - Computes the gyroscopic and centrifugal matrices of linear elements in a rotating
   frame.

   The matrices have the pattern of the tangents of sys. Call it once. Collective. */
PetscErrorCode SpinSetUp(Term spin, FsSystem sys);

/* SpinCombine - Adds the gyroscopic and centrifugal matrices of a rotating frame to the tangent A,
   multiplied by the factors of C and K in shift, and by the spin loading->spin or its square.
   Collective. */
PetscErrorCode SpinCombine(Term spin, const FsLoading *loading, FsShift shift, Mat A);

/* The functions by which a system computes its constraint equations, if its model has joints or
   sliders (constraints/constraints.c). */
extern const FsSystemConstraints model_constraints;
/* Functions of model_constraints about joint coordinates: their values and gradients, the sum of
   factor times second derivative, and names for messages. s is a state, A a matrix to which
   curvatures are added. */
PetscErrorCode JointCoordinates(FsSystem sys, FsCoordinateSet set, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
PetscErrorCode JointCoordinateCurvature(FsSystem sys, FsCoordinateSet set, const FsState *s,
                                        const PetscReal factor[], Mat A);
void JointCoordinateName(FsSystem sys, FsCoordinateSet set, PetscInt k, char text[], size_t size);

/* StrainsCreate - Creates a vector for the strains of all elements at which Newton's method
   evaluates tangents.

   Input:
     all  PETSC_FALSE: only elements with rotations, whose strains Newton's method predicts
   The caller destroys the vector. It is NULL if the model has no such elements. Collective. */
PetscErrorCode StrainsCreate(Model model, PetscBool all, Vec *strain);

/* StrainsFill - Predicts the strains of elements: computes the strains at a state plus their rates
   of change due to its velocities.

   Input:
     ev      a state of the model in which ev->nodes is not NULL
   Output:
     strain  from StrainsCreate() */
PetscErrorCode StrainsFill(const Evaluation *ev, Vec strain);

/* BlockStrains - Returns a pointer to the strains of the elements of a block in the array of a
   strain vector, or NULL if the array does not have them.

   Input:
     n       local size of the vector
     strain  array of a vector from StrainsCreate(). If it is NULL, the result is NULL. */
const double *BlockStrains(Model model, const Block *block, PetscInt n, const double strain[]);

/* ElementFrequencyBounds - Raises bounds of the eigenvalues of M^-1 K and M^-1 C to those that this
   rank's elements cause. Explicit schemes need these bounds.

   Output:
     bound       [2] bound[0] is for elements with mass, bound[1] for elements without mass
     local_mass  local vector of the masses of all dofs
     mass        global vector of the same masses
   Collective. */
PetscErrorCode ElementFrequencyBounds(Assembly a, PetscReal bound[][BOUNDS], Vec local_mass,
                                      Vec mass);

#endif
