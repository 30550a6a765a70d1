/* force_balance.h: checks that external forces are the rates of linear and angular momentum.

   The residual of the system cannot show this, because its rows are in balance whatever the
   elements compute. The internal forces of an element must cancel, and also the forces of a joint
   on its two nodes. The check therefore leaves them out. It detects reactions that miss a force,
   steps that are not solved, and elements whose internal forces do not cancel. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_BALANCE_FORCE_BALANCE_H
#define FS_RECOVERY_BALANCE_FORCE_BALANCE_H

#include "assembly/evaluation.h"

enum { BALANCE_FORCE, BALANCE_MOMENT, BALANCES };

/* ForceImbalance - Forces [N] and moments [N m].

   Members:
     sum      sums of the forces, and of the moments about the origin, in global axes; should be 0
     largest  largest force and moment that one element, joint, load or support exerts on a node */
typedef struct {
  PetscReal sum[BALANCES][3], largest[BALANCES];
} ForceImbalance;

typedef struct _n_ForceBalance *ForceBalance;

/* ForceBalanceCreate - Creates a force balance, with the matrices of all linear elements in memory.

   It borrows the assembly. Collective. */
PetscErrorCode ForceBalanceCreate(Assembly a, ForceBalance *b);
PetscErrorCode ForceBalanceDestroy(ForceBalance *b);

/* ForceBalanceCompute - Computes the sums at a state, which must have q, v and a.

   Collective, with two reductions and an exchange of forces between neighbours. Input error if a
   formula has no finite value. */
PetscErrorCode ForceBalanceCompute(ForceBalance b, const FsState *s, const FsLoading *loading,
                                   ForceImbalance *imbalance);

/* ForceBalanceAdd - Adds weight times the forces at a state to those of a weighted sum of states.

   The amplitudes of a harmonic motion are such a sum: a difference of states beside the equilibrium
   about which the model moves.
   Input:
     ev      evaluation of the state, with nodes
     weight  of this state in the sum
     first   this state is the first of a new sum
   Collective, with an exchange of forces between neighbours. */
PetscErrorCode ForceBalanceAdd(ForceBalance b, const Evaluation *ev, PetscReal weight,
                               PetscBool first);

/* ForceBalanceGetSum - Computes the imbalance of the sum since the last first state, and the
   largest force and moment in it. Collective, with two reductions. */
PetscErrorCode ForceBalanceGetSum(ForceBalance b, ForceImbalance *imbalance);

#endif
