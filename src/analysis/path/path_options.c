/* path_options.c: reads the options of -analysis path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "path_options.h"

static const char *const components[] = {"x", "y", "z", NULL};

/* clang-format off */
const FsOptionDoc path_options[] = {
  {"-path_steps", "100", "largest number of steps", FS_INT(PathOptions, steps, 1)},
  {"-dt", "0.1",
   "largest change of t in a step; its sign is the direction in which the path starts",
   FS_REAL(PathOptions, dt)},
  {"-path_step", "0.05",
   "largest length of a step: root mean square of displacements over the model size",
   FS_POSITIVE(PathOptions, max_step), FS_GIVEN(PathOptions, step_given)},
  {"-path_length", "<length>", "length of the path at which it ends",
   FS_POSITIVE(PathOptions, max_length)},
  {"-path_load", "<a,b>", "interval of t; the path ends when t leaves it",
   FS_REALS(PathOptions, load_range, 2)},
  {"-path_probe", "<name>", "node of -probes whose displacement ends or controls the path",
   FS_TEXT(PathOptions, probe)},
  {"-path_component", "z", "x, y or z: component of that displacement",
   FS_CHOICE(PathOptions, component, components), FS_GIVEN(PathOptions, component_given)},
  {"-path_between", "<a,b>", "interval of that displacement [m]; the path ends when it leaves it",
   FS_REALS(PathOptions, between, 2), FS_GIVEN(PathOptions, between_given)},
  {"-path_control", "false",
   "steps are changes of that displacement, of at most -path_step [m]",
   FS_BOOL(PathOptions, control)},
  {"-path_critical", "<n>", "number of critical points after which the path ends",
   FS_INT(PathOptions, max_criticals, 1)},
  {"-path_switch", "0",
   "bifurcation at which the path is left, counted from 1, or first; 0: it is not left; all: all "
   "branches are followed"},
  {"-path_null", "1",
   "null vector of a multiple bifurcation along which the path is left, counted from 1",
   FS_INT(PathOptions, null_vector, 1), FS_GIVEN(PathOptions, null_given)},
  {"-path_direction", "1", "1 or -1: direction of the branch",
   FS_INT(PathOptions, sign, -1), FS_GIVEN(PathOptions, sign_given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads -path_switch. */
static PetscErrorCode ReadSwitch(FsOptions o, MPI_Comm comm, PathOptions *x)
{
  const char *text;
  char       *end;
  long        number;
  PetscBool   set, is_first;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, "-path_switch", &text, &set));
  PetscCheck(x->sign == 1 || x->sign == -1, comm, PETSC_ERR_USER_INPUT,
             "-path_direction %" PetscInt_FMT " is not 1 or -1", x->sign);
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrcmp(text, "all", &x->switch_all));
  PetscCall(PetscStrcmp(text, "first", &is_first));
  number = is_first ? 1 : strtol(text, &end, 10);
  PetscCheck(x->switch_all || is_first || (!*end && number >= 0 && number < 1000000), comm,
             PETSC_ERR_USER_INPUT,
             "-path_switch %s: give first, all, or the number of a bifurcation from 1; 0: none",
             text);
  x->switch_point = x->switch_all ? 0 : (PetscInt)number;
  PetscCheck(!x->switch_all || (!x->null_given && !x->sign_given), comm, PETSC_ERR_USER_INPUT,
             "%s has no effect with -path_switch all, which follows all branches; remove it",
             x->null_given ? "-path_null" : "-path_direction");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the options about the displacement of a probe. */
static PetscErrorCode CheckProbeLimits(MPI_Comm comm, const PathOptions *x)
{
  const PetscBool active = (PetscBool)(x->probe != NULL);

  PetscFunctionBeginUser;
  PetscCheck(active || !x->component_given, comm, PETSC_ERR_USER_INPUT,
             "-path_component needs -path_probe, which is not given");
  PetscCheck(active == (PetscBool)(x->between_given || x->control), comm, PETSC_ERR_USER_INPUT,
             active ? "-path_probe: give -path_between, to end the path, or -path_control"
                    : "%s needs -path_probe, which is not given",
             x->between_given ? "-path_between" : "-path_control");
  PetscCheck(
    !x->control || x->step_given, comm, PETSC_ERR_USER_INPUT,
    "-path_control: give -path_step, the largest change of the displacement in a step [m]");
  PetscCheck(!x->control || !x->switch_point, comm, PETSC_ERR_USER_INPUT,
             "-path_control cannot be combined with -path_switch: the displacement may be constant "
             "on a branch; remove one of them");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadPathOptions(FsOptions o, MPI_Comm comm, PathOptions *x)
{
  PetscFunctionBeginUser;
  *x = (PathOptions){
    .max_length    = PETSC_MAX_REAL,
    .load_range    = {-PETSC_MAX_REAL, PETSC_MAX_REAL},
    .max_criticals = PETSC_MAX_INT,
    .between       = {-PETSC_MAX_REAL, PETSC_MAX_REAL}
  };
  PetscCall(FsOptionsReadRows(o, path_options, NULL, x));
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscCall(ReadSwitch(o, comm, x));
  PetscCheck(x->dt != 0, comm, PETSC_ERR_USER_INPUT,
             "-dt 0: a path starts with a step of t, up or down");
  PetscCheck(x->load_range[0] <= x->t_start && x->t_start <= x->load_range[1], comm,
             PETSC_ERR_USER_INPUT,
             "-path_load %.6g,%.6g: the path starts at -t_start %.6g, which is outside",
             (double)x->load_range[0], (double)x->load_range[1], (double)x->t_start);
  PetscCall(CheckProbeLimits(comm, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
