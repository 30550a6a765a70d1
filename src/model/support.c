/* support.c: nodes held or moved. */
#include "model.h"

const OptionDoc support_options[] = {
  {"-supports",                "<name>,...", "names of supports, each described by -support_<name>_..."          },
  {"-support_<name>_set",      "<name>",     "set of the mesh it holds; default: the support's own name"         },
  {"-support_<name>_fix",      "all",        "components it holds at rest: letters such as xz, or all"           },
  {"-support_<name>_motion_x", "<f(t)>",     "prescribed displacement in x [m]; likewise _y, _z (smooth in time)"},
  {NULL,                       NULL,         NULL                                                                }
};

static PetscErrorCode AddSupport(Options o, Model model, const char name[], Support *s)
{
  const char       *text, *option;
  const char *const t = "t";
  PetscBool         set, moves = PETSC_FALSE;
  int               fixed;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(name, &s->name));
  PetscCall(MeshSetFromOptions(o, model->mesh, "support", name, &s->set));
  for (int c = 0; c < 3; c++) {
    option = OptionName(o, "-support_%s_motion_%c", name, 'x' + c);
    PetscCall(OptionsText(o, option, &text, &set));
    if (!set) continue;
    PetscCall(ExpressionCreate(model->comm, option, text, 1, &t, &s->motion[c]));
    s->fixed |= 1 << c;
    moves = PETSC_TRUE;
  }
  PetscCall(OptionsComponents(o, OptionName(o, "-support_%s_fix", name), &fixed, &set));
  if (set) s->fixed |= fixed;
  else if (!moves) s->fixed = 7;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsCreate(Options o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(OptionsNames(o, "-supports", &n, &names));
  PetscCall(PetscCalloc1(n, &model->support));
  for (PetscInt i = 0; i < n; i++) {
    model->nsupports++;
    PetscCall(AddSupport(o, model, names[i], &model->support[i]));
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->nsupports; i++) {
    PetscCall(PetscFree(model->support[i].name));
    for (int c = 0; c < 3; c++) PetscCall(ExpressionDestroy(&model->support[i].motion[c]));
  }
  PetscCall(PetscFree(model->support));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelMotion(Model model, PetscInt support, PetscInt component, PetscReal t, PetscReal dt,
                           PetscReal qva[3])
{
  Expression motion = model->support[support].motion[component];

  PetscFunctionBeginUser;
  qva[0] = ExpressionValue(motion, &t);
  ExpressionDerivatives(motion, t, dt, &qva[1], &qva[2]);
  for (int k = 0; k < 3; k++) PetscCall(ExpressionCheck(motion, &t, qva[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
