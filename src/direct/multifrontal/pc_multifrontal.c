/* pc_multifrontal.c: applies the multifrontal solver to a distributed matrix as a PCSHELL.

   Each rank eliminates the unknowns that other ranks do not touch (multifrontal.c). The sum of the
   ranks' Schur complements is the matrix of the interface (interface_schur.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "direct/multifrontal/between_ranks/interface_schur.h"
#include "pc_multifrontal.h"
#include "multifrontal.h"
#include "base/memory_check.h"
#include "math/lanes.h"
#include "base/aij.h"
#include "base/option_names.h"

struct _n_PCMultifrontal {
  Vec            multipliers, forced; /* see InterfaceCreate */
  Interface      s;
  Multifrontal   fronts;
  InterfaceSchur schur; /* NULL if there is no interface */
  PetscScalar   *received, *down, *up;
  PetscReal     *scale;  /* of rows of the substructure */
  PetscBool      failed; /* there are no factors */
};

static const char multifrontal_name[] = "fronts";

/* Frees the symbolic factorization. */
static PetscErrorCode PCMultifrontalReset(PCMultifrontal f)
{
  PetscFunctionBeginUser;
  PetscCall(InterfaceSchurDestroy(&f->schur));
  PetscCall(MultifrontalDestroy(&f->fronts));
  PetscCall(InterfaceDestroy(&f->s));
  PetscCall(PetscFree4(f->received, f->down, f->up, f->scale));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCMultifrontalDestroy(PCMultifrontal *out)
{
  PCMultifrontal f = *out;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCMultifrontalReset(f));
  PetscCall(VecDestroy(&f->multipliers));
  PetscCall(VecDestroy(&f->forced));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindEliminationOrder(PCMultifrontal f, Mat A)
{
  Sparsity sparsity;

  PetscFunctionBeginUser;
  PetscCall(InterfaceCreate(A, f->multipliers, f->forced, &f->s));
  PetscCall(InterfaceSparsity(&f->s, A, f->multipliers, &sparsity));
  PetscCall(MultifrontalCreate(&sparsity, &f->fronts));
  PetscCall(InterfaceSparsityDestroy(&sparsity));
  PetscCall(PetscCalloc4(f->s.nreceived, &f->received, sparsity.n, &f->down, sparsity.n, &f->up,
                         sparsity.n, &f->scale));
  if (f->s.total)
    PetscCall(InterfaceSchurCreate(&f->s, MultifrontalGetSymbolic(f->fronts), A, &f->schur));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCMultifrontalCreate(Mat A, Vec multipliers, PCMultifrontal *out)
{
  PCMultifrontal f;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  PetscCall(MatCreateVecs(A, &f->multipliers, &f->forced));
  if (multipliers) PetscCall(VecCopy(multipliers, f->multipliers));
  PetscCall(FindEliminationOrder(f, A));
  *out = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of values in the factors of all ranks and the size of the largest front, if no
   pivot is delayed. */
static PetscErrorCode GetFactorCost(PCMultifrontal f, double *values, PetscInt *largest)
{
  const MPI_Comm        comm = PetscObjectComm((PetscObject)f->multipliers);
  const SymbolicFactor *e    = MultifrontalGetSymbolic(f->fronts);

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&e->values, values, 1, MPI_DOUBLE, MPI_SUM, comm));
  PetscCallMPI(MPIU_Allreduce(&e->largest, largest, 1, MPIU_INT, MPI_MAX, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Estimates whether the multifrontal solver is faster than MUMPS for a
   matrix.

   The solver is faster if its dense matrices (fronts), and the number of unknowns that separate the
   ranks, are small enough. */
static PetscErrorCode PCMultifrontalIsFaster(PCMultifrontal f, PetscBool *faster)
{
  /* for larger fronts, the products of dense matrices of a library, by all ranks together, gain
     more than its copies cost */
  enum { MAX_FRONT = 2000 };
  PetscInt largest, n;
  double   values;

  PetscFunctionBeginUser;
  PetscCall(GetFactorCost(f, &values, &largest));
  PetscCall(VecGetSize(f->multipliers, &n));
  *faster = (PetscBool)(largest <= MAX_FRONT && f->s.total <= n / 2);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* scale[place[row]] = largest absolute entry of each row, if larger than before. SIMD registers of
   entries do not wait for each other. */
SIMD_CLONES static void find_row_max(PetscInt rows, const PetscInt i[], const PetscScalar value[],
                                     const PetscInt place[], PetscReal scale[])
{
  for (PetscInt row = 0; row < rows; row++) {
    const PetscScalar *v = value + i[row], *end = value + i[row + 1];
    PetscReal          row_max  = scale[place[row]];
    Lanes              lane_max = lanes_fill(0);

    for (; v + LANES <= end; v += LANES) {
      const Lanes size = lanes_abs((Lanes){v[0], v[1], v[2], v[3]});

      lane_max = lanes_select(size > lane_max, size, lane_max);
    }
    for (; v < end; v++) row_max = PetscMax(row_max, PetscAbsScalar(*v));
    for (int c = 0; c < LANES; c++) row_max = PetscMax(row_max, lane_max[c]);
    scale[place[row]] = row_max;
  }
}

/* Scales rows by the largest entry that this rank has of them. */
static PetscErrorCode ScaleRows(PCMultifrontal f, const Mat part[2], const MultifrontalValues *v)
{
  const PetscInt n = f->s.neliminated + f->s.ninterface;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(f->scale, n));
  for (int p = 0; p < 2 && part[p]; p++) {
    const PetscInt *i, *j;
    PetscBool       done;
    PetscInt        rows;

    PetscCall(MatGetRowIJ(part[p], 0, PETSC_FALSE, PETSC_FALSE, &rows, &i, &j, &done));
    find_row_max(rows, i, v->part[p], f->s.place, f->scale);
    PetscCall(MatRestoreRowIJ(part[p], 0, PETSC_FALSE, PETSC_FALSE, &rows, &i, &j, &done));
  }
  for (PetscInt k = 0; k < f->s.nreceived; k++) {
    PetscInt at;

    PetscCall(PetscFindInt(f->s.received_number[k], f->s.ninterface, f->s.interface_number, &at));
    f->scale[f->s.neliminated + at] =
      PetscMax(f->scale[f->s.neliminated + at], PetscAbsScalar(f->received[k]));
  }
  for (PetscInt r = 0; r < n; r++) f->scale[r] = f->scale[r] > 0 ? 1 / f->scale[r] : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors the fronts of this rank. *failed: number of unknowns of all ranks without a pivot; they
   are forced into the interface from now on. root_threshold: see MultifrontalValues. */
static PetscErrorCode EliminateLocal(PCMultifrontal f, Mat A, PetscReal root_threshold,
                                     PetscInt *failed)
{
  const SymbolicFactor *e      = MultifrontalGetSymbolic(f->fronts);
  MultifrontalValues    values = {
       .part           = {NULL, NULL, f->received   },
       .size           = {0,    0,    f->s.nreceived},
       .scale          = f->scale,
       .root_threshold = root_threshold
  };
  PetscBool   *delayed;
  PetscScalar *forced;
  Mat          part[2];
  MatInfo      info;

  PetscFunctionBeginUser;
  PetscCall(AIJGetSeqParts(A, &part[0], &part[1], NULL));
  if (f->schur) PetscCall(InterfaceSchurClear(f->schur));
  for (int k = 0; k < 2 && part[k]; k++) {
    PetscCall(MatSeqAIJGetArrayRead(part[k], &values.part[k]));
    PetscCall(MatGetInfo(part[k], MAT_LOCAL, &info));
    values.size[k] = (PetscInt)info.nz_used;
  }
  PetscCall(PetscSFBcastBegin(f->s.sf, MPIU_SCALAR, values.part[1], f->received, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(f->s.sf, MPIU_SCALAR, values.part[1], f->received, MPI_REPLACE));
  PetscCall(ScaleRows(f, part, &values));
  PetscCall(PetscCalloc1(e->n, &delayed));
  PetscCall(MultifrontalFactor(f->fronts, &values, InterfaceSchurAdd, f->schur, failed, delayed));
  for (int k = 0; k < 2 && part[k]; k++)
    PetscCall(MatSeqAIJRestoreArrayRead(part[k], &values.part[k]));
  PetscCall(VecGetArray(f->forced, &forced));
  for (PetscInt row = 0, n = 0; n < f->s.neliminated; row++)
    if (f->s.place[row] < f->s.neliminated && delayed[n++]) forced[row] = 1;
  PetscCall(VecRestoreArray(f->forced, &forced));
  PetscCall(PetscFree(delayed));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, failed, 1, MPIU_INT, MPI_SUM, PetscObjectComm((PetscObject)A)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Error: the matrix has no entries to factor, as with -snes_mf. */
static PetscErrorCode CheckHasEntries(Mat A)
{
  PetscBool has_entries;
  MatType   type;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &has_entries, MATSEQAIJ, MATMPIAIJ, ""));
  PetscCall(MatGetType(A, &type));
  PetscCheck(has_entries, PetscObjectComm((PetscObject)A), PETSC_ERR_SUP,
             "LU by fronts needs the entries of a matrix, and the type %s has none", type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors A. An unknown without a pivot on its rank may have one in the interface; then the order
   changes. The same may happen to its neighbours. From try to try, smaller pivots are accepted,
   down to a limit that costs half of the digits. */
static PetscErrorCode PCSetUp_Multifrontal(PC pc)
{
  static const PetscReal root_threshold[] = {MULTIFRONTAL_THRESHOLD, 1e-2, 1e-4, 1e-8};
  enum { TRIES = sizeof root_threshold / sizeof *root_threshold };
  PCFailedReason failure = PC_NOERROR;
  PetscInt       failed  = 1;
  PetscMPIInt    ranks;
  PCMultifrontal f;
  Mat            A;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &f));
  PetscCall(PCGetOperators(pc, NULL, &A));
  PetscCall(CheckHasEntries(A));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  for (int k = 0; k < TRIES; k++) {
    PetscCall(EliminateLocal(f, A, root_threshold[k], &failed));
    if (!failed || ranks == 1 || k == TRIES - 1) break;
    PetscCall(PCMultifrontalReset(f));
    PetscCall(FindEliminationOrder(f, A));
  }
  if (failed) failure = PC_FACTOR_NUMERIC_ZEROPIVOT;
  if (f->schur) PetscCall(InterfaceSchurFactor(f->schur, A, (PetscBool)!failed, &failure));
  f->failed = (PetscBool)(failure != PC_NOERROR);
  PetscCall(PCSetFailedReason(pc, failure));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCApply_Multifrontal(PC pc, Vec b, Vec x)
{
  const PetscScalar *of_b;
  PetscScalar       *of_x;
  PetscInt           rows;
  PCMultifrontal     f;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &f));
  if (f->failed) { /* KSP applies it even after a failure */
    PetscCall(VecFlag(x, 1));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetLocalSize(b, &rows));
  PetscCall(VecGetArrayRead(b, &of_b));
  for (PetscInt row = 0; row < rows; row++) f->down[f->s.place[row]] = of_b[row];
  PetscCall(PetscArrayzero(f->down + f->s.neliminated, f->s.ninterface));
  PetscCall(MultifrontalForwardSolve(f->fronts, f->down));
  if (f->schur)
    PetscCall(InterfaceSchurSolve(f->schur, rows, of_b, f->down + f->s.neliminated,
                                  f->up + f->s.neliminated));
  PetscCall(VecRestoreArrayRead(b, &of_b));
  PetscCall(MultifrontalBackwardSolve(f->fronts, f->down, f->up));
  PetscCall(VecGetArray(x, &of_x));
  for (PetscInt row = 0; row < rows; row++) of_x[row] = f->up[f->s.place[row]];
  PetscCall(VecRestoreArray(x, &of_x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCDestroy_Multifrontal(PC pc)
{
  PCMultifrontal f;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &f));
  PetscCall(PCMultifrontalDestroy(&f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCSetMultifrontal(PC pc, PCMultifrontal f)
{
  PetscFunctionBeginUser;
  PetscCall(MemoryCheck(PetscObjectComm((PetscObject)pc),
                        (double)sizeof(PetscScalar) * MultifrontalGetSymbolic(f->fronts)->values,
                        "the factors of the tangent"));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, f));
  PetscCall(PCShellSetName(pc, multifrontal_name));
  PetscCall(PCShellSetSetUp(pc, PCSetUp_Multifrontal));
  PetscCall(PCShellSetApply(pc, PCApply_Multifrontal));
  PetscCall(PCShellSetDestroy(pc, PCDestroy_Multifrontal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCIsMultifrontal(PC pc, PetscBool *is_multifrontal)
{
  const char *name = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, is_multifrontal));
  if (*is_multifrontal) PetscCall(PCShellGetName(pc, &name));
  /* false for the PCSHELL of -pc_type shell, which has no name */
  PetscCall(PetscStrcmp(name, multifrontal_name, is_multifrontal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCMultifrontalGetName(PC pc, char name[], size_t size)
{
  PetscInt       largest;
  double         values;
  PCMultifrontal f;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &f));
  PetscCall(GetFactorCost(f, &values, &largest));
  PetscCall(PetscSNPrintf(name, size,
                          "LU by %s (up to %" PetscInt_FMT " unknowns, %.4g entries; %" PetscInt_FMT
                          " unknowns between ranks)",
                          multifrontal_name, largest, values, f->s.total));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether an option of this name chooses a solver or a preconditioner. An OptionNameTest. */
static PetscBool chooses_solver(const char name[], size_t size, const void *ctx)
{
  (void)ctx;
  return (PetscBool)(!strncmp(name, "-pc_", 4) || (size == 9 && !strncmp(name, "-ksp_type", 9)));
}

PetscErrorCode KSPSetMultifrontal(KSP ksp, Mat A, Vec multipliers)
{
  PetscBool      chosen, faster = PETSC_FALSE;
  PCMultifrontal f;
  PC             pc;

  PetscFunctionBeginUser;
  PetscCall(AnyOptionName(chooses_solver, NULL, &chosen));
  if (chosen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCMultifrontalCreate(A, multipliers, &f));
  PetscCall(PCMultifrontalIsFaster(f, &faster));
  PetscCall(KSPGetPC(ksp, &pc));
  if (faster) PetscCall(PCSetMultifrontal(pc, f));
  else PetscCall(PCMultifrontalDestroy(&f));
  PetscFunctionReturn(PETSC_SUCCESS);
}
