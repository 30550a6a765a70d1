/* force_balance.h: whether loads and reactions of supports, and what else the ground exerts, are the rates of linear and angular
   momentum. The rows of the residual do not say so: they hold whatever elements do, while here the internal forces
   of an element, and those of a joint on its two nodes, are left out, as they must cancel. So a reaction that misses
   something, a step that is not solved and an element that is not in equilibrium with itself are seen. */
#ifndef FS_RECOVERY_FORCE_BALANCE_H
#define FS_RECOVERY_FORCE_BALANCE_H

#include "assembly/assembly.h"

enum { BALANCE_FORCE, BALANCE_MOMENT, BALANCES };

/* What is left of forces and of moments about the origin, global axes [N, N m], and the largest single ones that an element,
   joint, load or support exerts on a node. */
typedef struct {
  PetscReal left[BALANCES][3], most[BALANCES];
} ForceImbalance;

typedef struct _n_ForceBalance *ForceBalance;

/* Borrows the assembly. Collective. Costs the matrices of all linear elements. */
PetscErrorCode ForceBalanceCreate(Assembly a, ForceBalance *b);
PetscErrorCode ForceBalanceDestroy(ForceBalance *b);

/* At a state with q, v and a. Collective: two reductions, and what neighbours exert on each other's nodes. Input error: a formula without a finite value. */
PetscErrorCode ForceBalanceCompute(ForceBalance b, const FsState *s, const FsLoading *loading,
                                   ForceImbalance *balanced);

#endif
