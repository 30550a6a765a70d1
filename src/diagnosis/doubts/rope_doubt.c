/* rope_doubt.c: warns of ropes that push, because their length is constant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "rope_doubt.h"
#include "assembly/constraints/joint_results.h"

static PetscBool is_rope(const Tie *tie) { return (PetscBool)(tie->kind == &rope_tie); }

static PetscBool has_ropes(Model model)
{
  for (PetscInt i = 0; model->ties && i < model->ties->n; i++)
    if (is_rope(&model->ties->tie[i])) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode RopesReadStep(FsSystem sys, const FsState *s, RopeTension **tension)
{
  const Assembly   assembly = AssemblyOf(sys);
  const Model      model    = AssemblyModel(assembly);
  const Evaluation ev       = {.assembly = assembly, .s = s};

  PetscFunctionBeginUser;
  if (!has_ropes(model)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!*tension) PetscCall(PetscCalloc1(model->ties->n, tension));
  for (PetscInt i = 0; i < model->ties->n; i++) {
    const Tie   *tie = &model->ties->tie[i];
    RopeTension *of  = &(*tension)[i];
    PetscReal    now;

    if (!is_rope(tie) || !CouplingRowCount(model, &model->couplings->coupling[tie->first_coupling]))
      continue;
    PetscCall(CouplingForce(&ev, tie->first_coupling, 0, &now));
    of->largest = PetscMax(of->largest, PetscAbsReal(now));
    if (now < of->smallest) of->smallest = now, of->t = s->t;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnPushingRopes(FsSystem sys, const RopeTension tension[])
{
  /* Relative to the largest tension: a rope that just becomes slack, or is dropped as redundant,
     has the round-off of the solver. tests/model/ropes.py has ropes that push and that do not. */
  const PetscReal round_off = 1e-6;
  const Model     model     = AssemblyModel(AssemblyOf(sys));

  PetscFunctionBeginUser;
  for (PetscInt i = 0; tension && i < model->ties->n; i++) {
    PetscReal of[3] = {-tension[i].smallest, tension[i].largest, PETSC_MIN_REAL};

    if (!is_rope(&model->ties->tie[i])) continue;
    if (tension[i].smallest < 0) of[2] = tension[i].t;
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, of, 3, MPIU_REAL, MPIU_MAX, model->comm));
    if (of[0] > round_off * of[1])
      PetscCall(
        PetscFPrintf(model->comm, stderr,
                     "fsolve: warning: tie '%s' pushes with up to %.4g N, at t = %.6g: a "
                     "real rope becomes slack where this one, of constant length, keeps its "
                     "nodes apart\n",
                     model->ties->tie[i].name, (double)of[0], (double)of[2]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
