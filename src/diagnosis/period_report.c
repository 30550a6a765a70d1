/* period_report.c: prints estimates of the first natural periods of a model.
   They are about the unloaded initial configuration, and accurate to four digits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_summary.h"
#include "eigen/undamped_modes.h"
#include "base/error.h"

enum {
  NPERIODS = 3,
  /* more motions without stiffness belong to cables or membranes without tension */
  MAX_RIGID_MODES = 40,
  /* larger models need -show periods; a surface of this size is factored in seconds */
  MAX_UNKNOWNS = 50000
};

/* Counts the modes of almost no stiffness. *reason is static text that says why the pencil has no
   modes, or NULL. */
static PetscErrorCode CheckPencil(Pencil p, PetscInt *nrigid, const char **reason)
{
  /* Relative to the largest mu: factors of a floating model have no round-off above it. A floating
     frame with six rigid motions, and a mechanism, are in tests/analysis/show_model.py. */
  const PetscReal least = 1e-10;

  PetscFunctionBeginUser;
  *nrigid = 0;
  *reason = NULL;
  if (!(p->largest > 0)) *reason = "no free dof has mass (-part_<name>_density)";
  else if (p->sys->traits.friction)
    *reason = "small motions do not determine whether friction sticks or slips";
  else if (!p->symmetric) *reason = "the stiffness matrix is not symmetric";
  if (*reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilCountBelow(p, least * p->largest, nrigid));
  if (*nrigid == PENCIL_SINGULAR)
    *reason = "the matrices are singular: some dof has neither mass nor stiffness";
  else if (*nrigid > MAX_RIGID_MODES)
    *reason = "more than 40 motions have no stiffness, as those of cables and membranes without "
              "tension (-analysis modes -initial_static includes the loads)";
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Results of a search. */
typedef struct {
  Pencil      pencil;
  Modes       modes;
  PetscBool   found;
  const char *reason; /* why no modes were found, static text */
} PeriodSearch;

/* Finds all rigid motions and mechanisms, and NPERIODS more modes. */
static PetscErrorCode FindPeriods(FsSystem sys, const FsState *s, PeriodSearch *x)
{
  const FsLoading none      = FsLoadingOfEquilibrium(0);
  ModesRequest    selection = {.kind = MODES_LOWEST};
  PetscInt        nrigid;

  PetscFunctionBeginUser;
  PetscCall(PencilCreate(sys, s, &none, &x->pencil));
  PetscCall(CheckPencil(x->pencil, &nrigid, &x->reason));
  if (x->reason) PetscFunctionReturn(PETSC_SUCCESS);
  selection.n = PetscMax(nrigid, 0) + NPERIODS;
  PetscCall(ModesFind(x->pencil, &selection, &x->modes));
  x->found = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the periods of modes that are neither rigid nor unstable, by ascending frequency. */
static PetscErrorCode PrintPeriods(MPI_Comm comm, const Modes *m)
{
  const char *before = " ";
  PetscInt    shown = 0, unstable = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(comm, "natural periods (unloaded, estimates):"));
  for (PetscInt k = 0; k < m->n; k++) {
    const PetscReal hertz = PetscSqrtReal(PetscMax(m->mu[k], 0)) / (2 * PETSC_PI);

    if (m->zero[k]) continue;
    if (m->mu[k] < 0) unstable++;
    else if (shown++ < NPERIODS) {
      PetscCall(
        PetscPrintf(comm, "%s%.4g s (%.4g Hz)", before, (double)(1 / hertz), (double)hertz));
      before = ", ";
    }
  }
  if (!shown) PetscCall(PetscPrintf(comm, " none"));
  if (m->zeros)
    PetscCall(PetscPrintf(comm, "; %" PetscInt_FMT " rigid motion%s or mechanism%s", m->zeros,
                          m->zeros == 1 ? "" : "s", m->zeros == 1 ? "" : "s"));
  if (unstable) PetscCall(PetscPrintf(comm, "; %" PetscInt_FMT " unstable", unstable));
  PetscCall(PetscPrintf(comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintReason(MPI_Comm comm, const char reason[])
{
  return PetscPrintf(comm, "natural periods: not found: %s\n", reason);
}

/* Prints the reason if the search fails, also for lack of memory: this does not end the run.
   Objects of a failed search are not freed. */
static PetscErrorCode FindAndPrint(FsSystem sys, const FsState *s)
{
  PeriodSearch x = {.found = PETSC_FALSE};
  CaughtError  caught;

  PetscFunctionBeginUser;
  PetscCall(CatchErrorsBegin(&caught));
  (void)FindPeriods(sys, s, &x);
  PetscCall(CatchErrorsEnd());
  if (caught.alone) PetscCall(RaiseCaughtError(sys->comm, &caught));
  if (x.found) PetscCall(PrintPeriods(sys->comm, &x.modes));
  else PetscCall(PrintReason(sys->comm, caught.code ? caught.text : x.reason));
  if (x.found) PetscCall(ModesDestroy(&x.modes));
  if (!caught.code) PetscCall(PencilDestroy(&x.pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PeriodReportPrint(FsSystem sys, const FsState *s, PetscBool spins, PetscBool forced)
{
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(sys->vec, &n));
  if (spins)
    PetscCall(PrintReason(sys->comm, "the frame rotates, which couples modes (-analysis modes)"));
  else if (n > MAX_UNKNOWNS && !forced)
    PetscCall(PetscPrintf(sys->comm,
                          "natural periods: not computed, because %" PetscInt_FMT
                          " unknowns need time and memory; -show model,periods computes them\n",
                          n));
  else PetscCall(FindAndPrint(sys, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
