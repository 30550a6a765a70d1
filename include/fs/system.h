/* system.h: a mechanical system r(q, v, a, lambda, t) = 0 that solvers and integrators call.

   A system is linear (M a + C v + K q = f(t)) or nonlinear. src/assembly implements systems of
   models, and tests implement systems of small problems. To use a system, see FsSystemResidual. To
   implement a system, fill in struct _n_FsSystem, whose operations are in system_ops.h.

   The result of a function depends only on its arguments: the state, the loading, how rows of
   constraints are written, and the factors of M, C and K. The order of calls does not matter, with
   the exception of FsSystemAccept, which changes the orientations from which rotation vectors are
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
#include <fs/user_system.h>

/* A model with at most this number of dofs is small. For small models, direct solvers and Newton's
   method with a new tangent in each iteration are fast enough to be the default. */
enum { FS_SMALL_MODEL = 500 };

/* FsSystemTraits - Properties of a system, by which solvers choose their methods. A tangent is the
   matrix cm M + cc C + ck K. */
typedef struct {
  /* the residual is r = M a + C v + K q - f(t) with constant matrices */
  PetscBool linear;
  /* the residual is r = M a + g(q, t) with a constant M, so that explicit schemes need no
     iteration */
  PetscBool velocity_independent;
  /* the system is linear, and M, C and K are diagonal, so that solvers divide by the diagonal of a
     tangent */
  PetscBool diagonal;
  /* tangents are symmetric up to round-off, as conjugate gradients require */
  PetscBool symmetric;
  /* tangents are symmetric, except for gyroscopic moments and unbalanced moments of finite
     rotations */
  PetscBool nearly_symmetric;
  /* tangents may be indefinite or have zeros on the diagonal, so that factorizations must pivot */
  PetscBool indefinite;
  /* the stiffnesses of bending and stretching differ so much that large linear systems need a
     direct solver */
  PetscBool ill_conditioned;
  /* joints have dry friction */
  PetscBool friction;
  /* the residual depends on multipliers not only by the forces G^T lambda of constraints, but also
     because friction depends on normal forces; tangents are then not symmetric */
  PetscBool multiplier_dependent;
  /* the model has ties, whose constraints solvers may eliminate (FsSystemConstraints.ties) */
  PetscBool has_ties;
  /* the model has no constraints except those of ties. After their elimination, tangents are not
     indefinite, and nearly symmetric if nearly_symmetric is set */
  PetscBool only_ties;
  /* joints form loops, so that constraints may become dependent in positions where the motion
     branches */
  PetscBool has_loops;
  /* a program gives forces or motions step by step, which may jump within a very short step */
  PetscBool stepwise_forces;
} FsSystemTraits;

/* FsSystemScales - Lengths against which solvers compare errors. */
typedef struct {
  /* the diameter of the model [m], to which round-off in positions is proportional; 0 if it is
     unknown */
  PetscReal model_size;
  /* the smallest motion of a joint that reverses its friction force: a displacement divided by the
     characteristic length, or a rotation [rad] */
  PetscReal friction_scale;
} FsSystemScales;

/* FsSystemMatrices - How a system stores its tangents, and how often solvers build them. */
typedef struct {
  /* a matrix with the nonzero pattern of all tangents, which FsSystemCreateMatrix copies; owned by
     the system. The member is NULL if ops.matrix.create exists */
  Mat pattern;
  /* ops.matrix.create can make matrix-free operators */
  PetscBool can_be_matrix_free;
  /* solvers must use matrix-free operators */
  PetscBool must_be_matrix_free;
  /* a tangent may serve several iterations of Newton's method (modified Newton) */
  PetscBool reuse_tangent;
} FsSystemMatrices;

/* FsSystem - A mechanical system. The program that implements the system fills in the members
   before the first use. Afterwards only FsSystemDropRows changes them. Any code may read them. */
struct _n_FsSystem {
  MPI_Comm         comm;
  FsSystemTraits   traits;
  FsSystemScales   scales;
  FsSystemMatrices matrices;
  /* a global vector, which callers duplicate to make others; the system owns it */
  Vec vec;
  /* vectors of strains, which callers duplicate for FsSystemStrains; the system owns them. The
     vector strain is for the elements whose strains Newton's method predicts, the vector all_strain
     for all elements. A vector is NULL if the system has no such elements */
  Vec strain;
  Vec all_strain;
  /* operations on finite rotations, or NULL if the system has no finite rotations */
  const FsSystemRotations *rotations;
  /* operations on constraints, or NULL if the system has no constraints */
  const FsSystemConstraints *constraints;
  FsStabilization            stabilization; /* ignored if the system has no constraints */
  /* the redundant rows of constraints that FsSystemDropRows has dropped, or NULL if no rows are
     dropped; the system owns it */
  FsRedundancy redundancy;
  /* a low-rank part of the damping matrix of a linear system, or NULL. ops.linear.product includes
     this part, and ops.matrix.combine leaves it out. Set it before the first use; the system owns
     it */
  FsLowRank   low_rank;
  FsSystemOps ops;
  void       *data;   /* the data of the implementation, which ops.destroy frees */
  PetscBool   set_up; /* FsSystemSetUp has been called */
};

/* FsSystemCreate - Creates an empty system, which the caller fills in. Collective. */
FS_EXTERN PetscErrorCode FsSystemCreate(MPI_Comm comm, FsSystem *sys);

/* FsSystemDestroy - Calls ops.destroy, frees the members that the system owns, and sets *sys to
   NULL. Collective. */
FS_EXTERN PetscErrorCode FsSystemDestroy(FsSystem *sys);

/* FsSystemSetUp - Completes a system that is made from functions of a program (user_system.h), and
   checks that a system has all operations that it needs. FsStageCreate calls it, and
   FsSystemStateCreate if the system has no vector yet.

   Collective. Input error: an operation or a member is missing; the message names it. */
FS_EXTERN PetscErrorCode FsSystemSetUp(FsSystem sys);

/* FsSystemHasRates - Returns whether qd, the time derivative of q in a state, is a separate Vec.
   This is so if the system has finite rotations, or constraints with FS_STABILIZED_VELOCITY. Not
   collective. */
static inline PetscBool FsSystemHasRates(FsSystem sys)
{
  return (PetscBool)(sys->rotations ||
                     (sys->constraints && sys->stabilization == FS_STABILIZED_VELOCITY));
}

/* FsSystemCharacteristicLength - Returns the diameter of the model [m], or 1 if it is unknown. */
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

/* FsSystemResidual - Computes the residual r of a state, for linear and nonlinear systems.

   Input:
     s        the state; all its Vecs are read
     loading  how much of the loads acts
     rows     how rows of constraints are written; systems without constraints ignore it
   Output:
     r        the residual [N, N m]; in rows of constraints the unit depends on the argument rows
   Collective. Input error: a formula of the model has no finite value. */
FS_EXTERN PetscErrorCode FsSystemResidual(FsSystem sys, const FsState *s, const FsLoading *loading,
                                          const FsConstraintRows *rows, Vec r);

/* FsSystemTangent - Computes the tangent A = dr/dx, the derivative of the residual by the unknown
   of a stage.

   Input:
     s        the state
     loading  how much of the loads acts
     rows     how rows of constraints are written; systems without constraints ignore it
     shift    how the state depends on x
   Output:
     A        a matrix that FsSystemCreateMatrix or FsSystemCreateBlockMatrix created; old values
              are lost
   Collective. Input error: a formula of the model has no finite value. */
FS_EXTERN PetscErrorCode FsSystemTangent(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         const FsConstraintRows *rows, FsShift shift, Mat A);

/* FsSystemStrains - Computes the strains at the integration points of the elements.

   Output:
     strain  the strains at the time t and the displacements q of the state. This Vec is a duplicate
             of sys->strain or of sys->all_strain. It gets the strains of the same elements
   If v of the state is not NULL, the derivatives of the strains in the direction v are added. If v
   is an increment that Newton's method has found, strain is therefore the linear prediction of the
   strains after this increment. With these strains in FsState.strain, FsSystemTangent computes the
   tangent of a Newton's method that has the strains as independent unknowns. Only for systems with
   a vector of strains. Collective. */
FS_EXTERN PetscErrorCode FsSystemStrains(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         Vec strain);

/* FsSystemAccept - Makes a state the last accepted one. From now on, rotation vectors are counted
   from the orientations of this state (FsState).

   Input:
     at      the accepted state; its v, a and qd may be NULL
   Changed:
     states  [n] states whose q and qd are converted to the new rotation vectors; the state "at" may
             be one of them
   Does nothing if the system has neither rotations nor memory. Collective. */
FS_EXTERN PetscErrorCode FsSystemAccept(FsSystem sys, const FsState *at, PetscInt n,
                                        FsState *const states[]);

/* FsSystemResetHistory - Sets the friction forces that the system remembers from accepted states.

   Input:
     friction_state  NULL: all friction forces become zero, and the next accepted state counts as
                     the first one. Otherwise, the end of a short trial step from the last accepted
                     state: friction forces that FsSystemInitializeFriction or
                     FsSystemReverseFriction determines by the trial get their values there, and
                     other friction forces do not change
   Collective. */
FS_EXTERN PetscErrorCode FsSystemResetHistory(FsSystem sys, const FsState *friction_state);

/* FsSystemAcceptInitialState - Makes an initial state the last accepted one, and sets s->qd to
   zero if it is a separate Vec. Collective. */
FS_EXTERN PetscErrorCode FsSystemAcceptInitialState(FsSystem sys, FsState *s);

/* FsSystemSwitchMargins - Computes the least margins of the switches of force laws at a state.

   A switch changes the formula of a force law (switches.h). Its margin is negative if the law has
   changed its formula since the last accepted state.

   Output:
     margin  margin[FS_SWITCH_ANY] is the least margin of all switches, and margin[FS_SWITCH_JUMP]
             the least margin of those switches at which the force jumps. A margin is PETSC_MAX_REAL
             if there are no such switches
   Collective, with one reduction. */
FS_EXTERN PetscErrorCode FsSystemSwitchMargins(FsSystem sys, const FsState *s,
                                               const FsLoading *loading,
                                               PetscReal        margin[FS_SWITCHES]);

/* FsSystemKinkMargin - Computes the least margin of the kinks of laws between two states.

   At a kink the tangent of a law of an element or of a joint jumps, and its force is continuous.
   The margin is negative if a law has crossed a kink (switches.h).

   Input:
     from, to  the last accepted state, and another one
   Output:
     margin    PETSC_MAX_REAL if no law has a kink
   Collective, with one reduction. */
FS_EXTERN PetscErrorCode FsSystemKinkMargin(FsSystem sys, const FsState *from, const FsState *to,
                                            const FsLoading *loading, PetscReal *margin);

/* FsSystemNorm - Computes the 2-norm [m] of a global vector x of displacements and rotations.
   Rotations are multiplied by the characteristic length of the model, and multipliers are left out.

   If the system has no operation measure, the norm is the 2-norm of all entries. Collective. */
FS_EXTERN PetscErrorCode FsSystemNorm(FsSystem sys, Vec x, PetscReal *norm);

/* FsSystemDescribeLargestDof - Describes in words the dof in which the global vector r has its
   largest entry, without regard to sign, such as "node 12 at (1, 2, 0), component z".

   text[size] is the same on all ranks, and empty if the system cannot describe its dofs.
   Collective. */
FS_EXTERN PetscErrorCode FsSystemDescribeLargestDof(FsSystem sys, Vec r, char text[], size_t size);

/* FsSystemDescribeNonFinite - Describes in words a part of the system that has no finite value at a
   state, such as "the beam of part 'mast' at (0, 1, 0), which has collapsed".

   text[size] is the same on all ranks. It is empty if all values are finite, or if the system
   cannot describe its parts. Collective. */
FS_EXTERN PetscErrorCode FsSystemDescribeNonFinite(FsSystem sys, const FsState *s,
                                                   const FsLoading *loading, char text[],
                                                   size_t size);

#endif
