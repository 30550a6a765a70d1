/* model.c: creates and destroys a model, in the order in which its parts need each other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "edge_check.h"
#include "model/joints/joint_cell_iterator.h"
#include "math/vector.h"
#include "shared_cells.h"
#include "model/joints/couplings.h"
#include "model/joints/joint_starts.h"
#include "model/joints/presliding.h"
#include "model/joints/sliders.h"
#include "model/joints/ties.h"
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
  model->damping.mass      = options->damping_mass;
  model->damping.stiffness = options->damping_stiffness;
  PetscCall(CreateMesh(options, model));
  PetscCall(ModalDampingCreate(model->symbols, &options->modal_damping, &model->damping));
  PetscCall(BlocksCreate(model, options->nparts, options->part));
  PetscCall(PartEdgesCheck(model, options->nparts, options->part));
  PetscCall(SurfaceLoadsCreate(model, options->nloads, options->load));
  PetscCall(BlocksSetUp(model, options->shell_kink));
  PetscCall(ModelWarnSharedCells(model));
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

/* The diameter of a sphere does not depend on the axes, unlike that of a box. */
PetscErrorCode ModelSize(Model model, PetscReal *model_size)
{
  const Geometry *g          = &model->mesh->g;
  PetscReal       sum[4]     = {0, 0, 0, 0};
  PetscReal       largest[2] = {0, 0}; /* distance from the center, and from the origin */

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < 3; c++) sum[c] += g->x[i][c];
    sum[3]++;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, 4, MPIU_REAL, MPI_SUM, model->comm));
  for (int c = 0; c < 3; c++) sum[c] /= sum[3];
  for (int i = 0; i < g->nnodes; i++) {
    largest[0] = PetscMax(largest[0], point_distance(g->x[i], sum));
    largest[1] = PetscMax(largest[1], norm(g->x[i]));
  }
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j)) {
    PetscInt node[2];

    JointCellNodes(&j, node);
    for (int n = 0; n < 2; n++) {
      double x[3];

      for (int c = 0; c < 3; c++)
        x[c] = (node[n] < 0 ? 0 : g->x[node[n]][c]) + j.joint->offset[j.e][n][c];
      largest[0] = PetscMax(largest[0], point_distance(x, sum));
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, largest, 2, MPIU_REAL, MPIU_MAX, model->comm));
  *model_size = largest[0] > 16 * PETSC_MACHINE_EPSILON * largest[1] ? 2 * largest[0] : 0;
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
