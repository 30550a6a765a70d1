/* registry.c: the list of kernels. */
#include <string.h>
#include "element.h"
#include "kernels.h"

const ElementKernel *const element_kernels[] = {&BarKernel,    &MembraneTriangleKernel, &MembraneQuadrilateralKernel,
                                                &MassKernel,   &SpringKernel,           &GroundSpringKernel,
                                                &DamperKernel, &GroundDamperKernel,     0};

const ElementKernel *element_find(const char name[], int nn)
{
  for (int i = 0; element_kernels[i]; i++)
    if (!strcmp(element_kernels[i]->name, name) && (!nn || element_kernels[i]->nn == nn)) return element_kernels[i];
  return 0;
}
