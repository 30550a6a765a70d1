/* system.h: a mechanical system r(q, v, a, lambda, t) = 0, linear (M a + C v + K q = f(t)) or not, as solvers and
   integrators see it. What is asked travels with the question: the state, how the system is loaded, how rows of
   constraints are written and the factors of M, C, K are arguments. Only SystemAccept changes what a later answer will be;
   all others may be exchanged. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <fs/fs.h>

typedef struct _n_System *System;

enum {
  SMALL_MODEL = 500
}; /* dofs up to which direct solvers and full Newton are fast enough not to be thought about */

/* What a system is at time t: the Vecs are global, of free dofs only, and owned by whoever made the State. An
   integrator may exchange the handles for others of the same layout (it rotates its history that way). Where the
   system has finite rotations, their entries of q are rotation vectors theta of the chart R = R_ref exp(theta),
   those of v and a the angular velocity in body axes and its derivative, and qd is the rate of q: theta' =
   T(theta)^-1 v. Elsewhere qd is v itself, the same Vec. Multipliers are entries of a; those of v and q are their
   integrals, which mean nothing, but let every scheme treat them as accelerations. As an argument v, a and qd may be NULL
   where that is said: the vector is zero then. */
typedef struct {
  PetscReal t; /* [s] */
  Vec       q, v, a, qd;
} State;

/* How the system is loaded at the time of its state. */
typedef struct {
  PetscReal factor; /* of all loads, gravity, motions of supports and drivers of joints included */
  PetscBool still;  /* equilibria: what supports and drivers move has a place, but no velocity and no acceleration */
} Loading;
static inline Loading LoadingOfMotion(void) { return (Loading){1, PETSC_FALSE}; }
static inline Loading LoadingOfEquilibrium(PetscReal factor) { return (Loading){factor, PETSC_TRUE}; }

/* How the rows of constraints are written: at which level, times a scale; and the columns of the
   multipliers, whose values are entries of a: lambda = column x. For steps scale = column = cm, as if multipliers were
   accelerations: then the conditioning does not depend on the step (Bottasso, Bauchau & Cardona 2007). Systems without
   constraints do not look at it. */
typedef enum { CONSTRAINT_POSITION, CONSTRAINT_VELOCITY, CONSTRAINT_ACCELERATION } ConstraintLevel;
typedef struct {
  ConstraintLevel level;
  PetscReal       scale, column;
} Rows;

/* The line on which a stage is solved, q = ck x + const, v = cc x + const, a = cm x + const, and so the tangent
   cm M + cc C + ck K. rates: of systems whose qd is not v, q and qd are on the line instead, q = ck x + const, qd = cc x
   + const; v follows from them, and a = cm/cc v + const. */
typedef struct {
  PetscReal cm, cc, ck;
  PetscBool rates;
} Shift;

/* How constraints are kept. POSITION: index 3, on positions alone. VELOCITY: q' = v + W^-1 G^T mu, W as in
   SystemConstraints.weights, puts velocities on theirs, too. PROJECTION: stages obey those of accelerations, and the
   outcome of a step is projected onto those of positions and velocities: schemes keep their order. */
typedef enum { STABILIZED_POSITION, STABILIZED_VELOCITY, STABILIZED_PROJECTION } Stabilization;

/* Parts of a vector's entries. */
enum { MEASURE_DISPLACEMENT, MEASURE_ROTATION, MEASURE_MULTIPLIER, MEASURES };

/* The operations of a system, collective all. Linear ones fill in combine, product and load, nonlinear ones residual and
   tangent, and combine where they are velocity_free. The rest may be NULL.
     combine        A = cm M + cc C + ck K of the parts that are constant (of linear systems: all)
     product        y = M a + C v + K q of a linear system; NULL vectors count as zero
     load           f += loads and forces of moved supports at t, of a linear system
     residual       r of a state
     tangent        A = dr/dx along the shift
     create_matrix  assembled, or a matrix-free operator; NULL: all are duplicates of mat
     measure        sums of squares of this rank's displacements, rotations and multipliers in x; not collective
     place          where a global dof is, in words ("node 12 at (1, 2, 0), component z"), on its owner; not collective
     accept         at is the last accepted state from now on: the chart of rotations has its origin there (the states are
                    carried into it, at may be one of them), and whatever remembers takes note. v, a, qd of at may be NULL;
                    NULL: nothing remembers
     destroy        frees data */
typedef struct {
  PetscErrorCode (*combine)(System, Shift, Mat A);
  PetscErrorCode (*product)(System, Vec q, Vec v, Vec a, Vec y);
  PetscErrorCode (*load)(System, PetscReal t, const Loading *, Vec f);
  PetscErrorCode (*residual)(System, const State *, const Loading *, const Rows *, Vec r);
  PetscErrorCode (*tangent)(System, const State *, const Loading *, const Rows *, Shift, Mat A);
  PetscErrorCode (*create_matrix)(System, PetscBool assembled, Mat *A);
  PetscErrorCode (*measure)(System, Vec x, PetscReal square[MEASURES]);
  PetscErrorCode (*place)(System, PetscInt dof, char text[], size_t size);
  PetscErrorCode (*accept)(System, const State *at, PetscInt n, State *const states[]);
  PetscErrorCode (*destroy)(System);
} SystemOps;

/* Of systems with finite rotations.
     velocity   v from q and qd
     rate       qd from q and v
     compose    sum = displacements added, rotations q and then dq; sum is neither
     commute    adds to q what is missing in it after a step h, where it is the integral of v + t a + t^2/2 j: rotations do
                not commute
     turn       *most becomes at least the largest angle of this rank between the rotations of q and other (NULL: 0) [rad];
                beyond ROTATION_MOST, towards a full turn, rotation vectors are no smooth path any more */
#define ROTATION_MOST 5 /* [rad] */
typedef struct {
  PetscErrorCode (*velocity)(System, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(System, Vec q, Vec v, Vec qd);
  PetscErrorCode (*compose)(System, Vec q, Vec dq, Vec sum);
  PetscErrorCode (*commute)(System, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*turn)(System, Vec q, Vec other, PetscReal *most);
} SystemRotations;

/* Of systems with constraints Phi(q, t) = 0 and multipliers; G = dPhi/dq. v and a of the states may be NULL.
     rows             y = the rows at a level, unscaled, 0 elsewhere
     gradient         A += factor G in their rows and G^T in the columns of the multipliers, by displacements and spins
     force            y = G^T lambda, lambda in the multipliers' entries
     tangent          A += d(factor G^T lambda)/dx, and in their rows scale times the derivative of the rows at a level; turn:
                      the rotation vectors that x changes, s->q unless those are composed of others and turn. cm counts as 0
     weights          w: squares of the lengths [m2] that a unit of each dof counts for, 0 for multipliers
     sides            y = 1 - s in the rows, 0 elsewhere: beyond 1 where a row is satisfied the wrong way round
     add_multipliers  y += factor x in their entries; x may be y
     culprits         the joints of which x has an entry beyond limit, by their names */
typedef struct {
  PetscErrorCode (*rows)(System, ConstraintLevel, const State *, const Loading *, Vec y);
  PetscErrorCode (*gradient)(System, const State *, const Loading *, PetscReal factor, Mat A);
  PetscErrorCode (*force)(System, const State *, const Loading *, Vec lambda, Vec y);
  PetscErrorCode (*tangent)(System, const State *, const Loading *, Vec turn, Vec lambda, PetscReal factor,
                            ConstraintLevel, PetscReal scale, Shift, Mat A);
  PetscErrorCode (*weights)(System, Vec w);
  PetscErrorCode (*sides)(System, const State *, const Loading *, Vec y);
  PetscErrorCode (*add_multipliers)(System, PetscReal factor, Vec x, Vec y);
  PetscErrorCode (*culprits)(System, Vec x, PetscReal limit, char text[], size_t size);
} SystemConstraints;

/* Filled in by whoever makes it, and not changed afterwards. */
struct _n_System {
  MPI_Comm                 comm;
  PetscBool                linear;
  PetscBool                velocity_free; /* r = M a + g(q, t) with M constant: explicit schemes need no iteration */
  const SystemRotations   *rotations;     /* NULL: none, see State */
  const SystemConstraints *constraints;   /* NULL: none */
  Stabilization            stabilization; /* without constraints it means nothing */
  PetscReal                reach; /* size of what moves [m]: displacements of 1e-15 of it are round-off; 0: unknown */
  PetscBool                diagonal; /* linear, and no dof knows of another: no solver is needed */
  PetscBool                keeps;    /* Newton's method may keep matrices over iterations, while that pays */
  PetscBool operators, always;       /* create_matrix makes operators; they are to be taken whatever the solver */
  Vec       vec;                     /* owned; to be duplicated */
  Mat       mat;                     /* owned; to be duplicated: the pattern of all tangents; NULL: see create_matrix */
  SystemOps ops;
  void     *data; /* of the implementation */
};

PetscErrorCode SystemCreate(MPI_Comm comm, System *sys); /* empty */
PetscErrorCode SystemDestroy(System *sys);

/* Whether qd of a state is a Vec of its own: with rotations, or stabilized velocities. */
static inline PetscBool SystemHasRates(System sys)
{
  return (PetscBool)(sys->rotations || (sys->constraints && sys->stabilization == STABILIZED_VELOCITY));
}

/* reach, or 1 where it is not known [m]. */
static inline PetscReal SystemLength(System sys) { return sys->reach > 0 ? sys->reach : 1; }

PetscErrorCode SystemStateCreate(System sys, State *s); /* t = 0, Vecs not initialized */
PetscErrorCode SystemStateDestroy(State *s);

/* A matrix for tangents, assembled or, where the system has such, a matrix-free operator. The caller owns it. */
PetscErrorCode SystemCreateMatrix(System sys, PetscBool assembled, Mat *A);

/* r and its tangent, for any system. */
PetscErrorCode SystemResidual(System sys, const State *s, const Loading *loading, const Rows *rows, Vec r);
PetscErrorCode SystemTangent(System sys, const State *s, const Loading *loading, const Rows *rows, Shift shift, Mat A);

/* See SystemOps.accept. Start: an initial state becomes the last accepted one; its qd becomes 0. */
PetscErrorCode SystemAccept(System sys, const State *at, PetscInt n, State *const states[]);
PetscErrorCode SystemStart(System sys, State *s);

/* 2-norm of the displacements and rotations in x, without multipliers. Collective. */
PetscErrorCode SystemNorm(System sys, Vec x, PetscReal *norm);

/* The place of the largest entry of r; empty where the system cannot tell. Collective. */
PetscErrorCode SystemWorstPlace(System sys, Vec r, char text[], size_t size);

#endif
