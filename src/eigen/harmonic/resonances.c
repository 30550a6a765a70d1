/* resonances.c: finds natural frequencies in an interval, of undamped or damped modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "harmonic_solve.h"
#include "eigen/damped/damped_modes.h"
#include "eigen/undamped_modes.h"

enum { DAMPED_MODES = 20 };

/* Finds the frequencies of the undamped structure. Light damping changes them little, and with
   heavy damping a resonance is wide. */
static PetscErrorCode UndampedResonances(Pencil p, PetscReal a, PetscReal b, PetscInt *n,
                                         PetscReal **hertz)
{
  /* the ends may be natural frequencies */
  const PetscReal margin = 1.000123, low = 2 * PETSC_PI * a / margin,
                  high       = 2 * PETSC_PI * b * margin;
  const ModesRequest request = {
    .kind = a > 0 ? MODES_BETWEEN : MODES_BELOW, .low = low * low, .high = high * high};
  Modes found;

  PetscFunctionBeginUser;
  PetscCall(ModesFind(p, &request, &found));
  PetscCall(PetscMalloc1(found.n, hertz));
  for (PetscInt k = 0; k < found.n; k++) {
    const PetscReal f = PetscSqrtReal(PetscMax(found.mu[k], 0)) / (2 * PETSC_PI);

    if (f > a && f < b) (*hertz)[(*n)++] = f;
  }
  PetscCall(ModesDestroy(&found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DampedResonances(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                                       PetscReal **hertz)
{
  DampedModes found;

  PetscFunctionBeginUser;
  PetscCall(DampedFind(p, H, DAMPED_MODES, &found));
  PetscCall(PetscMalloc1(found.n, hertz));
  for (PetscInt k = 0; k < found.n; k++) {
    const PetscReal f = found.omega[k] / (2 * PETSC_PI);

    if (f > a && f < b) (*hertz)[(*n)++] = f;
  }
  PetscCall(PetscSortReal(*n, *hertz));
  PetscCall(DampedDestroy(&found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete)
{
  PetscBool symmetric;

  PetscFunctionBeginUser;
  *n        = 0;
  *hertz    = NULL;
  *complete = PETSC_TRUE;
  if (!(p->largest > 0)) PetscFunctionReturn(PETSC_SUCCESS); /* nothing has mass */
  PetscCall(PencilHasSymmetricDamping(p, &symmetric));
  *complete = (PetscBool)(symmetric && p->symmetric);
  if (*complete) PetscCall(UndampedResonances(p, a, b, n, hertz));
  else PetscCall(DampedResonances(p, H, a, b, n, hertz));
  PetscFunctionReturn(PETSC_SUCCESS);
}
