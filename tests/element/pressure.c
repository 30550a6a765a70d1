/* pressure.c: pressure on closed surfaces balances itself and has a symmetric tangent; on a flat
   one it is p A n. On the arcs of a curved one it balances itself, and has the tangent of its
   forces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element_test.h"

/* On a closed surface forces and moments sum to zero, and the assembled tangent is symmetric. */
static void check_closed(const ElementKernel *k, int nn, int nodes, int nf, const int faces[][4],
                         const double x[][3])
{
  const double given[ELEMENT_MAX_GIVEN] = {4};
  const int    nd                       = 3 * nodes;
  double force[3] = {0, 0, 0}, moment[3] = {0, 0, 0}, total[24 * 24] = {0}, size = 0, asymmetry = 0;

  for (int f = 0; f < nf; f++) {
    double    r[MOST], K[MOST2], C[MOST2], M[MOST2];
    NodeState n[ELEMENT_MAX_NODES];
    Element   el;

    CHECK(!element_setup(&el, k, given, 0, x), "pressure refused");
    memset(n, 0, sizeof n);
    for (int i = 0; i < nn; i++) memcpy(n[i].x, x[faces[f][i]], sizeof n[i].x);
    forces(&el, n, r, K, C, M);
    for (int i = 0; i < nn; i++) {
      double m[3];

      cross(n[i].x, &r[3 * i], m);
      for (int c = 0; c < 3; c++) force[c] += r[3 * i + c], moment[c] += m[c];
      for (int j = 0; j < nn; j++)
        for (int cd = 0; cd < 9; cd++)
          total[nd * (3 * faces[f][i] + cd / 3) + 3 * faces[f][j] + cd % 3] +=
            K[el.nd * (3 * i + cd / 3) + 3 * j + cd % 3];
    }
    size = fmax(size, largest(el.nd, r));
  }
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < i; j++)
      asymmetry = fmax(asymmetry, fabs(total[i * nd + j] - total[j * nd + i]));
  CHECK(size > 0 && largest(3, force) <= 1e-14 * size, "pressure on a closed surface: %g",
        largest(3, force));
  CHECK(largest(3, moment) <= 1e-13 * size, "moment of pressure on a closed surface: %g",
        largest(3, moment));
  CHECK(asymmetry <= 1e-14 * largest(nd * nd, total), "tangent of a closed surface: %g", asymmetry);
}

/* p A n outwards, on each node its share. */
static void check_flat(const ElementKernel *k, const double x[][3])
{
  const double given[ELEMENT_MAX_GIVEN] = {4};
  double       r[MOST], N[SHAPE_MAX_NODES];
  Element      el;
  NodeState    n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, k, given, 0, x), "pressure refused");
  el.factor = 0.5;
  reference_state(&el, n);
  forces(&el, n, r, 0, 0, 0);
  shape_weights(k->shape, x, N);
  for (int i = 0; i < el.nn; i++) { /* the plane y = 0, normal -y */
    CHECK_CLOSE(r[3 * i + 1], 4 * 0.5 * N[i], 1e-14 * 10, "pressure on a flat surface");
    CHECK(r[3 * i] == 0 && r[3 * i + 2] == 0, "pressure along a flat surface");
  }
}

/* The forces and moments on the nodes of an element of a sphere, in any state, sum to zero. The
   tangent is their derivative. A flat element has none. */
static void check_arcs(const ElementKernel *k, const double flat[][3])
{
  const double     given[ELEMENT_MAX_GIVEN] = {4};
  double           x[ELEMENT_MAX_NODES][3], force[3] = {0, 0, 0}, moment[3] = {0, 0, 0};
  double           r[MOST], K[MOST2], C[MOST2], M[MOST2], D[MOST2];
  ElementReference ref = {
    .kernel = k, .x = (const double(*)[3])x, .normals = (const double(*)[3])x};
  Element   el;
  NodeState n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, k, given, 0, flat), "pressure refused");
  CHECK(k->type->idle(el.data), "pressure on the arcs of a flat element");
  for (int i = 0; i < shape_nodes(k->shape); i++)
    for (int c = 0; c < 3; c++)
      x[i][c] = (c ? 0.3 * flat[i][c] : 1) /
                sqrt(1 + 0.09 * dot(flat[i], flat[i]) - 0.09 * flat[i][0] * flat[i][0]);
  el.x = (const double(*)[3])x;
  CHECK(!k->type->setup(&ref, el.data) && !k->type->idle(el.data), "no arcs of a sphere");
  random_state(&el, n);
  forces(&el, n, r, K, C, M);
  for (int i = 0; i < el.nn; i++) {
    double m[3], turn[3];

    cross(n[i].x, &r[6 * i], m);
    mat_vec(n[i].R, &r[6 * i + 3], turn);
    for (int c = 0; c < 3; c++) force[c] += r[6 * i + c], moment[c] += m[c] + turn[c];
  }
  CHECK(largest(el.nd, r) > 1e-3 && largest(3, force) <= 1e-14, "forces of arcs: %g",
        largest(3, force));
  CHECK(largest(3, moment) <= 1e-14, "moments of arcs: %g", largest(3, moment));
  differences(&el, n, CONFIGURATION, D, 0);
  CHECK(difference(el.nd * el.nd, K, D) <= 1e-9 * largest(el.nd * el.nd, K), "tangent of arcs: %g",
        difference(el.nd * el.nd, K, D));
}

int main(void)
{
  /* clang-format off */
  static const int    cube[][4]  = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  static const int    tetra[][4] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  static const double flat[][3]  = {{0, 0, 0}, {2, 0, 0}, {2.5, 0, 3}, {0, 0, 1}};
  static const double across[][3] = {{0, -1, -1}, {0, 1, -0.7}, {0, 0.8, 1}, {0, -1.2, 0.9}};
  /* clang-format on */
  double x[8][3];

  for (int i = 0; i < 8; i++)
    for (int c = 0; c < 3; c++) x[i][c] = (i >> c & 1) + 0.3 * uniform();
  check_closed(&PressureQuadrilateralKernel, 4, 8, 6, cube, (const double(*)[3])x);
  for (int i = 0; i < 4; i++)
    for (int c = 0; c < 3; c++) x[i][c] = (i == c + 1) + 0.2 * uniform();
  check_closed(&PressureTriangleKernel, 3, 4, 4, tetra, (const double(*)[3])x);
  check_flat(&PressureTriangleKernel, flat);
  check_flat(&PressureQuadrilateralKernel, flat);
  check_arcs(&ArcPressureTriangleKernel, across);
  check_arcs(&ArcPressureQuadrilateralKernel, across);
  return TestReport();
}
