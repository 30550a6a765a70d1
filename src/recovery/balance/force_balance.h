/* force_balance.h: checks that external forces are the rates of linear and angular momentum.

   The residual of the system cannot show this, because each of its rows is in balance whatever
   forces the elements compute. The internal forces of an element, and the forces of a joint on its
   two nodes, should cancel in the sum; the check therefore does not add them. It detects reactions
   in which a force is missing, steps that are not solved, and elements whose internal forces do not
   cancel. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_BALANCE_FORCE_BALANCE_H
#define FS_RECOVERY_BALANCE_FORCE_BALANCE_H

#include "assembly/term.h"

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

#endif
