/* model.c: creates and destroys a model, in the order in which its parts need each other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/profile.h"
#include "subjects.h"

static PetscErrorCode CreateMesh(ModelOptions *options, Model model)
{
  PetscInt  ncosts;
  CellWork *work;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_MESH));
  PetscCall(CellCostsEstimate(options, &ncosts, &work));
  PetscCall(MeshCreate(model->comm, &options->mesh, ncosts, work, &model->mesh));
  PetscCall(PetscFree(work));
  PetscCall(EventEnd(EVENT_MESH));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelCreate(ModelOptions *options, MPI_Comm comm, PetscReal dt,
                           const char load_time[], Model *out)
{
  Model model;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&model));
  *out              = model;
  model->comm       = comm;
  model->dt         = dt;
  model->loads.time = load_time;
  PetscCall(SymbolsShare(options->symbols, &model->symbols));
  model->linearize = options->linearize;
  model->balanced  = options->linearize_balanced;
  PetscCall(CreateMesh(options, model));
  for (int k = 0; k < model_subject_count; k++)
    if (model_subjects[k].create) PetscCall(model_subjects[k].create(model, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDestroy(Model *model)
{
  PetscFunctionBeginUser;
  if (!*model) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = model_subject_count - 1; k >= 0; k--)
    if (model_subjects[k].destroy) PetscCall(model_subjects[k].destroy(*model));
  PetscCall(MeshDestroy(&(*model)->mesh));
  PetscCall(SymbolsDestroy(&(*model)->symbols));
  PetscCall(PetscFree(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
