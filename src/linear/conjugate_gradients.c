/* conjugate_gradients.c: sets up the iteration of linear models: its norm, its fused form, its
   precision, and two reductions or one.

   CG with one reduction (Chronopoulos & Gear 1989) saves the time of a reduction in each iteration.
   It costs a product and its messages more in each solve, and some traffic in each iteration. A
   solve of waves takes about eight iterations, and an iteration passes over as much memory as
   three products. The loss is therefore about a third of a product in an iteration.

   Iterations in single precision save traffic of memory: a step takes about 0.75 of the time at
   CFL 1, 0.45 to 0.6 at CFL 5. Vectors in the caches gain less. A stiff system needs many
   corrections. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "conjugate_gradients.h"
#include "stencil/stencil.h"
#include "base/option_names.h"
#include <string.h>

PetscBool one_reduction_pays(PetscReal reduction, PetscReal product)
{
  const PetscReal loss = 1. / 3;

  return (PetscBool)(reduction > loss * product);
}

/* Returns the largest time of all ranks of a few reductions of 8 bytes, and of a few products. */
static PetscErrorCode TimeParts(Mat A, PetscReal *reduction, PetscReal *product)
{
  enum { REDUCTIONS = 20, PRODUCTS = 3 };
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  Vec            x, y;
  PetscReal      seconds[3], sum = 1;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &x, &y));
  PetscCall(VecSet(x, 1));
  PetscCall(MatMult(A, x, y)); /* touches the memory */
  PetscCallMPI(MPI_Barrier(comm));
  seconds[0] = MPI_Wtime();
  for (int k = 0; k < REDUCTIONS; k++)
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &sum, 1, MPIU_REAL, MPI_MAX, comm));
  seconds[1] = MPI_Wtime();
  for (int k = 0; k < PRODUCTS; k++) PetscCall(MatMult(A, x, y));
  seconds[2] = MPI_Wtime();
  seconds[0] = (seconds[1] - seconds[0]) / REDUCTIONS;
  seconds[1] = (seconds[2] - seconds[1]) / PRODUCTS;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, seconds, 2, MPIU_REAL, MPI_MAX, comm));
  *reduction = seconds[0];
  *product   = seconds[1];
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverChooseReductions(Mat A, PetscMPIInt timed_ranks, ReductionChoice *choice)
{
  const double us = 1e6;
  PetscBool    given;
  PetscMPIInt  ranks;
  PetscReal    reduction = 0, product = 0;

  PetscFunctionBeginUser;
  *choice = (ReductionChoice){PETSC_FALSE};
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-ksp_cg_single_reduction", &choice->single, &given));
  if (given && choice->single)
    PetscCall(
      PetscSNPrintf(choice->note, sizeof choice->note, ", one reduction an iteration as chosen"));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  if (given || ranks < timed_ranks) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TimeParts(A, &reduction, &product));
  choice->single = one_reduction_pays(reduction, product);
  PetscCall(PetscSNPrintf(choice->note, sizeof choice->note,
                          ", %s an iteration (%.3g us; a product %.3g us)",
                          choice->single ? "one reduction" : "two reductions",
                          us * (double)reduction, us * (double)product));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether name is a KSP option that StencilSolve does not know. An OptionNameTest. */
static PetscBool is_other_ksp_option(const char name[], size_t size, const void *ctx)
{
  static const char *const known[] = {"-ksp_rtol",   "-ksp_atol",    "-ksp_divtol",
                                      "-ksp_max_it", "-ksp_monitor", "-ksp_cg_single_reduction"};

  (void)ctx;
  if (strncmp(name, "-ksp_", 5)) return PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(known); k++)
    if (strlen(known[k]) == size && !strncmp(known[k], name, size)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode SolverChoosePrecision(KSP ksp, Mat A, PetscReal stiffness, PetscBool *mixed)
{
  /* These limits decide the speed alone, because residuals are in double precision. The limit
     min_dofs is that of a rank: smaller vectors stay in caches. Corrections in single precision
     reach min_rtol. The limit max_stiffness is that of SolverCase, without unit: above it, single
     precision costs more iterations. */
  const PetscReal min_dofs = 1e5, min_rtol = 1e-10, max_stiffness = 1000;
  PetscReal       rtol;
  PetscInt        n;
  PetscMPIInt     ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(KSPGetTolerances(ksp, &rtol, NULL, NULL, NULL));
  *mixed =
    (PetscBool)((PetscReal)n >= min_dofs * ranks && rtol >= min_rtol && stiffness <= max_stiffness);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the number of reductions and the precision of StencilSolve, and appends them to the name. */
static PetscErrorCode SetUpFused(KSP ksp, Mat A, PetscReal stiffness, PetscBool single_reduction,
                                 char name[], size_t size)
{
  PetscBool3 preferred;
  PetscBool  mixed;

  PetscFunctionBeginUser;
  PetscCall(StencilUseSingleReduction(A, single_reduction));
  PetscCall(SolverChoosePrecision(ksp, A, stiffness, &mixed));
  PetscCall(StencilGetPreferredPrecision(A, &preferred));
  if (preferred != PETSC_BOOL3_UNKNOWN) mixed = PetscBool3ToBool(preferred);
  if (single_reduction) mixed = PETSC_FALSE;
  PetscCall(StencilUseMixedPrecision(A, mixed));
  if (mixed)
    PetscCall(PetscStrlcat(
      name, preferred == PETSC_BOOL3_TRUE ? ", mixed precision as chosen" : ", mixed precision",
      size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSetUpIteration(KSP ksp, Mat A, PetscReal stiffness,
                                    const ReductionChoice *choice, PetscBool *fused, char name[],
                                    size_t size)
{
  PetscBool shell, jacobi, cg, norm, has_other;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPCG, &cg));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCJACOBI, &jacobi));
  PetscCall(MatIsStencil(A, &shell));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_norm_type", &norm));
  if (cg && !norm) PetscCall(KSPSetNormType(ksp, KSP_NORM_NATURAL));
  PetscCall(AnyOptionName(is_other_ksp_option, NULL, &has_other));
  *fused = (PetscBool)(shell && jacobi && cg && !has_other);
  if (!cg) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPCGUseSingleReduction(ksp, choice->single));
  PetscCall(PetscStrlcat(name, choice->note, size));
  if (*fused) PetscCall(SetUpFused(ksp, A, stiffness, choice->single, name, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
