/* shell_setup.c: implements the reference surface and the masses of shells.

   The middle of an element has an orthonormal basis of the surface. Its first axis is the given
   direction, projected onto the surface; the default direction is that of the element's first
   parent coordinate. Gauss points have this basis, turned by the smallest rotation between the
   normals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "math/vector.h"
#include "shell.h"
#include "arcs/shell_arcs.h"

enum { NODES = SHELL_NODES };

/* ---- a point of the surface ------------------------------------------------------------------ */

static const char *const degenerate = "has no area or is folded";

/* Sets the weights of the edges. The shear strain along each edge of a triangle is that at its
   middle (Lee & Bathe, Comput. Struct. 82 (2004)); stiffness/shell_stiffness.c uses a part of its
   twist. */
static void set_edge_weights(Shape shape, ShellPoint *p)
{
  const double r = p->r, s = p->s;
  const double quadrilateral[2][NODES] = {
    {(1 - s) / 2, (1 + s) / 2, 0,           0          },
    {0,           0,           (1 - r) / 2, (1 + r) / 2}
  };
  const double along[2][NODES] = {
    {1 - s, s,     -s, 0},
    {r,     1 - r, r,  0}
  };

  memcpy(p->tangent, quadrilateral, sizeof p->tangent);
  memcpy(p->lift, shape == SHAPE_TRIANGLE ? along : quadrilateral, sizeof p->lift);
}

/* Sets the axes of the middle, with the first one along first. Returns NULL or what is wrong. */
static const char *set_middle_axes(const double first[3], ShellPoint *p)
{
  /* Sine of the angle of direction and normal, if they are parallel. Coordinates of files have
     about seven digits, so that the projected direction would be rounding. tests/element/shell.py
     has a direction along the normal. */
  const double steep = 1e-6;
  const double lift  = dot(first, p->T);

  for (int c = 0; c < 3; c++) p->axes[0][c] = first[c] - lift * p->T[c];
  if (!(norm(p->axes[0]) > steep * norm(first)))
    return "is perpendicular to its direction: give another direction";
  normalize(p->axes[0]);
  cross(p->T, p->axes[0], p->axes[1]);
  return 0;
}

/* Sets the axes to those of the middle, turned by the smallest rotation between the normals. */
static void turn_axes(const ShellPoint *middle, ShellPoint *p)
{
  for (int a = 0; a < 2; a++) {
    const double part = dot(middle->axes[a], p->T) / (1 + dot(middle->T, p->T));

    for (int c = 0; c < 3; c++)
      p->axes[a][c] = middle->axes[a][c] - part * (middle->T[c] + p->T[c]);
  }
}

/* Computes the point with these shape functions. Its axes are those of the middle; or, if middle is
   NULL, the first one is along first. */
static const char *surface_point(const ElementReference *ref, const ShapePoint *at,
                                 const double first[3], const ShellPoint *middle, ShellPoint *p)
{
  const int   nn      = shape_nodes(ref->kernel->shape);
  double      t[2][3] = {{0}}, det;
  const char *wrong   = 0;

  for (int i = 0; i < nn; i++)
    for (int d = 0; d < 2; d++)
      for (int c = 0; c < 3; c++) t[d][c] += at->dN[i][d] * ref->x[i][c];
  p->r = nn == 3 ? at->N[1] : -at->N[0] + at->N[1] + at->N[2] - at->N[3];
  p->s = nn == 3 ? at->N[2] : -at->N[0] - at->N[1] + at->N[2] + at->N[3];
  set_edge_weights(ref->kernel->shape, p);
  cross(t[0], t[1], p->T);
  det     = norm(p->T);
  p->area = at->weight * det;
  for (int c = 0; c < 3; c++) p->T[c] /= det;
  if (middle) turn_axes(middle, p);
  else wrong = set_middle_axes(first, p);
  for (int a = 0; a < 2; a++)
    for (int d = 0; d < 2; d++) p->J[a][d] = dot(p->axes[a], t[d]);
  p->inverse[0][0] = p->J[1][1] / det, p->inverse[0][1] = -p->J[0][1] / det;
  p->inverse[1][0] = -p->J[1][0] / det, p->inverse[1][1] = p->J[0][0] / det;
  return wrong;
}

static const char *set_surface(const ElementReference *ref, ShellSurface *x)
{
  const int   nn = shape_nodes(ref->kernel->shape);
  ShapePoint  points[SHAPE_MAX_POINTS], middle = {.weight = 0};
  double      first[3] = {0, 0, 0}, given[3], area = 0;
  const char *wrong;

  x->n = shape_points(ref->kernel->shape, 1, points);
  for (int g = 0; g < x->n; g++)
    for (int i = 0; i < nn; i++) {
      middle.N[i] += points[g].N[i] / x->n;
      for (int d = 0; d < 2; d++) middle.dN[i][d] += points[g].dN[i][d] / x->n;
    }
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) first[c] += middle.dN[i][0] * ref->x[i][c];
  for (int c = 0; c < 3; c++) given[c] = shell_mean(ref, SHELL_DIRECTION + c);
  if (dot(given, given) > 0) turn_direction(ref, given, first);
  wrong = surface_point(ref, &middle, first, NULL, &x->middle);
  for (int g = 0; g < x->n && !wrong; g++) {
    wrong = surface_point(ref, &points[g], first, &x->middle, &x->point[g]);
    area += x->point[g].area;
  }
  x->middle.area = area;
  return wrong;
}

/* ---- nodes -------------------------------------------------------------------------------- */

/* The normal at a node of the element alone; that of the middle if its sides are in line. */
static void corner_normal(int nn, const double x[][3], int i, const double middle[3],
                          double normal[3])
{
  /* Sine of the angle between sides in line: with coordinates of about seven digits, the normal of
     flatter corners is rounding. model/parts/surfaces/node_normals.c has the same limit. */
  const double small = 1e-6;
  double       a[3], b[3];

  for (int c = 0; c < 3; c++) {
    a[c] = x[(i + 1) % nn][c] - x[i][c];
    b[c] = x[(i + nn - 1) % nn][c] - x[i][c];
  }
  cross(a, b, normal);
  if (norm(normal) <= small * norm(a) * norm(b)) memcpy(normal, middle, 3 * sizeof *normal);
  else normalize(normal);
}

/* The director of a node is the shared normal of the node or the element's own. */
void shell_directors(const ElementReference *ref, const double middle[3], double director[][3])
{
  const int nn = shape_nodes(ref->kernel->shape);

  for (int i = 0; i < nn; i++) {
    const int shared = ref->normals && dot(ref->normals[i], ref->normals[i]) > 0;

    if (shared) memcpy(director[i], ref->normals[i], sizeof director[i]);
    else corner_normal(nn, ref->x, i, middle, director[i]);
  }
}

/* Sets the weights of the two edges X at node i, in the plane perpendicular to the director.

   turn measures the angle of the edge relative to the node. across measures the rotation of the
   surface at the node about the director, divided by the number of nodes: the derivatives of the
   position along the axes 1 and 2 of the plane give (e2 . x,1 - e1 . x,2) / 2. An edge of a curved
   surface leaves the plane. This is no rotation about the director, but it would be one about a
   normal of the element, which would make curved elements too stiff. */
static void set_corner(int nn, int i, const double X[][3], ShellData *data)
{
  const int    *edge   = shell_corners(nn)[i];
  const double *normal = data->director[i];
  double        axes[2][3], plane[2][3], J[2][2], det;

  for (int d = 0; d < 2; d++)
    for (int c = 0; c < 3; c++) plane[d][c] = X[edge[d]][c] - dot(X[edge[d]], normal) * normal[c];
  memcpy(axes[0], plane[0], sizeof axes[0]);
  normalize(axes[0]);
  cross(normal, axes[0], axes[1]);
  for (int a = 0; a < 2; a++)
    for (int d = 0; d < 2; d++) J[a][d] = dot(axes[a], plane[d]);
  det = nn * 2 * (J[0][0] * J[1][1] - J[0][1] * J[1][0]);
  for (int c = 0; c < 3; c++) {
    data->across[i][0][c] = (J[1][1] * axes[1][c] + J[0][1] * axes[0][c]) / det;
    data->across[i][1][c] = -(J[1][0] * axes[1][c] + J[0][0] * axes[0][c]) / det;
  }
  for (int d = 0; d < 2; d++) {
    const double sign = shell_edges(nn)[edge[d]][0] == i ? 1 : -1;

    cross(normal, plane[d], data->turn[i][d]);
    for (int c = 0; c < 3; c++) data->turn[i][d][c] *= sign / dot(plane[d], plane[d]);
  }
}

/* Sets the factors of the arcs by the bending strains of the reference, and adds what is due to
   the arcs to its products. */
static void set_arcs(int nn, ShellData *data)
{
  const double square = nn == 4 ? 3 : 12, *bend = data->rest.bend;
  double       sum = 0, diagonal[2];

  for (int k = 0; k < nn; k++) {
    data->arc[k] = 2 / square * bend[k];
    sum += bend[k];
  }
  if (nn == 4) { /* bending strains of the half diagonals */
    diagonal[0]  = (sum + bend[7] + bend[8]) / 2;
    diagonal[1]  = (sum - bend[6] - bend[9]) / 2;
    data->arc[4] = (diagonal[0] - diagonal[1]) / 12;
    data->arc[5] = diagonal[0] / 12;
    data->arc[6] = diagonal[1] / 12;
  }
  shell_rest_arcs(nn, data->arc, bend, data->rest.product);
}

/* Sets the vectors of the nodes, and the strains of the reference. */
static void set_reference(const ElementReference *ref, const ShellSurface *x, ShellData *data)
{
  const int    nn = shape_nodes(ref->kernel->shape);
  NodeState    node[NODES];
  ElementState e = {.kernel = ref->kernel, .prop = ref->prop, .data = (const double *)data};
  ElementGroup group;
  ShellStrains s;
  double       X[NODES][3], height = 0;

  shell_directors(ref, x->middle.T, data->director);
  if (ref->kernel->coupled) data->middle = height = shell_mean(ref, SHELL_OFFSET);
  for (int k = 0; k < nn; k++) { /* edges of the middle of the section */
    const int i = shell_edges(nn)[k][0], j = shell_edges(nn)[k][1];

    for (int c = 0; c < 3; c++)
      X[k][c] = shell_edge_scale(nn) * (ref->x[j][c] - ref->x[i][c] +
                                        height * (data->director[j][c] - data->director[i][c]));
  }
  for (int i = 0; i < nn; i++) {
    set_corner(nn, i, (const double(*)[3])X, data);
    node[i]   = node_at_rest(ref->x[i]);
    e.node[i] = &node[i];
  }
  group = element_group_of_one(&e);
  shell_strains(&group, 0, &s);
  for (int k = 0; k < SHELL_NSTRAIN; k++) ((double *)&data->rest)[k] = ((const Lanes *)&s)[k][0];
  set_arcs(nn, data);
}

/* Integrates an entry of prop over the surface, with the share of each node. Returns 0, or 1 if the
   cell has no area or is folded. */
static int integrate(const ElementReference *ref, int entry, double at[])
{
  const int      nn = shape_nodes(ref->kernel->shape);
  SurfaceFactors factor;
  double         matrix[NODES * NODES], grad[NODES * NODES];

  for (int g = 0; g < SHAPE_MAX_POINTS; g++) {
    factor.mass[g] = shell_section_at(ref, g)[entry];
    factor.grad[g] = 1;
  }
  if (shape_surface_matrices(ref->kernel->shape, ref->x, &factor, matrix, grad)) return 1;
  lump_rows(nn, matrix);
  for (int i = 0; i < nn; i++) at[i] = matrix[(nn + 1) * i];
  return 0;
}

/* Raises the rotary inertia of the nodes to the mass times a sixth of the area of the element,
   twice that of a square block. The frequencies of rotations are then near those of the membrane
   (Hughes, Cohen & Haroun, Nucl. Eng. Des. 46 (1978)): explicit steps are 0.83 to 0.88 of those of
   a membrane of quadrilaterals that does not bend, and 0.52 to 0.71 in triangles. With four times
   the inertia they are 0.93 to 1 and 0.73 to 0.88, but waves of bending are slower. */
static void raise_inertia(const ElementReference *ref, double inertia[])
{
  const double part = 1. / 6;
  const int    nn   = shape_nodes(ref->kernel->shape);
  const double area = shape_size(ref->kernel->shape, ref->x);
  double       mass[NODES];

  integrate(ref, SHELL_AREA, mass);
  for (int i = 0; i < nn; i++) inertia[i] = fmax(inertia[i], part * area * mass[i]);
}

/* Sets the inertia of the nodes. Returns 0 or 1 as integrate() does. */
static int set_inertia(const ElementReference *ref, ShellData *data)
{
  if (integrate(ref, SHELL_SECOND, data->inertia)) return 1;
  if (ref->prop[SHELL_MASS] == MASS_EXPLICIT) raise_inertia(ref, data->inertia);
  if (ref->kernel->coupled) integrate(ref, SHELL_FIRST, data->first);
  if (!ref->sections) return 0;
  for (int g = 0; g < SHAPE_MAX_POINTS; g++) data->mass[g] = shell_section_at(ref, g)[SHELL_AREA];
  for (int k = 0; k < 12; k++) data->free[k] = shell_mean(ref, SHELL_FREE + k);
  if (shell_mean(ref, SHELL_AREA) > 0)
    data->center = shell_mean(ref, SHELL_FIRST) / shell_mean(ref, SHELL_AREA);
  return 0;
}

/* Returns whether all corners of a quadrilateral are smaller than 180 degrees, seen along the
   normal T of its middle, and no side is without length. */
static int corners_are_convex(int nn, const double x[][3], const double T[3])
{
  /* Sine of the angle of a corner, below which it is flat: 0.006 degrees. The inverse of the
     Jacobian grows with the inverse of this sine, and the stiffness with its square.
     tests/element/shell.py has a quadrilateral with a corner of 180 degrees. */
  const double sine = 1e-4;
  double       a[3], b[3], normal[3];

  for (int i = 0; i < nn; i++) {
    for (int c = 0; c < 3; c++) {
      a[c] = x[(i + 1) % nn][c] - x[i][c];
      b[c] = x[(i + nn - 1) % nn][c] - x[i][c];
    }
    cross(a, b, normal);
    if (!(dot(normal, T) > sine * norm(a) * norm(b))) return 0;
  }
  return 1;
}

const char *shell_setup(const ElementReference *ref, double numbers[])
{
  ShellData *const data = (ShellData *)numbers;
  ShellSurface     x;
  const char      *wrong;

  memset(data, 0, (size_t)ref->kernel->ndata * sizeof *numbers);
  if (set_inertia(ref, data)) return degenerate;
  wrong = set_surface(ref, &x);
  if (wrong) return wrong;
  if (!corners_are_convex(shape_nodes(ref->kernel->shape), ref->x, x.middle.T))
    return "has a side without length, or a corner of 180 degrees or more";
  set_reference(ref, &x, data);
  shell_set_stiffness(ref, &x, data);
  return 0;
}

/* The rotary inertia is nonlinear, and a function of the data. */
const char *shell_matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const ShellData *data   = (const ShellData *)ref->data;
  const int        nn     = shape_nodes(ref->kernel->shape);
  int              lumped = ref->prop[SHELL_MASS] != MASS_CONSISTENT;
  SurfaceFactors   factor;
  double           mass[NODES * NODES], grad[NODES * NODES];

  (void)C, (void)K;
  for (int g = 0; g < SHAPE_MAX_POINTS; g++) {
    factor.mass[g] = ref->kernel->nsections ? data->mass[g] : ref->prop[SHELL_AREA];
    factor.grad[g] = 1;
  }
  if (shape_surface_matrices(ref->kernel->shape, ref->x, &factor, mass, grad)) return degenerate;
  for (int i = 0; i < nn && ref->kernel->nsections; i++) lumped |= data->first[i] != 0;
  if (lumped) lump_rows(nn, mass);
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++) M[6 * nn * (6 * i + c) + 6 * j + c] = mass[i * nn + j];
  return 0;
}

/* A load on the parabola of a side d between two nodes with the normals n does the same work as its
   part along d x n at the ends of the arms -m and m of the nodes, with m = alpha/2 n x (d x n). */
void shell_side_load(const ElementKernel *kernel, const double x[][3], const double numbers[],
                     int side, const double bow[3], double arm[2][3], double force[2][3])
{
  const ShellData *data = (const ShellData *)numbers;
  const int        nn = shape_nodes(kernel->shape), next = (side + 1) % nn;
  const int        k = shell_edge_between(nn, side);
  double           d[3], across[3];

  for (int c = 0; c < 3; c++) d[c] = x[next][c] - x[side][c];
  for (int end = 0; end < 2; end++) {
    const double *normal = data->director[end ? next : side];
    const double  sign   = end ? 1 : -1;

    cross(d, normal, across);
    cross(normal, across, arm[end]);
    for (int c = 0; c < 3; c++) {
      arm[end][c] *= sign * data->bow[k] / 2;
      force[end][c] = -dot(across, bow) / dot(across, across) * across[c];
    }
  }
}
