/* modal_damping.c: finds the modes that -damping_modal damps, and adds their damping to the
   system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"
#include "base/error.h"
#include "base/printing.h"
#include "eigen/undamped_modes.h"

static PetscErrorCode CheckModel(const Run *run)
{
  int moved = run->model->layout.motion_of != NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_INT, MPI_LOR, run->comm));
  PetscCheck(!moved, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal and moved supports: the modes do not move them; move the ground by "
             "-base_acceleration_x instead");
  PetscCheck(!run->model->spin.active, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal and -spin: gyroscopic forces couple the modes; use a damping of the "
             "parts instead");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the damping ratio at a frequency. */
static PetscErrorCode DampingRatio(const Run *run, PetscReal hertz, PetscReal *ratio)
{
  const Expression e = run->model->damping.modal;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCheckTables(e, hertz));
  *ratio = ExpressionValue(e, &hertz);
  PetscCall(ExpressionCheck(e, &hertz, *ratio));
  PetscCheck(*ratio >= 0 && *ratio < 1, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal: the ratio is %.6g at %.6g Hz, and must be between 0 and 1",
             (double)*ratio, (double)hertz);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the terms of all modes that are not rigid. Returns the highest frequency [Hz]. */
static PetscErrorCode AddTerms(const Run *run, Mat M, const Modes *modes, FsLowRank l,
                               PetscReal *highest)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < modes->n; k++) {
    const PetscReal omega = PetscSqrtReal(PetscMax(modes->mu[k], 0));
    PetscReal       ratio = 0;

    if (modes->zero[k] || omega == 0) continue;
    *highest = omega / (2 * PETSC_PI);
    PetscCall(DampingRatio(run, *highest, &ratio));
    if (ratio == 0) continue;
    PetscCall(VecDuplicate(run->s.q, &l->w[l->n]));
    PetscCall(MatMult(M, modes->x[k], l->w[l->n]));
    l->c[l->n++] = 2 * ratio * omega;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindModes(const Run *run, Pencil p, Modes *modes)
{
  const Damping  *d       = &run->model->damping;
  const PetscReal high    = 2 * PETSC_PI * d->modal_below;
  ModesRequest    request = {.kind = MODES_LOWEST, .n = d->modal_count, .high = high * high};

  PetscFunctionBeginUser;
  PetscCheck(p->symmetric, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal: the stiffness matrix is not symmetric (followers, moments or laws), "
             "and its modes are not orthogonal; use a damping of the parts instead");
  if (!d->modal_count) request.kind = MODES_BELOW;
  PetscCall(LongPhaseStart(run->comm, "modes that are damped"));
  PetscCall(ModesFind(p, &request, modes));
  PetscCall(LongPhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns if no mode of those requested swings, so that nothing is damped. */
static PetscErrorCode WarnWithoutModes(const Run *run, PetscReal highest)
{
  const Damping *d = &run->model->damping;

  PetscFunctionBeginUser;
  if (highest > 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (d->modal_count)
    PetscCall(WarnAllRanks(run->comm, PETSC_TRUE,
                           "-damping_modal damps nothing: the lowest %" PetscInt_FMT
                           " modes (-damping_modal_count) are rigid motions or mechanisms, which "
                           "have no damping ratio; use dampers or a damping of the parts instead",
                           d->modal_count));
  else
    PetscCall(WarnAllRanks(run->comm, PETSC_TRUE,
                           "-damping_modal damps nothing: the model has no natural frequency up to "
                           "-damping_modal_below %.6g Hz, besides 0; give a higher limit, or a "
                           "number of modes (-damping_modal_count)",
                           (double)d->modal_below));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAddModalDamping(Run *run)
{
  PetscReal highest = 0;
  Pencil    p;
  Modes     modes;
  FsLowRank l;

  PetscFunctionBeginUser;
  if (!run->model->damping.modal) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckModel(run));
  PetscCall(PencilCreate(run->sys, &run->s, &run->kind.loading, &p));
  PetscCall(FindModes(run, p, &modes));
  PetscCall(FsLowRankCreate(modes.n, &l));
  PetscCall(AddTerms(run, p->M, &modes, l, &highest));
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm,
                          "modal damping: of %" PetscInt_FMT
                          " modes up to %.6g Hz; modes above have none (-damping_modal_count)\n",
                          l->n, (double)highest));
  PetscCall(WarnWithoutModes(run, highest));
  PetscCall(AssemblySetModalDamping(run->sys, l));
  PetscCall(ModesDestroy(&modes));
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}
