/* mesh.c: any bytes as a Gmsh file: read, renumbered; what is accepted is whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/geometry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(int good)
{
  if (!good) abort();
}

static void check_geometry(const Geometry *g)
{
  check(g->nnodes > 0 && g->ncells > 0 && geometry_find_set(g, "all") >= 0);
  for (int i = 0; i < g->nnodes; i++) check(isfinite(g->x[i][0]) && isfinite(g->x[i][1]) && isfinite(g->x[i][2]));
  for (int c = 0; c < g->ncells; c++) {
    check(geometry_cell_size(g, c) == shape_nodes((Shape)g->shape[c]));
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
      check(g->conn[k] >= 0 && g->conn[k] < g->nnodes);
      for (int s = 0; s < g->nsets && s < 64; s++)
        check(!geometry_cell_in(g, c, s) || geometry_node_in(g, g->conn[k], s));
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  char    *data = malloc(size + 1), message[512] = "";
  Geometry g;

  memcpy(data, bytes, size);
  data[size] = 0;
  if (gmsh_parse("fuzz.msh", data, size, &g, message, sizeof message)) {
    check(message[0] && strlen(message) < sizeof message - 1);
  } else {
    check_geometry(&g);
    check(!geometry_find_places(&g) && !geometry_sweep(&g));
    check_geometry(&g);
    geometry_free(&g);
  }
  free(data);
  return 0;
}
