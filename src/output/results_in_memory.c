/* results_in_memory.c: gives results to the program that runs the case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "output_impl.h"
#include "snapshot/node_fields.h"

PetscErrorCode OutputGetResult(Output out, const char path[], const FileResult **result)
{
  PetscFunctionBeginUser;
  PetscCheck(out->file && FileIsInMemory(out->file), out->model->comm, PETSC_ERR_USER_INPUT,
             "results are in the file of -output %s; give -output none to have them in memory, and "
             "run the case",
             out->path);
  PetscCall(HistoryWrite(out->history));
  PetscCall(FileGetResult(out->file, path, result));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *OutputGetResultName(Output out, PetscInt k)
{
  return out->file && FileIsInMemory(out->file) ? FileGetResultName(out->file, k) : NULL;
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
  PetscCall(PetscMalloc1((size_t)(out->field_table.n * NODAL_MAX_VALUES), &out->field));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputGetField(Output out, const char name[], const FsState *s, FileResult *result)
{
  const MeshTable *table                = &out->field_table;
  PetscReal       *values[NODAL_FIELDS] = {NULL};
  int              columns, count = nodal_fields(out->model->layout.rotates), f = 0;
  Evaluation       ev;

  PetscFunctionBeginUser;
  while (f < count && strcmp(nodal_field_info[f].name, name)) f++;
  PetscCheck(f < count, out->model->comm, PETSC_ERR_USER_INPUT, "nodes have no field '%.60s'",
             name);
  columns = nodal_field_info[f].count;
  if (!out->field) PetscCall(CreateFieldTable(out));
  PetscCall(PetscMalloc1((size_t)columns * (size_t)out->model->mesh->nowned, &values[f]));
  PetscCall(AssemblyEvaluate(out->assembly, s, &out->loading, PETSC_FALSE, &ev));
  PetscCall(NodalValues(&ev, count, values));
  PetscCall(MeshTableGather(table, MPIU_REAL, columns, values[f], out->field));
  PetscCall(PetscFree(values[f]));
  *result = (FileResult){
    .type  = FILE_REAL,
    .ndims = 2,
    .dims  = {table->total, columns},
    .first = table->first,
    .n     = table->n,
    .data  = out->field
  };
  PetscFunctionReturn(PETSC_SUCCESS);
}
