/* term.h: a term is one contribution to the residual r, for example elements, joints or loads.

   Each kind of term is implemented in one file of terms/ or constraints/, and it is a row of the
   table in assembly.c. Most operations of an assembly are loops over its terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERM_H
#define FS_ASSEMBLY_TERM_H

#include "assembly/balance.h"
#include "assembly/matrices/combine_columns.h"
#include "assembly/evaluation.h"
#include "assembly/matrices/location.h"
#include "assembly/matrices/pattern.h"

typedef struct _n_Term *Term;

/* Properties of a term that solvers must know; its create function sets them. All members are
   PetscBools, because TermsSumTraits() reads the struct as an array. */
typedef struct {
  /* The term has a residual or a tangent function. If no term is nonlinear, the model is linear: r
     comes from the constant matrices of terms/elements/linear_elements.c and from force() alone. */
  PetscBool nonlinear;
  /* residual() and tangent() read Evaluation.nodes, and residual() adds to the local vector */
  PetscBool nodes;
  /* forces depend on velocities; inertia forces that belong to a node alone do not count */
  PetscBool velocity;
  PetscBool pivots;       /* tangents may be indefinite: factorizations must pivot */
  PetscBool has_switches; /* laws change from one formula to another, see switch_margins() */
  PetscBool has_memory;   /* accept() changes the results of later evaluations */
  PetscBool friction;     /* joints have dry friction */
  /* forces other than the constraint forces G^T lambda depend on multipliers (friction) */
  PetscBool multiplier_dependent;
  PetscBool ill_conditioned; /* factors solve what iterations do not (ElementTraits) */
  PetscBool unsymmetric;     /* tangents may be unsymmetric by more than round-off */
} TermTraits;

/* Indices of two upper bounds: of the eigenvalues of M^-1 K [1/s2], and of those of M^-1 C [1/s]
   (frequency_bound.c). */
enum { BOUND_OMEGA2, BOUND_DAMPING, BOUNDS };

/* The mass of each dof twice: as an array of a local vector [nlocal], and as this rank's part of a
   global vector. */
typedef struct {
  const PetscScalar *local, *owned;
} Masses;

/* A kind of term. All functions except create may be NULL. All except source and place are
   collective.

   Evaluations are borrowed. The state of an evaluation has q and v for residual, tangent, balance
   and frequency. For accept it has q, and for force only t. Functions add to their outputs and
   never overwrite them. They return an error if a formula has no finite value. */
typedef struct {
  const char *name;

  /* ---- life cycle ---- */

  /* Sets data, traits, npairs, nsources and adds_... of the term. If the model has no such term, it
     sets *present = PETSC_FALSE and leaves nothing allocated. */
  PetscErrorCode (*create)(Term, PetscBool *present);
  PetscErrorCode (*destroy)(Term); /* frees data */

  /* ---- forces and tangents ---- */

  PetscErrorCode (*pattern)(Term, Pattern); /* inserts the positions of tangent entries */
  /* f += sign times the forces that depend on time alone; f is a global vector */
  PetscErrorCode (*force)(Term, const Evaluation *, PetscReal sign, Vec f);
  /* Lists the rows of this rank, by local number, to which force adds. A term without this function
     may add to any row. */
  PetscErrorCode (*load_rows)(Term, IS *rows);
  /* r += the forces of the term; terms with traits.nodes add to local[nlocal] instead. On one rank,
     local is NULL if Evaluation.displacements is not. A collapsed element adds NaN. Newton's method
     then fails, and the step becomes shorter. */
  PetscErrorCode (*residual)(Term, const Evaluation *, const FsConstraintRows *, Vec r,
                             PetscScalar local[]);
  /* local[nlocal] += the forces of the term on fixed and moved dofs, for which r has no rows. The
     evaluation has nodes if some term needs them. This function is NULL for elements, because
     recovery/reactions.c computes only those that touch such dofs. */
  PetscErrorCode (*held)(Term, const Evaluation *, PetscScalar local[]);
  /* A += cm M + cc C + ck K of the term. ConfigurationColumns() gives the chart columns of the
     nodes. columns is NULL if no term has traits.nodes. */
  PetscErrorCode (*tangent)(Term, const Evaluation *, const FsConstraintRows *,
                            const ChartColumns columns[], FsShift, const OpenMatrix *A);

  /* ---- energies and work ---- */

  PetscErrorCode (*balance)(Term, const Evaluation *, Balance *); /* adds to the Balance */
  /* Writes to path[size] the name of the work in the output below /history, such as "push/work". It
     is the work of pair k, or of source k - npairs if k >= npairs. */
  void (*source)(Term, PetscInt k, char path[], size_t size);
  /* f or local[nlocal] += the forces of source k. It exists for terms with adds_applied, and the
     sum over the sources is what balance() adds to Balance.applied. */
  PetscErrorCode (*source_forces)(Term, const Evaluation *, PetscInt k, Vec f, PetscScalar local[]);

  /* ---- step size ---- */

  /* Raises bound[] to the bounds for the stiffness and damping of the term with these masses. */
  PetscErrorCode (*frequency)(Term, const Evaluation *, const Masses *, PetscReal bound[BOUNDS]);
  /* Lowers margin[] to the smallest margins of the switches of the term on this rank, see
     FsSystemSwitchMargins(). */
  PetscErrorCode (*switch_margins)(Term, const Evaluation *, PetscReal margin[FS_SWITCHES]);

  /* ---- history ---- */

  PetscErrorCode (*accept)(Term, const Evaluation *); /* makes the state the last accepted one */
  PetscErrorCode (*archive)(Term, FsArchive); /* writes or reads the values that accept changes */
  /* Resets the history. Friction forces then start from their values at the evaluation, or from
     zero if the evaluation is NULL. */
  PetscErrorCode (*reset_history)(Term, const Evaluation *);
  /* Sets the mode of friction (fs/system_ops.h). Returns the number of coordinates of this rank
     that are not free. */
  PetscInt (*set_friction)(Term, FsFrictionMode);

  /* ---- messages ---- */

  /* If text is empty, writes to it which force on this rank has no finite value at the state. */
  PetscErrorCode (*describe_nonfinite)(Term, const Evaluation *, char text[], size_t size);
  /* Describes the constraint of a multiplier and its place. dof is the index of the multiplier in
     global vectors. If it does not belong to the term, text does not change. */
  void (*place)(Term, PetscInt dof, char text[], size_t size);
  PetscBool has_sliders; /* Term.data is a SliderTerm (slider_state.h) */
} TermKind;

/* One term of one model. */
struct _n_Term {
  const TermKind *kind;
  Assembly        assembly; /* borrowed */
  Model           model;    /* borrowed */
  TermTraits      traits;
  /* whether balance() adds to Balance.damping, to Balance.applied, to Balance.work */
  PetscBool adds_damping, adds_applied, adds_work;
  PetscBool remembers_nodes; /* whether balance() uses Balance.nodes and previous_nodes */
  /* number of pairs (balance.h), and index of the first one among the pairs of all terms */
  PetscInt npairs, first_pair;
  PetscInt nsources; /* number of sources of external work that are not pairs */
  void    *data;     /* private to the kind */
};

enum { MAX_TERMS = 17 };

struct _n_Assembly {
  Model         model;         /* borrowed */
  Configuration configuration; /* owned */
  PetscInt      nterms;
  Term          term[MAX_TERMS]; /* owned */
  Vec           local; /* work vector of terms with traits.nodes; NULL if there is no such term */
  FsLowRank     modal_damping;      /* borrowed from the system; NULL without */
  PetscBool     displacements_only; /* see DetectDisplacementsOnly() */
  struct _n_NodalInertia *nodal;    /* (nodal_inertia.h); NULL until it is needed */
};

/* AssemblyTerm - Returns the model's term of a kind, borrowed; NULL if it has no such term. */
Term AssemblyTerm(Assembly a, const TermKind *kind);

/* TermsSumTraits - Combines the traits of all terms on all ranks by "or".

   Collective. Internal error if a term has functions that its traits exclude. */
PetscErrorCode TermsSumTraits(Assembly a, TermTraits *all);

/* DetectDisplacementsOnly - Determines whether a->displacements_only is true, and sets it.

   It is true for models of trusses, cables and membranes without dampers. In these models only
   elements read node states, and they read only positions. Each node has three consecutive
   displacements or none.
   Input:
     elements  the term of elements; NULL if there is no such term
     all       the traits of the terms of all ranks
   Collective. */
PetscErrorCode DetectDisplacementsOnly(Assembly a, Term elements, const TermTraits *all);

/* TermFactor - Computes the factor of a load at ev->s->t.

   The factor is the value of the formula time times ev->loading->factor, plus the part of harmonic
   in ev->loading->harmonic. It is 1 if time is NULL. Input error if the formula has no finite
   value. */
PetscErrorCode TermFactor(const Evaluation *ev, Expression time, const Harmonic *harmonic,
                          PetscReal *factor);

/* AddReactions - Adds forces on a node to the reactions of the supports that move the node.

   Input:
     dofs      [nc] dofs of the node, as indices in local vectors; -1 for no dof
     f         [nc] forces on these dofs; moments in body axes
   Output:
     reaction  [nmotions] as in Balance; a moment m adds T^T m, with T as in chart.h */
void AddReactions(const Evaluation *ev, PetscInt node, int nc, const PetscInt dofs[],
                  const double f[], PetscReal reaction[]);

/* scatter - Adds sign x[i] to y[dofs[i]] if dofs[i] is not -1. */
static inline void scatter(PetscInt nd, const PetscInt dofs[], double sign, const double x[],
                           PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0) y[dofs[i]] += sign * x[i];
}

/* scatter_to_supports - Like scatter(), for fixed and moved dofs only. */
static inline void scatter_to_supports(const Layout *l, PetscInt nd, const PetscInt dofs[],
                                       double sign, const double x[], PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0 && l->global[dofs[i]] < 0) y[dofs[i]] += sign * x[i];
}

/* TermsCreateMatrix - Creates a matrix of zeros with the pattern of all terms.

   Input:
     bs  1 for a MATAIJ, else the block size of a MATBAIJ
   The caller destroys the matrix. Collective. Error if memory is missing, or if there are more
   entries than a PetscInt can count. */
PetscErrorCode TermsCreateMatrix(Assembly a, PetscInt bs, Mat *A);

/* TermsCreatePattern - Creates the pattern of all terms, in blocks of bs x bs.

   The number of rows of each rank must be a multiple of bs. The caller destroys the pattern.
   Collective. Error if there are more entries than a PetscInt can count. */
PetscErrorCode TermsCreatePattern(Assembly a, PetscInt bs, Pattern *p);

#endif
