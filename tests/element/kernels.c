/* kernels.c: every linear element: symmetric matrices, rigid translations without force, declared
   directions, total mass, patch of a linear field for membranes; and the integrals they stand on.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "../test.h"
#include "element/element.h"
#include "element/registry.h"
#include "math/vector.h"

enum { SQUARE = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS };

/* clang-format off */
static const double shapes[SHAPES][SHAPE_MAX_NODES][3] = {
  [SHAPE_POINT]         = {{1, 2, 3}},
  [SHAPE_LINE]          = {{1, 2, 3}, {2.5, 1, 4}},
  [SHAPE_LINE3]         = {{1, 2, 3}, {2.5, 1, 4}, {1.75, 1.5, 3.5}},
  [SHAPE_TRIANGLE]      = {{0, 0, 0}, {2, 0.3, 0}, {0.4, 1.7, 0}},
  [SHAPE_QUADRILATERAL] = {{0, 0, 0}, {2, 0.3, 0}, {2.2, 1.9, 0}, {0.1, 1.4, 0}}
};
/* clang-format on */

/* Properties that mean something: choices 0 or 1, everything else its place in the table. */
static void fill(const ElementKernel *k, double prop[], double kind)
{
  double given[ELEMENT_MAX_GIVEN] = {0}, *at = given;

  for (const ElementProp *p = k->type->props; p->name; p++) {
    if (!property_entries(p)) continue;
    if (p->kind == PROP_VECTOR) {
      *at++ = 0.6, *at++ = -0.3, *at++ = 0.9;
    } else if (p->kind == PROP_LAW) {
      at += p->count; /* without a law */
    } else if (p->kind == PROP_EDGE) {
      for (int i = 0; i < p->count; i++) *at++ = i % 9 == 0 ? 3 : 0.2; /* positive definite */
    } else
      for (int i = 0; i < (p->kind == PROP_REALS || p->kind == PROP_LIST ? p->count : 1); i++)
        *at++ = p->kind == PROP_CHOICE ? kind : 2 + (double)(p - k->type->props);
  }
  CHECK(at - given <= ELEMENT_MAX_GIVEN, "%s: %d given values", k->name, (int)(at - given));
  if (k->type->prepare) {
    const char *wrong = k->type->prepare(given, prop);

    CHECK(!wrong, "%s: %s", k->name, wrong);
  } else memcpy(prop, given, ELEMENT_MAX_PROPS * sizeof *prop);
}

static const char *matrices(const ElementKernel *k, const double x[][3], const double prop[],
                            double M[], double C[], double K[])
{
  static const double normals[ELEMENT_MAX_NODES][3] = {
    {0.6, 0,   0.8},
    {0,   0.6, 0.8}
  };
  double                 data[ELEMENT_MAX_DOFS] = {0};
  const ElementReference ref                    = {
                       .kernel = k, .x = x, .prop = prop, .data = data, .normals = normals};
  const char *wrong = k->ndata && k->type->setup ? k->type->setup(&ref, data) : NULL;

  CHECK(k->ndata <= ELEMENT_MAX_DOFS, "%s: %d numbers of data", k->name, k->ndata);
  return wrong ? wrong : k->type->matrices(&ref, M, C, K);
}

/* Returns whether the element is a dashpot between its nodes and the ground. */
static int is_absorber(const ElementKernel *k)
{
  return !strcmp(k->name, "absorber") || !strcmp(k->name, "shell_absorber");
}

/* A quarter turn about z takes the matrices of an element with a direction along with it. */
static void check_turned(const ElementKernel *k)
{
  const double quarter[9] =
    {
      0, -1, 0, 1, 0, 0, 0, 0, 1
  },
               still[2][3]                       = {{0}, {0, 0, 1}};
  const int              nd                      = 3 * shape_nodes(k->shape);
  double                 prop[ELEMENT_MAX_PROPS] = {0}, A[2][3][SQUARE] = {{{0}}}, largest = 0;
  const ElementReference ref = {.kernel = k, .x = still, .prop = prop, .turn = quarter};

  fill(k, prop, 0);
  matrices(k, still, prop, A[0][0], A[0][1], A[0][2]);
  k->type->matrices(&ref, A[1][0], A[1][1], A[1][2]);
  for (int m = 0; m < 3; m++)
    for (int i = 0; i < nd; i++)
      for (int j = 0; j < nd; j++) {
        double turned = 0;

        for (int a = 0; a < 3; a++)
          for (int b = 0; b < 3; b++)
            turned += quarter[3 * (i % 3) + a] * quarter[3 * (j % 3) + b] *
                      A[0][m][nd * (i - i % 3 + a) + j - j % 3 + b];
        CHECK(fabs(turned - A[1][m][nd * i + j]) < 1e-14 * fabs(turned) + 1e-14,
              "%s: turned, %d, %d: %g instead of %g", k->name, i, j, A[1][m][nd * i + j], turned);
        largest = fmax(largest, fabs(turned));
      }
  CHECK(largest > 0, "%s: no matrices", k->name);
}

static void check_kernel(const ElementKernel *k, double kind)
{
  const int nn = shape_nodes(k->shape), nd = nn * k->nc;
  double    prop[ELEMENT_MAX_PROPS] = {0}, M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0},
         asymmetry = 0, rigid = 0, size = 0;
  const char *wrong;

  fill(k, prop, kind);
  wrong = matrices(k, shapes[k->shape], prop, M, C, K);
  CHECK(!wrong, "%s: %s", k->name, wrong);
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++) {
      asymmetry =
        fmax(asymmetry, fabs(M[i * nd + j] - M[j * nd + i]) + fabs(C[i * nd + j] - C[j * nd + i]) +
                          fabs(K[i * nd + j] - K[j * nd + i]));
      size = fmax(size, fabs(K[i * nd + j]) + fabs(C[i * nd + j]) + fabs(M[i * nd + j]));
    }
  CHECK(asymmetry <= 1e-14 * size, "%s: asymmetry %g", k->name, asymmetry);
  if (nn > 1 && !is_absorber(k))
    for (int c = 0; c < k->nc; c++)
      for (int i = 0; i < nd; i++) {
        double force = 0;

        for (int n = 0; n < nn; n++) force += K[i * nd + n * k->nc + c] + C[i * nd + n * k->nc + c];
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
    double       M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0};
    const double bar[] = {5, 2, 3, (double)kind}, skin[] = {7, 3, (double)kind};

    matrices(element_find("bar", SHAPE_LINE), shapes[SHAPE_LINE], bar, M, C, K);
    for (int c = 0; c < 3; c++)
      CHECK_CLOSE(total(6, 3, c, M), 2 * 3 * shape_size(SHAPE_LINE, shapes[SHAPE_LINE]), 1e-13,
                  "mass of a bar in each direction");
    for (Shape s = SHAPE_TRIANGLE; s <= SHAPE_QUADRILATERAL; s++) {
      const int nn   = shape_nodes(s);
      double    area = 0; /* shoelace */

      for (int i = 0; i < nn; i++)
        area += (shapes[s][i][0] * shapes[s][(i + 1) % nn][1] -
                 shapes[s][(i + 1) % nn][0] * shapes[s][i][1]) /
                2;
      memset(M, 0, sizeof M);
      memset(K, 0, sizeof K);
      matrices(element_find("membrane", s), shapes[s], skin, M, C, K);
      CHECK_CLOSE(total(nn, 1, 0, M), 3 * area, 1e-13, "mass of a membrane");
      CHECK_CLOSE(shape_size(s, shapes[s]), area, 1e-14, "area");
    }
  }
}

/* Shape functions sum to one; a 3-node line is loaded as by Simpson's rule, and measured along its
 * arc when it is bent. */
static void check_shapes(void)
{
  for (Shape s = 0; s < SHAPES; s++) {
    const int nn = shape_nodes(s);

    for (int full = 0; full < 2; full++) {
      ShapePoint points[SHAPE_MAX_POINTS];
      const int  ng = shape_points(s, full, points);

      for (int g = 0; g < ng; g++) {
        double one = 0;

        for (int i = 0; i < nn; i++) one += points[g].N[i];
        CHECK_CLOSE(one, 1, 1e-15, shape_name(s));
        for (int d = 0; d < shape_dimension(s); d++) {
          double none = 0;

          for (int i = 0; i < nn; i++) none += points[g].dN[i][d];
          CHECK(fabs(none) < 1e-15, "%s: derivatives sum to %g", shape_name(s), none);
        }
      }
    }
  }
  {
    const double straight = shape_size(SHAPE_LINE, shapes[SHAPE_LINE]), half = sqrt(0.5),
                 rise = 2 * (1 - half);
    const double bent[3][3] =
      {
        {1,    0,    0},
        {0,    1,    0},
        {half, half, 0}
    },
                 arc = hypot(half, rise) + asinh(rise / half) / (2 * rise);
    double N[SHAPE_MAX_NODES];

    shape_weights(SHAPE_LINE3, shapes[SHAPE_LINE3], N);
    for (int i = 0; i < 3; i++)
      CHECK_CLOSE(N[i], straight / (i < 2 ? 6 : 1.5), 1e-15, "weights of a 3-node line");
    CHECK_CLOSE(shape_size(SHAPE_LINE3, bent), arc, 4e-4,
                "arc of the parabola through three nodes"); /* the rule of 3 points leaves 3.5e-4 */
  }
}

/* q K q = T area |grad w|^2 for w = 0.3 x - 0.8 y, on a quadrilateral turned in space as well. */
static void check_linear_field(void)
{
  const double g[2] = {0.3, -0.8}, skin[] = {7, 3, 0};

  for (Shape s = SHAPE_TRIANGLE; s <= SHAPE_QUADRILATERAL; s++)
    for (int turned = 0; turned < 2; turned++) {
      const int nn = shape_nodes(s);
      double    x[4][3], w[4], M[16] = {0}, C[16] = {0}, K[16] = {0}, energy = 0;

      for (int i = 0; i < nn; i++) {
        w[i] = g[0] * shapes[s][i][0] + g[1] * shapes[s][i][1];
        memcpy(x[i], shapes[s][i], sizeof x[i]);
        if (turned) { /* x stays, y goes to 0.8 y + 0.6 z */
          x[i][2] = 0.6 * x[i][1];
          x[i][1] = 0.8 * x[i][1];
        }
      }
      matrices(element_find("membrane", s), (const double(*)[3])x, skin, M, C, K);
      for (int i = 0; i < nn; i++)
        for (int j = 0; j < nn; j++) energy += w[i] * K[i * nn + j] * w[j];
      CHECK_CLOSE(energy, 7 * shape_size(s, shapes[s]) * (g[0] * g[0] + g[1] * g[1]), 1e-13,
                  "energy of a linear field");
    }
}

/* Declared directions are those of the diagonal of K and C: of lines in space, in a plane, along an
   axis, and so nearly along it that the rest is round-off; of given directions; none of springs
   without stiffness and of masses. */
static void check_directions(void)
{
  static const double lines[][3] = {
    {1, -2,    3 },
    {0, 1,     -1},
    {0, 0,     2 },
    {1, 1e-9,  0 },
    {1, 1e-11, 0 }
  };
  static const int expected[] = {7, 6, 4, 3, 1};

  for (int k = 0; element_kernels[k]; k++)
    for (int l = 0; l < 5; l++)
      for (int along = 0; along < 3; along++) { /* its line, a given direction, no stiffness */
        const ElementKernel *kernel  = element_kernels[k];
        const double        *d       = lines[l];
        const double         x[2][3] = {
                  {0,                     0,                     0                    },
                  {along == 1 ? 5 : d[0], along == 1 ? 6 : d[1], along == 1 ? 7 : d[2]}
        };
        double prop[ELEMENT_MAX_PROPS] = {0}, M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0},
               sum                 = 0;
        const ElementReference ref = {.kernel = kernel, .x = x, .prop = prop};
        const int              nd  = 3 * shape_nodes(kernel->shape),
                  spring           = kernel->type->props[1].kind == PROP_VECTOR;
        int declared, found = 0;

        if (kernel->type->forces || kernel->nc != 3 || shape_nodes(kernel->shape) > 2) continue;
        if (along && !spring) continue;
        if (!along && spring && (kernel->shape == SHAPE_POINT || kernel->type->props[1].required))
          continue; /* it needs one */
        fill(kernel, prop, 0);
        for (int c = 0; c < 3 && spring; c++) prop[1 + c] = along ? d[c] : 0;
        if (along == 2) prop[0] = 0;
        CHECK(!matrices(kernel, x, prop, M, C, K), "%s refused", kernel->name);
        declared = kernel->type->directions(&ref);
        for (int c = 0; c < 3; c++) sum += K[c * (nd + 1)] + C[c * (nd + 1)];
        for (int c = 0; c < 3; c++)
          if (K[c * (nd + 1)] + C[c * (nd + 1)] > 1e-20 * sum) found |= 1 << c;
        CHECK(declared == found, "%s: directions %d, its matrices have %d", kernel->name, declared,
              found);
        CHECK(declared == (along == 2 || kernel->type->props[1].name == 0 ? 0 : expected[l]),
              "%s: directions %d along line %d", kernel->name, declared, l);
      }
  for (int k = 0; element_kernels[k]; k++)
    if (element_kernels[k]->type->forces || element_kernels[k]->nc == 1) {
      const double           prop[ELEMENT_MAX_PROPS] = {0};
      const ElementReference ref                     = {.kernel = element_kernels[k],
                                                        .x      = shapes[element_kernels[k]->shape],
                                                        .prop   = prop,
                                                        .rise   = 0};

      CHECK(element_kernels[k]->type->directions(&ref) == (element_kernels[k]->nc == 1 ? 4 : 7),
            "directions of %s", element_kernels[k]->name);
    }
}

/* Every element has results; those of linear ones do the work of the matrices, such as force times
   elongation, or slope times traction times area. */
static void check_results(void)
{
  for (int k = 0; element_kernels[k]; k++) {
    const ElementKernel *kernel = element_kernels[k];
    const Shape          shape  = kernel->shape;
    const int            nn = shape_nodes(shape), nd = nn * kernel->nc;
    double prop[ELEMENT_MAX_PROPS] = {0}, M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0},
           u[ELEMENT_MAX_DOFS], rate[ELEMENT_MAX_DOFS], values[ELEMENT_MAX_RESULTS] = {0},
           matrix = 0, work = 0;
    NodeState    node[ELEMENT_MAX_NODES];
    double       data[ELEMENT_MAX_DOFS] = {0};
    ElementState e                      = {.kernel = kernel, .prop = prop, .data = data};
    const double normals[2][3]          = {
               {0.6, 0,   0.8},
               {0,   0.6, 0.8}
    };

    CHECK(kernel->type->results && kernel->type->linear_result, "%s has no results", kernel->name);
    CHECK(!kernel->type->forces == !kernel->type->result, "%s has %s", kernel->name,
          kernel->type->result ? "one too many" : "too few");
    if (kernel->type->forces) continue;
    fill(kernel, prop, 0);
    for (int i = 0; i < 9 && kernel->nc == 6; i++) /* else there is a moment that is no result */
      prop[8 * (i / 3) + 3 + i % 3] = prop[8 * (3 + i % 3) + i / 3] = 0;
    if (kernel->type->setup)
      kernel->type->setup(
        &(ElementReference){.kernel = kernel, .x = shapes[shape], .prop = prop, .normals = normals},
        data);
    for (int i = 0; i < nn; i++) {
      node[i]   = node_at_rest(shapes[shape][i]);
      e.node[i] = &node[i];
    }
    /* the slope of a quadrilateral is a mean: a linear field, w = 3 x - 2 y */
    for (int i = 0; i < nd; i++)
      u[i] = kernel->nc == 1 ? 3 * node[i].x[0] - 2 * node[i].x[1] : sin(1 + i * i);
    for (int i = 0; i < nd; i++) rate[i] = cos(i * i);
    for (int i = kernel->nc; i < nd && is_absorber(kernel); i++)
      rate[i] = rate[i - kernel->nc]; /* results are means */
    matrices(kernel, shapes[shape], prop, M, C, K);
    for (int i = 0; i < nd; i++)
      for (int j = 0; j < nd; j++)
        matrix += u[i] * K[nd * i + j] * u[j] + rate[i] * C[nd * i + j] * rate[j];
    kernel->type->linear_result(&e, u, rate, values);
    if (!strcmp(kernel->type->results[0].name, "momentum")) { /* twice the kinetic energy */
      for (int i = 0; i < nd; i++) work += rate[i] * (values[i] - M[(nd + 1) * i] * rate[i]);
    } else if (kernel->nc == 1)
      work = (values[0] * values[3] + values[1] * values[4] + values[2] * values[5]) *
             shape_size(shape, shapes[shape]);
    else if (kernel->nc == 6) work = dot(values, values + 4) + values[3] * values[7];
    else
      work = values[0] * values[1] *
             (strcmp(kernel->name, "bar") ? 1 : shape_size(shape, shapes[shape]));
    CHECK(fabs(work - matrix) <= 1e-13 * (1 + fabs(matrix)),
          "%s: results do the work %g, matrices %g", kernel->name, work, matrix);
  }
}

/* A line that moves at 1 m/s along the direction meets Z times its length, a point Z. */
static void check_absorbers(void)
{
  const double n[3] = {2, -1, 2}, prop[] = {5, n[0], n[1], n[2]};

  for (Shape s = SHAPE_POINT; s <= SHAPE_LINE; s++) {
    const int nd        = 3 * shape_nodes(s);
    double    M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0}, power = 0;

    CHECK(!matrices(element_find("absorber", s), shapes[s], prop, M, C, K), "absorber refused");
    for (int i = 0; i < nd; i++)
      for (int j = 0; j < nd; j++) power += n[i % 3] / 3 * C[i * nd + j] * n[j % 3] / 3;
    CHECK_CLOSE(power, 5 * shape_size(s, shapes[s]), 1e-14, "power of an absorber");
  }
}

/* The root of the mass per area times the acoustic tensor, in global axes: Z Z = m T, for a section
   whose axis 1 is at an angle to the edge. T u = integral of the stresses by the strain of u n. */
static void check_shell_absorber(void)
{
  const double x[][3] =
    {
      {0 },
      { 0, 2}
  },
               normals[][3] = {{0, 0, 1}, {0, 0, 1}}, mass = 5;
  const double         first[3] = {0.8, 0.6, 0}, second[3] = {-0.6, 0.8, 0}, n[3] = {-1, 0, 0};
  const double         A[9]                    = {7, 2, 0.5, 2, 3, 0.3, 0.5, 0.3, 1};
  double               prop[ELEMENT_MAX_PROPS] = {0}, data[ELEMENT_MAX_DOFS] = {0}, T[2][2] = {{0}};
  double               M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0}, Z[2][2] = {{0}};
  const ElementKernel *kernel = element_find("shell_absorber", SHAPE_LINE);
  const ElementReference ref  = {
     .kernel = kernel, .x = x, .prop = prop, .data = data, .normals = normals};

  for (int i = 0; i < 9; i++) prop[8 * (i / 3) + i % 3] = A[i];
  for (int i = 27; i < 64; i += 9) prop[i] = 1;
  prop[64] = mass;
  for (int c = 0; c < 3; c++) prop[67 + c] = first[c];
  CHECK(!kernel->type->setup(&ref, data) && !kernel->type->matrices(&ref, M, C, K), "refused");
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const double n1 = dot(n, first), n2 = dot(n, second);
      const double strain[2][3] = {
        {n1 * first[i], n2 * second[i], n1 * second[i] + n2 * first[i]},
        {n1 * first[j], n2 * second[j], n1 * second[j] + n2 * first[j]}
      };

      for (int k = 0; k < 9; k++) T[i][j] += strain[0][k / 3] * A[k] * strain[1][k % 3];
      for (int k = 0; k < 4; k++) Z[i][j] += C[12 * (6 * (k / 2) + i) + 6 * (k % 2) + j] / 2;
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      CHECK_CLOSE(Z[i][0] * Z[0][j] + Z[i][1] * Z[1][j], mass * T[i][j], 1e-13,
                  "square of the impedance");
}

static void check_degenerate(void)
{
  const double folded[4][3] =
    {
      {0, 0, 0},
      {1, 0, 0},
      {0, 1, 0},
      {1, 1, 0}
  },
               flat[3][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, point[2][3] = {{1, 1, 1}, {1, 1, 1}};
  const double skin[] = {7, 3, 0}, bar[] = {5, 2, 3, 0};
  double       M[SQUARE] = {0}, C[SQUARE] = {0}, K[SQUARE] = {0};

  CHECK(matrices(element_find("membrane", SHAPE_QUADRILATERAL), folded, skin, M, C, K),
        "a folded quadrilateral passed");
  CHECK(matrices(element_find("membrane", SHAPE_TRIANGLE), flat, skin, M, C, K),
        "a flat triangle passed");
  CHECK(matrices(element_find("bar", SHAPE_LINE), point, bar, M, C, K),
        "a bar without length passed");
}

int main(void)
{
  for (int k = 0; element_kernels[k]; k++)
    for (int kind = 0; kind < 2 && !element_kernels[k]->type->forces; kind++)
      check_kernel(element_kernels[k], kind); /* others: elements.c */
  for (int k = 0; element_kernels[k]; k++)
    if (!element_kernels[k]->type->forces && element_kernels[k]->type->props[1].kind == PROP_VECTOR)
      check_turned(element_kernels[k]);
  check_shapes();
  check_masses();
  check_linear_field();
  check_results();
  check_absorbers();
  check_shell_absorber();
  check_degenerate();
  check_directions();
  return TestReport();
}
