/* places.c: nodes at one place that no cell connects: the two sides of a slit, where a mesh has not been glued. Bodies and
   joints of a mechanism often are at one place on purpose: nodes of points alone, and those of a cell without length,
   are left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "geometry.h"
#include "index.h"

/* What nodes are looked at for. */
enum { EXTENDED = 1, JOINED = 2 }; /* bits: in a cell with a length; in one without */

typedef struct {
  const Geometry *g;
  const double   *x; /* of the node that is looked for */
  double          apart;
} Wanted;

static double distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static int is_near(const void *what, int node)
{
  const Wanted *wanted = what;

  return distance(wanted->g->x[node], wanted->x) <= wanted->apart;
}

/* Lower left corner of the box around all nodes; returns its diagonal [m]. */
static double box(const Geometry *g, double least[3])
{
  double most[3] = {0, 0, 0};

  for (int c = 0; c < 3; c++) {
    least[c] = most[c] = g->nnodes ? g->x[0][c] : 0;
    for (int i = 1; i < g->nnodes; i++) {
      least[c] = fmin(least[c], g->x[i][c]);
      most[c]  = fmax(most[c], g->x[i][c]);
    }
  }
  return distance(least, most);
}

/* kind[nnodes] = EXTENDED, JOINED or both. */
static void kinds_of_nodes(const Geometry *g, double apart, unsigned char kind[])
{
  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c], nn = geometry_cell_size(g, c);
    double     size = 0;

    for (int i = 1; i < nn; i++) size = fmax(size, distance(g->x[node[0]], g->x[node[i]]));
    for (int i = 0; i < nn && nn > 1; i++) kind[node[i]] |= size > apart ? EXTENDED : JOINED;
  }
}

/* Hash of the bin of a point, bins being cubes with sides of 4 apart. */
static uint64_t bin(const double x[3], const double least[3], double apart)
{
  int64_t key[3];

  for (int c = 0; c < 3; c++) key[c] = (int64_t)floor((x[c] - least[c]) / (4 * apart));
  return index_hash(0, key, sizeof key);
}

/* A node before this one that is at its place, or -1. It may be in another bin: those of the corners of a cube around. */
static int find_near(const Geometry *g, const Index *index, int node, const double least[3], double apart)
{
  const Wanted what  = {g, g->x[node], apart};
  int          found = -1;

  for (int corner = 0; corner < 8 && found < 0; corner++) {
    double x[3];

    for (int c = 0; c < 3; c++) x[c] = g->x[node][c] + (corner >> c & 1 ? apart : -apart);
    found = index_find(index, bin(x, least, apart), is_near, &what);
  }
  return found;
}

int geometry_find_places(Geometry *g)
{
  const double   rounding = 1e-8; /* of the box's diagonal: nodes that are nearer are at one place */
  double         least[3];
  const double   apart = rounding * box(g, least);
  unsigned char *kind  = calloc((size_t)g->nnodes + 1, 1);
  Index          index = {.n = 0};
  int            bad   = !kind;

  g->nplaces = 0;
  if (!bad && apart > 0 && isfinite(apart / rounding)) {
    kinds_of_nodes(g, apart, kind);
    for (int i = 0; i < g->nnodes && !bad; i++) {
      const int other = kind[i] == EXTENDED ? find_near(g, &index, i, least, apart) : -1;

      if (kind[i] != EXTENDED) continue;
      if (other < 0) {
        bad = index_add(&index, bin(g->x[i], least, apart), i);
      } else {
        if (g->place[other] < 0) g->place[other] = g->nplaces++;
        g->place[i] = g->place[other];
      }
    }
  }
  index_free(&index);
  free(kind);
  return bad;
}
