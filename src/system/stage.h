/* stage.h: inside of a Stage, for stage.c, solve.c, coupled.c, project.c, start.c and stabilized.c. */
#ifndef STAGE_H
#define STAGE_H

#include "newton.h"

typedef struct _n_Stabilized *Stabilized;

struct _n_Stage {
  System    sys;
  KSP       ksp;     /* linear systems */
  KSP       inertia; /* of B: mass and constraints; made when asked for */
  Mat       B;
  SNES      snes; /* nonlinear systems */
  Mat       A;
  Vec       b, x, r;  /* right-hand side; increment of q; residual */
  Vec       diagonal; /* of A, where it is all there is: explicit schemes with lumped mass; else NULL */
  StageForm form;
  Line      line;          /* what A was built for, or Newton goes along; all 0: not yet */
  PetscBool rates;         /* Newton's line is one of q and qd */
  PetscInt  builds, tried; /* of A; which of them its solver was tried on */
  PetscReal solves;        /* expected with one matrix */
  char      solver[120];
  /* of the Newton iteration under way */
  PetscReal    t;
  Vec          start[3], now[3]; /* q, v, a at the start, and at the increment x; with rates the start is q, qd, v* */
  Vec          rate;             /* qd at the increment x; now[1] where it is v */
  NewtonTest   test;
  NewtonMatrix matrix;     /* A is; not looked at where the system does not keep any */
  PetscBool    kept;       /* by some iteration of the solve */
  PetscBool    fresh;      /* none is to be kept */
  Stabilized   stabilized; /* NULL: constraints on positions alone */
  PetscReal    stiffness;  /* of equilibria with constraints: what scales them; 0: not known yet */
};

/* The point of the line at the increment x, into now[]. */
PetscErrorCode StageMoveTo(Stage s, Vec x);

/* stabilized.c: the solve of StageSolveRates where velocities obey the constraints, too; from state: q, qd, v*. */
PetscErrorCode StabilizedCreate(Stage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, const Vec state[3], StageInfo *info);

/* A solver of [M G^T; G 0] at the state, borrowed; s->b becomes 0 for dofs that have neither mass nor constraints. And its
   solution x of s->b; solved: it is one. */
PetscErrorCode StageInertiaSolver(Stage s, const State *state, KSP *ksp);
PetscErrorCode StageSolveInertia(Stage s, const State *state, Vec x, PetscBool *solved);

/* s->b = minus the rows of constraints at that level; how far they are off. */
PetscErrorCode StageViolation(Stage s, ConstraintLevel level, const State *state, PetscReal *most);

/* solve.c: the end of EVENT_STAGE; its iterations are those of a stage. */
PetscErrorCode StageEnd(const StageInfo *before, StageInfo *info);

/* The matrix of a line, where it does not depend on the state; kept while the line is. */
PetscErrorCode StageBuildMatrix(Stage s, Line line);

#endif
