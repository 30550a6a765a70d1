/* point_tree.c: sorts points into a tree of balls, in which cells find the points near to them.

   A ball with many points is divided at the middle of the longest side of the box around them, so
   that the tree has as many levels as the logarithm of the number of points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "point_tree.h"
#include "math/vector.h"
#include <string.h>
#include "mesh/place/cell_place.h"

/* ---- cell distance --------------------------------------------------------------------------- */

/* Computes the distance of a point from a line, arc, triangle or quadrilateral. */

CellPlace cell_place(const Geometry *g, int cell)
{
  CellPlace     place = {.shape = (Shape)g->shape[cell], .nn = geometry_cell_size(g, cell)};
  const double *rise  = geometry_cell_rise(g, cell);

  geometry_cell_coordinates(g, cell, place.x);
  if (rise) memcpy(place.rise, rise, sizeof place.rise);
  for (int i = 1; i < place.nn; i++)
    place.size = fmax(place.size, distance_between(place.x[0], place.x[i]));
  return place;
}

/* Returns a lower bound of the distance of the point p from a cell [m], which is
   faster to compute than cell_distance(). */
static double cell_bound(const CellPlace *cell, const double p[3])
{
  return distance_between(cell->x[0], p) - cell->size - norm(cell->rise);
}

double cell_distance(const CellPlace *cell, const double p[3])
{
  double square[2];

  return cell_nearest_point(cell->shape, (const double(*)[3])cell->x, cell->rise, p, square);
}

/* ---- point tree ------------------------------------------------------------------------------ */

/* number of points up to which a ball is not divided */
enum { LEAF = 8 };

/* Finds the box around the points of a ball, makes the ball contain them, and returns the longest
   side of the box. */
static int bound_points(const PointTree *tree, PointBall *ball)
{
  double low[3], high[3];
  int    longest = 0;

  for (int c = 0; c < 3; c++) {
    low[c]  = PETSC_INFINITY;
    high[c] = PETSC_NINFINITY;
    for (int k = ball->first; k < ball->end; k++) {
      low[c]  = fmin(low[c], tree->x[tree->order[k]][c]);
      high[c] = fmax(high[c], tree->x[tree->order[k]][c]);
    }
    ball->center[c] = (low[c] + high[c]) / 2;
    if (high[c] - low[c] > high[longest] - low[longest]) longest = c;
  }
  ball->radius = 0;
  for (int k = ball->first; k < ball->end; k++)
    ball->radius = fmax(ball->radius, distance_between(tree->x[tree->order[k]], ball->center));
  return longest;
}

static void swap(int *a, int *b)
{
  const int old = *a;

  *a = *b;
  *b = old;
}

/* Moves the points with the smaller coordinates c to the front, so that none of order[first] to
   order[middle - 1] has a larger coordinate than those behind (Hoare's selection). */
static void select_middle(PointTree *tree, int c, int first, int end, int middle)
{
  while (end - first > 1) {
    const double pivot = tree->x[tree->order[(first + end) / 2]][c];
    int          i = first, j = end - 1;

    while (i <= j) {
      while (tree->x[tree->order[i]][c] < pivot) i++;
      while (tree->x[tree->order[j]][c] > pivot) j--;
      if (i <= j) swap(&tree->order[i++], &tree->order[j--]);
    }
    if (middle <= j) end = j + 1;
    else if (middle >= i) first = i;
    else return;
  }
}

/* Adds the ball of the points first to end - 1, and the smaller balls in it. The recursion is as
   deep as the tree, at most 32 levels. */
static void add_branch(PointTree *tree, int first, int end)
{
  const int  at     = tree->nballs++;
  PointBall *ball   = &tree->ball[at];
  int        middle = (first + end) / 2, longest;

  *ball   = (PointBall){.first = first, .end = end};
  longest = bound_points(tree, ball);
  if (end - first > LEAF) {
    select_middle(tree, longest, first, end, middle);
    add_branch(tree, first, middle);
    add_branch(tree, middle, end);
  }
  ball->next = tree->nballs;
}

PetscErrorCode PointTreeCreate(int n, const double x[][3], PointTree *tree)
{
  PetscFunctionBeginUser;
  *tree = (PointTree){.x = x};
  PetscCall(PetscMalloc2(n, &tree->order, n, &tree->ball));
  for (int i = 0; i < n; i++) tree->order[i] = i;
  if (n) add_branch(tree, 0, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PointTreeDestroy(PointTree *tree) { return PetscFree2(tree->order, tree->ball); }

/* Whether a point p is farther than reach from a cell. cell_distance() may take thousands of
   instructions for a surface, and cell_bound() takes few. The distance is therefore computed where
   exact is PETSC_TRUE, and only if the bound does not decide. */
static PetscBool is_beyond(const CellPlace *cell, const double p[3], double reach, PetscBool exact)
{
  return (PetscBool)(cell_bound(cell, p) > reach || (exact && cell_distance(cell, p) > reach));
}

void point_tree_find(const PointTree *tree, const CellPlace *cell, double tolerance,
                     void (*found)(void *to, int point), void *to)
{
  for (int k = 0; k < tree->nballs;) {
    const PointBall *ball  = &tree->ball[k];
    const double     reach = ball->radius + tolerance;
    const PetscBool  leaf  = (PetscBool)(ball->end - ball->first <= LEAF);
    /* for a ball that is larger than the cell the distance says little more than the bound */
    const PetscBool exact = (PetscBool)(ball->radius < cell->size);

    if (is_beyond(cell, ball->center, reach, exact)) {
      k = ball->next;
      continue;
    }
    for (int i = ball->first; i < ball->end && leaf; i++)
      if (!is_beyond(cell, tree->x[tree->order[i]], tolerance, PETSC_TRUE))
        found(to, tree->order[i]);
    k++;
  }
}
