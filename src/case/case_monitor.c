/* case_monitor.c: calls the program after each step and for each line, and describes a case to it.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscviewer.h>
#include "case_impl.h"

/* Calls the monitor. If it stops on one rank, all ranks stop. */
static PetscErrorCode CallMonitor(void *context, PetscInt step, PetscReal t, PetscBool *stop)
{
  const FsCase c = context;
  CaseCall     call;
  int          ends;

  PetscFunctionBeginUser;
  c->monitored = PETSC_TRUE;
  PetscCall(CaseCallBegin(c, PETSC_TRUE, PETSC_FALSE, &call));
  ends = c->monitor(c->monitor_context, c, step, t) != 0;
  PetscCall(CaseCallEnd(c, &call));
  c->monitored = PETSC_FALSE;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ends, 1, MPI_INT, MPI_MAX, c->comm));
  if (ends) *stop = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetMonitor(FsCase c, FsCaseMonitor monitor, void *context)
{
  PetscFunctionBeginUser;
  c->monitor         = monitor;
  c->monitor_context = context;
  c->watch           = (RunWatch){monitor ? CallMonitor : NULL, c};
  if (c->run) control_set_watch(&ModelRunGet(c->run)->control, c->watch);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMonitor(FsCase c, FsCaseMonitor monitor, void *context)
{
  CASE_CALL(c, SetMonitor(c, monitor, context));
}

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
