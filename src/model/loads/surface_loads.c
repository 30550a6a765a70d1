/* surface_loads.c: finds the sets and places of all loads, and creates the loads that become
   blocks: pressures that follow their surfaces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/parts/element_iterator.h"
#include "placed_load.h"

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

/* Adds a pressure that follows its surface. Only such loads act through kernels. */
static PetscErrorCode AddPressure(Model model, const PlacedLoad *placed)
{
  const LoadOptions *options = placed->options;
  const PetscInt     first   = model->nblocks;
  char               option[256];
  PetscInt           ncells;

  PetscFunctionBeginUser;
  PetscCall(BlockAddLoad(model, options->name, placed->set, pressure_kernels, options->value[0],
                         placed->option, placed->time, options->harmonic, &ncells));
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
