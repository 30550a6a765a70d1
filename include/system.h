/* system.h: a mechanical system r(q, v, a, t) = M a + C v + K q - f(t) = 0, or its nonlinear relative, and the
   stage: the one solve that every scheme asks for. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "model.h"

typedef struct _n_System *System;

/* How the rows of constraints are written, by whoever solves: at which level, times a scale; and the columns of the
   multipliers, whose values are entries of a: lambda = column x. For steps scale = column = ca, as if multipliers were
   accelerations: then the conditioning does not depend on the step (Bottasso, Bauchau & Cardona 2007). */
typedef enum { CONSTRAINT_POSITION, CONSTRAINT_VELOCITY, CONSTRAINT_ACCELERATION } ConstraintLevel;
typedef struct {
  ConstraintLevel level;
  PetscReal       scale, column;
} Constraints;

/* How constraints are kept. POSITION: index 3, on positions alone. VELOCITY: q' = v + W^-1 G^T mu, W as in SystemOps.weights,
   puts velocities on theirs, too. PROJECTION: stages obey those of accelerations, and the outcome of a step is
   projected onto those of positions and velocities: schemes keep their order. */
typedef enum { STABILIZED_POSITION, STABILIZED_VELOCITY, STABILIZED_PROJECTION } Stabilization;

/* Parts of a vector's entries. */
enum { MEASURE_DISPLACEMENT, MEASURE_ROTATION, MEASURE_MULTIPLIER, MEASURES };

/* A linear system fills in mult, force and tangent; a nonlinear one residual and tangent. Vecs are global. */
typedef struct {
  PetscErrorCode (*mult)(System, Vec q, Vec v, Vec a, Vec y); /* y = M a + C v + K q; NULL vectors count as zero */
  PetscErrorCode (*force)(System, PetscReal t, Vec f);        /* f += loads and forces of moved supports at t */
  PetscErrorCode (*residual)(System, PetscReal t, Vec q, Vec v, Vec a, Vec r);
  /* A = dr/dx where q, v, a change by ck, cc, cm times x; with qd (rotating systems): where q, qd do, v with them,
     and a by cm/cc times v */
  PetscErrorCode (*tangent)(System, PetscReal t, Vec q, Vec qd, Vec v, Vec a, PetscReal cm, PetscReal cc, PetscReal ck,
                            Mat A);
  PetscErrorCode (*place)(System, PetscInt dof, char text[], size_t size); /* where a global dof is, on its owner */
  PetscErrorCode (*frequency)(System, const State *s, PetscReal *omega, PetscReal *damping); /* see SystemFrequency */
  /* Of rotating systems: v from q and qd; a new chart, in which the state at is the origin (all states are carried
     into it); and what is missing in q after a step h when it is the integral of v = v0 + t a0 + t^2/2 j0: rotations
     do not commute */
  PetscErrorCode (*velocity)(System, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(System, Vec q, Vec v, Vec qd); /* and back */
  PetscErrorCode (*move_chart)(System, const State *at, PetscInt n, State *const states[]);
  PetscErrorCode (*compose)(System, Vec q, Vec dq, Vec sum); /* displacements added, rotations one after the other */
  PetscErrorCode (*commute)(System, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*turn)(System, Vec q, Vec other, PetscReal *most); /* see ChartTurn */
  /* Of constrained systems: y = the rows at a level, unscaled, 0 elsewhere (v, a may be NULL: at rest); A += factor G in
     their rows and G^T in the columns of the multipliers, by displacements and spins; w: squares of the lengths that a
     unit of each dof counts for, 0 for multipliers; the joints of which x has an entry beyond limit, by their names */
  PetscErrorCode (*constraint)(System, ConstraintLevel level, PetscReal t, Vec q, Vec v, Vec a, Vec y);
  PetscErrorCode (*gradient)(System, PetscReal t, Vec q, PetscReal factor, Mat A);
  /* y = G^T lambda, lambda in the multipliers' entries; A += d(factor G^T lambda)/dx, and in their rows scale times the
     derivative of the rows at a level, x as in tangent with cm = 0. turn: the rotation vectors that x changes, where they
     are not those of q (composed of some and turn); else NULL */
  PetscErrorCode (*constraint_force)(System, PetscReal t, Vec q, Vec lambda, Vec y);
  PetscErrorCode (*constraint_tangent)(System, PetscReal t, Vec q, Vec turn, Vec qd, Vec v, Vec lambda,
                                       PetscReal factor, ConstraintLevel level, PetscReal scale, PetscReal cc,
                                       PetscReal ck, Mat A);
  PetscErrorCode (*weights)(System, Vec w);
  /* y = 1 - s in the rows of constraints, 0 elsewhere: beyond 1 where a row is satisfied the wrong way round */
  PetscErrorCode (*sides)(System, PetscReal t, Vec q, Vec y);
  PetscErrorCode (*add_multipliers)(System, PetscReal factor, Vec x,
                                    Vec y); /* y += factor x, in their entries; x may be y */
  PetscErrorCode (*culprits)(System, Vec x, PetscReal limit, char text[], size_t size);
  /* sums of squares of this rank's displacements, rotations, multipliers in x */
  PetscErrorCode (*measure)(System, Vec x, PetscReal square[MEASURES]);
  /* NULL: all matrices are duplicates of mat; else makes one, with room for any tangent: assembled or an operator */
  PetscErrorCode (*matrix)(System, PetscBool assembled, Mat *A);
  PetscErrorCode (*destroy)(System);
} SystemOps;

struct _n_System {
  MPI_Comm      comm;
  PetscBool     linear;
  PetscBool     velocity_free; /* r = M a + g(q, t) with M constant: explicit schemes need no iteration */
  PetscBool     rotates;       /* has finite rotations, see State */
  PetscBool     constrained;   /* has joints: constraints and multipliers */
  Stabilization stabilization;
  PetscBool     rates;             /* qd is not v: with rotations, or STABILIZED_VELOCITY */
  PetscReal     reach;             /* size of what moves: displacements of 1e-15 of it are round-off; 0: unknown */
  PetscBool     diagonal;          /* linear, and no dof knows of another: no solver is needed */
  Vec           vec;               /* owned; to be duplicated */
  Mat           mat;               /* owned; to be duplicated: the pattern of all tangents; NULL: see ops.matrix */
  PetscBool     keeps;             /* matrices from one iteration of Newton's method to the next, while that pays */
  PetscBool     operators, always; /* has matrix-free operators; they are to be taken whatever the solver */
  Constraints   rows;              /* as the residual and the tangent write them */
  SystemOps     ops;
  void         *data; /* of the implementation */
};

PetscErrorCode SystemCreate(MPI_Comm comm, System *sys); /* empty: the implementation fills it in */
PetscErrorCode SystemDestroy(System *sys);
/* Before states and stages are made; without constraints it means nothing. */
void           SystemStabilize(System sys, Stabilization stabilization);
PetscErrorCode SystemStateCreate(System sys, State *s);
PetscErrorCode SystemStateDestroy(State *s);

/* A matrix for tangents, assembled or, where the system has such, a matrix-free operator. The caller owns it. */
PetscErrorCode SystemCreateMatrix(System sys, PetscBool assembled, Mat *A);

/* reach, or 1 where it is not known. */
static inline PetscReal SystemLength(System sys) { return sys->reach > 0 ? sys->reach : 1; }

/* Make an initial state the origin of the chart of rotations. */
PetscErrorCode SystemStart(System sys, State *s);

/* r of the state, for any system. */
PetscErrorCode SystemResidual(System sys, PetscReal t, Vec q, Vec v, Vec a, Vec r);

/* 2-norm of the displacements and rotations in x, without multipliers. Collective. */
PetscErrorCode SystemNorm(System sys, Vec x, PetscReal *norm);

/* "node 12 at (1, 2, 0), component z" for the largest entry of r; empty where the system cannot tell. Collective. */
PetscErrorCode SystemWorstPlace(System sys, Vec r, char text[], size_t size);

/* Upper bound of the frequencies at a state [rad/s], with the damping ratio that goes with it: explicit schemes must
   resolve it. Infinite where a stiff dof has no mass; 0 where the system cannot tell. Collective. */
PetscErrorCode SystemFrequency(System sys, const State *s, PetscReal *omega, PetscReal *damping);

/* ---- fe.c: the System of a Model -------------------------------------------------------------------------------------- */

/* model is borrowed. */
PetscErrorCode SystemCreateFE(Options o, Model model, System *sys);

/* Factor of all loads, gravity and motions of supports included; 1 at first. */
void SystemSetLoadFactor(System fe, PetscReal factor);

/* For equilibria: what supports move has no velocity and no acceleration. */
void SystemSetStatic(System fe, PetscBool still);

typedef struct {
  PetscReal kinetic, strain; /* of the state */
  PetscReal external;        /* work of loads and prescribed motions since the first call */
  PetscReal damping;         /* energy dissipated by dampers since the first call */
  PetscReal momentum[3],
    angular[3]; /* [kg m/s], about the origin [kg m2/s], of free dofs; of models with nonlinear elements, else 0 */
} Energy;       /* [J]; without numerical dissipation kinetic + strain + damping - external is constant */

/* Energies of the states of a run, one call for each step. Works are summed by the trapezoidal rule in the displacement:
   exact for the trapezoidal scheme, of second order for others. Collective, one reduction. */
typedef struct _n_EnergyMeter *EnergyMeter;
PetscErrorCode                 EnergyMeterCreate(System fe, EnergyMeter *meter);
PetscErrorCode                 EnergyMeterRead(EnergyMeter meter, const State *s, Energy *e);
PetscErrorCode                 EnergyMeterDestroy(EnergyMeter *meter);

/* ---- stage.c, solve.c ---------------------------------------------------------------------------------------------------------- */

enum { MAX_STAGES = 6 }; /* of a step, solved ones and a first that needs no solve */

/* The outcome of the solves of a step. */
typedef struct {
  PetscBool ok;
  PetscInt  newton, linear; /* iterations */
  PetscInt  stages, stage_newton[MAX_STAGES],
    stage_linear[MAX_STAGES]; /* the same of the last attempt, stage by stage */
  const char *reason;         /* when not ok, static text */
  PetscBool   hopeless;       /* when not ok: the motion has grown beyond use, a shorter step will not help */
  char        place[160];     /* where the residual is largest, when not ok */
} StageInfo;

typedef struct _n_Stage *Stage;

PetscErrorCode StageCreate(System sys, Stage *stage); /* borrows sys */
PetscErrorCode StageDestroy(Stage *stage);

/* The line q = cq x + const, v = cv x + const, a = ca x + const on which a stage is solved. */
typedef struct {
  PetscReal cq, cv, ca;
} Line;

/* The stages of a first-order family with q = q* + s v, v = v* + s a. */
static inline Line FirstOrderLine(PetscReal s) { return (Line){1, 1 / s, 1 / (s * s)}; }

/* Build what the solves on such lines need before the first of them; all of PETSc's options are read by then. */
PetscErrorCode StageSetUp(Stage stage, Line line);

/* The stage of every implicit scheme: r(q, v, a, t) = 0 on the line v = cv q + const, a = ca q + const, given in one of
   two forms:
     STAGE_INCREMENT  in: a point (q, v, a) of the line. The increment is solved for: v and a lose no digits to q / dt.
     STAGE_TOTAL      in: q a guess, v and a the vectors wv, wa of v = cv q - wv, a = ca q - wa. One product with M (and
                      C) makes the right-hand side (Zhang, Zhang & Masarati 2021, Tables 1 and 2), the guess goes to the
                      iterative solver.
   Out: q, v, a; undefined when info->ok is false. Counts are added to info. A linear system takes exactly one linear
   solve, with the effective matrix K + cv C + ca M and its preconditioner kept while cv and ca stay what they are; a
   nonlinear one Newton. */
typedef enum { STAGE_INCREMENT, STAGE_TOTAL } StageForm;
StageForm      StageGetForm(Stage stage); /* after StageSetUp: total with an iterative solver, increment otherwise */
PetscErrorCode StageSolve(Stage stage, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a, StageInfo *info);

/* The stage of first-order schemes on a nonlinear system: r(q, v, a, t) = 0 with q = q* + s qd and v = v* + s a. In:
   a point q, qd of the first line, and v* in a. Out: q, qd, v, a. */
PetscErrorCode StageSolveRates(Stage stage, PetscReal t, PetscReal s, State *point, StageInfo *info);

/* The stage of explicit schemes: r(q, v, a, t) = 0 at the given q on the line v = s a + const. In: a point (v, a) of
   the line, out: its solution. One solve with M + s C for linear and velocity-free systems, none where that is
   diagonal; else Newton. */
PetscErrorCode StageSolveAcceleration(Stage stage, PetscReal t, PetscReal s, Vec q, Vec v, Vec a, StageInfo *info);

/* r(q, v, a, t) = 0 at the given v and a, from the guess q: equilibrium where they are 0; StageSetUp before with the
   line (1, 0, 0). */
PetscErrorCode StageSolveStatic(Stage stage, PetscReal t, Vec q, Vec v, Vec a, StageInfo *info);

/* For equilibria: few iterations, Newton's steps at full length or, with search, as far as they do work against the
   residual (critical point of the energy). */
PetscErrorCode StageSetStatic(Stage stage, PetscBool search);

/* s->a from r(q, v, a, t) = 0; dofs without mass get none. */
PetscErrorCode StageAcceleration(Stage stage, State *s, StageInfo *info);

/* coupled.c: Newton's method for n vectors of the system at once, n^2 blocks of its matrix, for steps that have more
   unknowns than a stage. tangent gives the blocks A[n][n] (their values are left from the call before), residual r from
   x; rows: the block of r in which the constraints on positions are, times scale(context); -1: none are. Unknowns are
   displacements, or count as such: from start, a q. x: in a guess, out the solution. */
typedef struct _n_Coupled *Coupled;
typedef struct {
  PetscErrorCode (*residual)(void *context, const Vec x[], const Vec r[]);
  PetscErrorCode (*tangent)(void *context, const Vec x[], const Mat A[]);
  PetscInt rows;
  PetscReal (*scale)(void *context);
} CoupledProblem;
PetscErrorCode CoupledCreate(System sys, PetscInt n, const CoupledProblem *problem, void *context, Coupled *coupled);
PetscErrorCode CoupledDestroy(Coupled *coupled);
PetscErrorCode CoupledSolve(Coupled coupled, Vec start, const Vec x[], StageInfo *info);
/* CoupledSolve as a stage of a step: an event of the log, and counted in info->stages. */
PetscErrorCode CoupledSolveStage(Coupled coupled, Vec start, const Vec x[], StageInfo *info);

/* Whether all joints are the right way round at a state, as rows of angles are half a turn on as well; else info says where. */
PetscErrorCode StageCheckSides(Stage stage, PetscReal t, Vec q, StageInfo *info);

/* start.c: make an initial state obey the constraints. Input errors, which name the joints: rows that repeat or
   contradict each other; positions or velocities that are off by more than rounding, unless they may be corrected
   (-assemble); the correction moves as little mass as far as it must. Smaller ones are always mended. Collective. */
PetscErrorCode StageAssemblePositions(Stage stage, PetscBool correct, State *s);
PetscErrorCode StageAssembleVelocities(Stage stage, PetscBool correct, State *s);

/* project.c: move a state by as little mass as it takes onto the constraints of positions and velocities; it is nearly there. Of
   systems with STABILIZED_PROJECTION, others are left alone. */
PetscErrorCode StageProject(Stage stage, State *s, StageInfo *info);

/* How many solves with one effective matrix are to come: a factorization may pay. Before StageSetUp. */
void StageExpect(Stage stage, PetscReal solves);

/* How often the effective matrix was built, and how the linear systems are solved, in words. */
PetscInt    StageMatrixBuilds(Stage stage);
const char *StageSolverName(Stage stage);

/* solver.c */
enum { SMALL_MODEL = 500 }; /* dofs up to which the direct solver and full Newton are taken */

/* PETSc's solver for this matrix, or the one that the user chose, and its name, with the reason for it. */
typedef struct {
  PetscReal stiffness; /* the largest (K_ii + cv C_ii) / (ca M_ii) */
  PetscReal solves;    /* to come with one matrix; 0: unknown */
  PetscBool always;    /* take matrix-free operators whatever the rule says */
} SolverCase;
PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, char name[], size_t size);
/* Whether the solver that SolverSetUp would take, or the user's, needs A, a matrix-free operator, assembled; an input error
   if that is out of the question. */
PetscErrorCode SolverChoose(KSP ksp, Mat A, const SolverCase *c, PetscBool *assemble);
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool constrained);
PetscErrorCode SolverScalePivots(KSP ksp, Mat A); /* what counts as zero in a factor, relative to A */
/* KSPSolve, and whether it solved anything: KLU, alone among solvers, raises an error for a singular matrix. And the same of
   SNESSolve, whose reason it gives. */
PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved);
PetscErrorCode SolverSolveNonlinear(SNES snes, Vec x, SNESConvergedReason *reason);
/* For a mass matrix, to 1e-12, or one with constraints around it. */
PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool constrained);

extern const OptionDoc solver_options[];

#endif
