/* chain.h: bobs on rods as a system from functions of a program (fs/user_system.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CHAIN_H
#define CHAIN_H

#include <fs/system.h>

#define CHAIN_GRAVITY 9.81 /* [m/s2], downward */

/* A chain of n bobs of mass 1 on rods of length 1. Bob k has the unknowns 2 k (to the right) and
   2 k + 1 (upward); the first rod hangs on the origin. */
typedef struct {
  PetscInt   n;
  VecScatter to_all; /* chains are short: each rank sees all unknowns */
  Vec        all;
} Chain;

/* Sets *values to all unknowns of x[2 n] on each rank. Return them by VecRestoreArrayRead on
   c->all. */
PetscErrorCode ChainGather(Chain *c, Vec x, const PetscScalar **values);

/* The residual of the chain without the forces of its rods: a plus gravity. It reads no context. */
PetscErrorCode ChainResidual(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, Vec r, void *context);

/* Creates a Vec of the 2 n unknowns. */
PetscErrorCode ChainCreateUnknowns(MPI_Comm comm, PetscInt n, Vec *q);

/* Creates a system, which borrows the chain c. */
PetscErrorCode ChainCreate(MPI_Comm comm, PetscInt n, FsStabilization stabilization, Chain *c,
                           FsSystem *sys);
PetscErrorCode ChainDestroy(Chain *c);

/* Creates the state in which the chain is straight, horizontal and at rest. */
PetscErrorCode ChainStart(FsSystem sys, const Chain *c, FsState *s);

#endif
