/* system.h: a mechanical system r(q, v, a, lambda, t) = 0, linear (M a + C v + K q = f(t)) or
   nonlinear, as solvers and integrators see it. Solvers and schemes call it; src/assembly
   implements it for models, tests for small problems. Begin with FsState and FsSystemResidual; to
   implement a system, with FsSystemOps.

   An answer depends on the arguments alone: the state, the loading, how rows of constraints are
   written, the factors of M, C, K. So evaluations may be made in any order. The one exception is
   FsSystemAccept, which moves the origin of rotations and so changes what later states mean. */
#ifndef FS_SYSTEM_H
#define FS_SYSTEM_H

#include <fs/fs.h>

typedef struct _n_FsSystem *FsSystem;

/* Number of dofs up to which direct solvers and full Newton are fast enough to be the default. */
enum { FS_SMALL_MODEL = 500 };

/* The state of a system at time t. The Vecs are global, hold the free dofs and the multipliers,
   and belong to whoever made the State (FsSystemStateCreate). An integrator may exchange the
   handles for others of the same layout. Entries of displacements: q [m], v [m/s], a [m/s2].
   Entries of finite rotations: q holds the rotation vector theta [rad] of the chart R = R_ref
   exp(theta), with R_ref the orientation at the last accepted state; v the angular velocity in
   body axes [rad/s]; a its time derivative; qd the rate theta' = T(theta)^-1 v (math/rotation.h).
   Entries of multipliers: a holds lambda. v and q hold its first and second time integral, which
   have no meaning but let schemes treat all entries alike. qd, the rate of q, is a Vec of its own
   where FsSystemHasRates; elsewhere it is the same Vec as v. In arguments v, a and qd may be NULL
   only where the function says so; NULL stands for zero. strain, if it is not NULL: strains of
   the elements that a tangent takes instead of those at q, see FsSystemStrains. Whoever asks for
   the tangent owns it; no other function reads it. */
typedef struct {
  PetscReal t; /* [s] */
  Vec       q, v, a, qd, strain;
} FsState;

/* How much of the loading acts at the time of a state. */
typedef struct {
  PetscReal factor; /* multiplies all loads, gravity, motions of supports and drivers of joints */
  PetscBool
    quasistatic; /* true for equilibria: supports and drivers prescribe positions only; velocities are taken as zero */
  PetscReal
    spin; /* multiplies the angular velocity of a turning frame in which the system is seen */
  FsHarmonic
    harmonic; /* added to all that, whether still or not; 0 but for analyses of harmonic response */
} FsLoading;
static inline FsLoading FsLoadingOfMotion(void)
{
  return (FsLoading){
    1, PETSC_FALSE, 1, {0, 0, 0}
  };
}
static inline FsLoading FsLoadingOfEquilibrium(PetscReal factor)
{
  return (FsLoading){
    factor, PETSC_TRUE, factor, {0, 0, 0}
  };
}

/* How the rows of constraints Phi(q, t) = 0 appear in r and in the tangent. Ignored by systems
   without constraints. level which is written: Phi, G v + dPhi/dt, or their time derivative; G =
   dPhi/dq scale factor of these rows column d lambda/dx: factor of the columns of the multipliers
   in the tangent For time steps scale = column = cm, which makes the conditioning independent of
   the step (Bottasso, Bauchau & Cardona 2007); for equilibria both are a norm of the stiffness. */
typedef enum {
  FS_CONSTRAINT_POSITION,
  FS_CONSTRAINT_VELOCITY,
  FS_CONSTRAINT_ACCELERATION
} FsConstraintLevel;
typedef struct {
  FsConstraintLevel level;
  PetscReal         scale, column;
} FsConstraintRows;

/* How a state depends on the unknown x of a stage: q = ck x + const, v = cc x + const, a = cm x +
   const. The tangent dr/dx is then cm M + cc C + ck K. Units: ck 1, cc 1/s, cm 1/s2 if x is a
   displacement. rates true, where qd is not v: q = ck x + const, qd = cc x + const; v follows
   from q and qd, a = cm/cc v + const. */
typedef struct {
  PetscReal cm, cc, ck;
  PetscBool rates;
} FsShift;

/* Which constraints hold during a motion. POSITION Phi = 0 alone (index 3) VELOCITY Phi = 0 and G
   v + dPhi/dt = 0, by q' = v + W^-1 G^T mu with further multipliers mu; W is the diagonal
               matrix of FsSystemConstraints.weights
   PROJECTION stages satisfy the constraints of accelerations; after the step q and v are
   projected onto the other two,
               which keeps the order of the scheme */
typedef enum {
  FS_STABILIZED_POSITION,
  FS_STABILIZED_VELOCITY,
  FS_STABILIZED_PROJECTION
} FsStabilization;

/* The kinds of entries of a vector; their squares are summed apart because their units differ. */
enum { FS_MEASURE_DISPLACEMENT, FS_MEASURE_ROTATION, FS_MEASURE_MULTIPLIER, FS_MEASURES };

/* A switch is where a force law goes over from one formula to another: a function of the state
   that changes its sign there, such as the gap of a stop. Its margin is the value at a state over
   the value at the last accepted state: positive until the switch is crossed, then negative. A
   law whose force jumps at the switch keeps the formula of the last accepted state until the next
   one is accepted; one whose force is continuous there need not. */
typedef enum {
  FS_SWITCH_ANY,
  FS_SWITCH_JUMP,
  FS_SWITCHES
} FsSwitch; /* every one; those where the force jumps */

/* What a law keeps of a switch from one accepted state to the next: its value, or where that is 0
   the sign it had; the margin from that and the value at a state. */
static inline PetscReal FsSwitchStoredValue(PetscReal before, PetscReal current)
{
  const PetscReal tiny = 1e-300;

  return current == 0 ? (before < 0 ? -tiny : tiny) : current;
}
static inline PetscReal FsSwitchMargin(PetscReal before, PetscReal current)
{
  return current / before;
}

#define FS_RIGID_MOTIONS 6 /* along x, y, z; about x, y, z */

/* The operations of a system come in groups, each of which FsSystemOps holds by its name. An
   operation that is NULL does not exist; the comment of its group says when it is needed. All
   operations are collective, except where the comment says otherwise. */

/* matrix: matrices for tangents. combine is needed by linear and by velocity-independent systems.
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
     residual  r of a state: inertial + internal - external forces, and rows of constraints. a may
               be NULL if the system is velocity-independent and has no constraints, because
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
                   belongs to a = 0; a is not read. *norm is the 2-norm of a, or NAN if a node has
                   no solution. Overwrites work. Needed if applies says so */
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
                    nodes that have no free dof in the directions of the motion. Displacements are
                    in m for k < 3 and in m/rad above; rotations are in entries of q. NULL means
                    that the system has no place in space */
typedef struct {
  PetscErrorCode (*measure)(FsSystem, Vec x, PetscReal square[FS_MEASURES]);
  PetscErrorCode (*rigid_motions)(FsSystem, const FsState *, const FsLoading *,
                                  const Vec motion[FS_RIGID_MOTIONS]);
} FsSystemGeometryOps;

/* describe: parts of the system in words, for messages.
     dof        a global dof ("node 12 at (1, 2, 0), component z"), called on its owner. Not
                collective
     nonfinite  a part of this rank that has no finite value at a state ("the beam of part 'mast'
                at (0, 1, 0), which has collapsed"). text stays as it is if all values are finite */
typedef struct {
  PetscErrorCode (*dof)(FsSystem, PetscInt dof, char text[], size_t size);
  PetscErrorCode (*nonfinite)(FsSystem, const FsState *, const FsLoading *, char text[],
                              size_t size);
} FsSystemDescribeOps;

/* history: what a system remembers of accepted states.
     accept          at becomes the last accepted state. The origin of the chart of rotations
                     moves there, q and qd of the n states (at may be one of them) are converted
                     to the new chart, and elements with memory update it. v, a and qd of at may
                     be NULL. NULL means that the system has neither rotations nor memory
     reset           forgets what accept has stored; the next accepted state is the first. If
                     friction_state is not NULL, friction forces start from their values at that
                     state, which is close to the first one; else from zero. NULL means that
                     nothing but the chart is remembered
     switch_margins  lowers margin[FS_SWITCH_ANY] to the least margin of this rank's switches at a
                     state, and margin[FS_SWITCH_JUMP] to the least margin of those with a jump;
                     see FsSystemSwitchMargins. NULL means that the system has no switches */
typedef struct {
  PetscErrorCode (*accept)(FsSystem, const FsState *at, PetscInt n, FsState *const states[]);
  PetscErrorCode (*reset)(FsSystem, const FsState *friction_state);
  PetscErrorCode (*switch_margins)(FsSystem, const FsState *, const FsLoading *,
                                   PetscReal margin[FS_SWITCHES]);
} FsSystemHistoryOps;

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

/* Further operations of systems with finite rotations. On entries that are no rotations v = qd, and sums are plain.
     velocity   v from q and qd
     rate       qd from q and v
     compose    sum = the configuration q followed by the increment dq: exp(sum) = exp(q) exp(dq) on rotations.
                sum must be neither q nor dq
     commute    q += h^3/12 v x a + h^4/24 v x j on rotations, for a step h [s] with the angular velocity
                v + t a + t^2/2 j. Add it to a q that was made as the integral of that velocity: because rotations do
                not commute, the integral alone is wrong from third order on
     turn       *most = max(*most, |q - other| over this rank's rotation vectors) [rad]; other NULL counts as 0. Not
                collective. A step with more than FS_MAX_ROTATION must be shortened: T(theta) is singular at 2 pi */
#define FS_MAX_ROTATION 5 /* [rad] */
typedef struct {
  PetscErrorCode (*velocity)(FsSystem, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(FsSystem, Vec q, Vec v, Vec qd);
  PetscErrorCode (*compose)(FsSystem, Vec q, Vec dq, Vec sum);
  PetscErrorCode (*commutator_correction)(FsSystem, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*rotation_increment)(FsSystem, Vec q, Vec other, PetscReal *most);
} FsSystemRotations;

/* Free coordinates of joints: those that the start places or keeps; those whose rate it gives;
   all without driver. */
typedef enum {
  FS_COORDINATES_INITIAL_VALUE,
  FS_COORDINATES_INITIAL_RATE,
  FS_COORDINATES_FREE
} FsCoordinateSet;
typedef struct {
  PetscReal current; /* at a state: its value [m, rad], or of MOVING its rate */
  PetscReal target;  /* what the start gives for that; now, where it is to stay */
  PetscBool length;  /* [m], else [rad] */
} FsJointCoordinate;

/* Further operations of systems with constraints Phi(q, t) = 0 and multipliers lambda; G = dPhi/dq. "Rows" are the
   entries of multipliers in a global vector. v and a of the states may be NULL. All collective, but for
   coordinate_name; coordinates and curvature may be NULL: there are none.
     rows             y = Phi, or its time derivative of that level, in the rows, unscaled; 0 elsewhere
     gradient         A += factor G in the rows and factor G^T in the columns of the multipliers, by displacements and
                      spins (variations of orientations, in body axes)
     force            y = G^T lambda; lambda is a global vector of which only the rows are read
     tangent          A += d(factor G^T lambda)/dx, and in the rows scale times d(rows of that level)/dx, along the
                      shift with cm = 0. turn: the Vec whose rotation vectors change with x: s->q, unless the rotations
                      of s->q were composed of other ones and turn
     weights          w: for each dof the square of the length by which one unit of it counts: 1 for displacements, for
                      rotations the square of the length of what is at the node [m2], 0 for multipliers
     sides            y = 1 - joint_side in the rows, 0 elsewhere: above 1 where a row of angles is satisfied half a
                      turn from where it should be
     misfits          y = how far positions are off, in the rows [m, rad]: Phi where that is small, angles of any size
     mend             A += gradients of the misfits, as gradient adds those of Phi; the same where Phi = 0
     lengths          y = 1 in entries that are lengths: displacements, rows in m; 0 in angles: rotations, rows of angles
     add_multipliers  y += factor x in the rows; other entries of y stay. x may be y
     order            y = 1, 2, ... in the rows, in an order that depends neither on ranks nor on numbers of dofs; negative in
                      those by which a driver prescribes a motion; 0 elsewhere. NULL: that of the dofs, no drivers
     coordinates      of those of a kind: *n, how many on all ranks; unless NULL c[*n], and gradient[*n], global vectors, by
                      displacements and spins. With s NULL *n alone
     curvature        A += sum of factor[k] times the derivative of gradient[k] by displacements and spins
     coordinate_name  of number k: the option that gives it, of FREE "crank.angle", into text[size]
     culprits         names of the joints with a row in which |x| > limit, separated by commas, and after a semicolon of the
                      supports of their nodes, into text[size] */
typedef struct {
  PetscErrorCode (*rows)(FsSystem, FsConstraintLevel, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*gradient)(FsSystem, const FsState *, const FsLoading *, PetscReal factor, Mat A);
  PetscErrorCode (*force)(FsSystem, const FsState *, const FsLoading *, Vec lambda, Vec y);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, Vec rotation_increment,
                            Vec lambda, PetscReal factor, FsConstraintLevel, PetscReal scale,
                            FsShift, Mat A);
  PetscErrorCode (*weights)(FsSystem, Vec w);
  PetscErrorCode (*flip_indicator)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*position_errors)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*position_error_gradient)(FsSystem, const FsState *, const FsLoading *, Mat A);
  PetscErrorCode (*lengths)(FsSystem, Vec y);
  PetscErrorCode (*add_multipliers)(FsSystem, PetscReal factor, Vec x, Vec y);
  PetscErrorCode (*order)(FsSystem, Vec y);
  PetscErrorCode (*coordinates)(FsSystem, FsCoordinateSet, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
  PetscErrorCode (*curvature)(FsSystem, FsCoordinateSet, const FsState *s, const PetscReal factor[],
                              Mat A);
  void (*coordinate_name)(FsSystem, FsCoordinateSet, PetscInt k, char text[], size_t size);
  PetscErrorCode (*name_joints)(FsSystem, Vec x, PetscReal limit, char text[], size_t size);
} FsSystemConstraints;

/* Which rows of constraints are dropped, see FsSystemDropRows. */
typedef struct _n_FsRedundancy *FsRedundancy;

/* What a system is. The implementation fills in the traits; solvers choose their methods by
   them. */
typedef struct {
  PetscBool linear; /* r = M a + C v + K q - f(t) */
  PetscBool
    velocity_independent;     /* r = M a + g(q, t), M constant: explicit schemes do not iterate */
  PetscBool diagonal;         /* linear with diagonal M, C and K: solved by division */
  PetscBool symmetric;        /* tangents are symmetric up to round-off, as CG needs them */
  PetscBool nearly_symmetric; /* the same except for terms of finite rotations: gyroscopic and
                                     unbalanced moments */
  PetscBool indefinite;       /* tangents may be indefinite or have zeros on the diagonal */
  PetscBool multiplier_dependent; /* r depends on lambda beyond G^T lambda (friction); the tangent
                                     is then unsymmetric */
  PetscBool has_loops;            /* constraints may become dependent in some positions, in which
                                     motions branch */
} FsSystemTraits;

/* Sizes against which solvers compare errors. */
typedef struct {
  PetscReal model_size;     /* diameter of the model [m], the scale of round-off in positions; 0 if
                               it is unknown */
  PetscReal friction_scale; /* if multiplier_dependent: the smallest motion that reverses a friction
                               force, divided by the characteristic length, or in rad */
} FsSystemScales;

/* How a system stores its matrices, and how often solvers build them. */
typedef struct {
  Mat       pattern;             /* owned; pattern of all tangents, to be duplicated. NULL if
                                    ops.matrix.create makes all matrices */
  PetscBool can_be_matrix_free;  /* ops.matrix.create can make matrix-free operators */
  PetscBool must_be_matrix_free; /* solvers must use these operators */
  PetscBool reuse_tangent;       /* modified Newton: a tangent may serve several iterations */
} FsSystemMatrices;

/* The program that implements a system fills in these members before the first use. They do not
   change afterwards, except by FsSystemDropRows. Readers need no accessors. */
struct _n_FsSystem {
  MPI_Comm                   comm;
  FsSystemTraits             traits;
  FsSystemScales             scales;
  FsSystemMatrices           matrices;
  Vec                        vec;         /* owned; duplicate it to make global vectors */
  Vec                        strain;      /* owned; duplicate it for FsSystemStrains; may be NULL */
  const FsSystemRotations   *rotations;   /* NULL without finite rotations */
  const FsSystemConstraints *constraints; /* NULL without constraints */
  FsStabilization            stabilization; /* ignored without constraints */
  FsRedundancy               redundancy;    /* owned; NULL while no rows are dropped */
  FsSystemOps                ops;
  void                      *data; /* of the implementation, freed by ops.destroy */
};

/* An empty system, to be filled in. Destroy calls ops.destroy and frees what the system owns. */
PetscErrorCode FsSystemCreate(MPI_Comm comm, FsSystem *sys);
PetscErrorCode FsSystemDestroy(FsSystem *sys);

/* Whether qd of a state is a Vec of its own: with finite rotations, or with
   FS_STABILIZED_VELOCITY. */
static inline PetscBool FsSystemHasRates(FsSystem sys)
{
  return (PetscBool)(sys->rotations ||
                     (sys->constraints && sys->stabilization == FS_STABILIZED_VELOCITY));
}

/* reach [m], or 1 where it is unknown. */
static inline PetscReal FsSystemCharacteristicLength(FsSystem sys)
{
  return sys->scales.model_size > 0 ? sys->scales.model_size : 1;
}

/* Create sets t = 0 and makes the Vecs, without values. The caller owns the state. Collective. */
PetscErrorCode FsSystemStateCreate(FsSystem sys, FsState *s);
PetscErrorCode FsSystemStateDestroy(FsState *s);

/* A matrix for tangents, owned by the caller. assembled: false asks for a matrix-free operator,
   which only systems with operators make; others give an assembled matrix in either case.
   Collective. */
PetscErrorCode FsSystemCreateMatrix(FsSystem sys, PetscBool assembled, Mat *A);
/* An assembled one, a MATBAIJ where all rows make up blocks of one size: less memory, and faster
   products and incomplete factors than those of a MATAIJ, which it is else. */
PetscErrorCode FsSystemCreateBlockMatrix(FsSystem sys, Mat *A);

/* r of a state [N, N m; rows of constraints as rows says] and its tangent A = dr/dx along the
   shift, for linear and nonlinear systems. Nothing but r and A is written. Collective. Input
   errors: formulas of the model without a finite value. */
PetscErrorCode FsSystemResidual(FsSystem sys, const FsState *s, const FsLoading *loading,
                                const FsConstraintRows *rows, Vec r);
PetscErrorCode FsSystemTangent(FsSystem sys, const FsState *s, const FsLoading *loading,
                               const FsConstraintRows *rows, FsShift shift, Mat A);

/* strain = strains at the integration points of the elements at t and q, plus their rates by v
   (NULL: none). With a step of the displacements and spins for v it is what the linearization at
   q foretells of the strains after that step; a tangent that takes them (FsState.strain) is that
   of Newton's method with the strains as unknowns of their own. Only for systems with a vector of
   strains. Collective. */
PetscErrorCode FsSystemStrains(FsSystem sys, const FsState *s, const FsLoading *loading,
                               Vec strain);

/* Accept, Begin: see FsSystemOps; do nothing where it is NULL. Start: s, an initial state,
   becomes the last accepted one; where qd is a Vec of its own it is set to 0. Collective. */
PetscErrorCode FsSystemAccept(FsSystem sys, const FsState *at, PetscInt n, FsState *const states[]);
PetscErrorCode FsSystemResetHistory(FsSystem sys, const FsState *friction_state);
PetscErrorCode FsSystemAcceptInitialState(FsSystem sys, FsState *s);

/* margin[FS_SWITCH_ANY] = the least margin of the switches at s, margin[FS_SWITCH_JUMP] = that of
   jumps; PETSC_MAX_REAL where there are none. Collective, with one reduction. */
PetscErrorCode FsSystemSwitchMargins(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     PetscReal margin[FS_SWITCHES]);

/* Rows of constraints that follow from the others are dropped: dropped is 1 in these rows, 0 elsewhere. From then on
   residuals, tangents and sys->constraints are those of the other rows alone; the equation of a dropped one is -lambda = 0,
   and |lambda| = 0 is to be its start. All multipliers keep their places. With a vector of zeros nothing is done, unless
   rows have been dropped before. Dropped: that vector; CountDropped: how many there are.
   AllConstraints: the operations on all rows, dropped or not. Collective, but for the last two. */
PetscErrorCode             FsSystemDropRows(FsSystem sys, Vec dropped);
PetscErrorCode             FsSystemGetDroppedRows(FsSystem sys, Vec dropped);
PetscInt                   FsSystemCountDroppedRows(FsSystem sys);
const FsSystemConstraints *FsSystemAllConstraints(FsSystem sys);
PetscErrorCode             FsRedundancyDestroy(FsRedundancy *r); /* called by FsSystemDestroy */

/* 2-norm of the displacements in x, and its rotations times the model's size, together [m];
   multipliers do not count. Systems without measure: of all entries. Collective. */
PetscErrorCode FsSystemNorm(FsSystem sys, Vec x, PetscReal *norm);

/* The dof with the largest entry of r, in words, into text[size]; empty where the system has no op
   place. Collective. */
PetscErrorCode FsSystemDescribeLargestDof(FsSystem sys, Vec r, char text[], size_t size);

/* What has no finite value at a state, in words, into text[size], the same on all ranks; empty
   where all has, or where the system has no op blame. Collective. */
PetscErrorCode FsSystemDescribeNonFinite(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         char text[], size_t size);

#endif
