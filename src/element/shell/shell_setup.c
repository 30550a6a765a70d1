/* shell_setup.c: implements the properties, the stiffness and the masses of shells.

   The middle of an element has an orthonormal basis of the surface. Its first axis is the given
   direction, projected onto the surface; the default direction is that of the element's first
   parent coordinate. Gauss points have this basis, turned by the smallest rotation between the
   normals. The stiffness of a strain is the integral over the reference surface of

     membrane  P . E - P . C P / 2, at its stationary value for the stress parameters of P (Pian &
               Sumihara, Int. J. Numer. Methods Eng. 20 (1984)), with Green's strain E, which is
               linear in the products, and the compliance C
     bending   k . D k / 2, with k_ab = e_a . (psi,b x T), and a small multiple of the square of the
               gradient of the normal component of psi, which no other stiffness resists
     shear     5/6 G h g . g / 2, with the shear strains g
     spin      factor G h spin^2 / 2, with one point at the middle (Hughes & Brezzi, Comput. Methods
               Appl. Mech. Eng. 72 (1989)) */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "shell.h"

enum { NODES = SHELL_NODES, PSI = 3 * SHELL_NODES, NP = SHELL_PRODUCTS };

/* Shear correction of a rectangular section, and the stiffness of the gradient of the normal
   component of psi over the bending stiffness. */
static const double SHEAR_CORRECTION = 5. / 6, DRILLING_BENDING = 0.01;

const ElementProp shell_props[] = {
  {"young",     PROP_POSITIVE,    1, 0,               "Young's modulus E [N/m2]",          0, 0         },
  {"poisson",   PROP_NONNEGATIVE, 1, 0,               "Poisson's ratio, up to 0.5",        0, 0         },
  {"thickness", PROP_POSITIVE,    1, 0,               "thickness h [m]",                   0, 0         },
  {"density",   PROP_NONNEGATIVE, 1, 0,               "mass per volume [kg/m3]",           0, 0         },
  {"mass",      PROP_CHOICE,      0, MASS_CONSISTENT, "mass matrix: consistent or lumped", 0, mass_words},
  {"drilling",  PROP_POSITIVE,    0, 1,
   "stiffness that ties rotations about the normal to the surface, over G h",              0, 0         },
  {"direction", PROP_VECTOR,      0, 0,
   "x axis of results, projected onto the surface; default: the first side",               0, 0         },
  {0,           0,                0, 0,               0,                                   0, 0         }
};

const char *shell_prepare(const double given[], double prop[])
{
  if (!(given[SHELL_POISSON] <= 0.5)) return "has a poisson above 0.5";
  for (int i = 0; i < SHELL_NPROP; i++) prop[i] = given[i];
  return 0;
}

ElementScale shell_scale(const double prop[])
{
  const double nu = prop[SHELL_POISSON], h = prop[SHELL_THICKNESS];

  return (ElementScale){.speed = wave_speed(prop[SHELL_YOUNG] / (1 - nu * nu), prop[SHELL_DENSITY]),
                        .gyration = h / sqrt(12)};
}

/* ---- a point of the surface ------------------------------------------------------------------ */

/* A point of the reference surface. */
typedef struct {
  double r, s;             /* parent coordinates */
  double axes[2][3], T[3]; /* basis of the surface, and its normal */
  double J[2][2];          /* J[a][d]: component along axis a of the tangent by coordinate d */
  double inverse[2][2];    /* of J: inverse[d][a] */
  double area;             /* area for which the point stands [m2] */
  double psi[2][NODES];    /* derivatives by the coordinates are sums of those times psi_k */
  double lift[2][NODES];   /* the same of transverse displacements */
} SurfacePoint;

static const char *const degenerate = "has no area or is folded";

/* Sets the weights of the edges in derivatives by the parent coordinates. The psi of a triangle
   fits its three edges best; the shear strain along each edge is that at its middle (Lee & Bathe,
   Comput. Struct. 82 (2004)). */
static void set_edge_weights(Shape shape, SurfacePoint *p)
{
  const double r = p->r, s = p->s;
  const double quadrilateral[2][NODES] = {
    {(1 - s) / 4, (1 + s) / 4, 0,           0          },
    {0,           0,           (1 - r) / 4, (1 + r) / 4}
  };
  const double fit[2][NODES] = {
    {2. / 3, 1. / 3, -1. / 3, 0},
    {1. / 3, 2. / 3, 1. / 3,  0}
  };
  const double along[2][NODES] = {
    {1 - s, s,     -s, 0},
    {r,     1 - r, r,  0}
  };

  memcpy(p->psi, shape == SHAPE_TRIANGLE ? fit : quadrilateral, sizeof p->psi);
  memcpy(p->lift, shape == SHAPE_TRIANGLE ? along : quadrilateral, sizeof p->lift);
}

/* Sets the axes of the middle, with the first one along first. Returns NULL or what is wrong. */
static const char *set_middle_axes(const double first[3], SurfacePoint *p)
{
  const double steep = 1e-6; /* sine of the angle of direction and normal, if they are parallel */
  const double lift  = dot(first, p->T);

  for (int c = 0; c < 3; c++) p->axes[0][c] = first[c] - lift * p->T[c];
  if (!(norm(p->axes[0]) > steep * norm(first)))
    return "is perpendicular to its direction: give another direction";
  normalize(p->axes[0]);
  cross(p->T, p->axes[0], p->axes[1]);
  return 0;
}

/* Sets the axes to those of the middle, turned by the smallest rotation between the normals. */
static void turn_axes(const SurfacePoint *middle, SurfacePoint *p)
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
                                 const double first[3], const SurfacePoint *middle, SurfacePoint *p)
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

/* The points of the rule with its number, and the middle, whose area is that of the element. */
typedef struct {
  int          n;
  SurfacePoint point[SHAPE_MAX_POINTS], middle;
} Surface;

static const char *set_surface(const ElementReference *ref, Surface *x)
{
  const int   nn = shape_nodes(ref->kernel->shape);
  ShapePoint  points[SHAPE_MAX_POINTS], middle = {.weight = 0};
  double      first[3] = {0, 0, 0}, area = 0;
  const char *wrong;

  x->n = shape_points(ref->kernel->shape, 1, points);
  for (int g = 0; g < x->n; g++)
    for (int i = 0; i < nn; i++) {
      middle.N[i] += points[g].N[i] / x->n;
      for (int d = 0; d < 2; d++) middle.dN[i][d] += points[g].dN[i][d] / x->n;
    }
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) first[c] += middle.dN[i][0] * ref->x[i][c];
  if (dot(ref->prop + SHELL_DIRECTION, ref->prop + SHELL_DIRECTION) > 0)
    turn_direction(ref, ref->prop + SHELL_DIRECTION, first);
  wrong = surface_point(ref, &middle, first, NULL, &x->middle);
  for (int g = 0; g < x->n && !wrong; g++) {
    wrong = surface_point(ref, &points[g], first, &x->middle, &x->point[g]);
    area += x->point[g].area;
  }
  x->middle.area = area;
  return wrong;
}

/* ---- stiffness --------------------------------------------------------------------------------
 */

/* Adds weight a b^T to the upper triangle of A[n][n], if A is symmetric. */
static void add_upper(int n, double weight, const double a[], const double b[], double A[])
{
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) *A++ += weight * a[i] * b[j];
}

/* Adds weight times the quadratic form of an isotropic section of the strains B[3][n], to the upper
   triangle of A[n][n]. */
static void add_isotropic(int n, double weight, double nu, const double B[3][PSI], double A[])
{
  add_upper(n, weight, B[0], B[0], A);
  add_upper(n, weight, B[1], B[1], A);
  add_upper(n, weight * nu, B[0], B[1], A);
  add_upper(n, weight * nu, B[1], B[0], A);
  add_upper(n, weight * (1 - nu) / 2, B[2], B[2], A);
}

/* Computes B[3][3 k + c], the derivatives of k11, k22 and 2 k12 by psi_k, and those of the gradient
   of the normal component of psi. */
static void curvatures(const SurfacePoint *p, double B[3][PSI], double normal[2][PSI])
{
  for (int k = 0; k < NODES; k++) {
    double by[2]; /* the derivatives along the axes are sums of by psi_k */

    for (int a = 0; a < 2; a++)
      by[a] = p->inverse[0][a] * p->psi[0][k] + p->inverse[1][a] * p->psi[1][k];
    for (int c = 0; c < 3; c++) {
      B[0][3 * k + c] = by[0] * p->axes[1][c];
      B[1][3 * k + c] = -by[1] * p->axes[0][c];
      B[2][3 * k + c] = by[1] * p->axes[1][c] - by[0] * p->axes[0][c];
      for (int a = 0; a < 2; a++) normal[a][3 * k + c] = by[a] * p->T[c];
    }
  }
}

static void set_bending(const double prop[], const Surface *x, ShellData *data)
{
  const double nu = prop[SHELL_POISSON], h = prop[SHELL_THICKNESS],
               D = prop[SHELL_YOUNG] * h * h * h / (12 * (1 - nu * nu));

  for (int g = 0; g < x->n; g++) {
    const double weight = x->point[g].area * D, mean = weight / x->middle.area;
    double       B[3][PSI], normal[2][PSI];

    curvatures(&x->point[g], B, normal);
    add_isotropic(PSI, weight, nu, (const double(*)[PSI])B, data->bending);
    for (int a = 0; a < 2; a++)
      add_upper(PSI, DRILLING_BENDING * weight, normal[a], normal[a], data->bending);
    for (int i = 0; i < PSI; i++) {
      data->moment[0][i] += mean * (B[0][i] + nu * B[1][i]);
      data->moment[1][i] += mean * (B[1][i] + nu * B[0][i]);
      data->moment[2][i] += mean * (1 - nu) / 2 * B[2][i];
    }
  }
}

static void set_shear(const double prop[], const Surface *x, ShellData *data)
{
  const double shear = prop[SHELL_YOUNG] / (2 * (1 + prop[SHELL_POISSON])),
               h     = prop[SHELL_THICKNESS];

  for (int g = 0; g < x->n; g++) {
    const SurfacePoint *p = &x->point[g];

    for (int a = 0; a < 2; a++) {
      double B[NODES];

      for (int k = 0; k < NODES; k++) {
        B[k] = p->inverse[0][a] * p->lift[0][k] + p->inverse[1][a] * p->lift[1][k];
        data->transverse[a][k] += SHEAR_CORRECTION * shear * h * p->area / x->middle.area * B[k];
      }
      add_upper(NODES, SHEAR_CORRECTION * shear * h * p->area, B, B, data->shear);
    }
  }
  data->drilling = prop[SHELL_DRILLING] * shear * h * x->middle.area;
}

/* The normal at a node of the element alone; that of the middle if its sides are in line. */
static void corner_normal(int nn, const double x[][3], int i, const double middle[3],
                          double normal[3])
{
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

/* Sets what the edges need, and the strains of the reference that are not 0. */
static void set_edges(const ElementReference *ref, const Surface *x, ShellData *data)
{
  const Shape shape     = ref->kernel->shape;
  const int   nn        = shape_nodes(shape);
  const int(*node)[2]   = shell_edges(shape);
  const SurfacePoint *p = &x->middle;
  double              corner[NODES][3];

  for (int i = 0; i < nn; i++) corner_normal(nn, ref->x, i, p->T, corner[i]);
  for (int k = 0; k < nn; k++) {
    const int i = node[k][0], j = node[k][1];
    double    d[3];

    for (int c = 0; c < 3; c++) {
      d[c]               = ref->x[j][c] - ref->x[i][c];
      data->normal[k][c] = corner[i][c] + corner[j][c];
      for (int a = 0; a < 2; a++)
        data->across[k][c] +=
          p->psi[a][k] * (p->inverse[a][0] * p->axes[1][c] - p->inverse[a][1] * p->axes[0][c]) / 2;
    }
    normalize(data->normal[k]);
    data->lift[k] = dot(data->normal[k], d);
  }
}

/* ---- membrane ---------------------------------------------------------------------------------
 */

/* Solves A X = B for n columns, with a positive definite A[np][np]. B[np][n] is replaced by X. */
static void solve(int np, double A[NP][NP], double B[NP][NP])
{
  for (int k = 0; k < np; k++)
    for (int i = k + 1; i < np; i++) {
      const double factor = A[i][k] / A[k][k];

      for (int j = k; j < np; j++) A[i][j] -= factor * A[k][j];
      for (int j = 0; j < np; j++) B[i][j] -= factor * B[k][j];
    }
  for (int i = np - 1; i >= 0; i--)
    for (int j = 0; j < np; j++) {
      for (int k = i + 1; k < np; k++) B[i][j] -= A[i][k] * B[k][j];
      B[i][j] /= A[i][i];
    }
}

/* Computes dd[NP], the derivatives of x_d . x_d by the products, if x_d = c_r x_r + c_s x_s. */
static void mixed_product(const double product[NP], double dd[NP])
{
  const double det = product[0] * product[1] - product[2] * product[2];
  const double cr  = (product[3] * product[1] - product[4] * product[2]) / det,
               cs  = (product[4] * product[0] - product[3] * product[2]) / det;

  dd[0] = -cr * cr, dd[1] = -cs * cs, dd[2] = -2 * cr * cs, dd[3] = 2 * cr, dd[4] = 2 * cs;
}

/* Computes E[3][NP], the derivatives of Green's strains 11, 22 and 2 12 by the products. */
static void green_strains(const SurfacePoint *p, const double dd[NP], double E[3][NP])
{
  const double r = p->r, s = p->s;

  for (int k = 0; k < NP; k++) {
    const double rr     = ((k == 0) + 2 * s * (k == 3) + s * s * dd[k]) / 2,
                 ss     = ((k == 1) + 2 * r * (k == 4) + r * r * dd[k]) / 2,
                 rs     = ((k == 2) + r * (k == 3) + s * (k == 4) + r * s * dd[k]) / 2;
    const double(*i)[2] = p->inverse;

    for (int a = 0; a < 3; a++) {
      const int b = a == 1, c = a != 0; /* 11, 22, 12 */

      E[a][k] = (a == 2 ? 2 : 1) * (i[0][b] * i[0][c] * rr + i[1][b] * i[1][c] * ss +
                                    (i[0][b] * i[1][c] + i[1][b] * i[0][c]) * rs);
    }
  }
}

/* Computes P[3][NP], the stresses 11, 22, 12 by the parameters; mean is the mean of r and s. */
static void stress_modes(const Surface *x, const SurfacePoint *p, const double mean[2],
                         double P[3][NP])
{
  const double(*J)[2] = x->middle.J;

  for (int a = 0; a < 3; a++) {
    const int b = a == 1, c = a != 0;

    P[a][0] = J[b][0] * J[c][0];
    P[a][1] = J[b][1] * J[c][1];
    P[a][2] = J[b][0] * J[c][1] + J[b][1] * J[c][0];
    P[a][3] = (p->s - mean[1]) * P[a][0];
    P[a][4] = (p->r - mean[0]) * P[a][1];
  }
}

/* Computes the upper triangle of G^T F^-1 G, where F is the integral of P^T C P and G that of
   P^T E. A triangle has the first three products and parameters. */
static void set_membrane(int nn, const double prop[], const Surface *x, ShellData *data)
{
  const int    np = nn == 3 ? 3 : NP;
  const double nu = prop[SHELL_POISSON], soft = 1 / (prop[SHELL_YOUNG] * prop[SHELL_THICKNESS]);
  double       dd[NP] = {0}, mean[2] = {0, 0}, G[NP][NP] = {{0}}, X[NP][NP], F[NP][NP] = {{0}};
  double       P[3][NP], *upper = data->membrane;

  if (nn == 4) mixed_product(data->product, dd);
  for (int g = 0; g < x->n; g++) {
    mean[0] += x->point[g].area / x->middle.area * x->point[g].r;
    mean[1] += x->point[g].area / x->middle.area * x->point[g].s;
  }
  for (int g = 0; g < x->n; g++) {
    double E[3][NP];

    green_strains(&x->point[g], dd, E);
    stress_modes(x, &x->point[g], mean, P);
    for (int i = 0; i < np; i++)
      for (int j = 0; j < np; j++) {
        G[i][j] += x->point[g].area * (P[0][i] * E[0][j] + P[1][i] * E[1][j] + P[2][i] * E[2][j]);
        F[i][j] += x->point[g].area * soft *
                   (P[0][i] * (P[0][j] - nu * P[1][j]) + P[1][i] * (P[1][j] - nu * P[0][j]) +
                    2 * (1 + nu) * P[2][i] * P[2][j]);
      }
  }
  memcpy(X, G, sizeof X);
  solve(np, F, X);
  for (int i = 0; i < NP; i++)
    for (int j = i; j < NP; j++, upper++)
      for (int k = 0; k < np && j < np; k++) *upper += G[k][i] * X[k][j];
  for (int a = 0; a < 3; a++)
    for (int j = 0; j < np; j++)
      for (int k = 0; k < 3; k++) data->force[a][j] += P[a][k] * X[k][j];
}

static void set_products(int nn, const double x[][3], ShellData *data)
{
  const double(*weight)[NODES] =
    shell_tangent_weights(nn == 3 ? SHAPE_TRIANGLE : SHAPE_QUADRILATERAL);
  const int(*pair)[2]   = shell_products();
  double t[TANGENTS][3] = {{0}};

  for (int a = 0; a < TANGENTS; a++)
    for (int i = 1; i < nn; i++)
      for (int c = 0; c < 3; c++) t[a][c] += weight[a][i] * (x[i][c] - x[0][c]);
  for (int k = 0; k < NP; k++) data->product[k] = dot(t[pair[k][0]], t[pair[k][1]]);
}

const char *shell_setup(const ElementReference *ref, double numbers[])
{
  const double    *prop = ref->prop;
  const int        nn   = shape_nodes(ref->kernel->shape);
  const double     h = prop[SHELL_THICKNESS], mass = prop[SHELL_DENSITY] * h;
  ShellData *const data = (ShellData *)numbers;
  double           matrix[NODES * NODES], grad[NODES * NODES];
  Surface          x;
  const char      *wrong;

  memset(data, 0, sizeof *data);
  if (shape_surface_matrices(ref->kernel->shape, ref->x, 0, matrix, grad)) return degenerate;
  wrong = set_surface(ref, &x);
  if (wrong) return wrong;
  set_products(nn, ref->x, data);
  set_membrane(nn, prop, &x, data);
  set_bending(prop, &x, data);
  set_shear(prop, &x, data);
  set_edges(ref, &x, data);
  lump_rows(nn, matrix);
  for (int i = 0; i < nn; i++) data->inertia[i] = mass * h * h / 12 * matrix[(nn + 1) * i];
  return 0;
}

/* The rotary inertia is nonlinear, and a function of the data. */
const char *shell_matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const double *prop = ref->prop, area = prop[SHELL_DENSITY] * prop[SHELL_THICKNESS];
  const int     nn = shape_nodes(ref->kernel->shape);
  double        mass[NODES * NODES], grad[NODES * NODES];

  (void)C, (void)K;
  if (shape_surface_matrices(ref->kernel->shape, ref->x, 0, mass, grad)) return degenerate;
  if (prop[SHELL_MASS] == MASS_LUMPED) lump_rows(nn, mass);
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++) M[6 * nn * (6 * i + c) + 6 * j + c] = area * mass[i * nn + j];
  return 0;
}
