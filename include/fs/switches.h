/* switches.h: the switches of force laws, at which a law changes from one formula to another.

   A switch is a function of the state that changes its sign there, such as the gap of a stop.
   Its margin is the value at a state divided by the value at the last accepted state: positive
   until the switch is crossed, then negative. If the force jumps at a switch, the law keeps the
   formula of the last accepted state until the next state is accepted. A continuous law need not
   do so. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SWITCHES_H
#define FS_SWITCHES_H

#include <fs/fs.h>

/* Kinds of switches: all of them, and those at which the force jumps. */
typedef enum { FS_SWITCH_ANY, FS_SWITCH_JUMP, FS_SWITCHES } FsSwitch;

/* FsSwitchStoredValue - Returns the value of a switch that a law stores for the next step.

   The result is current, or a tiny number with the sign of before if current is zero. */
static inline PetscReal FsSwitchStoredValue(PetscReal before, PetscReal current)
{
  const PetscReal tiny = 1e-300;

  return current == 0 ? (before < 0 ? -tiny : tiny) : current;
}

/* FsSwitchMargin - Returns the margin of a switch with the stored value before. */
static inline PetscReal FsSwitchMargin(PetscReal before, PetscReal current)
{
  return current / before;
}

#endif
