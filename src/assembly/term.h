/* term.h: a term is one contribution to r: linear matrices, elements, joints, loads, gravity, laws, moved
   supports. Each is one file in terms/ and one row of the table in assembly/terms/term_table.c; assembly.c, pattern.c, energy_meter.c
   and frequency_bound.c are loops over the terms of a model. Begin with TermKind; assembly/terms/dead_loads.c is the shortest example. */
#ifndef FS_ASSEMBLY_TERM_H
#define FS_ASSEMBLY_TERM_H

#include "assembly.h"
#include "location.h"
#include "pattern.h"

typedef struct _n_Term *Term;

/* What solvers must know of a term; set by its create function. Members are PetscBools: TermsSumTraits goes through them. */
typedef struct {
  /* residual or tangent are to be called. In a model in which no term says so they are not: it is linear, and r is that
     of the matrices of assembly/terms/linear_elements.c and of force alone */
  PetscBool nonlinear;
  PetscBool
    nodes; /* residual and tangent read Evaluation.nodes, and residual adds to the local vector */
  PetscBool
    velocity; /* forces depend on velocities, beyond those of inertia that turns with its node */
  PetscBool pivots;       /* tangents may be indefinite: factorizations must pivot */
  PetscBool has_switches; /* margins tells where force laws go over from one formula to another */
  PetscBool has_memory;   /* accept changes what later evaluations answer */
  PetscBool
            multiplier_dependent; /* forces depend on multipliers, beyond the forces of the constraints themselves */
  PetscBool unsymmetric; /* tangents may be unsymmetric by more than round-off */
} TermTraits;

/* Work of a step: with time running along it; with the forces as they are at its begin, and at its end, all the time. */
enum { WORK, WORK_FROZEN_AT_START, WORK_FROZEN_AT_END, WORKS };

/* Where the balance functions of the terms add this rank's shares of energies, work and reactions (energy_meter.c).
   Everything is added to, unless said otherwise. */
typedef struct {
  PetscReal kinetic, strain; /* [J] */
  PetscReal power; /* power dissipated by dampers at the state [W]; integrated over time */
  PetscReal
      dissipated; /* energy dissipated over the step, of terms that integrate it themselves [J] */
  Vec momentum;   /* M v of the free dofs, moments in body axes; NULL: the model is linear */
  Vec damping;    /* C v of the linear parts; of terms with Term.damps; NULL: there are none */
  /* forces that depend on the motion and do work; of terms with Term.applies; NULL: there are none */
  Vec applied;
  /* [nlocal] arrays of local vectors, of nonlinear models: momentum, of held and moved dofs, too, and applied */
  PetscScalar *local_momentum, *local_applied;
  /* [npairs] of the term under way: forces and their paths, see energy_meter.c; summed over the ranks, so what all
     ranks know is added on rank 0 alone. Of paths that are prescribed, also their derivatives in time; else 0 */
  PetscReal *force, *path, *velocity, *acceleration;
  /* [nmotions] forces of supports on the model along the dofs they move [N, N m]; NULL: none moves */
  PetscReal *reaction;
  /* [nlocal] q and v of all dofs, moved ones included: now is filled in by the term of moved supports, before is
     that of the last reading, NULL at the first */
  PetscScalar *current[2], *previous[2];
  Vec          moved; /* path of the free dofs, see ConfigurationPath */
  /* the last reading, for terms with Term.integrates: t [s], moved and velocities; NULL at the first. They add the
     work [J] that their forces did since, along the straight line between the two states */
  PetscReal t_previous;
  Vec       moved_previous, v_previous;
  PetscReal work[WORKS];
  PetscReal *
    source_work; /* [nsources] of the term under way: the same, with time running, of each source; NULL: not asked */
} Balance;

/* Indices of a bound of the eigenvalues of M^-1 K [1/s2] and of M^-1 C [1/s]; the masses of the dofs; see
   frequency_bound.c. */
enum { BOUND_OMEGA2, BOUND_DAMPING, BOUNDS };
typedef struct {
  const PetscScalar *local,
    *owned; /* mass of each dof: [nlocal]; this rank's part of a global vector */
} Masses;

/* A kind of term. Functions may be NULL, except create; all but place are collective. Evaluations are borrowed, and
    their s has q and v for residual, tangent, balance and frequency, q for accept, t alone for force;
   sums are added to and never overwritten. An error of a formula (no finite value) is passed on.
     create     fills in data, traits, npairs; *present false: the model has no such term, and nothing is kept
     destroy    frees data
     pattern    inserts the places of tangent entries
     force      f += sign times the forces that depend on time alone; f is a global vector
     acts       *rows, local numbers of this rank's rows, gets those that force adds to; NULL: it may add to all
     residual   r += its share; terms with nodes: local += its share, [nlocal]. An element that has collapsed gives NaN,
                which makes Newton's method fail, and the step shorter
     held       local[nlocal] += its share of the rows of held and moved dofs, of which r has none; ev has nodes if some term
                asks for them. Elements are not asked: reactions.c knows which of them touch such dofs
     tangent    A += its share of cm M + cc C + ck K; columns: how nodes turn (ConfigurationColumns), NULL without nodes
     balance    adds its shares of energies, forces and paths
     source     path[size] = where the work of its pair k goes below /history, such as "push/work"; of its sources from npairs on
     apply      of terms with Term.applies: f, or local[nlocal], += the forces of source k; their sum is Balance.applied
     frequency  raises bound[] to those of its own stiffness and damping over the masses
     margins    margin[] = min(margin[], the least margins of its switches on this rank), see FsSystemSwitchMargins
     accept     the state of ev is the last accepted one from now on
     archive    what accept changes
     begin      forgets what accept has remembered and the next one would go on from, but for the forces at this state, unless
                NULL: these the next one begins with
     blame      if text is empty: what of this rank's share has no finite value at the state of ev, in words
     place      if the global dof is the term's own (a multiplier): where it is, in words; else text stays as it is */
typedef struct {
  const char *name;
  PetscErrorCode (*create)(Term, PetscBool *present);
  PetscErrorCode (*destroy)(Term);
  PetscErrorCode (*pattern)(Term, Pattern);
  PetscErrorCode (*force)(Term, const Evaluation *, PetscReal sign, Vec f);
  PetscErrorCode (*load_rows)(Term, IS *rows);
  PetscErrorCode (*residual)(Term, const Evaluation *, const FsConstraintRows *, Vec r,
                             PetscScalar local[]);
  PetscErrorCode (*held)(Term, const Evaluation *, PetscScalar local[]);
  PetscErrorCode (*tangent)(Term, const Evaluation *, const FsConstraintRows *,
                            const ChartColumns columns[], FsShift, const OpenMatrix *A);
  PetscErrorCode (*balance)(Term, const Evaluation *, Balance *);
  void (*source)(Term, PetscInt k, char path[], size_t size);
  PetscErrorCode (*source_forces)(Term, const Evaluation *, PetscInt k, Vec f, PetscScalar local[]);
  PetscErrorCode (*frequency)(Term, const Evaluation *, const Masses *, PetscReal bound[BOUNDS]);
  PetscErrorCode (*switch_margins)(Term, const Evaluation *, PetscReal margin[FS_SWITCHES]);
  PetscErrorCode (*accept)(Term, const Evaluation *);
  PetscErrorCode (*archive)(Term, FsArchive);
  PetscErrorCode (*reset_history)(Term, const Evaluation *);
  PetscErrorCode (*describe_nonfinite)(Term, const Evaluation *, char text[], size_t size);
  void (*place)(Term, PetscInt dof, char text[], size_t size);
} TermKind;

/* One term of one model. */
struct _n_Term {
  const TermKind *kind;
  Assembly        assembly; /* borrowed */
  Model           model;    /* borrowed */
  TermTraits      traits;
  PetscBool       adds_damping, adds_applied,
    adds_work; /* it adds to Balance.damping, to Balance.applied, to Balance.work */
  PetscInt npairs,
    first_pair;      /* of force and path: how many, and the first in the sums of energy_meter.c */
  PetscInt nsources; /* what else does external work, one by one */
  void    *data;     /* private to the kind */
};

/* assembly/terms/term_table.c: all kinds, in the order in which they are summed; ends with NULL. */
extern const TermKind *const term_kinds[];

enum { MAX_TERMS = 16 };

struct _n_Assembly {
  Model         model;         /* borrowed */
  Configuration configuration; /* owned */
  PetscInt      nterms;
  Term          term[MAX_TERMS]; /* owned */
  Vec           local; /* local vector for terms with nodes, scratch; NULL: there are none */
  PetscBool
    displacements_only; /* all that the residual asks of nodes are displacements, of elements of three dofs a node */
  struct _n_NodalInertia
    *nodal; /* inertia of nodes, see nodal_inertia.h; NULL until it is asked for */
};

/* FsSystemOps.loaded, from the functions acts of the terms. */
PetscErrorCode LoadRows_Assembly(FsSystem sys, IS *rows);

/* The model's term of a kind, borrowed; NULL: it has none. */
Term AssemblyTerm(Assembly a, const TermKind *kind);

/* The traits of all terms of all ranks: true where one of them is. Collective. */
PetscErrorCode TermsSumTraits(Assembly a, TermTraits *all);
/* evaluation.c: a->plain, from the term of elements (NULL: none) and the traits of the terms of all ranks: elements
   alone ask for nodes, and nothing of these but where they are, and each node has its three displacements one after the other or none.
   So it is with trusses, cables and membranes without dampers. Collective. */
PetscErrorCode DetectDisplacementsOnly(Assembly a, Term elements, const TermTraits *all);

/* *factor = the formula time at ev->s->t (1 if NULL: not scaled at all) times loading->factor, and its harmonic part. Input error: no
   finite value. */
PetscErrorCode TermFactor(const Evaluation *ev, Expression time, const Harmonic *harmonic,
                          PetscReal *factor);

/* Add the forces f[nc] on the components dofs[nc] of a node to the reactions of the motions that move them. For a
   prescribed rotation vector the share of a moment m in body axes is T^T m. */
void AddReactions(const Evaluation *ev, PetscInt node, int nc, const PetscInt dofs[],
                  const double f[], PetscReal reaction[]);

/* The path of a pair is a prescribed motion: f[3], its value and derivatives. On one rank, as all ranks know it. */
static inline void AddPath(const Balance *b, PetscInt pair, const PetscReal f[3])
{
  b->path[pair] += f[0];
  b->velocity[pair] += f[1];
  b->acceleration[pair] += f[2];
}

/* y[dofs[i]] += sign x[i]; dofs of -1 are left out. */
static inline void scatter(PetscInt nd, const PetscInt dofs[], double sign, const double x[],
                           PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0) y[dofs[i]] += sign * x[i];
}

/* The same in the rows of held and moved dofs alone. */
static inline void scatter_to_supports(const Layout *l, PetscInt nd, const PetscInt dofs[],
                                       double sign, const double x[], PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0 && l->global[dofs[i]] < 0) y[dofs[i]] += sign * x[i];
}

/* A[rows][nd] = ck K + cc C + cm M in the displacements of nodes with nc dofs each; in their rotations K spin + C
   velocity + M acceleration, with the columns of each node. Overwrites A. C, M NULL: 0. */
void CombineColumns(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[],
                    FsShift shift, const double K[], const double C[], const double M[],
                    double A[]);
/* group_columns.c: the same of square matrices of LANES elements, of six dofs a node: columns[node] of each. */
void CombineGroup(PetscInt nd, const ChartColumns *columns[][LANES], FsShift shift, const Lanes K[],
                  const Lanes C[], const Lanes M[], Lanes A[]);

/* *A = a matrix of all terms: a MATAIJ, or for bs > 1 a MATBAIJ of blocks of that size; values 0; the caller destroys it.
   Collective. Error: more entries than a PetscInt counts. */
PetscErrorCode TermsCreateMatrix(Assembly a, PetscInt bs, Mat *A);

/* *p = the pattern of all terms, in blocks of bs x bs, of which the rows of each rank are a multiple; the caller destroys it.
   Collective. Error: more entries than a PetscInt counts. */
PetscErrorCode TermsCreatePattern(Assembly a, PetscInt bs, Pattern *p);

#endif
