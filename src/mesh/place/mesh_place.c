/* mesh_place.c: finds what is at a point in space: a node, or a point inside of a line or
   surface. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "math/vector.h"
#include "cell_place.h"
#include "mesh_place.h"
#include "mesh/distributed/point_locator.h"

/* ---- nearest --------------------------------------------------------------------------------- */

/* Distances whose difference is less than this part of them are equal; then the lower id wins.
   Equal distances have a round-off of about 1e-16, relative to the coordinates, and it must not
   decide, because it depends on the partition. The test test_which_end of
   tests/model/point_loads.py has both sides, in any unit of length. */
static const double TIE = 1e-9;

PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none)
{
  PetscFunctionBeginUser;
  *none = (Candidate){.distance = HUGE_VAL, .id = INT64_MAX};
  PetscCallMPI(MPI_Comm_rank(comm, &none->rank));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool candidate_nearer(const Candidate *a, const Candidate *b)
{
  if (a->distance < b->distance * (1 - TIE)) return PETSC_TRUE;
  return (PetscBool)(a->distance <= b->distance * (1 + TIE) && a->id < b->id);
}

PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine)
{
  PetscMPIInt size, rank;
  Candidate  *all = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) PetscCall(PetscMalloc1(size, &all));
  PetscCallMPI(MPI_Gather(mine, sizeof *mine, MPI_BYTE, all, sizeof *mine, MPI_BYTE, 0, comm));
  if (rank == 0)
    for (PetscMPIInt r = 0; r < size; r++)
      if (candidate_nearer(&all[r], mine)) *mine = all[r];
  PetscCallMPI(MPI_Bcast(mine, sizeof *mine, MPI_BYTE, 0, comm));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes size[nnodes], the diameter of the largest cell at each node [m].

   It counts the cells of all ranks. size is 0 on entry. */
static PetscErrorCode FindCellSizes(Mesh mesh, double size[])
{
  const Geometry *g = &mesh->g;
  double          x[SHAPE_MAX_NODES][3];

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++) {
    const int nn       = geometry_cell_coordinates(g, c, x);
    double    diameter = 0;

    for (int i = 0; i < nn; i++)
      for (int j = 0; j < i; j++) diameter = fmax(diameter, point_distance(x[i], x[j]));
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      size[g->conn[i]] = fmax(size[g->conn[i]], diameter);
  }
  PetscCall(MeshCombineNodes(mesh, MPI_DOUBLE, size, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the node that is nearest to a point, among selected nodes.

   Input:
     option    the option whose value is the point, for messages
     point     coordinates [m]
     selected  [mesh->g.nnodes] not 0 for the nodes of this rank to choose from
   Output:
     best  the nearest node, the same on all ranks; best->rank is the rank that owns the node, and
           best->max_distance the diameter of the largest cell at it
   Collective. Input error: no rank has a selected node. */
static PetscErrorCode MeshFindNearestNode(Mesh mesh, const char option[], const PetscReal point[3],
                                          const unsigned char selected[], Candidate *best)
{
  const Geometry *g = &mesh->g;
  double         *size;

  PetscFunctionBeginUser;
  PetscCall(CandidateInit(mesh->comm, best));
  PetscCall(PetscCalloc1(g->nnodes, &size));
  PetscCall(FindCellSizes(mesh, size));
  for (int i = 0; i < g->nnodes; i++) {
    const Candidate node = {point_distance(g->x[i], point), g->id[i], size[i], best->rank, i};

    if (mesh->owned[i] && selected[i] && candidate_nearer(&node, best)) *best = node;
  }
  PetscCall(PetscFree(size));
  PetscCall(CandidateReduce(mesh->comm, best));
  PetscCheck(isfinite(best->distance), mesh->comm, PETSC_ERR_USER_INPUT,
             "%s: the sets, boxes and formulas beside it select no node", option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- mesh place ------------------------------------------------------------------------------ */

/* Relative to the diameter of a cell. Coordinates from formulas and files have nine digits or more,
   and a shift of a load by 1e-6 of a cell changes results by about as much. The test
   test_beside_a_node of tests/model/point_loads.py has both sides, in any unit of length. */
static const double ROUNDING = 1e-6;
/* Relative to the diameter of a cell: users give coordinates with three digits or more.
   tests/model/point_loads.py has places at 5e-4 and 5e-3 of a cell from it. */
static const double ON_CELL = 1e-3;

/* ---- cells ----------------------------------------------------------------------------------- */

static double diameter(int n, const double x[][3])
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) largest = fmax(largest, point_distance(x[i], x[j]));
  return largest;
}

/* Computes the place in a cell, as a candidate with the diameter of the cell as its max_distance.
   Returns PETSC_FALSE if the cell is farther away than the best one. */
static PetscBool cell_candidate(const Geometry *g, const PlaceSearch *search, int cell,
                                const Candidate *best, Candidate *found, double square[2])
{
  const Shape   shape = (Shape)g->shape[cell];
  const double *rise  = geometry_cell_rise(g, cell);
  double        x[SHAPE_MAX_NODES][3], center[3];
  const int     n = geometry_cell_coordinates(g, cell, x);

  geometry_cell_center(g, cell, center);
  *found =
    (Candidate){0, g->cell_number[cell],
                diameter(n, (const double(*)[3])x) + (rise ? norm(rise) : 0), best->rank, cell};
  if (point_distance(center, search->point) - found->max_distance > best->distance)
    return PETSC_FALSE;
  found->distance = cell_nearest_point(shape, (const double(*)[3])x, rise, search->point, square);
  /* so that round-off does not choose between cells that share a side */
  if (found->distance < 1e-3 * ROUNDING * found->max_distance) found->distance = 0;
  return PETSC_TRUE;
}

/* Finds the nearest cell of a dimension, and the number of cells that are there up to round-off. */
static PetscErrorCode FindNearestCell(MPI_Comm comm, const Geometry *g, const PlaceSearch *search,
                                      int dimension, Candidate *best, double square[2],
                                      PetscInt *count)
{
  PetscFunctionBeginUser;
  *count = 0;
  PetscCall(CandidateInit(comm, best));
  for (int cell = 0; cell < g->ncells; cell++) {
    Candidate found;
    double    at[2];

    if (!search->cell[cell] || shape_dimension((Shape)g->shape[cell]) != dimension) continue;
    if (!cell_candidate(g, search, cell, best, &found, at)) continue;
    if (found.distance <= ROUNDING * found.max_distance) ++*count;
    if (!candidate_nearer(&found, best)) continue;
    *best     = found;
    square[0] = at[0];
    square[1] = at[1];
  }
  PetscCall(CandidateReduce(comm, best));
  PetscCallMPI(MPI_Bcast(square, 2, MPI_DOUBLE, best->rank, comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, 1, MPIU_INT, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the place is on several lines. */
static PetscErrorCode CheckOneLine(MPI_Comm comm, const PlaceSearch *search, PetscInt count)
{
  PetscFunctionBeginUser;
  PetscCheck(count <= 1, comm, PETSC_ERR_USER_INPUT,
             "%s: %" PetscInt_FMT " lines without a common node are at this place: choose one by "
             "the option _set beside it, or give the mesh a common node there",
             search->option, count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the place inside of a line, or else of a surface.

   Output:
     nearest  distance of the nearest cell [m] */
static PetscErrorCode FindInside(Mesh mesh, const PlaceSearch *search, MeshPlace *place,
                                 PetscBool *found, double *nearest)
{
  PetscFunctionBeginUser;
  *found   = PETSC_FALSE;
  *nearest = HUGE_VAL;
  for (int dimension = 1; dimension <= 2 && !*found; dimension++) {
    Candidate best;
    PetscInt  count;
    double    square[2] = {0, 0};

    PetscCall(FindNearestCell(mesh->comm, &mesh->g, search, dimension, &best, square, &count));
    *nearest = fmin(*nearest, best.distance);
    if (!isfinite(best.distance) || best.distance > ON_CELL * best.max_distance) continue;
    if (dimension == 1 && count > 1 && search->only_reads) continue; /* which of them? */
    if (dimension == 1) PetscCall(CheckOneLine(mesh->comm, search, count));
    *found = PETSC_TRUE;
    *place = (MeshPlace){
      dimension, best.rank, best.node, 0, {square[0], square[1]}
    };
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a mesh that is changed ------------------------------------------------------------------ */

PetscErrorCode GeometryFindNode(MPI_Comm comm, const Geometry *g, const PlaceSearch *search,
                                MeshPlace *place, PetscBool *found)
{
  Candidate best;
  double   *size, x[SHAPE_MAX_NODES][3];

  PetscFunctionBeginUser;
  PetscCall(CandidateInit(comm, &best));
  PetscCall(PetscCalloc1(g->nnodes + 1, &size));
  for (int c = 0; c < g->ncells; c++) {
    const double of_cell = diameter(geometry_cell_coordinates(g, c, x), (const double(*)[3])x);

    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      size[g->conn[i]] = fmax(size[g->conn[i]], of_cell);
  }
  for (int i = 0; i < g->nnodes; i++) {
    const Candidate node = {point_distance(g->x[i], search->point), g->node_number[i], size[i],
                            best.rank, i};

    if (search->node[i] && node.distance <= ON_CELL * node.max_distance &&
        candidate_nearer(&node, &best))
      best = node;
  }
  PetscCall(PetscFree(size));
  PetscCall(CandidateReduce(comm, &best));
  *found = (PetscBool)isfinite(best.distance);
  *place = (MeshPlace){
    0, best.rank, best.node, best.id, {0, 0}
  };
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GeometryFindLine(MPI_Comm comm, const Geometry *g, const PlaceSearch *search,
                                MeshPlace *place, PetscBool *found)
{
  Candidate best;
  PetscInt  count;
  double    square[2] = {0, 0};

  PetscFunctionBeginUser;
  PetscCall(FindNearestCell(comm, g, search, 1, &best, square, &count));
  *found = (PetscBool)(fabs(square[0]) < 1 - 2 * ON_CELL &&
                       best.distance <= fmax(search->reach, ON_CELL * best.max_distance *
                                                              (1 + fabs(square[0])) / 2));
  if (*found) PetscCall(CheckOneLine(comm, search, count));
  *place = (MeshPlace){
    1, best.rank, best.node, 0, {square[0], 0}
  };
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes the point of the nearest line of two nodes, as text that follows the distance of the
   nearest node. The set-up of a model adds nodes to such lines (members/splits/line_splits.c). The
   text is "" if the line is not much nearer than this node, or if the place is on it, so that
   nothing can be split there. */
static PetscErrorCode DescribeNearestLine(Mesh mesh, const PlaceSearch *search, double node,
                                          char text[], size_t size)
{
  const double   much = 0.5; /* else the foot on the line may be the node, up to rounding */
  unsigned char *lines;
  PlaceSearch    of_lines  = *search;
  double         square[2] = {0, 0}, x[SHAPE_MAX_NODES][3], foot[3] = {0, 0, 0};
  Candidate      best;
  PetscInt       count;
  PetscMPIInt    rank;

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(PetscMalloc1(mesh->g.ncells + 1, &lines));
  for (int c = 0; c < mesh->g.ncells; c++) lines[c] = mesh->g.shape[c] == SHAPE_LINE;
  of_lines.cell = lines;
  PetscCall(FindNearestCell(mesh->comm, &mesh->g, &of_lines, 1, &best, square, &count));
  PetscCall(PetscFree(lines));
  if (best.distance <= ON_CELL * best.max_distance) PetscFunctionReturn(PETSC_SUCCESS);
  if (!(best.distance < much * node)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  if (best.rank == rank) {
    const int n = geometry_cell_coordinates(&mesh->g, best.node, x);

    for (int c = 0; c < 3; c++)
      foot[c] = ((1 - square[0]) * x[0][c] + (1 + square[0]) * x[n - 1][c]) / 2;
  }
  PetscCallMPI(MPI_Bcast(foot, 3, MPI_DOUBLE, best.rank, mesh->comm));
  PetscCall(PetscSNPrintf(text, size,
                          ", and the nearest line, at %.6g,%.6g,%.6g, is %.6g away, where a "
                          "beam, truss, bar or cable would get a node",
                          foot[0], foot[1], foot[2], best.distance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Returns what moved the nodes from the places that the options of the model have, or nothing. */
static const char *what_moved_nodes(Mesh mesh)
{
  return mesh->imperfection ? " (-imperfection has moved the nodes)" : "";
}

/* Warns that the nearest node is taken, or raises an input error: nothing is at the place. */
static PetscErrorCode NothingAtPlace(Mesh mesh, const PlaceSearch *search, const Candidate *node,
                                     double nearest_cell)
{
  double      x[3] = {0, 0, 0};
  char        cells[256];
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  if (node->rank == rank) PetscCall(PetscArraycpy(x, mesh->g.x[node->node], 3));
  PetscCallMPI(MPI_Bcast(x, 3, MPI_DOUBLE, node->rank, mesh->comm));
  if (search->only_reads && node->distance <= node->max_distance * (0.5 + ROUNDING)) {
    PetscCall(PetscFPrintf(mesh->comm, stderr,
                           "fsolve: warning: %s: no node is at this place; the nearest one, at "
                           "%.9g,%.9g,%.9g, is %.6g away and is recorded%s: give its place, or a "
                           "mesh that has a node at this place\n",
                           search->option, x[0], x[1], x[2], node->distance,
                           what_moved_nodes(mesh)));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!search->cell) {
    PetscCall(DescribeNearestLine(mesh, search, node->distance, cells, sizeof cells));
    SETERRQ(mesh->comm, PETSC_ERR_USER_INPUT,
            "%s: no node is at this place; the nearest one, at %.9g,%.9g,%.9g, is %.6g away%s%s: "
            "give its place, or a mesh that has a node at this place",
            search->option, x[0], x[1], x[2], node->distance, cells, what_moved_nodes(mesh));
  }
  cells[0] = 0;
  if (isfinite(nearest_cell))
    PetscCall(PetscSNPrintf(cells, sizeof cells, "; the nearest line or surface is %.6g away",
                            nearest_cell));
  SETERRQ(mesh->comm, PETSC_ERR_USER_INPUT,
          "%s: no node, line or surface of the parts is at this place%s, the nearest node, at "
          "%.9g,%.9g,%.9g, %.6g%s: give a place on the model",
          search->option, cells, x[0], x[1], x[2], node->distance, what_moved_nodes(mesh));
}

PetscErrorCode MeshFindPlace(Mesh mesh, const PlaceSearch *search, MeshPlace *place)
{
  PetscBool inside  = PETSC_FALSE;
  double    nearest = HUGE_VAL, size;
  Candidate node;

  PetscFunctionBeginUser;
  PetscCall(MeshFindNearestNode(mesh, search->option, search->point, search->node, &node));
  size   = node.max_distance;
  *place = (MeshPlace){
    0, node.rank, node.node, node.id, {0, 0}
  };
  if (node.distance <= (search->only_reads ? ON_CELL : ROUNDING) * size)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (search->cell) PetscCall(FindInside(mesh, search, place, &inside, &nearest));
  if (inside || node.distance <= ON_CELL * size) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NothingAtPlace(mesh, search, &node, nearest));
  PetscFunctionReturn(PETSC_SUCCESS);
}
