/* node_normals.c: computes the normals of smooth surfaces at nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "model/parts/element_iterator.h"
#include "math/small_dense.h"
#include "math/vector.h"
#include "surface_fit.h"
#include "surfaces.h"

/* Whether the elements bend as plates: surfaces whose nodes rotate. */
static PetscBool has_directors(const ElementKernel *kernel)
{
  return (PetscBool)(kernel->nc == 6 &&
                     (kernel->shape == SHAPE_TRIANGLE || kernel->shape == SHAPE_QUADRILATERAL));
}

/* Computes the unit normal of an element at its node i, and returns the angle of its sides there.
   Returns 0 if the sides are in line. */
static double corner(int nn, const double x[][3], int i, double normal[3])
{
  /* Sine of the angle between sides in line. Files give coordinates with about seven digits, so
     that a smaller sine, and with it the direction of the normal, is rounding. */
  const double small = 1e-6;
  double       a[3], b[3], length;

  for (int c = 0; c < 3; c++) {
    a[c] = x[(i + 1) % nn][c] - x[i][c];
    b[c] = x[(i + nn - 1) % nn][c] - x[i][c];
  }
  cross(a, b, normal);
  length = norm(normal);
  if (!(length > small * norm(a) * norm(b))) return 0;
  for (int c = 0; c < 3; c++) normal[c] /= length;
  return atan2(length, dot(a, b));
}

/* Sums over the elements at a node. All members are doubles. */
typedef struct {
  double mean[3]; /* normals of the corners, weighted by their angles; then the unit normal */
  double angle;   /* sum of the angles of the corners */
} Normal;

/* Sums over the lines d from a node i at an edge to nodes j further inside, and along the edge if
   the curvature inside is known. */
typedef struct {
  /* p s/|d|^2, where p is d in the plane of n_i. s is (n_i + n_j) . d of lines to the inside, and
     n_i . d + d . H d/2 of lines along the edge with the change H of the normal inside. */
  double slope[3];
  double direction[9]; /* p p^T/|d|^2 */
} Lines;

/* The numbers of all nodes. */
typedef struct {
  Normal     *normal;
  Lines      *lines;
  SurfaceFit *fit;
  double (*bend)[9]; /* change of the normal along a vector, inside of surfaces (surface_fit.h) */
  char   *fitted;    /* whether bend is known */
  double *least;     /* smallest cosine of the normal of a corner and the mean */
} Nodes;

/* The corner of an element at its node i. */
typedef struct {
  const int *node; /* [nn] of the element, in numbers of this rank */
  int        nn, i;
  double     x[ELEMENT_MAX_NODES][3], normal[3], angle;
} Corner;

/* Uses a corner to change the numbers of its node. */
typedef void (*CornerAction)(const Corner *c, Nodes *nodes);

/* Does something with each corner of this rank's elements. */
static void visit_corners(Model model, CornerAction act, Nodes *nodes)
{
  Corner c;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    if (!has_directors(it.block->kernel)) continue;
    c.node = it.node;
    c.nn   = shape_nodes(it.block->kernel->shape);
    geometry_cell_coordinates(&model->mesh->g, (int)it.block->cells[it.element], c.x);
    for (c.i = 0; c.i < c.nn; c.i++) {
      c.angle = corner(c.nn, (const double(*)[3])c.x, c.i, c.normal);
      if (c.angle > 0) act(&c, nodes);
    }
  }
}

/* Adds the normal of the corner, weighted by its angle. */
static void add_normal(const Corner *c, Nodes *nodes)
{
  Normal *n = &nodes->normal[c->node[c->i]];

  for (int k = 0; k < 3; k++) n->mean[k] += c->angle * c->normal[k];
  n->angle += c->angle;
}

/* Lowers the smallest cosine of a normal and the mean. */
static void lower_cosine(const Corner *c, Nodes *nodes)
{
  const int node = c->node[c->i];

  nodes->least[node] = fmin(nodes->least[node], dot(c->normal, nodes->normal[node].mean));
}

/* Sums n doubles of each node over all ranks. */
static PetscErrorCode SumNodes(Model model, int n, void *values)
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(n, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, values, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The surface is flat if the cosines of all corners with their mean are nearer to 1: these are a
   few roundings of a cosine, which is the sum of three products of 1 at most. */
static const double FLAT = 1e-15;

/* Computes the mean normal of each node, and whether the surface is curved; 0 where the surface is
 * not smooth. */
static PetscErrorCode SetMeans(Model model, PetscReal kink, Nodes *nodes, PetscBool *curved)
{
  const int n = model->mesh->g.nnodes;

  PetscFunctionBeginUser;
  visit_corners(model, add_normal, nodes);
  PetscCall(SumNodes(model, sizeof(Normal) / sizeof(double), nodes->normal));
  for (int i = 0; i < n; i++) {
    if (norm(nodes->normal[i].mean) > 0) normalize(nodes->normal[i].mean);
    nodes->least[i] = 1;
  }
  visit_corners(model, lower_cosine, nodes);
  PetscCall(MeshCombineNodes(model->mesh, MPI_DOUBLE, nodes->least, MPI_MIN));
  *curved = PETSC_FALSE;
  for (int i = 0; i < n; i++) *curved = (PetscBool)(*curved || nodes->least[i] < 1 - FLAT);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, curved, 1, MPIU_BOOL, MPI_LOR, model->comm));
  for (int i = 0; i < n; i++)
    if (!(nodes->least[i] >= cos(kink)))
      memset(nodes->normal[i].mean, 0, sizeof nodes->normal[i].mean);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A node with a smaller sum of angles is at an edge. The sum is 2 pi inside of a surface, less a
   part that its curvature takes, and pi at a straight edge. */
static const double EDGE = 7 * M_PI / 4;

/* ---- inside of surfaces -------------------------------------------------------------------- */

/* Adds the other nodes of the element to the paraboloid of a node inside of a surface. */
static void add_points(const Corner *c, Nodes *nodes)
{
  const int     node = c->node[c->i];
  const Normal *n    = &nodes->normal[node];

  if (n->angle < EDGE || dot(n->mean, n->mean) == 0) return;
  for (int j = 0; j < c->nn; j++) {
    double d[3];

    if (j == c->i || dot(nodes->normal[c->node[j]].mean, nodes->normal[c->node[j]].mean) == 0)
      continue;
    for (int k = 0; k < 3; k++) d[k] = c->x[j][k] - c->x[c->i][k];
    surface_fit_add(n->mean, d, nodes->normal[c->node[j]].mean, &nodes->fit[node]);
  }
}

/* Turns the normal of a node to that of its paraboloid, unless the angle is larger than that of a
   corner: the surface is then not that of a paraboloid. */
static char fit_normal(const SurfaceFit *fit, double least, double n[3], double bend[9])
{
  /* Smallest change, relative to the angle of a corner. Edges change the normals of a regular mesh
     less and less with the distance. Without an end of this, equal nodes far from edges would
     differ by a little more than rounding, and rows of the matrix that they share
     (node_classes.c) would make it unsymmetric. */
  const double small = 1e-5, angle = sqrt(fmax(0, 1 - least * least));
  double       slope[3];

  if (!surface_fit_solve(n, fit, slope, bend)) return 0;
  if (norm(slope) < small * angle) return 1;
  if (least * norm(slope) > angle) return 0;
  for (int c = 0; c < 3; c++) n[c] -= slope[c];
  normalize(n);
  return 1;
}

/* Corrects the normals of the nodes inside of surfaces. */
static PetscErrorCode FitNormals(Model model, Nodes *nodes)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(nodes->fit, model->mesh->g.nnodes));
  visit_corners(model, add_points, nodes);
  PetscCall(SumNodes(model, sizeof(SurfaceFit) / sizeof(double), nodes->fit));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    nodes->fitted[i] =
      fit_normal(&nodes->fit[i], nodes->least[i], nodes->normal[i].mean, nodes->bend[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- edges of surfaces ----------------------------------------------------------------------- */

/* At an edge of a surface all elements are on one side of a node. Their mean normal is that of a
   point half an element away, an error of first order in the size of elements. A line d between
   nodes i and j of a smooth surface has opposite angles to the two tangent planes, which means that
   (n_i + n_j) . d is of third order. The normal of a node at an edge is therefore turned, as little
   as possible, until this product is 0 for its lines to nodes further inside. Along the edge, the
   normal n_j follows from n_i by the curvature of the nodes inside. */

/* A node is further inside than another if the sum of its angles is larger by as much: the sums are
   pi/2 at a corner, pi at an edge and 2 pi inside. */
static const double INSIDE = M_PI / 4;

/* Returns the mean change of n . d along a line d of the element by the curvatures of its nodes
   inside of the surface. Sets *found to whether there is such a node. */
static double mean_bending(const Corner *c, const Nodes *nodes, const double d[3], int *found)
{
  double sum = 0;
  int    n   = 0;

  for (int j = 0; j < c->nn; j++) {
    const double *bend = nodes->bend[c->node[j]];
    double        change[3];

    if (nodes->normal[c->node[j]].angle < EDGE || !nodes->fitted[c->node[j]]) continue;
    mat_vec(bend, d, change);
    sum += dot(d, change);
    n++;
  }
  *found = n > 0;
  return n ? sum / n : 0;
}

/* Adds the lines from the corner to the nodes of its element that are further inside or, with the
   curvature inside, along the edge. */
static void add_lines(const Corner *c, Nodes *nodes)
{
  const int     node = c->node[c->i];
  const Normal *n    = &nodes->normal[node];
  Lines        *to   = &nodes->lines[node];

  if (!(n->angle < EDGE) || dot(n->mean, n->mean) == 0) return;
  for (int j = 0; j < c->nn; j++) {
    const Normal *other  = &nodes->normal[c->node[j]];
    const int     inside = other->angle > n->angle + INSIDE;
    double        d[3], square, slope, lift;
    int           known = 1;

    if (j == c->i || dot(other->mean, other->mean) == 0) continue;
    for (int k = 0; k < 3; k++) d[k] = c->x[j][k] - c->x[c->i][k];
    square = dot(d, d);
    lift   = dot(n->mean, d);
    slope  = lift + (inside ? dot(other->mean, d) : mean_bending(c, nodes, d, &known) / 2);
    if (!known) continue;
    slope /= square;
    for (int k = 0; k < 3; k++) d[k] -= lift * n->mean[k]; /* in the plane of the normal */
    for (int k = 0; k < 3; k++) to->slope[k] += slope * d[k];
    for (int k = 0; k < 9; k++) to->direction[k] += d[k / 3] * d[k % 3] / square;
  }
}

/* Turns the normal of a node at an edge by the least squares of its lines. */
static void turn_normal(const Lines *lines, Normal *n)
{
  /* Share of an eigenvalue in the sum: lines within about 6 degrees of one direction turn the
     normal along this direction alone. */
  const double small = 0.01;
  const double all   = lines->direction[0] + lines->direction[4] + lines->direction[8];
  double       values[9], directions[9];

  if (all == 0) return;
  memcpy(values, lines->direction, sizeof values);
  small_eigen(3, values, directions);
  for (int k = 0; k < 3; k++) {
    const double *v = directions + 3 * k, value = values[4 * k];

    if (!(value > small * all)) continue;
    for (int c = 0; c < 3; c++) n->mean[c] -= dot(v, lines->slope) / value * v[c];
  }
  normalize(n->mean);
}

/* Corrects the normals of the nodes at edges. */
static PetscErrorCode TurnNormals(Model model, Nodes *nodes)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(nodes->lines, model->mesh->g.nnodes));
  visit_corners(model, add_lines, nodes);
  PetscCall(SumNodes(model, sizeof(Lines) / sizeof(double), nodes->lines));
  for (int i = 0; i < model->mesh->g.nnodes; i++) turn_normal(&nodes->lines[i], &nodes->normal[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Number of fits, each of which needs the normals of the one before it (surface_fit.c). */
enum { FITS = 4 };

PetscErrorCode NodeNormalsCreate(Model model, PetscReal kink, double (**normals)[3])
{
  const size_t n       = (size_t)model->mesh->g.nnodes;
  PetscBool    present = PETSC_FALSE, curved;
  Nodes        nodes;

  PetscFunctionBeginUser;
  *normals = NULL;
  for (PetscInt k = 0; k < model->nparts; k++)
    present = (PetscBool)(present || has_directors(model->block[k].kernel));
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc6(n, &nodes.normal, n, &nodes.lines, n, &nodes.least, n, &nodes.fit, n,
                         &nodes.bend, n, &nodes.fitted));
  PetscCall(SetMeans(model, kink, &nodes, &curved));
  for (int k = 0; k < FITS && curved; k++) {
    PetscCall(FitNormals(model, &nodes));
    PetscCall(TurnNormals(model, &nodes));
  }
  PetscCall(PetscMalloc1(n + 1, normals)); /* not NULL without nodes, either */
  for (size_t i = 0; i < n; i++) memcpy((*normals)[i], nodes.normal[i].mean, sizeof **normals);
  PetscCall(
    PetscFree6(nodes.normal, nodes.lines, nodes.least, nodes.fit, nodes.bend, nodes.fitted));
  PetscFunctionReturn(PETSC_SUCCESS);
}
