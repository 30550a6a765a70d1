/* free_translation.c: finds whether a model has no stiffness in a translation of all of it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "base_state.h"
#include <math.h>
#include "eigen/pencil.h"
#include "system/force_units.h"

/* Computes motion[n], the translations that move dofs, each of norm 1. motion has room for
   FS_RIGID_MOTIONS. */
static PetscErrorCode FindTranslations(const Run *run, Vec motion[], PetscInt *n)
{
  PetscReal size;

  PetscFunctionBeginUser;
  PetscCall(run->sys->ops.geometry.rigid_motions(run->sys, &run->s, &run->kind.loading, motion));
  *n = 0;
  for (int c = 0; c < 3; c++) {
    PetscCall(VecNorm(motion[c], NORM_2, &size));
    if (size == 0) continue;
    if (*n < c) PetscCall(VecCopy(motion[c], motion[*n]));
    PetscCall(VecScale(motion[(*n)++], 1 / size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *least = smallest norm of K x over the combinations x of motion[n] that have the norm 1. It is
   infinite if K has entries that are not finite, which the search of the equilibrium reports. */
static PetscErrorCode FindLeastForce(Mat K, PetscInt n, const Vec motion[], PetscReal *least)
{
  PetscScalar gram[9];
  PetscReal   value[3];
  int         finite = 1;
  Vec        *force;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(motion[0], n, &force));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(MatMult(K, motion[i], force[i]));
    PetscCall(VecMDot(force[i], i + 1, force, gram + n * i));
  }
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j <= i; j++) finite = finite && isfinite(gram[n * i + j]);
  PetscCall(VecDestroyVecs(n, &force));
  *least = PETSC_INFINITY;
  if (!finite) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LapackEigen(n, gram, value));
  *least = PetscSqrtReal(PetscMax(value[0], 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode HasFreeTranslation(const Run *run, PetscBool *has)
{
  /* Relative to the norm of the stiffness, in which moments count as forces at lengths [N/m]. The
     sums of the stiffnesses of elements are round-off of 1e-16 of it; FindLeastForce has squares of
     them, whose round-off is 1e-8 after the root. */
  const PetscReal round_off = 1e-8;
  PetscReal       size, least = 1;
  PetscInt        n = 0;
  Pencil          p;
  Mat             K = NULL;
  Vec            *motion;

  PetscFunctionBeginUser;
  PetscCall(PencilCreateStiffness(run->sys, &run->s, &run->kind.loading, &p));
  PetscCall(VecDuplicateVecs(run->sys->vec, FS_RIGID_MOTIONS, &motion));
  PetscCall(FindTranslations(run, motion, &n));
  PetscCall(FsSystemComparableMatrix(run->sys, p->K, &K));
  PetscCall(MatNorm(K, NORM_INFINITY, &size));
  if (n) PetscCall(FindLeastForce(K, n, motion, &least));
  *has = (PetscBool)(n > 0 && least <= round_off * size);
  PetscCall(VecDestroyVecs(FS_RIGID_MOTIONS, &motion));
  PetscCall(MatDestroy(&K));
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HoldFreeTranslations(Run *run)
{
  PetscBool has = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (run->hold_given || !run->kind.harmonic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HasFreeTranslation(run, &has));
  if (!has) PetscFunctionReturn(PETSC_SUCCESS);
  run->hold = FS_HOLD_DOFS;
  FsStageHoldRigid(run->stage, run->hold);
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "no support prevents a translation of the model: its "
                                     "equilibrium holds the rigid motions (-hold_rigid)\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
