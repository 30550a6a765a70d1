/* places.c: nodes at one place that no cell connects: the two sides of a slit, where a mesh has not been glued. Bodies and
   joints of a mechanism often are at one place on purpose: nodes of points alone, and those of a cell without length,
   are left out. */
#include <math.h>
#include <stdlib.h>
#include "geometry.h"
#include "near.h"

/* What nodes are looked at for. */
enum { EXTENDED = 1, JOINED = 2 }; /* bits: in a cell with a length; in one without */

/* kind[nnodes] = EXTENDED, JOINED or both. */
static void kinds_of_nodes(const Geometry *g, double apart, unsigned char kind[])
{
  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c], nn = geometry_cell_size(g, c);
    double     size = 0;

    for (int i = 1; i < nn; i++) size = fmax(size, near_distance(g->x[node[0]], g->x[node[i]]));
    for (int i = 0; i < nn && nn > 1; i++) kind[node[i]] |= size > apart ? EXTENDED : JOINED;
  }
}

int geometry_find_places(Geometry *g)
{
  const double   rounding = 1e-8; /* of the box's diagonal: nodes that are nearer are at one place */
  double         corner[3];
  const double   apart = rounding * near_box(g->nnodes, (const double(*)[3])g->x, corner);
  unsigned char *kind  = calloc((size_t)g->nnodes + 1, 1);
  Near           near  = near_begin((const double(*)[3])g->x, apart, corner);
  int            bad   = !kind;

  g->nplaces = 0;
  if (!bad && apart > 0 && isfinite(apart / rounding)) {
    kinds_of_nodes(g, apart, kind);
    for (int i = 0; i < g->nnodes && !bad; i++) {
      const int other = kind[i] == EXTENDED ? near_find(&near, g->x[i]) : -1;

      if (kind[i] != EXTENDED) continue;
      if (other < 0) {
        bad = near_add(&near, i);
      } else {
        if (g->place[other] < 0) g->place[other] = g->nplaces++;
        g->place[i] = g->place[other];
      }
    }
  }
  near_free(&near);
  free(kind);
  return bad;
}
