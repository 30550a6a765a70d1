/* term.h: a term is one contribution to the residual r, for example elements, joints or loads.

   Each kind of term is a file in terms/ or constraints/ and a row of the table in assembly.c. Most
   operations of an assembly are loops over its terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERM_H
#define FS_ASSEMBLY_TERM_H

#include "assembly/balance.h"
#include "assembly/combine_columns.h"
#include "assembly/evaluation.h"
#include "assembly/location.h"
#include "assembly/pattern.h"

typedef struct _n_Term *Term;

/* Properties of a term that solvers must know; its create function sets them. All members are
   PetscBools, because TermsSumTraits() reads the struct as an array. */
typedef struct {
  /* The residual or the tangent must be called. If no term is nonlinear, the model is linear: r
     consists of the matrices of linear_elements.c and of the forces alone. */
  PetscBool nonlinear;
  /* residual and tangent read Evaluation.nodes, and residual adds to the local vector */
  PetscBool nodes;
  /* forces depend on velocities, beyond the inertia forces that rotate with their node */
  PetscBool velocity;
  PetscBool pivots;       /* tangents may be indefinite: factorizations must pivot */
  PetscBool has_switches; /* switch_margins shows where laws change from one formula to another */
  PetscBool has_memory;   /* accept changes the results of later evaluations */
  /* forces depend on multipliers, beyond the forces of the constraints themselves */
  PetscBool multiplier_dependent;
  PetscBool unsymmetric; /* tangents may be unsymmetric by more than round-off */
} TermTraits;

/* Indices of bounds of the eigenvalues of M^-1 K [1/s2] and of M^-1 C [1/s] (frequency_bound.c). */
enum { BOUND_OMEGA2, BOUND_DAMPING, BOUNDS };

/* The mass of each dof: [nlocal], and this rank's part of a global vector. */
typedef struct {
  const PetscScalar *local, *owned;
} Masses;

/* A kind of term. All functions but create may be NULL. All but source and place are collective.

   Evaluations are borrowed. Their state has q and v for residual, tangent, balance and frequency, q
   for accept, and t alone for force. Functions add to their outputs and never overwrite them. They
   return an error if a formula has no finite value. */
typedef struct {
  const char *name;

  /* ---- life cycle ---- */

  /* Sets data, traits, npairs, nsources and adds_... of the term; returns *present = PETSC_FALSE if
     the model has no such term, and nothing is kept then. */
  PetscErrorCode (*create)(Term, PetscBool *present);
  PetscErrorCode (*destroy)(Term); /* frees data */

  /* ---- forces and tangents ---- */

  PetscErrorCode (*pattern)(Term, Pattern); /* inserts the positions of tangent entries */
  /* f += sign times the forces that depend on time alone; f is a global vector */
  PetscErrorCode (*force)(Term, const Evaluation *, PetscReal sign, Vec f);
  /* Adds the rows of this rank, by local number, to which force adds; NULL if it may add to any. */
  PetscErrorCode (*load_rows)(Term, IS *rows);
  /* r += the share of the term; terms with traits.nodes add to local[nlocal] instead. A collapsed
     element adds NaN: Newton's method then fails, and the step becomes shorter. */
  PetscErrorCode (*residual)(Term, const Evaluation *, const FsConstraintRows *, Vec r,
                             PetscScalar local[]);
  /* local[nlocal] += the share of the rows of fixed and moved dofs, which r does not have. The
     evaluation has nodes if some term needs them. Elements do not have this function, because
     recovery/reactions.c knows which of them touch such dofs. */
  PetscErrorCode (*held)(Term, const Evaluation *, PetscScalar local[]);
  /* A += the share of cm M + cc C + ck K. columns describes the rotations of nodes
     (ConfigurationColumns); it is NULL if no term has traits.nodes. */
  PetscErrorCode (*tangent)(Term, const Evaluation *, const FsConstraintRows *,
                            const ChartColumns columns[], FsShift, const OpenMatrix *A);

  /* ---- energies and work ---- */

  PetscErrorCode (*balance)(Term, const Evaluation *, Balance *);
  /* Returns the path of the work of pair k below /history, such as "push/work"; from npairs on, the
     path of the sources. */
  void (*source)(Term, PetscInt k, char path[], size_t size);
  /* f or local[nlocal] += the forces of source k, of terms with adds_applied. The sum over the
     sources is Balance.applied. */
  PetscErrorCode (*source_forces)(Term, const Evaluation *, PetscInt k, Vec f, PetscScalar local[]);

  /* ---- step size ---- */

  /* Raises bound[] to those of the stiffness and the damping of the term over the masses. */
  PetscErrorCode (*frequency)(Term, const Evaluation *, const Masses *, PetscReal bound[BOUNDS]);
  /* margin[] = min(margin[], smallest margins of the switches on this rank), see
     FsSystemSwitchMargins(). */
  PetscErrorCode (*switch_margins)(Term, const Evaluation *, PetscReal margin[FS_SWITCHES]);

  /* ---- history ---- */

  PetscErrorCode (*accept)(Term, const Evaluation *); /* makes the state the last accepted one */
  PetscErrorCode (*archive)(Term, FsArchive); /* writes or reads the values that accept changes */
  /* Resets the history. Forces that depend on it (friction) then start from their values at the
     evaluation; if it is NULL, they start without a history. */
  PetscErrorCode (*reset_history)(Term, const Evaluation *);

  /* ---- messages ---- */

  /* If text is empty, describes a force on this rank that has no finite value at the state. */
  PetscErrorCode (*describe_nonfinite)(Term, const Evaluation *, char text[], size_t size);
  /* Describes where a multiplier is. Leaves text unchanged if dof, a number of a global vector,
     does not belong to the term. */
  void (*place)(Term, PetscInt dof, char text[], size_t size);
} TermKind;

/* One term of one model. */
struct _n_Term {
  const TermKind *kind;
  Assembly        assembly; /* borrowed */
  Model           model;    /* borrowed */
  TermTraits      traits;
  /* it adds to Balance.damping, to Balance.applied, to Balance.work */
  PetscBool adds_damping, adds_applied, adds_work;
  PetscInt  npairs, first_pair; /* number of pairs, and the first one in recovery/energy_meter.c */
  PetscInt  nsources;           /* sources of external work that are not pairs */
  void     *data;               /* private to the kind */
};

enum { MAX_TERMS = 16 };

struct _n_Assembly {
  Model         model;         /* borrowed */
  Configuration configuration; /* owned */
  PetscInt      nterms;
  Term          term[MAX_TERMS]; /* owned */
  Vec           local; /* work vector of terms with traits.nodes; NULL if there is no such term */
  PetscBool     displacements_only; /* see DetectDisplacementsOnly() */
  struct _n_NodalInertia *nodal;    /* (nodal_inertia.h); NULL until it is needed */
};

/* AssemblyTerm - Returns the model's term of a kind, borrowed; NULL if it has no such term. */
Term AssemblyTerm(Assembly a, const TermKind *kind);

/* TermsSumTraits - Computes the traits of all terms on all ranks, combined by "or". Collective. */
PetscErrorCode TermsSumTraits(Assembly a, TermTraits *all);

/* DetectDisplacementsOnly - Sets a->displacements_only.

   It is true for models of trusses, cables and membranes without dampers: elements alone need
   nodes, they need only their positions, and each node has three consecutive displacements or none.
   Input:
     elements  the term of elements; NULL if there is no such term
     all       the traits of the terms of all ranks
   Collective. */
PetscErrorCode DetectDisplacementsOnly(Assembly a, Term elements, const TermTraits *all);

/* TermFactor - Computes the factor of a load at ev->s->t.

   The factor is the formula time times ev->loading->factor, plus the harmonic part; it is 1 if time
   is NULL. Input error if the formula has no finite value. */
PetscErrorCode TermFactor(const Evaluation *ev, Expression time, const Harmonic *harmonic,
                          PetscReal *factor);

/* AddReactions - Adds forces on a node to the reactions of the motions that move its components.

   Input:
     dofs, f  [nc] dofs of the node and forces on them
   A moment m in body axes adds T^T m to the reaction of a prescribed rotation vector. */
void AddReactions(const Evaluation *ev, PetscInt node, int nc, const PetscInt dofs[],
                  const double f[], PetscReal reaction[]);

/* scatter - Adds sign x[i] to y[dofs[i]], except for dofs of -1. */
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

/* TermsCreateMatrix - Creates a matrix with the entries of all terms, with values 0.

   Input:
     bs  1 for a MATAIJ, else the block size of a MATBAIJ
   The caller destroys it. Collective. Error if there are more entries than a PetscInt can count. */
PetscErrorCode TermsCreateMatrix(Assembly a, PetscInt bs, Mat *A);

/* TermsCreatePattern - Creates the pattern of all terms, in blocks of bs x bs.

   The number of rows of each rank must be a multiple of bs. The caller destroys the pattern.
   Collective. Error if there are more entries than a PetscInt can count. */
PetscErrorCode TermsCreatePattern(Assembly a, PetscInt bs, Pattern *p);

#endif
