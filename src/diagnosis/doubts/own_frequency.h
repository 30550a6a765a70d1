/* own_frequency.h: estimates the natural frequency of the vibration that a motion excites. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_OWN_FREQUENCY_H
#define FS_DIAGNOSIS_DOUBTS_OWN_FREQUENCY_H

#include <fs/system.h>

/* OwnFrequencyOfRates - Computes the Rayleigh quotient of the velocities at a state, by five
   evaluations of the residual. It is an upper bound of the lowest natural frequency, and far above
   it if high modes move.

   Input:
     s, loading  the state, and how much of the loads acts
   Output:
     omega  the square root of the quotient [rad/s]; 0 if it is not positive
   Collective. */
PetscErrorCode OwnFrequencyOfRates(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   PetscReal *omega);

/* OwnFrequencyOfMotion - Estimates the lowest natural frequency that velocities excite: computes
   the Rayleigh quotient of x = (K + below^2 M)^-1 M v, in which modes above `below` hardly count.

   Input:
     s, loading  the state with the velocities v, and how much of the loads acts
     below       [rad/s], above 0
   Output:
     omega       [rad/s]; 0 if the matrices are not symmetric or too large, and for friction
   Collective. */
PetscErrorCode OwnFrequencyOfMotion(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal below, PetscReal *omega);

#endif
