/* pressure_at_rest.c: computes the forces of a pressure in the mesh, for linear models.

   With -linearize surfaces do not turn, so that a pressure is a constant load. It is that of the
   kernels of pressures (element/membrane/pressure.c) at nodes at rest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "model/fields/cell_field.h"
#include "placed_load.h"

static const ElementKernel *kernel_of(Shape shape)
{
  int k = 0;

  while (pressure_kernels[k] && pressure_kernels[k]->shape != shape) k++;
  return pressure_kernels[k];
}

/* Computes force[nn][3] on the nodes of a cell. */
static void cell_forces(const Geometry *g, int cell, const ElementKernel *kernel,
                        const PlacedLoad *placed, double force[][3])
{
  const int        nn                      = shape_nodes(kernel->shape);
  const double     prop[ELEMENT_MAX_PROPS] = {placed->options->value[0]};
  double           x[ELEMENT_MAX_NODES][3], field[ELEMENT_MAX_NODES], data[ELEMENT_MAX_NODES];
  double           r[ELEMENT_MAX_DOFS] = {0};
  NodeState        node[ELEMENT_MAX_NODES];
  ElementReference ref   = {.kernel = kernel, .x = (const double(*)[3])x, .prop = prop};
  ElementState     state = {.kernel = kernel, .prop = prop, .data = data, .factor = 1};

  geometry_cell_coordinates(g, cell, x);
  if (placed->field) ref.field = field;
  if (placed->field && !CellFieldAtNodes(placed->field, 0, kernel->shape, ref.x, field))
    for (int i = 0; i < nn; i++) field[i] = placed_load_factor(placed, x[i]);
  (void)kernel->type->setup(&ref, data);
  for (int i = 0; i < nn; i++) {
    node[i]       = node_at_rest(x[i]);
    state.node[i] = &node[i];
  }
  (void)kernel->type->forces(&state, r, NULL, NULL, NULL);
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) force[i][c] = -r[3 * i + c];
}

PetscErrorCode PressureAtRest(Model model, const PlacedLoad *placed, PetscScalar f[])
{
  const Geometry   *g    = &model->mesh->g;
  const char *const name = placed->options->name;
  /* Force on a component without dof that needs no warning, relative to the largest force of a
     node. Files give coordinates with about seven digits, and the normals of a flat surface are
     wrong by as much. The flat membranes of tests/model/breaks.py have pressures along z alone. */
  const PetscReal small   = 1e-6;
  PetscReal       most[4] = {0}; /* largest force, and largest without a dof along each axis */
  PetscInt        ncells  = 0;
  char            option[256];

  PetscFunctionBeginUser;
  for (int cell = 0; cell < g->ncells; cell++) {
    const ElementKernel *kernel = kernel_of((Shape)g->shape[cell]);
    double               force[ELEMENT_MAX_NODES][3];

    if (!kernel || !geometry_cell_in_set(g, cell, (int)placed->set)) continue;
    ncells++;
    cell_forces(g, cell, kernel, placed, force);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      for (int c = 0; c < 3; c++) {
        const PetscInt  dof   = model->layout.dof[COMPONENTS * g->conn[i] + c];
        const PetscReal value = force[i - g->offset[cell]][c];

        most[0] = PetscMax(most[0], PetscAbsReal(value));
        if (dof >= 0) f[dof] += value;
        else most[1 + c] = PetscMax(most[1 + c], PetscAbsReal(value));
      }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &ncells, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, most, 4, MPIU_REAL, MPIU_MAX, model->comm));
  PetscCheck(ncells, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_pressure: set '%s' has no triangles or quadrilaterals", name,
             g->set_name[placed->set]);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_pressure", name));
  for (int c = 0; c < 3; c++)
    if (most[1 + c] > small * most[0])
      PetscCall(ModelWarnMissingComponent(model, option, placed->set, c));
  PetscCall(MeshCheckOrientation(model->mesh, option, placed->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}
