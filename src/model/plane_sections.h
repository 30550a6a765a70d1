/* plane_sections.h: the stiffnesses of beams' sections that plane models do not use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PLANE_SECTIONS_H
#define FS_MODEL_PLANE_SECTIONS_H

#include "model/model.h"

/* PlaneSectionFill - Fills in the stiffnesses of a part of beams that a plane model does not use.

   If the section of each cell has its y or its z axis along the normal of the plane, torsion, one
   bending and one shear do no work. A user who gives the other three stiffnesses, ea among them,
   need not give those. The values that are filled in change no result. Nothing is filled in beside
   a twist, an offset or a direction that varies: such sections may couple the plane with the rest.
   Input:
     set         index of the part's set
     directions  displacements of the model, bits 1, 2, 4; other numbers than two of them are no
                 plane
     varying     the formulas of the part; NULL without
   Input/Output:
     given       [ELEMENT_MAX_GIVEN] in the order of the kernel's table of properties
   Collective. */
PetscErrorCode PlaneSectionFill(Model model, const PartOptions *part, const ElementKernel *kernel,
                                PetscInt set, int directions, Varying varying, double given[]);

#endif
