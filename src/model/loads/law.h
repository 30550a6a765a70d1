/* law.h: the variables of formulas of laws, for law.c, moment_law.c and law_work.c. Inside of this folder. */
#ifndef FS_MODEL_LOADS_LAW_H
#define FS_MODEL_LOADS_LAW_H

#include "model/model.h"

/* x = law_variables at the law's node number k. law_variables_at: from arrays of this rank's parts of global vectors;
   displacements and velocities are 0 in components that it lacks or that are held, rotations everywhere. moment_law_variables: from
   its state. */
void law_variables_at(const Law *law, PetscInt k, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal x[LAW_VARIABLES]);
void moment_law_variables(const Law *law, PetscInt k, PetscReal t, const NodeState *node,
                          PetscReal x[LAW_VARIABLES]);

#endif
