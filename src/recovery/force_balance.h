/* force_balance.h: checks that external forces are the rates of linear and angular momentum.

   The rows of the residual cannot show this, because they are in balance whatever the elements
   compute. Here the internal forces of an element, and those of a joint on its two nodes, are left
   out, because they must cancel. The check detects reactions that miss a force, steps that are not
   solved, and elements that are not in equilibrium with themselves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_FORCE_BALANCE_H
#define FS_RECOVERY_FORCE_BALANCE_H

#include "assembly/assembly.h"

enum { BALANCE_FORCE, BALANCE_MOMENT, BALANCES };

/* The sums of forces and of moments about the origin in global axes, which should be 0 [N, N m],
   and the largest single ones that an element, joint, load or support exerts on a node. */
typedef struct {
  PetscReal sum[BALANCES][3], largest[BALANCES];
} ForceImbalance;

typedef struct _n_ForceBalance *ForceBalance;

/* ForceBalanceCreate - Creates a force balance, with the matrices of all linear elements in memory.

   It borrows the assembly. Collective. */
PetscErrorCode ForceBalanceCreate(Assembly a, ForceBalance *b);
PetscErrorCode ForceBalanceDestroy(ForceBalance *b);

/* ForceBalanceCompute - Computes the force balance at a state with q, v and a.

   Collective, with two reductions and an exchange of forces between neighbours. Input error if a
   formula has no finite value. */
PetscErrorCode ForceBalanceCompute(ForceBalance b, const FsState *s, const FsLoading *loading,
                                   ForceImbalance *imbalance);

#endif
