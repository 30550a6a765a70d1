/* predictor.c: predicts the velocity of a stage by Hermite extrapolation.

   Zhang et al. 2022, section 3.1; its eqs. (14) and (17) are these coefficients for two and three
   points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "family.h"

void predictor_coefficients(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[],
                            PetscReal d[])
{
  for (PetscInt j = 0; j < n; j++) m[j] = d[j] = 0;
  for (PetscInt j = 0; j < n; j++)
    for (PetscInt i = 0; i < j; i++)
      if (PetscAbsReal(tj[i] - tj[j]) <= 1e-10 * PetscAbsReal(t - tj[0]))
        /* stages at the same time: this point and all older ones are left out */
        n = j;
  if (n == 1) {
    d[0] = 1;
    return;
  }
  for (PetscInt j = 0; j < n; j++) {
    /* values at t and t_j of the Lagrange polynomial l_j and of its derivative */
    PetscReal l = 1, slope = 0, at_node = 0;

    for (PetscInt i = 0; i < n; i++) {
      PetscReal partial = 1;

      if (i == j) continue;
      for (PetscInt k = 0; k < n; k++)
        if (k != j && k != i) partial *= (t - tj[k]) / (tj[j] - tj[k]);
      l *= (t - tj[i]) / (tj[j] - tj[i]);
      slope += partial / (tj[j] - tj[i]);
      at_node += 1 / (tj[j] - tj[i]);
    }
    m[j] = -2 * at_node * l * l + (1 - 2 * (t - tj[j]) * at_node) * 2 * l * slope;
    d[j] = l * l + (t - tj[j]) * 2 * l * slope;
  }
}
