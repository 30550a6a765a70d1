/* near_null.c: attaches rigid motions as near null space and sets up PETSc's multigrid for them.

   Slender members and thin skins are a thousand times as stiff along them as across them. Pointwise
   and nodal smoothers (Jacobi, SOR) hardly reduce errors that move whole lines of nodes. Incomplete
   factors solve along lines. Those of plates that bend have negative pivots, and SOR smooths. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "near_null.h"
#include "pc_elimination.h"
#include "solver.h"

/* Sets the options that PETSc reads when it sets up the levels after each new matrix. A rank
   without rows of P has no rows on other levels, unless these are redistributed; there PETSc's ICC
   with blocks of several rows would end by a signal. */
static PetscErrorCode SetSmoothers(FsSystem sys, Mat P)
{
  PetscBool chosen;
  PetscInt  rows;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-mg_levels_pc_type", &chosen));
  if (chosen) PetscFunctionReturn(PETSC_SUCCESS);
  if (sys->traits.ill_conditioned) { /* incomplete factors of plates have negative pivots */
    PetscCall(SolverSetDefaultOption("-mg_levels_ksp_max_it", "2"));
    PetscCall(SolverSetDefaultOption("-mg_levels_pc_type", PCSOR));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(SolverSetDefaultOption("-mg_levels_ksp_max_it", "1"));
  PetscCall(SolverSetDefaultOption("-mg_levels_pc_type", PCBJACOBI));
  PetscCall(MatGetLocalSize(P, &rows, NULL));
  PetscCall(SolverSetDefaultOption("-mg_levels_sub_pc_type", rows ? PCICC : PCNONE));
  /* PETSc's smallest pivots are absolute; it searches for a shift that makes all pivots positive */
  PetscCall(SolverSetDefaultOption("-mg_levels_sub_pc_factor_zeropivot", "1e-300"));
  PetscCall(SolverSetDefaultOption("-mg_levels_sub_pc_factor_shift_type", "inblocks"));
  PetscCall(SolverSetDefaultOption("-mg_coarse_sub_pc_factor_zeropivot", "1e-300"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the rotations to zero if all dofs are displacements along one axis, as in a membrane. Its
   long waves are smooth without them. In an aggregate whose nodes lie on a line, as in a mesh of
   narrow elements, rotations depend on the translation. They then make the coarse matrices singular
   and the preconditioner indefinite. */
static PetscErrorCode KeepOnlyTranslation(const Vec motion[FS_RIGID_MOTIONS])
{
  PetscBool scalar = PETSC_FALSE;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(motion[0], &n));
  for (int k = 0; k < 3; k++) {
    PetscReal ones; /* entries of a translation are 1 in its direction and else 0 */

    PetscCall(VecNorm(motion[k], NORM_1, &ones));
    scalar = (PetscBool)(scalar || ones > (PetscReal)n - 0.5);
  }
  for (int k = 3; k < FS_RIGID_MOTIONS && scalar; k++) PetscCall(VecZeroEntries(motion[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NearNullAttach(KSP ksp, FsSystem sys, const FsState *s, const FsLoading *loading,
                              Mat P)
{
  PetscBool    uses_near_null, multigrid;
  PetscInt     n;
  PC           pc;
  Vec         *motion;
  MatNullSpace space;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetReduced(&pc));
  PetscCall(
    PetscObjectTypeCompareAny((PetscObject)pc, &uses_near_null, PCGAMG, PCML, PCHYPRE, PCBDDC, ""));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCGAMG, &multigrid));
  if (multigrid) PetscCall(SetSmoothers(sys, P));
  if (!uses_near_null || !sys->ops.geometry.rigid_motions) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicateVecs(sys->vec, FS_RIGID_MOTIONS, &motion));
  PetscCall(sys->ops.geometry.rigid_motions(sys, s, loading, motion));
  PetscCall(KeepOnlyTranslation(motion));
  PetscCall(NearNullOrthonormalize(motion, &n));
  PetscCall(MatNullSpaceCreate(sys->comm, PETSC_FALSE, n, motion, &space));
  PetscCall(MatSetNearNullSpace(P, space));
  PetscCall(MatNullSpaceDestroy(&space));
  PetscCall(VecDestroyVecs(FS_RIGID_MOTIONS, &motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}
