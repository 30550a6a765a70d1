/* solve.h: the stage, the one solve that every scheme and every equilibrium asks for: r(q, v, a, lambda, t) = 0 on a line of
   one unknown (Shift), by one linear solve or by Newton's method; and what goes with it: accelerations, constraints at the
   start, projection. */
#ifndef FS_SOLVE_H
#define FS_SOLVE_H

#include <fs/options.h>
#include <fs/system.h>

enum { FS_MAX_STAGES = 6 }; /* of a step, solved ones and a first that needs no solve */

/* The outcome of the solves of a step. */
typedef struct {
  PetscBool   ok;
  PetscInt    newton, linear;                                           /* iterations */
  PetscInt    stages;                                                   /* solved in the last attempt, */
  PetscInt    stage_newton[FS_MAX_STAGES], stage_linear[FS_MAX_STAGES]; /* and the iterations of each */
  const char *reason;                                                   /* when not ok, static text */
  PetscBool   hopeless;   /* when not ok: the motion has grown beyond use, a shorter step will not help */
  char        place[160]; /* where the residual is largest, when not ok */
} FsStageInfo;

typedef struct _n_FsStage *FsStage;

PetscErrorCode FsStageCreate(FsSystem sys, FsStage *stage); /* borrows sys */
PetscErrorCode FsStageDestroy(FsStage *stage);

/* The shift of first-order families with q = q* + s v, v = v* + s a. */
static inline FsShift FsFirstOrderShift(PetscReal s) { return (FsShift){1 / (s * s), 1 / s, 1, PETSC_FALSE}; }

/* How many solves with one effective matrix are to come: a factorization may pay. Before FsStageSetUp. */
void FsStageExpect(FsStage s, PetscReal solves);

/* Build what the solves with such shifts need before the first of them; all of PETSc's options are read by then. */
PetscErrorCode FsStageSetUp(FsStage s, FsShift shift);

/* The stage of every implicit scheme at state->t on the line of a shift (ck = 1, no rates), given in one of two forms:
     FS_STAGE_INCREMENT  in: a point (q, v, a) of the line. The increment is solved for: v and a lose no digits to q / dt.
     FS_STAGE_TOTAL      in: q a guess, v and a the vectors wv, wa of v = cc q - wv, a = cm q - wa. One product with M (and
                      C) makes the right-hand side (Zhang, Zhang & Masarati 2021, Tables 1 and 2), the guess goes to the
                      iterative solver.
   Out: q, v, a; undefined when info->ok is false. Counts are added to info. A linear system takes exactly one linear
   solve, with the effective matrix and its preconditioner kept while the shift stays what it is; a nonlinear one
   Newton. */
typedef enum { FS_STAGE_INCREMENT, FS_STAGE_TOTAL } FsStageForm;
FsStageForm    FsStageGetForm(FsStage s); /* after FsStageSetUp: total with an iterative solver, increment otherwise */
PetscErrorCode FsStageSolve(FsStage s, FsShift shift, FsState *state, FsStageInfo *info);

/* The stage of first-order schemes on a nonlinear system, at state->t: q = q* + h qd and v = v* + h a. In: a point q, qd of the
   first line, and v* in a. Out: q, qd, v, a. */
PetscErrorCode FsStageSolveRates(FsStage s, PetscReal h, FsState *state, FsStageInfo *info);

/* The stage of explicit schemes: the given q, on the line v = h a + const. In: a point (v, a) of the line, out: its
   solution. One solve with M + h C for linear and velocity-free systems, none where that is diagonal; else Newton. */
PetscErrorCode FsStageSolveAcceleration(FsStage s, PetscReal h, FsState *state, FsStageInfo *info);

/* r(q, v, a, t) = 0 under a loading at the given v and a, from the guess q: equilibrium where they are 0 (but for the
   multipliers); FsStageSetUp before with fs_equilibrium_shift. search: Newton's steps go as far as they do work against the
   residual (critical point of the energy), else they are taken at full length. Few iterations. */
extern const FsShift fs_equilibrium_shift;
PetscErrorCode       FsStageSolveStatic(FsStage s, const FsLoading *loading, PetscBool search, FsState *state,
                                        FsStageInfo *info);

/* state->a from r(q, v, a, t) = 0; dofs without mass get none. */
PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info);

/* Whether all joints are the right way round at a state, as rows of angles are half a turn on as well; else info says where. */
PetscErrorCode FsStageCheckSides(FsStage s, const FsState *state, const FsLoading *loading, FsStageInfo *info);

/* start.c: make an initial state obey the constraints. Input errors, which name the joints: rows that repeat or
   contradict each other; positions or velocities that are off by more than rounding, unless they may be corrected
   (-assemble); the correction moves as little mass as far as it must. Smaller ones are always mended. Collective. */
PetscErrorCode FsStageAssemblePositions(FsStage s, PetscBool correct, FsState *state);
PetscErrorCode FsStageAssembleVelocities(FsStage s, PetscBool correct, FsState *state);

/* projection.c: move a state by as little mass as it takes onto the constraints of positions and velocities; it is nearly
   there. Of systems with FS_STABILIZED_PROJECTION, others are left alone. */
PetscErrorCode FsStageProject(FsStage s, FsState *state, FsStageInfo *info);

/* How often the effective matrix was built, and how the linear systems are solved, in words. */
PetscInt    FsStageMatrixBuilds(FsStage s);
const char *FsStageSolverName(FsStage s);

extern const FsOptionDoc fs_solver_options[];

#endif
