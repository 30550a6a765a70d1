/* switches.h: the switches of force laws, at which a law changes from one formula to another.

   A switch is a function of the state, such as the gap of a stop. The law changes its formula
   where this function changes its sign. The margin of a switch is the value of the function at a
   state, divided by its value at the last accepted state. It is positive until the switch is
   crossed, then negative. If the force jumps at a switch, the law keeps the formula of the last
   accepted state until the next state is accepted. A continuous law need not do so. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SWITCHES_H
#define FS_SWITCHES_H

#include <fs/petsc_versions.h>

/* FsSwitch - The kinds of switches of force laws, which are indices of arrays of margins: all
   switches, and those alone at which the force jumps. FS_SWITCHES is the number of kinds. */
typedef enum { FS_SWITCH_ANY, FS_SWITCH_JUMP, FS_SWITCHES } FsSwitch;

/* FsSwitchStoredValue - Returns the value of a switch that a law stores when a state is accepted.
   FsSwitchMargin divides by this value, so it is never zero.

   Input:
     before   the value that the law stored at the accepted state before this one
     current  the value of the switch at the newly accepted state
   The result is current, or a tiny number with the sign of before if current is zero. */
static inline PetscReal FsSwitchStoredValue(PetscReal before, PetscReal current)
{
  const PetscReal tiny = 1e-300;

  return current == 0 ? (before < 0 ? -tiny : tiny) : current;
}

/* FsSwitchMargin - Returns the margin of a switch at a state, which is negative if the switch has
   been crossed since the last accepted state.

   Input:
     before   the value that FsSwitchStoredValue returned at the last accepted state
     current  the value of the switch at the state */
static inline PetscReal FsSwitchMargin(PetscReal before, PetscReal current)
{
  return current / before;
}

#endif
