/* point_formulas.h: three formulas, which give a place or a displacement for each point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_POINT_FORMULAS_H
#define FS_MESH_POINT_FORMULAS_H

#include <fs/options.h>
#include "input/formula/expression.h"

/* PointFormulas - A vector [m] for each point, whose components x, y and z are formulas of the
   point's coordinates [m]. */
typedef struct {
  Expression component[3]; /* all NULL if the user has given no formulas */
} PointFormulas;

/* PointFormulasRead - Reads three formulas, separated by commas, from the value of an option.

   Input:
     option     name of the option
     nvars      number of coordinates of a point, 2 or 3
     variables  [nvars] their names in the formulas
   Output:
     f  the formulas, all NULL on entry and without the option; the caller calls
        PointFormulasDestroy()
   Collective. Input errors name the option and the formula. */
PetscErrorCode PointFormulasRead(FsOptions o, MPI_Comm comm, const char option[], PetscInt nvars,
                                 const char *const variables[], PointFormulas *f);
PetscErrorCode PointFormulasDestroy(PointFormulas *f);

/* PointFormulasGiven - Returns whether the user has given the formulas. */
static inline PetscBool PointFormulasGiven(const PointFormulas *f)
{
  return (PetscBool)(f->component[0] != NULL);
}

/* PointFormulasValue - Computes the vector of a point. Returns whether it is finite.

   Input:
     at     [nvars] coordinates of the point [m]
   Output:
     value  [3] the vector [m] */
PetscBool PointFormulasValue(const PointFormulas *f, const PetscReal at[], PetscReal value[3]);

/* PointFormulasErrorText - Writes the message that the vector of a point is not finite, with the
   option and the point.

   Input:
     at    [nvars] coordinates of the point [m]
     size  number of bytes of text; 512 suffice
   Output:
     text  [size] */
void PointFormulasErrorText(const PointFormulas *f, const PetscReal at[], size_t size, char text[]);

#endif
