/* unstrained.c: implements the unstrained state of elements that stretch alike everywhere.

   Elements of finite strains replace their length L in the mesh by the unstrained length
   L (length) (1 + thermal) / (1 + initial), and their strain energy is that per unstrained length.
   Linear elements subtract the strain thermal - initial. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"

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
