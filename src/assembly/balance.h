/* balance.h: the sums of energies, work and reactions to which terms add their shares. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_BALANCE_H
#define FS_ASSEMBLY_BALANCE_H

#include <fs/fs.h>

/* The work of a step: with time running, with the forces frozen as they are at the start of the
   step, and frozen as they are at its end. */
enum { WORK, WORK_FROZEN_AT_START, WORK_FROZEN_AT_END, WORKS };

/* Sums over the terms and the ranks (recovery/energy_meter.c). Terms add to all members, unless a
   comment says otherwise. */
typedef struct {
  PetscReal kinetic, strain; /* [J] */
  PetscReal power; /* power dissipated by dampers at the state [W]; integrated over time */
  /* energy dissipated over the step, from terms that integrate it themselves [J] */
  PetscReal dissipated;

  Vec momentum; /* M v of the free dofs, moments in body axes; NULL if the model is linear */
  /* C v of the linear parts, from terms with Term.adds_damping; NULL if there is no such term */
  Vec damping;
  /* forces that depend on the motion and do work, from terms with Term.adds_applied; NULL if there
     is no such term */
  Vec applied;
  /* [nlocal] arrays of local vectors, for nonlinear models: momentum of all dofs, and applied */
  PetscScalar *local_momentum, *local_applied;

  /* [npairs] of the current term: forces and their paths (recovery/energy_meter.c). They are summed
     over the ranks, so rank 0 alone adds values that all ranks know. */
  PetscReal *force, *path;
  /* [npairs] time derivatives of prescribed paths; 0 for other paths */
  PetscReal *velocity, *acceleration;
  /* [nmotions] forces of supports on the model along the dofs they move [N, N m]; NULL if no
     support moves */
  PetscReal *reaction;

  /* [nlocal] q and v of all dofs. The term of moved supports fills current; previous is from the
     last reading, and NULL at the first reading. */
  PetscScalar *current[2], *previous[2];
  Vec          moved; /* path of the free dofs, see ConfigurationPath() */

  /* The last reading, for terms with Term.adds_work: t [s], moved and velocities. The vectors are
     NULL at the first reading. These terms add the work [J] of their forces since the last reading,
     along the straight line between the two states. */
  PetscReal t_previous;
  Vec       moved_previous, v_previous;
  PetscReal work[WORKS];
  /* [nsources] of the current term: WORK of each source; NULL if it is not needed */
  PetscReal *source_work;
} Balance;

/* AddPath - Adds a prescribed motion, f[3] with its value and its two time derivatives, as the path
   of a pair. Call it on one rank only. */
static inline void AddPath(const Balance *b, PetscInt pair, const PetscReal f[3])
{
  b->path[pair] += f[0];
  b->velocity[pair] += f[1];
  b->acceleration[pair] += f[2];
}

#endif
