/* section_pieces.c: divides a section into trapezoids, between lines along y through all corners.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "section_law.h"

enum { CORNERS = 2 * OUTLINE_MAX };

/* A side of a polygon between two lines along y: its y on both, and their sum. */
typedef struct {
  double y[2], sum;
} Crossing;

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
  return by_value(&((const Crossing *)a)->sum, &((const Crossing *)b)->sum);
}

/* Computes the different z of all corners in ascending order, and returns their number. */
static int levels(const SectionGeometry *s, double z[CORNERS])
{
  const double same = 1e-12; /* of the height: round-off of corners that are at one level */
  int          all = 0, n = 0;

  for (int k = 0; k < s->nloops; k++)
    for (int i = 0; i < s->loop[k].n; i++) z[all++] = s->loop[k].point[i][1];
  qsort(z, (size_t)all, sizeof *z, by_value);
  for (int i = 0; i < all; i++)
    if (n == 0 || z[i] - z[n - 1] > same * (z[all - 1] - z[0])) z[n++] = z[i];
  return n;
}

/* Finds the sides that cross the band between two levels, in the order of their y. */
static int crossings(const SectionGeometry *s, const double z[2], Crossing side[CORNERS])
{
  const double middle = (z[0] + z[1]) / 2;
  int          n      = 0;

  for (int k = 0; k < s->nloops; k++)
    for (int i = 0; i < s->loop[k].n; i++) {
      const double *a = s->loop[k].point[i], *b = s->loop[k].point[(i + 1) % s->loop[k].n];

      if ((a[1] > middle) == (b[1] > middle)) continue;
      for (int e = 0; e < 2; e++)
        side[n].y[e] = a[0] + (b[0] - a[0]) * (z[e] - a[1]) / (b[1] - a[1]);
      side[n].sum = side[n].y[0] + side[n].y[1];
      n++;
    }
  qsort(side, (size_t)n, sizeof *side, by_place);
  return n;
}

int section_pieces(const SectionGeometry *s, const double offset[2], double piece[][6])
{
  double    z[CORNERS];
  const int n     = levels(s, z);
  int       count = 0;

  for (int k = 0; k < n - 1; k++) {
    Crossing  side[CORNERS];
    const int sides = crossings(s, z + k, side);

    for (int i = 0; i + 1 < sides; i += 2) {
      if (count == PIECES_MAX) return -1;
      for (int e = 0; e < 2; e++) {
        piece[count][e]         = offset[1] + z[k + e];
        piece[count][2 + 2 * e] = offset[0] + side[i].y[e];
        piece[count][3 + 2 * e] = offset[0] + side[i + 1].y[e];
      }
      count++;
    }
  }
  return count;
}
