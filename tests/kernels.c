/* kernels.c: every registered element: symmetric matrices, rigid translations without force, total mass, patch of a linear
   field for membranes; and the integrals they stand on. */
#include <string.h>
#include "element.h"
#include "test.h"

static const double shapes[5][4][3] = {
  {{0}},
  {{1, 2, 3}},
  {{1, 2, 3}, {2.5, 1, 4}},
  {{0, 0, 0}, {2, 0.3, 0}, {0.4, 1.7, 0}},
  {{0, 0, 0}, {2, 0.3, 0}, {2.2, 1.9, 0}, {0.1, 1.4, 0}}
};

/* Properties that mean something: mass kinds 0 or 1, everything else its place in the table. */
static void fill(const ElementKernel *k, double prop[], double kind)
{
  for (const ElementProp *p = k->props; p->name; p++) {
    if (p->kind == PROP_VECTOR) {
      *prop++ = 0.6, *prop++ = -0.3, *prop++ = 0.9;
    } else *prop++ = p->kind == PROP_MASS ? kind : 2 + (double)(p - k->props);
  }
}

static void check_kernel(const ElementKernel *k, double kind)
{
  const int   nd = k->nn * k->nc;
  double      prop[ELEMENT_MAX_PROPS] = {0}, M[144] = {0}, C[144] = {0}, K[144] = {0}, asymmetry = 0, rigid = 0, size = 0;
  const char *wrong;

  fill(k, prop, kind);
  wrong = k->matrices(shapes[k->nn], prop, M, C, K);
  CHECK(!wrong, "%s: %s", k->name, wrong);
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++) {
      asymmetry = fmax(asymmetry, fabs(M[i * nd + j] - M[j * nd + i]) + fabs(C[i * nd + j] - C[j * nd + i]) + fabs(K[i * nd + j] - K[j * nd + i]));
      size      = fmax(size, fabs(K[i * nd + j]) + fabs(C[i * nd + j]) + fabs(M[i * nd + j]));
    }
  CHECK(asymmetry <= 1e-14 * size, "%s: asymmetry %g", k->name, asymmetry);
  if (k->nn > 1)
    for (int c = 0; c < k->nc; c++)
      for (int i = 0; i < nd; i++) {
        double force = 0;

        for (int n = 0; n < k->nn; n++) force += K[i * nd + n * k->nc + c] + C[i * nd + n * k->nc + c];
        rigid = fmax(rigid, fabs(force));
      }
  CHECK(rigid <= 1e-13 * size, "%s: a rigid translation makes a force of %g", k->name, rigid);
}

static double total(int nd, int nc, int c, const double M[])
{
  double sum = 0;

  for (int i = c; i < nd; i += nc)
    for (int j = c; j < nd; j += nc) sum += M[i * nd + j];
  return sum;
}

static void check_masses(void)
{
  for (int kind = 0; kind < 2; kind++) {
    double M[144] = {0}, C[144] = {0}, K[144] = {0};
    const double bar[] = {5, 2, 3, (double)kind}, skin[] = {7, 3, (double)kind};

    element_find("bar", 2)->matrices(shapes[2], bar, M, C, K);
    for (int c = 0; c < 3; c++) CHECK_CLOSE(total(6, 3, c, M), 2 * 3 * shape_size(2, shapes[2]), 1e-13, "mass of a bar in each direction");
    for (int nn = 3; nn <= 4; nn++) {
      double area = 0; /* shoelace */

      for (int i = 0; i < nn; i++) area += (shapes[nn][i][0] * shapes[nn][(i + 1) % nn][1] - shapes[nn][(i + 1) % nn][0] * shapes[nn][i][1]) / 2;
      memset(M, 0, sizeof M);
      memset(K, 0, sizeof K);
      element_find("membrane", nn)->matrices(shapes[nn], skin, M, C, K);
      CHECK_CLOSE(total(nn, 1, 0, M), 3 * area, 1e-13, "mass of a membrane");
      CHECK_CLOSE(shape_size(nn, shapes[nn]), area, 1e-14, "area");
    }
  }
}

/* q K q = T area |grad w|^2 for w = 0.3 x - 0.8 y, on a quadrilateral turned in space as well. */
static void check_linear_field(void)
{
  const double g[2] = {0.3, -0.8}, skin[] = {7, 3, 0};

  for (int nn = 3; nn <= 4; nn++)
    for (int turned = 0; turned < 2; turned++) {
      double x[4][3], w[4], M[16] = {0}, C[16] = {0}, K[16] = {0}, energy = 0;

      for (int i = 0; i < nn; i++) {
        w[i] = g[0] * shapes[nn][i][0] + g[1] * shapes[nn][i][1];
        memcpy(x[i], shapes[nn][i], sizeof x[i]);
        if (turned) { /* x stays, y goes to 0.6 y + 0.8 z */
          x[i][2] = 0.8 * x[i][1];
          x[i][1] = 0.6 * x[i][1];
        }
      }
      element_find("membrane", nn)->matrices((const double (*)[3])x, skin, M, C, K);
      for (int i = 0; i < nn; i++)
        for (int j = 0; j < nn; j++) energy += w[i] * K[i * nn + j] * w[j];
      CHECK_CLOSE(energy, 7 * shape_size(nn, shapes[nn]) * (g[0] * g[0] + g[1] * g[1]), 1e-13, "energy of a linear field");
    }
}

static void check_degenerate(void)
{
  const double folded[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, flat[3][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, point[2][3] = {{1, 1, 1}, {1, 1, 1}};
  const double skin[] = {7, 3, 0}, bar[] = {5, 2, 3, 0};
  double       M[144] = {0}, C[144] = {0}, K[144] = {0};

  CHECK(element_find("membrane", 4)->matrices(folded, skin, M, C, K), "a folded quadrilateral passed");
  CHECK(element_find("membrane", 3)->matrices(flat, skin, M, C, K), "a flat triangle passed");
  CHECK(element_find("bar", 2)->matrices(point, bar, M, C, K), "a bar without length passed");
}

int main(void)
{
  for (int k = 0; element_kernels[k]; k++)
    for (int kind = 0; kind < 2; kind++) check_kernel(element_kernels[k], kind);
  check_masses();
  check_linear_field();
  check_degenerate();
  return TestReport();
}
