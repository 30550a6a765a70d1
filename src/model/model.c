/* model.c: create and destroy a model. */
#include "model.h"

const OptionDoc model_options[] = {
  {"-parts",             "<name>,...", "names of the parts, each described by -part_<name>_..."                              },
  {"-directions",        "<xyz>",      "components that nodes of bars, springs, masses have; default: those they act in"     },
  {"-damping_mass",      "0",          "alpha of Rayleigh damping C = alpha M + beta K [1/s]"                                },
  {"-damping_stiffness", "0",          "beta of Rayleigh damping [s]"                                                        },
  {NULL,                 NULL,         NULL                                                                                  }
};

PetscErrorCode ComponentsFromText(MPI_Comm comm, const char option[], const char text[], int *components)
{
  PetscBool all;

  PetscFunctionBeginUser;
  *components = 7;
  PetscCall(PetscStrcasecmp(text, "all", &all));
  if (all) PetscFunctionReturn(PETSC_SUCCESS);
  *components = 0;
  for (const char *p = text; *p; p++) {
    if (*p == ',') continue;
    PetscCheck(*p >= 'x' && *p <= 'z', comm, PETSC_ERR_USER_INPUT, "%s %s: give components as letters, such as z or xy, or all", option, text);
    *components |= 1 << (*p - 'x');
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SetFromOptions(Options o, Mesh mesh, const char kind[], const char name[], PetscInt *set)
{
  const char *option = OptionName(o, "-%s_%s_set", kind, name), *text = name;
  PetscBool   given;
  char        named[128];

  PetscFunctionBeginUser;
  PetscCall(OptionsText(o, option, &text, &given));
  PetscCall(PetscSNPrintf(named, sizeof named, "-%ss %s", kind, name));
  PetscCall(MeshFindSet(mesh, given ? option : named, text, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local)
{
  PetscFunctionBeginUser;
  PetscCall(DMGlobalToLocalBegin(model->mesh->dm, global, INSERT_VALUES, local));
  PetscCall(DMGlobalToLocalEnd(model->mesh->dm, global, INSERT_VALUES, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelCreate(Options o, MPI_Comm comm, Model *out)
{
  Model     model;
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&model));
  *out        = model;
  model->comm = comm;
  PetscCall(MeshCreate(o, comm, &model->mesh));
  PetscCall(OptionsReal(o, "-damping_mass", &model->damping_mass, &set));
  PetscCheck(model->damping_mass >= 0, comm, PETSC_ERR_USER_INPUT, "-damping_mass %.6g: must not be negative", (double)model->damping_mass);
  PetscCall(OptionsReal(o, "-damping_stiffness", &model->damping_stiffness, &set));
  PetscCheck(model->damping_stiffness >= 0, comm, PETSC_ERR_USER_INPUT, "-damping_stiffness %.6g: must not be negative",
             (double)model->damping_stiffness);
  PetscCall(BlocksCreate(o, model));
  PetscCall(SupportsCreate(o, model));
  PetscCall(LayoutCreate(o, model));
  PetscCall(LoadsCreate(o, model));
  PetscCall(InitialsCreate(o, model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDestroy(Model *model)
{
  PetscFunctionBeginUser;
  if (!*model) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(InitialsDestroy(*model));
  PetscCall(LoadsDestroy(*model));
  PetscCall(LayoutDestroy(*model));
  PetscCall(SupportsDestroy(*model));
  PetscCall(BlocksDestroy(*model));
  PetscCall(MeshDestroy(&(*model)->mesh));
  PetscCall(PetscFree(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
