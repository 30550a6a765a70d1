/* evaluation.h: a state of the model under a loading, gathered once for all terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_EVALUATION_H
#define FS_ASSEMBLY_EVALUATION_H

#include "assembly/assembly.h"

/* A state under a loading. All members are borrowed. They are valid until the next evaluation of
   the assembly. */
typedef struct {
  Assembly         assembly;
  const FsState   *s;
  const FsLoading *loading;
  /* of supports and drivers at s->t: [m], [rad] and their first two derivatives */
  const PrescribedMotion *motions;
  const NodeState        *nodes; /* [nnodes] of this rank, with ghosts; NULL if not computed */
  /* from which EvaluationPrepareResults() makes the states of single nodes if nodes is NULL */
  NodeSource node_source;
  /* nodes, with velocities and accelerations against inertial space (rotating_frame.h) */
  const NodeState *inertial;
  /* [nlocal] of this rank, with fixed and moved dofs. It replaces nodes in residuals of models
     that depend on displacements only; NULL otherwise. */
  const PetscScalar *displacements;
  PetscReal gravity[3]; /* (gravity - acceleration of the ground) * loading->factor [m/s2] */
} Evaluation;

/* AssemblyEvaluate - Fills an evaluation of a state.

   Input:
     s      v and a may be NULL, which means zero
     nodes  whether to compute ev->nodes and ev->inertial
   Collective. Input error if a formula has no finite value. */
PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev);

/* EvaluationPrepareResults - Gathers the values that ElementResults() reads.

   Call it again before ElementResults() if the assembly has evaluated another state in between. If
   ev->nodes is NULL, ElementResults() computes the states of the nodes for each element.
   Collective. */
PetscErrorCode EvaluationPrepareResults(Evaluation *ev);

/* ElementResults - Computes all results of an element of a part, one after another.

   Output:
     values  [ELEMENT_MAX_RESULTS]
   Not collective. Call EvaluationPrepareResults() first. */
void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, double values[]);

#endif
