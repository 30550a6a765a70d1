/* pressure.c: pressure that follows the deformed surface of triangles and quadrilaterals: r_i = -p integral
   N_i (x,1 x x,2) over the parent cell, with x,a the derivatives of the position by the parent coordinates. A positive
   pressure pushes along the normal that the order of the nodes defines (right-hand rule). p is a number times a factor that
   goes between its values at the nodes, sum N_i f_i. The integrals are exact. The tangent is not symmetric; assembled over a closed surface it is. Bonet & Wood, Nonlinear Continuum Mechanics for
   Finite Element Analysis (2008), on pressure forces. */
#include "kernels.h"
#include "math/vector.h"

static const ElementProp props[] = {
  {"pressure", PROP_REAL, 1, 0, "pressure along the normal of the order of the nodes [N/m2]", 0, 0},
  {0,          0,         0, 0, 0,                                                            0, 0}
};

/* data: the factor at each node. */
static const char *setup(const ElementReference *ref, double data[])
{
  for (int i = 0; i < ref->kernel->ndata; i++) data[i] = ref->field ? ref->field[i] : 1;
  return 0;
}

/* Whether the factor is not the same at all nodes; then at a point. */
static inline int varies(int nn, const double factor[])
{
  for (int i = 1; i < nn; i++)
    if (factor[i] != factor[0]) return 1;
  return 0;
}

static inline double factor_at(int nn, const double factor[], const ShapePoint *point)
{
  double f = 0;

  for (int i = 0; i < nn; i++) f += point->N[i] * factor[i];
  return f;
}

/* Called with a constant number of nodes nn, so that the compiler unrolls the loops. */
static inline void add_pressure(int nn, const ElementState *e, double r[], double K[])
{
  const int  nd      = 3 * nn;
  const int  changes = varies(nn, e->data);
  ShapePoint points[SHAPE_MAX_POINTS];
  const int  ng =
    shape_points(e->kernel->shape, changes, points); /* in triangles N_i times the factor has the degree 2 */

  for (int g = 0; g < ng; g++) {
    const ShapePoint *point = &points[g];
    const double      f     = changes ? factor_at(nn, e->data, point) : e->data[0];
    const double      p     = e->prop[0] * e->factor * f * point->weight;
    double            t[2][3], normal[3], across[2][9];

    for (int d = 0; d < 2; d++)
      for (int c = 0; c < 3; c++) {
        t[d][c] = 0;
        for (int i = 0; i < nn; i++) t[d][c] += point->dN[i][d] * e->node[i]->x[c];
      }
    cross(t[0], t[1], normal);
    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) r[3 * i + c] -= p * point->N[i] * normal[c];
    if (!K) continue;
    skew(t[0], across[0]);
    skew(t[1], across[1]);
    for (int j = 0; j < nn; j++)
      for (int cd = 0; cd < 9; cd++) { /* x,1 x dx,2 - x,2 x dx,1 */
        const double slope = p * (point->dN[j][1] * across[0][cd] - point->dN[j][0] * across[1][cd]);

        for (int i = 0; i < nn; i++) K[nd * (3 * i + cd / 3) + 3 * j + cd % 3] -= point->N[i] * slope;
      }
  }
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  (void)C, (void)M;
  if (e->kernel->shape == SHAPE_TRIANGLE) add_pressure(3, e, r, K);
  else add_pressure(4, e, r, K);
  return 0;
}

/* At an edge that nothing closes. */
static ElementTraits traits(const double prop[])
{
  (void)prop;
  return (ElementTraits){.unsymmetric = 1};
}

const ElementKernel PressureTriangleKernel      = {.name       = "pressure",
                                                   .shape      = SHAPE_TRIANGLE,
                                                   .nc         = 3,
                                                   .props      = props,
                                                   .ndata      = 3,
                                                   .setup      = setup,
                                                   .traits     = traits,
                                                   .directions = directions_all,
                                                   .forces     = forces};
const ElementKernel PressureQuadrilateralKernel = {.name       = "pressure",
                                                   .shape      = SHAPE_QUADRILATERAL,
                                                   .nc         = 3,
                                                   .props      = props,
                                                   .ndata      = 4,
                                                   .setup      = setup,
                                                   .traits     = traits,
                                                   .directions = directions_all,
                                                   .forces     = forces};
