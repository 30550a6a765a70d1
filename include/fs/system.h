/* system.h: a mechanical system r(q, v, a, lambda, t) = 0 that solvers and integrators call.

   A system is linear (M a + C v + K q = f(t)) or nonlinear. src/assembly implements it for
   models, tests for small problems. To use a system, see FsSystemResidual. To implement one,
   fill in struct _n_FsSystem, whose operations are in system_ops.h.

   A result depends only on the arguments: the state, the loading, how rows of constraints are
   written, and the factors of M, C and K. The order of evaluations does not matter. The
   exception is FsSystemAccept, which changes the orientations from which rotation vectors are
   counted. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_H
#define FS_SYSTEM_H

#include <fs/low_rank.h>
#include <fs/state.h>
#include <fs/system_constraints.h>
#include <fs/system_ops.h>
#include <fs/system_redundancy.h>
#include <fs/system_rotations.h>

/* Up to this number of dofs, direct solvers and full Newton are fast enough to be the default. */
enum { FS_SMALL_MODEL = 500 };

/* FsSystemTraits - States what a system is. Solvers choose their methods by these traits. */
typedef struct {
  /* r = M a + C v + K q - f(t) */
  PetscBool linear;
  /* r = M a + g(q, t) with a constant M; explicit schemes need no iteration */
  PetscBool velocity_independent;
  /* linear with diagonal M, C and K; the stage divides */
  PetscBool diagonal;
  /* tangents are symmetric up to round-off, as conjugate gradients require */
  PetscBool symmetric;
  /* symmetric except for gyroscopic and unbalanced moments of finite rotations */
  PetscBool nearly_symmetric;
  /* tangents may be indefinite or have zeros on the diagonal; factors must pivot */
  PetscBool indefinite;
  /* stiffnesses of bending and stretching differ so much that large linear systems need factors */
  PetscBool ill_conditioned;
  /* joints have dry friction */
  PetscBool friction;
  /* r depends on lambda beyond G^T lambda (friction by normal forces); the tangent is unsymmetric
   */
  PetscBool multiplier_dependent;
  /* solvers may eliminate the constraints of ties, which FsSystemConstraints.ties marks */
  PetscBool has_ties;
  /* all constraints come from these ties. Without them tangents are neither indefinite nor, if
     nearly_symmetric is set, more unsymmetric than that */
  PetscBool only_ties;
  /* constraints may become dependent in some positions, in which motions branch */
  PetscBool has_loops;
} FsSystemTraits;

/* FsSystemScales - Lengths against which solvers compare errors. */
typedef struct {
  /* diameter of the model [m], the scale of round-off in positions; 0 if it is unknown */
  PetscReal model_size;
  /* with friction: the smallest motion that reverses a friction force. A displacement is
     divided by the characteristic length; a rotation is in rad */
  PetscReal friction_scale;
} FsSystemScales;

/* FsSystemMatrices - How a system stores its matrices, and how often solvers build them. */
typedef struct {
  /* owned; a matrix with the nonzero pattern of all tangents, which is duplicated. NULL if
     ops.matrix.create exists */
  Mat pattern;
  /* ops.matrix.create can make matrix-free operators */
  PetscBool can_be_matrix_free;
  /* solvers must use matrix-free operators */
  PetscBool must_be_matrix_free;
  /* modified Newton: a tangent may serve several iterations */
  PetscBool reuse_tangent;
} FsSystemMatrices;

/* The program that implements a system fills in these members before the first use. They do not
   change afterwards, except by FsSystemDropRows. Any code may read them. */
struct _n_FsSystem {
  MPI_Comm         comm;
  FsSystemTraits   traits;
  FsSystemScales   scales;
  FsSystemMatrices matrices;
  Vec              vec; /* owned; duplicate it to make global vectors */
  /* Owned vectors to duplicate for FsSystemStrains. NULL if there are no such elements. */
  Vec                        strain;        /* of elements whose strains Newton's method predicts */
  Vec                        all_strain;    /* of all elements that have strains */
  const FsSystemRotations   *rotations;     /* NULL without finite rotations */
  const FsSystemConstraints *constraints;   /* NULL without constraints */
  FsStabilization            stabilization; /* ignored without constraints */
  FsRedundancy               redundancy;    /* owned; NULL while no rows are dropped */
  /* Damping of a linear system that ops.linear.product includes and ops.matrix.combine does not.
     Owned; NULL without. It is set before the first use. */
  FsLowRank   low_rank;
  FsSystemOps ops;
  void       *data; /* of the implementation, freed by ops.destroy */
};

/* FsSystemCreate - Creates an empty system, which the caller fills in. Collective. */
FS_EXTERN PetscErrorCode FsSystemCreate(MPI_Comm comm, FsSystem *sys);

/* FsSystemDestroy - Calls ops.destroy, frees the members that the system owns, and sets *sys to
   NULL. Collective. */
FS_EXTERN PetscErrorCode FsSystemDestroy(FsSystem *sys);

/* FsSystemHasRates - Returns whether qd of a state is a separate Vec. This is so if the system has
   finite rotations, or constraints with FS_STABILIZED_VELOCITY. Not collective. */
static inline PetscBool FsSystemHasRates(FsSystem sys)
{
  return (PetscBool)(sys->rotations ||
                     (sys->constraints && sys->stabilization == FS_STABILIZED_VELOCITY));
}

/* FsSystemCharacteristicLength - Returns the model size [m], or 1 if it is unknown. */
static inline PetscReal FsSystemCharacteristicLength(FsSystem sys)
{
  return sys->scales.model_size > 0 ? sys->scales.model_size : 1;
}

/* FsSystemStateCreate - Creates a state with t = 0 and Vecs without values, which the caller
   destroys by FsSystemStateDestroy. Collective. */
FS_EXTERN PetscErrorCode FsSystemStateCreate(FsSystem sys, FsState *s);
FS_EXTERN PetscErrorCode FsSystemStateDestroy(FsState *s);

/* FsSystemCreateMatrix - Creates a matrix for tangents, which the caller destroys.

   If assembled is PETSC_TRUE, the matrix is assembled. Otherwise it is a matrix-free operator if
   the system can make one (matrices.can_be_matrix_free). Collective. */
FS_EXTERN PetscErrorCode FsSystemCreateMatrix(FsSystem sys, PetscBool assembled, Mat *A);

/* FsSystemCreateBlockMatrix - Creates an assembled matrix for tangents: MATBAIJ if all rows form
   blocks of one size, else MATAIJ.

   A MATBAIJ takes less memory than a MATAIJ, and its products and incomplete factors are faster.
   The caller destroys the matrix. Collective. */
FS_EXTERN PetscErrorCode FsSystemCreateBlockMatrix(FsSystem sys, Mat *A);

/* FsSystemResidual - Computes r of a state, for linear and nonlinear systems.

   Input:
     rows  how rows of constraints are written; systems without constraints ignore it
   Output:
     r     residual [N, N m]. In rows of constraints the unit depends on rows
   Collective. Input error: a formula of the model has no finite value. */
FS_EXTERN PetscErrorCode FsSystemResidual(FsSystem sys, const FsState *s, const FsLoading *loading,
                                          const FsConstraintRows *rows, Vec r);

/* FsSystemTangent - Computes A = dr/dx, where the shift says how the state depends on x.

   Input:
     rows  how rows of constraints are written; systems without constraints ignore it
   Collective. Input error: a formula of the model has no finite value. */
FS_EXTERN PetscErrorCode FsSystemTangent(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         const FsConstraintRows *rows, FsShift shift, Mat A);

/* FsSystemStrains - Computes the strains at the integration points of the elements.

   Output:
     strain  the strains at t and q of the state; a duplicate of sys->strain or sys->all_strain
   If v of the state is not NULL, the rates of the strains due to v are added. If v holds a step of
   displacements and spins, strain is the linear prediction of the strains after that step. With
   these strains in FsState.strain, FsSystemTangent computes the tangent of a Newton's method that
   has strains as independent unknowns. Only for systems with such a vector. Collective. */
FS_EXTERN PetscErrorCode FsSystemStrains(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         Vec strain);

/* FsSystemAccept - Accepts a state, from which rotation vectors are then counted.

   Input:
     at      the accepted state; its v, a and qd may be NULL
     states  [n] states whose q and qd are converted to the new rotation vectors; at may be among
             them
   Does nothing if the system has neither rotations nor memory. Collective. */
FS_EXTERN PetscErrorCode FsSystemAccept(FsSystem sys, const FsState *at, PetscInt n,
                                        FsState *const states[]);

/* FsSystemResetHistory - Makes the system forget accepted states; the next one is the first.

   Friction forces start from their values at friction_state, or from zero if friction_state is
   NULL. Collective. */
FS_EXTERN PetscErrorCode FsSystemResetHistory(FsSystem sys, const FsState *friction_state);

/* FsSystemAcceptInitialState - Makes an initial state the last accepted one, and sets s->qd to
   zero if it is a separate Vec. Collective. */
FS_EXTERN PetscErrorCode FsSystemAcceptInitialState(FsSystem sys, FsState *s);

/* FsSystemSwitchMargins - Computes the least margins of the switches of force laws at a state.

   Output:
     margin  [FS_SWITCH_ANY] the least margin (switches.h) of all switches, [FS_SWITCH_JUMP] the
             least margin of switches at which the force jumps. PETSC_MAX_REAL without switches
   Collective, with one reduction. */
FS_EXTERN PetscErrorCode FsSystemSwitchMargins(FsSystem sys, const FsState *s,
                                               const FsLoading *loading,
                                               PetscReal        margin[FS_SWITCHES]);

/* FsSystemNorm - Computes the 2-norm [m] of x, with rotations times the characteristic length and
   without multipliers.

   In a system without the operation measure, it is the 2-norm of all entries. Collective. */
FS_EXTERN PetscErrorCode FsSystemNorm(FsSystem sys, Vec x, PetscReal *norm);

/* FsSystemUnits - Computes the inverse units of the entries of forces.

   A force [N] has the entry 1, a moment 1/L [1/m], with L the characteristic length. A row of
   constraints, which a scale [N/m] multiplies, has 1 if it is a length, and L if it is an angle. A
   residual r times u, entry by entry, is therefore in N. Entries u_i A_ij u_j of a stiffness matrix
   are in N/m. Norms of them do not depend on the units of the model. All entries are 1 in a system
   without the operation lengths. Collective. */
FS_EXTERN PetscErrorCode FsSystemUnits(FsSystem sys, Vec u);

/* FsSystemForceNorm - Computes a norm of a residual r in N, see FsSystemUnits(). Collective. */
FS_EXTERN PetscErrorCode FsSystemForceNorm(FsSystem sys, Vec r, NormType type, PetscReal *norm);

/* FsSystemStiffnessNorm - Computes the Frobenius norm of a stiffness matrix in N/m, see
   FsSystemUnits().

   It makes a copy of the matrix. Collective. */
FS_EXTERN PetscErrorCode FsSystemStiffnessNorm(FsSystem sys, Mat A, PetscReal *norm);

/* FsSystemDescribeLargestDof - Describes the dof with the largest entry of |r| in words, such as
   "node 12 at (1, 2, 0), component z".

   text[size] is the same on all ranks, and empty if the system cannot describe its dofs.
   Collective. */
FS_EXTERN PetscErrorCode FsSystemDescribeLargestDof(FsSystem sys, Vec r, char text[], size_t size);

/* FsSystemDescribeNonFinite - Writes in words which part of the system has no finite value.

   text[size] is the same on all ranks. It is empty if all values are finite, or if the system
   cannot describe its parts. Collective. */
FS_EXTERN PetscErrorCode FsSystemDescribeNonFinite(FsSystem sys, const FsState *s,
                                                   const FsLoading *loading, char text[],
                                                   size_t size);

#endif
