/* support_options.c: reads the description of supports from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "support_options.h"
#include "math/vector.h"

const FsOptionDoc support_options[] = {
  {"-supports",                               "<name>,...",    "names of supports, each described by -support_<name>_..."},
  {"-support_<name>_set",                     "<name>",        "set of the mesh; default: the name of the support"       },
  {"-support_<name>_fix",                     "all",
   "displacements that it fixes: letters such as xz, or none; all: displacements and rotations "
   "(only displacements with _fix_rotation none); default if it fixes and moves nothing else"                            },
  {"-support_<name>_fix_rotation",            "none",
   "rotations that it fixes: letters such as xz, or all. One alone, as at a fork: the rotation "
   "vector of the node has no component along this axis"                                                                 },
  {"-support_<name>_axes",                    "<x,x,x,y,y,y>",
   "its own axes x and y, two perpendicular directions; or all three, nine numbers. The letters of "
   "the other options are then these axes. Reactions stay in global axes"                                                },
  {"-support_<name>_normal",                  "<x,y,z>",
   "a roller on a plane with this normal: it fixes the displacement along it and nothing else"                           },
  {"-support_<name>_motion_x",                "<f(t)>",
   "prescribed displacement in x [m]; also _y, _z (smooth in time); given: by FsCaseSetMotion"                           },
  {"-support_<name>_velocity_x",              "<f(t)>",
   "instead: its rate [m/s]; the displacement is 0 at -t_start; also _y, _z"                                             },
  {"-support_<name>_acceleration_x",          "<f(t)>",
   "instead: its acceleration [m/s2], as of an accelerogram; displacement and velocity are 0 at "
   "-t_start; also _y, _z"                                                                                               },
  {"-support_<name>_rotation_x",              "<f(t)>",
   "component in x of the prescribed rotation vector [rad], or given; also _y, _z; the other "
   "rotations must be fixed"                                                                                             },
  {"-support_<name>_rotation_velocity_x",     "<f(t)>",
   "instead, for a rotation about this axis alone: its rate [rad/s]; the rotation is 0 at "
   "-t_start; "
   "also _y, _z"                                                                                                         },
  {"-support_<name>_rotation_acceleration_x", "<f(t)>",
   "the same for its acceleration [rad/s2]; rotation and rate are 0 at -t_start"                                         },
  {"-support_<name>_about",                   "<x,y,z>",
   "point of the moment of its reaction, fixed in space [m]; default: the mean of its nodes in "
   "the mesh"                                                                                                            },
  {"-support_<name>_motion_harmonic_x",       "<a,phase>",
   "for the response analysis: amplitude [m] and phase [degrees]; also _y, _z"                                           },
  {"-support_<name>_rotation_harmonic_x",     "<a,phase>",     "the same for the rotation vector [rad]"                  },
  {NULL,                                      NULL,            NULL                                                      }
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
  /* of a cosine, for axes that are given with six digits; tests/relations/guards.py has cosines of
     1e-8 and 1e-3 */
  const PetscReal rounding = 1e-6;

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

/* The words of the options of motions, for displacements and rotations, by DriverKind. */
static const char *const words[2][DRIVER_ACCELERATION + 1] = {
  {"motion",   "velocity",          "acceleration"         },
  {"rotation", "rotation_velocity", "rotation_acceleration"}
};

/* Input error: a roller has this option, which would need axes. */
static PetscErrorCode CheckAbsent(FsOptions o, MPI_Comm comm, const char name[],
                                  const char option[])
{
  const char *text;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  PetscCheck(!set, comm, PETSC_ERR_USER_INPUT,
             "-support_%s_normal and %s: a roller fixes the displacement along its normal and "
             "nothing else; describe other supports by -support_%s_axes",
             name, option, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the options of a roller, which fixes and moves nothing but its normal displacement. */
static PetscErrorCode CheckRoller(FsOptions o, MPI_Comm comm, const char name[])
{
  static const char *const others[] = {"axes", "fix", "fix_rotation"};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(others); k++)
    PetscCall(CheckAbsent(o, comm, name, FsOptionName(o, "-support_%s_%s", name, others[k])));
  for (int c = 0; c < COMPONENTS; c++)
    for (int k = 0; k <= DRIVER_ACCELERATION; k++)
      PetscCall(CheckAbsent(
        o, comm, name, FsOptionName(o, "-support_%s_%s_%c", name, words[c / 3][k], 'x' + c % 3)));
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

const char *support_motion_word(const SupportOptions *s, int c)
{
  return words[c / 3][s->derivative[c] ? s->kind[c] : DRIVER_VALUE];
}

/* Reads the velocity or the acceleration of component c: kind says which one. */
static PetscErrorCode ReadDerivative(FsOptions o, MPI_Comm comm, int c, DriverKind kind,
                                     SupportOptions *s)
{
  const int   axis   = 'x' + c % 3;
  const char *option = FsOptionName(o, "-support_%s_%s_%c", s->name, words[c / 3][kind], axis);
  const char *text   = NULL;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!s->motion[c] && !s->has_harmonic[c] && !s->derivative[c], comm, PETSC_ERR_USER_INPUT,
             "%s and the %s in %c of support '%s': give one of them", option,
             support_motion_word(s, c), axis, s->name);
  PetscCheck(c < 3 || !s->has_axes, comm, PETSC_ERR_USER_INPUT,
             "%s: a rotation vector has global axes, and support '%s' has axes of its own; give "
             "the rotation to a support without axes",
             option, s->name);
  s->derivative[c] = text;
  s->kind[c]       = kind;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the velocities and accelerations of all components. Input errors: a component is given
   twice; the rate of one component of a rotation vector with several. */
static PetscErrorCode ReadDerivatives(FsOptions o, MPI_Comm comm, SupportOptions *s)
{
  int turning = 0, rate = -1;

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++)
    for (int kind = DRIVER_RATE; kind <= DRIVER_ACCELERATION; kind++)
      PetscCall(ReadDerivative(o, comm, c, (DriverKind)kind, s));
  for (int c = 3; c < COMPONENTS; c++) {
    turning += s->motion[c] || s->has_harmonic[c] || s->derivative[c];
    if (s->derivative[c]) rate = c;
  }
  PetscCheck(rate < 0 || turning == 1, comm, PETSC_ERR_USER_INPUT,
             "-support_%s_%s_%c: the support also rotates about another axis, and rates about "
             "several axes are not those of a rotation vector; give a rotation about one axis, or "
             "the vector itself by -support_%s_rotation_x, _y, _z",
             s->name, rate < 0 ? "" : support_motion_word(s, rate), 'x' + PetscMax(rate, 3) - 3,
             s->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether formulas are integrated over the run, or rows move displacements. */
static PetscBool needs_times(const SupportOptions *s)
{
  for (int c = 0; c < COMPONENTS; c++)
    if (s->derivative[c] || (c < 3 && support_has_driver(s, c))) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool support_has_driver(const SupportOptions *s, int c)
{
  return (PetscBool)(s->derivative[c] ||
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
  PetscCall(MeshSelectionFromOptions(o, comm, "support", SELECT_ANY, name, &s->nodes));
  PetscCall(ReadAxes(o, comm, s));
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-support_%s_about", name), 3, &three,
                           s->moment_point, &s->has_moment_point));
  PetscCall(ReadMotions(o, comm, "motion", 0, s));
  PetscCall(ReadMotions(o, comm, "rotation", 3, s));
  PetscCall(ReadFixed(o, s));
  PetscCall(ReadDerivatives(o, comm, s));
  if (needs_times(s)) PetscCall(DriverTimesFromOptions(o, &s->times));
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
