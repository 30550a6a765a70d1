/* system_ops.h: the operations that a mechanical system implements, in groups.

   FsSystemOps has a member for each group. An operation that is NULL does not exist. The comment of
   a group says which operations a system needs, and what NULL means for the others. All operations
   are collective, except where the comment says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_OPS_H
#define FS_SYSTEM_OPS_H

#include <fs/state.h>
#include <fs/switches.h>
#include <fs/system_constraints.h>

/* The kinds of entries of a global vector. Norms sum the squares of each kind separately, because
   displacements [m], rotations [rad] and multipliers have different units. */
enum { FS_MEASURE_DISPLACEMENT, FS_MEASURE_ROTATION, FS_MEASURE_MULTIPLIER, FS_MEASURES };

/* The number of rigid motions of a model: translations along x, y, z, then rotations about x, y,
   z. */
#define FS_RIGID_MOTIONS 6

/* FsSystemMatrixOps - Operations that create and fill matrices for tangents. The factors cm, cc and
   ck of a tangent are an FsShift (state.h). Linear systems and velocity-independent systems need
   the operation combine.
     combine       sets A = cm M + cc C + ck K, where M, C and K are the constant parts of the mass,
                   damping and stiffness matrices. The matrices of a linear system have no other
                   parts
     create        creates a matrix A for combine or tangent, which the caller destroys. If
                   assembled is PETSC_FALSE and the system can make matrix-free operators, A is such
                   an operator; otherwise A is assembled. If create is NULL, FsSystemCreateMatrix
                   duplicates matrices.pattern
     create_block  creates an assembled matrix A for tangent, which the caller destroys. A is a
                   MATBAIJ if all rows form blocks of one size, else a MATAIJ. If create_block is
                   NULL, FsSystemCreateBlockMatrix calls FsSystemCreateMatrix */
typedef struct {
  PetscErrorCode (*combine)(FsSystem, FsShift, Mat A);
  PetscErrorCode (*create)(FsSystem, PetscBool assembled, Mat *A);
  PetscErrorCode (*create_block)(FsSystem, Mat *A);
} FsSystemMatrixOps;

/* FsSystemLinearOps - The terms of a linear system M a + C v + K q = f(t), which needs product and
   load.
     product    sets y = M a + C v + K q. A vector q, v or a that is NULL counts as zero
     load       adds to f the loads at time t [s], and the forces that the motions of supports exert
     load_rows  sets *rows to the local numbers of those rows of this rank that load may change, in
                increasing order. The caller destroys *rows. If the operation load_rows is NULL, or
                sets *rows to NULL, load may change all rows */
typedef struct {
  PetscErrorCode (*product)(FsSystem, Vec q, Vec v, Vec a, Vec y);
  PetscErrorCode (*load)(FsSystem, PetscReal t, const FsLoading *, Vec f);
  PetscErrorCode (*load_rows)(FsSystem, IS *rows);
} FsSystemLinearOps;

/* FsSystemNonlinearOps - The terms of a nonlinear system, which needs residual and tangent. The
   rows of constraints in r and A have the form that the argument FsConstraintRows requires.
     residual  sets r to the residual of a state: inertial + internal - external forces in the rows
               of dofs, and the errors of constraints in the rows of constraints. The vector a of
               the state may be NULL if the system is velocity-independent and has no constraints,
               because explicit schemes need only the forces
     tangent   sets A = dr/dx, the derivative of the residual by the unknown x of a stage. FsShift
               says how the state depends on x
     strains   sets strain to the strains of elements, see FsSystemStrains. A system that has the
               member strain or all_strain needs this operation */
typedef struct {
  PetscErrorCode (*residual)(FsSystem, const FsState *, const FsLoading *, const FsConstraintRows *,
                             Vec r);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, const FsConstraintRows *,
                            FsShift, Mat A);
  PetscErrorCode (*strains)(FsSystem, const FsState *, const FsLoading *, Vec strain);
} FsSystemNonlinearOps;

/* FsSystemMidpointOps - Operations for schemes that conserve energy and angular momentum. They
   evaluate forces in the middle of a step, at states with FsState.midpoint, from the strains that
   FsState.strain gives. All operations are NULL if a system does not serve such schemes.
     increment        sets step to the increment of a state by the changes q of its coordinates
                      since the last accepted state. It is q for displacements. For the rotation
                      vectors theta in q it is Rodrigues' vector 2 tan(|theta|/2) theta/|theta|.
                      |theta| must be below pi
     average_moments  multiplies moments in r by (exp(theta) + exp(-theta))/2. The rotation vectors
                      theta in q lead from the start of a step to its middle. Then the result is
                      the moment of vectors that are means over the step
     strain_energy    sets *energy to the energy [J] of the elements that have strains in
                      all_strain, on all ranks together
     strain_force     sets f to the forces of the stresses in these elements, if their strains are
                      those in strain, at the displacements q of the state
     is_isolated      returns whether this energy depends on the free coordinates alone, and not on
                      time by moving supports or temperatures. Not collective
     refusal          writes to text[size] which part of the system the schemes do not serve, and
                      what helps, or "" if they serve all parts. s is the initial state */
typedef struct {
  PetscErrorCode (*increment)(FsSystem, Vec q, Vec step);
  PetscErrorCode (*average_moments)(FsSystem, Vec q, Vec r);
  PetscErrorCode (*strain_energy)(FsSystem, const FsState *, const FsLoading *, PetscReal *energy);
  PetscErrorCode (*strain_force)(FsSystem, const FsState *, const FsLoading *, Vec strain, Vec f);
  PetscBool (*is_isolated)(FsSystem);
  PetscErrorCode (*refusal)(FsSystem, const FsState *s, char text[], size_t size);
} FsSystemMidpointOps;

/* FsSystemNodalOps - Operations of systems whose accelerations follow node by node from the forces
   on each node, without a linear solver. Explicit schemes use them.
     applies       sets *applies to PETSC_TRUE if, at all times, the inertia of each node acts on
                   that node alone, and no other forces depend on velocities. If the operation
                   applies is NULL, the system has no such accelerations
     acceleration  finds the acceleration a that solves r = 0 at the time t and the displacements q
                   of the state, where the velocity is v + h a with a time h [s]. On entry, v of the
                   state is the velocity for a = 0, and a of the state is not read. On return, a is
                   the solution, and h a has been added to v. *norm becomes the 2-norm of a, or NAN
                   if a node has no solution. Overwrites work, a global vector. A system needs this
                   operation if *applies can be PETSC_TRUE */
typedef struct {
  PetscErrorCode (*applies)(FsSystem, PetscBool *applies);
  PetscErrorCode (*acceleration)(FsSystem, PetscReal h, const FsLoading *, FsState *, Vec work,
                                 PetscReal *norm);
} FsSystemNodalOps;

/* FsSystemGeometryOps - Operations that give lengths and directions of vectors. A system with
   constraints needs measure. An operation that "exists with rigid_motions" is NULL if and only if
   rigid_motions is NULL.
     measure        sets square[kind] to the sum of the squares of all entries of this kind
                    (FS_MEASURE_...) in this rank's part of x. Not collective
     rigid_motions  sets motion[k] to the derivative of q in the k-th rigid motion of the whole
                    model at a state. For k < 3 the motion is a translation along axis k, and the
                    derivative is by its distance; the entries of displacements have no unit. For k
                    >= 3 the motion is a rotation about axis k - 3 through the mean of the nodes,
                    and the derivative is by its angle; the entries of displacements are in m/rad.
                    Entries are zero for multipliers, and for nodes that have no free dof in the
                    directions of the motion. The operation is NULL if the dofs have no positions in
                    space
     supported      sets gram[j][k] to the scalar product of the rigid motions j and k, taken over
                    the dofs that supports fix. The diagonal entry of a motion is therefore 0 if no
                    support resists it. Only nodes of elements that resist every motion against the
                    other nodes count (beams and shells). To make gram free of units, displacements
                    in rotations of the model are divided by length [m], and rotations of nodes are
                    multiplied by it. Exists with rigid_motions
     center         sets center[3] to the mean of the positions of all nodes at a state [m]; exists
                    with rigid_motions
     turn           sets *turn to the largest angle [rad] by which a support, or the driver of a
                    joint, turns something between the time from under the first loading and the
                    time to under the second loading. The operation is NULL if supports and drivers
                    turn nothing
     numbers        sets the entry of x for component c (0 to 5) of node n to 6 n + c, where n is
                    the number of the node in the whole mesh, and the entries of multipliers to -1.
                    These numbers do not depend on the number of ranks; exists with rigid_motions
     weights        sets w to 1 for displacements, to the square of the rotation length of the node
                    [m2] for rotations, and to 0 for multipliers. The rotation length is the length
                    by which a rotation of the node must be multiplied to be comparable to a
                    displacement. The operation is NULL if all unknowns are displacements */
typedef struct {
  PetscErrorCode (*measure)(FsSystem, Vec x, PetscReal square[FS_MEASURES]);
  PetscErrorCode (*rigid_motions)(FsSystem, const FsState *, const FsLoading *,
                                  const Vec motion[FS_RIGID_MOTIONS]);
  PetscErrorCode (*supported)(FsSystem, const FsState *, const FsLoading *, PetscReal length,
                              PetscReal gram[FS_RIGID_MOTIONS][FS_RIGID_MOTIONS]);
  PetscErrorCode (*center)(FsSystem, const FsState *, const FsLoading *, PetscReal center[3]);
  PetscErrorCode (*turn)(FsSystem, PetscReal from, const FsLoading *, PetscReal to,
                         const FsLoading *, PetscReal *turn);
  PetscErrorCode (*numbers)(FsSystem, Vec x);
  PetscErrorCode (*weights)(FsSystem, Vec w);
} FsSystemGeometryOps;

/* FsSystemDescribeOps - Operations that describe parts of the system in words, for messages. All of
   them may be NULL. The text is cut to size bytes.
     dof        writes to text[size] a description of a dof ("node 12 at (1, 2, 0), component z").
                The argument dof is the global number of the dof. Call it on the rank that owns the
                dof. Not collective
     nonfinite  writes to text[size] a description of a part of the model on this rank that has no
                finite value at a state ("the beam of part 'mast' at (0, 1, 0), which has
                collapsed"). If all values on this rank are finite, text does not change */
typedef struct {
  PetscErrorCode (*dof)(FsSystem, PetscInt dof, char text[], size_t size);
  PetscErrorCode (*nonfinite)(FsSystem, const FsState *, const FsLoading *, char text[],
                              size_t size);
} FsSystemDescribeOps;

/* FsFrictionMode - How dry friction of joints acts until the next state is accepted. The friction
   of a joint coordinate acts through a bristle, a stiff spring whose force is limited
   (element/joint/friction.h). A coordinate whose bristle has reached the limit slides; otherwise
   the coordinate sticks. A released bristle yields, so that its force adapts to the other forces.

   FS_FRICTION_FREE: all bristles follow their law.
   FS_FRICTION_KEEP: coordinates that slide at the last accepted state keep the direction of the
   friction force, even if they reverse. Coordinates that stick at the last accepted state keep
   sticking, even if the force exceeds the limit.
   FS_FRICTION_RELEASE_ALL: all bristles are released.
   FS_FRICTION_RELEASE_REVERSED: the bristles of coordinates that have slid, and whose velocity
   reverses at the last accepted state, are released. All other bristles follow their law. */
typedef enum {
  FS_FRICTION_FREE,
  FS_FRICTION_KEEP,
  FS_FRICTION_RELEASE_ALL,
  FS_FRICTION_RELEASE_REVERSED
} FsFrictionMode;

/* FsSystemHistoryOps - Operations on what a system remembers of accepted states: the orientations
   from which rotation vectors are counted (FsState), the bristles of friction, and the values of
   switches. All operations may be NULL.
     accept          makes the state "at" the last accepted one. Elements and joints update what
                     they remember. From now on, rotation vectors are counted from the orientations
                     of this state. Therefore q and qd of the n states states[n] are converted to
                     the new rotation vectors; the state "at" may be one of them. v, a and qd of the
                     state "at" may be NULL. A system without accept has neither rotations nor
                     memory
     reset           if friction_state is NULL, forgets what accept has stored: the next accepted
                     state counts as the first, and friction forces start from zero. If
                     friction_state is not NULL, only sets the forces of released bristles
                     (FsFrictionMode) to those that they exert in friction_state, a state shortly
                     after the last accepted one. A system without reset remembers nothing but the
                     orientations
     set_friction    sets the mode of friction, and sets *n to the number of joint coordinates of
                     this rank that do not follow their law in this mode. The operation is NULL if
                     the system has no friction
     switch_margins  lowers margin[FS_SWITCH_ANY] to the least margin of all switches of this rank
                     at a state (switches.h). Lowers margin[FS_SWITCH_JUMP] to the least margin of
                     those switches at which the force jumps. Smaller values do not change. A system
                     without switch_margins has no switches
     kink_margin     lowers *margin to the least margin of the kinks of laws of this rank between
                     two states (switches.h), of which the first is the last accepted one. NULL if
                     no law has a kink */
typedef struct {
  PetscErrorCode (*accept)(FsSystem, const FsState *at, PetscInt n, FsState *const states[]);
  PetscErrorCode (*reset)(FsSystem, const FsState *friction_state);
  PetscErrorCode (*set_friction)(FsSystem, FsFrictionMode mode, PetscInt *n);
  PetscErrorCode (*switch_margins)(FsSystem, const FsState *, const FsLoading *,
                                   PetscReal margin[FS_SWITCHES]);
  PetscErrorCode (*kink_margin)(FsSystem, const FsState *from, const FsState *to, const FsLoading *,
                                PetscReal *margin);
} FsSystemHistoryOps;

/* FsSystemOps - All operations of a system. */
typedef struct {
  FsSystemMatrixOps    matrix;
  FsSystemLinearOps    linear;
  FsSystemNonlinearOps nonlinear;
  FsSystemMidpointOps  midpoint;
  FsSystemNodalOps     nodal;
  FsSystemGeometryOps  geometry;
  FsSystemDescribeOps  describe;
  FsSystemHistoryOps   history;
  PetscErrorCode (*destroy)(FsSystem); /* frees the member data; may be NULL */
} FsSystemOps;

#endif
