/* balance.h: sums of energies, work and reactions at a state, to which every kind of force of the
   model adds its share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_BALANCE_H
#define FS_ASSEMBLY_BALANCE_H

#include <fs/fs.h>
#include "element/element.h"

/* Three works of the same forces along the same time step. WORK evaluates the formulas of the
   forces at the times of the step; the other two evaluate them at the start, or at the end, for the
   whole step. */
enum { WORK, WORK_FROZEN_AT_START, WORK_FROZEN_AT_END, WORKS };

/* Balance - Sums of energies, work and reactions over the kinds of forces ("terms") on this rank.

   recovery/energy_meter.c owns the sums and adds them over all ranks. Terms only read moved,
   previous, t_previous, moved_previous and v_previous, and add to the other members unless a
   comment says otherwise. A "pair" is a force and the path along which the force does work. */
typedef struct {
  PetscReal kinetic, strain; /* kinetic and strain energy [J] */
  /* power that dampers dissipate at the state [W]; the energy meter integrates it over time */
  PetscReal power;
  /* energy [J] that friction and other terms which integrate it themselves dissipate in the step */
  PetscReal dissipated;

  Vec momentum; /* M v of the free dofs, moments in body axes; NULL if the model is linear */
  /* the forces C v of dampers with constant matrices (Term.adds_damping), or NULL */
  Vec damping;
  /* forces that depend on the motion and do work on the model, such as follower loads
     (Term.adds_applied); NULL if the model has no such forces */
  Vec applied;
  /* [nlocal] M v of all dofs, and the forces of the member applied, as arrays of local vectors;
     nonlinear models add to these instead of the global vectors. NULL if the model is linear */
  PetscScalar *local_momentum, *local_applied;

  /* [npairs] the force and the path of each pair of the term that is evaluated. The energy meter
     sums them over the ranks, so only rank 0 adds a value that all ranks know. */
  PetscReal *force, *path;
  /* [npairs] first and second time derivative of each prescribed path; 0 for other paths */
  PetscReal *velocity, *acceleration;
  /* [nmotions] for each motion that moving supports prescribe, the force [N] or moment [N m] that
     the supports exert on the model; NULL if no support moves */
  PetscReal *reaction;

  /* [nlocal] displacements and velocities of all dofs, at this state and at the state where
     energies were last read. The term of moving supports fills current. previous is NULL at the
     first reading. */
  PetscScalar *current[2], *previous[2];
  Vec          moved; /* path of the free dofs up to this state (ConfigurationPath()) */

  /* For terms with Term.adds_work, which add to work the work [J] of their forces along the
     straight line from the last reading of energies to this one. Here are the time [s] of the last
     reading, and below its path and its velocities. The two vectors are NULL at the first
     reading. */
  PetscReal t_previous;
  /* [nnodes] states of the nodes at this reading of energies and at the last one, for work by
     thermal and other unstrained states. NULL if the model has no such states; previous_nodes is
     also NULL at the first reading */
  NodeState       *nodes;
  const NodeState *previous_nodes;
  Vec              moved_previous, v_previous;
  PetscReal        work[WORKS];
  /* [nsources] the part of work[WORK] that each single source, such as a load, does, or NULL */
  PetscReal *source_work;
} Balance;

/* AddPath - Adds a prescribed motion to the path of a pair, which is a force and the path along
   which it does work. Call it on one rank only.

   Input:
     pair  index of the pair in b->path
     f     [3] value of the motion, its first and its second time derivative */
static inline void AddPath(const Balance *b, PetscInt pair, const PetscReal f[3])
{
  b->path[pair] += f[0];
  b->velocity[pair] += f[1];
  b->acceleration[pair] += f[2];
}

#endif
