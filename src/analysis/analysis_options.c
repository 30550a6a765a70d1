/* analysis_options.c: reads the options of analyses in time, of equilibria, buckling and responses.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis_options.h"

const FsOptionDoc analysis_options[] = {
  {"-analysis", "transient",
   "the analysis: transient, kinematic, static, path, modes, buckling, response, or spectrum (of "
   "integration schemes, without a model)"},
  {NULL,        NULL,        NULL         }
};

const FsOptionDoc transient_options[] = {
  {"-initial_static", "false", "start in equilibrium under the loads at -t_start"},
  {NULL,              NULL,    NULL                                              }
};

/* clang-format off */
const FsOptionDoc kinematic_options[] = {
  {"-dt_min", "dt/1024",
   "shortest step from one state to the next, if positions are found only near the last ones",
   FS_POSITIVE(KinematicOptions, dt_min), FS_DESCRIBED},
  {NULL, NULL, NULL}
};

const FsOptionDoc static_options[] = {
  {"-t_start, -t_end", "0, 1",
   "interval of the load factor t of a static analysis; it multiplies loads without a time "
   "function"},
  {"-dt", "interval/10",
   "step of t; rows are at its multiples after -t_start, and at the ends of steps that were cut "
   "back; in linear models the whole interval. With -load_<name>_place an axle stops at 200 places "
   "of its lines, and in each cell",
   FS_POSITIVE(StaticOptions, step), FS_GIVEN(StaticOptions, step_given), FS_DESCRIBED},
  {"-dt_min", "dt/1024", "shortest step when Newton's method fails",
   FS_POSITIVE(StaticOptions, step_min), FS_DESCRIBED},
  {"-dt_max", "dt, else interval",
   "longest step, of several -dt, when Newton's method is fast; defaults to -dt if that is given",
   FS_POSITIVE(StaticOptions, step_max), FS_DESCRIBED},
  {"-static_count", "last",
   "equilibria whose unstable directions, the negative eigenvalues of the stiffness, are counted: "
   "last, all or none; with -initial_static that of the start"},
  {"-static_stable", "by need",
   "true: continue from an unstable equilibrium downhill to a stable one; false: keep all "
   "equilibria. By default the equilibria that load steps lead to are the answer, and a warning "
   "names unstable ones. Only an unstable first equilibrium that load steps do not reach is left, "
   "such as that of a slack cable"},
  {"-static_arc", "true",
   "where load steps fail, follow the path of equilibria by its arc length, through limit points, "
   "to the load; false: end there", FS_BOOL(StaticOptions, arc)},
  {NULL, NULL, NULL}
};

const FsOptionDoc buckling_options[] = {
  {"-buckling", "4",
   "number of factors: those nearest to 0, of both signs, and all that are equal. Loads without a "
   "time function are multiplied by t, and the model buckles at -t_start plus a factor",
   FS_INT(BucklingOptions, nfactors, 1)},
  {"-buckling_exact", "true",
   "follow the true equilibrium to its critical points, which replace the factors of linear "
   "buckling; false: displacements are proportional to the loads", FS_BOOL(BucklingOptions, exact)},
  {NULL, NULL, NULL}
};

const FsOptionDoc response_options[] = {
  {"-response_range", "<a,b>",
   "frequencies from a to b [Hz], in steps of (b - a) / points, or shorter if the response curves",
   FS_REALS(ResponseOptions, range, 2), FS_GIVEN(ResponseOptions, has_range)},
  {"-response_points", "100", "smallest number of steps in the range",
   FS_INT(ResponseOptions, points, 1), FS_GIVEN(ResponseOptions, has_points)},
  {"-response_bend", "0.05",
   "largest relative deviation of the response from a straight line in a step; 0: no limit",
   FS_NONNEGATIVE(ResponseOptions, bend), FS_GIVEN(ResponseOptions, has_bend)},
  {"-response_frequencies", "<f,...>", "frequencies [Hz], instead of a range",
   FS_LIST(ResponseOptions, list, listed)},
  {"-response_modes", "0",
   "number of lowest modes that represent the response, with a static correction for the others; "
   "0: direct solves", FS_INT(ResponseOptions, modes, 0)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode ReadTransientOptions(FsOptions o, MPI_Comm comm, TransientOptions *x)
{
  PetscFunctionBeginUser;
  *x = (TransientOptions){.allow_unstable = PETSC_FALSE};
  PetscCall(ReadTimeGrid(o, comm, &x->grid));
  PetscCall(FsIntegratorReadOptions(o, comm, &x->scheme));
  PetscCall(FsStepControlReadOptions(o, comm, &x->steps));
  PetscCheck(!x->grid.exact || !x->steps.adapt, comm, PETSC_ERR_USER_INPUT,
             "-dt_exact has no effect with -adapt, which chooses the steps; remove one of them");
  PetscCall(ReadStartOptions(o, PETSC_FALSE, &x->start));
  PetscCall(FsOptionsBool(o, "-allow_unstable", &x->allow_unstable, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadKinematicOptions(FsOptions o, MPI_Comm comm, KinematicOptions *x)
{
  PetscFunctionBeginUser;
  PetscCall(ReadTimeGrid(o, comm, &x->grid));
  x->dt_min = x->grid.dt / 1024;
  PetscCall(FsOptionsReadRows(o, kinematic_options, NULL, x));
  PetscCheck(x->dt_min <= x->grid.dt, comm, PETSC_ERR_USER_INPUT,
             "-dt_min %.6g is more than the step, %.6g s", (double)x->dt_min, (double)x->grid.dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadStaticOptions(FsOptions o, MPI_Comm comm, StaticOptions *x)
{
  PetscFunctionBeginUser;
  *x = (StaticOptions){.t_end = 1, .arc = PETSC_TRUE};
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscCall(FsOptionsReal(o, "-t_end", &x->t_end, NULL));
  PetscCheck(x->t_end > x->t_start, comm, PETSC_ERR_USER_INPUT,
             "-t_end %.6g must be after -t_start %.6g", (double)x->t_end, (double)x->t_start);
  PetscCall(FsOptionsReadRow(o, static_options, "-static_arc", NULL, x));
  PetscCall(ReadStabilityOptions(o, &x->stability));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadStaticSteps(FsOptions o, MPI_Comm comm, PetscBool linear, PetscInt least,
                               StaticOptions *x)
{
  const PetscReal interval = x->t_end - x->t_start;

  PetscFunctionBeginUser;
  x->step = interval / PetscMax(linear ? 1 : 10, least);
  PetscCall(FsOptionsReadRow(o, static_options, "-dt", NULL, x));
  x->step     = PetscMin(x->step, interval);
  x->step_min = x->step / 1024;
  /* the path must hit all levels of a given -dt, and of a load that moves */
  x->step_max = x->step_given || least ? x->step : interval;
  PetscCall(FsOptionsReadRow(o, static_options, "-dt_min", NULL, x));
  PetscCall(FsOptionsReadRow(o, static_options, "-dt_max", NULL, x));
  PetscCheck(x->step_min <= x->step && x->step <= x->step_max, comm, PETSC_ERR_USER_INPUT,
             "-dt_min %.6g, -dt %.6g, -dt_max %.6g: each must be at most the next",
             (double)x->step_min, (double)x->step, (double)x->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadBucklingOptions(FsOptions o, BucklingOptions *x)
{
  PetscFunctionBeginUser;
  *x = (BucklingOptions){.t_start = 0};
  PetscCall(FsOptionsReadRows(o, buckling_options, NULL, x));
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadResponseOptions(FsOptions o, MPI_Comm comm, ResponseOptions *x)
{
  const PetscReal highest = 1e50, round_off = 1e-9;

  PetscFunctionBeginUser;
  *x = (ResponseOptions){.listed = 0};
  PetscCall(FsOptionsReadRows(o, response_options, NULL, x));
  PetscCheck(
    x->has_range + (x->listed > 0) == 1, comm, PETSC_ERR_USER_INPUT,
    "-analysis response: give either -response_range a,b or -response_frequencies f,... [Hz]");
  for (PetscInt k = 0; k < x->listed; k++)
    PetscCheck(x->list[k] >= 0 && x->list[k] < highest, comm, PETSC_ERR_USER_INPUT,
               "-response_frequencies %.6g: a frequency must be between 0 and 1e50 Hz",
               (double)x->list[k]);
  PetscCheck(
    !x->has_range ||
      (x->range[0] >= 0 && x->range[1] > x->range[0] * (1 + round_off) && x->range[1] < highest),
    comm, PETSC_ERR_USER_INPUT,
    "-response_range %.6g,%.6g: the second must be above the first, and both between 0 and 1e50 Hz",
    (double)x->range[0], (double)x->range[1]);
  PetscCheck(x->has_range || !(x->has_points || x->has_bend), comm, PETSC_ERR_USER_INPUT,
             "-response_points and -response_bend need a -response_range, not a list of "
             "frequencies; remove them");
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
