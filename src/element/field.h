/* field.h: vector fields of place and time that the user gives to elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_FIELD_H
#define FS_ELEMENT_FIELD_H

/* ElementField - A vector field of place and time, such as the velocity of a fluid.
     value     computes the vector u[3] at the place x [m] and the time t [s]. Unless gradient is
               NULL, the derivative of u[i] by x[j] becomes gradient[3 i + j]
     formulas  the first argument of value */
typedef struct {
  void (*value)(const void *formulas, const double x[3], double t, double u[3], double gradient[9]);
  const void *formulas;
} ElementField;

/* element_field - Computes the vector u[3] of a field at a place and time and, unless gradient is
   NULL, its derivatives. All are 0 if field is NULL. */
static inline void element_field(const ElementField *field, const double x[3], double t,
                                 double u[3], double gradient[9])
{
  for (int i = 0; i < 3; i++) u[i] = 0;
  for (int i = 0; i < 9 && gradient; i++) gradient[i] = 0;
  if (field) field->value(field->formulas, x, t, u, gradient);
}

#endif
