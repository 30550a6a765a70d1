/* coupled_load.c: gives the nodes of a load to preCICE as a mesh, writes their motion, and reads
   their forces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "coupled_load.h"
#include "output/output.h"
#include "model/loads/nodes/given_load.h"

static const char *const field_name[LOAD_NWRITTEN] = {"displacement", "velocity"};

PetscErrorCode CoupledLoadCreate(const CoupledLoadOptions *options, CoupledLoad *in)
{
  PetscFunctionBeginUser;
  in->number = options->number;
  in->force  = options->force;
  for (int k = 0; k < LOAD_NWRITTEN; k++) in->written[k] = options->written[k];
  PetscCall(PetscStrallocpy(options->name, &in->name));
  in->mesh = options->mesh ? options->mesh : in->name;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CoupledLoadDestroy(CoupledLoad *in)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(in->name));
  PetscCall(PetscFree2(in->id, in->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Sets the axes of the model that a mesh of two dimensions has: those of a plane model, or else x
   and y. */
static PetscErrorCode ChooseAxes(CoupledLoad *in, const Model model)
{
  int components = 0, n = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < in->load->n; k++)
    components |= model->layout.components[in->load->node[k]] & DISPLACEMENTS;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &components, 1, MPI_INT, MPI_BOR, model->comm));
  if (in->dimension == 3 || __builtin_popcount((unsigned)components) != 2)
    components = DISPLACEMENTS;
  for (int c = 0; c < 3; c++)
    if (components & 1 << c) in->axis[n++] = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: data of a name that is not NULL are not vectors of the mesh. */
static PetscErrorCode CheckData(const CoupledLoad *in, const Precice *p, MPI_Comm comm,
                                const char data[])
{
  PetscFunctionBeginUser;
  if (!data) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(p->getDataDimensions(in->mesh, data) == in->dimension, comm, PETSC_ERR_USER_INPUT,
             "-precice: the data '%s' of mesh '%s' are scalars; declare them as a vector", data,
             in->mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies values of three components to in->value. */
static void pack(CoupledLoad *in, const PetscReal *x)
{
  for (int k = 0; k < in->n; k++)
    for (int c = 0; c < in->dimension; c++)
      in->value[in->dimension * k + c] = (double)x[3 * k + in->axis[c]];
}

/* Copies a field of the nodes of the set to in->value. */
static PetscErrorCode PackField(CoupledLoad *in, ModelRun r, const char name[])
{
  FileResult field;

  PetscFunctionBeginUser;
  PetscCall(
    OutputGetField(ModelRunGet(r)->recording.output, name, in->set, ModelRunState(r), &field));
  pack(in, field.data);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CoupledLoadAttach(CoupledLoad *in, const Precice *p, ModelRun r)
{
  const Model model = ModelRunGet(r)->model;

  PetscFunctionBeginUser;
  in->load      = given_load_find(model, in->name);
  in->set       = model->mesh->g.set_name[model->loads.set[in->number]];
  in->n         = (int)in->load->n;
  in->dimension = p->getMeshDimensions(in->mesh);
  PetscCall(ChooseAxes(in, model));
  PetscCall(CheckData(in, p, model->comm, in->force));
  for (int k = 0; k < LOAD_NWRITTEN; k++) PetscCall(CheckData(in, p, model->comm, in->written[k]));
  PetscCall(PetscMalloc2((size_t)in->n, &in->id, (size_t)(3 * in->n), &in->value));
  PetscCall(PackField(in, r, "place"));
  p->setMeshVertices(in->mesh, in->n, in->value, in->id);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---------------------------------------------------------------------------------- */

PetscErrorCode CoupledLoadWrite(CoupledLoad *in, const Precice *p, ModelRun r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LOAD_NWRITTEN; k++) {
    if (!in->written[k]) continue;
    PetscCall(PackField(in, r, field_name[k]));
    p->writeData(in->mesh, in->written[k], in->n, in->id, in->value);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void coupled_load_read(CoupledLoad *in, const Precice *p, double dt)
{
  if (!in->force) return;
  p->readData(in->mesh, in->force, in->n, in->id, dt, in->value);
  for (int k = 0; k < in->n; k++)
    for (int c = 0; c < in->dimension; c++)
      in->load->next[in->load->columns * k + in->axis[c]] =
        (PetscReal)in->value[in->dimension * k + c];
  in->load->waits = PETSC_TRUE;
}
