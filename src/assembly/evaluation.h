/* evaluation.h: a state of the model under a loading, gathered once for all terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_EVALUATION_H
#define FS_ASSEMBLY_EVALUATION_H

#include "assembly/assembly.h"

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
  /* [nlocal] displacements of this rank, those of supports included, from which residuals are
     computed if forces depend on displacements alone; otherwise NULL. A residual on one rank reads
     the free ones from s->q; here the array has only those of supported dofs. */
  const PetscScalar *displacements;
  PetscReal gravity[3]; /* (gravity - acceleration of the ground) times the load factor [m/s2] */
  /* the small motion about whose state at rest elements linearize their forces; NULL, which
     AssemblyEvaluate() sets, if they do not */
  const SmallMotion *motion;
} Evaluation;

/* AssemblyEvaluate - Computes what the forces of a model at a state depend on, such as node states.

   Input:
     s      the state; its v and a may be NULL, which means zero
     nodes  whether to compute ev->nodes and ev->inertial; if not, they are NULL
   Collective. Input error if a formula has no finite value. */
PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev);

/* EvaluationPrepareResults - Prepares the data of a state that ElementResults() reads. Call it
   again before ElementResults() if the assembly has evaluated another state in between.
   Collective. */
PetscErrorCode EvaluationPrepareResults(Evaluation *ev);

/* Which results ElementResults() computes. */
typedef enum {
  RESULTS_PLAIN, /* results at ends or means of the element, without extremes of beams */
  RESULTS_USUAL, /* the first Block.nusual results, which frames have by default */
  RESULTS_ALL    /* all results, also those on request */
} ResultChoice;

/* ElementResults - Computes the results, such as stresses, of one element of block b for output.

   Call EvaluationPrepareResults() first. If ev->nodes is NULL, this function computes the states of
   the element's nodes itself.
   Input:
     choice  which results are computed; the entries of other results in values are not set
   Output:
     values  [ELEMENT_MAX_RESULTS] the results, one after another
   Not collective. */
void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, ResultChoice choice,
                    double values[]);

#endif
