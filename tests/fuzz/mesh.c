/* mesh.c: any bytes as a Gmsh file: read, renumbered, made a piece; what is accepted is whole. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/gmsh/gmsh.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(int good)
{
  if (!good) abort();
}

static void check_cells(const Geometry *g)
{
  for (int c = 0; c < g->ncells; c++) {
    check(geometry_cell_size(g, c) == shape_nodes((Shape)g->shape[c]));
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++)
      check(g->conn[k] >= 0 && g->conn[k] < g->nnodes);
  }
}

static void check_piece(const Geometry *g)
{
  check(g->nnodes > 0 && g->ncells > 0 && geometry_find_set(g, "all") >= 0);
  check_cells(g);
  for (int i = 0; i < g->nnodes; i++) {
    check(isfinite(g->x[i][0]) && isfinite(g->x[i][1]) && isfinite(g->x[i][2]));
    check(g->node_number[i] == i && g->owner[i] == 0 && g->owner_node[i] == i);
  }
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++)
      for (int s = 0; s < g->nsets && s < 64; s++)
        check(!geometry_cell_in_set(g, c, s) || geometry_node_in_set(g, g->conn[k], s));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  const Ranks     ranks = ranks_self();
  char           *data = malloc(size + 1), message[512] = "";
  Geometry        g;
  DistributedMesh d = {.ranks = NULL};
  NodeFetch       fetch;
  int            *to;

  memcpy(data, bytes, size);
  data[size] = 0;
  if (gmsh_parse("fuzz.msh", data, size, &ranks, INT32_MAX / 8, &d, message, sizeof message)) {
    check(message[0] && strlen(message) < sizeof message - 1);
  } else {
    check_cells(&d.cells);
    find_coincident_nodes(&d);
    renumber_mesh(&d);
    distributed_mesh_plan_fetch(&d, &fetch);
    distributed_mesh_fetch_x(&d, &fetch);
    to = ranks_malloc(&ranks, d.cells.ncells, sizeof *to);
    split_along_hilbert_curve(&d, NULL, to);
    check(count_ghost_nodes(&d, &fetch, to) == 0);
    node_fetch_free(&fetch);
    migrate_cells(&d, to, &g);
    check_piece(&g);
    geometry_free(&g);
    free(to);
  }
  free(data);
  return 0;
}
