/* mesh_dump.c: read a Gmsh file as fsolve does and print nodes, cells and sets; for gmsh_files.py and damaged.py, which compare and damage. */
#include <inttypes.h>
#include <stdio.h>
#include "mesh/geometry.h"

int main(int argc, char *argv[])
{
  Geometry   g;
  const int *sets;
  int        n;
  char       message[512];

  if (argc != 2) return 1;
  if (gmsh_read(argv[1], &g, message, sizeof message)) {
    fprintf(stderr, "%s\n", message);
    return 2;
  }
  for (int i = 0; i < g.nnodes; i++)
    printf("node %" PRId64 " %.17g %.17g %.17g\n", g.id[i], g.x[i][0], g.x[i][1], g.x[i][2]);
  for (int c = 0; c < g.ncells; c++) {
    printf("cell %s", shape_name((Shape)g.shape[c]));
    for (int i = g.offset[c]; i < g.offset[c + 1]; i++) printf(" %" PRId64, g.id[g.conn[i]]);
    n = set_lists_get(&g.lists, g.cell_sets[c], &sets);
    for (int s = 0; s < n; s++) printf(" | %s", g.set_name[sets[s]]);
    printf("\n");
  }
  for (int i = 0; i < g.nnodes; i++) {
    n = set_lists_get(&g.lists, g.node_sets[i], &sets);
    for (int s = 0; s < n; s++) printf("in %" PRId64 " | %s\n", g.id[i], g.set_name[sets[s]]);
  }
  geometry_free(&g);
  return 0;
}
