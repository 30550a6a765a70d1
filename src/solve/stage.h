/* stage.h: the inside of FsStage (include/fs/solve.h), for the files of this folder only. Begin with struct
   _n_FsStage; stage.c says which file solves which kind of stage. */
#ifndef FS_SOLVE_STAGE_H
#define FS_SOLVE_STAGE_H

#include "solve/newton/tangent.h"

typedef struct _n_Stabilized       *Stabilized;
typedef struct _n_RedundancyWatch  *RedundancyWatch;
typedef struct _n_SingularityWatch *SingularityWatch;

/* The arguments of the Newton iteration under way, for the SNES callbacks; set by NonlinearSolve or
   StabilizedSolve before they start it. */
typedef struct {
  FsLoading        loading;
  FsConstraintRows rows;
  FsShift          shift;
  Vec     start[3]; /* q, v, a where x = 0; with shift.rates: q, qd, and v* of a = cc (v - v*) */
  FsState now;      /* the state at the last increment x asked for */
} Iteration;

/* The strains that tangents take, see mixed_newton.c. Vectors are NULL until they are asked for. */
typedef struct {
  Vec
    first; /* borrowed: those of the first tangent of the solve under way; NULL: those at its start */
  Vec x, spin; /* the point of the last iteration; scratch */
  Vec strain;  /* what was foretold there */

  PetscBool
    from_accepted; /* the last tangent took the strains of the last state: it serves one iteration */
} PredictedStrains;

/* What lumped_mass.c needs to divide in one pass: the stiffness (NULL: the stage cannot), and the rows that loads act on (NULL: any). */
typedef struct {
  Mat K;
  IS  load_rows;
} LumpedMass;

struct _n_FsStage {
  FsSystem sys;
  KSP      ksp;     /* solver of A; that of snes for nonlinear systems */
  KSP      inertia; /* solver of B, see bordered_mass.c; NULL until it is asked for */
  Mat      B;       /* [M G^T; G 0] */
  SNES
    snes; /* NULL for linear systems, and until a stage is set up that is not found node by node */
  Mat       A;       /* effective matrix or tangent */
  PetscBool blocks;  /* A is of FsSystemCreateBlockMatrix, for an iteration */
  Vec       b, x, r; /* right-hand side; increment of q; residual */
  Vec
    diagonal; /* diagonal of A where A is diagonal (explicit schemes with lumped mass), else NULL */
  LumpedMass lumped_mass; /* of stages with diagonal */
  PetscBool  takes_guess; /* see FsStageUsesInitialGuess */
  FsShift    shift;       /* of A where A is a linear effective matrix, else no_shift */
  PetscBool
      fused; /* solve with StencilSolve (CG on a matrix-free operator), not ksp; b, x, r are its work vectors */
  Mat inertial[2]; /* with fused: M and C, the latter NULL where no force depends on velocities */
  PetscInt builds,
    tested_build;            /* how often A was built; the build whose factors have been tested */
  PetscBool        singular; /* A could not be factored */
  PetscReal        solves;   /* expected with one matrix, for the choice of solver; 0: unknown */
  char             solver[200]; /* its name, for the log */
  Iteration        iteration;
  NewtonTest       test;
  NewtonMatrix     matrix;         /* modified Newton: state of A */
  Tangent          tangent;        /* what solves with A */
  PetscBool        reused_matrix;  /* some iteration of the solve used a kept matrix */
  PetscBool        rebuild_always; /* build a new matrix in every iteration */
  PetscBool        regularized;    /* equilibria: the tangent is stiffened */
  PetscBool        exact;          /* equilibria: tangents take the strains of the state */
  PredictedStrains predicted;
  Vec              unit;        /* see StageScaledMaxNorm; NULL until it is asked for */
  RedundancyWatch  redundant;   /* what redundancy_watch.c watches, NULL: nothing */
  SingularityWatch singularity; /* likewise singularity_watch.h */
  Stabilized       stabilized;  /* of systems with FS_STABILIZED_VELOCITY, else NULL */
  PetscBool        nodal;       /* accelerations are found node by node, see lumped_mass.c */
  PetscReal
    stiffness; /* infinity norm of K [N/m], which scales constraints in equilibria; 0: not computed yet */

  const FsState *near; /* borrowed: see FsStageSetPreviousState */
};

/* That of no matrix. */
extern const FsShift no_shift;
/* Whether two shifts agree up to the round-off of times. */
PetscBool shift_equal(FsShift a, FsShift b);

/* stage_state.c: iteration.now = the state at the increment x. Begin: state = a point of a line; where line->a is NULL a stays as it is. */
PetscErrorCode StageUpdateState(FsStage s, Vec x);
PetscErrorCode StageEvaluateLine(const FsLine *line, FsState *state);
/* Newton's method begins with the multipliers of s->near: x, 0 on entry, gets what makes them so. Does nothing where r is
   linear in multipliers, or none are known. */
PetscErrorCode StageSetInitialMultipliers(FsStage s, Vec x);
/* info->place = where x is largest, after what is said of that: the texts below. */
PetscErrorCode    ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info);
extern const char largest_residual[], largest_motion[];
/* info: a position is passed in which motions branch, worst where x, a vector of rows, is largest. */
PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info);
/* info->place = where the residual of the state is largest, or what has no finite value there, in words. Overwrites s->b. Collective. */
PetscErrorCode ReportLargestResidual(FsStage s, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info);
/* info->ok becomes false if accelerations of that norm are none. */
void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info);
/* The message of a motion that is_unbounded (solver.h). */
extern const char unbounded_motion[];

/* effective_matrix.c. BuildMatrix: A = cm M + cc C + ck K and its solver, unless A is for this shift already. Input errors: no mass in an
   explicit scheme, a solver that needs a matrix.
     Solve       A x = s->b, which may be overwritten, from x where the solver takes a guess
     IsTrusted   whether the solver's own word is enough that x is a solution
     IsSolution  whether x solves A x = s->b. Overwrites s->r */
PetscErrorCode EffectiveBuildMatrix(FsStage s, FsShift shift);
PetscErrorCode EffectiveSolve(FsStage s, Vec x, KSPConvergedReason *reason, PetscInt *iterations);
PetscErrorCode EffectiveIsTrusted(KSP ksp, KSPConvergedReason reason, PetscBool *trusted);
PetscErrorCode EffectiveIsSolution(FsStage s, Vec x, PetscBool *solved);

/* linear_stage.c: one solve with the effective matrix.
     Solve        ck = 1; see FsStageSolve
     SolveMass    ck = 0: a from (cm M + cc C) a = forces at a point of the line, v = v(a = 0) + cc a; line NULL: the point is in the state
   A failure is info->ok false with a reason. */
PetscErrorCode LinearSolve(FsStage s, FsShift shift, const FsLoading *loading, const FsLine *line,
                           FsState *state, FsStageInfo *info);
PetscErrorCode LinearSolveMass(FsStage s, FsShift shift, const FsLoading *loading,
                               const FsLine *line, FsState *state, FsStageInfo *info);

/* lumped_mass.c. SetUp: a stage that divides, of operators, will do so in one pass. Solve: SolveMass where s->diagonal is the matrix; *norm: 2-norm of a. StageForces: s->b = -r(q, v, a = 0, t), the
   forces without inertia; overwrites s->x of nonlinear systems. */
PetscErrorCode LumpedMassSetUp(FsStage s);
PetscErrorCode LumpedMassSolve(FsStage s, PetscReal cc, const FsLoading *loading,
                               const FsLine *line, FsState *state, PetscReal *norm);
PetscErrorCode StageForces(FsStage s, const FsState *state, const FsLoading *loading);
PetscErrorCode LumpedMassDestroy(LumpedMass *d);

/* lumped_mass.c: whether accelerations of the system are found node by node, without a matrix; from StageSetUpNodal on stages with ck = 0 are: a from
   the forces at t, q, and v += h a, where v is that of a = 0 on entry. Collective. */
PetscErrorCode StageHasNodalInertia(FsStage s, PetscBool *nodal);
PetscErrorCode StageSetUpNodal(FsStage s);
PetscErrorCode StageSolveNodal(FsStage s, PetscReal h, const FsLoading *loading, FsState *state,
                               FsStageInfo *info);

/* stage_state.c: *stiffness = the largest ratio of entries of two diagonals, of an effective matrix and of the inertia in it, less
   1; PETSC_MAX_REAL where there is no mass. Collective. */
PetscErrorCode StageStiffnessRatio(FsStage s, Vec diagonal, Vec mass, PetscReal *stiffness);

/* stage_matrix.c: s->A, without values. Create: of FsSystemCreateBlockMatrix or FsSystemCreateMatrix. Fit: of the kind that suits what
   solves now, if it is not. */
PetscErrorCode StageCreateMatrix(FsStage s, PetscBool blocks);
PetscErrorCode StageSetMatrixFormat(FsStage s);

/* nonlinear.c: Newton's method along a shift from the vectors start (see Iteration); the solution is in
   iteration.now; strain: see FsState, for the first tangent. Create makes the SNES; Choose what solves with tangents along a
   shift, at a state (NULL: of equilibria, any); SetStatic sets it for equilibria. Stiffness finds s->stiffness, once, at a
   state. */
PetscErrorCode NonlinearCreate(FsStage s);
PetscErrorCode NonlinearChooseSolver(FsStage s, FsShift shift, const FsState *at);
PetscErrorCode NonlinearSolve(FsStage s, PetscReal t, const FsLoading *loading, FsShift shift,
                              const Vec start[3], Vec strain, FsStageInfo *info);
PetscErrorCode NonlinearSetStatic(FsStage s, FsStaticMethod method);
PetscErrorCode NonlinearStiffness(FsStage s, const FsState *at, const FsLoading *loading);

/* stage_matrix.c: x = 1 in the rows of multipliers, else 0; of systems with constraints. */
PetscErrorCode MarkMultipliers(FsSystem sys, Vec x);
/* stage_matrix.c: ksp, whose matrix will have the pattern of A, solves by fronts (linear/multifrontal/pc_multifrontal.h) in systems with constraints. Overwrites s->r. */
PetscErrorCode StageSetMultifrontal(FsStage s, KSP ksp, Mat A);

/* mixed_newton.c: *strain = the strains that the tangent at x, the iteration-th of a solve, is to take (NULL: those at x), unless it
   is not wanted. To be asked once in each iteration. Overwrites s->r. */
PetscErrorCode StagePredictStrains(FsStage s, PetscInt iteration, PetscBool needed, Vec x,
                                   Vec *strain);
PetscErrorCode PredictedStrainsDestroy(PredictedStrains *f);

/* pseudo_transient.c, equilibria without joints. Relax: s->x goes from 0, by a viscous motion under the loads, to where less than 1e-6 of the
   forces of the start are unbalanced; *near: it is there. Iterations are added to info. Stiffen: A += sigma on the diagonal of
   displacements, and times the square of what is at the node in m2 of rotations. Overwrites s->r. */
PetscErrorCode StageSolvePseudoTransient(FsStage s, FsStageInfo *info, PetscBool *near);
PetscErrorCode StageAddDiagonal(FsStage s, PetscReal sigma, Mat A);

/* ggl.c: the same for stages whose velocities obey the constraints, too; shift.rates is true. */
PetscErrorCode StabilizedCreate(FsStage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedArchive(Stabilized b, FsArchive a);
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, FsShift shift, const Vec start[3],
                               FsStageInfo *info);

/* bordered_mass.c: *ksp solves [M G^T; G 0] at the state; borrowed until the next call. s->b, the right-hand side, is set
   to 0 in dofs that have neither mass nor constraints. Overwrites s->x. Collective. */
PetscErrorCode StageGetInertiaSolver(FsStage s, const FsState *state, KSP *ksp);

/* x = its solution for s->b, multipliers included; *solved false: the matrix is singular (the residual is
   checked). Overwrites s->r, and s->b as above. */
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec x, PetscBool *solved);

/* The same in two steps, between which s->B may be changed: s->B = the mass matrix with the rows and columns of
   constraints that rows asks for; then the solution. Again: that for another s->b, with the factors of before. */
PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows);
PetscErrorCode StageFactorSolveInertia(FsStage s, Vec x, PetscBool *solved);
PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec x, PetscBool *solved);

/* bordered_mass.c: Size: *most = the largest entry of x, displacements and rows of lengths over the model's length, so that the
   answer is in rad (rad/s), whatever the units. Overwrites s->r with these entries. Violation: s->b = minus the
   constraint rows at a level, 0 elsewhere, and their size. */
PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *most);
PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state,
                              PetscReal *most);

/* nearest_configuration.c: Misfit: s->b = minus the misfits of the positions (FsSystemConstraints), and their size. assemble_positions.c: Reach: move
   state->q, whose rotations must be 0, onto the constraints: it becomes the configuration nearest to it, measured by
   d . M d / 2 of the motion d from it, with rotation vectors in body axes, where the misfit is more than rough; else the
   one that Newton's method finds first. Coordinates that the start gives go to where they are wanted, by steps of that
   kind, each from where the last one ended (FsSystemAcceptInitialState). *off = the size that is left, s->b as by Misfit. */
PetscErrorCode StagePositionError(FsStage s, const FsState *state, PetscReal *error);
PetscErrorCode StageMoveOntoConstraints(FsStage s, PetscReal tolerance, FsState *state,
                                        PetscReal *error);

/* constraint_rank.c: drop the rows of constraints that follow from others (FsSystemDropRows), at an assembled state. Input errors: more than can
   be dropped, or what is not so beside this state, or nearly so, or a motion that a driver prescribes. */
PetscErrorCode StageDropRedundant(FsStage s, const FsState *state);
/* Whether the gradient of the constraints has singular values of about 1e-5 or less, its rows scaled to length 1. */
PetscErrorCode StageIsDependent(FsStage s, const FsState *state, PetscBool *dependent);
/* redundancy_watch.c. CheckBranches: FsStageCheckRedundancy that watches the rank of constraints that are independent, too. */
PetscErrorCode RedundancyWatchDestroy(RedundancyWatch *r);
PetscErrorCode StageCheckBifurcation(FsStage s, const FsState *state, const FsLoading *loading,
                                     FsStageInfo *info);

/* Close the log event of a stage and count it: info->stages and its iterations since before. */
PetscErrorCode StageFinish(const FsStageInfo *before, FsStageInfo *info);

#endif
