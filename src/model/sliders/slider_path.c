/* slider_path.c: orders the lines of a slider's path, and finds the directions at its nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "sliders.h"
#include "base/error.h"
#include "math/vector.h"

/* Numbers of a line of the set on some rank. */
enum {
  CELL,
  NODE,
  RANK = NODE + 2,
  LOCAL_NODE,
  ROTATES = LOCAL_NODE + 2,
  NNODES,
  PLACE,
  PATH_LINE_SIZE = PLACE + 6
};
typedef double PathLine[PATH_LINE_SIZE];

/* Gathers the lines of all ranks, (*all)[*n]. */
static PetscErrorCode GatherLines(Model model, PetscInt set, PetscMPIInt *n, PathLine **all)
{
  const Geometry *g = &model->mesh->g;
  PathLine       *mine;
  PetscMPIInt     count = 0, size, rank, *counts, *displacements;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  PetscCall(PetscMalloc1(g->ncells, &mine));
  for (int c = 0; c < g->ncells; c++) {
    const int *conn = g->conn + g->offset[c];

    if (!geometry_cell_in_set(g, c, (int)set) || shape_dimension((Shape)g->shape[c]) != 1) continue;
    mine[count][CELL]    = (PetscReal)g->cell_number[c];
    mine[count][RANK]    = rank;
    mine[count][NNODES]  = geometry_cell_size(g, c);
    mine[count][ROTATES] = 1;
    for (int k = 0; k < 2; k++) {
      mine[count][NODE + k]       = (PetscReal)g->node_number[conn[k]];
      mine[count][LOCAL_NODE + k] = conn[k];
      if (!(model->layout.components[conn[k]] & ROTATIONS)) mine[count][ROTATES] = 0;
      for (int i = 0; i < 3; i++) mine[count][PLACE + 3 * k + i] = g->x[conn[k]][i];
    }
    count++;
  }
  PetscCall(PetscMalloc2(size, &counts, size + 1, &displacements));
  count *= PATH_LINE_SIZE;
  PetscCallMPI(MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, model->comm));
  displacements[0] = 0;
  for (int r = 0; r < size; r++) displacements[r + 1] = displacements[r] + counts[r];
  *n = displacements[size] / PATH_LINE_SIZE;
  PetscCall(PetscMalloc1(*n, all));
  PetscCallMPI(
    MPI_Allgatherv(mine, count, MPI_DOUBLE, *all, counts, displacements, MPI_DOUBLE, model->comm));
  PetscCall(PetscFree2(counts, displacements));
  PetscCall(PetscFree(mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the other line at end number k of a line; -1 if there is no other, -2 if several. */
static int neighbour(int n, const PathLine all[], int line, int k)
{
  int found = -1;

  for (int i = 0; i < n; i++)
    for (int e = 0; e < 2 && i != line; e++)
      if (all[i][NODE + e] == all[line][NODE + k]) found = found == -1 ? i : -2;
  return found;
}

/* Sets order[n], the lines along the path, and reversed[n], which is 1 for a line from its second
   node to its first. Input error: the lines do not form a path. */
static PetscErrorCode OrderLines(Model model, const Slider *s, int n, const PathLine all[],
                                 int order[], int reversed[])
{
  const char *const set   = model->mesh->g.set_name[s->along];
  int               first = -1, end = 0, at, from;

  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) {
      const int next = neighbour(n, all, i, k);

      PetscCheck(
        next != -2, model->comm, PETSC_ERR_USER_INPUT,
        "slider '%s': the path '%s' branches at (%.6g, %.6g, %.6g); give -slider_%s_along one path",
        s->name, set, all[i][PLACE + 3 * k], all[i][PLACE + 3 * k + 1], all[i][PLACE + 3 * k + 2],
        s->name);
      if (next == -1 && (first < 0 || all[i][CELL] < all[first][CELL])) first = i, end = k;
    }
  PetscCheck(first >= 0, model->comm, PETSC_ERR_USER_INPUT,
             "slider '%s': the path '%s' is a ring; remove a line from the set", s->name, set);
  at   = first;
  from = end;
  for (int k = 0; k < n; k++) {
    int next;

    PetscCheck(at >= 0, model->comm, PETSC_ERR_USER_INPUT,
               "slider '%s': the lines of '%s' are not connected; give -slider_%s_along one path",
               s->name, set, s->name);
    order[k]    = at;
    reversed[k] = from;
    next        = neighbour(n, all, at, 1 - from);
    if (next >= 0) from = all[next][NODE] == all[at][NODE + 1 - from] ? 0 : 1;
    at = next;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets across[2], unit vectors orthogonal to t and to each other. They are those of the previous
   node, rotated with the path. At the first node, where previous is NULL, their choice is
   arbitrary. */
static void lateral_axes(const double t[3], const double (*previous)[3], double across[2][3])
{
  int    least    = 0;
  double other[3] = {0, 0, 0};

  for (int c = 1; c < 3; c++)
    if (fabs(t[c]) < fabs(t[least])) least = c;
  other[least] = 1;
  if (previous) cross(previous[1], t, across[0]);
  else cross(other, t, across[0]);
  normalize(across[0]);
  cross(t, across[0], across[1]);
}

/* Sets t, the direction of the path at its node k. It is the mean of two lines. At an end it makes
   the last line an arc. */
static void path_tangent(const Slider *s, PetscInt k, double t[3])
{
  const PetscInt end = k == 0 ? 0 : s->nlines - 1; /* the line there, if k is an end */
  double         along[3], twice;

  for (int c = 0; c < 3; c++) t[c] = 0;
  if (k == 0 || k == s->nlines) {
    for (int c = 0; c < 3; c++)
      along[c] = (s->line[end].x[1][c] - s->line[end].x[0][c]) / s->line[end].length;
    if (s->nlines == 1) PetscArraycpy(t, along, 3);
    else {
      path_tangent(s, k == 0 ? 1 : s->nlines - 1, t);
      twice = 2 * dot(t, along);
      for (int c = 0; c < 3; c++) t[c] = twice * along[c] - t[c];
    }
  } else
    for (PetscInt l = k - 1; l <= k; l++)
      for (int c = 0; c < 3; c++)
        t[c] += (s->line[l].x[1][c] - s->line[l].x[0][c]) / s->line[l].length;
  normalize(t);
}

/* Sets the directions at the nodes of the path. The normal plane[3] of a plane model is NULL in
   space. */
static void set_path_directions(Slider *s, const double *plane)
{
  double previous[2][3];

  for (PetscInt k = 0; k <= s->nlines; k++) {
    double t[3], across[2][3];

    path_tangent(s, k, t);
    lateral_axes(t, k ? (const double(*)[3])previous : NULL, across);
    for (int c = 0; c < 3 && plane; c++) across[0][c] = plane[c];
    PetscArraycpy((double *)previous, (double *)across, 6);
    for (PetscInt l = PetscMax(k - 1, 0); l <= k && l < s->nlines; l++) {
      for (int c = 0; c < 3; c++) s->line[l].tangent[k - l][c] = s->line[l].length * t[c];
      PetscArraycpy((double *)s->line[l].across[k - l], (double *)across, 6);
    }
  }
}

PetscErrorCode SliderBuildPath(Model model, Slider *s, PetscInt (**path)[2])
{
  const char *const set = model->mesh->g.set_name[s->along];
  PetscMPIInt       n;
  PetscBool         plane = PETSC_FALSE;
  double            normal[3];
  int              *order, *reversed;
  PathLine         *all;

  PetscFunctionBeginUser;
  PetscCall(GatherLines(model, s->along, &n, &all));
  PetscCheck(n, model->comm, PETSC_ERR_USER_INPUT,
             "slider '%s': the set '%s' of -slider_%s_along has no lines", s->name, set, s->name);
  for (int i = 0; i < n; i++) {
    PetscCheck(
      all[i][NNODES] == 2, model->comm, PETSC_ERR_USER_INPUT,
      "slider '%s': the path '%s' has lines of %d nodes; make its mesh of lines of 2 nodes",
      s->name, set, (int)all[i][NNODES]);
    PetscCheck(all[i][ROTATES] != 0, model->comm, PETSC_ERR_USER_INPUT,
               "slider '%s': the path '%s' has nodes that do not rotate; it must be of beams",
               s->name, set);
  }
  PetscCall(PetscMalloc2(n, &order, n, &reversed));
  PetscCall(OrderLines(model, s, n, (const double(*)[PATH_LINE_SIZE])all, order, reversed));
  s->nlines = n;
  PetscCall(PetscCalloc1(n, &s->line));
  PetscCall(PetscCalloc1(n + 1, &s->arc_length));
  PetscCall(PetscMalloc1(n + 1, path));
  for (int i = 0; i < n; i++) {
    const double *record = all[order[i]];

    for (int k = 0; k < 2; k++) {
      const int end = reversed[i] ? 1 - k : k;

      for (int c = 0; c < 3; c++) s->line[i].x[k][c] = record[PLACE + 3 * end + c];
      (*path)[i + k][0] = (PetscInt)record[RANK];
      (*path)[i + k][1] = (PetscInt)record[LOCAL_NODE + end];
    }
    {
      double along[3];

      for (int c = 0; c < 3; c++) along[c] = s->line[i].x[1][c] - s->line[i].x[0][c];
      s->line[i].length = norm(along);
    }
    s->arc_length[i + 1] = s->arc_length[i] + s->line[i].length;
  }
  PetscCall(PetscFree2(order, reversed));
  PetscCall(PetscFree(all));
  PetscCall(ModelPlaneNormal(model, normal, &plane));
  s->nrows = plane ? 1 : 2;
  set_path_directions(s, plane ? normal : NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}
