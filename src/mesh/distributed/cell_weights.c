/* cell_weights.c: adds up the work of cells by the sets that they are in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "cell_weights.h"

/* Returns whether a list of sets has one of those in "a,b+1". A copy of a set costs what the set
   costs. */
static int list_has_any_set(const Geometry *g, int list, const char sets[])
{
  for (const char *p = sets; *p;) {
    const size_t length = strcspn(p, ","), base = strcspn(p, ",+");
    char         name[SET_NAME_SIZE];

    if (base < sizeof name) {
      int set;

      memcpy(name, p, base);
      name[base] = 0;
      set        = geometry_find_set(g, name);
      if (set >= 0 && set_lists_has_set(&g->lists, list, set)) return 1;
    }
    p += length + (p[length] == ',');
  }
  return 0;
}

void cell_weights(const Geometry *g, int n, const CellWork of[], int weight[])
{
  /* work of the last list: neighbouring cells are in the same sets */
  int list = -1, sum[SHAPES] = {0};

  for (int c = 0; c < g->ncells; c++) {
    if (g->cell_sets[c] != list) {
      list = g->cell_sets[c];
      memset(sum, 0, sizeof sum);
      for (int k = 0; k < n; k++)
        if (list_has_any_set(g, list, of[k].sets))
          for (int shape = 0; shape < SHAPES; shape++) sum[shape] += of[k].work[shape];
    }
    weight[c] = sum[g->shape[c]] > 0 ? sum[g->shape[c]] : 1;
  }
}
