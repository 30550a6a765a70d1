/* displacement_residual.h: the residual of models in which nothing but elements looks at the motion, and these at where their nodes are alone
   (DetectDisplacementsOnly): several elements at once (math/lanes.h). */
#ifndef FS_ASSEMBLY_TERMS_DISPLACEMENT_RESIDUAL_H
#define FS_ASSEMBLY_TERMS_DISPLACEMENT_RESIDUAL_H

#include "assembly/term.h"

/* Arrays of the nodes of this rank; made by the first of the calls below. */
typedef struct _n_DisplacementResidual *DisplacementResidual;

/* local += forces of all nonlinear blocks of elements at ev->displacements. Elements are added in their order, so that the same
   model gives the same bits. Collective. Error: a load's formula has no finite value. */
PetscErrorCode DisplacementResidualAdd(DisplacementResidual *residual, const Evaluation *ev,
                                       PetscScalar local[]);
/* *strain += their strain energy, applied[nlocal] += what those that are loads exert; of elements whose nonlinear part has no mass, where
   no support moves. Errors as above. */
PetscErrorCode DisplacementResidualBalance(DisplacementResidual *residual, const Evaluation *ev,
                                           PetscReal *strain, PetscScalar applied[]);
PetscErrorCode DisplacementResidualDestroy(DisplacementResidual *residual);

#endif
