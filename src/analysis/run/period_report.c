/* period_report.c: see period_report.h. Estimates for a first look: about the mesh as it is given, without loads, to four digits. */
#include "period_report.h"
#include "eigen/undamped_modes.h"
#include "base/error.h"

enum {
  SHOWN   = 3,    /* periods */
  FREE    = 40,   /* more motions without stiffness than that are a cable or a membrane without tension */
  LARGEST = 50000 /* unknowns, beyond which they must be asked for: a surface of so many is factored in some seconds */
};

/* *reason, static text: why the pencil has no modes that can be told, NULL: it has. *resting = modes of no or next to no stiffness. */
static PetscErrorCode Look(Pencil p, PetscInt *resting, const char **reason)
{
  const PetscReal least = 1e-10; /* of the largest mu: where factors of something that floats are not of round-off */

  PetscFunctionBeginUser;
  *resting = 0;
  *reason  = NULL;
  if (!(p->largest > 0)) *reason = "nothing that can move has mass (-part_<name>_density)";
  else if (p->sys->multiplier_dependent) *reason = "small motions do not tell whether friction sticks or slips";
  else if (!p->symmetric) *reason = "the stiffness matrix is not symmetric";
  if (*reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilCountBelow(p, least * p->largest, resting));
  if (*resting == PENCIL_SINGULAR) *reason = "the matrices are singular: something has neither mass nor stiffness";
  else if (*resting > FREE)
    *reason = "more than 40 motions meet no resistance, as of cables and membranes without tension "
              "(-analysis modes -initial_static takes the loads along)";
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What a search has made; found: modes are there. */
typedef struct {
  Pencil      pencil;
  Modes       modes;
  PetscBool   found;
  const char *reason; /* why they are not, static text */
} Search;

/* All modes that rest, and SHOWN more. */
static PetscErrorCode Find(FsSystem sys, const FsState *s, Search *x)
{
  const FsLoading none   = FsLoadingOfEquilibrium(0);
  ModesRequest    wanted = {.kind = MODES_LOWEST};
  PetscInt        resting;

  PetscFunctionBeginUser;
  PetscCall(PencilCreate(sys, s, &none, &x->pencil));
  PetscCall(Look(x->pencil, &resting, &x->reason));
  if (x->reason) PetscFunctionReturn(PETSC_SUCCESS);
  wanted.n = PetscMax(resting, 0) + SHOWN;
  PetscCall(ModesFind(x->pencil, &wanted, &x->modes));
  x->found = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Those that are neither rigid nor unstable, by ascending frequency. */
static PetscErrorCode Print(MPI_Comm comm, const Modes *m)
{
  const char *before = " ";
  PetscInt    shown = 0, unstable = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(comm, "natural periods (unloaded, estimates):"));
  for (PetscInt k = 0; k < m->n; k++) {
    const PetscReal hertz = PetscSqrtReal(PetscMax(m->mu[k], 0)) / (2 * PETSC_PI);

    if (m->zero[k]) continue;
    if (m->mu[k] < 0) unstable++;
    else if (shown++ < SHOWN) {
      PetscCall(PetscPrintf(comm, "%s%.4g s (%.4g Hz)", before, (double)(1 / hertz), (double)hertz));
      before = ", ";
    }
  }
  if (!shown) PetscCall(PetscPrintf(comm, " none"));
  if (m->zeros)
    PetscCall(PetscPrintf(comm, "; %" PetscInt_FMT " rigid motion%s or mechanism%s", m->zeros, m->zeros == 1 ? "" : "s",
                          m->zeros == 1 ? "" : "s"));
  if (unstable) PetscCall(PetscPrintf(comm, "; %" PetscInt_FMT " unstable", unstable));
  PetscCall(PetscPrintf(comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Refuse(MPI_Comm comm, const char reason[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(comm, "natural periods: not found: %s\n", reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A search that fails, for want of memory, too, ends neither the run nor what else is told of the model. What it had made by then stays. */
static PetscErrorCode FindAndPrint(FsSystem sys, const FsState *s)
{
  Search      x = {.found = PETSC_FALSE};
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(CatchErrorsBegin(&caught));
  (void)Find(sys, s, &x);
  PetscCall(CatchErrorsEnd());
  if (caught.alone) PetscCall(RaiseCaughtError(sys->comm, &caught));
  if (x.found) PetscCall(Print(sys->comm, &x.modes));
  else PetscCall(Refuse(sys->comm, caught.code ? caught.text : x.reason));
  if (x.found) PetscCall(ModesDestroy(&x.modes));
  if (!caught.code) PetscCall(PencilDestroy(&x.pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PeriodsTell(FsSystem sys, const FsState *s, PetscBool spins, PetscBool asked)
{
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(sys->vec, &n));
  if (spins) PetscCall(Refuse(sys->comm, "the frame turns, which couples modes (-analysis modes)"));
  else if (n > LARGEST && !asked)
    PetscCall(PetscPrintf(sys->comm,
                          "natural periods: left out, as %" PetscInt_FMT
                          " unknowns take time and memory to factor; -show model,periods finds them\n",
                          n));
  else PetscCall(FindAndPrint(sys, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
