/* results_in_memory.c: gives results to the program that runs the case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "output_impl.h"
#include "snapshot/node_fields.h"

PetscBool OutputIsInMemory(Output out)
{
  return (PetscBool)(out->file && FileIsInMemory(out->file));
}

PetscErrorCode OutputGetResult(Output out, const char path[], const FileResult **result)
{
  PetscFunctionBeginUser;
  PetscCheck(OutputIsInMemory(out) || *out->path, out->model->comm, PETSC_ERR_USER_INPUT,
             "there are no results before the first step; run the case");
  PetscCheck(OutputIsInMemory(out), out->model->comm, PETSC_ERR_USER_INPUT,
             "results are in the file of -output %s; give -output none to have them in memory, and "
             "run the case",
             out->path);
  PetscCall(HistoryWrite(out->history));
  PetscCall(FileGetResult(out->file, path, result));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *OutputGetResultName(Output out, PetscInt k)
{
  return OutputIsInMemory(out) ? FileGetResultName(out->file, k) : NULL;
}

/* Creates the table that orders the values of nodes like "/mesh/nodes". */
static PetscErrorCode CreateFieldTable(Output out)
{
  const Mesh mesh = out->model->mesh;
  PetscInt  *owned;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &owned));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) owned[i] = mesh->owned[i];
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_NODES, owned, NULL, &out->field_table));
  PetscCall(PetscFree(owned));
  PetscCall(PetscMalloc1((size_t)(PetscMax(out->field_table.n, mesh->nowned) * NODAL_MAX_VALUES),
                         &out->field));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fields that snapshots do not have: the places of nodes in the mesh, and angular accelerations. */
enum { FIELD_PLACE = NODAL_FIELDS, FIELD_ANGULAR_ACCELERATION };

/* Finds a field by its name. */
static PetscErrorCode FindField(Output out, const char name[], int *field, int *columns)
{
  const int count = nodal_fields(out->model->layout.rotates);

  PetscFunctionBeginUser;
  *columns = 3;
  *field   = FIELD_PLACE;
  if (!strcmp(name, "place")) PetscFunctionReturn(PETSC_SUCCESS);
  *field = FIELD_ANGULAR_ACCELERATION;
  if (out->model->layout.rotates && !strcmp(name, "angular_acceleration"))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (*field = 0; *field < count && strcmp(nodal_field_info[*field].name, name);) ++*field;
  PetscCheck(*field < count, out->model->comm, PETSC_ERR_USER_INPUT, "nodes have no field '%.60s'",
             name);
  *columns = nodal_field_info[*field].count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the field [nowned][columns] at the nodes of this rank, in their local order. */
static PetscErrorCode ComputeField(Output out, int field, const FsState *s, PetscReal here[])
{
  const Mesh mesh                 = out->model->mesh;
  PetscReal *values[NODAL_FIELDS] = {NULL};
  PetscInt   n                    = 0;
  Evaluation ev;

  PetscFunctionBeginUser;
  if (field != FIELD_PLACE) {
    PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, PETSC_FALSE, &ev));
    if (field == FIELD_ANGULAR_ACCELERATION) {
      PetscCall(NodalAngularAccelerations(&ev, here));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    values[field] = here;
    PetscCall(NodalValues(&ev, nodal_fields(out->model->layout.rotates), values));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < mesh->g.nnodes; i++)
    if (mesh->owned[i]) PetscCall(PetscArraycpy(here + 3 * n++, mesh->g.x[i], 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the rows of the nodes of a set from here to out->field. Sets the rows of result. */
static PetscErrorCode SelectRows(Output out, const char name[], int columns, const PetscReal here[],
                                 FileResult *result)
{
  const Geometry *g   = &out->model->mesh->g;
  PetscInt        row = 0;
  int             set = 0;

  PetscFunctionBeginUser;
  while (set < g->nsets && strcmp(g->set_name[set], name)) set++;
  PetscCheck(set < g->nsets, out->model->comm, PETSC_ERR_USER_INPUT, "the mesh has no set '%.60s'",
             name);
  for (int i = 0; i < g->nnodes; i++) {
    if (!out->model->mesh->owned[i]) continue;
    if (geometry_node_in_set(g, i, set))
      PetscCall(PetscArraycpy(out->field + columns * result->n++, here + columns * row, columns));
    row++;
  }
  PetscCallMPI(MPI_Exscan(&result->n, &result->first, 1, MPIU_INT, MPI_SUM, out->model->comm));
  PetscCallMPI(MPI_Allreduce(&result->n, &result->dims[0], 1, MPIU_INT, MPI_SUM, out->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputGetField(Output out, const char name[], const char set[], const FsState *s,
                              FileResult *result)
{
  const MeshTable *table = &out->field_table;
  PetscReal       *here;
  int              field, columns;

  PetscFunctionBeginUser;
  PetscCall(FindField(out, name, &field, &columns));
  if (!out->field) PetscCall(CreateFieldTable(out));
  PetscCall(PetscMalloc1((size_t)(columns * out->model->mesh->nowned), &here));
  PetscCall(ComputeField(out, field, s, here));
  *result = (FileResult){
    .type = FILE_REAL, .ndims = 2, .dims = {table->total, columns},
            .data = out->field
  };
  if (set) PetscCall(SelectRows(out, set, columns, here, result));
  else {
    result->first = table->first;
    result->n     = table->n;
    PetscCall(MeshTableGather(table, MPIU_REAL, columns, here, out->field));
  }
  PetscCall(PetscFree(here));
  PetscFunctionReturn(PETSC_SUCCESS);
}
