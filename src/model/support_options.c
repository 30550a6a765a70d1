/* support_options.c: reads the description of supports from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "support_options.h"
#include "math/vector.h"

const FsOptionDoc support_options[] = {
  {"-supports",                           "<name>,...",    "names of supports, each described by -support_<name>_..."},
  {"-support_<name>_set",                 "<name>",        "set of the mesh; default: the name of the support"       },
  {"-support_<name>_fix",                 "all",
   "displacements that it fixes: letters such as xz, or none; all: displacements and rotations "
   "(only displacements with _fix_rotation none); default if it fixes and moves nothing else"                        },
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

/* ---- axes ------------------------------------------------------------------------------------ */

/* Makes s->axes[1] perpendicular to axes[0] to the last digit, and sets axes[2]. */
static void complete_axes(SupportOptions *s)
{
  PetscReal(*const axes)[3] = s->axes;

  normalize(axes[0]);
  cross(axes[0], axes[1], axes[2]);
  normalize(axes[2]);
  cross(axes[2], axes[0], axes[1]);
}

/* Input error: the given directions are not perpendicular, or one of them is 0. */
static PetscErrorCode CheckAxes(MPI_Comm comm, const char option[], PetscInt n,
                                const PetscReal given[])
{
  const PetscReal rounding = 1e-6; /* of a cosine, for axes that are given with six digits */

  PetscFunctionBeginUser;
  PetscCheck(n == 6 || n == 9, comm, PETSC_ERR_USER_INPUT,
             "%s: %" PetscInt_FMT " numbers; give six, the axes x and y, or nine, with z", option,
             n);
  for (int a = 0; a < n / 3; a++) {
    PetscCheck(norm(given + 3 * a) > 0, comm, PETSC_ERR_USER_INPUT,
               "%s: axis %c has no direction; give numbers that are not all 0", option, 'x' + a);
    for (int b = 0; b < a; b++)
      PetscCheck(
        fabs(dot(given + 3 * a, given + 3 * b)) <=
          rounding * norm(given + 3 * a) * norm(given + 3 * b),
        comm, PETSC_ERR_USER_INPUT,
        "%s: axes %c and %c are not perpendicular: the angle between them is %.6g degrees", option,
        'x' + b, 'x' + a,
        acos(dot(given + 3 * a, given + 3 * b) / norm(given + 3 * a) / norm(given + 3 * b)) * 180 /
          PETSC_PI);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: options of a roller that would need axes. */
static PetscErrorCode CheckRoller(FsOptions o, MPI_Comm comm, const char name[])
{
  static const char *const not_allowed[] = {
    "axes",       "fix",        "fix_rotation", "motion_x",   "motion_y",   "motion_z",
    "velocity_x", "velocity_y", "velocity_z",   "rotation_x", "rotation_y", "rotation_z"};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(not_allowed); k++) {
    const char *text;
    PetscBool   set;

    PetscCall(
      FsOptionsText(o, FsOptionName(o, "-support_%s_%s", name, not_allowed[k]), &text, &set));
    PetscCheck(!set, comm, PETSC_ERR_USER_INPUT,
               "-support_%s_normal and -support_%s_%s: a roller fixes the displacement along its "
               "normal and nothing else; describe other supports by -support_%s_axes",
               name, name, not_allowed[k], name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadAxes(FsOptions o, MPI_Comm comm, SupportOptions *s)
{
  const char *axes = FsOptionName(o, "-support_%s_axes", s->name);
  const char *roller;
  PetscReal   given[9], normal[3];
  PetscInt    n = 9, three = 3;
  PetscBool   has_normal;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) s->axes[c][c] = 1;
  PetscCall(FsOptionsReals(o, axes, 6, &n, given, &s->has_axes));
  if (s->has_axes) {
    PetscCall(CheckAxes(comm, axes, n, given));
    for (int k = 0; k < 6; k++) s->axes[k / 3][k % 3] = given[k];
    complete_axes(s);
    if (n == 9 && dot(s->axes[2], given + 6) < 0)
      for (int c = 0; c < 3; c++) s->axes[2][c] = -s->axes[2][c];
  }
  roller = FsOptionName(o, "-support_%s_normal", s->name);
  PetscCall(FsOptionsReals(o, roller, 3, &three, normal, &has_normal));
  if (!has_normal) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(norm(normal) > 0, comm, PETSC_ERR_USER_INPUT,
             "%s: the normal has no direction; give numbers that are not all 0", roller);
  PetscCall(CheckRoller(o, comm, s->name));
  for (int c = 0; c < 3; c++) s->axes[0][c] = normal[c];
  for (int c = 0; c < 3; c++)
    s->axes[1][c] =
      fabs(normal[c]) <= fabs(normal[(c + 1) % 3]) && fabs(normal[c]) <= fabs(normal[(c + 2) % 3]);
  normalize(s->axes[0]);
  cross(s->axes[0], s->axes[1], s->axes[2]);
  cross(s->axes[2], s->axes[0], s->axes[1]);
  complete_axes(s);
  s->has_axes = PETSC_TRUE;
  s->fixed    = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- motions --------------------------------------------------------------------------------- */

/* Reads -support_<name>_<kind>_x, _y, _z, and their harmonic parts, into s->motion[first], .... */
static PetscErrorCode ReadMotions(FsOptions o, MPI_Comm comm, const char kind[], int first,
                                  SupportOptions *s)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    const char *option   = FsOptionName(o, "-support_%s_%s_%c", s->name, kind, 'x' + c);
    const char *harmonic = FsOptionName(o, "-support_%s_%s_harmonic_%c", s->name, kind, 'x' + c);
    const int   k        = first + c;
    PetscBool   set;

    PetscCall(FsOptionsText(o, option, &s->motion[k], &set));
    PetscCall(HarmonicFromOptions(o, comm, harmonic, &s->harmonic[k], &s->has_harmonic[k]));
    PetscCheck((!set && !s->has_harmonic[k]) || !s->has_axes || first == 0, comm,
               PETSC_ERR_USER_INPUT,
               "%s: a rotation vector has global axes, and support '%s' has axes of its own; give "
               "the rotation to a support without axes",
               option, s->name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -support_<name>_velocity_x, _y, _z. */
static PetscErrorCode ReadVelocities(FsOptions o, MPI_Comm comm, SupportOptions *s)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    const char *option = FsOptionName(o, "-support_%s_velocity_%c", s->name, 'x' + c);
    PetscBool   set;

    PetscCall(FsOptionsText(o, option, &s->velocity[c], &set));
    PetscCheck(!set || (!s->motion[c] && !s->has_harmonic[c]), comm, PETSC_ERR_USER_INPUT,
               "%s and the motion in %c of support '%s': give one of them", option, 'x' + c,
               s->name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool support_has_driver(const SupportOptions *s, int c)
{
  return (PetscBool)(s->velocity[c] ||
                     (s->has_axes && (s->motion[c] || s->harmonic[c].amplitude != 0)));
}

/* ---- a support ------------------------------------------------------------------------------- */

/* Reads which components are fixed, into s->fixed. */
static PetscErrorCode ReadFixed(FsOptions o, SupportOptions *s)
{
  const char *fix = FsOptionName(o, "-support_%s_fix", s->name), *text = "";
  PetscBool   has_rotations, all;
  int         fixed, rotations;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsComponents(o, FsOptionName(o, "-support_%s_fix_rotation", s->name), &rotations,
                                &has_rotations));
  if (has_rotations) s->fixed |= rotations << 3;
  s->all = DISPLACEMENTS | (has_rotations && !rotations ? 0 : ROTATIONS);
  PetscCall(FsOptionsText(o, fix, &text, &s->has_fix));
  PetscCall(PetscStrcasecmp(text, "all", &all));
  PetscCall(FsOptionsComponents(o, fix, &fixed, &s->has_fix));
  if (s->has_fix) s->fixed |= all ? s->all : fixed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSupport(FsOptions o, MPI_Comm comm, const char name[], SupportOptions *s)
{
  PetscInt three = 3;

  PetscFunctionBeginUser;
  *s = (SupportOptions){.name = name};
  PetscCall(MeshSelectionFromOptions(o, comm, "support", name, &s->nodes));
  PetscCall(ReadAxes(o, comm, s));
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-support_%s_about", name), 3, &three,
                           s->moment_point, &s->has_moment_point));
  PetscCall(ReadMotions(o, comm, "motion", 0, s));
  PetscCall(ReadMotions(o, comm, "rotation", 3, s));
  PetscCall(ReadFixed(o, s));
  PetscCall(ReadVelocities(o, comm, s));
  if (support_has_driver(s, 0) || support_has_driver(s, 1) || support_has_driver(s, 2))
    PetscCall(DriverTimesFromOptions(o, &s->times));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                   SupportOptions **supports)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-supports", n, names));
  PetscCall(PetscCalloc1(*n, supports));
  for (PetscInt i = 0; i < *n; i++) PetscCall(ReadSupport(o, comm, (*names)[i], &(*supports)[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
