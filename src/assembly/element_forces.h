/* element_forces.h: what one element exerts on its nodes at a state, linear and nonlinear part together, for the rows that
   the residual does not have (support_rows.c, reactions.c) and for sums over the model. */
#ifndef FS_ASSEMBLY_ELEMENT_FORCES_H
#define FS_ASSEMBLY_ELEMENT_FORCES_H

#include "assembly/evaluation.h"

/* q, v, a of dofs, those that supports hold or move included. */
typedef struct {
  const PetscScalar *x[3];
  const PetscInt    *at; /* [nlocal] where in x a dof of local vectors is; NULL: at its index */
} DofValues;

/* Whether element forces need Evaluation.nodes of a model. */
PetscBool ElementForcesNeedNodes(Assembly a);

/* Whether a block has a linear part, for which x is read. */
PetscBool BlockHasLinearPart(Model model, const Block *b);

/* M, C, K [nd][nd] of the linear part of an element, kept by whoever asks often; all NULL: there is none. */
typedef struct {
  double *M, *C, *K;
} LinearPart;
PetscErrorCode LinearPartCreate(Model model, const Block *b, PetscInt e, LinearPart *part);
PetscErrorCode LinearPartDestroy(LinearPart *part);

/* y[] = q, v and a, in inertial space, less gravity, of component c of a node, whose dof is an index in local vectors, or -1: the column of
   the linear products. */
void DofMotion(const Evaluation *ev, const DofValues *x, PetscInt node, int c, PetscInt dof,
               double y[3]);

/* r[nd] = inertial + internal - external forces of element e of a block [N], moments in the axes of the nodes [N m]; of a load
   (pressure) with its factor (TermFactor). NaN where it has collapsed. ElementNonlinearForces: of n elements of a nonlinear block, n <= LANES, the
   part that has no constant matrices; element[n] and further ones repeat one. Not collective. */
void ElementNonlinearForces(const Evaluation *ev, const Block *b, PetscInt n,
                            const PetscInt element[LANES], PetscReal factor,
                            double r[LANES][ELEMENT_MAX_DOFS]);
void ElementForces(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e,
                   const LinearPart *part, PetscReal factor, double r[]);

#endif
