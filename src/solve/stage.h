/* stage.h: inside of a Stage, for the files of this folder. */
#ifndef STAGE_H
#define STAGE_H

#include "newton.h"

typedef struct _n_Stabilized *Stabilized;

/* The arguments of the Newton iteration under way, for the callbacks of SNES; set by whoever starts it, looked at by
   nobody else. */
typedef struct {
  Loading loading;
  Rows    rows;
  Shift   shift;
  Vec     start[3]; /* q, v, a at the start of the line; with shift.rates q, qd, v* */
  State   now;      /* at the increment x */
} Iteration;

struct _n_Stage {
  System       sys;
  KSP          ksp;     /* linear systems */
  KSP          inertia; /* of B: mass and constraints; made when asked for */
  Mat          B;
  SNES         snes; /* nonlinear systems */
  Mat          A;
  Vec          b, x, r;  /* right-hand side; increment of q; residual */
  Vec          diagonal; /* of A, where it is all there is: explicit schemes with lumped mass; else NULL */
  StageForm    form;
  Shift        shift;         /* what A was built for, of linear and velocity-free systems */
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
PetscBool shift_equal(Shift a, Shift b);

/* point.c: the point of the iteration's line at the increment x, into now. */
PetscErrorCode StageMoveTo(Stage s, Vec x);
/* Where the residual of what was found is largest, into info->place. */
PetscErrorCode ExplainFailure(Stage s, const State *at, const Loading *loading, const Rows *rows, StageInfo *info);
/* Whether a motion has outgrown what can be meant: squares of this are still numbers. And what is said then. */
PetscBool         is_endless(PetscReal norm);
extern const char motion_grows[];

/* linear.c: solves with the effective matrix, of linear and velocity-free systems. */
PetscErrorCode LinearBuildMatrix(Stage s, Shift shift);
PetscErrorCode LinearSolve(Stage s, Shift shift, const Loading *loading, State *at, StageInfo *info);
PetscErrorCode LinearSolveMass(Stage s, Shift shift, const Loading *loading, State *at, StageInfo *info);

/* nonlinear.c: Newton's method along a shift from the vectors start, see Iteration; the outcome is in iteration.now.
   Create: the SNES. */
PetscErrorCode NonlinearCreate(Stage s);
PetscErrorCode NonlinearSolve(Stage s, PetscReal t, const Loading *loading, Shift shift, const Vec start[3],
                              StageInfo *info);
PetscErrorCode NonlinearSetStatic(Stage s, PetscBool search);

/* ggl.c: the same along q and qd where velocities obey the constraints, too. */
PetscErrorCode StabilizedCreate(Stage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, Shift shift, const Vec start[3], StageInfo *info);

/* mass.c: a solver of [M G^T; G 0] at the state, borrowed; s->b becomes 0 for dofs that have neither mass nor constraints.
   And its solution x of s->b; solved: it is one. */
PetscErrorCode StageInertiaSolver(Stage s, const State *state, KSP *ksp);
PetscErrorCode StageSolveInertia(Stage s, const State *state, Vec x, PetscBool *solved);

/* mass.c: s->b = minus the rows of constraints at that level; how far they are off. */
PetscErrorCode StageViolation(Stage s, ConstraintLevel level, const State *state, PetscReal *most);

/* The end of EVENT_STAGE; its iterations are those of a stage. */
PetscErrorCode StageEnd(const StageInfo *before, StageInfo *info);

#endif
