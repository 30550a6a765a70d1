/* place.c: the motion of places of the model that a program names by points, and the rows of the
   free dofs on which this motion depends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/results/element_motion.h"
#include "output/output_impl.h"
#include "output/snapshot/node_fields.h"
#include "model/parts/block.h"

PetscInt OutputPlaces(Output out) { return out->nplaces; }

PetscErrorCode OutputFindPlace(Output out, const char caller[], const PetscReal point[3],
                               PetscInt *place)
{
  Probe found = {.kind = PROBE_NODE};

  PetscFunctionBeginUser;
  PetscCall(ProbeAtPoint(out->model, caller, point, &found));
  PetscCall(PetscRealloc((size_t)(out->nplaces + 1) * sizeof found, &out->places));
  out->places[out->nplaces] = found;
  *place                    = out->nplaces++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the row of component c of a node, unless the dof does not exist or is fixed. */
static void add_row(const Layout *l, PetscInt node, int c, const double velocity[3],
                    const double turn[3], PlaceValue *found)
{
  const PetscInt dof = l->dof[COMPONENTS * node + c], row = dof < 0 ? -1 : l->global[dof];

  if (row < 0) return;
  found->row[found->n] = row;
  for (int k = 0; k < 3; k++) {
    found->value[found->n][k]     = velocity[k];
    found->value[found->n][3 + k] = turn[k];
  }
  found->n++;
}

/* A node moves with its displacements, and turns with its rotations, which are about its axes. */
static PetscErrorCode ComputeAtNode(const Evaluation *ev, const Probe *probe, PlaceValue *found)
{
  static const double none[3] =
    {
      0, 0, 0
  },
                      unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Layout *l                = &AssemblyModel(ev->assembly)->layout;
  double        R[3][3];

  PetscFunctionBeginUser;
  for (int f = 0; f < 3; f++)
    PetscCall(NodalValue(ev, (NodalField)f, probe->node, found->motion[f]));
  found->rotates = probe->rotates;
  PetscCall(NodalOrientation(ev, probe->node, R));
  for (int c = 0; c < 3; c++) add_row(l, probe->node, c, unit[c], none, found);
  for (int c = 0; c < 3; c++) {
    const double axis[3] = {R[0][c], R[1][c], R[2][c]};

    add_row(l, probe->node, 3 + c, none, axis, found);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void compute_inside(const Evaluation *ev, const Probe *probe, PlaceValue *found)
{
  static const double none[3] = {0, 0, 0};
  const Model         model   = AssemblyModel(ev->assembly);
  const Geometry     *g       = &model->mesh->g;
  const int           cell    = (int)probe->block->cells[probe->element];
  const int           nn      = shape_nodes(probe->block->kernel->shape);
  double              rows[COMPONENTS * ELEMENT_MAX_NODES][3];
  PlaceMotion         motion;

  ElementMotionAt(ev, probe->block, probe->element, probe->square, &motion);
  for (int k = 0; k < 3; k++) {
    found->motion[0][k] = motion.u[k];
    found->motion[1][k] = motion.v[k];
    found->motion[2][k] = motion.a[k];
  }
  ElementVelocityRows(ev, probe->block, probe->element, probe->square, rows);
  for (int i = 0; i < COMPONENTS * nn; i++)
    add_row(&model->layout, g->conn[g->offset[cell] + i / COMPONENTS], i % COMPONENTS, rows[i],
            none, found);
}

PetscErrorCode OutputGetPlace(Output out, PetscInt place, const FsState *s, PlaceValue *found)
{
  const Probe *probe = &out->places[place];
  PetscMPIInt  rank;
  Evaluation   ev;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(out->model->comm, &rank));
  PetscCall(PetscMemzero(found, sizeof *found));
  PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, PETSC_FALSE, &ev));
  PetscCall(EvaluationPrepareResults(&ev));
  if (rank == probe->owner && probe->inside) compute_inside(&ev, probe, found);
  else if (rank == probe->owner) PetscCall(ComputeAtNode(&ev, probe, found));
  PetscCallMPI(MPI_Bcast(found, sizeof *found, MPI_BYTE, probe->owner, out->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
