/* finite_membrane.c: patches under affine deformation have the stress of the closed form, in plane
   and turned in space, and no force at an inner node; rubber under one and two equal tensions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element_test.h"

/* Principal stretches in the directions g[2] of the plane, turned by Q; the Cauchy stress of the
 * closed form. */
typedef struct {
  double g[2][3], Q[9], stretch[2], sigma[2];
} Affine;

static const double plane_theta[3] = {0.4, -0.7, 0.2}, turn_theta[3] = {1.1, 0.5, -2},
                    corner_angle = 0.6;

static void affine_directions(Affine *f)
{
  double       q[4], P[9];
  const double g[2][3] = {
    {cos(corner_angle),  sin(corner_angle), 0},
    {-sin(corner_angle), cos(corner_angle), 0}
  };

  rotation_exp(plane_theta, q);
  rotation_matrix(q, P);
  for (int k = 0; k < 2; k++) mat_vec(P, g[k], f->g[k]);
  rotation_exp(turn_theta, q);
  rotation_matrix(q, f->Q);
}

/* A point of the xy plane laid into the plane of the patch. */
static void lay(double x, double y, double z[3])
{
  const double flat[3] = {x, y, 0};
  double       q[4], P[9];

  rotation_exp(plane_theta, q);
  rotation_matrix(q, P);
  mat_vec(P, flat, z);
}

static void deform(const Affine *f, const double X[3], double x[3])
{
  double y[3];

  for (int c = 0; c < 3; c++)
    y[c] =
      f->stretch[0] * dot(f->g[0], X) * f->g[0][c] + f->stretch[1] * dot(f->g[1], X) * f->g[1][c];
  mat_vec(f->Q, y, x);
  for (int c = 0; c < 3; c++) x[c] += 1 + c;
}

/* sum_k value_k g_k g_k in the axes of an element of the plane, the first along its mean first
 * parent direction. */
static void in_axes(const Affine *f, int nn, const double x[][3], const double value[2],
                    double components[3])
{
  double axes[2][3], normal[3], size;

  cross(f->g[0], f->g[1], normal);
  for (int c = 0; c < 3; c++) axes[0][c] = x[1][c] - x[0][c] + (nn == 4 ? x[2][c] - x[3][c] : 0);
  size = norm(axes[0]);
  for (int c = 0; c < 3; c++) axes[0][c] /= size;
  cross(normal, axes[0], axes[1]);
  for (int k = 0; k < 3; k++) components[k] = 0;
  for (int k = 0; k < 2; k++) {
    const double a = dot(f->g[k], axes[0]), b = dot(f->g[k], axes[1]);

    components[0] += value[k] * a * a;
    components[1] += value[k] * b * b;
    components[2] += value[k] * a * b;
  }
}

/* 4 quadrilaterals or 4 triangles around an inner node, the last one. */
/* clang-format off */
static const double quad_nodes[9][2]     = {{0, 0}, {1.1, -0.1}, {2, 0}, {2.1, 0.8}, {2, 2}, {0.9, 2.2}, {0, 2},
                                            {-0.1, 1.2}, {1.25, 0.8}};
static const int    quads[4][4]          = {{0, 1, 8, 7}, {1, 2, 3, 8}, {8, 3, 4, 5}, {6, 7, 8, 5}};
static const double triangle_nodes[5][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1.3, 0.7}};
static const int    triangles[4][4]      = {{0, 1, 4}, {4, 1, 2}, {2, 3, 4}, {3, 0, 4}};
/* clang-format on */

static void check_patch(const ElementKernel *k, const double given[], const Affine *f)
{
  const int    nn = shape_nodes(k->shape), inner = nn == 4 ? 8 : 4;
  const double green[2] = {(f->stretch[0] * f->stretch[0] - 1) / 2,
                           (f->stretch[1] * f->stretch[1] - 1) / 2};
  double       force[3] = {0, 0, 0}, scale = 0;

  for (int m = 0; m < 4; m++) {
    const int   *nodes = nn == 4 ? quads[m] : triangles[m];
    double       X[4][3], r[MOST], values[6], sigma[3], strain[3];
    Element      el;
    ElementState e;
    NodeState    n[ELEMENT_MAX_NODES];

    for (int i = 0; i < nn; i++) {
      const double *p = nn == 4 ? quad_nodes[nodes[i]] : triangle_nodes[nodes[i]];

      lay(p[0], p[1], X[i]);
    }
    CHECK(!element_setup(&el, k, given, 0, (const double(*)[3])X), "membrane refused");
    reference_state(&el, n);
    for (int i = 0; i < nn; i++) deform(f, X[i], n[i].x);
    CHECK(!forces(&el, n, r, 0, 0, 0), "membrane collapsed");
    for (int i = 0; i < nn; i++)
      if (nodes[i] == inner)
        for (int c = 0; c < 3; c++) force[c] += r[3 * i + c];
    scale = fmax(scale, largest(3 * nn, r));
    e     = state_of(&el, n);
    k->type->result(&e, values);
    in_axes(f, nn, (const double(*)[3])X, f->sigma, sigma);
    in_axes(f, nn, (const double(*)[3])X, green, strain);
    CHECK(difference(3, values, sigma) <= 2e-14 * (given[1] + largest(2, f->sigma)),
          "%s %d: stress %.15g %.15g %.15g, expected %.15g %.15g %.15g", k->name, nn, values[0],
          values[1], values[2], sigma[0], sigma[1], sigma[2]);
    CHECK(difference(3, values + 3, strain) <= 1e-14 * (1 + largest(2, green)), "%s %d: strain",
          k->name, nn);
  }
  CHECK(largest(3, force) <= 1e-13 * scale, "%s %d: force %g of %g at the inner node", k->name, nn,
        largest(3, force), scale);
}

static void check_patches(const double given[], const Affine *f)
{
  check_patch(&FiniteMembraneTriangleKernel, given, f);
  check_patch(&FiniteMembraneQuadrilateralKernel, given, f);
}

/* The stretch of the thickness, l3, makes the other of the plane: mu (l3^2 - 1) = -lambda ln J, J =
 * l1 l2 l3. */
static void check_neo_hookean(double nu, double l1, double l3)
{
  const double given[ELEMENT_MAX_GIVEN] = {1, 6, nu, 0.1, 2, 0, 0}, mu = 3 / (1 + nu);
  const double J =
    nu != 0 ? exp(-(1 - 2 * nu) / (2 * nu) * (l3 * l3 - 1)) : l1 * l3; /* nu = 0: l3 = 1 */
  Affine f;

  affine_directions(&f);
  f.stretch[0] = l1;
  f.stretch[1] = J / (l1 * l3);
  for (int k = 0; k < 2; k++) f.sigma[k] = mu * (f.stretch[k] * f.stretch[k] - l3 * l3) / J;
  check_patches(given, &f);
}

static void check_stvk(double nu, double l1, double l2, double prestress)
{
  const double given[ELEMENT_MAX_GIVEN] = {0, 6, nu, 0.1, 2, prestress, 0};
  const double E[2]                     = {(l1 * l1 - 1) / 2, (l2 * l2 - 1) / 2},
               l3                       = sqrt(1 - 2 * nu / (1 - nu) * (E[0] + E[1]));
  Affine f;

  affine_directions(&f);
  f.stretch[0] = l1;
  f.stretch[1] = l2;
  for (int k = 0; k < 2; k++)
    f.sigma[k] = f.stretch[k] * f.stretch[k] *
                 (6 / (1 - nu * nu) * (E[k] + nu * E[1 - k]) + prestress) / (l1 * l2 * l3);
  check_patches(given, &f);
}

/* Incompressible: sigma = mu (l^2 - l^-4) equibiaxially, mu (l^2 - 1/l) uniaxially; the force on a
 * side follows. */
static void check_rubber(double l, int uniaxial)
{
  const double given[ELEMENT_MAX_GIVEN] = {1, 6, 0.5, 0.1, 2, 0, 0};
  const double x[][3]                   = {
                      {0, 0, 0},
                      {2, 0, 0},
                      {2, 3, 0},
                      {0, 3, 0}
  };
  const double side        = uniaxial ? 1 / sqrt(l) : l,
               sigma       = 2 * (l * l - (uniaxial ? 1 / l : pow(l, -4)));
  const double expected[3] = {sigma, uniaxial ? 0 : sigma, 0};
  const double force       = sigma * (3 * side) * (0.1 / (l * side)); /* on the deformed side */
  double       r[MOST], values[6];
  Element      el;
  ElementState e;
  NodeState    n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, &FiniteMembraneQuadrilateralKernel, given, 0, x), "membrane refused");
  reference_state(&el, n);
  for (int i = 0; i < 4; i++) n[i].x[0] *= l, n[i].x[1] *= side;
  forces(&el, n, r, 0, 0, 0);
  e = state_of(&el, n);
  el.kernel->type->result(&e, values);
  CHECK(difference(3, values, expected) <= 2e-14 * (6 + fabs(sigma)),
        "rubber at %g: %.15g, expected %.15g", l, values[0], sigma);
  CHECK_CLOSE(r[3] + r[6], force, 1e-14 * (2 + fabs(force)), "force on a side of rubber");
}

int main(void)
{
  check_neo_hookean(0, 1.3, 1); /* the other stretch is 1 */
  check_neo_hookean(0.3, 1.4, 0.8);
  check_neo_hookean(0.3, 0.7, 1.1);
  check_neo_hookean(0.01, 2, 0.99);
  check_neo_hookean(0.4999, 3, 0.3);
  check_neo_hookean(0.5, 0.2, 1.9);
  check_neo_hookean(-0.3, 1.2, 1.05); /* auxetic: the thickness grows with the surface */
  check_neo_hookean(-0.3, 0.92, 0.97);
  check_neo_hookean(-0.95, 1.1, 1.08);
  check_neo_hookean(-0.95, 0.95, 0.9);
  check_stvk(-0.4, 1.01, 0.97, 0.3);
  check_stvk(-0.95, 1.01, 1.02, 0);
  check_neo_hookean(0.45, 12, 0.1); /* far from where Newton's method starts */
  check_neo_hookean(0.45, 0.2, 3);
  check_stvk(0, 1.3, 0.8, 0);
  check_stvk(0.3, 1.2, 0.9, 0);
  check_stvk(0.3, 1.2, 0.9, -1.5);
  check_stvk(0.49, 0.8, 1.1, 2);
  for (int uniaxial = 0; uniaxial < 2; uniaxial++) {
    check_rubber(0.5, uniaxial);
    check_rubber(1.1, uniaxial);
    check_rubber(4, uniaxial);
  }
  return TestReport();
}
