/* show.c: see show.h. */
#include "show.h"
#include "math/vector.h"

/* Above this part of the largest force or moment a balance is told as a warning. Newton's method ends with 1e-10 of the
   displacements, iterative linear solvers at -ksp_rtol: what they leave is part of it. */
static const PetscReal enough = 1e-10;

const FsOptionDoc show_options[] = {
  {"-show", "<word>,...",
   "model: what was understood of it, as parts with masses, supports, joints, resultants of loads, natural periods; "
   "periods: these also of more than 50000 unknowns; balance: at every step loads and reactions beside rates of "
   "momentum, in /history/balance and as a line at the end; works: in /history the work of each load"},
  {NULL,    NULL,         NULL                                                                       }
};

static PetscErrorCode AddSeries(Show *show, const char name[], PetscInt columns, const PetscReal values[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(show->nseries + 1) * sizeof *show->series, &show->series));
  show->series[show->nseries++] = (OutputSeries){.name = name, .columns = columns, .real = values};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateBalance(Assembly assembly, Show *show)
{
  PetscFunctionBeginUser;
  PetscCall(ForceBalanceCreate(assembly, &show->balance));
  PetscCall(AddSeries(show, "balance/force", 3, show->now.left[BALANCE_FORCE]));
  PetscCall(AddSeries(show, "balance/moment", 3, show->now.left[BALANCE_MOMENT]));
  PetscCall(AddSeries(show, "balance/largest", BALANCES, show->now.most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: there are no energies, or nothing that works. */
static PetscErrorCode CreateWorks(FsOptions o, Assembly assembly, Show *show)
{
  const MPI_Comm comm     = AssemblyModel(assembly)->comm;
  PetscBool      energies = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-energies", &energies, NULL));
  PetscCheck(energies, comm, PETSC_ERR_USER_INPUT, "-show works is of the energies; remove -energies false");
  PetscCall(WorksCreate(assembly, &show->works));
  PetscCheck(WorksCount(show->works), comm, PETSC_ERR_USER_INPUT,
             "-show works has no effect: the model has no loads, no gravity, no motions, and no springs or dampers in "
             "joints; remove it");
  for (PetscInt k = 0; k < WorksCount(show->works); k++)
    PetscCall(AddSeries(show, WorksName(show->works, k), 0, WorksValue(show->works, k)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowFromOptions(FsOptions o, Assembly assembly, OutputKind *kind, Show *show)
{
  static const char *const choices[] = {"balance", "works", "model", "periods"};
  PetscBool                wanted[4] = {PETSC_FALSE};
  PetscInt                 n;
  char                   **words;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-show", &n, &words));
  for (PetscInt k = 0; k < n; k++) {
    PetscBool same = PETSC_FALSE;

    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(choices) && !same; i++) {
      PetscCall(PetscStrcasecmp(words[k], choices[i], &same));
      if (same) wanted[i] = PETSC_TRUE;
    }
    PetscCheck(same, AssemblyModel(assembly)->comm, PETSC_ERR_USER_INPUT,
               "-show %s: unknown; choose of balance, model, periods, works", words[k]);
  }
  PetscCall(PetscStrNArrayDestroy(n, &words));
  show->model   = wanted[2];
  show->periods = wanted[3];
  if (!wanted[0] && !wanted[1]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!kind->amplitudes, AssemblyModel(assembly)->comm, PETSC_ERR_USER_INPUT,
             "-show %s: harmonic motion has no states to %s; take it of a run in time", wanted[0] ? "balance" : "works",
             wanted[0] ? "balance" : "work between");
  PetscCall(PetscMalloc1(kind->nseries, &show->series));
  PetscCall(PetscArraycpy(show->series, kind->series, kind->nseries));
  show->nseries = kind->nseries;
  if (wanted[0]) PetscCall(CreateBalance(assembly, show));
  if (wanted[1]) PetscCall(CreateWorks(o, assembly, show));
  kind->series  = show->series;
  kind->nseries = show->nseries;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowDestroy(Show *show)
{
  PetscFunctionBeginUser;
  PetscCall(ForceBalanceDestroy(&show->balance));
  PetscCall(WorksDestroy(&show->works));
  PetscCall(PetscFree(show->series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void read_energy(Show *show, const Energy *e)
{
  const PetscReal free = e->kinetic + e->strain + e->damping - e->external;

  if (!show->started) show->first = free;
  show->energy = PetscMax(show->energy, PetscAbsReal(free - show->first));
  show->exchanged =
    PetscMax(show->exchanged, PetscMax(PetscAbsReal(e->kinetic + e->strain), PetscAbsReal(e->external)));
}

PetscErrorCode ShowResume(Show *show, const FsState *s, const FsLoading *loading, EnergyMeter meter)
{
  PetscFunctionBeginUser;
  if (show->works) PetscCall(WorksRead(show->works, s, loading, meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowArchive(Show *show, FsArchive a)
{
  PetscBool counted = (PetscBool)(show->works != NULL);

  PetscFunctionBeginUser;
  PetscCall(FsArchiveBool(a, "works_counted", &counted));
  PetscCheck(counted || !show->works, a->comm, PETSC_ERR_USER_INPUT,
             "-show works: the run before has not counted them; leave it out, or begin that run anew with it");
  if (show->works) PetscCall(WorksArchive(show->works, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowRead(Show *show, const FsState *s, const FsLoading *loading, EnergyMeter meter, const Energy *energy)
{
  PetscFunctionBeginUser;
  if (show->works) PetscCall(WorksRead(show->works, s, loading, meter));
  if (!show->balance) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ForceBalanceAt(show->balance, s, loading, &show->now));
  for (int k = 0; k < BALANCES; k++) {
    const PetscReal left = norm(show->now.left[k]);

    show->most[k] = PetscMax(show->most[k], show->now.most[k]);
    if (left <= show->worst[k]) continue; /* NaN is the worst */
    show->worst[k] = left;
    show->when[k]  = s->t;
  }
  if (energy) read_energy(show, energy);
  show->started = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowConclude(const Show *show, MPI_Comm comm, PetscBool quiet)
{
  static const char *const what[BALANCES] = {"forces", "moments"};
  PetscReal                part[BALANCES];
  char                     energy[48] = "";

  PetscFunctionBeginUser;
  if (!show->balance) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < BALANCES; k++) part[k] = show->worst[k] == 0 ? 0 : show->worst[k] / show->most[k];
  if (show->exchanged > 0)
    PetscCall(PetscSNPrintf(energy, sizeof energy, ", energy %.1e", (double)(show->energy / show->exchanged)));
  if (!quiet)
    PetscCall(PetscPrintf(comm, "balance: forces %.1e, moments %.1e of the largest%s\n", (double)part[BALANCE_FORCE],
                          (double)part[BALANCE_MOMENT], energy));
  for (int k = 0; k < BALANCES; k++)
    if (!(part[k] <= enough))
      PetscCall(PetscFPrintf(comm, stderr,
                             "fsolve: warning: at t = %.6g %s are out of balance by %.1e of the largest one: steps are "
                             "not solved to the last digit (-ksp_rtol), or large forces cancel in stiff elements\n",
                             (double)show->when[k], what[k], (double)part[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
