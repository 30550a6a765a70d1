/* term.h: a term is one contribution to the residual r, for example elements, joints or loads.

   Each kind of term is implemented in one file of terms/ or constraints/, and it is a row of the
   table in assembly.c. Most operations of an assembly are loops over its terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERM_H
#define FS_ASSEMBLY_TERM_H

#include "assembly/matrices/location.h"
#include "assembly/matrices/pattern.h"
#include "assembly.h"
#include <fs/petsc_versions.h>
#include "element/element_node.h"
#include "kinematics/chart.h"
#include "math/lanes.h"
#include <fs/system.h>

typedef struct _n_PrescribedMotion PrescribedMotion; /* model/supports/prescribed_motion.h */

/* ---- combine columns ------------------------------------------------------------------------- */

/* Combines element matrices into tangents, with the chart columns of nodes.

   Chart columns are explained in kinematics/chart.h. */

/* CombineColumns - Computes the tangent A of an element from its matrices K, C and M, whose columns
   for rotations are derivatives by spins.

   In the columns of displacements, A = ck K + cc C + cm M. In the columns of the rotations of a
   node, A = K spin + C velocity + M acceleration, with the node's chart columns (derivatives of
   spin, velocity and acceleration by the unknown).
   Input:
     rows, nd  number of rows and of columns of K, C, M and A, which are stored row by row
     nc        dofs of a node
     columns   [nd / nc] chart columns of each node; NULL for ground, whose columns are not used
     K, C, M   element matrices; C and M may be NULL, which means zero */
void CombineColumns(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[],
                    FsShift shift, const double K[], const double C[], const double M[],
                    double A[]);

/* CombineGroup - Computes the tangents A = ck K + cc C + cm M of LANES elements at once whose nodes
   have six dofs each; CombineColumns() says how columns of rotations are treated.

   Input:
     nd       number of dofs of an element; all matrices are [nd][nd], with LANES values for each
              entry
     columns  [nd / 6][LANES] chart columns of each node of each element
   C and M must not be NULL. */
void CombineGroup(PetscInt nd, const ChartColumns *columns[][LANES], FsShift shift, const Lanes K[],
                  const Lanes C[], const Lanes M[], Lanes A[]);

/* ---- term ------------------------------------------------------------------------------------ */

typedef struct _n_SurfaceExtremes *SurfaceExtremes;

/* ---- evaluation ------------------------------------------------------------------------------ */

/* SmallMotion - The displacements that lead from a state at rest to the state of an evaluation.

   Elements then linearize their forces and results about the state at rest. Places of nodes have
   round-off of 1e-16 of the coordinates. A slender element turns this into large axial forces, so
   that differences of forces at two places are wrong where these small motions are right.
   Members:
     base   [nnodes] states of the nodes at rest
     step   [nnodes] the members v and w are displacements [m], and rotations about the axes of the
            node at rest [rad]
     scale  factor that makes step as large as the model */
typedef struct {
  const NodeState *base, *step;
  PetscReal        scale;
} SmallMotion;

/* Evaluation - A state of the model under given loads, with all that the kinds of forces need to
   compute their shares of the residual.

   All members are borrowed. They are valid until the next evaluation of the assembly. */
typedef struct {
  Assembly         assembly;
  const FsState   *s;
  const FsLoading *loading;
  /* prescribed motions of supports and joint drivers at s->t [m, rad], and their first two time
     derivatives */
  const PrescribedMotion *motions;
  const NodeState        *nodes; /* [nnodes] states of this rank's nodes and ghosts, or NULL */
  /* If nodes is NULL, EvaluationPrepareResults() fills this member, and ElementResults() computes
     the states of single nodes from it. */
  NodeSource node_source;
  /* [nnodes] nodes with velocities and accelerations relative to inertial space, or NULL */
  const NodeState *inertial;
  /* [nlocal] displacements of this rank, including displacements of supports, from which residuals
     are computed if forces depend on displacements alone; otherwise NULL. On one rank the array has
     only the displacements of supported dofs, and residuals read the others from s->q. */
  const PetscScalar *displacements;
  PetscReal gravity[3]; /* (gravity - acceleration of the ground) times the load factor [m/s2] */
  /* the small motion about whose state at rest elements linearize their forces; NULL, which
     AssemblyEvaluate() sets, if they do not */
  const SmallMotion *motion;
  /* results of surfaces at nodes, from SurfaceExtremesPrepare() (results/surface_extremes.h); NULL,
     which AssemblyEvaluate() sets, if extremes of surfaces are those in the middles of elements */
  SurfaceExtremes surfaces;
} Evaluation;

/* AssemblyEvaluate - Computes what the forces of a model at a state depend on, such as node states.

   Input:
     s      the state; its v and a may be NULL, which means zero
     nodes  whether to compute ev->nodes and ev->inertial; if not, they are NULL
   Collective. Input error if a formula has no finite value. */
PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev);

/* EvaluationPrepareResults - Prepares what ElementResults() reads of the state that the evaluation
   ev belongs to. Call it again before ElementResults() if the assembly has evaluated another state
   in between. Collective. */
PetscErrorCode EvaluationPrepareResults(Evaluation *ev);

/* Which results ElementResults() computes. */
typedef enum {
  RESULTS_PLAIN, /* results at ends or means of the element, without extremes of beams */
  RESULTS_USUAL, /* the first Block.nusual results, which frames have by default */
  RESULTS_ALL    /* all results, also those on request */
} ResultChoice;

/* ElementResults - Computes the results, such as stresses, of one element of block b for output.

   Call EvaluationPrepareResults() first. If ev->nodes is NULL, this function computes the states of
   the element's nodes itself. Derived results of surfaces that are extremes are the extremes over
   the middle of the element and its nodes if ev->surfaces is not NULL, otherwise the results in the
   middle.
   Input:
     choice  which results are computed; the entries of other results in values are not set
   Output:
     values  [ELEMENT_MAX_RESULTS] the results, one after another
   Not collective. */
void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, ResultChoice choice,
                    double values[]);

/* ---- balance --------------------------------------------------------------------------------- */

/* Three works of the same forces along the same time step. WORK evaluates the formulas of the
   forces at the times of the step; the other two evaluate them at the start, or at the end, for the
   whole step. */
enum { WORK, WORK_FROZEN_AT_START, WORK_FROZEN_AT_END, WORKS };

/* Balance - Sums of energies, work and reactions over the kinds of forces ("terms") on this rank.

   recovery/energy_meter.c owns the sums and adds them over all ranks. Terms only read moved,
   previous, t_previous, moved_previous and v_previous, and add to the other members unless a
   comment says otherwise. A "pair" is a force and the path along which the force does work. */
typedef struct {
  PetscReal kinetic, strain; /* kinetic and strain energy [J] */
  /* power that dampers dissipate at the state [W]; the energy meter integrates it over time */
  PetscReal power;
  /* energy [J] that friction and other terms which integrate it themselves dissipate in the step */
  PetscReal dissipated;
  /* energy that elements which remember have dissipated since the mesh [J] */
  PetscReal element_loss;

  Vec momentum; /* M v of the free dofs, moments in body axes; NULL if the model is linear */
  /* the forces C v of dampers with constant matrices (Term.adds_damping), or NULL */
  Vec damping;
  /* forces that depend on the motion and do work on the model, such as follower loads
     (Term.adds_applied); NULL if the model has no such forces */
  Vec applied;
  /* [nlocal] M v of all dofs, and the forces of the member applied, as arrays of local vectors;
     nonlinear models add to these instead of the global vectors. NULL if the model is linear */
  PetscScalar *local_momentum, *local_applied;

  /* [npairs] the force and the path of each pair of the term that is evaluated. The energy meter
     sums them over the ranks, so only rank 0 adds a value that all ranks know. */
  PetscReal *force, *path;
  /* [npairs] first and second time derivative of each prescribed path; 0 for other paths */
  PetscReal *velocity, *acceleration;
  /* [nmotions] for each motion that moving supports prescribe, the force [N] or moment [N m] that
     the supports exert on the model; NULL if no support moves */
  PetscReal *reaction;

  /* [nlocal] displacements and velocities of all dofs, at this state and at the state where
     energies were last read. The term of moving supports fills current. previous is NULL at the
     first reading. */
  PetscScalar *current[2], *previous[2];
  Vec          moved; /* path of the free dofs up to this state (ConfigurationPath()) */

  /* For terms with Term.adds_work, which add to work the work [J] of their forces along the
     straight line from the last reading of energies to this one. Here are the time [s] of the last
     reading, and below its path and its velocities. The two vectors are NULL at the first
     reading. */
  PetscReal t_previous;
  /* [nnodes] states of the nodes at this reading of energies and at the last one, for terms with
     Term.remembers_nodes. NULL if there is no such term; previous_nodes is also NULL at the first
     reading */
  NodeState       *nodes;
  const NodeState *previous_nodes;
  Vec              moved_previous, v_previous;
  PetscReal        work[WORKS];
  /* [nsources] the part of work[WORK] that each single source, such as a load, does, or NULL */
  PetscReal *source_work;
} Balance;

/* AddPath - Adds a prescribed motion to the path of a pair, which is a force and the path along
   which it does work. Call it on one rank only.

   Input:
     pair  index of the pair in b->path
     f     [3] value of the motion, its first and its second time derivative */
static inline void AddPath(const Balance *b, PetscInt pair, const PetscReal f[3])
{
  b->path[pair] += f[0];
  b->velocity[pair] += f[1];
  b->acceleration[pair] += f[2];
}

/* ---- term ------------------------------------------------------------------------------------ */

typedef struct _n_Term *Term;

/* TermTraits - Properties of a term, a kind of force of the model, that solvers must know; its
   create function sets them. All members are PetscBools, because TermsSumTraits() reads the struct
   as an array. */
typedef struct {
  /* whether the term has a residual or a tangent function. If no term is nonlinear, the model is
     linear: the residual r comes from constant matrices and from force() alone */
  PetscBool nonlinear;
  /* whether residual() and tangent() read the states of nodes, and residual() adds to local */
  PetscBool nodes;
  /* whether forces depend on velocities; inertia forces that belong to a node alone do not count */
  PetscBool velocity;
  /* whether tangents may be indefinite, so that factorizations must pivot */
  PetscBool pivots;
  PetscBool has_switches; /* whether a formula changes at a condition, as contact does */
  PetscBool has_kinks;    /* whether the tangent of a law jumps somewhere */
  PetscBool has_memory;   /* whether accept() changes the results of later evaluations */
  PetscBool friction;     /* whether joints have dry friction */
  /* whether forces other than the constraint forces G^T lambda depend on multipliers (friction) */
  PetscBool multiplier_dependent;
  PetscBool ill_conditioned; /* whether direct solvers succeed where iterative ones fail */
  PetscBool unsymmetric;     /* whether tangents may be unsymmetric by more than round-off */
} TermTraits;

/* Indices of two upper bounds: of the eigenvalues of M^-1 K [1/s2], and of those of M^-1 C [1/s]
   (system_operations.c). */
enum { BOUND_OMEGA2, BOUND_DAMPING, BOUNDS };

/* Masses - The mass of each dof, as the array of a local vector [nlocal] and as this rank's part of
   a global vector. */
typedef struct {
  const PetscScalar *local, *owned;
} Masses;

/* TermKind - The functions that implement a kind of term, which is one contribution to the residual
   r, for example elements or loads. All except create may be NULL. All except source and place are
   collective.

   Evaluations are borrowed. The state of an evaluation has q and v for residual, tangent, balance
   and frequency, q for accept, and only t for force. Functions add to their outputs and never
   overwrite them. They return an error if a formula has no finite value. */
typedef struct {
  const char *name;

  /* ---- life cycle ---- */

  /* Sets data, traits, npairs, nsources and adds_... of a new term of the model. If the model has
     no such term, it sets *present = PETSC_FALSE and leaves nothing allocated. */
  PetscErrorCode (*create)(Term, PetscBool *present);
  PetscErrorCode (*destroy)(Term); /* frees Term.data */

  /* ---- forces and tangents ---- */

  PetscErrorCode (*pattern)(Term, Pattern); /* inserts the positions of tangent entries */
  /* f += sign times the forces of the term that depend on time alone; f is a global vector */
  PetscErrorCode (*force)(Term, const Evaluation *, PetscReal sign, Vec f);
  /* Lists the rows of this rank, by local number, to which force() adds. A term without this
     function may add to any row. */
  PetscErrorCode (*load_rows)(Term, IS *rows);
  /* r += the forces of the term. Terms with traits.nodes add to local[nlocal] instead, which is
     NULL if one rank computes with Evaluation.displacements. A collapsed element adds NaN; Newton's
     method then fails, and the step becomes shorter. */
  PetscErrorCode (*residual)(Term, const Evaluation *, const FsConstraintRows *, Vec r,
                             PetscScalar local[]);
  /* local[nlocal] += the forces of the term on the dofs of fixed and moving supports, for which r
     has no rows. The evaluation has nodes if some term needs them. The function is NULL for
     elements, because recovery/reactions.c computes only elements that touch such dofs. */
  PetscErrorCode (*held)(Term, const Evaluation *, PetscScalar local[]);
  /* A += cm M + cc C + ck K of the term. columns are derivatives of the rotations of nodes by their
     dofs (ConfigurationColumns()); NULL if no term has traits.nodes. */
  PetscErrorCode (*tangent)(Term, const Evaluation *, const FsConstraintRows *,
                            const ChartColumns columns[], FsShift, const OpenMatrix *A);

  /* ---- energies and work ---- */

  /* adds energies and work to the Balance */
  PetscErrorCode (*balance)(Term, const Evaluation *, Balance *);
  /* Writes to path[size] the name below /history, such as "push/work", under which the output file
     has the work of pair k, or of source k - npairs if k >= npairs. A pair is a force and its path;
     a source is a load without such a path. */
  void (*source)(Term, PetscInt k, char path[], size_t size);
  /* Adds the forces of source k, a single load of the term, to f or to local[nlocal]. It exists for
     terms with adds_applied; the sum over the sources is what balance() adds to Balance.applied. */
  PetscErrorCode (*source_forces)(Term, const Evaluation *, PetscInt k, Vec f, PetscScalar local[]);
  /* Adds to work[nsources] the work of each source on displacements inside of elements, since the
     time t [s] at which the nodes had the states previous[nnodes] (Term.remembers_nodes) */
  PetscErrorCode (*inner_works)(Term, const Evaluation *, PetscReal t, const NodeState previous[],
                                PetscReal work[]);

  /* ---- step size ---- */

  /* Raises bound[] to upper bounds of the eigenvalues of M^-1 K and M^-1 C that stiffness and
     damping of the term cause with these masses. */
  PetscErrorCode (*frequency)(Term, const Evaluation *, const Masses *, PetscReal bound[BOUNDS]);
  /* Lowers margin[] to the smallest distances of the term on this rank from a change of its
     formulas, such as the gap of a stop (FsSystemSwitchMargins()). */
  PetscErrorCode (*switch_margins)(Term, const Evaluation *, PetscReal margin[FS_SWITCHES]);
  /* If margin is NULL, keeps where laws with kinks are at the evaluation. Otherwise lowers *margin
     to the least margin of their kinks on this rank since then (FsSystemKinkMargin()). */
  PetscErrorCode (*kink_margin)(Term, const Evaluation *, PetscReal *margin);

  /* ---- history ---- */

  PetscErrorCode (*accept)(Term, const Evaluation *); /* makes the state the last accepted one */
  PetscErrorCode (*archive)(Term, FsArchive); /* writes or reads the values that accept() changes */
  /* Resets what the term remembers. Friction forces then start from their values at the evaluation,
     or from zero if the evaluation is NULL. */
  PetscErrorCode (*reset_history)(Term, const Evaluation *);
  /* Sets whether dry friction follows its law, keeps sliding or sticking, or is released
     (FsFrictionMode). Returns the number of coordinates on this rank with friction that does not
     follow its law. */
  PetscInt (*set_friction)(Term, FsFrictionMode);

  /* ---- messages ---- */

  /* If text is empty, writes to it which force of the term on this rank has no finite value. */
  PetscErrorCode (*describe_nonfinite)(Term, const Evaluation *, char text[], size_t size);
  /* Writes to text[size] which constraint the Lagrange multiplier with the global index dof belongs
     to, and where it is; text does not change if the multiplier does not belong to the term. */
  void (*place)(Term, PetscInt dof, char text[], size_t size);
  PetscBool has_sliders; /* whether Term.data is a SliderTerm */
  PetscBool is_load; /* whether it is a load, and not inertia, a stress, a motion or a constraint */
} TermKind;

/* Term - One contribution to the residual of one model, such as its elements or its loads. */
struct _n_Term {
  const TermKind *kind;
  Assembly        assembly;
  Model           model;
  TermTraits      traits;
  /* whether balance() adds damping forces to Balance.damping, forces to Balance.applied, and work
     to Balance.work */
  PetscBool adds_damping, adds_applied, adds_work;
  PetscBool remembers_nodes; /* whether balance() uses Balance.nodes and previous_nodes */
  /* number of pairs (a force and the path along which it does work), and index of the first one
     among the pairs of all terms */
  PetscInt npairs, first_pair;
  PetscInt nsources; /* number of sources of external work that are not pairs */
  void    *data;     /* private data of the kind of term */
  /* where laws with kinks are at the start of a step, for kink_margin(), which allocates it, or
     NULL; the assembly frees it */
  double *kinks;
};

enum { MAX_TERMS = 19 };

struct _n_Assembly {
  Model         model;
  Configuration configuration; /* places and rotations of the nodes; owned */
  PetscInt      nterms;
  Term          term[MAX_TERMS];
  Vec           local; /* work vector of terms with traits.nodes; NULL without such terms */
  /* damping of low rank; borrowed from the system, NULL without */
  FsLowRank               modal_damping;
  PetscBool               displacements_only; /* whether forces depend on displacements alone */
  struct _n_NodalInertia *nodal;              /* node by node inertia; NULL until needed */
};

/* AssemblyTerm - Returns the model's term (contribution to the residual) of a given kind, borrowed;
   NULL if the model has no such term. */
Term AssemblyTerm(Assembly a, const TermKind *kind);

/* AssemblyCreateTerms - Creates the terms of the model of an assembly. Collective. */
PetscErrorCode AssemblyCreateTerms(Assembly a);

/* TermDestroy - Frees a term with its data, and sets *term to NULL. */
PetscErrorCode TermDestroy(Term *term);

/* TermsSumTraits - Combines the properties (traits) of all contributions to the residual on all
   ranks by "or".

   Collective. Internal error if a term has functions that its traits exclude. */
PetscErrorCode TermsSumTraits(Assembly a, TermTraits *all);

/* DetectDisplacementsOnly - Determines whether all forces of a model depend on displacements alone,
   so that residuals need no states of nodes, and stores the answer in a->displacements_only.

   This is so for models of trusses, cables and membranes without dampers. In these models only
   elements read node states, and they read only positions. Each node has three consecutive
   displacements or none.
   Input:
     elements  the term of elements; NULL if there is no such term
     all       the traits of the terms of all ranks
   Collective. */
PetscErrorCode DetectDisplacementsOnly(Assembly a, Term elements, const TermTraits *all);

/* TermFactor - Computes the factor by which a load is multiplied at the time ev->s->t.

   The factor is the value of the formula time, times the load factor ev->loading->factor, plus the
   amplitude of harmonic that ev->loading->harmonic selects. It is 1 if time is NULL. Input error if
   the formula has no finite value. */
PetscErrorCode TermFactor(const Evaluation *ev, Expression time, const Harmonic *harmonic,
                          PetscReal *factor);

/* AddReactions - Adds forces on a node to the reactions of the supports that move the node.

   Input:
     dofs      [nc] dofs of the node, as indices in local vectors; -1 for no dof
     f         [nc] forces on these dofs; moments in body axes
   Output:
     reaction  [nmotions] += the forces, for each motion that supports prescribe; a moment m adds
               T^T m, where T is the tangent operator of the rotation vector */
void AddReactions(const Evaluation *ev, PetscInt node, int nc, const PetscInt dofs[],
                  const double f[], PetscReal reaction[]);

/* scatter - Adds sign times x[i] of an element to entry dofs[i] of y, for each of its nd dofs;
   dofs[i] = -1 is skipped. */
static inline void scatter(PetscInt nd, const PetscInt dofs[], double sign, const double x[],
                           PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0) y[dofs[i]] += sign * x[i];
}

/* scatter_to_supports - Adds sign times x[i] of an element to entry dofs[i] of the local array y,
   for those of its nd dofs that belong to fixed or moving supports. */
static inline void scatter_to_supports(const Layout *l, PetscInt nd, const PetscInt dofs[],
                                       double sign, const double x[], PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0 && l->global[dofs[i]] < 0) y[dofs[i]] += sign * x[i];
}

/* TermsCreateMatrix - Creates a matrix of zeros with room for the tangents of all terms of the
   residual.

   Input:
     bs  1 for a MATAIJ, else the block size of a MATBAIJ
   The caller destroys the matrix. Collective. Error if memory is missing, or if there are more
   entries than a PetscInt can count. */
PetscErrorCode TermsCreateMatrix(Assembly a, PetscInt bs, Mat *A);

#endif
