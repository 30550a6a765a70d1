/* mesh_dump.c: read a Gmsh file as fsolve does and print nodes, cells and sets; for gmsh_files.py
 * and damaged.py, which compare and damage. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include "mesh/gmsh/gmsh.h"

static void print_mesh(const DistributedMesh *d)
{
  const Geometry *n = &d->nodes, *c = &d->cells;
  const int      *sets;
  int             count;

  for (int i = 0; i < n->nnodes; i++)
    printf("node %" PRId64 " %.17g %.17g %.17g\n", n->id[i], n->x[i][0], n->x[i][1], n->x[i][2]);
  for (int k = 0; k < c->ncells; k++) {
    printf("cell %s", shape_name((Shape)c->shape[k]));
    for (int i = c->offset[k]; i < c->offset[k + 1]; i++)
      printf(" %" PRId64, n->id[c->node_number[c->conn[i]]]);
    count = set_lists_get(&c->lists, c->cell_sets[k], &sets);
    for (int s = 0; s < count; s++) printf(" | %s", c->set_name[sets[s]]);
    printf("\n");
  }
  for (int i = 0; i < n->nnodes; i++) {
    count = set_lists_get(&c->lists, n->node_sets[i], &sets);
    for (int s = 0; s < count; s++) printf("in %" PRId64 " | %s\n", n->id[i], c->set_name[sets[s]]);
  }
}

int main(int argc, char *argv[])
{
  const Ranks     ranks = ranks_self();
  DistributedMesh d     = {.ranks = NULL};
  int64_t         bytes;
  char            message[512];

  if (argc != 2) return 1;
  if (gmsh_read(argv[1], &ranks, INT32_MAX / 8, &d, &bytes, message, sizeof message)) {
    fprintf(stderr, "%s\n", message);
    return 2;
  }
  print_mesh(&d);
  distributed_mesh_free(&d);
  return 0;
}
