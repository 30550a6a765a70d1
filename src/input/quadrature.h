/* quadrature.h: integrals of formulas of one variable. Called for what is given as a rate (model/driver.c) and for the
   energy of springs (model/joint_laws.c). */
#ifndef QUADRATURE_H
#define QUADRATURE_H

#include "expression.h"

/* The integral of e, a formula of one variable, from a to b, which may be less than a: to about 1e-13, also where it has
   corners. Not finite where the formula is not. Not collective. */
PetscReal quadrature(Expression e, PetscReal a, PetscReal b);

#endif
