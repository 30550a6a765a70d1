/* registry.c: the list of all element kernels. A new kernel is a row here and a symbol in
   kernels.h, or it comes from a plug-in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "kernels.h"
#include "registry.h"

const ElementKernel *const built_in_kernels[] = {&BarKernel,
                                                 &MembraneTriangleKernel,
                                                 &MembraneQuadrilateralKernel,
                                                 &MassKernel,
                                                 &SpringKernel,
                                                 &GroundSpringKernel,
                                                 &DamperKernel,
                                                 &GroundDamperKernel,
                                                 &AbsorberPointKernel,
                                                 &AbsorberLineKernel,
                                                 &TrussKernel,
                                                 &CableKernel,
                                                 &DragKernel,
                                                 &FiniteMembraneTriangleKernel,
                                                 &FiniteMembraneQuadrilateralKernel,
                                                 &BeamKernel,
                                                 &Beam3Kernel,
                                                 &ShellTriangleKernel,
                                                 &ShellQuadrilateralKernel,
                                                 &ShellAbsorberKernel,
                                                 &BodyKernel,
                                                 &RotationalSpringKernel,
                                                 &GroundRotationalSpringKernel,
                                                 0};

const ElementKernel *const *element_kernels = built_in_kernels;

const ElementKernel *const pressure_kernels[] = {&PressureTriangleKernel,
                                                 &PressureQuadrilateralKernel, 0};

const ElementKernel *const arc_pressure_kernels[] = {&ArcPressureTriangleKernel,
                                                     &ArcPressureQuadrilateralKernel, 0};

const ElementKernel *element_find(const char name[], Shape shape)
{
  for (int i = 0; element_kernels[i]; i++)
    if (!strcmp(element_kernels[i]->name, name) && element_kernels[i]->shape == shape)
      return element_kernels[i];
  return 0;
}

const ElementKernel *element_find_any(const char name[])
{
  for (int i = 0; element_kernels[i]; i++)
    if (!strcasecmp(element_kernels[i]->name, name)) return element_kernels[i];
  return 0;
}

int property_entries(const ElementProp *p)
{
  switch (p->kind) {
  case PROP_VECTOR:
    return 3;
  case PROP_EDGE:
  case PROP_LAW:
  case PROP_REALS:
  case PROP_LIST:
  case PROP_TABLE:
    return p->count;
  case PROP_FIELD:
  case PROP_UNSTRAINED:
  case PROP_EXPANSION:
    return 0;
  default:
    return 1;
  }
}
