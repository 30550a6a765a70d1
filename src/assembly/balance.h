/* balance.h: the sums of energies, work and reactions to which terms add their shares. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_BALANCE_H
#define FS_ASSEMBLY_BALANCE_H

#include <fs/fs.h>
#include "element/element.h"

/* Three works of the same forces along the same step. WORK takes the formulas at the times of the
   step. The others take them at its start, or at its end, all along the step. */
enum { WORK, WORK_FROZEN_AT_START, WORK_FROZEN_AT_END, WORKS };

/* Balance - Sums over the terms on this rank.

   recovery/energy_meter.c owns these sums, and adds them over all ranks. Terms only read moved,
   previous, t_previous, moved_previous and v_previous. They add to all other members, unless a
   comment says otherwise. A pair is two numbers: a force, and the path along which it does work. */
typedef struct {
  PetscReal kinetic, strain; /* [J] */
  PetscReal power; /* power dissipated by dampers at the state [W]; the meter integrates it */
  /* energy dissipated over the step, from terms that integrate it themselves [J] */
  PetscReal dissipated;

  Vec momentum; /* M v of the free dofs, moments in body axes; NULL if the model is linear */
  /* C v of the linear parts, from terms with Term.adds_damping; NULL if there is no such term */
  Vec damping;
  /* forces that depend on the motion and do work, from terms with Term.adds_applied; NULL if there
     is no such term */
  Vec applied;
  /* [nlocal] arrays of local vectors, to which the terms of nonlinear models add instead: momentum
     of all dofs, and applied; NULL if the model is linear */
  PetscScalar *local_momentum, *local_applied;

  /* [npairs] force and path of each pair of the current term. The meter sums them over the ranks.
     Therefore only rank 0 adds a value that all ranks know. */
  PetscReal *force, *path;
  /* [npairs] first and second time derivative of each prescribed path; 0 for other paths */
  PetscReal *velocity, *acceleration;
  /* [nmotions] forces of moving supports on the model, for each motion that they prescribe [N] or
     [N m]; NULL if no support moves */
  PetscReal *reaction;

  /* [nlocal] q and v of all dofs, at this reading and at the last accepted one. The term of moving
     supports fills current. previous is NULL at the first reading. */
  PetscScalar *current[2], *previous[2];
  Vec          moved; /* path of the free dofs at this reading, see ConfigurationPath() */

  /* Terms with Term.adds_work add to work: the work [J] of their forces along the straight line
     from the last accepted reading to this one. They need the time [s], the path and the velocities
     of that reading. The two vectors are NULL at the first reading. */
  PetscReal t_previous;
  /* [nnodes] for the term of unstrained states, which copies the states of the nodes to nodes:
     those at this reading, and at the last accepted one. NULL without this term; previous_nodes is
     also NULL at the first reading */
  NodeState       *nodes;
  const NodeState *previous_nodes;
  Vec              moved_previous, v_previous;
  PetscReal        work[WORKS];
  /* [nsources] the part of work[WORK] that each source of the current term does; NULL if nobody
     needs it */
  PetscReal *source_work;
} Balance;

/* AddPath - Adds a prescribed motion as the path of a pair. Call it on one rank only.

   Input:
     f  value of the motion, its first and its second time derivative */
static inline void AddPath(const Balance *b, PetscInt pair, const PetscReal f[3])
{
  b->path[pair] += f[0];
  b->velocity[pair] += f[1];
  b->acceleration[pair] += f[2];
}

#endif
