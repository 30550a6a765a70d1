/* divisible_lines.c: finds the lines of a mesh that may be split, before the mesh is partitioned.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "divisible_lines.h"
#include <string.h>
#include "mesh/mesh.h"

GivenSets find_given_sets(DistributedMesh *d, const MeshSelection *s)
{
  const char *const own   = s->traits & SELECT_IN_OWN_SET && strcmp(s->name, "all") &&
                              geometry_find_set(&d->cells, s->name) >= 0
                              ? s->name
                              : NULL;
  const char *const names = s->sets ? s->sets : own;
  GivenSets         found = {(PetscBool)(names != NULL), 0};

  for (const char *p = names; p && *p;) {
    const size_t length = strcspn(p, ","), base = strcspn(p, ",+");
    char         name[SET_NAME_SIZE];
    int          set;

    if (base < sizeof name) {
      memcpy(name, p, base);
      name[base] = 0;
      set        = geometry_find_set(&d->cells, name);
      if (set >= 0) found.list = set_lists_with_set(&d->cells.lists, found.list, set);
    }
    p += length + (p[length] == ',');
  }
  return found;
}

PetscBool have_common_set(const Geometry *g, int list, int other)
{
  const int *sets, n = set_lists_get(&g->lists, list, &sets);

  for (int k = 0; k < n; k++)
    if (set_lists_has_set(&g->lists, other, sets[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

void find_divisible_lines(DistributedMesh *d, PetscInt nparts, const MeshSelection part[],
                          unsigned char divisible[])
{
  Geometry *g    = &d->cells;
  const int none = geometry_find_set(g, SPLIT_OFF_SET), all = geometry_find_set(g, "all");

  memset(divisible, 0, (size_t)g->ncells);
  for (PetscInt p = 0; p < nparts; p++) {
    const GivenSets sets = find_given_sets(d, &part[p]);

    for (int c = 0; c < g->ncells; c++) {
      if (g->shape[c] != SHAPE_LINE || (none >= 0 && geometry_cell_in_set(g, c, none))) continue;
      if (sets.given ? have_common_set(g, g->cell_sets[c], sets.list)
                     : all >= 0 && geometry_cell_in_set(g, c, all))
        divisible[c] = 1;
    }
  }
}

void fetch_cell_nodes(DistributedMesh *d)
{
  NodeFetch fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *d->cells.node_sets, d->nodes.node_sets,
                         d->cells.node_sets);
  node_fetch_free(&fetch);
}
