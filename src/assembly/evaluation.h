/* evaluation.h: a state of the model under a loading, gathered once for all terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_EVALUATION_H
#define FS_ASSEMBLY_EVALUATION_H

#include "assembly/assembly.h"

/* Evaluation - A state under a loading.

   All members are borrowed. They are valid until the next evaluation of the assembly. */
typedef struct {
  Assembly         assembly;
  const FsState   *s;
  const FsLoading *loading;
  /* motions of supports and drivers at s->t [m, rad], and their first two time derivatives */
  const PrescribedMotion *motions;
  const NodeState        *nodes; /* [nnodes] states of this rank's nodes and ghosts, or NULL */
  /* If nodes is NULL, EvaluationPrepareResults() fills this, and ElementResults() computes the
     states of single nodes from it. */
  NodeSource node_source;
  /* the same as nodes, but velocities and accelerations are relative to inertial space */
  const NodeState *inertial;
  /* [nlocal] displacements of this rank, with fixed and moved dofs. If forces depend on
     displacements alone, residuals read this instead of nodes. Otherwise it is NULL. A residual on
     one rank reads the free ones from s->q; here it has only those of supported dofs. */
  const PetscScalar *displacements;
  PetscReal gravity[3]; /* (gravity - acceleration of the ground) * loading->factor [m/s2] */
} Evaluation;

/* AssemblyEvaluate - Fills an evaluation of a state.

   Input:
     s      v and a may be NULL, which means zero
     nodes  whether to compute ev->nodes and ev->inertial; if not, they are NULL
   Collective. Input error if a formula has no finite value. */
PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev);

/* EvaluationPrepareResults - Gathers the values that ElementResults() reads.

   Call it again before ElementResults() if the assembly has evaluated another state in between.
   Collective. */
PetscErrorCode EvaluationPrepareResults(Evaluation *ev);

/* ElementResults - Computes all results of one element of block b.

   Call EvaluationPrepareResults() first. If ev->nodes is NULL, this function computes the states of
   the element's nodes itself.
   Output:
     values  [ELEMENT_MAX_RESULTS] the results, one after another
   Not collective. */
void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, double values[]);

#endif
