/* model.c: creates and destroys a model, in the order in which its parts need each other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/parts/edge_check.h"
#include "model/parts/section_turns.h"
#include "model/parts/shared_cells.h"
#include "model/couplings/couplings.h"
#include "model/joints/joint_starts.h"
#include "model/joints/presliding.h"
#include "model/sliders/sliders.h"
#include "model/ties/ties.h"
#include "model_options.h"
#include "base/profile.h"

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
  Model     model;
  PetscReal model_size;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&model));
  *out              = model;
  model->comm       = comm;
  model->dt         = dt;
  model->loads.time = load_time;
  PetscCall(SymbolsShare(options->symbols, &model->symbols));
  model->linearize         = options->linearize;
  model->balanced          = options->linearize_balanced;
  model->damping.mass      = options->damping_mass;
  model->damping.stiffness = options->damping_stiffness;
  PetscCall(CreateMesh(options, model));
  PetscCall(ModalDampingCreate(model->symbols, &options->modal_damping, &model->damping));
  PetscCall(BlocksCreate(model, options->directions, options->nparts, options->part));
  PetscCall(PartEdgesCheck(model, options->nparts, options->part));
  PetscCall(SurfaceLoadsCreate(model, options->nloads, options->load));
  PetscCall(BlocksSetUp(model, options->shell_kink));
  PetscCall(ModelWarnSharedCells(model, options->nparts, options->part));
  PetscCall(ModelWarnSectionTurns(model));
  PetscCall(SupportsCreate(model, options->nsupports, options->support));
  PetscCall(ComponentsCreate(model, options->directions));
  PetscCall(JointsCreate(model, &options->constraints));
  PetscCall(JointStartsSet(model, &options->constraints.starts));
  PetscCall(ModelSize(model, &model_size));
  PetscCall(JointFrictionSetDefaults(model, model_size));
  PetscCall(CouplingsCreate(model, &options->constraints.couplings));
  PetscCall(SlidersCreate(model, &options->constraints.sliders));
  PetscCall(LayoutSetUp(model));
  PetscCall(LoadsCreate(model, options->nloads, options->load));
  PetscCall(GravityCreate(model, &options->gravity));
  PetscCall(SpinSet(model, &options->spin));
  PetscCall(InitialsCreate(model, options->ninitials, options->initial));
  PetscCall(CouplingsInitialize(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDestroy(Model *model)
{
  PetscFunctionBeginUser;
  if (!*model) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(InitialsDestroy(*model));
  PetscCall(GravityDestroy(*model));
  PetscCall(LoadsDestroy(*model));
  PetscCall(SlidersDestroy(*model));
  PetscCall(CouplingsDestroy(*model));
  PetscCall(TiesDestroy(*model));
  PetscCall(JointsDestroy(*model));
  PetscCall(LayoutDestroy(*model));
  PetscCall(SupportsDestroy(*model));
  PetscCall(BlocksDestroy(*model));
  PetscCall(ExpressionDestroy(&(*model)->damping.modal));
  PetscCall(MeshDestroy(&(*model)->mesh));
  PetscCall(SymbolsDestroy(&(*model)->symbols));
  PetscCall(PetscFree(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
