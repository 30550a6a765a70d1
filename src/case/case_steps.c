/* case_steps.c: lets the program that runs a case try, accept and reject steps, and give forces
   and motions, and run analyses by name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "case_impl.h"
#include <fs/case_forces.h>
#include "input/formula/given.h"
#include "model/loads/nodes/given_load.h"
#include <petscviewer.h>

static PetscErrorCode Step(FsCase c, PetscBool *taken)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseStep", "taken", taken, 0, NULL));
  *taken = PETSC_FALSE;
  PetscCall(CaseCheckReady(c, "FsCaseStep"));
  PetscCheck(c->run && ModelRunIsByTime(c->run), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseStep: -analysis %s has no steps in time; call FsCaseRun", c->analysis->name);
  PetscCheck(!given_loads_wait(ModelRunGet(c->run)->model), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseStep: forces of -load_<name>_given change linearly up to a time; call "
             "FsCaseStepTo with it");
  c->phase = CASE_FAILED; /* until the step succeeds */
  PetscCall(ModelRunStep(c->run, taken));
  c->phase = CASE_READY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseStep(FsCase c, PetscBool *taken) { CASE_COMPUTE(c, Step(c, taken)); }

static PetscErrorCode Try(FsCase c, PetscReal dt, PetscBool *ok)
{
  const char *reason = NULL;
  const Run  *run;
  PetscReal   end;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseTry", "ok", ok, sizeof dt, &dt));
  *ok = PETSC_FALSE;
  PetscCall(CaseCheckReady(c, "FsCaseTry"));
  PetscCheck(c->run, c->comm, PETSC_ERR_USER_INPUT, "FsCaseTry: -analysis %s has no steps",
             c->analysis->name);
  PetscCheck(dt > 0, c->comm, PETSC_ERR_USER_INPUT, "FsCaseTry: dt = %.17g must be positive",
             (double)dt);
  run = ModelRunGet(c->run);
  end = case_end_within_round_off(run, run->s.t + dt);
  PetscCheck(!ModelRunIsByTime(c->run) || end <= run->t_end, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseTry: a step of %.17g from t = %.17g ends after -t_end %.17g", (double)dt,
             (double)run->s.t, (double)run->t_end);
  if (ModelRunIsByTime(c->run) && end < run->s.t + dt) dt = end - run->s.t;
  c->phase = CASE_FAILED; /* unless the step was tried without an error */
  PetscCall(ModelRunTry(c->run, dt, ok, &reason));
  c->phase = CASE_READY;
  if (!*ok)
    PetscCall(PetscSNPrintf(c->process.errors.message, sizeof c->process.errors.message,
                            "a step of %.6g s fails: %s", (double)dt, reason ? reason : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseTry(FsCase c, PetscReal dt, PetscBool *ok) { CASE_COMPUTE(c, Try(c, dt, ok)); }

static PetscErrorCode Accept(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckReady(c, "FsCaseAccept"));
  PetscCheck(c->run && ModelRunHasTried(c->run), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseAccept: no step was tried with success");
  c->phase = CASE_FAILED;
  PetscCall(ModelRunAccept(c->run));
  c->phase = CASE_READY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseAccept(FsCase c) { CASE_COMPUTE(c, Accept(c)); }

static PetscErrorCode Reject(FsCase c)
{
  PetscFunctionBeginUser;
  if (c->is_set_up && c->run) ModelRunReject(c->run);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseReject(FsCase c) { CASE_CALL(c, Reject(c)); }

/* Returns whether all of values[n] are finite. */
static PetscBool all_finite(PetscInt n, const PetscReal values[])
{
  for (PetscInt k = 0; k < n; k++)
    if (!isfinite(values[k])) return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Gives the values [n][3] of a load from the column first on: 0 for forces, 3 for moments. */
static PetscErrorCode SetNodal(FsCase c, const char function[], const char name[], PetscInt first,
                               PetscInt n, const PetscReal values[])
{
  const char *const option = first ? "_moments" : "", *const what = first ? "moments" : "forces";
  GivenLoad *load;
  Run       *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, function, "load", name, name ? strlen(name) : 0, name));
  PetscCall(CaseRunOf(c, function, &run));
  load = given_load_find(run->model, name);
  PetscCheck(load && first < load->columns, c->comm, PETSC_ERR_USER_INPUT,
             "%s: there is no load '%.60s' with -load_%.60s_given%s", function, name, name, option);
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(n != load->n),
                          "%s: load '%.60s' has %" PetscInt_FMT
                          " nodes on this rank, and %s on %" PetscInt_FMT " are given",
                          function, name, load->n, what, n));
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(n && (!values || !all_finite(3 * n, values))),
                          "%s: the %s on load '%.60s' are NULL or not finite", function, what,
                          name));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(PetscArraycpy(load->next + load->columns * k + first, values + 3 * k, 3));
  load->waits = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetNodalForce(FsCase c, const char load[], PetscInt n,
                                   const PetscReal values[])
{
  CASE_CALL(c, SetNodal(c, "FsCaseSetNodalForce", load, 0, n, values));
}

PetscErrorCode FsCaseSetNodalMoment(FsCase c, const char load[], PetscInt n,
                                    const PetscReal values[])
{
  CASE_CALL(c, SetNodal(c, "FsCaseSetNodalMoment", load, 3, n, values));
}

/* ---- motions of supports --------------------------------------------------------------------- */

static PetscErrorCode SetMotion(FsCase c, const char support[], PetscInt component,
                                const PetscReal given[3])
{
  const PetscBool rotation = (PetscBool)(component >= 3);
  GivenMotion    *motion;
  PetscReal       qva[3];
  char            option[256];
  Run            *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseSetMotion", "support", support, sizeof component, &component));
  PetscCall(CaseCheckSame(c, "FsCaseSetMotion", "support", support, strlen(support), support));
  PetscCall(CaseRunOf(c, "FsCaseSetMotion", &run));
  PetscCheck(component >= 0 && component < COMPONENTS, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseSetMotion: component %" PetscInt_FMT " is not 0 to 5", component);
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%.150s_%s_%c", support,
                          rotation ? "rotation" : "motion", (char)('x' + component % 3)));
  motion = given_motion_find(run->model->symbols, option);
  PetscCheck(motion, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseSetMotion: there is no '%s given'; set this option before the set-up", option);
  for (int k = 0; k < 3; k++) qva[k] = given[k];
  PetscCallMPI(MPI_Bcast(qva, 3, MPIU_REAL, 0, c->comm)); /* the same bits on all ranks */
  for (int k = 0; k < 3; k++)
    PetscCheck(isfinite(qva[k]), c->comm, PETSC_ERR_USER_INPUT,
               "FsCaseSetMotion: the motion of '%s' is not finite: value %.6g, velocity %.6g, "
               "acceleration %.6g",
               option, (double)qva[0], (double)qva[1], (double)qva[2]);
  PetscCall(PetscArraycpy(motion->next, qva, 3));
  motion->fresh = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMotion(FsCase c, const char support[], PetscInt component, PetscReal value,
                               PetscReal velocity, PetscReal acceleration)
{
  const PetscReal given[3] = {value, velocity, acceleration};

  CASE_CALL(c, SetMotion(c, support, component, given));
}

/* ---- analyses by name ------------------------------------------------------------------------ */

/* Runs analyses that a function names: modes, buckling, path, response. */

/* Gives -analysis <name>, and an option with a number unless its name is NULL, and runs the case.
 */
static PetscErrorCode RunAnalysis(FsCase c, const char name[], const char option[], PetscInt n)
{
  char text[32];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(text, sizeof text, "%" PetscInt_FMT, n));
  PetscCall(FsCaseSetOption(c, "-analysis", name));
  if (option) PetscCall(FsCaseSetOption(c, option, text));
  PetscCall(FsCaseRun(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Modes(FsCase c, PetscInt n)
{
  Run *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseModes", "c", c, sizeof n, &n));
  if (c->phase == CASE_OPTIONS) {
    PetscCall(RunAnalysis(c, "modes", "-modes", n));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCheck(n > 0, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: the number of modes must be positive, not %" PetscInt_FMT, n);
  PetscCheck(!c->monitored, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: a monitor can only look at the case; call it between steps");
  PetscCall(CaseRunOf(c, "FsCaseModes", &run));
  PetscCheck(
    c->phase != CASE_FAILED, c->comm, PETSC_ERR_USER_INPUT,
    "FsCaseModes: the last step has failed, and its state is lost; return to a saved state, "
    "or create another case");
  PetscCheck(ModelRunIsByTime(c->run), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: -analysis %s has no present state; create another case",
             c->analysis->name);
  PetscCall(ModelRunOpenResults(c->run));
  PetscCall(ModesOfState(run, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseModes(FsCase c, PetscInt n) { CASE_COMPUTE(c, Modes(c, n)); }

static PetscErrorCode Buckling(FsCase c, PetscInt n)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseBuckling", "c", c, sizeof n, &n));
  PetscCall(RunAnalysis(c, "buckling", "-buckling", n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseBuckling(FsCase c, PetscInt n) { CASE_COMPUTE(c, Buckling(c, n)); }

PetscErrorCode FsCasePath(FsCase c) { CASE_COMPUTE(c, RunAnalysis(c, "path", NULL, 0)); }

PetscErrorCode FsCaseResponse(FsCase c) { CASE_COMPUTE(c, RunAnalysis(c, "response", NULL, 0)); }

/* ---- lines ----------------------------------------------------------------------------------- */

/* Gives a line to the printer of the program. */
static void call_printer(void *context, PetscBool warning, const char text[])
{
  const FsCase c = context;
  CaseCall     call;

  if (CaseCallBegin(c, PETSC_FALSE, PETSC_FALSE, &call)) return;
  c->printer(c->printer_context, warning, text);
  (void)CaseCallEnd(c, &call);
}

static PetscErrorCode SetPrinter(FsCase c, FsCasePrinter print, void *context)
{
  PetscFunctionBeginUser;
  c->printer                  = print;
  c->printer_context          = context;
  c->process.printing.print   = print ? call_printer : NULL;
  c->process.printing.context = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetPrinter(FsCase c, FsCasePrinter print, void *context)
{
  CASE_CALL(c, SetPrinter(c, print, context));
}

/* ---- a description --------------------------------------------------------------------------- */

static PetscErrorCode ViewRun(Run *run, PetscViewer viewer)
{
  const Model model = run->model;

  PetscFunctionBeginUser;
  PetscCall(PetscViewerASCIIPrintf(viewer, "  step %" PetscInt_FMT " at t = %.6g of %.6g\n",
                                   run->step, (double)run->s.t, (double)run->t_end));
  PetscCall(PetscViewerASCIIPrintf(
    viewer, "  %" PetscInt_FMT " nodes, %" PetscInt_FMT " cells, %" PetscInt_FMT " parts\n",
    model->mesh->nnodes, model->mesh->ncells, model->nparts));
  PetscCall(PetscViewerASCIIPrintf(
    viewer, "  %s model, %" PetscInt_FMT " dofs, %" PetscInt_FMT " multipliers\n",
    run->sys->traits.linear ? "linear" : "nonlinear",
    model->layout.nfree - model->layout.nmultipliers, model->layout.nmultipliers));
  PetscCall(PetscViewerASCIIPrintf(viewer, "  solver: %s\n", FsStageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode View(FsCase c, PetscViewer viewer)
{
  static const char *const phases[] = {"not set up", "ready", "ended", "failed"};
  PetscMPIInt              size;
  PetscBool                ascii;

  PetscFunctionBeginUser;
  if (!viewer) PetscCall(PetscViewerASCIIGetStdout(c->comm, &viewer));
  PetscCall(PetscObjectTypeCompare((PetscObject)viewer, PETSCVIEWERASCII, &ascii));
  PetscCheck(ascii, c->comm, PETSC_ERR_USER_INPUT, "FsCaseView: give an ASCII viewer");
  PetscCallMPI(MPI_Comm_size(c->comm, &size));
  PetscCall(PetscViewerASCIIPrintf(
    viewer, "case%s%s on %d rank%s, %s\n", c->analysis ? " -analysis " : "",
    c->analysis ? c->analysis->name : "", size, size == 1 ? "" : "s", phases[c->phase]));
  if (c->run && c->is_set_up) PetscCall(ViewRun(ModelRunGet(c->run), viewer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseView(FsCase c, PetscViewer viewer) { CASE_CALL(c, View(c, viewer)); }
