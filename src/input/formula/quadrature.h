/* quadrature.h: integrals of formulas of one variable. Called for what is given as a rate (model/joints/joint_driver.c) and for the
   energy of springs (model/joints/joint_laws.c). */
#ifndef FS_INPUT_FORMULA_QUADRATURE_H
#define FS_INPUT_FORMULA_QUADRATURE_H

#include "expression.h"

/* The integral of e, a formula of one variable, from a to b, which may be less than a: to about 1e-13, also where it has
   corners. Not finite where the formula is not. Not collective. */
PetscReal quadrature(Expression e, PetscReal a, PetscReal b);

#endif
