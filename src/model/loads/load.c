/* load.c: creates the loads with a factor g(t), on nodes or distributed over lines and surfaces.

   A pressure becomes blocks with kernels, except with -linearize. A load with constant generalized
   forces becomes a Load. A load whose generalized forces depend on the orientation of nodes becomes
   a FollowerLoad. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/loads/nodes/hinge_load.h"
#include "model/loads/nodes/nodal_load.h"
#include "model/loads/nodes/given_load.h"
#include "model/loads/line_load.h"
#include "model/loads/moving_load.h"
#include "model/loads/laws/law.h"
#include "model/parts/block.h"
#include "math/lanes.h"
#include "element/element_sizes.h"
#include "element/line_load.h"
#include "placed_load.h"

/* Adds a force (first = 0) or moment (first = 3) per length or area to the array f of a local
   vector. Adds the loaded components x, y, z of nodes with a dof to *loaded. */
static void add_distributed_load(Model model, const PlacedLoad *placed, int first, PetscScalar f[],
                                 int *loaded)
{
  const Geometry *g = &model->mesh->g;
  double          x[ELEMENT_MAX_NODES][3], N[ELEMENT_MAX_NODES];

  for (int cell = 0; cell < g->ncells; cell++) {
    if (!placed_load_acts_on_cell(g, placed, cell)) continue;
    geometry_cell_coordinates(g, cell, x);
    placed_load_node_weights(placed, cell, (Shape)g->shape[cell], (const double(*)[3])x, N);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      for (int c = 0; c < 3; c++) {
        const PetscInt dof = model->layout.dof[COMPONENTS * g->conn[i] + first + c];

        if (placed->options->value[c] == 0 || dof < 0) continue;
        f[dof] += placed->options->value[c] * N[i - g->offset[cell]];
        *loaded |= 1 << c;
      }
  }
}

/* Adds the forces on nodes that come from between them to f, with -linearize. */
static void add_forces_inside(Model model, const LineLoad *along, PetscScalar f[])
{
  for (PetscInt k = 0; k < along->n; k++) {
    const LineLoadPart *part                  = &along->part[k];
    const Block        *b                     = &model->block[part->block];
    const PetscInt     *dofs                  = BlockDofs(b, part->element);
    ElementLineLoad     load                  = {.kind = along->kind};
    double              own[ELEMENT_MAX_DOFS] = {0};

    for (int c = 0; c < 3; c++) load.vector[c] = along->vector[c];
    for (int lane = 0; lane < LANES; lane++) line_load_set_lane(along, part, lane, &load);
    LineLoadAtRest(model, b, part->element, &load, own);
    for (PetscInt i = 0; i < b->nd; i++)
      if (dofs[i] >= 0) f[dofs[i]] += own[i];
  }
}

/* Checks that f[n] on this rank, which was computed from the field, is finite. */
static PetscErrorCode CheckLoadField(Model model, const PlacedLoad *placed, PetscInt n,
                                     const PetscReal f[])
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!placed->field) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < n && !bad; i++) bad = (PetscBool)!isfinite(f[i]);
  PetscCall(CheckAllRanks(model->comm, bad,
                          "%s has no finite value at some place of set '%s'; guard it with ?:",
                          ExpressionOption(placed->field), model->mesh->g.set_name[placed->set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns about parts with lines if a traction acts on the set "all", which has only surfaces. */
static PetscErrorCode WarnUnloadedLines(Model model, const char option[], PetscInt set)
{
  const Geometry *g = &model->mesh->g;
  const Block    *b = NULL;

  PetscFunctionBeginUser;
  if (strcmp(g->set_name[set], "all")) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < model->nparts && !b; k++)
    if (shape_dimension(model->block[k].kernel->shape) && model->block[k].ncells &&
        !geometry_cell_in_set(g, (int)model->block[k].cells[0], (int)set))
      b = &model->block[k];
  PetscCall(WarnAllRanks(model->comm, (PetscBool)(b != NULL),
                         "%s acts on the surfaces of set '%s', per area, and not on the %ss of "
                         "part '%s': add a load per "
                         "length for these",
                         option, g->set_name[set], b ? shape_name(b->kernel->shape) : "",
                         b ? b->part : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that nodes have dofs in the loaded components, bits of this rank. Input error: no node has
   a dof. A warning: some nodes lack the dof. */
static PetscErrorCode CheckLoadedComponents(Model model, const PlacedLoad *placed, int loaded)
{
  const LoadOptions *options = placed->options;
  char               option[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_%s", options->name,
                          load_kind_names[options->kind]));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &loaded, 1, MPI_INT, MPI_BOR, model->comm));
  for (int c = 0; c < 3; c++) {
    if (options->value[c] == 0) continue;
    PetscCheck(
      loaded & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
      "-load_%s_%s acts in %c, where set '%s' has no %s", options->name,
      load_kind_names[options->kind], 'x' + c, model->mesh->g.set_name[placed->set],
      options->kind == LOAD_MOMENT && placed->cells
        ? "lines or surfaces whose nodes rotate; those of beams do"
      : options->kind == LOAD_MOMENT ? "rotation; nodes of beams and bodies have"
      : placed->cells
        ? "lines or surfaces with such dofs; -directions gives nodes more components"
        : "such dof: its nodes belong to no part, or -directions leaves the component out");
    PetscCall(ModelWarnMissingComponent(model, option, placed->set,
                                        options->kind == LOAD_MOMENT ? 3 + c : c));
  }
  if (options->kind == LOAD_TRACTION) PetscCall(WarnUnloadedLines(model, option, placed->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a load with constant generalized forces: a force fixed in space, or a moment fixed in the
   axes of the node. It is the sum of placed[n]. along is NULL, or the same loads along lines. */
static PetscErrorCode AddLoads(Model model, int n, const PlacedLoad placed[], const LineLoad *along)
{
  const LoadOptions *options = placed->options;
  const char *const  t       = "t";
  const int          first   = options->kind == LOAD_MOMENT ? 3 : 0;
  Load              *load    = &model->loads.constant[model->loads.nconstant++];
  PetscScalar       *f;
  Vec                local;
  int                loaded[3] = {0};

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(options->name, &load->name));
  PetscCall(ExpressionCreate(model->symbols, placed->option, placed->time, 1, &t, &load->time));
  load->harmonic = options->harmonic;
  PetscCall(DMGetLocalVector(model->mesh->dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &f));
  for (int k = 0; k < n; k++) {
    if (options->kind == LOAD_PRESSURE) PetscCall(PressureAtRest(model, &placed[k], f));
    else if (placed->cells) add_distributed_load(model, &placed[k], first, f, &loaded[k]);
    else nodal_load_add(model, &placed[k], first, f, &loaded[k]);
    if (along && model->linearize) add_forces_inside(model, along + k, f);
  }
  PetscCall(LoadLeversCreate(model, n, placed, load, f));
  PetscCall(CheckLoadField(model, placed, model->layout.nlocal, f));
  PetscCall(LoadKeepForces(model, local, &f, load));
  PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));
  for (int k = 0; k < n && options->kind != LOAD_PRESSURE; k++)
    PetscCall(CheckLoadedComponents(model, &placed[k], loaded[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes share[nnodes]: the field, or 0 for nodes outside of the set. For a distributed load it
   is the tributary length [m] or area [m2] times the field. */
static PetscErrorCode LoadTributarySizes(Model model, const PlacedLoad *placed, PetscReal share[])
{
  const Geometry *g = &model->mesh->g;
  double          x[ELEMENT_MAX_NODES][3], N[ELEMENT_MAX_NODES];

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    share[i] = !placed->cells && geometry_node_in_set(g, i, (int)placed->set)
                 ? placed_load_factor(placed, g->x[i])
                 : 0;
  if (!placed->cells) PetscFunctionReturn(PETSC_SUCCESS);
  for (int cell = 0; cell < g->ncells; cell++) {
    if (!placed_load_acts_on_cell(g, placed, cell)) continue;
    geometry_cell_coordinates(g, cell, x);
    placed_load_node_weights(placed, cell, (Shape)g->shape[cell], (const double(*)[3])x, N);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      share[g->conn[i]] += N[i - g->offset[cell]];
  }
  PetscCall(MeshCombineNodes(model->mesh, MPIU_REAL, share, MPI_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a load that depends on orientations. Input error: a node of the set does not rotate. */
static PetscErrorCode AddFollowerLoad(Model model, const PlacedLoad *placed)
{
  const LoadOptions *options = placed->options;
  const char *const  t       = "t";
  const int          n       = model->mesh->g.nnodes;
  FollowerLoad      *load    = &model->loads.follower[model->loads.nfollower++];
  PetscReal         *share;
  PetscBool          fixed  = PETSC_FALSE;
  int                loaded = 0;

  PetscFunctionBeginUser;
  *load = (FollowerLoad){.moment = (PetscBool)(options->kind == LOAD_MOMENT)};
  PetscCall(PetscStrallocpy(options->name, &load->name));
  PetscCall(ExpressionCreate(model->symbols, placed->option, placed->time, 1, &t, &load->time));
  load->harmonic = options->harmonic;
  PetscCall(PetscArraycpy(load->vector, options->value, 3));
  PetscCall(PetscMalloc1(n, &share));
  PetscCall(PetscMalloc2(n, &load->node, n, &load->weight));
  PetscCall(LoadTributarySizes(model, placed, share));
  PetscCall(CheckLoadField(model, placed, n, share));
  for (int i = 0; i < n; i++) {
    if (!model->mesh->owned[i] || share[i] == 0 || !model->layout.components[i]) continue;
    if (!(model->layout.components[i] & ROTATIONS)) {
      fixed = PETSC_TRUE;
      continue;
    }
    loaded |=
      load->moment ? model->layout.components[i] >> 3 : model->layout.components[i] & DISPLACEMENTS;
    load->node[load->n]     = i;
    load->weight[load->n++] = share[i];
  }
  PetscCall(PetscFree(share));
  PetscCall(CheckAllRanks(
    model->comm, fixed,
    "load '%s': set '%s' has nodes that do not rotate, and a %s needs nodes that do, of beams or "
    "bodies",
    options->name, model->mesh->g.set_name[placed->set],
    options->follower ? "follower" : "moment"));
  PetscCall(CheckLoadedComponents(model, placed, loaded));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a moving load, which takes over the field. */
static PetscErrorCode AddMovingLoad(Model model, PlacedLoad *placed, const LineLoad *along)
{
  const LoadOptions *options = placed->options;
  const char *const  t       = "t";
  int                loaded  = 0;
  Expression         time;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(model->symbols, placed->option, placed->time, 1, &t, &time));
  PetscCall(MovingLoadAdd(model, placed, options->kind == LOAD_MOMENT ? 3 : 0, time,
                          model->linearize ? along : NULL, &loaded));
  PetscCall(PetscStrallocpy(options->name, &model->loads.moving[model->loads.nmoving - 1].name));
  PetscCall(CheckLoadedComponents(model, placed, loaded));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a traction may be per length or per area, because its set has lines and surfaces. */
static PetscErrorCode CheckCells(Model model, const LoadOptions *options, PetscInt set)
{
  const Geometry *g   = &model->mesh->g;
  int             has = 0;

  PetscFunctionBeginUser;
  if (options->cells != (1 << 1 | 1 << 2)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < g->ncells; c++)
    if (geometry_cell_in_set(g, c, (int)set)) has |= 1 << shape_dimension((Shape)g->shape[c]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &has, 1, MPI_INT, MPI_BOR, model->comm));
  PetscCheck(
    (has & options->cells) != options->cells, model->comm, PETSC_ERR_USER_INPUT,
    "-load_%s_traction: set '%s' has lines and surfaces; give -load_%s_traction_per length "
    "[N/m] or area [N/m2]",
    options->name, g->set_name[set], options->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a force, traction or moment. */
static PetscErrorCode AddValue(Model model, const LoadOptions *options, PetscInt set,
                               const MeshPlace *place)
{
  const LineLoad *along;
  PlacedLoad      placed;
  PetscBool       follower_load;

  PetscFunctionBeginUser;
  PetscCheck(!options->follower || !model->linearize, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_follower: nodes do not rotate with -linearize; leave it out", options->name);
  PetscCall(CheckCells(model, options, set));
  PetscCall(LoadPlace(model, options, set, place, &placed));
  follower_load =
    (PetscBool)((options->kind == LOAD_MOMENT) != options->follower && !model->linearize);
  PetscCheck(!follower_load || !placed.is_moving, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_%s moves with t, which %s cannot; leave t out", options->name,
             options->place ? "place" : "field", options->follower ? "a follower" : "a moment");
  PetscCall(LineLoadAdd(model, &placed));
  along = placed.cells & 1 << 1 ? &model->loads.line[model->loads.nline - 1] : NULL;
  if (follower_load) PetscCall(AddFollowerLoad(model, &placed));
  else if (placed.is_moving) PetscCall(AddMovingLoad(model, &placed, along));
  else PetscCall(AddLoads(model, 1, &placed, along));
  PetscCall(PlacedLoadDestroy(&placed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a force, traction or moment in the axes of sections: the sum of loads along the global axes,
   whose factors are the components of the vectors of the beams. */
static PetscErrorCode AddInSectionAxes(Model model, const LoadOptions *options, PetscInt set,
                                       const MeshPlace *place)
{
  LoadOptions    unit[3];
  PlacedLoad     placed[3];
  SectionVector *vector;
  PetscBool      has[3];
  int            n = 0;

  PetscFunctionBeginUser;
  PetscCall(LoadPlace(model, options, set, place, &placed[0]));
  PetscCall(SectionVectorsFind(model, &placed[0], &vector, has));
  PetscCall(PlacedLoadDestroy(&placed[0]));
  for (int c = 0; c < 3; c++) {
    if (!has[c]) continue;
    unit[n] = *options;
    for (int k = 0; k < 3; k++) unit[n].value[k] = k == c;
    PetscCall(LoadPlace(model, &unit[n], set, place, &placed[n]));
    placed[n].vector    = vector;
    placed[n].direction = c;
    PetscCall(LineLoadAdd(model, &placed[n++]));
  }
  if (n) PetscCall(AddLoads(model, n, placed, &model->loads.line[model->loads.nline - n]));
  for (int k = 0; k < n; k++) PetscCall(PlacedLoadDestroy(&placed[k]));
  PetscCall(PetscFree(vector));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a pressure along the normals of the mesh. */
static PetscErrorCode AddLinearPressure(Model model, const LoadOptions *options, PetscInt set)
{
  PlacedLoad placed;

  PetscFunctionBeginUser;
  PetscCall(LoadPlace(model, options, set, NULL, &placed));
  PetscCall(AddLoads(model, 1, &placed, NULL));
  PetscCall(PlacedLoadDestroy(&placed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsCreate(Model model, PetscInt n, const LoadOptions loads[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n + 1, &model->loads.constant)); /* and that of LoadsAddWeight() */
  PetscCall(PetscCalloc1(n, &model->loads.follower));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt set = model->loads.set[i];
    Law            law;

    PetscCall(NodalLoadDoubt(model, &loads[i], set));
    PetscCall(HingeLoadDoubt(model, &loads[i], set, model->loads.place[i].dimension));
    if (loads[i].kind < LOAD_PRESSURE)
      PetscCall((loads[i].in_section ? AddInSectionAxes : AddValue)(model, &loads[i], set,
                                                                    &model->loads.place[i]));
    if (loads[i].kind == LOAD_PRESSURE && model->linearize)
      PetscCall(AddLinearPressure(model, &loads[i], set));
    if (loads[i].kind == LOAD_GIVEN)
      PetscCall(GivenLoadAdd(model, loads[i].name, set, loads[i].given_moments));
    if (loads[i].kind != LOAD_LAW) continue;
    PetscCall(LawCreate(model, &loads[i], set, &law));
    if (law.per_step) PetscCall(GivenLoadAddLaw(model, &law));
    else PetscCall(LawAdd(model, &law));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->loads.nconstant; i++) {
    PetscCall(PetscFree(model->loads.constant[i].name));
    PetscCall(ExpressionDestroy(&model->loads.constant[i].time));
    PetscCall(PetscFree2(model->loads.constant[i].at, model->loads.constant[i].force));
    PetscCall(
      PetscFree2(model->loads.constant[i].support_dof, model->loads.constant[i].support_force));
    PetscCall(PetscFree2(model->loads.constant[i].lever_node, model->loads.constant[i].lever));
  }
  PetscCall(PetscFree(model->loads.constant));
  PetscCall(PetscFree2(model->loads.set, model->loads.place));
  for (PetscInt i = 0; i < model->loads.nfollower; i++) {
    PetscCall(PetscFree(model->loads.follower[i].name));
    PetscCall(ExpressionDestroy(&model->loads.follower[i].time));
    PetscCall(PetscFree2(model->loads.follower[i].node, model->loads.follower[i].weight));
  }
  PetscCall(PetscFree(model->loads.follower));
  for (PetscInt i = 0; i < model->loads.nline; i++)
    PetscCall(LineLoadDestroy(&model->loads.line[i]));
  PetscCall(PetscFree(model->loads.line));
  PetscCall(MovingLoadsDestroy(model));
  PetscCall(GivenLoadsDestroy(model));
  PetscCall(LawsDestroy(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
