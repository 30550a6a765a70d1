/* case_monitor.c: calls the program after each step, and describes a case to it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscviewer.h>
#include "case_impl.h"

/* Calls the monitor. If it stops on one rank, all ranks stop. */
static PetscErrorCode CallMonitor(void *context, PetscInt step, PetscReal t, PetscBool *stop)
{
  const FsCase c = context;
  int          ends;

  PetscFunctionBeginUser;
  c->monitored = PETSC_TRUE;
  ends         = c->monitor(c->monitor_context, c, step, t) != 0;
  c->monitored = PETSC_FALSE;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ends, 1, MPI_INT, MPI_MAX, c->comm));
  if (ends) *stop = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMonitor(FsCase c, FsCaseMonitor monitor, void *context)
{
  if (!c) return PETSC_ERR_ARG_NULL;
  c->monitor         = monitor;
  c->monitor_context = context;
  c->watch           = (RunWatch){monitor ? CallMonitor : NULL, c};
  if (c->run) ModelRunGet(c->run)->watch = c->watch;
  return PETSC_SUCCESS;
}

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
