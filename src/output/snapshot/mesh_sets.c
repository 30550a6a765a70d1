/* mesh_sets.c: writes the sets of the mesh under /mesh/sets. A set has the rows of its nodes in
   /mesh/nodes, and its cells by shape, in the format of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "mesh_sets.h"
#include "output/distributed_table.h"

enum { COUNTS = 1 + SHAPES }; /* nodes, and cells of each shape */

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

/* counts[nsets][COUNTS] = sums over all ranks; the counts are zero on entry. */
static PetscErrorCode CountSets(Mesh mesh, PetscInt counts[][COUNTS])
{
  const Geometry *g = &mesh->g;
  const int      *sets;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int n = mesh->owned[i] ? set_lists_get(&g->lists, g->node_sets[i], &sets) : 0; n-- > 0;)
      counts[sets[n]][0]++;
  for (int c = 0; c < g->ncells; c++)
    for (int n = set_lists_get(&g->lists, g->cell_sets[c], &sets); n-- > 0;)
      counts[sets[n]][1 + g->shape[c]]++;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, counts, (PetscMPIInt)(COUNTS * g->nsets), MPIU_INT,
                              MPI_SUM, mesh->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteSetNodes(File file, Mesh mesh, int set, const char path[])
{
  const Geometry *g = &mesh->g;
  PetscInt       *count, *rows, n = 0;
  MeshTable       table;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->nnodes, &count, g->nnodes, &rows));
  for (int i = 0; i < g->nnodes; i++) {
    count[i] = mesh->owned[i] && geometry_node_in_set(g, i, set);
    if (count[i]) rows[n++] = (PetscInt)g->node_number[i];
  }
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_NODES, count, NULL, &table));
  PetscCall(FileWriteTable(file, path, FILE_INT, &table, 0, rows));
  PetscCall(MeshTableDestroy(&table));
  PetscCall(PetscFree2(count, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteSetCells(File file, Mesh mesh, int set, Shape shape, const char path[])
{
  const Geometry *g  = &mesh->g;
  const int       nn = shape_nodes(shape);
  PetscInt       *count, *nodes, n = 0;
  MeshTable       table;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->ncells, &count, (size_t)nn * (size_t)g->ncells, &nodes));
  for (int c = 0; c < g->ncells; c++) {
    count[c] = g->shape[c] == shape && geometry_cell_in_set(g, c, set);
    for (int i = g->offset[c]; count[c] && i < g->offset[c + 1]; i++)
      nodes[n++] = (PetscInt)g->node_number[g->conn[i]];
  }
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_CELLS, count, NULL, &table));
  PetscCall(FileWriteTable(file, path, FILE_INT, &table, nn, nodes));
  PetscCall(MeshTableDestroy(&table));
  PetscCall(PetscFree2(count, nodes));
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
  PetscInt(*counts)[COUNTS];

  PetscFunctionBeginUser;
  PetscCall(WriteSetNames(file, g));
  PetscCall(PetscCalloc1(g->nsets, &counts));
  PetscCall(CountSets(mesh, counts));
  for (int k = 0; k < g->nsets; k++) {
    char            group[SET_NAME_SIZE + 16], path[SET_NAME_SIZE + 48];
    const PetscBool plain = group_path(g, k, sizeof group, group);

    if (!counts[k][0]) continue;
    snprintf(path, sizeof path, "%s/nodes", group);
    PetscCall(WriteSetNodes(file, mesh, k, path));
    if (!plain) PetscCall(FileSetAttributeText(file, group, "name", g->set_name[k]));
    for (int shape = 0; shape < SHAPES; shape++) {
      if (!counts[k][1 + shape]) continue;
      snprintf(path, sizeof path, "%s/%s", group, shape_name((Shape)shape));
      PetscCall(WriteSetCells(file, mesh, k, (Shape)shape, path));
    }
  }
  PetscCall(PetscFree(counts));
  PetscFunctionReturn(PETSC_SUCCESS);
}
