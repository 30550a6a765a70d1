/* shell_stiffness.c: implements the stiffness of shells, and their mean forces by the strains.

   A section has the membrane stiffness A, and the stiffness of the strains y, which are
   curvatures and transverse shear strains. Its coupling with the membrane strains is B. The
   stiffness of an element is the integral over the reference surface of

   P . (E + A^-1 B y) - P . A^-1 P / 2 + y . (D - B^T A^-1 B) y / 2

   at its stationary value for the parameters of the membrane forces P. Green's strains E of
   MITC4+ are linear in the products (Ko, Lee & Bathe, A new MITC4+ shell element, 2017). P has
   the five parameters of Pian & Sumihara (1984). Both fields together have the exact bending of
   a rectangle in its plane, and warped elements do not lock.

   The shear strain of an edge of length L in a quadrilateral counts by the root of 1/(1 +
   relaxation L^2). A shear force changes the curvature along the edge, which linear directors
   cannot follow. This is a part of the residual bending flexibility of MacNeal (1978). Triangles
   have it by shell_stiffness.c.

   The mean of the drilling rotations has the stiffness G h of the membrane. Differences from the
   mean have a small part of the bending stiffness, which leaves no motion without energy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "element/shell/laminate/shell_section.h"
#include "shell.h"

/* ---- shell bubble ---------------------------------------------------------------------------- */

/* Implements rotations inside a triangular shell that are 0 on its edges.

   The director of a triangle changes by f b, with f = 27 r s (1 - r - s) and two numbers b in
   the axes of the surface (Lee, Lee & Bathe, The MITC3+ shell element and its performance,
   Comput. Struct. 138 (2014)). The mean of its curvatures is 0, so that constant moments do no
   work on them. The mean shear strain is that in the middles of the lines from the center to the
   nodes, where f = 1/2. With constant strains s of the section, the energy per area is

   (s + Z b) . D (s + Z b) / 2 + b . K b / 2, Z b = b/2 in the shear strains,

   where K is the mean stiffness of the curvatures sym(b, grad f). The stationary value for b is
   the energy of the section D - D Z (Z^T D Z + K)^-1 Z^T D.

   A shear force changes the moments linearly. A single function f follows them too stiffly, so
   that only a part of K counts. */

enum { SHEAR = 6 }; /* first shear strain */

/* Part of K. Without shear strains, the moments of a strip that bends along a side of the length L
   have the flexibility L^2/(24 D) in an equilateral triangle, L^2/(18 D) in a right one with two
   sides L, and L^2/(12 D) in both halves of a square. All of K has L^2/(44 D) and L^2/(41 D), if
   nu = 0.3. */
static const double LINEAR_MOMENTS = 0.4;

/* Computes the means of grad f grad f over the element. */
static void mean_gradients(const ShellPoint *p, double mean[2][2])
{
  /* by the parent coordinates they are 8.1 on the diagonal and 4.05 beside it */
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      mean[a][b] =
        8.1 * (p->inverse[0][a] * p->inverse[0][b] + p->inverse[1][a] * p->inverse[1][b]) +
        4.05 * (p->inverse[0][a] * p->inverse[1][b] + p->inverse[1][a] * p->inverse[0][b]);
}

/* Computes K. Membrane forces do not change. */
static void bending(const ShellPoint *p, const double D[SHELL_STRAINS][SHELL_STRAINS],
                    double K[2][2])
{
  /* curvatures 11, 22, 2 12 of b_i by the gradient of f: the component that counts, or -1 */
  static const int along[2][3] = {
    {0,  -1, 1},
    {-1, 1,  0}
  };
  double mean[2][2], inverse[3][3], ratio[3][5], rest[5][5];

  mean_gradients(p, mean);
  section_condense(D, inverse, ratio, rest);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      K[i][j] = 0;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
          if (along[i][a] >= 0 && along[j][b] >= 0)
            K[i][j] += rest[a][b] * mean[along[i][a]][along[j][b]];
    }
}

/* Reduces the transverse shear stiffness in D, the stiffness of the section of a
   shell triangle, by rotations inside the triangle.

   p is any point of the triangle. The curvatures of these rotations, which the nodes cannot follow,
   make the shear softer. Forces and moments by the changed D are those of the section. */
static void shell_soften(const ShellPoint *p, double D[SHELL_STRAINS][SHELL_STRAINS])
{
  double H[2][2], row[2][SHELL_STRAINS], det;

  bending(p, (const double(*)[SHELL_STRAINS])D, H);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) H[i][j] = LINEAR_MOMENTS * H[i][j] + D[SHEAR + i][SHEAR + j] / 4;
  det = H[0][0] * H[1][1] - H[0][1] * H[1][0];
  for (int k = 0; k < SHELL_STRAINS; k++) {
    const double first = D[SHEAR][k] / 2, second = D[SHEAR + 1][k] / 2;

    row[0][k] = (H[1][1] * first - H[0][1] * second) / det;
    row[1][k] = (H[0][0] * second - H[1][0] * first) / det;
  }
  for (int a = 0; a < SHELL_STRAINS; a++) {
    const double first = D[a][SHEAR] / 2, second = D[a][SHEAR + 1] / 2;

    for (int b = 0; b < SHELL_STRAINS; b++) D[a][b] -= first * row[0][b] + second * row[1][b];
  }
}

/* ---- shell stiffness ------------------------------------------------------------------------- */

/* Part of the shear strains by the twist of directors in a triangle. It gives this motion of a
   single triangle energy; a larger part makes meshes too stiff. */
static const double TWIST = 0.1;

enum { NP = SHELL_PRODUCTS, BENDS = SHELL_BENDS, NODES = SHELL_NODES, ELASTIC = SHELL_ELASTIC };

/* Computes dd[NP], the derivatives by the products of half the square of x_d = c_r x_r + c_s x_s,
   the mixed derivative of the position (Ko, Lee & Bathe). */
static void mixed_product(const double x[][3], double dd[NP])
{
  double r[3], s[3], d[3], cr, cs, scale;

  for (int c = 0; c < 3; c++) {
    r[c] = (-x[0][c] + x[1][c] + x[2][c] - x[3][c]) / 4;
    s[c] = (-x[0][c] - x[1][c] + x[2][c] + x[3][c]) / 4;
    d[c] = (x[0][c] - x[1][c] + x[2][c] - x[3][c]) / 4;
  }
  scale = dot(r, r) * dot(s, s) - dot(r, s) * dot(r, s);
  cr    = (dot(r, d) * dot(s, s) - dot(s, d) * dot(r, s)) / scale;
  cs    = (dot(s, d) * dot(r, r) - dot(r, d) * dot(r, s)) / scale;
  scale = 4 * (cr * cr + cs * cs - 1); /* negative in convex elements */
  dd[0] = cr * (cr + 1) / scale;
  dd[1] = cr * (cr - 1) / scale;
  dd[2] = cs * (cs + 1) / scale;
  dd[3] = cs * (cs - 1) / scale;
  dd[4] = 4 * cr * cs / scale;
}

/* Computes E[3][NP], the derivatives of Green's strains 11, 22 and 2 12 by the products. */
static void green_strains(int nn, const ShellPoint *p, const double dd[NP], double E[3][NP])
{
  const double r = p->r, s = p->s;
  const double(*i)[2] = p->inverse;

  for (int k = 0; k < NP; k++) {
    const double of_r = ((k == 1) - (k == 0)) / 4., of_s = ((k == 3) - (k == 2)) / 4.;
    double       rr = (k < 2) / 4. + s * of_r + (s * s - 1) * dd[k],
           ss       = (k == 2 || k == 3) / 4. + r * of_s + (r * r - 1) * dd[k],
           rs       = (k == 4) / 2. + (r * of_r + s * of_s) / 2 + r * s * dd[k];

    if (nn == 3) rr = (k == 0) / 2., ss = (k == 1) / 2., rs = ((k < 2) - (k == 2)) / 4.;
    for (int a = 0; a < 3; a++) {
      const int b = a == 1, c = a != 0; /* 11, 22, 12 */

      E[a][k] = (a == 2 ? 2 : 1) * (i[0][b] * i[0][c] * rr + i[1][b] * i[1][c] * ss +
                                    (i[0][b] * i[1][c] + i[1][b] * i[0][c]) * rs);
    }
  }
}

/* Computes P[3][NP], the stresses 11, 22, 12 by the parameters; mean is the mean of r and s. */
static void stress_modes(const ShellSurface *x, const ShellPoint *p, const double mean[2],
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

/* Computes B[3][BENDS], the derivatives of k11, k22 and 2 k12 by the bending strains. In parent
   coordinates k_rr = x_r . t_r, k_ss = x_s . t_s and 2 k_rs = x_r . t_s + x_s . t_r. */
static void curvatures(int nn, const ShellPoint *p, double B[3][BENDS])
{
  const int(*pair)[2] = shell_bends();
  const double(*i)[2] = p->inverse;

  for (int k = 0; k < BENDS; k++) {
    const int     a = pair[k][0], b = pair[k][1];
    const double *r = p->tangent[0], *s = p->tangent[1];
    double        rr = r[a] * r[b], ss = s[a] * s[b], rs = a == b ? 0 : r[a] * s[b] + s[a] * r[b];

    if (nn == 3) rr = k == 0, ss = k == 1, rs = (k < 2) - (k == 2);
    B[0][k] = i[0][0] * i[0][0] * rr + i[1][0] * i[1][0] * ss + i[0][0] * i[1][0] * rs;
    B[1][k] = i[0][1] * i[0][1] * rr + i[1][1] * i[1][1] * ss + i[0][1] * i[1][1] * rs;
    B[2][k] = 2 * (i[0][0] * i[0][1] * rr + i[1][0] * i[1][1] * ss) +
              (i[0][0] * i[1][1] + i[1][0] * i[0][1]) * rs;
  }
}

/* The fields at a point by the strains of the element. */
typedef struct {
  double E[3][NP];      /* Green's strains 11, 22, 2 12 by the products */
  double P[3][NP];      /* membrane forces 11, 22, 12 by their parameters */
  double y[5][ELASTIC]; /* curvatures 11, 22, 2 12 and shear strains 13, 23 by all strains */
} PointFields;

/* The integrals over an element, and its sections at the points. */
typedef struct {
  double G[NP][ELASTIC], F[NP][NP], S[ELASTIC][ELASTIC], mean[5][ELASTIC];
  double ratio[3][5]; /* mean over the element of A^-1 B */
} Integrals;

/* Sets the weights of the lifts in the shear strains of parent coordinates. The twist of a triangle
   is the part of its field that is linear. */
static void lift_weights(int nn, const ShellSurface *x, const ShellPoint *p,
                         const double root[NODES], double weight[2][NODES])
{
  for (int d = 0; d < 2; d++)
    for (int k = 0; k < nn; k++)
      weight[d][k] = nn == 4
                       ? root[k] * p->lift[d][k]
                       : x->middle.lift[d][k] + TWIST * (p->lift[d][k] - x->middle.lift[d][k]);
}

static void set_fields(const ElementReference *ref, const ShellSurface *x, const double dd[NP],
                       const double mean[2], const double root[NODES], const ShellPoint *p,
                       PointFields *f)
{
  const int nn = shape_nodes(ref->kernel->shape);
  double    curvature[3][BENDS], weight[2][NODES];

  memset(f, 0, sizeof *f);
  green_strains(nn, p, dd, f->E);
  stress_modes(x, p, mean, f->P);
  curvatures(nn, p, curvature);
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < shell_bend_count(nn); k++) f->y[a][NP + k] = curvature[a][k];
  lift_weights(nn, x, p, root, weight);
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < nn; k++)
      f->y[3 + a][NP + BENDS + k] =
        p->inverse[0][a] * weight[0][k] + p->inverse[1][a] * weight[1][k];
}

/* Adds the integrands at a point of this area. */
static void add_point(int np, const double D[SHELL_STRAINS][SHELL_STRAINS], double area,
                      double part, const PointFields *f, Integrals *sum)
{
  double soft[3][3], ratio[3][5], rest[5][5], strain[3][ELASTIC], force[5][ELASTIC] = {{0}};

  section_condense(D, soft, ratio, rest);
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < ELASTIC; k++) {
      strain[a][k] = k < np ? f->E[a][k] : 0;
      for (int b = 0; b < 5; b++) strain[a][k] += ratio[a][b] * f->y[b][k];
    }
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 5; b++)
      for (int k = 0; k < ELASTIC; k++) force[a][k] += rest[a][b] * f->y[b][k];
  for (int i = 0; i < np; i++)
    for (int a = 0; a < 3; a++) {
      for (int k = 0; k < ELASTIC; k++) sum->G[i][k] += area * f->P[a][i] * strain[a][k];
      for (int b = 0; b < 3; b++)
        for (int j = 0; j < np; j++) sum->F[i][j] += area * f->P[a][i] * soft[a][b] * f->P[b][j];
    }
  for (int a = 0; a < 5; a++)
    for (int k = 0; k < ELASTIC; k++) {
      sum->mean[a][k] += part * force[a][k];
      for (int i = 0; i < ELASTIC; i++) sum->S[i][k] += area * f->y[a][i] * force[a][k];
    }
  for (int a = 0; a < 15; a++) sum->ratio[a / 5][a % 5] += part * ratio[a / 5][a % 5];
}

/* Copies rows and columns of S to the members of data. */
static void copy_stiffness(const ElementReference *ref, const double S[ELASTIC][ELASTIC],
                           ShellData *data)
{
  const int first[3] = {0, NP, NP + BENDS}, n[3] = {NP, BENDS, NODES};
  double   *upper[3] = {data->membrane, data->bending, data->shear};

  for (int kind = 0; kind < 3; kind++)
    for (int i = 0; i < n[kind]; i++)
      for (int j = i; j < n[kind]; j++) *upper[kind]++ = S[first[kind] + i][first[kind] + j];
  if (!ref->kernel->coupled) return;
  for (int i = 0; i < NP; i++) {
    for (int j = 0; j < BENDS; j++) data->membrane_bending[i][j] = S[i][NP + j];
    for (int j = 0; j < NODES; j++) data->membrane_shear[i][j] = S[i][NP + BENDS + j];
  }
  for (int i = 0; i < BENDS; i++)
    for (int j = 0; j < NODES; j++) data->bending_shear[i][j] = S[NP + i][NP + BENDS + j];
}

/* Sets the mean forces and moments by the strains. The shear forces are those in equilibrium with
   the forces on the nodes: they count as the strains of the edges do. */
static void set_forces(const ElementReference *ref, const double force[8][ELASTIC],
                       const double root[NODES], ShellData *data)
{
  const int nn      = shape_nodes(ref->kernel->shape);
  const int kind[8] = {0, 0, 0, 1, 1, 1, 2, 2}, first[4] = {0, NP, NP + BENDS, ELASTIC};
  double    mean = 0;

  for (int k = 0; k < nn; k++) mean += root[k] / nn;
  for (int a = 0; a < 8; a++) {
    double *own = a < 3 ? data->force[a] : a < 6 ? data->moment[a - 3] : data->transverse[a - 6];

    for (int k = 0; k < ELASTIC; k++) {
      const int    mine   = k >= first[kind[a]] && k < first[kind[a] + 1];
      const int    edge   = k - first[2];
      const double factor = kind[a] < 2 ? 1 : edge >= 0 ? root[edge] : mean;

      if (mine) own[k - first[kind[a]]] = factor * force[a][k];
      else if (ref->kernel->coupled) data->other[a][k] = factor * force[a][k];
    }
  }
}

static void set_drilling(const ElementReference *ref, const ShellSurface *x, ShellData *data)
{
  const int    nn         = shape_nodes(ref->kernel->shape);
  const double difference = shell_mean(ref, SHELL_DIFFERENCE);

  data->drilling[0] = difference / nn;
  data->drilling[1] = (shell_mean(ref, SHELL_DRILLING) * x->middle.area - difference) / (nn * nn);
}

void shell_set_stiffness(const ElementReference *ref, const ShellSurface *x, ShellData *data)
{
  const int nn = shape_nodes(ref->kernel->shape), np = shell_product_count(nn);
  const int(*node)[2]     = shell_edges(nn);
  const double relaxation = shell_mean(ref, SHELL_RELAXATION);
  double       dd[NP] = {0}, mean[2] = {0, 0}, root[NODES] = {0}, X[NP][ELASTIC], P[3][NP];
  double       force[8][ELASTIC] = {{0}};
  PointFields  f;
  Integrals    sum;

  memset(&sum, 0, sizeof sum);
  if (nn == 4) mixed_product(ref->x, dd);
  for (int g = 0; g < x->n; g++) {
    mean[0] += x->point[g].area / x->middle.area * x->point[g].r;
    mean[1] += x->point[g].area / x->middle.area * x->point[g].s;
  }
  for (int k = 0; k < nn; k++) {
    const double L = distance_between(ref->x[node[k][0]], ref->x[node[k][1]]);

    root[k] = nn == 3 ? 1 : 1 / sqrt(1 + relaxation * L * L);
  }
  for (int g = 0; g < x->n; g++) {
    const double area = x->point[g].area;
    double       D[SHELL_STRAINS][SHELL_STRAINS];

    memcpy(D, shell_section_at(ref, g) + SHELL_STIFFNESS, sizeof D);
    if (nn == 3) shell_soften(&x->point[g], D);
    set_fields(ref, x, dd, mean, root, &x->point[g], &f);
    add_point(np, (const double(*)[SHELL_STRAINS])D, area, area / x->middle.area, &f, &sum);
  }
  memcpy(X, sum.G, sizeof X);
  small_solve(np, NP, sum.F[0], ELASTIC, X[0]);
  for (int i = 0; i < ELASTIC; i++)
    for (int j = 0; j < ELASTIC; j++)
      for (int k = 0; k < np; k++) sum.S[i][j] += sum.G[k][i] * X[k][j];
  stress_modes(x, &x->middle, mean, P); /* the mean of the other two modes is 0 */
  for (int k = 0; k < ELASTIC; k++) {
    for (int a = 0; a < 3; a++)
      for (int i = 0; i < 3; i++) force[a][k] += P[a][i] * X[i][k];
    for (int a = 0; a < 5; a++) {
      force[3 + a][k] = sum.mean[a][k];
      for (int b = 0; b < 3; b++) force[3 + a][k] += sum.ratio[b][a] * force[b][k];
    }
  }
  memcpy(data->axes, x->middle.axes, sizeof data->axes);
  copy_stiffness(ref, (const double(*)[ELASTIC])sum.S, data);
  set_forces(ref, (const double(*)[ELASTIC])force, root, data);
  set_drilling(ref, x, data);
}
