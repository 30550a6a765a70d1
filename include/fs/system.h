/* system.h: a mechanical system r(q, v, a, lambda, t) = 0, linear (M a + C v + K q = f(t)) or not, as solvers and
   integrators see it. What is asked travels with the question: the state, how the system is loaded, how rows of
   constraints are written and the factors of M, C, K are arguments. Only FsSystemAccept changes what a later answer will be;
   all others may be exchanged. */
#ifndef FS_SYSTEM_H
#define FS_SYSTEM_H

#include <fs/fs.h>

typedef struct _n_FsSystem *FsSystem;

enum {
  FS_SMALL_MODEL = 500
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
} FsState;

/* How the system is loaded at the time of its state. */
typedef struct {
  PetscReal factor; /* of all loads, gravity, motions of supports and drivers of joints included */
  PetscBool still;  /* equilibria: what supports and drivers move has a place, but no velocity and no acceleration */
} FsLoading;
static inline FsLoading FsLoadingOfMotion(void) { return (FsLoading){1, PETSC_FALSE}; }
static inline FsLoading FsLoadingOfEquilibrium(PetscReal factor) { return (FsLoading){factor, PETSC_TRUE}; }

/* How the rows of constraints are written: at which level, times a scale; and the columns of the
   multipliers, whose values are entries of a: lambda = column x. For steps scale = column = cm, as if multipliers were
   accelerations: then the conditioning does not depend on the step (Bottasso, Bauchau & Cardona 2007). Systems without
   constraints do not look at it. */
typedef enum { FS_CONSTRAINT_POSITION, FS_CONSTRAINT_VELOCITY, FS_CONSTRAINT_ACCELERATION } FsConstraintLevel;
typedef struct {
  FsConstraintLevel level;
  PetscReal         scale, column;
} FsRows;

/* The line on which a stage is solved, q = ck x + const, v = cc x + const, a = cm x + const, and so the tangent
   cm M + cc C + ck K. rates: of systems whose qd is not v, q and qd are on the line instead, q = ck x + const, qd = cc x
   + const; v follows from them, and a = cm/cc v + const. */
typedef struct {
  PetscReal cm, cc, ck;
  PetscBool rates;
} FsShift;

/* How constraints are kept. POSITION: index 3, on positions alone. VELOCITY: q' = v + W^-1 G^T mu, W as in
   FsSystemConstraints.weights, puts velocities on theirs, too. PROJECTION: stages obey those of accelerations, and the
   outcome of a step is projected onto those of positions and velocities: schemes keep their order. */
typedef enum { FS_STABILIZED_POSITION, FS_STABILIZED_VELOCITY, FS_STABILIZED_PROJECTION } FsStabilization;

/* Parts of a vector's entries. */
enum { FS_MEASURE_DISPLACEMENT, FS_MEASURE_ROTATION, FS_MEASURE_MULTIPLIER, FS_MEASURES };

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
  PetscErrorCode (*combine)(FsSystem, FsShift, Mat A);
  PetscErrorCode (*product)(FsSystem, Vec q, Vec v, Vec a, Vec y);
  PetscErrorCode (*load)(FsSystem, PetscReal t, const FsLoading *, Vec f);
  PetscErrorCode (*residual)(FsSystem, const FsState *, const FsLoading *, const FsRows *, Vec r);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, const FsRows *, FsShift, Mat A);
  PetscErrorCode (*create_matrix)(FsSystem, PetscBool assembled, Mat *A);
  PetscErrorCode (*measure)(FsSystem, Vec x, PetscReal square[FS_MEASURES]);
  PetscErrorCode (*place)(FsSystem, PetscInt dof, char text[], size_t size);
  PetscErrorCode (*accept)(FsSystem, const FsState *at, PetscInt n, FsState *const states[]);
  PetscErrorCode (*destroy)(FsSystem);
} FsSystemOps;

/* Of systems with finite rotations.
     velocity   v from q and qd
     rate       qd from q and v
     compose    sum = displacements added, rotations q and then dq; sum is neither
     commute    adds to q what is missing in it after a step h, where it is the integral of v + t a + t^2/2 j: rotations do
                not commute
     turn       *most becomes at least the largest angle of this rank between the rotations of q and other (NULL: 0) [rad];
                beyond FS_ROTATION_MOST, towards a full turn, rotation vectors are no smooth path any more */
#define FS_ROTATION_MOST 5 /* [rad] */
typedef struct {
  PetscErrorCode (*velocity)(FsSystem, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(FsSystem, Vec q, Vec v, Vec qd);
  PetscErrorCode (*compose)(FsSystem, Vec q, Vec dq, Vec sum);
  PetscErrorCode (*commute)(FsSystem, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*turn)(FsSystem, Vec q, Vec other, PetscReal *most);
} FsSystemRotations;

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
  PetscErrorCode (*rows)(FsSystem, FsConstraintLevel, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*gradient)(FsSystem, const FsState *, const FsLoading *, PetscReal factor, Mat A);
  PetscErrorCode (*force)(FsSystem, const FsState *, const FsLoading *, Vec lambda, Vec y);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, Vec turn, Vec lambda, PetscReal factor,
                            FsConstraintLevel, PetscReal scale, FsShift, Mat A);
  PetscErrorCode (*weights)(FsSystem, Vec w);
  PetscErrorCode (*sides)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*add_multipliers)(FsSystem, PetscReal factor, Vec x, Vec y);
  PetscErrorCode (*culprits)(FsSystem, Vec x, PetscReal limit, char text[], size_t size);
} FsSystemConstraints;

/* Filled in by whoever makes it, and not changed afterwards. */
struct _n_FsSystem {
  MPI_Comm                   comm;
  PetscBool                  linear;
  PetscBool                  velocity_free; /* r = M a + g(q, t) with M constant: explicit schemes need no iteration */
  const FsSystemRotations   *rotations;     /* NULL: none, see State */
  const FsSystemConstraints *constraints;   /* NULL: none */
  FsStabilization            stabilization; /* without constraints it means nothing */
  PetscReal                  reach; /* size of what moves [m]: displacements of 1e-15 of it are round-off; 0: unknown */
  PetscBool   pivots;            /* tangents may be indefinite, with zeros on the diagonal: factorizations must pivot */
  PetscBool   diagonal;          /* linear, and no dof knows of another: no solver is needed */
  PetscBool   keeps;             /* Newton's method may keep matrices over iterations, while that pays */
  PetscBool   operators, always; /* create_matrix makes operators; they are to be taken whatever the solver */
  Vec         vec;               /* owned; to be duplicated */
  Mat         mat;               /* owned; to be duplicated: the pattern of all tangents; NULL: see create_matrix */
  FsSystemOps ops;
  void       *data; /* of the implementation */
};

PetscErrorCode FsSystemCreate(MPI_Comm comm, FsSystem *sys); /* empty */
PetscErrorCode FsSystemDestroy(FsSystem *sys);

/* Whether qd of a state is a Vec of its own: with rotations, or stabilized velocities. */
static inline PetscBool FsSystemHasRates(FsSystem sys)
{
  return (PetscBool)(sys->rotations || (sys->constraints && sys->stabilization == FS_STABILIZED_VELOCITY));
}

/* reach, or 1 where it is not known [m]. */
static inline PetscReal FsSystemLength(FsSystem sys) { return sys->reach > 0 ? sys->reach : 1; }

PetscErrorCode FsSystemStateCreate(FsSystem sys, FsState *s); /* t = 0, Vecs not initialized */
PetscErrorCode FsSystemStateDestroy(FsState *s);

/* A matrix for tangents, assembled or, where the system has such, a matrix-free operator. The caller owns it. */
PetscErrorCode FsSystemCreateMatrix(FsSystem sys, PetscBool assembled, Mat *A);

/* r and its tangent, for any system. */
PetscErrorCode FsSystemResidual(FsSystem sys, const FsState *s, const FsLoading *loading, const FsRows *rows, Vec r);
PetscErrorCode FsSystemTangent(FsSystem sys, const FsState *s, const FsLoading *loading, const FsRows *rows,
                               FsShift shift, Mat A);

/* See FsSystemOps.accept. Start: an initial state becomes the last accepted one; its qd becomes 0. */
PetscErrorCode FsSystemAccept(FsSystem sys, const FsState *at, PetscInt n, FsState *const states[]);
PetscErrorCode FsSystemStart(FsSystem sys, FsState *s);

/* 2-norm of the displacements and rotations in x, without multipliers. Collective. */
PetscErrorCode FsSystemNorm(FsSystem sys, Vec x, PetscReal *norm);

/* The place of the largest entry of r; empty where the system cannot tell. Collective. */
PetscErrorCode FsSystemWorstPlace(FsSystem sys, Vec r, char text[], size_t size);

#endif
