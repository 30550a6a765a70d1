/* term.h: a term is all that contributes to r: linear matrices, elements, joints, loads, gravity, laws, moved supports. Each
   is one file in terms/ and one row of the table in terms/table.c; the system, its energies, its pattern and its frequency
   bound are loops over the terms of a model. */
#ifndef TERM_H
#define TERM_H

#include "assembly.h"
#include "location.h"

typedef struct _n_Term *Term;

/* What solvers must know, declared by the term when it is made. */
typedef struct {
  PetscBool nonlinear; /* r depends on the state otherwise than through constant M, C, K */
  PetscBool nodes;     /* residual and tangent ask for the states of nodes, and add to the local vector */
  PetscBool velocity;  /* forces depend on velocities */
  PetscBool pivots;    /* tangents may be indefinite: factorizations must pivot */
  PetscBool remembers; /* accept changes what later answers are */
} TermTraits;

/* Shares of this rank in sums over the model, see balance.c. Vectors and arrays are added to. */
typedef struct {
  PetscReal    kinetic, strain; /* [J] */
  PetscReal    power;           /* dissipated by dampers at the state [W] */
  PetscReal    dissipated;      /* by dampers over the step, where that is known as a sum of its own [J] */
  Vec          momentum;        /* M v of the free dofs (moments in body axes), of terms that know it as a vector */
  Vec          damping;         /* C v of the linear parts, of terms that say so; else NULL */
  Vec          applied;         /* forces that depend on the motion and do work, of terms that say so; else NULL */
  PetscScalar *local_momentum, *local_applied; /* the same of terms with nodes: arrays of local vectors */
  PetscReal   *force, *path; /* [npairs] of the term under way: what does work, and along what; summed over the ranks */
  PetscReal   *reaction;     /* [nmotions] forces on what supports move */
  PetscScalar *now[2],
    *before[2]; /* [nlocal] q, v of all dofs with moved supports: to be filled; and of the reading before,
                                      NULL at the first */
  Vec moved;    /* the path of the free dofs, see ConfigurationPath */
} Balance;

/* Bounds of M^-1 K and M^-1 C, and the mass of each dof, see frequency.c. */
enum { BOUND_OMEGA2, BOUND_DAMPING, BOUNDS };
typedef struct {
  const PetscScalar *local, *owned; /* [nlocal]; this rank's part of a global vector */
} Masses;

/* NULL: the term has none.
     create     data and traits, npairs; *present false: the model has no such term
     destroy
     pattern    the places where tangents have entries, into a MATPREALLOCATOR
     force      f += sign times forces that depend on time alone, f a global vector
     residual   r += its share: into the global vector r or, with nodes, into the array of a local vector
     tangent    its share along the shift, into A; columns: how nodes turn, of terms with nodes
     balance    its shares of energies and work
     frequency  raises the bounds of its own group
     accept     the state of ev is the last accepted one
     place      where a dof that is the term's own is, in words; leaves text alone if it is not */
typedef struct {
  const char *name;
  PetscErrorCode (*create)(Term, PetscBool *present);
  PetscErrorCode (*destroy)(Term);
  PetscErrorCode (*pattern)(Term, Mat count);
  PetscErrorCode (*force)(Term, const Evaluation *, PetscReal sign, Vec f);
  PetscErrorCode (*residual)(Term, const Evaluation *, const FsRows *, Vec r, PetscScalar local[]);
  PetscErrorCode (*tangent)(Term, const Evaluation *, const FsRows *, const ChartColumns columns[], FsShift,
                            const Adding *A);
  PetscErrorCode (*balance)(Term, const Evaluation *, Balance *);
  PetscErrorCode (*frequency)(Term, const Evaluation *, const Masses *, PetscReal bound[BOUNDS]);
  PetscErrorCode (*accept)(Term, const Evaluation *);
  void (*place)(Term, PetscInt dof, char text[], size_t size);
} TermKind;

struct _n_Term {
  const TermKind *kind;
  Assembly        assembly; /* borrowed */
  Model           model;    /* borrowed */
  TermTraits      traits;
  PetscBool       damps, applies;     /* it adds to Balance.damping; to Balance.applied */
  PetscInt        npairs, first_pair; /* of force and path, in the balance */
  void           *data;               /* of the kind */
};

/* terms/table.c: in the order in which they are summed; ends with NULL. */
extern const TermKind *const term_kinds[];

enum { MAX_TERMS = 16 };

struct _n_Assembly {
  Model         model;         /* borrowed */
  Configuration configuration; /* owned */
  PetscInt      nterms;
  Term          term[MAX_TERMS]; /* owned */
  Vec           local;           /* scratch of terms with nodes; NULL: there are none */
};

/* The term of a kind, or NULL. */
Term AssemblyTerm(Assembly a, const TermKind *kind);

/* Factor of a load in time: its formula (NULL: 1) times the loading's. Input error: no finite value. */
PetscErrorCode TermFactor(const Evaluation *ev, Expression time, PetscReal *factor);

/* Forces f[nc] on the components dofs[nc] of a node that supports move, each added to the reaction of its motion; of a rotation
   vector the share of a moment in body axes is T^T m. */
void AddReactions(const Evaluation *ev, PetscInt node, int nc, const PetscInt dofs[], const double f[],
                  PetscReal reaction[]);

/* y[dofs[i]] += sign x[i], dofs of -1 left out. */
static inline void scatter(PetscInt nd, const PetscInt dofs[], double sign, const double x[], PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0) y[dofs[i]] += sign * x[i];
}

/* A = K P + C W + M X, [rows][nd]: columns of nodes with nc dofs each, rotations by their 3 x 3 matrices. */
void CombineColumns(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[], FsShift shift,
                    const double K[], const double C[], const double M[], double A[]);

/* pattern.c: dofs[n] know each other: indices in local vectors, -1: none. */
PetscErrorCode PatternInsert(Mat count, PetscInt n, const PetscInt dofs[], const PetscInt global[]);
PetscErrorCode PatternCreate(Assembly a, PetscBool linear, Mat *pattern);

#endif
