/* system_ops.h: the operations that a mechanical system implements, in groups.

   FsSystemOps holds each group by its name. An operation that is NULL does not exist; the
   comment of its group says when it is needed. All operations are collective, except where the
   comment says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_OPS_H
#define FS_SYSTEM_OPS_H

#include <fs/state.h>
#include <fs/switches.h>
#include <fs/system_constraints.h>

/* The kinds of entries of a vector, whose squares are summed separately because units differ. */
enum { FS_MEASURE_DISPLACEMENT, FS_MEASURE_ROTATION, FS_MEASURE_MULTIPLIER, FS_MEASURES };

/* Translations along x, y, z, then rotations about x, y, z. */
#define FS_RIGID_MOTIONS 6

/* matrix: matrices for tangents. combine is needed by linear and by velocity-independent
   systems.
     combine       A = cm M + cc C + ck K of the constant parts; a linear system has no others
     create        a matrix for combine or tangent, assembled or a matrix-free operator; the
                   caller destroys it. NULL means that FsSystemCreateMatrix duplicates
                   matrices.pattern
     create_block  an assembled matrix for tangent: MATBAIJ if all rows form blocks of one size,
                   else MATAIJ. NULL means that FsSystemCreateBlockMatrix calls create */
typedef struct {
  PetscErrorCode (*combine)(FsSystem, FsShift, Mat A);
  PetscErrorCode (*create)(FsSystem, PetscBool assembled, Mat *A);
  PetscErrorCode (*create_block)(FsSystem, Mat *A);
} FsSystemMatrixOps;

/* linear: terms of a linear system, which needs product and load.
     product    y = M a + C v + K q; a NULL argument counts as zero
     load       f += loads and forces from moved supports at time t [s]
     load_rows  *rows = the rows of this rank that load may change, as increasing local numbers;
                *rows is NULL if load may change any row. The caller destroys it. Without this
                operation, load may change any row */
typedef struct {
  PetscErrorCode (*product)(FsSystem, Vec q, Vec v, Vec a, Vec y);
  PetscErrorCode (*load)(FsSystem, PetscReal t, const FsLoading *, Vec f);
  PetscErrorCode (*load_rows)(FsSystem, IS *rows);
} FsSystemLinearOps;

/* nonlinear: terms of a nonlinear system, which needs residual and tangent.
     residual  r of a state: inertial + internal - external forces, and rows of constraints. a
               may be NULL if the system is velocity-independent and has no constraints, because
               explicit schemes need the forces alone
     tangent   A = dr/dx, see FsShift
     strains   see FsSystemStrains; needed if the system has a vector of strains */
typedef struct {
  PetscErrorCode (*residual)(FsSystem, const FsState *, const FsLoading *, const FsConstraintRows *,
                             Vec r);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, const FsConstraintRows *,
                            FsShift, Mat A);
  PetscErrorCode (*strains)(FsSystem, const FsState *, const FsLoading *, Vec strain);
} FsSystemNonlinearOps;

/* nodal: accelerations node by node, without a solver.
     applies       *applies says whether the inertia of each node acts on it alone, and no other
                   forces depend on velocities; the answer holds at all times. NULL means that
                   they are not
     acceleration  for t and q of a state: solves r = 0 for a and sets v += h a. On entry v
                   belongs to a = 0; a is not read. *norm is the 2-norm of a, or NAN if a node
                   has no solution. Overwrites work. Needed if applies says so */
typedef struct {
  PetscErrorCode (*applies)(FsSystem, PetscBool *applies);
  PetscErrorCode (*acceleration)(FsSystem, PetscReal h, const FsLoading *, FsState *, Vec work,
                                 PetscReal *norm);
} FsSystemNodalOps;

/* geometry: lengths and directions of vectors. measure is needed by systems with constraints.
     measure        square[kind] = sum of squares of the entries of that kind in this rank's part
                    of x. Not collective
     rigid_motions  motion[k] = increment of x in q = x + const that moves the model as a rigid
                    body: a unit translation along axis k < 3, a unit rotation about axis k - 3
                    through the middle of the model. Entries are zero for multipliers and for
                    nodes that have no free dof in the directions of the motion. Displacements
                    are in m for k < 3 and in m/rad above; rotations are in entries of q. NULL
                    means that the system has no place in space */
typedef struct {
  PetscErrorCode (*measure)(FsSystem, Vec x, PetscReal square[FS_MEASURES]);
  PetscErrorCode (*rigid_motions)(FsSystem, const FsState *, const FsLoading *,
                                  const Vec motion[FS_RIGID_MOTIONS]);
} FsSystemGeometryOps;

/* describe: parts of the system in words, for messages.
     dof        a global dof ("node 12 at (1, 2, 0), component z"), called on its owner. Not
                collective
     nonfinite  a part of this rank that has no finite value at a state ("the beam of part 'mast'
                at (0, 1, 0), which has collapsed"). text stays as it is if all values are
                finite */
typedef struct {
  PetscErrorCode (*dof)(FsSystem, PetscInt dof, char text[], size_t size);
  PetscErrorCode (*nonfinite)(FsSystem, const FsState *, const FsLoading *, char text[],
                              size_t size);
} FsSystemDescribeOps;

/* history: what a system remembers of accepted states.
     accept          at becomes the last accepted state. The origin of the chart of rotations
                     moves there. q and qd of the n states, of which at may be one, are converted
                     to the new chart. Elements with memory update it. v, a and qd of at may be
                     NULL. NULL means that the system has neither rotations nor memory
     reset           forgets what accept has stored; the next accepted state is the first. If
                     friction_state is not NULL, friction forces start from their values at that
                     state, which is close to the first one; else from zero. NULL means that
                     nothing but the chart is remembered
     switch_margins  lowers margin[FS_SWITCH_ANY] to the least margin of this rank's switches at
                     a state, and margin[FS_SWITCH_JUMP] to the least margin of those with a
                     jump; see FsSystemSwitchMargins. NULL means that the system has no switches */
typedef struct {
  PetscErrorCode (*accept)(FsSystem, const FsState *at, PetscInt n, FsState *const states[]);
  PetscErrorCode (*reset)(FsSystem, const FsState *friction_state);
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
  PetscErrorCode (*destroy)(FsSystem); /* frees data; may be NULL */
} FsSystemOps;

#endif
