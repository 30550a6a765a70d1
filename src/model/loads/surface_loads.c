/* surface_loads.c: finds the sets and places of all loads, and creates the loads that become
   blocks: pressures that follow their surfaces. In linear models a pressure is a constant force.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/registry.h"
#include "element/element.h"
#include "model/parts/element_iterator.h"
#include "placed_load.h"
#include "base/error.h"
#include "model/fields/cell_field.h"
#include "load.h"
#include "math/vector.h"
#include "model/parts/surfaces/surfaces.h"

/* Largest number of doubles that setup() of a pressure writes. */
enum { PRESSURE_DATA = 32 };

/* Input error: the field of a pressure depends on t. */
static PetscErrorCode CheckPressure(Model model, const PlacedLoad *placed)
{
  const char *const name = placed->options->name;

  PetscFunctionBeginUser;
  PetscCheck(!placed->is_moving, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_field: a pressure depends on t by -load_%s_time alone; leave t out, or make "
             "several loads, each with a field and a time",
             name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks the cells of shells with arcs in cell[ncells], which the caller frees by PetscFree(). Sets
 *any to whether a rank has one. */
static PetscErrorCode MarkShells(Model model, PetscBool **cell, PetscBool *any)
{
  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->mesh->g.ncells + 1, cell));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const ElementKernel *kernel = it.block->kernel;

    if (!kernel->type->area_load) continue;
    (*cell)[it.block->cells[it.element]] = *any = PETSC_TRUE;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, any, 1, MPIU_BOOL, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds what a pressure does on curved shells beside its forces on the surface through the nodes. */
static PetscErrorCode AddArcPressure(Model model, const PlacedLoad *placed)
{
  const LoadOptions *options = placed->options;
  PetscBool         *shell, any;
  PetscInt           ncells;

  PetscFunctionBeginUser;
  PetscCall(MarkShells(model, &shell, &any));
  model->loads.on_shells = (PetscBool)(model->loads.on_shells || any);
  if (any)
    PetscCall(BlockAddLoad(model, options->name, placed->set, shell, arc_pressure_kernels,
                           options->value[0], placed->option, placed->time, options->harmonic,
                           &ncells));
  PetscCall(PetscFree(shell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a pressure that follows its surface. Only such loads act through kernels. */
static PetscErrorCode AddPressure(Model model, const PlacedLoad *placed)
{
  const LoadOptions *options = placed->options;
  const PetscInt     first   = model->nblocks;
  char               option[256];
  PetscInt           ncells;

  PetscFunctionBeginUser;
  PetscCall(BlockAddLoad(model, options->name, placed->set, NULL, pressure_kernels,
                         options->value[0], placed->option, placed->time, options->harmonic,
                         &ncells));
  PetscCall(AddArcPressure(model, placed));
  for (PetscInt b = first; b < model->nblocks; b++)
    PetscCall(LoadFieldCreate(model, options, &model->block[b].field));
  PetscCheck(ncells, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_pressure: set '%s' has no triangles or quadrilaterals", options->name,
             model->mesh->g.set_name[placed->set]);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_pressure", options->name));
  PetscCall(MeshCheckOrientation(model->mesh, option, placed->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SurfaceLoadsCreate(Model model, PetscInt n, const LoadOptions loads[])
{
  PetscBool *cells;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &model->loads.set, n, &model->loads.place));
  PetscCall(PetscCalloc1(model->mesh->g.ncells + 1, &cells));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (element_has_places(&it)) cells[it.block->cells[it.element]] = PETSC_TRUE;
  for (PetscInt i = 0; i < n; i++) {
    const PetscBool inside =
      (PetscBool)(loads[i].kind == LOAD_FORCE || loads[i].kind == LOAD_MOMENT);
    PlacedLoad placed;

    PetscCall(MeshSelectPlace(model->mesh, &loads[i].nodes,
                              inside && !loads[i].cells ? cells : NULL, &model->loads.set[i],
                              &model->loads.place[i]));
    PetscCall(LoadPlace(model, &loads[i], model->loads.set[i], NULL, &placed));
    if (loads[i].kind == LOAD_PRESSURE) PetscCall(CheckPressure(model, &placed));
    if (loads[i].kind == LOAD_PRESSURE && !model->linearize) PetscCall(AddPressure(model, &placed));
    PetscCall(PlacedLoadDestroy(&placed));
  }
  PetscCall(PetscFree(cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pressure at rest ------------------------------------------------------------------------ */

/* Computes the forces of a pressure in the mesh, for linear models.

   With -linearize surfaces do not turn, so that a pressure is a constant load. It is that of the
   kernels of pressures (element/membrane/pressure.c and shell/arcs/arc_pressure.c) at nodes at
   rest. */

static const ElementKernel *kernel_of(const ElementKernel *const kernels[], Shape shape)
{
  int k = 0;

  while (kernels[k] && kernels[k]->shape != shape) k++;
  return kernels[k];
}

/* Adds the forces and moments of a kernel to force[nn][6] on the nodes of a cell. normals[nnodes]
   are those of NodeNormalsCreate(), or NULL if the kernel does not need them. */
static void cell_forces(const Geometry *g, int cell, const ElementKernel *kernel,
                        const PlacedLoad *placed, double (*const normals)[3],
                        double            force[][COMPONENTS])
{
  const int        nn                      = shape_nodes(kernel->shape);
  const double     prop[ELEMENT_MAX_PROPS] = {placed->options->value[0]};
  double           x[ELEMENT_MAX_NODES][3], at[ELEMENT_MAX_NODES][3], field[ELEMENT_MAX_NODES];
  double           data[PRESSURE_DATA], r[ELEMENT_MAX_DOFS] = {0};
  NodeState        node[ELEMENT_MAX_NODES];
  ElementReference ref   = {.kernel = kernel, .x = (const double(*)[3])x, .prop = prop};
  ElementState     state = {.kernel = kernel, .prop = prop, .data = data, .factor = 1};

  geometry_cell_coordinates(g, cell, x);
  if (placed->field) ref.field = field;
  if (placed->field && !CellFieldAtNodes(placed->field, 0, kernel->shape, ref.x, field))
    for (int i = 0; i < nn; i++) field[i] = placed_load_factor(placed, x[i]);
  for (int i = 0; i < nn && normals; i++)
    memcpy(at[i], normals[g->conn[g->offset[cell] + i]], sizeof at[i]);
  if (normals) ref.normals = (const double(*)[3])at;
  (void)kernel->type->setup(&ref, data);
  for (int i = 0; i < nn; i++) {
    node[i]       = node_at_rest(x[i]);
    state.node[i] = &node[i];
  }
  (void)kernel->type->forces(&state, r, NULL, NULL, NULL);
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < kernel->nc; c++) force[i][c] -= r[kernel->nc * i + c];
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
  PetscBool      *shell, any;
  double(*normals)[3] = NULL;
  char option[256];

  PetscFunctionBeginUser;
  PetscCall(MarkShells(model, &shell, &any));
  model->loads.on_shells = (PetscBool)(model->loads.on_shells || any);
  if (any) PetscCall(NodeNormalsCreate(model, model->shell_kink, &normals));
  for (int cell = 0; cell < g->ncells; cell++) {
    const ElementKernel *kernel = kernel_of(pressure_kernels, (Shape)g->shape[cell]), *arcs;
    double               force[ELEMENT_MAX_NODES][COMPONENTS] = {{0}};

    if (!kernel || !geometry_cell_in_set(g, cell, (int)placed->set)) continue;
    ncells++;
    arcs = kernel_of(arc_pressure_kernels, kernel->shape);
    PetscAssert(kernel->ndata <= PRESSURE_DATA && arcs->ndata <= PRESSURE_DATA, PETSC_COMM_SELF,
                PETSC_ERR_PLIB, "a pressure has more than %d numbers", PRESSURE_DATA);
    cell_forces(g, cell, kernel, placed, NULL, force);
    if (shell[cell]) cell_forces(g, cell, arcs, placed, normals, force);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      for (int c = 0; c < COMPONENTS; c++) {
        const PetscInt  dof   = model->layout.dof[COMPONENTS * g->conn[i] + c];
        const PetscReal value = force[i - g->offset[cell]][c];

        if (c < 3) most[0] = PetscMax(most[0], PetscAbsReal(value));
        if (dof >= 0) f[dof] += value;
        else if (c < 3) most[1 + c] = PetscMax(most[1 + c], PetscAbsReal(value));
      }
  }
  PetscCall(PetscFree(shell));
  PetscCall(PetscFree(normals));
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

/* ---- load places ----------------------------------------------------------------------------- */

/* A place, and the square of its distance from the point for which it stands. */
enum { DISTANCE = 3, CANDIDATE };

/* Returns the van der Corput sequence: number k of points that are spread over [0, 1]. */
static PetscReal spread(int k, int base)
{
  PetscReal sum = 0, digit = 1. / base;

  for (; k; k /= base, digit /= base) sum += digit * (k % base);
  return sum;
}

/* Computes the point number k of the box, for which a place may stand. */
static void box_point(const PetscReal box[2][3], int k, PetscReal point[3])
{
  static const int base[3] = {2, 3, 5};
  enum { CORNERS = 8 };

  for (int c = 0; c < 3; c++) {
    const PetscReal s = k < CORNERS    ? k >> c & 1
                        : k == CORNERS ? 0.5
                                       : spread(k - CORNERS, base[c]);

    point[c] = box[0][c] + s * (box[1][c] - box[0][c]);
  }
}

/* Returns whether a comes before b: it is nearer or, if distances are equal, has less x, y, z. */
static PetscBool comes_before(const PetscReal a[CANDIDATE], const PetscReal b[CANDIDATE])
{
  if (a[DISTANCE] != b[DISTANCE]) return (PetscBool)(a[DISTANCE] < b[DISTANCE]);
  for (int c = 0; c < 3; c++)
    if (a[c] != b[c]) return (PetscBool)(a[c] < b[c]);
  return PETSC_FALSE;
}

/* Replaces each candidate of mine by that of theirs if it comes before. MPI calls it. */
static void take_first(void *theirs, void *mine, int *n, MPI_Datatype *type)
{
  const PetscReal(*const a)[CANDIDATE] = theirs;
  PetscReal(*const b)[CANDIDATE]       = mine;

  (void)type;
  for (int k = 0; k < *n; k++)
    if (comes_before(a[k], b[k]))
      for (int c = 0; c < CANDIDATE; c++) b[k][c] = a[k][c];
}

/* Replaces the candidates by the first ones of all ranks. */
static PetscErrorCode ReduceCandidates(MPI_Comm comm, PetscReal candidate[LOAD_PLACES][CANDIDATE])
{
  MPI_Datatype type;
  MPI_Op       op;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(CANDIDATE, MPIU_REAL, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCallMPI(MPI_Op_create(take_first, 1, &op));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, candidate, LOAD_PLACES, type, op, comm));
  PetscCallMPI(MPI_Op_free(&op));
  PetscCallMPI(MPI_Type_free(&type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the box around all places; box[0][c] is above box[1][c] if no rank has a place. */
static PetscErrorCode BoxAround(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3],
                                PetscReal box[2][3])
{
  PetscReal most[6];

  PetscFunctionBeginUser;
  for (int c = 0; c < 6; c++) most[c] = -PETSC_MAX_REAL;
  for (PetscInt k = 0; k < n; k++)
    for (int c = 0; c < 3; c++) {
      most[c]     = PetscMax(most[c], -x[k][c]);
      most[3 + c] = PetscMax(most[3 + c], x[k][c]);
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, most, 6, MPIU_REAL, MPIU_MAX, comm));
  for (int c = 0; c < 3; c++) {
    box[0][c] = -most[c];
    box[1][c] = most[3 + c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPlaces(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3], PetscInt *nplaces,
                          PetscReal places[LOAD_PLACES][3])
{
  PetscReal box[2][3], candidate[LOAD_PLACES][CANDIDATE];

  PetscFunctionBeginUser;
  *nplaces = 0;
  PetscCall(BoxAround(comm, n, x, box));
  if (box[0][0] > box[1][0]) PetscFunctionReturn(PETSC_SUCCESS);
  for (int p = 0; p < LOAD_PLACES; p++) {
    PetscReal point[3];

    box_point((const PetscReal(*)[3])box, p, point);
    candidate[p][DISTANCE] = PETSC_MAX_REAL;
    for (int c = 0; c < 3; c++) candidate[p][c] = PETSC_MAX_REAL;
    for (PetscInt k = 0; k < n; k++) {
      PetscReal place[CANDIDATE] = {x[k][0], x[k][1], x[k][2], 0};

      for (int c = 0; c < 3; c++) place[DISTANCE] += PetscSqr(x[k][c] - point[c]);
      if (comes_before(place, candidate[p]))
        PetscCall(PetscArraycpy(candidate[p], place, CANDIDATE));
    }
  }
  PetscCall(ReduceCandidates(comm, candidate));
  for (int p = 0; p < LOAD_PLACES; p++) {
    PetscBool is_new = PETSC_TRUE, same;

    for (PetscInt k = 0; k < *nplaces && is_new; k++) {
      PetscCall(PetscArraycmp(places[k], candidate[p], 3, &same));
      is_new = (PetscBool)!same;
    }
    if (is_new) PetscCall(PetscArraycpy(places[(*nplaces)++], candidate[p], 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
