/* cell_weights.c: adds up the work of cells by the sets that they are in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "cell_weights.h"

enum { MAX_NAMES = sizeof(((CellWork *)0)->sets) / 2 + 1 };

/* The indices of the sets of a CellWork, which are searched by name once. */
typedef struct {
  int n, set[MAX_NAMES];
} WorkSets;

/* Finds the sets in "a,b+1". A copy of a set costs what the set costs. */
static void find_sets(const Geometry *g, const char sets[], WorkSets *found)
{
  found->n = 0;
  for (const char *p = sets; *p && found->n < MAX_NAMES;) {
    const size_t length = strcspn(p, ","), base = strcspn(p, ",+");
    char         name[SET_NAME_SIZE];

    if (base < sizeof name) {
      memcpy(name, p, base);
      name[base]           = 0;
      found->set[found->n] = geometry_find_set(g, name);
      if (found->set[found->n] >= 0) found->n++;
    }
    p += length + (p[length] == ',');
  }
}

static int list_has_any_set(const Geometry *g, int list, const WorkSets *sets)
{
  for (int k = 0; k < sets->n; k++)
    if (set_lists_has_set(&g->lists, list, sets->set[k])) return 1;
  return 0;
}

void cell_weights(const Geometry *g, int n, const CellWork of[], int weight[])
{
  /* work of the last list: neighbouring cells are in the same sets */
  int       list = -1, sum[SHAPES] = {0};
  WorkSets *sets = malloc(((size_t)n + 1) * sizeof *sets);

  for (int k = 0; k < n && sets; k++) find_sets(g, of[k].sets, &sets[k]);
  for (int c = 0; c < g->ncells; c++) {
    if (g->cell_sets[c] != list) {
      list = g->cell_sets[c];
      memset(sum, 0, sizeof sum);
      for (int k = 0; k < n && sets; k++) /* without memory all cells weigh 1 */
        if (list_has_any_set(g, list, &sets[k]))
          for (int shape = 0; shape < SHAPES; shape++) sum[shape] += of[k].work[shape];
    }
    weight[c] = sum[g->shape[c]] > 0 ? sum[g->shape[c]] : 1;
  }
  free(sets);
}
