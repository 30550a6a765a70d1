/* solve.h: the stage, one solve of r(q, v, a, lambda, t) = 0 for one unknown vector x. Every scheme and every
   equilibrium asks for it: the scheme says how q, v and a depend on x (FsShift in system.h), the stage finds x by one
   linear solve or by Newton's method. Besides: accelerations, constraints at the start, projection onto constraints.
   Called by integrators and by analyses. Begin at FsStageSolve.

   All functions that return PetscErrorCode are collective. A solve that fails is no error: info->ok becomes false. */
#ifndef FS_SOLVE_H
#define FS_SOLVE_H

#include <fs/archive.h>
#include <fs/options.h>

enum { FS_PLACE_SIZE = 512 }; /* of places in words, in messages */
enum {
  FS_MAX_STAGES = 6
}; /* stages of a step, at most: explicit first stages, which need no solve, count too */

/* How the solves of a step went. Whoever starts a step sets it to {.ok = PETSC_TRUE}; every solve adds to it. */
typedef struct {
  PetscBool ok;             /* false: some solve failed; do not use the state */
  PetscInt  newton, linear; /* iterations, sums over the stages; a linear stage is one of Newton */
  PetscInt  stages;         /* stages solved in the last attempt */
  PetscInt  stage_newton[FS_MAX_STAGES]; /* [stages] iterations of each */
  PetscInt  stage_linear[FS_MAX_STAGES]; /* [stages] likewise */
  const char *reason;                    /* if not ok: why; static text */
  PetscBool
    mechanism; /* if not ok: there is a solution, but something can move from there that nothing holds */
  PetscBool
    bifurcated; /* if not ok: because motions branch on the way, see FsStageCheckRedundancy */
  PetscBool
    diverged; /* if not ok: the motion has grown without bound, so that a shorter step will not help */
  char place
    [FS_PLACE_SIZE]; /* if not ok: words that follow the reason, from "; " on: the dof with the largest residual or what has no finite value; may be
                             empty */
} FsStageInfo;

typedef struct _n_FsStage *FsStage;

PetscErrorCode FsStageCreate(FsSystem sys,
                             FsStage *stage); /* borrows sys, which must outlive the stage */
PetscErrorCode FsStageDestroy(FsStage *stage);

/* The shift of first-order families, whose lines are q = q* + s v and v = v* + s a; s [s]. The unknown is q. */
static inline FsShift FsFirstOrderShift(PetscReal s)
{
  return (FsShift){1 / (s * s), 1 / s, 1, PETSC_FALSE};
}

/* Before FsStageSetUp: how many solves with one effective matrix are to come. With many, the stage prefers a
   factorization to an iterative solver. Not collective. */
void FsStageSetExpectedSolves(FsStage s, PetscReal solves);

/* Call before the first solve, with the shift that the solves will have: the effective matrix and its solver are made,
   and PETSc's options for them are read. at: a state near to those to come, by which a solver is chosen; NULL for equilibria. Input error: PETSc refuses these options. */
PetscErrorCode FsStageSetUp(FsStage s, FsShift shift, const FsState *at);

/* A point of a stage's line as a scheme knows it: q = sum_i q[i] vec[i], and v and a likewise. The stage makes the sums that its
   solver needs, on the way where it passes through memory anyway. */
typedef struct {
  PetscInt         n;
  const Vec       *vec;       /* [n] */
  const PetscReal *q, *v, *a; /* [n] a: NULL where it is not read */
} FsLine;

/* The stage of implicit schemes: r = 0 at state->t with q, v, a on the line of the shift (ck = 1, rates false) through a point,
   under the loading of motion. On return q, v, a of state solve the stage, they are undefined if info->ok is false; on entry
   they may be among the vectors of the line.
   Linear systems: one linear solve; the effective matrix and its preconditioner are kept until the shift changes. An iterative
   solver takes the point's q for its guess: the right-hand side costs one product with M, and one with C (Zhang, Zhang &
   Masarati 2021, Tables 1 and 2). A direct one solves for the increment from the point, so that v and a do not lose digits
   as the difference of nearly equal q over dt would. TakesGuess, after FsStageSetUp, tells which.
   Nonlinear systems: Newton's method from the point. */
PetscBool      FsStageUsesInitialGuess(FsStage s);
PetscErrorCode FsStageSolve(FsStage s, FsShift shift, const FsLine *line, FsState *state,
                            FsStageInfo *info);

/* The same for first-order schemes on nonlinear systems, at state->t: q = q* + h qd, v = v* + h a, h [s]. On entry q
   and qd are a point of the first line and a holds v*; on return q, qd, v, a solve the stage. */
PetscErrorCode FsStageSolveRates(FsStage s, PetscReal h, FsState *state, FsStageInfo *info);

/* The stage of explicit schemes, at state->t: q is given, and v = h a + const, h [s]. line: its q, and a point v, a of that
   line, or NULL where the state holds them on entry; on return q, v, a of state solve the stage. Systems whose inertia is
   that of nodes (FsSystemOps.nodal): node by node. Other linear and velocity-free systems: one solve with M + h C, or a
   division where that matrix is diagonal; others: Newton's method. Where FsStageHasLumpedMass says so, the forces alone say what
   a is: then the point is that of a = 0, and its a is not read. */
PetscErrorCode FsStageSolveAcceleration(FsStage s, PetscReal h, const FsLine *line, FsState *state,
                                        FsStageInfo *info);
PetscBool      FsStageHasLumpedMass(FsStage s);

/* The q at which r(q, v, a, t) = 0 under a loading, with v and a fixed at the values in state: 0 for an equilibrium,
   where only the multipliers in a are found along with q. On entry q is the guess. Before, call FsStageSetUp with
   fs_equilibrium_shift. How Newton's method goes there (linear systems: one solve, whatever is said):
     FULL         steps have their full length, and few of them are allowed; the first tangent takes state->strain, those after it
                  strains that the last step has foretold (FsSystemStrains), where the system has any
     SEARCH       a line search shortens them where the residual does no work along them any more (a critical point of
                  the energy)
     REGULARIZED  the tangent is stiffened in proportion to the residual: for starts without stiffness, such as slack
                  cables. What it finds is a good guess, which FULL should confirm */
typedef enum { FS_STATIC_FULL, FS_STATIC_SEARCH, FS_STATIC_REGULARIZED } FsStaticMethod;
extern const FsShift fs_equilibrium_shift;
PetscErrorCode       FsStageSolveStatic(FsStage s, const FsLoading *loading, FsStaticMethod method,
                                        FsState *state, FsStageInfo *info);

/* r = the forces that a state leaves unbalanced under a loading, rows of constraints scaled as those solves scale them;
   *rounding: what of an entry is round-off (0 for linear systems). */
PetscErrorCode FsStageUnbalancedForces(FsStage s, const FsLoading *loading, const FsState *state,
                                       Vec r, PetscReal *rounding);

/* state->a such that r(q, v, a, t) = 0; 0 for dofs without mass. Overwrites *info. */
PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info);

/* Check that no joint has turned over: the rows of angles hold at an angle and half a turn from it. Uses t and q of the
   state. If one has, info->ok becomes false and info->place names the joint. */
PetscErrorCode FsStageCheckFlippedJoints(FsStage s, const FsState *state, const FsLoading *loading,
                                         FsStageInfo *info);

/* Make the positions, then the velocities, of the initial state satisfy the constraints, by the least motion in the norm
   of the mass matrix. Do nothing without constraints.
   correct  true (-assemble): correct misfits of any size. false: correct misfits of the size of rounding in the input;
            larger ones are input errors, but for velocities where the start gives rates.
   Coordinates and rates of joints that the start gives (FsCoordinateSet) hold afterwards, too.
   Constraints that follow from others are dropped (FsSystemDropRows). Further input errors, all of which name joints:
   constraints that contradict each other, or that depend on each other in this position alone, or nearly; drivers of motions
   that are held already; a model that cannot be assembled. */
PetscErrorCode FsStageAssemblePositions(FsStage s, PetscBool correct, FsState *state);
PetscErrorCode FsStageAssembleVelocities(FsStage s, PetscBool correct, FsState *state);

/* The constraints' gradient at a state, its rows scaled to length 1: how many there are, and are independent; the ratio of its
   largest singular value to the smallest that is not 0, 0 where there is none. dropped: as FsStageAssemblePositions would drop rows
   there (FsSystemDropRows). Input error: more depend on others than can be dropped. */
typedef struct {
  PetscInt  rows, independent;
  PetscReal conditioning;
} FsConstraintRank;
PetscErrorCode FsStageConstraintRank(FsStage s, const FsState *state, Vec dropped,
                                     FsConstraintRank *rank);

/* Of systems in which rows of constraints are dropped; nothing is done for others, but by Check where constraints close loops (FsSystem.loops). loading: of the state.
     Describe   text = how many rows they are, and of which joints; empty for other systems
     Least      the multipliers in state->a become those of least norm that exert the same forces: with moments over the
                model's length. Of states that are told; schemes go on with those that are 0 in the dropped rows
     Watch      begin to watch at a state that is accepted
     Check      info->ok becomes false where a dropped row does not hold, or a position is passed in which the rank of the
                constraints falls, so that motions branch. Of candidates of states, one after the other; last: the accepted one before
     Others     of the candidate that was checked last and is accepted now, always to be called: drop other rows where the kept ones are becoming
                dependent; its multipliers change so that they are 0 there, their forces stay */
PetscErrorCode FsStageDescribeRedundancy(FsStage s, size_t size, char text[]);
PetscErrorCode FsStageMinimumNormReactions(FsStage s, const FsLoading *loading, FsState *state);
PetscErrorCode FsStageWatchRedundancy(FsStage s, const FsState *state, const FsLoading *loading);
PetscErrorCode FsStageCheckRedundancy(FsStage s, const FsState *last, const FsState *state,
                                      const FsLoading *loading, FsStageInfo *info);
PetscErrorCode FsStageReselectRedundantRows(FsStage s, FsState *state);

/* Of systems with constraints, whose drivers prescribe all motion: the state at state->t. On entry q is near it, less than 0.1 of
   the model's size and 0.1 rad off, and v is any guess; on return q, v and a, with the multipliers, are exact to round-off. A
   singular position, or none: info->ok becomes false and info->place names a joint.
     CountWays  *ways = how many ways to move constraints leave: FsStageSolveKinematic is for 0
     NameWays   names = coordinates of joints, "crank.angle, ram.displacement", that drivers could prescribe together at a
                state, *n of them */
PetscErrorCode FsStageSolveKinematic(FsStage s, FsState *state, FsStageInfo *info);
PetscErrorCode FsStageGetMobility(FsStage s, PetscInt *mobility);
PetscErrorCode FsStageSuggestDrivers(FsStage s, const FsState *state, char names[], size_t size,
                                     PetscInt *n);

/* Let friction hold at the initial state s what it can hold, and brake what slides, as it does after a step of h [s], by
   the implicit Euler method: see FsSystemOps.begin. Where no such step is found friction begins without force. s was accepted
   last and stays. Does nothing without friction. */
PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s);

/* The state that was accepted last, near to those of the solves to come, borrowed until the next call; NULL: none is known. Where
   friction depends on its multipliers Newton's method begins with them: what presses decides what sticks. Where steps are long its
   strains are those of the first tangent: those of the prediction are wild. Not collective. */
void FsStageSetPreviousState(FsStage s, const FsState *previous);

/* Project q and v of a state that is nearly there onto the constraints of positions and velocities, moving as little
   mass as possible. Only for systems with FS_STABILIZED_PROJECTION; does nothing for others. */
PetscErrorCode FsStageProject(FsStage s, FsState *state, FsStageInfo *info);

/* What the solver remembers of earlier solves. After FsStageSetUp. */
PetscErrorCode FsStageArchive(FsStage s, FsArchive a);

/* How often the effective matrix was built so far; how linear systems are solved, in words (owned by the stage). */
PetscBool
FsStageIsIterative(FsStage s); /* linear systems of Newton's method are solved by an iteration */
PetscInt    FsStageMatrixBuilds(FsStage s);
const char *FsStageSolverName(FsStage s);

extern const FsOptionDoc fs_solver_options[]; /* for FsOptionsDocument */

#endif
