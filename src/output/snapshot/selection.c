/* selection.c: selects what snapshots have: sets of nodes and cells, fields of nodes and results
   of elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "output/dof_tables.h"
#include "model/joints/joints.h"
#include "model/parts/block.h"
#include "snapshot.h"
#include "node_fields.h"

PetscErrorCode SelectionCreate(const NameList *names, Model model, Selection *x)
{
  PetscFunctionBeginUser;
  x->n = names->n;
  PetscCall(PetscMalloc1(x->n, &x->sets));
  for (PetscInt k = 0; k < x->n; k++) {
    PetscInt b = 0;

    while (b < model->nparts && strcmp(model->block[b].part, names->name[k])) b++;
    if (b < model->nparts) x->sets[k] = model->block[b].set;
    else PetscCall(MeshFindSet(model->mesh, "-output_sets", names->name[k], &x->sets[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool selects_node(const Selection *x, const Geometry *g, int node)
{
  for (PetscInt k = 0; k < x->n; k++)
    if (geometry_node_in_set(g, node, (int)x->sets[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether all nodes of the cell are selected. */
static PetscBool selects_cell(const Selection *x, const Geometry *g, PetscInt cell)
{
  for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
    if (!selects_node(x, g, g->conn[i])) return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Creates the table of selected nodes; its items are the nodes that a rank owns. */
static PetscErrorCode TabulateNodes(Mesh mesh, Selection *x)
{
  PetscInt *count, *at, n = 0, owned = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->g.nnodes, &count, mesh->g.nnodes, &at));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    count[i] = mesh->owned[i] && selects_node(x, &mesh->g, i);
    if (count[i]) at[n++] = owned;
    owned += mesh->owned[i] ? 1 : 0;
  }
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_NODES, count, at, &x->nodes));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the table of selected cells of a part; its items are the cells of the block. */
static PetscErrorCode TabulateCells(Mesh mesh, const Block *b, const Selection *x, MeshTable *table)
{
  PetscInt *count, *at, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->g.ncells, &count, b->ncells, &at));
  MeshTableSortCells(mesh, b->ncells, b->cells, count, at);
  for (PetscInt k = 0; k < b->ncells; k++) {
    const PetscInt cell = b->cells[at[k]];

    count[cell] = selects_cell(x, &mesh->g, cell);
    if (count[cell]) at[n++] = at[k];
  }
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_CELLS, count, at, table));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SelectionSetUp(Model model, Selection *x)
{
  PetscFunctionBeginUser;
  if (!x->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TabulateNodes(model->mesh, x));
  PetscCheck(x->nodes.total, model->comm, PETSC_ERR_USER_INPUT,
             "-output_sets: these sets have no nodes");
  PetscCall(PetscCalloc1(model->nparts, &x->part));
  for (PetscInt b = 0; b < model->nparts; b++)
    PetscCall(TabulateCells(model->mesh, &model->block[b], x, &x->part[b]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SelectionDestroy(Model model, Selection *x)
{
  PetscFunctionBeginUser;
  for (PetscInt b = 0; x->part && b < model->nparts; b++) PetscCall(MeshTableDestroy(&x->part[b]));
  PetscCall(MeshTableDestroy(&x->nodes));
  PetscCall(PetscFree(x->part));
  PetscCall(PetscFree(x->sets));
  x->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* row[nnodes] = row of each node of this rank, ghosts included, among the selected nodes, or -1. */
static PetscErrorCode NumberSelectedNodes(Mesh mesh, const Selection *x, PetscInt row[])
{
  PetscInt *count, *at, *rows, n = 0;
  MeshTable table;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->g.nnodes, &count, mesh->g.nnodes, &at));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    row[i]   = -1;
    count[i] = selects_node(x, &mesh->g, i);
    if (count[i]) at[n++] = i;
  }
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_NODES, count, at, &table));
  PetscCall(PetscMalloc1(table.n, &rows));
  for (PetscInt k = 0; k < table.n; k++) rows[k] = table.first + k;
  PetscCall(MeshTableScatter(&table, MPIU_INT, 1, rows, row));
  PetscCall(PetscFree(rows));
  PetscCall(MeshTableDestroy(&table));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteFrameNodes(File file, Mesh mesh, const Selection *x)
{
  double(*position)[3];
  PetscInt *rows, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->nowned, &position, mesh->nowned, &rows));
  for (int i = 0; i < mesh->g.nnodes; i++)
    if (mesh->owned[i]) {
      rows[n] = (PetscInt)mesh->g.node_number[i];
      PetscCall(PetscArraycpy(position[n++], mesh->g.x[i], 3));
    }
  PetscCall(FileWriteTable(file, "/mesh/frames/rows", FILE_INT, &x->nodes, 0, rows));
  PetscCall(FileWriteTable(file, "/mesh/frames/nodes", FILE_REAL, &x->nodes, 3, position));
  PetscCall(PetscFree2(position, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the selected cells of a part: their rows among all cells of the part, and their nodes as
   rows of the selected nodes.

   Input:
     part_table, here  the tables of all cells and of the selected cells
     row               from NumberSelectedNodes() */
static PetscErrorCode WriteFrameCells(File file, Mesh mesh, const Block *b,
                                      const MeshTable *part_table, const MeshTable *here,
                                      const PetscInt row[])
{
  const Geometry *g  = &mesh->g;
  const int       nn = shape_nodes(b->kernel->shape);
  PetscInt       *all, *number, *cells;
  char            path[256];

  PetscFunctionBeginUser;
  if (!here->total) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    PetscMalloc3(part_table->n, &all, b->ncells, &number, (size_t)b->ncells * (size_t)nn, &cells));
  for (PetscInt k = 0; k < part_table->n; k++) all[k] = part_table->first + k;
  PetscCall(MeshTableScatter(part_table, MPIU_INT, 1, all, number));
  for (PetscInt e = 0, k = 0; e < b->ncells; e++)
    for (int i = g->offset[b->cells[e]]; i < g->offset[b->cells[e] + 1]; i++)
      cells[k++] = row[g->conn[i]];
  PetscCall(PetscSNPrintf(path, sizeof path, "/mesh/frames/parts/%s/%s/rows", b->part,
                          shape_name(b->kernel->shape)));
  PetscCall(FileWriteTable(file, path, FILE_INT, here, 0, number));
  PetscCall(PetscSNPrintf(path, sizeof path, "/mesh/frames/parts/%s/%s/cells", b->part,
                          shape_name(b->kernel->shape)));
  PetscCall(FileWriteTable(file, path, FILE_INT, here, nn, cells));
  PetscCall(PetscFree3(all, number, cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SelectionWrite(File file, Model model, const MeshTable part[], const Selection *x)
{
  const Mesh mesh = model->mesh;
  PetscInt  *row;

  PetscFunctionBeginUser;
  if (!x->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WriteFrameNodes(file, mesh, x));
  PetscCall(PetscMalloc1(mesh->g.nnodes, &row));
  PetscCall(NumberSelectedNodes(mesh, x, row));
  for (PetscInt b = 0; b < model->nparts; b++)
    PetscCall(WriteFrameCells(file, mesh, &model->block[b], &part[b], &x->part[b], row));
  PetscCall(PetscFree(row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* Returns the number of fields and results of the model, with their names in all[size]. */
static PetscInt list_field_names(Model model, PetscBool frames, size_t size, const char *all[])
{
  size_t n = 0;

  for (int f = 0; f < nodal_fields(model->layout.rotates); f++) all[n++] = nodal_field_info[f].name;
  for (PetscInt b = 0; b < model->nparts; b++)
    for (const ElementResult *r = model->block[b].results; r->name; r++) {
      size_t k = 0;

      while (k < n && strcmp(all[k], r->name)) k++;
      if (k == n && n < size) all[n++] = r->name;
    }
  for (PetscInt i = 0; i < model->njoints && frames; i++)
    if (model->joint[i].ncells_all > 1 && model->joint[i].support < 0) {
      if (n < size) all[n++] = JOINTS_FIELD;
      break;
    }
  return (PetscInt)n;
}

PetscErrorCode FieldsCreate(const NameList *names, const char option[], PetscBool frames,
                            Model model, Fields *fields)
{
  const char *all[128];
  char        list[1024] = "";
  PetscInt    n;

  PetscFunctionBeginUser;
  fields->n = names->n;
  PetscCall(PetscStrNArrayallocpy(names->n, (const char *const *)names->name, &fields->name));
  fields->all   = (PetscBool)(fields->n == 1 && !strcmp(fields->name[0], "all"));
  fields->usual = (PetscBool)(!fields->n && frames);
  n             = list_field_names(model, frames, PETSC_STATIC_ARRAY_LENGTH(all), all);
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(PetscStrlcat(list, k ? ", " : "", sizeof list));
    PetscCall(PetscStrlcat(list, all[k], sizeof list));
  }
  for (PetscInt k = 0; k < fields->n && !fields->all; k++) {
    PetscInt found = 0;

    while (found < n && strcmp(all[found], fields->name[k])) found++;
    PetscCheck(found < n, model->comm, PETSC_ERR_USER_INPUT,
               "%s: there is no field '%s'; this model has %s", option, fields->name[k], list);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_named(const Fields *fields, const char name[])
{
  for (PetscInt k = 0; k < fields->n; k++)
    if (!strcmp(fields->name[k], name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool fields_contain(const Fields *fields, const char name[])
{
  return (PetscBool)(fields->all || fields->usual || is_named(fields, name));
}

PetscBool fields_contain_result(const Fields *fields, const Block *b, const ElementResult *result)
{
  const PetscBool usual = (PetscBool)(result - b->results < b->nusual);

  return (PetscBool)(fields->all || (fields->usual && usual) || is_named(fields, result->name));
}

ResultChoice fields_result_choice(const Fields *fields, const Block *b)
{
  ResultChoice choice = RESULTS_PLAIN;
  PetscInt     at     = 0;

  for (const ElementResult *r = b->results; r->name; at += r->count, r++) {
    if (!fields_contain_result(fields, b, r)) continue;
    if (at >= b->nvalues) choice = PetscMax(choice, RESULTS_USUAL);
    if (r - b->results >= b->nusual) choice = RESULTS_ALL;
  }
  return choice;
}

PetscErrorCode FieldsDestroy(Fields *fields)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(fields->n, &fields->name));
  *fields = (Fields){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
