/* path_options.c: reads the options of -analysis path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "path_options.h"

const FsOptionDoc path_options[] = {
  {"-path_steps",     "100",      "largest number of steps"                                           },
  {"-dt",             "0.1",
   "largest change of t in a step; its sign is the direction in which the path starts"                },
  {"-path_step",      "0.05",
   "largest length of a step: root mean square of displacements over the model size"                  },
  {"-path_length",    "<length>", "length of the path at which it ends"                               },
  {"-path_load",      "<a,b>",    "interval of t; the path ends when t leaves it"                     },
  {"-path_probe",     "<name>",   "node of -probes whose displacement ends or controls the path"      },
  {"-path_component", "z",        "x, y or z: component of that displacement"                         },
  {"-path_between",   "<a,b>",    "interval of that displacement [m]; the path ends when it leaves it"},
  {"-path_control",   "false",    "steps are changes of that displacement, of at most -path_step [m]" },
  {"-path_critical",  "<n>",      "number of critical points after which the path ends"               },
  {"-path_switch",    "0",
   "bifurcation at which the path is left, counted from 1, or first; 0: it is not left; all: all "
   "branches are followed"                                                                            },
  {"-path_null",      "1",
   "null vector of a multiple bifurcation along which the path is left, counted from 1"               },
  {"-path_direction", "1",        "1 or -1: direction of the branch"                                  },
  {NULL,              NULL,       NULL                                                                }
};

/* Reads -path_switch, -path_null and -path_direction. */
static PetscErrorCode ReadSwitch(FsOptions o, MPI_Comm comm, PathOptions *x)
{
  const char *text;
  char       *end;
  long        number;
  PetscBool   set, null_vector, sign, is_first;

  PetscFunctionBeginUser;
  x->null_vector = 1;
  x->sign        = 1;
  PetscCall(FsOptionsText(o, "-path_switch", &text, &set));
  PetscCall(FsOptionsInt(o, "-path_null", 1, &x->null_vector, &null_vector));
  PetscCall(FsOptionsInt(o, "-path_direction", -1, &x->sign, &sign));
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
  PetscCheck(!x->switch_all || (!null_vector && !sign), comm, PETSC_ERR_USER_INPUT,
             "%s has no effect with -path_switch all, which follows all branches; remove it",
             null_vector ? "-path_null" : "-path_direction");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadLimits(FsOptions o, MPI_Comm comm, PathOptions *x)
{
  PetscInt  two = 2;
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscCall(FsOptionsReal(o, "-dt", &x->dt, NULL));
  PetscCall(FsOptionsPositive(o, "-path_step", &x->max_step, NULL));
  PetscCall(FsOptionsPositive(o, "-path_length", &x->max_length, NULL));
  PetscCall(FsOptionsReals(o, "-path_load", 2, &two, x->load_range, &set));
  PetscCall(FsOptionsInt(o, "-path_steps", 1, &x->steps, NULL));
  PetscCall(FsOptionsInt(o, "-path_critical", 1, &x->max_criticals, NULL));
  PetscCall(ReadSwitch(o, comm, x));
  PetscCheck(x->dt != 0, comm, PETSC_ERR_USER_INPUT,
             "-dt 0: a path starts with a step of t, up or down");
  PetscCheck(x->load_range[0] <= x->t_start && x->t_start <= x->load_range[1], comm,
             PETSC_ERR_USER_INPUT,
             "-path_load %.6g,%.6g: the path starts at -t_start %.6g, which is outside",
             (double)x->load_range[0], (double)x->load_range[1], (double)x->t_start);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the options about the displacement of a probe. */
static PetscErrorCode ReadProbeLimits(FsOptions o, MPI_Comm comm, PathOptions *x)
{
  static const char *const words[] = {"x", "y", "z", NULL};
  PetscInt                 two     = 2;
  PetscBool                between_set, step_set, active, chosen;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, "-path_probe", &x->probe, &active));
  PetscCall(FsOptionsChoice(o, "-path_component", words, &x->component, &chosen));
  PetscCheck(active || !chosen, comm, PETSC_ERR_USER_INPUT,
             "-path_component needs -path_probe, which is not given");
  PetscCall(FsOptionsReals(o, "-path_between", 2, &two, x->between, &between_set));
  PetscCall(FsOptionsBool(o, "-path_control", &x->control, NULL));
  PetscCall(FsOptionsPositive(o, "-path_step", &x->max_step, &step_set));
  PetscCheck(active == (PetscBool)(between_set || x->control), comm, PETSC_ERR_USER_INPUT,
             active ? "-path_probe: give -path_between, to end the path, or -path_control"
                    : "%s needs -path_probe, which is not given",
             between_set ? "-path_between" : "-path_control");
  PetscCheck(
    !x->control || step_set, comm, PETSC_ERR_USER_INPUT,
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
    .dt            = 0.1,
    .max_step      = 0.05,
    .max_length    = PETSC_MAX_REAL,
    .load_range    = {-PETSC_MAX_REAL, PETSC_MAX_REAL},
    .steps         = 100,
    .max_criticals = PETSC_MAX_INT,
    .component     = 2,
    .between       = {-PETSC_MAX_REAL, PETSC_MAX_REAL}
  };
  PetscCall(ReadLimits(o, comm, x));
  PetscCall(ReadProbeLimits(o, comm, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
