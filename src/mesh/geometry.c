/* geometry.c: allocate, free and look up the arrays of a Geometry. */
#include <stdlib.h>
#include <string.h>
#include "geometry.h"

int geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets)
{
  const size_t nn = (size_t)nnodes + 1, nc = (size_t)ncells + 1; /* never zero bytes */

  memset(g, 0, sizeof *g);
  g->nnodes    = nnodes;
  g->ncells    = ncells;
  g->nsets     = nsets;
  g->words     = nsets ? (nsets + 63) / 64 : 1;
  g->x         = malloc(nn * sizeof *g->x);
  g->id        = malloc(nn * sizeof *g->id);
  g->shape     = malloc(nc * sizeof *g->shape);
  g->offset    = malloc(nc * sizeof *g->offset);
  g->conn      = malloc(((size_t)nconn + 1) * sizeof *g->conn);
  g->set_name  = calloc((size_t)nsets + 1, sizeof *g->set_name);
  g->node_sets = calloc(nn * (size_t)g->words, sizeof *g->node_sets);
  g->cell_sets = calloc(nc * (size_t)g->words, sizeof *g->cell_sets);
  if (g->x && g->id && g->shape && g->offset && g->conn && g->set_name && g->node_sets && g->cell_sets) {
    g->offset[0] = 0;
    return 0;
  }
  geometry_free(g);
  return 1;
}

void geometry_free(Geometry *g)
{
  free(g->x);
  free(g->id);
  free(g->shape);
  free(g->offset);
  free(g->conn);
  free(g->set_name);
  free(g->node_sets);
  free(g->cell_sets);
  free(g->owner);
  free(g->owner_node);
  memset(g, 0, sizeof *g);
}

int geometry_cell_corners(const Geometry *g, int cell, double x[][3])
{
  const int nn = geometry_cell_size(g, cell);

  for (int i = 0; i < nn; i++) memcpy(x[i], g->x[g->conn[g->offset[cell] + i]], sizeof x[i]);
  return nn;
}

int geometry_find_set(const Geometry *g, const char name[])
{
  for (int s = 0; s < g->nsets; s++)
    if (!strcmp(g->set_name[s], name)) return s;
  return -1;
}

void geometry_nodes_of_sets(Geometry *g)
{
  for (int c = 0; c < g->ncells; c++)
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      for (int w = 0; w < g->words; w++)
        g->node_sets[(size_t)g->conn[i] * (size_t)g->words + (size_t)w] |=
          g->cell_sets[(size_t)c * (size_t)g->words + (size_t)w];
}
