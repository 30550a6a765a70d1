/* support_reactions.c: histories of supports: what they exert on the structure. Every rank has a share, and the history adds them. */
#include <string.h>
#include "base/error.h"
#include "output/output_impl.h"

PetscErrorCode HoldsAddSeries(Holds *holds, Assembly assembly, const char behind[], History h)
{
  const Model model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  if (!model->nsupports) PetscFunctionReturn(PETSC_SUCCESS);
  holds->n = model->nsupports;
  PetscCall(SupportForcesCreate(assembly, &holds->forces));
  PetscCall(PetscMalloc2(holds->n, &holds->series, holds->n, &holds->sum));
  for (PetscInt s = 0; s < holds->n; s++) {
    const char *name = model->support[s].name;
    char        path[256];

    PetscCall(HistoryCheckName(model->comm, "-supports", name));
    for (PetscInt j = 0; j < model->njoints; j++)
      PetscCheck(strcmp(model->joint[j].name, name), model->comm, PETSC_ERR_USER_INPUT,
                 "support '%s' and joint '%s' have one name, and both want to be /history/%s/reaction: rename one (its "
                 "set is given by -support_<name>_set, -joint_<name>_set)",
                 name, name, name);
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/reaction", name, behind));
    PetscCall(HistoryAdd(h, path, FILE_REAL, COMPONENTS, HISTORY_SUM, &holds->series[s]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HoldsFramed(FsOptions o, Model model, PetscBool *framed)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-output_reactions", framed, NULL));
  PetscCheck(!*framed || model->nsupports, model->comm, PETSC_ERR_USER_INPUT,
             "-output_reactions has no effect: the model has no -supports; remove it");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a law without a finite value at a node that a support holds, which no solve meets. */
static PetscErrorCode CheckFinite(const Holds *holds, Model model, PetscReal t)
{
  PetscInt bad = -1;

  PetscFunctionBeginUser;
  if (!model->nlaws && !model->nmoment_laws)
    PetscFunctionReturn(PETSC_SUCCESS); /* other loads are checked by themselves */
  for (PetscInt s = 0; s < holds->n; s++)
    for (int c = 0; c < COMPONENTS; c++)
      if (!isfinite(holds->sum[s][c])) bad = s;
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(bad >= 0),
                          "support '%s' has no finite reaction at t = %.6g: a law (-load_<name>_law_...) has no finite "
                          "value at a node that it holds; guard it with ?:",
                          bad < 0 ? "" : model->support[bad].name, (double)t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HoldsRecord(const Holds *holds, const Evaluation *ev, History h)
{
  PetscFunctionBeginUser;
  if (!holds->forces) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SupportForcesResultants(holds->forces, ev, holds->sum));
  PetscCall(CheckFinite(holds, AssemblyModel(ev->assembly), ev->s->t));
  for (PetscInt s = 0; s < holds->n; s++) HistorySetReals(h, holds->series[s], holds->sum[s]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool HoldsAskForNodes(const Holds *holds)
{
  return (PetscBool)(holds->forces && SupportForcesNeedNodes(holds->forces));
}

PetscErrorCode HoldsDestroy(Holds *holds)
{
  PetscFunctionBeginUser;
  PetscCall(SupportForcesDestroy(&holds->forces));
  PetscCall(PetscFree2(holds->series, holds->sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
