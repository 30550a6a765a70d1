/* finite_membrane.c: implements a membrane of finite strain without bending stiffness.

   Elements are triangles and quadrilaterals. Each Gauss point has an orthonormal basis of the
   reference surface, with C = F^T F [2][2] and a law of plane stress S(C) (plane_stress.h). The
   nodal forces are r_i = integral of h N_i,a S_ab F_b over the reference area, where F_a is the
   derivative of the position along axis a of the basis. Bonet & Wood, Nonlinear Continuum Mechanics
   for Finite Element Analysis (2008), ch. 6.

   The first axis of the basis is a given direction, projected onto the surface at the point. The
   default direction is that of the element's first parent coordinate, averaged over the points.
   Results are means over the points: the strain e in this basis, and the Cauchy stress U S U / J in
   this basis rotated with the surface by R, where F = R U.

   Thickness, density and prestress may vary from place to place; they count at the Gauss points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "finite_membrane.h"
#include "element/kernels.h"
#include "math/vector.h"

static const char *const law_words[] = {"stvk", "neo_hookean", 0};

static const ElementProp props[] = {
  {"law",       PROP_CHOICE,      0,             NEO_HOOKEAN,     "stvk (small strains) or neo_hookean",                  0, law_words },
  {"young",     PROP_POSITIVE,    1,             0,               "Young's modulus E [N/m2]",                             0, 0         },
  {"poisson",   PROP_REAL,        1,             0,               "Poisson's ratio, above -1; 0.5 with neo_hookean only", 0, 0         },
  {"thickness", PROP_POSITIVE,    1,             0,               "reference thickness h [m]",                            0, 0         },
  {"density",   PROP_NONNEGATIVE, PROP_FOR_MASS, 0,               "mass per volume [kg/m3]",                              0, 0         },
  {"prestress", PROP_REAL,        0,             0,               "isotropic stress of the reference [N/m2]",             0, 0         },
  {"mass",      PROP_CHOICE,      0,             MASS_CONSISTENT, "mass matrix: consistent or lumped",                    0, mass_words},
  {"direction", PROP_VECTOR,      0,             0,
   "x axis of stress and strain, projected onto the surface; default: the first side",                                    0, 0         },
  UNSTRAINED_PROPS,
  {0,           0,                0,             0,               0,                                                      0, 0         }
};

static const ElementResult results[] = {
  {"stress", 3, "Cauchy stress xx, yy, xy in the rotated axes of the element [N/m2]", RESULT_LOCAL },
  {"strain", 3, "Green's strain xx, yy, xy in the axes of the element",               RESULT_LOCAL },
  {0,        0, 0,                                                                    RESULT_SCALAR}
};

static const char *const degenerate = "has no area or is folded";

static const char *prepare(const double given[], double prop[])
{
  if (given[LAW] == STVK && !(given[POISSON] < 0.5))
    return "has a poisson of 0.5 or more: only neo_hookean allows 0.5";
  if (!(given[POISSON] > -1 && given[POISSON] <= 0.5)) return "has a poisson outside (-1, 0.5]";
  for (int i = 0; i < NPROP; i++) prop[i] = given[i];
  return 0;
}

/* ---- reference configuration ----------------------------------------------------------------- */

/* Sets the data of an element whose properties vary, after those of uniform ones. */
static void set_varying(const ElementReference *ref, int nn, int ng, double data[])
{
  for (int g = 0; g < ng; g++) {
    const double *prop = ref->sections[g];

    data[(g + 1) * POINT_DATA(nn) - 1] *= prop[THICKNESS] / ref->prop[THICKNESS];
    data[ng * POINT_DATA(nn) + g]       = prop[PRESTRESS];
    data[ng * (POINT_DATA(nn) + 1) + g] = prop[DENSITY] * prop[THICKNESS];
  }
}

static const char *setup(const ElementReference *ref, double data[])
{
  const double steep =
    1e-6; /* sine of an angle; files have seven digits; tests/element/stress.py */
  const double(*x)[3] = ref->x;
  const Shape   shape = ref->kernel->shape;
  const int     nn    = shape_nodes(shape);
  ShapePoint    points[SHAPE_MAX_POINTS];
  const int     ng          = shape_points(shape, 0, points);
  double *const first_point = data;
  double        first[3]    = {0, 0, 0}, mass[16], grad[16];
  const int     given       = dot(ref->prop + DIRECTION, ref->prop + DIRECTION) > 0;

  if (shape_surface_matrices(shape, x, 0, mass, grad)) return degenerate;
  for (int g = 0; g < ng; g++)
    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) first[c] += points[g].dN[i][0] * x[i][c];
  if (given) turn_direction(ref, ref->prop + DIRECTION, first);
  for (int g = 0; g < ng; g++, data += POINT_DATA(nn)) {
    double t[2][3] = {{0}}, axes[2][3], normal[3], area, lift, length, J[2][2];

    for (int i = 0; i < nn; i++)
      for (int d = 0; d < 2; d++)
        for (int c = 0; c < 3; c++) t[d][c] += points[g].dN[i][d] * x[i][c];
    cross(t[0], t[1], normal);
    area = norm(normal);
    for (int c = 0; c < 3; c++) normal[c] /= area;
    lift = dot(first, normal);
    for (int c = 0; c < 3; c++) axes[0][c] = first[c] - lift * normal[c];
    length = norm(axes[0]);
    if (!(length > steep * norm(first)))
      return given ? "is perpendicular to its direction: give another direction" : degenerate;
    for (int c = 0; c < 3; c++) axes[0][c] /= length;
    cross(normal, axes[0], axes[1]);
    for (int a = 0; a < 2; a++)
      for (int d = 0; d < 2; d++) J[a][d] = dot(axes[a], t[d]);
    for (int i = 0; i < nn; i++) {
      data[2 * i] =
        (points[g].dN[i][0] * J[1][1] - points[g].dN[i][1] * J[1][0]) / area; /* det J = area */
      data[2 * i + 1] = (points[g].dN[i][1] * J[0][0] - points[g].dN[i][0] * J[0][1]) / area;
    }
    data[2 * nn] = points[g].weight * area;
  }
  if (ref->kernel->nsections) set_varying(ref, nn, ng, first_point);
  return 0;
}

/* The unstrained surface is that of the mesh times the stretch, with the same thickness. */
static void unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                     double data[])
{
  const Shape  shape   = ref->kernel->shape;
  const int    nn      = shape_nodes(shape);
  const double stretch = unstrained_stretch(shape, u);

  for (int g = 0; g < ref->kernel->ndata / POINT_DATA(nn); g++) {
    for (int i = 0; i < 2 * nn; i++) *data++ = *rest++ / stretch;
    *data++ = *rest++ * stretch * stretch;
  }
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const double  *prop  = ref->prop;
  const Shape    shape = ref->kernel->shape;
  const int      nn = shape_nodes(shape), ng = ref->kernel->nsections;
  SurfaceFactors factor;
  double         mass[16], grad[16];

  (void)C, (void)K;
  for (int g = 0; g < SHAPE_MAX_POINTS; g++) {
    factor.grad[g] = 1;
    factor.mass[g] =
      ng ? ref->data[ng * (POINT_DATA(nn) + 1) + g % ng] : prop[DENSITY] * prop[THICKNESS];
  }
  if (shape_surface_matrices(shape, ref->x, &factor, mass, grad)) return degenerate;
  if (prop[MASS] == MASS_LUMPED) lump_rows(nn, mass);
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++) M[3 * nn * (3 * i + c) + 3 * j + c] = mass[i * nn + j];
  return 0;
}

/* ---- element ----------------------------------------------------------------------------------
 */

/* The numbers of nodes nn and of points ng are constants in all calls of the inline functions
   below, so that the compiler unrolls their loops. */

/* flux[a] = h S_ab F_b along axis c */
#define FLUX(h, S, F, c)                                                                           \
  {                                                                                                \
    h *(S[0] * F[0][c] + S[2] * F[1][c]), h *(S[2] * F[0][c] + S[1] * F[1][c])                     \
  }

static inline int add_membrane_forces(int nn, int ng, const ElementState *e, double r[], double K[])
{
  const int     nd = 3 * nn;
  const double *dN = e->data;
  Lanes         of[2][3];
  Stretch       at;
  Stress        all;

  if (stresses(nn, ng, e, of, &at, &all)) return 1;
  for (int g = 0; g < ng; g++, dN += POINT_DATA(nn)) {
    const double h = e->prop[THICKNESS] * dN[2 * nn];
    double       F[2][3], S[3], D[3][3];
    double       B[SHAPE_MAX_NODES][3][3]; /* derivatives of e11, e22, 2 e12 by the displacements */

    for (int a = 0; a < 3; a++) {
      S[a] = all.S[a][g];
      for (int b = 0; b < 3; b++) D[a][b] = all.D[a][b][g];
      for (int b = 0; b < 2; b++) F[b][a] = of[b][a][g];
    }
    for (int c = 0; c < 3; c++) {
      const double flux[2] = FLUX(h, S, F, c);

      for (int i = 0; i < nn; i++) r[3 * i + c] += dN[2 * i] * flux[0] + dN[2 * i + 1] * flux[1];
    }
    if (!K) continue;
    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) {
        B[i][0][c] = dN[2 * i] * F[0][c];
        B[i][1][c] = dN[2 * i + 1] * F[1][c];
        B[i][2][c] = dN[2 * i] * F[1][c] + dN[2 * i + 1] * F[0][c];
      }
    for (int j = 0; j < nn; j++) {
      const double *Nj     = &dN[2 * j];
      const double flux[2] = {h * (S[0] * Nj[0] + S[2] * Nj[1]), h * (S[2] * Nj[0] + S[1] * Nj[1])};
      double       DB[3][3];

      for (int a = 0; a < 3; a++)
        for (int c = 0; c < 3; c++)
          DB[a][c] = h * (D[a][0] * B[j][0][c] + D[a][1] * B[j][1][c] + D[a][2] * B[j][2][c]);
      for (int i = 0; i < nn; i++) {
        const double geometric = dN[2 * i] * flux[0] + dN[2 * i + 1] * flux[1];

        for (int c = 0; c < 3; c++)
          for (int d = 0; d < 3; d++)
            K[nd * (3 * i + c) + 3 * j + d] += B[i][0][c] * DB[0][d] + B[i][1][c] * DB[1][d] +
                                               B[i][2][c] * DB[2][d] + (c == d ? geometric : 0);
      }
    }
  }
  return 0;
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  (void)C, (void)M;
  return e->kernel->shape == SHAPE_TRIANGLE ? add_membrane_forces(3, 1, e, r, K)
                                            : add_membrane_forces(4, 4, e, r, K);
}

static ALWAYS_INLINE void membrane_forces(int nn, int ng, const ElementLanes *e, Lanes r[])
{
  MembranePoint  p[SHAPE_MAX_POINTS];
  const LaneMask collapsed = stretches(nn, ng, e, p);

  for (int g = 0; g < ng; g++) {
    Stress s;

    stress(e->prop, p[g].prestress, &p[g].at, &s);
    for (int c = 0; c < 3; c++) {
      const Lanes flux[2] = FLUX(p[g].weight, s.S, p[g].F, c);

      for (int i = 0; i < nn; i++) {
        const Lanes share = p[g].dN[2 * i] * flux[0] + p[g].dN[2 * i + 1] * flux[1];

        r[3 * i + c] = g ? r[3 * i + c] + share : share;
      }
    }
  }
  for (int i = 0; i < 3 * nn; i++) r[i] = lanes_select(collapsed, lanes_fill(NAN), r[i]);
}

SIMD_CLONES static void forces_lanes(const ElementLanes *e, Lanes r[])
{
  if (e->kernel->shape == SHAPE_TRIANGLE) membrane_forces(3, 1, e, r);
  else membrane_forces(4, 4, e, r);
}

/* The strains are the components C11, C22, C12 at each point. */
static void strains(const ElementGroup *e, Lanes strain[])
{
  const int nn = shape_nodes(e->kernel->shape), ng = e->kernel->nstrain / 3;

  for (int g = 0; g < ng; g++, strain += 3) {
    Lanes F[2][3] = {{{0}}}, rate[2][3] = {{{0}}};

    for (int i = 0; i < nn; i++)
      for (int a = 0; a < 2; a++) {
        const Lanes slope = lanes_gather(e->data, g * POINT_DATA(nn) + 2 * i + a);

        for (int c = 0; c < 3; c++)
          for (int k = 0; k < LANES; k++) {
            F[a][c][k] += slope[k] * e->node[i][k]->x[c];
            rate[a][c][k] += slope[k] * e->node[i][k]->v[c];
          }
      }
    for (int a = 0; a < 2; a++) strain[a] = lanes_dot(F[a], F[a]) + 2 * lanes_dot(F[a], rate[a]);
    strain[2] = lanes_dot(F[0], F[1]) + lanes_dot(F[0], rate[1]) + lanes_dot(F[1], rate[0]);
  }
}

static inline double energy_of(int nn, int ng, const ElementState *e)
{
  double  sum = 0;
  Lanes   F[2][3];
  Stretch at;
  Stress  s;

  if (stresses(nn, ng, e, F, &at, &s)) return NAN;
  for (int g = 0; g < ng; g++)
    sum += e->prop[THICKNESS] * e->data[(g + 1) * POINT_DATA(nn) - 1] * s.W[g];
  return sum;
}

static double energy(const ElementState *e)
{
  return e->kernel->shape == SHAPE_TRIANGLE ? energy_of(3, 1, e) : energy_of(4, 4, e);
}

static ALWAYS_INLINE Lanes energies_of(int nn, int ng, const ElementLanes *e)
{
  MembranePoint  p[SHAPE_MAX_POINTS];
  const LaneMask collapsed = stretches(nn, ng, e, p);
  Lanes          sum       = lanes_fill(0);

  for (int g = 0; g < ng; g++) {
    Stress s;

    stress(e->prop, p[g].prestress, &p[g].at, &s);
    sum += p[g].weight * s.W;
  }
  return lanes_select(collapsed, lanes_fill(NAN), sum);
}

SIMD_CLONES static void lanes_energy(const ElementLanes *e, Lanes *energy)
{
  if (e->kernel->shape == SHAPE_TRIANGLE) *energy = energies_of(3, 1, e);
  else *energy = energies_of(4, 4, e);
}

/* Computes the results of the table above: means over the points of the Cauchy stress U S U / J and
   of the strain e. */
static inline void mean_results(int nn, int ng, const ElementState *e, double values[])
{
  double *const stress = values, *const strain = values + 3;
  Lanes       F[2][3], U[3], USU[3];
  Stretch     at;
  Stress      s;
  const int   collapsed = stresses(nn, ng, e, F, &at, &s);
  const Lanes root = lanes_sqrt(at.det), J_times_ng = root * lanes_sqrt(at.C33) * ng;

  right_stretch(s.e, root, U);
  push_forward(U, s.S, USU);
  for (int k = 0; k < 3; k++) {
    const Lanes stress_share = USU[k] / J_times_ng, strain_share = s.e[k] / ng;

    stress[k] = strain[k] = collapsed ? NAN : 0;
    for (int g = 0; g < ng; g++) {
      stress[k] += stress_share[g];
      strain[k] += strain_share[g];
    }
  }
}

/* Results of a collapsed element are NAN. Stresses are also NAN if stvk predicts C33 <= 0. */
static void result(const ElementState *e, double values[])
{
  if (e->kernel->shape == SHAPE_TRIANGLE) mean_results(3, 1, e, values);
  else mean_results(4, 4, e, values);
}

/* Uses sigma = U S U / J with U = 1 + e and, for both laws,
   J = 1 + (e11 + e22) (1 - 2 nu) / (1 - nu). */
static inline void linear_result_of(int nn, int ng, const ElementState *e, const double u[],
                                    double values[])
{
  const double *dN = e->data, nu = e->prop[POISSON];
  const Lanes   prestress = point_prestress(nn, ng, e);
  Lanes         F[2][3];
  Stretch       at;
  Stress        s;

  stresses(nn, ng, e, F, &at, &s);
  for (int k = 0; k < 6; k++) values[k] = 0;
  for (int g = 0; g < ng; g++, dN += POINT_DATA(nn)) {
    double strain[3] = {0}, J; /* e11, e22, 2 e12 */

    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) {
        strain[0] += dN[2 * i] * F[0][c][g] * u[3 * i + c];
        strain[1] += dN[2 * i + 1] * F[1][c][g] * u[3 * i + c];
        strain[2] += (dN[2 * i] * F[1][c][g] + dN[2 * i + 1] * F[0][c][g]) * u[3 * i + c];
      }
    J = 1 + (strain[0] + strain[1]) * (1 - 2 * nu) / (1 - nu);
    for (int a = 0; a < 3; a++) {
      const double once = a < 2 ? 1 : 0.5;

      values[a] += prestress[g] * ((a < 2) * (2 - J) + 2 * once * strain[a]) / ng;
      values[a] += (s.S[a][g] - (a < 2) * prestress[g]) / ng; /* by initial strain */
      values[3 + a] += s.e[a][g] / ng;
      for (int b = 0; b < 3; b++) values[a] += s.D[a][b][g] * strain[b] / ng;
      values[3 + a] += once * strain[a] / ng;
    }
  }
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  (void)rate;
  if (e->kernel->shape == SHAPE_TRIANGLE) linear_result_of(3, 1, e, u, values);
  else linear_result_of(4, 4, e, u, values);
}

static ElementScale scale(const double prop[])
{
  return (ElementScale){.speed = wave_speed(prop[YOUNG], prop[DENSITY])};
}

static const ElementType finite_membrane = {.props          = props,
                                            .prepare        = prepare,
                                            .traits         = traits_none,
                                            .scale          = scale,
                                            .directions     = directions_all,
                                            .setup          = setup,
                                            .unstrain       = unstrain,
                                            .free_motion    = free_motion_even,
                                            .matrices       = matrices,
                                            .forces         = forces,
                                            .lanes_forces   = forces_lanes,
                                            .strains        = strains,
                                            .energy         = energy,
                                            .lanes_energy   = lanes_energy,
                                            .results        = results,
                                            .result         = result,
                                            .linear_result  = linear_result,
                                            .derived        = membrane_derived,
                                            .derive         = membrane_derive,
                                            .recovered      = membrane_recovered,
                                            .surface_axes   = membrane_axes,
                                            .raise_extremes = membrane_raise};

static const char *const uniform[] = {"young", "poisson", "direction", 0};

#define FINITE_MEMBRANE_KERNEL(its_shape, ng, ...)                                                 \
  {                                                                                                \
    .name = "finite_membrane", .shape = its_shape, .nc = 3, .nstrain = 3 * (ng),                   \
    .type = &finite_membrane, .uniform = uniform, __VA_ARGS__                                      \
  }

static const ElementKernel varying[] = {
  FINITE_MEMBRANE_KERNEL(SHAPE_TRIANGLE, 1, .ndata = VARYING_DATA(3, 1), .nsections = 1),
  FINITE_MEMBRANE_KERNEL(SHAPE_QUADRILATERAL, 4, .ndata = VARYING_DATA(4, 4), .nsections = 4)};

const ElementKernel FiniteMembraneTriangleKernel =
  FINITE_MEMBRANE_KERNEL(SHAPE_TRIANGLE, 1, .ndata = POINT_DATA(3), .varying = &varying[0]);
const ElementKernel FiniteMembraneQuadrilateralKernel = FINITE_MEMBRANE_KERNEL(
  SHAPE_QUADRILATERAL, 4, .ndata = 4 * POINT_DATA(4), .varying = &varying[1]);
