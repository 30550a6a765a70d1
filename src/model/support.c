/* support.c: reads the supports, which fix components of nodes or move them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

const FsOptionDoc support_options[] = {
  {"-supports",                           "<name>,...",    "names of supports, each described by -support_<name>_..."},
  {"-support_<name>_set",                 "<name>",        "set of the mesh; default: the name of the support"       },
  {"-support_<name>_fix",                 "all",
   "displacements that it fixes: letters such as xz, or none; all: displacements and rotations "
   "(default if it fixes and moves nothing else)"                                                                    },
  {"-support_<name>_fix_rotation",        "none",
   "rotations that it fixes: letters such as xz, or all. One alone, as at a fork: the rotation "
   "vector of the node has no component along this axis"                                                             },
  {"-support_<name>_axes",                "<x,x,x,y,y,y>",
   "its own axes x and y, two perpendicular directions; or all three, nine numbers. The letters of "
   "the other options are then these axes. Reactions stay in global axes"                                            },
  {"-support_<name>_normal",              "<x,y,z>",
   "a roller on a plane with this normal: it fixes the displacement along it and nothing else"                       },
  {"-support_<name>_motion_x",            "<f(t)>",
   "prescribed displacement in x [m]; also _y, _z (smooth in time); given: by FsCaseSetMotion"                       },
  {"-support_<name>_velocity_x",          "<f(t)>",
   "instead: its rate [m/s]; the displacement is 0 at -t_start; also _y, _z"                                         },
  {"-support_<name>_rotation_x",          "<f(t)>",
   "component in x of the prescribed rotation vector [rad], or given; also _y, _z; the other "
   "rotations must be fixed"                                                                                         },
  {"-support_<name>_about",               "<x,y,z>",
   "point of the moment of its reaction, fixed in space [m]; default: the mean of its nodes in "
   "the mesh"                                                                                                        },
  {"-support_<name>_motion_harmonic_x",   "<a,phase>",
   "for the response analysis: amplitude [m] and phase [degrees]; also _y, _z"                                       },
  {"-support_<name>_rotation_harmonic_x", "<a,phase>",     "the same for the rotation vector [rad]"                  },
  {NULL,                                  NULL,            NULL                                                      }
};

/* Reads -support_<name>_<kind>_x, _y, _z into s->motion[first], ...; moved components are also
   fixed. */
static PetscErrorCode MotionFromOptions(FsOptions o, Model model, const char kind[], PetscInt first,
                                        Support *s)
{
  static const char *const t = "t";

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    const char *option = FsOptionName(o, "-support_%s_%s_%c", s->name, kind, 'x' + c), *text = "0";
    const char *harmonic_option =
      FsOptionName(o, "-support_%s_%s_harmonic_%c", s->name, kind, 'x' + c);
    PetscBool set, harmonic;

    PetscCall(FsOptionsText(o, option, &text, &set));
    PetscCall(HarmonicFromOptions(o, model, harmonic_option, &s->harmonic[first + c], &harmonic));
    if (!set && !harmonic) continue;
    PetscCheck(!s->has_axes || first == 0, model->comm, PETSC_ERR_USER_INPUT,
               "%s: a rotation vector has global axes, and support '%s' has axes of its own; give "
               "the rotation to a support without axes",
               option, s->name);
    if (s->has_axes) {
      s->rows |= 1 << c;
      s->fixed |= 1 << c;
      continue;
    }
    PetscCall(ExpressionCreate(model->symbols, option, text, 1, &t, &s->motion[first + c]));
    s->fixed |= 1 << (first + c);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSupport(FsOptions o, Model model, const char name[], Support *s)
{
  const char   *fix, *text = "";
  PetscBool     set, has_rotations, all;
  PetscInt      three = 3;
  int           fixed;
  MeshSelection selection;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(name, &s->name));
  PetscCall(MeshSelectionFromOptions(o, model->comm, "support", name, &selection));
  PetscCall(MeshSelect(model->mesh, &selection, &s->set));
  PetscCall(SupportAxesFromOptions(o, model, s));
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-support_%s_about", name), 3, &three,
                           s->moment_point, &s->has_moment_point));
  PetscCall(MotionFromOptions(o, model, "motion", 0, s));
  PetscCall(MotionFromOptions(o, model, "rotation", 3, s));
  PetscCall(FsOptionsComponents(o, FsOptionName(o, "-support_%s_fix_rotation", name), &fixed,
                                &has_rotations));
  if (has_rotations) s->fixed |= fixed << 3;
  fix = FsOptionName(o, "-support_%s_fix", name);
  PetscCall(FsOptionsText(o, fix, &text, &set));
  PetscCall(PetscStrcasecmp(text, "all", &all));
  PetscCall(FsOptionsComponents(o, fix, &fixed, &set));
  if (set) s->fixed |= all ? DISPLACEMENTS | ROTATIONS : fixed;
  PetscCall(SupportRowsFromOptions(o, model, s));
  if (!set && !s->fixed) s->fixed = DISPLACEMENTS | ROTATIONS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsCreate(FsOptions o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-supports", &n, &names));
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
    for (int c = 0; c < COMPONENTS; c++) PetscCall(ExpressionDestroy(&model->support[i].motion[c]));
  }
  PetscCall(PetscFree(model->support));
  PetscFunctionReturn(PETSC_SUCCESS);
}
