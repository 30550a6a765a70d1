/* kernels.c: implements the functions that several kernels share (kernels.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "math/vector.h"

enum { ALL = 7 }; /* x, y, z */

const char *const mass_words[] = {"consistent", "lumped", 0};

ElementTraits traits_none(const double prop[])
{
  (void)prop;
  return (ElementTraits){0};
}

int directions_all(const ElementReference *ref)
{
  (void)ref;
  return ALL;
}

int directions_along(const double n[3])
{
  /* Square of a direction cosine, thus 1e-10 of the length: a component below it is round-off of
     the mesh, and must not give its nodes a dof that nothing else resists. */
  const double small = 1e-20;
  int          along = 0;

  for (int c = 0; c < 3; c++)
    if (n[c] * n[c] > small * dot(n, n)) along |= 1 << c;
  return along;
}

/* ---- mass of lines --------------------------------------------------------------------------- */

/* Returns entry ij of the mass matrix of a unit mass. */
static double share(int lumped, int i, int j)
{
  if (lumped == MASS_LUMPED) return i == j ? 0.5 : 0;
  return i == j ? 1. / 3 : 1. / 6;
}

void axial_mass(double mass, double lumped, double M[])
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++)
        M[6 * (3 * i + c) + 3 * j + c] =
          lumped == MASS_LUMPED ? (i == j ? mass / 2 : 0) : (i == j ? mass / 3 : mass / 6);
}

/* ---- utilisation ----------------------------------------------------------------------------- */

static const ElementResult results[] = {
  {"utilisation", 1, "size of the axial force over the capacity in its direction", RESULT_SCALAR},
  {0,             0, 0,                                                            RESULT_SCALAR}
};

const char *capacity_check(const double capacity[2])
{
  return isnan(capacity[0]) && !isnan(capacity[1])
           ? "has a capacity_compression but no capacity, which is that of tension"
           : 0;
}

const ElementResult *capacity_results(const double capacity[2])
{
  return isnan(capacity[0]) ? 0 : results;
}

double utilisation(const double capacity[2], double force)
{
  return fabs(force) / (force < 0 && !isnan(capacity[1]) ? capacity[1] : capacity[0]);
}

/* ---- unstrained state ------------------------------------------------------------------------ */

/* Elements of finite strains replace their length L in the mesh by the unstrained length
   L (length) (1 + thermal) / (1 + initial), and their strain energy is that per unstrained length.
   Linear elements subtract the strain thermal - initial. */

/* Computes the mean of u over the parent cell. */
static ElementUnstrained mean(Shape shape, const ElementUnstrained u[])
{
  ShapePoint        points[SHAPE_MAX_POINTS];
  const int         n   = element_unstrained_points(shape, points);
  double            all = 0;
  ElementUnstrained sum = {0};

  for (int g = 0; g < n; g++) all += points[g].weight;
  for (int g = 0; g < n; g++) {
    const double share = points[g].weight / all;

    sum.length += share * u[g].length;
    sum.initial += share * u[g].initial;
    sum.thermal += share * u[g].thermal;
  }
  return sum;
}

double unstrained_mean(Shape shape, const ElementUnstrained u[])
{
  const ElementUnstrained of_element = mean(shape, u);

  return of_element.thermal - of_element.initial;
}

double unstrained_stretch(Shape shape, const ElementUnstrained u[])
{
  const ElementUnstrained of_element = mean(shape, u);
  const double stretch = of_element.length * (1 + of_element.thermal) / (1 + of_element.initial);

  return stretch > 0 ? stretch : NAN;
}

void free_motion_even(const ElementReference *ref, const ElementUnstrained u[], const double data[],
                      double motion[])
{
  const double strain = unstrained_mean(ref->kernel->shape, u);

  (void)data;
  for (int i = 0; i < shape_nodes(ref->kernel->shape); i++)
    for (int c = 0; c < 3; c++) motion[3 * i + c] = strain * (ref->x[i][c] - ref->x[0][c]);
}

/* ---- winches --------------------------------------------------------------------------------- */

/* The mass m is the mass per length times the unstrained length. Mass that a winch pays out enters
   with the velocity v1 of the first node, and mass that it takes in leaves with this velocity. With
   the mass matrix A of a unit mass, the nodal forces are the change of momentum less the momentum
   that enters,
     A (m a + dm/dt (v - v1)). */

/* The entries of A are those of share(). */
void winch_forces(const WinchMass *m, const ElementState *e, double r[], double K[], double C[],
                  double M[])
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const double     A    = share(m->lumped, i, j);
      const NodeState *node = e->node[j], *first = e->node[0];

      for (int c = 0; c < 3; c++) {
        const int row = 6 * (3 * i + c);

        r[3 * i + c] +=
          A * (m->mass * (node->a[c] - e->gravity[c]) + m->rate * (node->v[c] - first->v[c]));
        if (!K) continue;
        M[row + 3 * j + c] += A * m->mass;
        C[row + 3 * j + c] += A * m->rate;
        C[row + c] -= A * m->rate;
      }
    }
}

void winch_momentum(const WinchMass *m, const ElementState *e, double p[])
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++)
        p[3 * i + c] += share(m->lumped, i, j) * m->mass * e->node[j]->v[c];
}
