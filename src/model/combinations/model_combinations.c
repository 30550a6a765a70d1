/* model_combinations.c: the load cases and combinations of a model and of its options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "combinations.h"
#include "model/model_options.h"

static ActionOptions actions_of(ModelOptions *m)
{
  return (ActionOptions){.symbols   = m->symbols,
                         .nloads    = m->nloads,
                         .nparts    = m->nparts,
                         .nsupports = m->nsupports,
                         .load      = m->load,
                         .part      = m->part,
                         .support   = m->support,
                         .gravity   = &m->gravity};
}

PetscErrorCode ModelReadCombinations(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  const ActionOptions actions = actions_of(m);

  return CombinationsFromOptions(o, comm, &actions, &m->combinations);
}

PetscErrorCode ModelActCombinations(ModelOptions *m, const char load_time[])
{
  const ActionOptions actions = actions_of(m);

  PetscFunctionBeginUser;
  if (m->combinations) PetscCall(CombinationsAct(m->combinations, load_time, &actions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelOptionsFreeCombinations(ModelOptions *m)
{
  return CombinationsDestroy(&m->combinations);
}

PetscErrorCode ModelDestroyCombinations(Model model)
{
  return CombinationsDestroy(&model->combinations);
}
