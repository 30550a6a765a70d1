/* stage.h: inside of a Stage, for the files of this folder. */
#ifndef STAGE_H
#define STAGE_H

#include "newton.h"

typedef struct _n_Stabilized *Stabilized;

/* The arguments of the Newton iteration under way, for the callbacks of SNES; set by whoever starts it, looked at by
   nobody else. */
typedef struct {
  FsLoading loading;
  FsRows    rows;
  FsShift   shift;
  Vec       start[3]; /* q, v, a at the start of the line; with shift.rates q, qd, v* */
  FsState   now;      /* at the increment x */
} Iteration;

struct _n_FsStage {
  FsSystem     sys;
  KSP          ksp;     /* linear systems */
  KSP          inertia; /* of B: mass and constraints; made when asked for */
  Mat          B;
  SNES         snes; /* nonlinear systems */
  Mat          A;
  Vec          b, x, r;  /* right-hand side; increment of q; residual */
  Vec          diagonal; /* of A, where it is all there is: explicit schemes with lumped mass; else NULL */
  FsStageForm  form;
  FsShift      shift;         /* what A was built for, of linear and velocity-free systems */
  PetscBool    fused;         /* conjugate gradients on a matrix-free operator by StencilSolve */
  PetscInt     builds, tried; /* of A; which of them its solver was tried on */
  PetscReal    solves;        /* expected with one matrix */
  char         solver[120];
  Iteration    iteration;
  NewtonTest   test;
  NewtonMatrix matrix;     /* what A is, where the system keeps matrices */
  PetscBool    kept;       /* by some iteration of the solve */
  PetscBool    fresh;      /* none is to be kept */
  Stabilized   stabilized; /* NULL: constraints on positions alone */
  PetscReal    stiffness;  /* of equilibria with constraints: what scales them; 0: not known yet */
};

/* Up to the round-off of times. */
PetscBool shift_equal(FsShift a, FsShift b);

/* point.c: the point of the iteration's line at the increment x, into now. */
PetscErrorCode StageMoveTo(FsStage s, Vec x);
/* Where the residual of what was found is largest, into info->place. */
PetscErrorCode ExplainFailure(FsStage s, const FsState *at, const FsLoading *loading, const FsRows *rows,
                              FsStageInfo *info);
/* Whether a motion has outgrown what can be meant: squares of this are still numbers. And what is said then. */
PetscBool         is_endless(PetscReal norm);
extern const char motion_grows[];

/* linear.c: solves with the effective matrix, of linear and velocity-free systems. */
PetscErrorCode LinearBuildMatrix(FsStage s, FsShift shift);
PetscErrorCode LinearSolve(FsStage s, FsShift shift, const FsLoading *loading, FsState *state, FsStageInfo *info);
PetscErrorCode LinearSolveMass(FsStage s, FsShift shift, const FsLoading *loading, FsState *state, FsStageInfo *info);

/* nonlinear.c: Newton's method along a shift from the vectors start, see Iteration; the outcome is in iteration.now.
   Create: the SNES. */
PetscErrorCode NonlinearCreate(FsStage s);
PetscErrorCode NonlinearSolve(FsStage s, PetscReal t, const FsLoading *loading, FsShift shift, const Vec start[3],
                              FsStageInfo *info);
PetscErrorCode NonlinearSetStatic(FsStage s, PetscBool search);

/* ggl.c: the same along q and qd where velocities obey the constraints, too. */
PetscErrorCode StabilizedCreate(FsStage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, FsShift shift, const Vec start[3], FsStageInfo *info);

/* mass.c: a solver of [M G^T; G 0] at the state, borrowed; s->b becomes 0 for dofs that have neither mass nor constraints.
   And its solution x of s->b; solved: it is one. */
PetscErrorCode StageInertiaSolver(FsStage s, const FsState *state, KSP *ksp);
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec x, PetscBool *solved);

/* mass.c: s->b = minus the rows of constraints at that level; how far they are off. */
PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state, PetscReal *most);

/* The end of EVENT_STAGE; its iterations are those of a stage. */
PetscErrorCode StageEnd(const FsStageInfo *before, FsStageInfo *info);

#endif
