/* paths.c: follows equilibrium paths beyond limit points, with their stability and branches.
   See continuation/continuation.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/analysis.h"
#include "critical_points.h"
#include "path_options.h"
#include "continuation/stability.h"
#include "analysis/run/model_analysis.h"
#include "analysis/run/start/node_polynomials.h"
#include "analysis/run/run.h"
#include "diagnosis/doubts/law_doubt.h"

/* ---- the displacement that the path follows -------------------------------------------------- */

typedef struct {
  PetscBool active;    /* there is such a displacement */
  PetscInt  row;       /* row of the dof in this rank's part of vectors; -1 on all other ranks */
  char      name[128]; /* "<probe> in <component>" */
} ControlDisplacement;

/* Finds a component of the displacement of a probe.

   Input:
     probe      name, or NULL if there is no such displacement
     component  0, 1, 2 for x, y, z
   Collective. Input errors: there is no probe of a node with this name; a support constrains or
   moves the component. */
static PetscErrorCode ControlDisplacementCreate(const char probe[], PetscInt component,
                                                const Run *run, ControlDisplacement *control)
{
  static const char *const words[] = {"x", "y", "z"};
  const Layout            *l       = &run->model->layout;
  PetscInt                 node    = -1;
  PetscMPIInt              found   = 0;

  PetscFunctionBeginUser;
  control->row    = -1;
  control->active = (PetscBool)(probe != NULL);
  if (!control->active) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    PetscSNPrintf(control->name, sizeof control->name, "%s in %s", probe, words[component]));
  PetscCall(OutputProbeNode(run->recording.output, "-path_probe", probe, &node));
  if (node >= 0) {
    const PetscInt dof = l->dof[COMPONENTS * node + component];

    found = dof >= 0 && l->global[dof] >= 0;
    if (found) control->row = l->global[dof] - l->first;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, run->comm));
  PetscCheck(found, run->comm, PETSC_ERR_USER_INPUT,
             "-path_probe %s -path_component %s: a support constrains or moves it", probe,
             words[component]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the displacement at the state s in *value [m], on all ranks.
   Collective. */
static PetscErrorCode ControlDisplacementGet(const ControlDisplacement *control, const Run *run,
                                             const FsState *s, PetscReal *value)
{
  const PetscScalar *q;

  PetscFunctionBeginUser;
  *value = 0;
  PetscCall(VecGetArrayRead(s->q, &q));
  if (control->row >= 0) *value = q[control->row];
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, value, 1, MPIU_REAL, MPI_SUM, run->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- paths ----------------------------------------------------------------------------------- */

typedef struct {
  Continuation        c;
  PathOptions         options;
  ControlDisplacement probe;
  PetscReal           displacement;               /* current value of that of the probe [m] */
  PetscInt            bifurcations;               /* so far */
  PetscInt            branch;                     /* number of the current branch; 0: the path */
  PetscInt            first_step, first_critical; /* first of the current branch */
  PetscInt            nended;                     /* branches that ended early or were not found */
  CriticalPointList   critical_points;
  Branches            branches;
  OutputSeries        series[3];
  PetscInt            stability_index; /* number of unstable directions, for the history */
  PetscInt            unlocated;       /* steps in which it changes, without a search for points */
} PathAnalysis;

/* Reads the displacement of the probe at the start. Input error: the path ends there. */
static PetscErrorCode CheckStart(const Run *run, PathAnalysis *x)
{
  const PetscReal *between = x->options.between;

  PetscFunctionBeginUser;
  if (x->probe.active) PetscCall(ControlDisplacementGet(&x->probe, run, &run->s, &x->displacement));
  PetscCheck(between[0] <= x->displacement && x->displacement <= between[1], run->comm,
             PETSC_ERR_USER_INPUT,
             "-path_between %.6g,%.6g: the displacement is %.6g at the start, which is outside",
             (double)between[0], (double)between[1], (double)x->displacement);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Path(void *context, FsArchive a)
{
  PathAnalysis *x = context;

  PetscFunctionBeginUser;
  PetscCall(ContinuationArchive(&x->c, a));
  PetscCall(FsArchiveInt(a, "bifurcations", &x->bifurcations));
  PetscCall(FsArchiveInt(a, "branch", &x->branch));
  PetscCall(FsArchiveInt(a, "stability_index", &x->stability_index));
  PetscCall(FsArchiveInt(a, "unlocated", &x->unlocated));
  PetscCall(CriticalPointListArchive(&x->critical_points, x->c.tangent, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Updates x->stability_index for the current state. */
static PetscErrorCode UpdateStability(PathAnalysis *x)
{
  const PetscInt before = x->stability_index;

  PetscFunctionBeginUser;
  x->stability_index = x->c.index;
  if (x->stability_index >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StabilityByEigenvalues(x->c.pencil, x->c.weights, &x->stability_index));
  if (x->stability_index >= 0 && before >= 0) x->unlocated += x->stability_index != before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Path(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  PathAnalysis *x    = data;
  const RunKind kind = {
    .without_mass = PETSC_TRUE,
    .dt           = 1,
    .load_time    = "t",
    .loading      = FsLoadingOfEquilibrium(1),
    .output       = {.path    = PETSC_TRUE,
                     .solves  = 1,
                     .nseries = PETSC_STATIC_ARRAY_LENGTH(x->series),
                     .series  = x->series},
    .archive      = Archive_Path,
    .context      = x
  };
  ContinuationMeasure measure;
  const char         *obstacle;

  PetscFunctionBeginUser;
  PetscCall(ReadPathOptions(o, comm, &x->options));
  run->t_start = run->t_end = x->options.t_start;
  x->series[0]              = (OutputSeries){"arc_length", 0, &x->c.arc, NULL};
  x->series[1]              = (OutputSeries){"stability_index", 0, NULL, &x->stability_index};
  x->series[2]              = (OutputSeries){"branch", 0, NULL, &x->branch};
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCall(RefuseLawMemory(run->sys, "path"));
  PetscCall(RunRejectHold(run, "path"));
  PetscCheck(!x->options.switch_all || (!run->control.interrupt.given.restart_path[0] &&
                                        !run->control.interrupt.given.checkpoints_enabled &&
                                        run->control.interrupt.given.walltime >= PETSC_MAX_REAL),
             comm, PETSC_ERR_USER_INPUT,
             "-path_switch all keeps states in memory, and cannot be restarted: remove -restart, "
             "-checkpoint and -walltime, or switch at one bifurcation a run");
  PetscCheck(
    !run->sys->traits.linear, comm, PETSC_ERR_USER_INPUT,
    "-analysis path: the model is linear, and its path is a straight line; use -analysis static");
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(RunFindEquilibrium(run));
  PetscCall(ControlDisplacementCreate(x->options.probe, x->options.component, run, &x->probe));
  PetscCall(CheckStart(run, x));
  measure = (ContinuationMeasure){.level_step = x->options.dt,
                                  .max_size   = x->options.max_step,
                                  .controlled = x->options.control,
                                  .row        = x->probe.row,
                                  .moved      = ModelMovesSupports(run->model)};
  PetscCall(NodeWeightsCreate(run, &measure.weights));
  PetscCall(ContinuationCreate(run->sys, &run->s, &measure, &x->c, &obstacle));
  PetscCheck(!obstacle, comm, PETSC_ERR_USER_INPUT, "path: %s", obstacle);
  PetscCall(RunIgnoreMotionOptions(run));
  x->stability_index = -1;
  PetscCall(UpdateStability(x));
  PetscCall(RunFinishSetUp(run));
  run->t_end = PETSC_MAX_REAL; /* for -restart: the path has no last level */
  PetscCall(RunRestore(run));
  if (x->probe.active) PetscCall(ControlDisplacementGet(&x->probe, run, &run->s, &x->displacement));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Leaves the path at a bifurcation. */
static PetscErrorCode SwitchBranch(Run *run, PathAnalysis *x, const CriticalPoint *p,
                                   FsStepInfo *info)
{
  PetscFunctionBeginUser;
  PetscCheck(x->options.null_vector <= p->multiplicity, run->comm, PETSC_ERR_USER_INPUT,
             "-path_null %" PetscInt_FMT ": bifurcation %" PetscInt_FMT
             ", at t = %.6g, has %" PetscInt_FMT " null vectors",
             x->options.null_vector, x->options.switch_point, (double)p->level, p->multiplicity);
  PetscCall(ContinuationUndoStep(&x->c));
  PetscCall(ContinuationSwitchBranch(&x->c, p, x->options.null_vector - 1,
                                     (PetscReal)x->options.sign, &info->solve));
  x->branch = 1;
  if (info->solve.ok && !run->quiet)
    PetscCall(PetscPrintf(run->comm, "the path continues on the other branch\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the critical points of the last step, and leaves the path if the options ask for it. */
static PetscErrorCode HandleCriticalPoints(Run *run, PathAnalysis *x, CriticalPoints *points,
                                           FsStepInfo *info)
{
  PetscBool switched = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < points->n && !switched &&
                       x->critical_points.n - x->first_critical < x->options.max_criticals;
       k++) {
    const PetscBool bifurcation =
      (PetscBool)(points->point[k].kind == CRITICAL_BIFURCATION && !x->branch);

    PetscCall(CriticalPointListAdd(&x->critical_points, run, &x->c, x->branch, &points->point[k]));
    if (bifurcation && x->options.switch_all)
      PetscCall(BranchesAddPoint(&x->branches, x->critical_points.n - 1));
    switched = (PetscBool)(bifurcation && ++x->bifurcations == x->options.switch_point);
    if (switched)
      PetscCall(SwitchBranch(run, x, &x->critical_points.point[x->critical_points.n - 1], info));
  }
  PetscCall(CriticalPointsDestroy(points));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool path_is_done(const Run *run, const PathAnalysis *x)
{
  return (
    PetscBool)(run->step - x->first_step >= x->options.steps || x->c.arc >= x->options.max_length ||
               x->critical_points.n - x->first_critical >= x->options.max_criticals ||
               run->s.t < x->options.load_range[0] || run->s.t > x->options.load_range[1] ||
               x->displacement < x->options.between[0] || x->displacement > x->options.between[1]);
}

/* Records a step from t. */
static PetscErrorCode Record_Path(Run *run, PathAnalysis *x, PetscReal t, FsStepInfo *info,
                                  PetscBool *stop)
{
  PetscFunctionBeginUser;
  info->dt = run->s.t - t;
  run->step++;
  PetscCall(UpdateStability(x));
  PetscCall(RunAcceptAndRecord(run, info));
  if (x->probe.active) PetscCall(ControlDisplacementGet(&x->probe, run, &run->s, &x->displacement));
  if (info->solve.ok) PetscCall(RunPollInterrupt(run, stop));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Follows the path or a branch from the current state to its end. */
static PetscErrorCode FollowPath(Run *run, PathAnalysis *x, FsStepInfo *info, PetscBool *stop)
{
  PetscFunctionBeginUser;
  while (info->solve.ok && !*stop && !path_is_done(run, x)) {
    const PetscReal t = run->s.t;
    CriticalPoints  points;

    *info = (FsStepInfo){.solve.ok = PETSC_TRUE};
    if (x->options.switch_all && !x->branch) PetscCall(BranchesSaveState(&x->branches, run, &x->c));
    x->c.wanted = x->options.max_criticals - (x->critical_points.n - x->first_critical);
    PetscCall(ContinuationStep(&x->c, &points, &info->solve));
    PetscCall(HandleCriticalPoints(run, x, &points, info));
    if (info->solve.ok) PetscCall(Record_Path(run, x, t, info, stop));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Follows one branch of a bifurcation. A branch that cannot be found or ends early does not end the
   run. */
static PetscErrorCode FollowBranch(Run *run, PathAnalysis *x, PetscInt branch_point, PetscInt shape,
                                   PetscInt sign, FsStepInfo *info, PetscBool *stop)
{
  const PetscInt      critical = x->branches.branch_point[branch_point].critical;
  const CriticalPoint start    = x->critical_points.point[critical];

  PetscFunctionBeginUser;
  PetscCall(BranchesRestoreState(&x->branches, branch_point, run, &x->c));
  PetscCall(BranchesAddBranch(&x->branches, critical, shape, sign, run->step + 1));
  x->branch         = x->branches.n;
  x->first_step     = run->step;
  x->first_critical = x->critical_points.n;
  *info             = (FsStepInfo){.solve.ok = PETSC_TRUE};
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm,
                          "branch %" PetscInt_FMT
                          ", from t = %.10g along null vector %" PetscInt_FMT
                          " in direction %" PetscInt_FMT "\n",
                          x->branch, (double)start.level, shape + 1, sign));
  PetscCall(ContinuationSwitchBranch(&x->c, &start, shape, (PetscReal)sign, &info->solve));
  if (info->solve.ok) PetscCall(Record_Path(run, x, start.level, info, stop));
  PetscCall(FollowPath(run, x, info, stop));
  x->branches.branch[x->branch - 1].steps = run->step - x->first_step;
  if (info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!run->recording.diverged, run->comm, PETSC_ERR_NOT_CONVERGED,
             "branch %" PetscInt_FMT ", t = %.6g: %s; a shorter -path_step may help", x->branch,
             (double)run->s.t, info->solve.reason);
  if (!run->quiet)
    PetscCall(PetscPrintf(
      run->comm, "branch %" PetscInt_FMT " ends at t = %.6g: %s (a shorter -path_step may help)\n",
      x->branch, (double)run->s.t, info->solve.reason));
  x->nended++;
  *info = (FsStepInfo){.solve.ok = PETSC_TRUE};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Path(Run *run, void *data, FsStepInfo *info)
{
  PathAnalysis *x    = data;
  PetscBool     stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(FollowPath(run, x, info, &stop));
  for (PetscInt k = 0; k < x->branches.nbranch_points && info->solve.ok && !stop; k++)
    for (PetscInt i = 0;
         i < x->critical_points.point[x->branches.branch_point[k].critical].multiplicity; i++)
      for (PetscInt sign = 1; sign >= -1 && !stop; sign -= 2)
        PetscCall(FollowBranch(run, x, k, i, sign, info, &stop));
  PetscCall(CriticalPointListWrite(&x->critical_points, run));
  PetscCall(BranchesWrite(&x->branches, run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Path(const Run *run, const void *data)
{
  const PathAnalysis *x = data;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(
    run->comm, "path from t = %.6g: %" PetscInt_FMT " dofs, %s\n", (double)run->t_start,
    run->model->layout.nfree - run->model->layout.nmultipliers,
    x->c.index < 0
      ? "stability by the eigenvalues nearest to 0, because the loads are not conservative"
      : "stability by inertia"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Path(const Run *run, const void *data)
{
  const PathAnalysis *x           = data;
  char                missed[192] = "", ended[96] = "", saves[96];

  PetscFunctionBeginUser;
  if (x->c.missed)
    PetscCall(PetscSNPrintf(missed, sizeof missed, " (%" PetscInt_FMT " more could not be located)",
                            x->c.missed));
  if (x->unlocated)
    PetscCall(PetscSNPrintf(missed, sizeof missed,
                            " (the stability index changes in %" PetscInt_FMT
                            " step%s; points are located under conservative loads only)",
                            x->unlocated, x->unlocated == 1 ? "" : "s"));
  if (x->branches.n)
    PetscCall(PetscSNPrintf(ended, sizeof ended,
                            "; %" PetscInt_FMT " branches, of which %" PetscInt_FMT " end early",
                            x->branches.n, x->nended));
  PetscCall(
    InterruptCheckpointCost(&run->control.interrupt, run->recording.seconds, saves, sizeof saves));
  PetscCall(PetscPrintf(run->comm,
                        "done: %" PetscInt_FMT " steps to t = %.6g, length %.6g; %" PetscInt_FMT
                        " critical points%s%s; %" PetscInt_FMT " factorizations, %.3g s%s\n",
                        run->step, (double)run->s.t, (double)x->c.arc, x->critical_points.n, missed,
                        ended, x->c.factorizations, (double)run->recording.seconds, saves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Path(const Run *run, const void *data, const FsStepInfo *info)
{
  PetscFunctionBeginUser;
  (void)data;
  PetscCheck(info->solve.ok, run->comm, PETSC_ERR_NOT_CONVERGED,
             "t = %.6g, step %" PetscInt_FMT ": %s%s; a shorter -path_step may help",
             (double)run->s.t, run->step + 1, info->solve.reason, info->solve.place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Path(void *data)
{
  PathAnalysis *x = data;

  PetscFunctionBeginUser;
  PetscCall(CriticalPointListDestroy(&x->critical_points));
  PetscCall(BranchesDestroy(&x->branches));
  PetscCall(ContinuationDestroy(&x->c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis path_model_analysis = {.size     = sizeof(PathAnalysis),
                                                  .setup    = SetUp_Path,
                                                  .announce = Announce_Path,
                                                  .steps    = Steps_Path,
                                                  .check    = Check_Path,
                                                  .conclude = Conclude_Path,
                                                  .destroy  = Destroy_Path};

const Analysis path_analysis = {
  .name = "path", .title = "Paths", .options = path_options, .model = &path_model_analysis};
