/* placed_load.c: a load with a factor g(t) on its set of the mesh, and the factor of its place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "placed_load.h"

PetscReal placed_load_factor(const PlacedLoad *load, const double x[3])
{
  return load->field ? ExpressionValue(load->field, (const PetscReal[]){x[0], x[1], x[2], 0}) : 1;
}

void placed_load_node_weights(const PlacedLoad *load, Shape shape, const double x[][3], double N[])
{
  if (placed_load_is_concentrated(load)) {
    ShapeCellPoint p;

    shape_cell_point(shape, x, load->place.square, 1, &p);
    for (int i = 0; i < shape_nodes(shape); i++) N[i] = placed_load_factor(load, p.x) * p.N[i];
  } else if (load->field) LoadFieldWeights(load->field, shape, x, N);
  else shape_weights(shape, x, N);
}

PetscBool placed_load_is_concentrated(const PlacedLoad *load)
{
  return (PetscBool)(load->place.dimension > 0);
}

PetscBool placed_load_acts_on_cell(const Geometry *g, const PlacedLoad *load, int cell)
{
  if (placed_load_is_concentrated(load)) return (PetscBool)(cell == load->place.item);
  return (PetscBool)(load->cells & 1 << shape_dimension((Shape)g->shape[cell]) &&
                     geometry_cell_in_set(g, cell, (int)load->set));
}

PetscErrorCode LoadPlace(Model model, const LoadOptions *options, PetscInt set,
                         const MeshPlace *place, PlacedLoad *load)
{
  char        option[256];
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  *load =
    (PlacedLoad){.options = options, .set = set, .time = options->time, .cells = options->cells};
  if (place && place->dimension) {
    load->place = *place;
    load->cells = 1 << place->dimension;
    if (place->rank != rank) load->place.item = -1;
  }
  PetscCall(PetscSNPrintf(load->option, sizeof load->option, "-load_%s_time", options->name));
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_harmonic", options->name));
  if (options->has_harmonic) PetscCall(ModelRememberHarmonic(model, option));
  PetscCall(LoadFieldCreate(model, options->name, options->field, &load->field));
  load->is_moving = (PetscBool)(load->field && ExpressionDependsOn(load->field, 3));
  if (!load->time && options->kind < LOAD_LAW) {
    const PetscBool grows = (PetscBool)(!options->has_harmonic && !load->is_moving);

    if (grows) model->loads.time_used = PETSC_TRUE;
    load->time = grows ? model->loads.time : options->has_harmonic ? "0" : "1";
  }
  PetscCheck(!load->is_moving || !options->has_harmonic, model->comm, PETSC_ERR_USER_INPUT,
             "%s: the load moves by -load_%s_field; leave t out of one of them", option,
             options->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
