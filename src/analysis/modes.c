/* modes.c: modes of free vibration about the unloaded model, or about its equilibrium under the loads (eigen/modes.h). */
#include "analysis.h"
#include "eigen/modes.h"
#include "equilibrium.h"
#include "input/profile.h"
#include "participation.h"
#include "ignored.h"
#include "run.h"
#include <petsctime.h>

static const FsOptionDoc modes_options[] = {
  {"-modes",         "10",    "how many modes: the lowest, or with -modes_near the nearest; of equal ones all" },
  {"-modes_below",   "<Hz>",  "instead: all below a frequency"                                                 },
  {"-modes_between", "<a,b>", "instead: all in an interval [Hz]"                                               },
  {"-modes_near",    "<Hz>",  "those nearest to a frequency"                                                   },
  {"-modes_point",   "0,0,0", "point about which participation factors and effective masses of rotations count"},
  {NULL,             NULL,    NULL                                                                             }
};

typedef struct {
  ModesWanted wanted;
  PetscReal   point[3];
  PetscBool   loaded; /* -initial_static */
  PetscReal   hertz[2];
  Pencil      pencil;
  Modes       found;
  PetscReal   seconds; /* of the search */
  char        ignored[512];
} ModesRun;

static PetscReal mu_of(PetscReal hertz) { return PetscSqr(2 * PETSC_PI * hertz); }

static PetscErrorCode WantedFromOptions(FsOptions o, MPI_Comm comm, ModesRun *x)
{
  ModesWanted *w   = &x->wanted;
  PetscInt     two = 2, three = 3;
  PetscBool    number, below, between, near;

  PetscFunctionBeginUser;
  w->n = 10;
  PetscCall(FsOptionsInt(o, "-modes", 1, &w->n, &number));
  PetscCall(FsOptionsPositive(o, "-modes_below", &x->hertz[1], &below));
  if (below) x->hertz[0] = 0;
  PetscCall(FsOptionsReals(o, "-modes_between", 2, &two, x->hertz, &between));
  PetscCall(FsOptionsReal(o, "-modes_near", &x->hertz[0], &near));
  PetscCall(FsOptionsReals(o, "-modes_point", 3, &three, x->point, NULL));
  PetscCheck(
    number + below + between <= 1 && below + between + near <= 1, comm, PETSC_ERR_USER_INPUT,
    "-modes, -modes_below and -modes_between exclude each other, and -modes_near goes with -modes alone: give one");
  PetscCheck(!between || (x->hertz[0] >= 0 && x->hertz[1] > x->hertz[0]), comm, PETSC_ERR_USER_INPUT,
             "-modes_between %.6g,%.6g: the second must be above the first, and none negative", (double)x->hertz[0],
             (double)x->hertz[1]);
  PetscCheck(x->hertz[0] < 1e100 && x->hertz[1] < 1e100, comm, PETSC_ERR_USER_INPUT,
             "-modes_...: no structure has a frequency of 1e100 Hz");
  PetscCheck(!near || x->hertz[0] >= 0, comm, PETSC_ERR_USER_INPUT, "-modes_near %.6g: a frequency is not negative",
             (double)x->hertz[0]);
  w->kind = below || (between && x->hertz[0] == 0) ? MODES_BELOW
            : between                              ? MODES_BETWEEN
            : near                                 ? MODES_NEAR
                                                   : MODES_LOWEST;
  w->low  = mu_of(x->hertz[0]);
  w->high = mu_of(x->hertz[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the model, without its loads, does not rest as it is. */
static PetscErrorCode CheckRest(Run *run)
{
  PetscReal most;
  PetscBool rests;
  char      place[160];
  Vec       r;

  PetscFunctionBeginUser;
  PetscCall(FsStageSetUp(run->stage, fs_equilibrium_shift));
  PetscCall(VecDuplicate(run->s.q, &r));
  PetscCall(EquilibriumHolds(run->stage, &run->kind.loading, &run->s, r, &rests));
  PetscCall(VecNorm(r, NORM_INFINITY, &most));
  PetscCall(FsSystemWorstPlace(run->sys, r, place, sizeof place));
  PetscCheck(
    rests, run->comm, PETSC_ERR_USER_INPUT,
    "modes are those of small motions about an equilibrium, and this is none: %.3g N or N m are not balanced at "
    "%s; give -initial_static, or leave out the -initials",
    (double)most, place);
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(FsOptions o, MPI_Comm comm, Run *run, ModesRun *x)
{
  RunKind kind = {.dt = 1, .load_time = "1", .output = {.solves = 1}};

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(WantedFromOptions(o, comm, x));
  PetscCall(FsOptionsReal(o, "-t_start", &run->t_start, NULL));
  PetscCall(FsOptionsBool(o, "-initial_static", &x->loaded, NULL));
  run->t_end   = run->t_start;
  kind.loading = FsLoadingOfEquilibrium(x->loaded ? 1 : 0);
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCall(RunRefusePauses(run, "modes"));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(RunStart(run));
  PetscCall(VecZeroEntries(run->s.v));
  if (!x->loaded && !run->sys->linear) PetscCall(CheckRest(run));
  PetscCall(IgnoreMotions(o, run->model, x->ignored, sizeof x->ignored));
  PetscCall(RunReady(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what is written ----------------------------------------------------------------------------------------------- */

enum { FREQUENCY, GROWTH, DAMPING, RESIDUAL, GENERALIZED_MASS, RIGID, NUMBERS };
static const char *const number_names[NUMBERS] = {"frequency", "growth",           "damping",
                                                  "residual",  "generalized_mass", "rigid"};

typedef struct {
  PetscReal *number[NUMBERS];                           /* [n] */
  PetscReal (*factor)[COMPONENTS], (*mass)[COMPONENTS]; /* [n] */
  ModeFacts   *facts;
  const char **component, **part; /* [n] */
} Rows;

/* The roots of z^2 = -mu: *frequency [Hz] and *growth [1/s] of the motion exp(z t) that grows most. */
static void root(PetscReal mu, PetscReal imaginary, PetscReal *frequency, PetscReal *growth)
{
  const PetscReal size = PetscSqrtReal(PetscSqrtReal(mu * mu + imaginary * imaginary));
  const PetscReal half = PetscAtan2Real(PetscAbsReal(imaginary), -mu) / 2;

  *growth    = imaginary == 0 && mu >= 0 ? 0 : size * PetscCosReal(half);
  *frequency = imaginary == 0 && mu < 0 ? 0 : size * PetscSinReal(half) / (2 * PETSC_PI);
}

static PetscErrorCode FillRows(Run *run, ModesRun *x, Rows *rows)
{
  const Modes  *m = &x->found;
  Participation p;
  Evaluation    ev;
  Vec           Cx;

  PetscFunctionBeginUser;
  PetscCall(Evaluate(AssemblyOf(run->sys), &run->s, &run->kind.loading, PETSC_FALSE, &ev));
  PetscCall(ParticipationCreate(&ev, x->point, x->pencil->M, &p));
  PetscCall(VecDuplicate(run->s.q, &Cx));
  for (PetscInt k = 0; k < m->n; k++) {
    ModeFacts *f = &rows->facts[k];
    PetscReal  damping, omega;

    root(m->zero[k] ? 0 : m->mu[k], m->growth[k], &rows->number[FREQUENCY][k], &rows->number[GROWTH][k]);
    PetscCall(MatMult(x->pencil->C, m->x[k], Cx));
    PetscCall(VecDot(Cx, m->x[k], &damping));
    omega                     = 2 * PETSC_PI * rows->number[FREQUENCY][k];
    rows->number[DAMPING][k]  = omega > 0 ? damping / (2 * omega) : 0;
    rows->number[RESIDUAL][k] = m->residual[k];
    rows->number[RIGID][k]    = m->zero[k];
    PetscCall(ParticipationOf(&p, x->pencil->M, m->x[k], f));
    rows->number[GENERALIZED_MASS][k] = f->largest > 0 ? 1 / PetscSqr(f->largest) : 0;
    for (int c = 0; c < COMPONENTS; c++) {
      rows->factor[k][c] = f->factor[c];
      rows->mass[k][c]   = PetscSqr(f->factor[c]);
    }
    rows->component[k] = component_names[f->component];
    rows->part[k]      = run->model->block[f->part].part;
  }
  PetscCall(OutputTable(run->output, "/modes", "rigid_inertia", COMPONENTS, 0, p.inertia));
  PetscCall(OutputTable(run->output, "/modes", "point", 3, 0, p.point));
  PetscCall(VecDestroy(&Cx));
  PetscCall(ParticipationDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Print(const Run *run, const ModesRun *x, const Rows *rows)
{
  const Modes *m = &x->found;

  PetscFunctionBeginUser;
  if (run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(run->comm, "mode  frequency [Hz]  damping [%%]  mostly\n"));
  for (PetscInt k = 0; k < m->n; k++) {
    const ModeFacts *f        = &rows->facts[k];
    char             how[128] = "";

    if (m->zero[k]) PetscCall(PetscSNPrintf(how, sizeof how, ", rigid or a mechanism"));
    else if (rows->number[GROWTH][k] > 0)
      PetscCall(PetscSNPrintf(how, sizeof how, ", %s: grows with %.4g 1/s",
                              rows->number[FREQUENCY][k] > 0 ? "flutter" : "unstable",
                              (double)rows->number[GROWTH][k]));
    PetscCall(PetscPrintf(run->comm, "%4" PetscInt_FMT "  %14.6g  %11.3g  %s of %s (%.0f %%, %.0f %%)%s\n", k + 1,
                          (double)rows->number[FREQUENCY][k], 100 * (double)rows->number[DAMPING][k],
                          rows->component[k], rows->part[k], 100 * (double)f->share_of_component,
                          100 * (double)f->share_of_part, how));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Write(Run *run, ModesRun *x)
{
  const PetscInt n = x->found.n;
  Rows           rows;

  PetscFunctionBeginUser;
  for (int k = 0; k < NUMBERS; k++) PetscCall(PetscCalloc1(n, &rows.number[k]));
  PetscCall(PetscMalloc5(n, &rows.factor, n, &rows.mass, n, &rows.facts, n, &rows.component, n, &rows.part));
  PetscCall(OutputShapes(run->output, &run->s, "/modes", n, x->found.x, PETSC_TRUE));
  PetscCall(FillRows(run, x, &rows));
  for (int k = 0; k < NUMBERS; k++)
    PetscCall(OutputTable(run->output, "/modes", number_names[k], n, 0, rows.number[k]));
  PetscCall(OutputTable(run->output, "/modes", "participation", n, COMPONENTS, rows.factor[0]));
  PetscCall(OutputTable(run->output, "/modes", "effective_mass", n, COMPONENTS, rows.mass[0]));
  PetscCall(OutputTexts(run->output, "/modes", "component", n, rows.component));
  PetscCall(OutputTexts(run->output, "/modes", "part", n, rows.part));
  PetscCall(OutputNumber(run->output, "/modes", "certified", x->found.certified));
  PetscCall(Print(run, x, &rows));
  for (int k = 0; k < NUMBERS; k++) PetscCall(PetscFree(rows.number[k]));
  PetscCall(PetscFree5(rows.factor, rows.mass, rows.facts, rows.component, rows.part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Before the output is opened, so that input that makes no sense leaves no file. */
static PetscErrorCode Find(Run *run, ModesRun *x)
{
  PetscLogDouble began, ended;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&began));
  PetscCall(PencilCreate(run->sys, &run->s, &run->kind.loading, &x->pencil));
  PetscCall(ModesFind(x->pencil, &x->wanted, &x->found));
  PetscCheck(x->found.n, run->comm, PETSC_ERR_USER_INPUT, "there is no mode from %.6g to %.6g Hz", (double)x->hertz[0],
             (double)x->hertz[1]);
  PetscCall(PetscTime(&ended));
  x->seconds = ended - began;
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WriteAll(Run *run, void *context, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  (void)info;
  PetscCall(Write(run, context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce(const Run *run, const ModesRun *x)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(run->comm, "modes about %s: %" PetscInt_FMT " dofs, shift and inversion by SLEPc and MUMPS\n",
                        x->loaded ? "the equilibrium under the loads"
                                  : "the unloaded model (-initial_static takes the loads along)",
                        run->model->layout.nfree - run->model->layout.nmultipliers));
  if (*x->ignored) PetscCall(PetscPrintf(run->comm, "nothing moves: no use is made of %s\n", x->ignored));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What a frequency interval is, in words. */
static PetscErrorCode Interval(const ModesRun *x, char text[], size_t size)
{
  const Modes *m = &x->found;
  PetscReal    hertz[2], growth;

  PetscFunctionBeginUser;
  root(PetscMax(m->from, 0), 0, &hertz[0], &growth);
  root(PetscMax(m->to, 0), 0, &hertz[1], &growth);
  if (m->from < 0) PetscCall(PetscSNPrintf(text, size, "below %.6g Hz", (double)hertz[1]));
  else PetscCall(PetscSNPrintf(text, size, "from %.6g to %.6g Hz", (double)hertz[0], (double)hertz[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude(const Run *run, const ModesRun *x)
{
  const Modes *m = &x->found;
  char         interval[96], zeros[64] = "";

  PetscFunctionBeginUser;
  PetscCall(Interval(x, interval, sizeof interval));
  if (m->zeros)
    PetscCall(PetscSNPrintf(zeros, sizeof zeros, ", %" PetscInt_FMT " of them rigid motions or mechanisms", m->zeros));
  if (m->certified)
    PetscCall(PetscPrintf(run->comm, "complete %s: %" PetscInt_FMT " modes%s, as the signs of the factors count them\n",
                          interval, m->n, zeros));
  else
    PetscCall(PetscPrintf(run->comm,
                          "%" PetscInt_FMT
                          " modes%s, those found nearest to 0; they cannot be counted, as the stiffness "
                          "matrix is not symmetric (followers, moments or laws, by %.2g): others may grow\n",
                          m->n, zeros, (double)x->pencil->asymmetry));
  PetscCall(PetscPrintf(run->comm, "done: %" PetscInt_FMT " factorizations, %" PetscInt_FMT " solves, %.3g s\n",
                        m->factorings, m->solves, (double)x->seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AnalysisModes(FsOptions o, MPI_Comm comm)
{
  ModesRun   x   = {.loaded = PETSC_FALSE};
  Run        run = {.step = 0};
  FsStepInfo info;

  PetscFunctionBeginUser;
  PetscCall(SetUp(o, comm, &run, &x));
  if (!run.quiet) PetscCall(Announce(&run, &x));
  PetscCall(Find(&run, &x));
  PetscCall(RunLoop(&run, WriteAll, &x, &info));
  if (!run.quiet) PetscCall(Conclude(&run, &x));
  PetscCall(ModesDestroy(&x.found));
  PetscCall(PencilDestroy(&x.pencil));
  PetscCall(RunDestroy(&run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis modes_analysis = {.name = "modes", .title = "Modes", .options = modes_options, .run = AnalysisModes};
