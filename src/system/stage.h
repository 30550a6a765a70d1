/* stage.h: inside of a Stage, for stage.c and solve.c. */
#ifndef STAGE_H
#define STAGE_H

#include "system.h"

struct _n_Stage {
  System    sys;
  KSP       ksp;  /* linear systems */
  SNES      snes; /* nonlinear systems */
  Mat       A;
  Vec       b, x, r;  /* right-hand side; increment of q; residual */
  Vec       diagonal; /* of A, where it is all there is: explicit schemes with lumped mass; else NULL */
  StageForm form;
  Line      line;  /* what A was built for, or Newton goes along; all 0: not yet */
  PetscBool rates; /* Newton's line is one of q and qd */
  PetscInt  builds;
  char      solver[80];
  /* of the Newton iteration under way */
  PetscReal t;
  Vec       start[3], now[3]; /* q, v, a at the start, and at the increment x; with rates the start is q, qd, v* */
  Vec       rate;             /* qd at the increment x; now[1] where the system does not rotate */
  PetscReal last_step;        /* norm of Newton's step before */
  PetscInt  dofs;
  PetscReal stiffness;        /* of equilibria with constraints: what scales them; 0: not known yet */
};

/* The point of the line at the increment x, into now[]. */
PetscErrorCode StageMoveTo(Stage s, Vec x);

/* x = the solution of [M G^T; G 0] x = s->b at the state; dofs that have neither mass nor constraints get 0. solved: it
   is one. */
PetscErrorCode StageSolveInertia(Stage s, const State *state, Vec x, PetscBool *solved);

/* The matrix of a line, where it does not depend on the state; kept while the line is. */
PetscErrorCode StageBuildMatrix(Stage s, Line line);

#endif
