/* plane_sections.h: the stiffnesses of beams' sections that plane models do not use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PLANE_SECTIONS_H
#define FS_MODEL_PLANE_SECTIONS_H

#include "model/model.h"

/* PlaneSectionFill - Fills in the stiffnesses of beams that a plane model does not use, so that the
   user need not give them.

   If the section of each cell has its y axis or its z axis along the normal of the plane, then
   torsion, bending about one axis and shear along one axis do no work. The user need only give the
   axial stiffness ea and the two other stiffnesses. The values that are filled in change no result.
   Nothing is filled in if the part has a twist, an offset or a direction that varies, because such
   sections may couple the motions in the plane with those out of the plane.
   Input:
     part        the options of the part
     kernel      kernel of the part's elements; nothing is filled in if they are not beams
     set         index of the part's set in Geometry.set_name
     directions  displacements of the model, bits 1, 2, 4 for x, y, z; the model is plane if exactly
                 two are set
     varying     the formulas of the part; NULL if it has no formulas
   Changed:
     given       [ELEMENT_MAX_GIVEN] values of the part's properties, in the order of the kernel's
                 table
   Collective. */
PetscErrorCode PlaneSectionFill(Model model, const PartOptions *part, const ElementKernel *kernel,
                                PetscInt set, int directions, Varying varying, double given[]);

#endif
