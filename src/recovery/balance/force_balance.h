/* force_balance.h: checks that external forces are the rates of linear and angular momentum.


   The residual of the system cannot show this, because each of its rows is in balance whatever
   forces the elements compute. The internal forces of an element, and the forces of a joint on its
   two nodes, should cancel in the sum; the check therefore does not add them. It detects reactions
   in which a force is missing, steps that are not solved, and elements whose internal forces do not
   cancel. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_BALANCE_FORCE_BALANCE_H
#define FS_RECOVERY_BALANCE_FORCE_BALANCE_H

#include "assembly/evaluation.h"

/* indices of the balance of forces, and of the balance of moments */
enum { BALANCE_FORCE, BALANCE_MOMENT, BALANCES };

/* ForceImbalance - How well the forces [N] and moments [N m] of a state balance.

   Members:
     sum      sum of all forces, and of their moments about the origin, in global axes, including
              those of inertia; 0 if the forces balance
     largest  largest force and moment that one element, joint, load or support exerts on a node,
              with which sum is compared */
typedef struct {
  PetscReal sum[BALANCES][3], largest[BALANCES];
} ForceImbalance;

/* ForceBalance - The data of the check that external forces are the rates of momentum of a
   model. */
typedef struct _n_ForceBalance *ForceBalance;

/* ForceBalanceCreate - Creates the data of the check, which keep the matrices of all linear
   elements in memory.

   Input:
     a  the assembly of the model, borrowed
   Output:
     b  the caller destroys it by ForceBalanceDestroy()
   Collective. */
PetscErrorCode ForceBalanceCreate(Assembly a, ForceBalance *b);
PetscErrorCode ForceBalanceDestroy(ForceBalance *b);

/* ForceBalanceCompute - Computes the imbalance of the forces at a state.

   Input:
     s        the state, with q, v and a
     loading  how much of the loads acts, and whether supports move
   Output:
     imbalance  the same on all ranks
   Collective, with two reductions and an exchange of forces of shared nodes. Input error if a
   formula has no finite value. */
PetscErrorCode ForceBalanceCompute(ForceBalance b, const FsState *s, const FsLoading *loading,
                                   ForceImbalance *imbalance);

/* ForceBalanceAdd - Adds the forces at a state, times a weight, to a weighted sum of the forces at
   several states.

   Such a sum is the derivative of the forces with respect to a small motion, computed by
   differences of states near an equilibrium, and therefore the amplitude of the forces in a
   harmonic motion.
   Input:
     ev      evaluation of the state; ev->nodes must not be NULL
     weight  weight of this state in the sum
     first   whether this state is the first one of a new sum
   Collective, with an exchange of forces of shared nodes. */
PetscErrorCode ForceBalanceAdd(ForceBalance b, const Evaluation *ev, PetscReal weight,
                               PetscBool first);

/* ForceBalanceGetSum - Computes the imbalance of the weighted sum of forces at several states that
   calls of ForceBalanceAdd() have made.

   Output:
     imbalance  the same on all ranks; its member largest is that of the weighted sums of the forces
   Collective, with two reductions. */
PetscErrorCode ForceBalanceGetSum(ForceBalance b, ForceImbalance *imbalance);

/* ---- force sums ------------------------------------------------------------------------------ */

/* NodeForce - The weighted sum, over several states, of a force and a moment on a node, in global
   axes [N], [N m], and the position of the node [m]. */
typedef struct {
  double force[3], moment[3], x[3];
} NodeForce;

/* ForceSums - The sums of forces on nodes and of their moments about the origin, and the largest
   single force and moment. */
typedef struct {
  const Evaluation *ev; /* evaluation of the state at which the forces act */
  PetscInt          n;  /* number of forces that were added so far */
  /* [number of forces at a state] entry k gets weight times force k, so that the largest force of a
     weighted sum can be found; NULL if forces are compared at once */
  NodeForce *exerted;
  PetscReal  weight; /* weight of this state in a weighted sum; used only if exerted is not NULL */
  /* size of the model [m], the arm of the couple of forces by which a moment is compared with
     forces */
  PetscReal model_size;
  /* sum of the forces [N], then of the moments [N m]; and the largest single force and moment */
  PetscReal sum[COMPONENTS], largest[BALANCES];
} ForceSums;

/* ForceContribution - To which sums a force is added. Each force is compared with the largest one.
   ADD_ALL: to the sums of forces and moments. ADD_NOTHING: to no sum, because the force cancels
   with others. ADD_FORCES: to the sum of forces, because its moment cancels with others. */
typedef enum { ADD_ALL, ADD_NOTHING, ADD_FORCES } ForceContribution;

/* force_sums_compare - Updates the largest single force and moment, s->largest, with a force and a
   moment on a node.

   Input:
     x          position of the node [m]
     f, moment  in global axes [N], [N m]
   Not collective. */
void force_sums_compare(ForceSums *s, const double x[3], const double f[3], const double moment[3]);

/* force_sums_add_node - Adds a force and a moment on a node of this rank to the sums of the balance
   of forces.

   The force acts at the position of the node at the state, or, in linear models and with
   -linearize, at the position in the mesh.
   Input:
     node          index of the node
     f             force in global axes [N], moment in the axes of the node [N m]
     sign          factor of the force and moment in the sums, 1 or -1
     contribution  to which sums the force is added
   Not collective. */
void force_sums_add_node(ForceSums *s, PetscInt node, const double f[COMPONENTS], double sign,
                         ForceContribution contribution);

/* force_sums_add_element - Adds the forces of an element on its nodes to the sums of the balance of
   forces.

   Input:
     b, e          block of the element, and index of the element in the block
     r             [nd] forces and moments on the dofs of the element; entries of components that a
                   node does not have are left out
     sign          factor of the forces in the sums, 1 or -1
     contribution  to which sums the forces are added
   Not collective. */
void force_sums_add_element(ForceSums *s, const Block *b, PetscInt e, const double r[], double sign,
                            ForceContribution contribution);

/* ForceSumsAddNodes - Adds forces on all nodes to the sums of the balance of forces, each node on
   the rank that owns it.

   Input:
     sign          factor of the forces in the sums, 1 or -1
     contribution  to which sums the forces are added
   Changed:
     f             [nnodes] on entry, the forces [N] and moments [N m] that cells of this rank exert
                   on each node; on return, the sums of the entries of all ranks that have the node
   Collective. */
PetscErrorCode ForceSumsAddNodes(ForceSums *s, PetscReal (*f)[COMPONENTS], double sign,
                                 ForceContribution contribution);

/* ForceSumsAddDofs - Adds forces on dofs, and their moments, to the sums of the balance of forces.

   The force on a dof is the sum of the entries of all ranks in local, and of the entry in global.
   Input:
     local   [nlocal] forces that this rank exerts on its dofs, in the order of local vectors
     global  this rank's part of a global vector of forces on free dofs; NULL if there is no such
             vector
     sign    factor of the forces in the sums, 1 or -1
   Collective. */
PetscErrorCode ForceSumsAddDofs(ForceSums *s, const PetscScalar local[], const PetscScalar global[],
                                double sign);

/* ForceSumsReduce - Adds the sums of forces and moments of all ranks, and finds the largest force
   and moment of all ranks.

   Changed:
     s          on return, sum and largest are those of all ranks
   Output:
     imbalance  the same numbers
   Collective, with two reductions. */
PetscErrorCode ForceSumsReduce(ForceSums *s, MPI_Comm comm, ForceImbalance *imbalance);

#endif
