/* model.c: create and destroy a model: the order in which its parts are made. */
#include "model/joints/friction_options.h"
#include "math/vector.h"
#include "model/joints/couplings.h"
#include "model/joints/sliders.h"
#include "mesh/imperfection.h"
#include "base/profile.h"

const FsOptionDoc model_options[] = {
  {"-parts",             "<name>,...", "names of the parts, each described by -part_<name>_..."                          },
  {"-directions",        "<xyz>",      "components that nodes of bars, springs, masses have; default: those they act in" },
  {"-linearize",         "false",      "small displacements and rotations: the model's matrices at the start, dead loads"},
  {"-damping_mass",      "0",          "alpha of Rayleigh damping C = alpha M + beta K [1/s]; M: of displacements"       },
  {"-damping_stiffness", "0",          "beta of Rayleigh damping [s]; K: of linear elements, with -linearize of all"     },
  {NULL,                 NULL,         NULL                                                                              }
};

PetscErrorCode ModelCreate(FsOptions o, MPI_Comm comm, PetscReal dt, const char load_time[], Model *out)
{
  Model     model;
  PetscBool set;
  PetscReal reach;
  PetscInt  nworks;
  CellWork *work;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&model));
  *out             = model;
  model->comm      = comm;
  model->dt        = dt;
  model->load_time = load_time;
  PetscCall(SymbolsShare(OptionsSymbols(o), &model->symbols));
  PetscCall(FsOptionsBool(o, "-linearize", &model->linearize, NULL));
  PetscCall(EventBegin(EVENT_MESH));
  PetscCall(WorkFromOptions(o, &nworks, &work));
  PetscCall(MeshCreate(o, comm, nworks, work, &model->mesh));
  PetscCall(PetscFree(work));
  PetscCall(MeshApplyImperfections(o, model->mesh));
  PetscCall(EventEnd(EVENT_MESH));
  PetscCall(FsOptionsReal(o, "-damping_mass", &model->damping_mass, &set));
  PetscCheck(model->damping_mass >= 0, comm, PETSC_ERR_USER_INPUT, "-damping_mass %.6g: must not be negative",
             (double)model->damping_mass);
  PetscCall(FsOptionsReal(o, "-damping_stiffness", &model->damping_stiffness, &set));
  PetscCheck(model->damping_stiffness >= 0, comm, PETSC_ERR_USER_INPUT, "-damping_stiffness %.6g: must not be negative",
             (double)model->damping_stiffness);
  PetscCall(BlocksCreate(o, model));
  PetscCall(SurfaceLoadsCreate(o, model));
  PetscCall(BlocksSetUp(model));
  PetscCall(SupportsCreate(o, model));
  PetscCall(LayoutCreate(o, model));
  PetscCall(JointsCreate(o, model));
  PetscCall(ModelReach(model, &reach));
  PetscCall(JointFrictionComplete(model, reach));
  PetscCall(CouplingsCreate(o, model));
  PetscCall(SlidersCreate(o, model));
  PetscCall(LayoutSetUp(model));
  PetscCall(ModelTellUnconnected(model));
  PetscCall(LoadsCreate(o, model));
  PetscCall(GravityCreate(o, model));
  PetscCall(SpinCreate(o, model));
  PetscCall(InitialsCreate(o, model));
  PetscCall(CouplingsStart(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Distance of the point x from the middle of a model. */
static PetscReal from_middle(const PetscReal middle[3], const double x[3])
{
  return hypot(hypot(x[0] - middle[0], x[1] - middle[1]), x[2] - middle[2]);
}

/* A box would have another diameter in turned axes. */
PetscErrorCode ModelReach(Model model, PetscReal *reach)
{
  const Geometry *g      = &model->mesh->g;
  PetscReal       sum[4] = {0, 0, 0, 0}, most[2] = {0, 0}; /* [0]: from the middle, [1]: from the origin */

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < 3; c++) sum[c] += g->x[i][c];
    sum[3]++;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, 4, MPIU_REAL, MPI_SUM, model->comm));
  for (int c = 0; c < 3; c++) sum[c] /= sum[3];
  for (int i = 0; i < g->nnodes; i++) {
    most[0] = PetscMax(most[0], from_middle(sum, g->x[i]));
    most[1] = PetscMax(most[1], norm(g->x[i]));
  }
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells; e++) {
      PetscInt node[2];

      JointNodes(model, &model->joint[k], e, node);
      for (int n = 0; n < 2; n++) {
        double x[3];

        for (int c = 0; c < 3; c++) x[c] = (node[n] < 0 ? 0 : g->x[node[n]][c]) + model->joint[k].offset[e][n][c];
        most[0] = PetscMax(most[0], from_middle(sum, x));
      }
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, most, 2, MPIU_REAL, MPIU_MAX, model->comm));
  *reach = most[0] > 16 * PETSC_MACHINE_EPSILON * most[1] ? 2 * most[0] : 0;
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
  PetscCall(JointsDestroy(*model));
  PetscCall(LayoutDestroy(*model));
  PetscCall(SupportsDestroy(*model));
  PetscCall(BlocksDestroy(*model));
  PetscCall(MeshDestroy(&(*model)->mesh));
  PetscCall(SymbolsDestroy(&(*model)->symbols));
  PetscCall(PetscFree(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
