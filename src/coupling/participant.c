/* participant.c: runs a case as a participant of preCICE, and reads its options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <unistd.h>
#include <string.h>
#include "coupling.h"
#include "base/error.h"
#include "output/output.h"
#include "analysis/run/model_analysis.h"
#include "model/model.h"
#include "precice.h"
#include <stdio.h>

/* ---- loads that preCICE gives ---------------------------------------------------------------- */

/* CoupledLoad - A load -load_<name>_given, and the mesh of preCICE that has its nodes. */
typedef struct {
  char       *name;                                  /* of the load */
  PetscInt    number;                                /* of the load in -loads */
  const char *mesh, *force, *written[LOAD_NWRITTEN]; /* names in preCICE; NULL: none */
  GivenLoad  *load;                                  /* borrowed from the model */
  const char *set;                                   /* set of the load, borrowed from the mesh */
  int     dimension, axis[3]; /* of the mesh of preCICE; axis of the model for each of its axes */
  int     n, *id;             /* number of nodes on this rank; [n] their numbers in preCICE */
  double *value;              /* [n][dimension] values on their way */
} CoupledLoad;

static const char *const field_name[LOAD_NWRITTEN] = {"displacement", "velocity"};

/* Creates a coupled load. Names in preCICE are borrowed, the name of the load
   is copied. */
static PetscErrorCode CoupledLoadCreate(const CoupledLoadOptions *options, CoupledLoad *in)
{
  PetscFunctionBeginUser;
  in->number = options->number;
  in->force  = options->force;
  for (int k = 0; k < LOAD_NWRITTEN; k++) in->written[k] = options->written[k];
  PetscCall(PetscStrallocpy(options->name, &in->name));
  in->mesh = options->mesh ? options->mesh : in->name;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CoupledLoadDestroy(CoupledLoad *in)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(in->name));
  PetscCall(PetscFree2(in->id, in->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Sets the axes of the model that a mesh of two dimensions has: those of a plane model, or else x
   and y. */
static PetscErrorCode ChooseAxes(CoupledLoad *in, const Model model)
{
  int components = 0, n = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < in->load->n; k++)
    components |= model->layout.components[in->load->node[k]] & DISPLACEMENTS;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &components, 1, MPI_INT, MPI_BOR, model->comm));
  if (in->dimension == 3 || __builtin_popcount((unsigned)components) != 2)
    components = DISPLACEMENTS;
  for (int c = 0; c < 3; c++)
    if (components & 1 << c) in->axis[n++] = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: data of a name that is not NULL are not vectors of the mesh. */
static PetscErrorCode CheckData(const CoupledLoad *in, const Precice *p, MPI_Comm comm,
                                const char data[])
{
  PetscFunctionBeginUser;
  if (!data) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(p->getDataDimensions(in->mesh, data) == in->dimension, comm, PETSC_ERR_USER_INPUT,
             "-precice: the data '%s' of mesh '%s' are scalars; declare them as a vector", data,
             in->mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies values of three components to in->value. */
static void pack(CoupledLoad *in, const PetscReal *x)
{
  for (int k = 0; k < in->n; k++)
    for (int c = 0; c < in->dimension; c++)
      in->value[in->dimension * k + c] = (double)x[3 * k + in->axis[c]];
}

/* Copies a field of the nodes of the set to in->value. */
static PetscErrorCode PackField(CoupledLoad *in, ModelRun r, const char name[])
{
  FileResult field;

  PetscFunctionBeginUser;
  PetscCall(
    OutputGetField(ModelRunGet(r)->recording.output, name, in->set, ModelRunState(r), &field));
  pack(in, field.data);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gives the nodes of the load to preCICE, at their places in the mesh.

   Collective. Input errors: the mesh or its data have the wrong dimension. */
static PetscErrorCode CoupledLoadAttach(CoupledLoad *in, const Precice *p, ModelRun r)
{
  const Model model = ModelRunGet(r)->model;

  PetscFunctionBeginUser;
  in->load      = given_load_find(model, in->name);
  in->set       = model->mesh->g.set_name[model->loads.set[in->number]];
  in->n         = (int)in->load->n;
  in->dimension = p->getMeshDimensions(in->mesh);
  PetscCall(ChooseAxes(in, model));
  PetscCall(CheckData(in, p, model->comm, in->force));
  for (int k = 0; k < LOAD_NWRITTEN; k++) PetscCall(CheckData(in, p, model->comm, in->written[k]));
  PetscCall(PetscMalloc2((size_t)in->n, &in->id, (size_t)(3 * in->n), &in->value));
  PetscCall(PackField(in, r, "place"));
  p->setMeshVertices(in->mesh, in->n, in->value, in->id);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Writes the motion of the state that was tried, or of the present one. */
static PetscErrorCode CoupledLoadWrite(CoupledLoad *in, const Precice *p, ModelRun r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LOAD_NWRITTEN; k++) {
    if (!in->written[k]) continue;
    PetscCall(PackField(in, r, field_name[k]));
    p->writeData(in->mesh, in->written[k], in->n, in->id, in->value);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the forces at the end of the next step of dt [s]. Not collective. */
static void coupled_load_read(CoupledLoad *in, const Precice *p, double dt)
{
  if (!in->force) return;
  p->readData(in->mesh, in->force, in->n, in->id, dt, in->value);
  for (int k = 0; k < in->n; k++)
    for (int c = 0; c < in->dimension; c++)
      in->load->next[in->load->columns * k + in->axis[c]] =
        (PetscReal)in->value[in->dimension * k + c];
  in->load->waits = PETSC_TRUE;
}

/* ---- the participant ------------------------------------------------------------------------- */

struct _n_Participant {
  MPI_Comm     comm;
  Precice      precice;
  const char  *name; /* in the configuration; borrowed from the options */
  char         config[PETSC_MAX_PATH_LEN];
  PetscInt     n;
  CoupledLoad *load; /* [n] */
};

PetscErrorCode ParticipantCreate(MPI_Comm comm, const ParticipantOptions *options, Participant *p)
{
  PetscFunctionBeginUser;
  *p = NULL;
  if (!options->config[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(p));
  (*p)->comm = comm;
  (*p)->name = options->name;
  PetscCall(PetscStrncpy((*p)->config, options->config, sizeof(*p)->config));
  PetscCall(PetscCalloc1(options->nloads, &(*p)->load));
  for (PetscInt i = 0; i < options->nloads; i++)
    PetscCall(CoupledLoadCreate(&options->load[i], &(*p)->load[(*p)->n++]));
  PetscCall(PreciceOpen(comm, options->library, &(*p)->precice));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantDestroy(Participant *p)
{
  PetscFunctionBeginUser;
  if (!*p) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < (*p)->n; i++) PetscCall(CoupledLoadDestroy(&(*p)->load[i]));
  PetscCall(PetscFree((*p)->load));
  PetscCall(PreciceClose(&(*p)->precice));
  PetscCall(PetscFree(*p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- errors of preCICE ----------------------------------------------------------------------- */

/* preCICE prints its errors and calls abort(). */
static volatile sig_atomic_t abort_status, abort_prints;

static void end_after_abort(int signal)
{
  static const char text[] = "fsolve: -precice: preCICE ends the run; its own message is above\n";

  (void)signal;
  if (abort_prints && write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(abort_status);
  _exit(abort_status);
}

/* Lets an error of preCICE end the program with an exit status. */
static void catch_abort(MPI_Comm comm, struct sigaction *before)
{
  struct sigaction action = {.sa_handler = end_after_abort};
  PetscMPIInt      rank;

  MPI_Comm_rank(comm, &rank);
  abort_prints = rank == 0;
  abort_status = FS_EXIT_INPUT;
  sigaction(SIGABRT, &action, before);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Joins the coupling, and gives it the initial state. */
static PetscErrorCode Start(Participant p, ModelRun r)
{
  const Precice *const precice = &p->precice;
  PetscMPIInt          rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(p->comm, &rank));
  PetscCallMPI(MPI_Comm_size(p->comm, &size));
  precice->createParticipant_withCommunicator(p->name, p->config, rank, size, &p->comm);
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadAttach(&p->load[i], precice, r));
  if (precice->requiresInitialData())
    for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], precice, r));
  precice->initialize();
  abort_status = FS_EXIT_SOLVE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the steps of the run are shorter than a time window of implicit coupling. */
static PetscErrorCode CheckWindow(const Run *run, PetscReal window)
{
  /* Relative to a window: windows and steps are sums of numbers with a round-off of 1e-16, and a
     step that is shorter by 1e-9 changes no result */
  const PetscReal round_off = 1e-9;

  PetscFunctionBeginUser;
  PetscCheck(run->kind.dt >= window * (1 - round_off), run->comm, PETSC_ERR_USER_INPUT,
             "-precice: implicit coupling takes one step for each time window, but -dt %.6g is "
             "shorter than the window of %.6g s; give windows of this length",
             (double)run->kind.dt, (double)window);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the steps up to the end of a window with explicit coupling, and ends the window. */
static PetscErrorCode StepExplicitly(Participant p, ModelRun r, PetscReal window)
{
  const Run *const run     = ModelRunGet(r);
  const PetscReal  started = run->s.t;

  PetscFunctionBeginUser;
  PetscCall(ModelRunStepTo(r, PetscMin(started + window, run->t_end)));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], &p->precice, r));
  p->precice.advance((double)PetscMin(window, run->s.t - started));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tries one step as long as a window, and accepts it if the participants agree. */
static PetscErrorCode StepImplicitly(Participant p, ModelRun r, PetscReal window)
{
  const char *reason = "";
  PetscBool   ok;

  PetscFunctionBeginUser;
  PetscCall(CheckWindow(ModelRunGet(r), window));
  PetscCall(ModelRunTry(r, window, &ok, &reason));
  if (!ok) PetscCall(ModelRunFail(r));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], &p->precice, r));
  p->precice.advance((double)window);
  if (p->precice.requiresReadingCheckpoint()) ModelRunReject(r);
  else PetscCall(ModelRunAccept(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the steps until preCICE or the run ends. */
static PetscErrorCode StepTogether(Participant p, ModelRun r)
{
  /* Relative to the length of the run. The time is a sum of steps; the round-off of a sum of a
     million steps is 1e-10 of the run. No step of a run is as short as 1e-9 of it. */
  const PetscReal round_off = 1e-9;
  const Run      *run       = ModelRunGet(r);
  PetscBool       implicit  = PETSC_FALSE, ongoing;

  PetscFunctionBeginUser;
  PetscCall(Start(p, r));
  while ((ongoing = (PetscBool)(p->precice.isCouplingOngoing() != 0)) &&
         run->s.t < run->t_end - round_off * (run->t_end - run->t_start)) {
    double window;

    if (p->precice.requiresWritingCheckpoint()) implicit = PETSC_TRUE;
    window = p->precice.getMaxTimeStepSize();
    for (PetscInt i = 0; i < p->n; i++) coupled_load_read(&p->load[i], &p->precice, window);
    if (implicit) PetscCall(StepImplicitly(p, r, (PetscReal)window));
    else PetscCall(StepExplicitly(p, r, (PetscReal)window));
  }
  PetscCall(WarnAllRanks(p->comm, ongoing,
                         "-t_end %.6g ends this run before preCICE ends the coupling; the other "
                         "participants may fail",
                         (double)run->t_end));
  p->precice.finalize();
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantRun(Participant p, ModelRun r)
{
  struct sigaction before;
  Run *const       run = ModelRunGet(r);
  PetscErrorCode   ierr;

  PetscFunctionBeginUser;
  catch_abort(p->comm, &before);
  ierr = StepTogether(p, r);
  sigaction(SIGABRT, &before, NULL);
  PetscCall(ierr);
  run->t_end = run->s.t; /* preCICE may end before */
  PetscCall(ModelRunFinish(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- participant options --------------------------------------------------------------------- */

/* clang-format off */
const FsOptionDoc participant_options[] = {
  {"-precice", "<config.xml>",
   "couples the run with other programs by preCICE, version 3 (docs/coupling.md). The loads "
   "-load_<name>_given get their forces from it"},
  {"-precice_participant", "", "name of this run in the configuration; needed",
   FS_TEXT(ParticipantOptions, name)},
  {"-precice_library", "libprecice.so.3", "the library, if the system does not find it",
   FS_TEXT(ParticipantOptions, library)},
  {"-load_<name>_precice_mesh", "<name>", "mesh of preCICE that has the load's nodes",
   FS_TEXT(CoupledLoadOptions, mesh)},
  {"-load_<name>_precice_force", "Force",
   "data that give the force on each node [N]; none: the forces stay zero",
   FS_TEXT(CoupledLoadOptions, force)},
  {"-load_<name>_precice_displacement", "Displacement",
   "data that get the displacement of each node from the mesh [m]; or none",
   FS_TEXT(CoupledLoadOptions, written[LOAD_DISPLACEMENT])},
  {"-load_<name>_precice_velocity", "none", "data that get the velocity of each node [m/s]",
   FS_TEXT(CoupledLoadOptions, written[LOAD_VELOCITY])},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads the options of the load load->name. */
static PetscErrorCode ReadLoad(FsOptions o, CoupledLoadOptions *load)
{
  const char **const data[] = {&load->force, &load->written[LOAD_DISPLACEMENT],
                               &load->written[LOAD_VELOCITY]};

  PetscFunctionBeginUser;
  load->mesh = load->name;
  PetscCall(FsOptionsReadRows(o, participant_options, load->name, load));
  if (load->mesh == load->name) load->mesh = NULL;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(data); k++)
    if (!strcmp(*data[k], "none")) *data[k] = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds each load whose forces are given. */
static PetscErrorCode ReadLoads(FsOptions o, MPI_Comm comm, ParticipantOptions *options)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-loads", &n, &names));
  PetscCall(PetscCalloc1(n, &options->load));
  for (PetscInt i = 0; i < n; i++) {
    CoupledLoadOptions *load  = &options->load[options->nloads];
    PetscBool           given = PETSC_FALSE;

    PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_given", names[i]), &given, NULL));
    if (!given) continue;
    load->number = i;
    PetscCall(PetscStrallocpy(names[i], &load->name));
    PetscCall(ReadLoad(o, load));
    options->nloads++;
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCheck(options->nloads, comm, PETSC_ERR_USER_INPUT,
             "-precice: no load gets its forces from other programs; give -load_<name>_given true");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: rank 0 cannot read the configuration. */
static PetscErrorCode CheckConfiguration(MPI_Comm comm, const char config[])
{
  PetscMPIInt rank;
  FILE       *file = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) file = fopen(config, "r");
  PetscCall(CheckAllRanks(comm, (PetscBool)(rank == 0 && !file),
                          "-precice %s: the file cannot be read", config));
  if (file) fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadParticipantOptions(FsOptions o, MPI_Comm comm, ParticipantOptions *options)
{
  const char *config = NULL;

  PetscFunctionBeginUser;
  *options = (ParticipantOptions){.nloads = 0};
  PetscCall(FsOptionsText(o, "-precice", &config, NULL));
  if (!config) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsReadRows(o, participant_options, NULL, options));
  PetscCheck(options->name, comm, PETSC_ERR_USER_INPUT,
             "-precice: give -precice_participant, the name of this run in %s", config);
  PetscCall(ReadLoads(o, comm, options));
  PetscCall(FsOptionsFindFile(o, config, options->config, sizeof options->config));
  PetscCall(CheckConfiguration(comm, options->config));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantOptionsDestroy(ParticipantOptions *options)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < options->nloads; i++) PetscCall(PetscFree(options->load[i].name));
  PetscCall(PetscFree(options->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}
