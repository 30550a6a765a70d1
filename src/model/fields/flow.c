/* flow.c: evaluates the velocity of a fluid for elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "flow.h"
#include "model/model.h"
#include "element/element.h"

enum { TIME = 3, VARIABLES };

static void flow_value(const void *formulas, const double x[3], double t, double u[3],
                       double gradient[9])
{
  const Expression *component     = formulas;
  const PetscReal   at[VARIABLES] = {x[0], x[1], x[2], t};

  for (int i = 0; i < 3; i++) {
    u[i] = component[i] ? ExpressionValue(component[i], at) : 0;
    for (int j = 0; j < 3 && gradient; j++)
      gradient[3 * i + j] = component[i] ? ExpressionPartial(component[i], at, j) : 0;
  }
}

PetscErrorCode FlowCreate(Model model, const PartOptions *part, Flow *flow)
{
  static const char *const variables[VARIABLES] = {"x", "y", "z", "t"};
  const ElementProp *const props                = part->kernel->type->props;
  char                     option[256];
  int                      c = 0;

  PetscFunctionBeginUser;
  *flow = NULL;
  for (int i = 0; props[i].name; i++) {
    if (props[i].kind != PROP_FLOW) continue;
    PetscCheck(!model->linearize, model->comm, PETSC_ERR_USER_INPUT,
               "part '%s': -linearize: the forces of a fluid on a %s are quadratic in velocities; "
               "remove -linearize",
               part->name, part->kernel->name);
    PetscCheck(c < 3, model->comm, PETSC_ERR_PLIB, "%s has more than three components of a flow",
               part->kernel->name);
    if (part->property[i].given) {
      if (!*flow) PetscCall(PetscNew(flow));
      PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_%s", part->name, props[i].name));
      PetscCall(ExpressionCreate(model->symbols, option, part->property[i].text, VARIABLES,
                                 variables, &(*flow)->component[c]));
    }
    c++;
  }
  if (*flow) (*flow)->field = (ElementField){flow_value, (*flow)->component};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FlowDestroy(Flow *flow)
{
  PetscFunctionBeginUser;
  if (!*flow) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < 3; i++) PetscCall(ExpressionDestroy(&(*flow)->component[i]));
  PetscCall(PetscFree(*flow));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FlowIsFinite(Flow flow, const double x[3], PetscReal t, char text[], size_t size)
{
  const PetscReal at[VARIABLES] = {x[0], x[1], x[2], t};

  for (int i = 0; i < 3; i++) {
    if (!flow->component[i] || isfinite(ExpressionValue(flow->component[i], at))) continue;
    if (!ExpressionIsOutsideTable(flow->component[i], at, text, size))
      ExpressionErrorText(flow->component[i], at, text, size);
    return PETSC_FALSE;
  }
  return PETSC_TRUE;
}
