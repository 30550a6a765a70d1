/* multipliers.h: the multipliers of joints, couplings and sliders among the dofs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MULTIPLIERS_H
#define FS_MODEL_MULTIPLIERS_H

#include "model/components.h"

/* The parts of LayoutSetUp that concern multipliers. It calls them in this order. Multipliers are
   dofs of cells.
     MultipliersAddDofs    adds the multipliers to the section
     MultipliersIndexDofs  sets Joint.dofs, Coupling.dof, Slider.dof, layout.global, and the numbers
                           of multipliers in layout
     MultipliersList       sets layout.multiplier */
PetscErrorCode MultipliersAddDofs(Model model, PetscSection section);
PetscErrorCode MultipliersIndexDofs(Model model, PetscSection section, PetscSection global);
PetscErrorCode MultipliersList(Model model);

#endif
