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

/* The kinds of entries of a vector, whose squares are summed separately because units differ. */
enum { FS_MEASURE_DISPLACEMENT, FS_MEASURE_ROTATION, FS_MEASURE_MULTIPLIER, FS_MEASURES };

/* Number of rigid motions: translations along x, y, z, then rotations about x, y, z. */
#define FS_RIGID_MOTIONS 6

/* FsSystemMatrixOps - Matrices for tangents. Linear and velocity-independent systems need combine.
     combine       A = cm M + cc C + ck K, with the constant parts of M, C and K. The matrices of a
                   linear system have no other parts
     create        creates a matrix for combine or tangent, which the caller destroys. It is
                   assembled or a matrix-free operator. If create is NULL, FsSystemCreateMatrix
                   duplicates matrices.pattern
     create_block  creates an assembled matrix for tangent: MATBAIJ if all rows form blocks of one
                   size, else MATAIJ. If create_block is NULL, FsSystemCreateBlockMatrix calls
                   FsSystemCreateMatrix */
typedef struct {
  PetscErrorCode (*combine)(FsSystem, FsShift, Mat A);
  PetscErrorCode (*create)(FsSystem, PetscBool assembled, Mat *A);
  PetscErrorCode (*create_block)(FsSystem, Mat *A);
} FsSystemMatrixOps;

/* FsSystemLinearOps - Terms of a linear system, which needs product and load.
     product    y = M a + C v + K q; a vector that is NULL counts as zero
     load       f += the loads, and the forces from moved supports, at time t [s]
     load_rows  *rows = the rows of this rank that load may change, as increasing local numbers.
                The caller destroys *rows. If load_rows or *rows is NULL, load may change any row */
typedef struct {
  PetscErrorCode (*product)(FsSystem, Vec q, Vec v, Vec a, Vec y);
  PetscErrorCode (*load)(FsSystem, PetscReal t, const FsLoading *, Vec f);
  PetscErrorCode (*load_rows)(FsSystem, IS *rows);
} FsSystemLinearOps;

/* FsSystemNonlinearOps - Terms of a nonlinear system, which needs residual and tangent.
     residual  r of a state: inertial + internal - external forces, and rows of constraints. The
               vector a of the state may be NULL if the system is velocity-independent and has no
               constraints, because explicit schemes need only the forces
     tangent   A = dr/dx, the derivative by the unknown of a stage, see FsShift
     strains   see FsSystemStrains; needed if the system has a vector of strains */
typedef struct {
  PetscErrorCode (*residual)(FsSystem, const FsState *, const FsLoading *, const FsConstraintRows *,
                             Vec r);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, const FsConstraintRows *,
                            FsShift, Mat A);
  PetscErrorCode (*strains)(FsSystem, const FsState *, const FsLoading *, Vec strain);
} FsSystemNonlinearOps;

/* FsSystemNodalOps - Nodal accelerations, which are found node by node without a solver.
     applies       *applies = PETSC_TRUE if, at all times, the inertia of each node acts on that
                   node alone, and no other forces depend on velocities. If applies is NULL,
                   accelerations are not nodal
     acceleration  solves r = 0 for a at t and q of the state, and sets v += h a, with h in s. On
                   entry v is the velocity for a = 0, and a is not read. *norm becomes the 2-norm
                   of a, or NAN if a node has no solution. Overwrites work. A system needs this
                   operation if *applies can be PETSC_TRUE */
typedef struct {
  PetscErrorCode (*applies)(FsSystem, PetscBool *applies);
  PetscErrorCode (*acceleration)(FsSystem, PetscReal h, const FsLoading *, FsState *, Vec work,
                                 PetscReal *norm);
} FsSystemNodalOps;

/* FsSystemGeometryOps - Lengths and directions of vectors. Systems with constraints need measure.
     measure        square[kind] = sum of the squares of all entries of this kind (FS_MEASURE_...)
                    in this rank's part of x. Not collective
     rigid_motions  motion[k] = the derivative of q in a rigid motion of the model. For k < 3 it is
                    a translation along axis k, by the distance; displacements have no unit. For
                    k >= 3 it is a rotation about axis k - 3 through the mean of the nodes, by the
                    angle; displacements are in m/rad. Entries are zero for multipliers, and for
                    nodes that have no free dof in the directions of the motion. NULL means that
                    the dofs have no positions in space
     supported      gram[j][k] = the sum of the products of the rigid motions j and k over the dofs
                    that supports fix. It counts nodes whose elements resist every motion against
                    the other nodes (beams and shells). Rigid rotations are divided by length, and
                    fixed rotations multiplied by it, so that gram has no unit; exists with
                    rigid_motions
     center         center[3] = the mean of the nodes at a state [m]; exists with rigid_motions
     turn           *turn = the largest angle by which supports or drivers of joints turn something
                    between the times from and to under two loadings [rad]. NULL means that they
                    turn nothing
     numbers        x = 6 n + c for the component c (0 to 5) of node n, where n is the number of the
                    node in the whole mesh, and -1 for multipliers. These numbers do not depend on
                    the number of ranks; exists with rigid_motions
     weights        w = 1 for displacements, the square of the node's rotation length [m2] for
                    rotations, and 0 for multipliers. A rotation times this length is comparable to
                    a displacement. NULL means that all unknowns are displacements */
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

/* FsSystemDescribeOps - Parts of the system in words, for messages. All may be NULL.
     dof        text[size] = a global dof ("node 12 at (1, 2, 0), component z"). Call it on the rank
                that owns the dof. Not collective
     nonfinite  text[size] = a part of this rank that has no finite value at a state ("the beam of
                part 'mast' at (0, 1, 0), which has collapsed"). If all values are finite, text does
                not change */
typedef struct {
  PetscErrorCode (*dof)(FsSystem, PetscInt dof, char text[], size_t size);
  PetscErrorCode (*nonfinite)(FsSystem, const FsState *, const FsLoading *, char text[],
                              size_t size);
} FsSystemDescribeOps;

/* FsFrictionMode - How friction (element/joint/friction.h) acts until the next state is accepted.

   FS_FRICTION_FREE: by its law.
   FS_FRICTION_KEEP: coordinates that slide at the last accepted state keep the direction of
   friction, also after they have reversed. Those that stick do not slip, also above the limit.
   FS_FRICTION_RELEASE_ALL: bristles are released. They yield until they balance other forces.
   FS_FRICTION_RELEASE_REVERSED: bristles of coordinates that have slid, and reverse at the last
   accepted state, are released. Others are free. */
typedef enum {
  FS_FRICTION_FREE,
  FS_FRICTION_KEEP,
  FS_FRICTION_RELEASE_ALL,
  FS_FRICTION_RELEASE_REVERSED
} FsFrictionMode;

/* FsSystemHistoryOps - What a system remembers of accepted states. All may be NULL.
     accept          accepts the state at, from which rotation vectors are then counted (FsState).
                     It converts q and qd of states[n] to the new rotation vectors; the state at
                     may be among them. Elements update their memory. v, a and qd of at may
                     be NULL. A system without accept has neither rotations nor memory
     reset           without friction_state, forgets what accept has stored; the next accepted
                     state is the first, and friction forces start from zero. With friction_state,
                     a state shortly after the last accepted one, only gives friction that is
                     released its force at friction_state. A system without reset remembers only the
                     origin of rotation vectors
     set_friction    sets the mode of friction; n is the number of coordinates of this rank that are
                     not free. NULL without friction
     switch_margins  lowers margin to the least margins (switches.h) of this rank's switches at a
                     state. Any switch can lower margin[FS_SWITCH_ANY]. Only a switch at which the
                     force jumps can lower margin[FS_SWITCH_JUMP]. A system without switch_margins
                     has no switches */
typedef struct {
  PetscErrorCode (*accept)(FsSystem, const FsState *at, PetscInt n, FsState *const states[]);
  PetscErrorCode (*reset)(FsSystem, const FsState *friction_state);
  PetscErrorCode (*set_friction)(FsSystem, FsFrictionMode mode, PetscInt *n);
  PetscErrorCode (*switch_margins)(FsSystem, const FsState *, const FsLoading *,
                                   PetscReal margin[FS_SWITCHES]);
} FsSystemHistoryOps;

/* FsSystemOps - All operations of a system. */
typedef struct {
  FsSystemMatrixOps    matrix;
  FsSystemLinearOps    linear;
  FsSystemNonlinearOps nonlinear;
  FsSystemNodalOps     nodal;
  FsSystemGeometryOps  geometry;
  FsSystemDescribeOps  describe;
  FsSystemHistoryOps   history;
  PetscErrorCode (*destroy)(FsSystem); /* frees the member data; may be NULL */
} FsSystemOps;

#endif
