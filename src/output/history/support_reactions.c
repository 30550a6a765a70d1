/* support_reactions.c: records the reaction forces and moments of supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "support_reactions.h"

PetscErrorCode SupportReactionsAddSeries(SupportReactions *supports, Assembly assembly,
                                         const char suffix[], History h)
{
  const Model model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  PetscCheck(!supports->in_frames || model->nsupports, model->comm, PETSC_ERR_USER_INPUT,
             "-output_reactions has no effect: the model has no -supports; remove it");
  if (!model->nsupports) PetscFunctionReturn(PETSC_SUCCESS);
  supports->n = model->nsupports;
  PetscCall(SupportForcesCreate(assembly, &supports->forces));
  PetscCall(PetscMalloc2(supports->n, &supports->series, supports->n, &supports->sum));
  for (PetscInt s = 0; s < supports->n; s++) {
    const char *name = model->support[s].name;
    char        path[256];

    PetscCall(HistoryCheckName(model->comm, "-supports", name));
    for (PetscInt j = 0; j < model->njoints; j++)
      PetscCheck(!JointIsOfUser(&model->joint[j]) || strcmp(model->joint[j].name, name),
                 model->comm, PETSC_ERR_USER_INPUT,
                 "support '%s' and joint '%s' have the same name, and both need "
                 "/history/%s/reaction: rename one, and give its set by -support_<name>_set or "
                 "-joint_<name>_set",
                 name, name, name);
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/reaction", name, suffix));
    PetscCall(HistoryAdd(h, path, FILE_REAL, COMPONENTS, HISTORY_SUM, &supports->series[s]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error if a law has no finite value at a supported node, which no solve checks. */
static PetscErrorCode CheckFinite(const SupportReactions *supports, Model model, PetscReal t)
{
  PetscInt bad = -1;

  PetscFunctionBeginUser;
  /* Other loads check their own values. */
  if (!model->loads.nlaws && !model->loads.nmoment_laws) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt s = 0; s < supports->n; s++)
    for (int c = 0; c < COMPONENTS; c++)
      if (!isfinite(supports->sum[s][c])) bad = s;
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(bad >= 0),
    "support '%s' has no finite reaction at t = %.6g: a law (-load_<name>_law_...) has no finite "
    "value at a node of the support; guard it with ?:",
    bad < 0 ? "" : model->support[bad].name, (double)t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportReactionsRecord(const SupportReactions *supports, const Evaluation *ev,
                                      History h)
{
  PetscFunctionBeginUser;
  if (!supports->forces) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SupportForcesResultants(supports->forces, ev, supports->sum));
  PetscCall(CheckFinite(supports, AssemblyModel(ev->assembly), ev->s->t));
  for (PetscInt s = 0; s < supports->n; s++)
    HistorySetReals(h, supports->series[s], supports->sum[s]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool support_reactions_need_nodes(const SupportReactions *supports)
{
  return (PetscBool)(supports->forces && SupportForcesNeedNodes(supports->forces));
}

PetscErrorCode SupportReactionsDestroy(SupportReactions *supports)
{
  PetscFunctionBeginUser;
  PetscCall(SupportForcesDestroy(&supports->forces));
  PetscCall(PetscFree2(supports->series, supports->sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
