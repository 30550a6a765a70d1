/* load_field.c: creates the factors of loads that depend on place and time, and integrates them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/fields/cell_field.h"
#include "model/model.h"

PetscErrorCode LoadFieldCreate(Model model, const char name[], const char text[], Expression *field)
{
  static const char *const xyzt[FIELD_VARIABLES] = {"x", "y", "z", "t"};
  char                     option[256];

  PetscFunctionBeginUser;
  *field = NULL;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_field", name));
  PetscCall(ExpressionCreate(model->symbols, option, text, FIELD_VARIABLES, xyzt, field));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void LoadFieldWeights(Expression field, Shape shape, const double x[][3], double N[])
{
  ShapeCellPoint points[SHAPE_MAX_CELL_POINTS];
  const int      nn = shape_nodes(shape), n = shape_cell_points(shape, x, points);
  double         at[SHAPE_MAX_CELL_POINTS];

  CellFieldAtPoints(field, 0, shape, x, n, points, at);
  for (int i = 0; i < nn; i++) N[i] = 0;
  for (int k = 0; k < n; k++) {
    const PetscReal value = points[k].size * at[k];

    for (int i = 0; i < nn; i++) N[i] += value * points[k].N[i];
  }
}
