/* mesh_sets.c: writes the sets of the mesh under /mesh/sets. A set has the rows of its nodes in
   /mesh/nodes, and its cells by shape, in the format of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "snapshot.h"
#include "output/dof_tables.h"

enum { BATCH = 1024 }; /* most sets whose datasets are written together */

/* path[size] = group of the set. Returns PETSC_FALSE if HDF5 does not allow the name of the set;
   the group then has a number. */
static PetscBool group_path(const Geometry *g, int set, size_t size, char path[])
{
  const char     *name  = g->set_name[set];
  const PetscBool plain = (PetscBool)(name[0] && name[0] != '.' && !strchr(name, '/'));

  if (plain) snprintf(path, size, "/mesh/sets/%s", name);
  else snprintf(path, size, "/mesh/sets/#%d", set);
  return plain;
}

/* The rows of one kind, nodes or cells of a shape, of all sets. A rank has a block of the nodes or
   cells of the mesh; its rows are sorted by sets, and within a set by their numbers. */
typedef struct {
  PetscInt  columns;        /* numbers of a row */
  PetscInt *rows;           /* [][columns] */
  PetscInt *start;          /* [nsets + 1] the rows of set k are start[k] to start[k + 1] - 1 */
  PetscInt *first, *totals; /* [nsets] its first row in the dataset, and rows of all ranks */
} SetRows;

static PetscErrorCode SetRowsDestroy(SetRows *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(s->rows));
  PetscCall(PetscFree3(s->start, s->first, s->totals));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers the rows of each set over all ranks. */
static PetscErrorCode NumberSetRows(MPI_Comm comm, int nsets, SetRows *s)
{
  PetscInt *n;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nsets, &n));
  for (int k = 0; k < nsets; k++) n[k] = s->start[k + 1] - s->start[k];
  PetscCallMPI(MPI_Scan(n, s->first, nsets, MPIU_INT, MPI_SUM, comm));
  PetscCallMPI(MPIU_Allreduce(n, s->totals, nsets, MPIU_INT, MPI_SUM, comm));
  for (int k = 0; k < nsets; k++) s->first[k] -= n[k];
  PetscCall(PetscFree(n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sorts rows [n][1 + columns] by sets, the first number of each; rows of a set keep their order.
   One pass over rows and sets: there may be as many sets as cells. */
static PetscErrorCode SortRows(MPI_Comm comm, int nsets, PetscInt n, PetscInt columns,
                               const PetscInt rows[], SetRows *s)
{
  const PetscInt width = 1 + columns;
  PetscInt      *next;

  PetscFunctionBeginUser;
  s->columns = columns;
  PetscCall(PetscMalloc1((size_t)(columns * n), &s->rows));
  PetscCall(PetscCalloc3(nsets + 1, &s->start, nsets, &s->first, nsets, &s->totals));
  for (PetscInt i = 0; i < n; i++) s->start[rows[i * width] + 1]++;
  for (int k = 0; k < nsets; k++) s->start[k + 1] += s->start[k];
  PetscCall(PetscMalloc1(nsets, &next));
  PetscCall(PetscArraycpy(next, s->start, nsets));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(
      PetscArraycpy(s->rows + columns * next[rows[i * width]]++, rows + i * width + 1, columns));
  PetscCall(PetscFree(next));
  PetscCall(NumberSetRows(comm, nsets, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gathers rows of this rank's items into blocks, and sorts them. count[i] is the number of rows of
   item i. */
static PetscErrorCode GatherRows(Mesh mesh, MeshTableItems items, const PetscInt count[],
                                 PetscInt columns, const PetscInt local[], SetRows *s)
{
  PetscInt *rows;
  MeshTable table;

  PetscFunctionBeginUser;
  PetscCall(MeshTableCreate(mesh, items, count, NULL, &table));
  PetscCall(PetscMalloc1((size_t)((1 + columns) * table.n), &rows));
  PetscCall(MeshTableGather(&table, MPIU_INT, 1 + columns, local, rows));
  PetscCall(SortRows(mesh->comm, mesh->g.nsets, table.n, columns, rows, s));
  PetscCall(PetscFree(rows));
  PetscCall(MeshTableDestroy(&table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CollectNodes(Mesh mesh, SetRows *s)
{
  const Geometry *g = &mesh->g;
  PetscInt       *count, *rows, total = 0, n = 0;
  const int      *sets;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->nnodes, &count));
  for (int i = 0; i < g->nnodes; i++) {
    count[i] = mesh->owned[i] ? set_lists_get(&g->lists, g->node_sets[i], &sets) : 0;
    total += count[i];
  }
  PetscCall(PetscMalloc1((size_t)(2 * total), &rows));
  for (int i = 0; i < g->nnodes; i++) {
    (void)set_lists_get(&g->lists, g->node_sets[i], &sets);
    for (PetscInt k = 0; k < count[i]; k++) {
      rows[n++] = sets[k];
      rows[n++] = (PetscInt)g->node_number[i];
    }
  }
  PetscCall(GatherRows(mesh, MESH_TABLE_NODES, count, 1, rows, s));
  PetscCall(PetscFree(rows));
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CollectCells(Mesh mesh, Shape shape, SetRows *s)
{
  const Geometry *g  = &mesh->g;
  const PetscInt  nn = shape_nodes(shape);
  PetscInt       *count, *rows, total = 0, n = 0;
  const int      *sets;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->ncells, &count));
  for (int c = 0; c < g->ncells; c++) {
    count[c] = g->shape[c] == shape ? set_lists_get(&g->lists, g->cell_sets[c], &sets) : 0;
    total += count[c];
  }
  PetscCall(PetscMalloc1((size_t)((1 + nn) * total), &rows));
  for (int c = 0; c < g->ncells; c++) {
    (void)set_lists_get(&g->lists, g->cell_sets[c], &sets);
    for (PetscInt k = 0; k < count[c]; k++) {
      rows[n++] = sets[k];
      for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
        rows[n++] = (PetscInt)g->node_number[g->conn[i]];
    }
  }
  PetscCall(GatherRows(mesh, MESH_TABLE_CELLS, count, nn, rows, s));
  PetscCall(PetscFree(rows));
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Datasets that are written together, because a mesh may have as many sets as cells, and collective
   calls for each of them would take most of the time. */
typedef struct {
  PetscInt n;
  FileRows rows[BATCH * (1 + SHAPES)];
  char     path[BATCH * (1 + SHAPES)][SET_NAME_SIZE + 48];
} Batch;

/* Appends the rows of a set as a dataset of its group. Columns 0: the dataset has one dimension. */
static void append_rows(const SetRows *s, int set, PetscInt columns, const char group[],
                        const char name[], Batch *b)
{
  if (!s->totals[set]) return;
  snprintf(b->path[b->n], sizeof b->path[b->n], "%s/%s", group, name);
  b->rows[b->n] = (FileRows){b->path[b->n],
                             FILE_INT,
                             s->totals[set],
                             s->first[set],
                             s->start[set + 1] - s->start[set],
                             columns,
                             s->rows + s->columns * s->start[set]};
  b->n++;
}

/* Writes sets from one number up to another, at most BATCH. */
static PetscErrorCode WriteSets(File file, const Geometry *g, int from, int to,
                                const SetRows *nodes, const SetRows cells[], Batch *b)
{
  char group[SET_NAME_SIZE + 16];

  PetscFunctionBeginUser;
  b->n = 0;
  for (int k = from; k < to; k++) {
    if (!nodes->totals[k]) continue;
    (void)group_path(g, k, sizeof group, group);
    append_rows(nodes, k, 0, group, "nodes", b);
    for (int shape = 0; shape < SHAPES; shape++)
      append_rows(&cells[shape], k, cells[shape].columns, group, shape_name((Shape)shape), b);
  }
  PetscCall(FileWriteManyRows(file, "/mesh/sets", b->n, b->rows));
  for (int k = from; k < to; k++)
    if (nodes->totals[k] && !group_path(g, k, sizeof group, group))
      PetscCall(FileSetAttributeText(file, group, "name", g->set_name[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the names of all sets, in the order of the mesh. */
static PetscErrorCode WriteSetNames(File file, const Geometry *g)
{
  const size_t size = (size_t)g->nsets * (SET_NAME_SIZE + 1) + 1;
  size_t       n    = 0;
  char        *names;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(size, &names));
  for (int k = 0; k < g->nsets; k++)
    n += (size_t)snprintf(names + n, size - n, "%s%s", k ? "," : "", g->set_name[k]);
  PetscCall(FileWriteText(file, "/mesh", "set_names", names));
  PetscCall(PetscFree(names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SetsWrite(File file, Mesh mesh)
{
  const Geometry *g = &mesh->g;
  SetRows         nodes, cells[SHAPES];
  Batch          *batch;

  PetscFunctionBeginUser;
  PetscCall(WriteSetNames(file, g));
  PetscCall(CollectNodes(mesh, &nodes));
  for (int shape = 0; shape < SHAPES; shape++)
    PetscCall(CollectCells(mesh, (Shape)shape, &cells[shape]));
  PetscCall(PetscNew(&batch));
  for (int k = 0; k < g->nsets; k += BATCH)
    PetscCall(WriteSets(file, g, k, PetscMin(g->nsets, k + BATCH), &nodes, cells, batch));
  PetscCall(PetscFree(batch));
  PetscCall(SetRowsDestroy(&nodes));
  for (int shape = 0; shape < SHAPES; shape++) PetscCall(SetRowsDestroy(&cells[shape]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
