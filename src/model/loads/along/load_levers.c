/* load_levers.c: creates the levers of loads, forces fixed in space at arms that turn with nodes.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "math/vector.h"
#include "model/loads/along/edge_load.h"
#include "model/loads/along/surface_levers.h"
#include "model/loads/placed_load.h"
#include "model/model.h"

/* Returns whether the levers of a node are more than round-off. Those of the two sides of a
   straight edge at an inner node cancel under a constant load. */
static PetscBool is_loaded(const Levers *levers)
{
  const double round_off = 1e-14;

  for (int k = 0; k < 9; k++)
    if (fabs(levers->sum[k]) > round_off * levers->size) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Keeps the levers of the nodes that this rank owns. */
static PetscErrorCode KeepLevers(Model model, const Levers levers[], Load *load)
{
  const Mesh mesh = model->mesh;
  PetscInt   n    = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < mesh->g.nnodes; i++) n += mesh->owned[i] && is_loaded(&levers[i]);
  PetscCall(PetscMalloc2(n, &load->lever_node, n, &load->lever));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    if (!mesh->owned[i] || !is_loaded(&levers[i])) continue;
    PetscCall(PetscArraycpy(load->lever[load->nlevers], levers[i].sum, 9));
    load->lever_node[load->nlevers++] = i;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Turns the levers of a load into constant moments, which are added to f. */
static PetscErrorCode FixLevers(Model model, Load *load, PetscScalar f[])
{
  const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < load->nlevers; k++) {
    double moment[3];

    lever_moment(load->lever[k], identity, moment, NULL);
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = model->layout.dof[COMPONENTS * load->lever_node[k] + 3 + c];

      if (dof >= 0) f[dof] += moment[c];
    }
  }
  load->nlevers = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps levers[nnodes] of this rank's elements as those of a load, and frees them. */
static PetscErrorCode SetLevers(Model model, Levers *levers, Load *load, PetscScalar f[])
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(sizeof *levers / sizeof(double), MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, levers, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscCall(KeepLevers(model, levers, load));
  PetscCall(PetscFree(levers));
  if (model->linearize) PetscCall(FixLevers(model, load, f));
  else model->loads.has_levers = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadLeversCreate(Model model, int n, const PlacedLoad placed[], Load *load,
                                PetscScalar f[])
{
  PetscBool any = PETSC_FALSE;
  Levers   *levers;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++)
    any = (PetscBool)(any || edge_load_acts(model, &placed[k]) ||
                      surface_levers_act(model, &placed[k]));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &levers));
  for (int k = 0; k < n; k++) {
    if (edge_load_acts(model, &placed[k])) PetscCall(EdgeLoadAdd(model, &placed[k], levers));
    if (surface_levers_act(model, &placed[k]) && surface_levers_add(model, &placed[k], levers, f))
      model->loads.on_shells = PETSC_TRUE;
  }
  PetscCall(SetLevers(model, levers, load, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the levers by which gravity acts on the arcs of shells. Sets *any to whether some rank
   has such levers; if not, nothing changes. */
static PetscErrorCode CreateWeightLevers(Model model, Load *load, PetscScalar f[], PetscBool *any)
{
  Levers *levers;

  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &levers));
  PetscCall(SurfaceLeversAddWeight(model, levers, f));
  for (int i = 0; i < model->mesh->g.nnodes; i++) *any = (PetscBool)(*any || levers[i].size > 0);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, any, 1, MPIU_BOOL, MPI_LOR, model->comm));
  if (*any) PetscCall(SetLevers(model, levers, load, f));
  else PetscCall(PetscFree(levers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsAddWeight(Model model, const char time[])
{
  static const char *const t    = "t";
  Load                    *load = &model->loads.constant[model->loads.nconstant];
  PetscScalar             *f;
  PetscBool                any;
  Vec                      local;

  PetscFunctionBeginUser;
  PetscCall(DMGetLocalVector(model->mesh->dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &f));
  PetscCall(CreateWeightLevers(model, load, f, &any));
  if (any) {
    model->loads.nconstant++;
    load->weight = PETSC_TRUE;
    PetscCall(PetscStrallocpy("gravity", &load->name));
    PetscCall(ExpressionCreate(model->symbols, "-gravity_time", time, 1, &t, &load->time));
    PetscCall(LoadKeepForces(model, local, &f, load));
  } else PetscCall(VecRestoreArray(local, &f));
  PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void lever_moment(const double lever[9], const double R[9], double moment[3], double slope[9])
{
  double P[9]; /* sum of arm (R^T force)^T */

  mat_mat(lever, R, P);
  moment[0] = P[5] - P[7];
  moment[1] = P[6] - P[2];
  moment[2] = P[1] - P[3];
  for (int k = 0; k < 9 && slope; k++)
    slope[k] = P[3 * (k % 3) + k / 3] - (k % 4 ? 0 : P[0] + P[4] + P[8]);
}
