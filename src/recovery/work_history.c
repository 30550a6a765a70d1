/* work_history.c: sums the work of each load, moved support, driver and motor.

   Pairs of a factor and a path get their work from the energy meter (energy_meter.c). Loads that
   depend on the motion compute their forces one by one, and the work is the mean force of a step
   times the change of path. Laws integrate their work themselves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "work_history.h"
#include "assembly/term.h"
#include "assembly/vectors.h"
#include "model/joints/joint_cell_iterator.h"
#include "recovery/energy_meter.h"
#include "assembly/constraints/joint_results.h"
#include <string.h>

/* A source of external work that is not a pair: source k of a term. */
typedef struct {
  Term     term;
  PetscInt k, value; /* value: index of the value to which it adds */
  Vec      previous; /* its force at the last reading; NULL for laws, which integrate their work */
} WorkSource;

struct _n_WorkHistory {
  Assembly    a; /* borrowed */
  PetscInt    n;
  char      **name;  /* [n] */
  PetscReal  *value; /* [n] [J]; histories keep pointers to it */
  PetscInt    npairs, nsources;
  PetscInt   *of_pair;      /* [npairs] index of the value to which a pair adds */
  PetscReal  *force, *path; /* [npairs] at the last reading */
  WorkSource *source;       /* [nsources] term by term */
  /* [njoints] indices of values; -1 without springs or dampers */
  PetscInt (*of_joint)[JOINT_ENERGIES];
  PetscReal *power; /* [njoints] of dampers at the last reading [W] */
  PetscReal *sum;   /* [nsources + JOINT_ENERGIES njoints] of this reading */
  NodeState *nodes; /* [nnodes] at the last reading; NULL unless a term remembers nodes */
  Vec        path_current, previous, increment, velocity, force_current; /* NULL without sources */
  /* [s] of the last reading; it may differ from the time of the state after the step by round-off,
     because a step ends at a time of the grid */
  PetscReal t;
  PetscBool started;
};

/* Returns the index of the value with a name, and creates it if it does not exist. */
static PetscErrorCode FindEntry(WorkHistory w, const char name[], PetscInt *value)
{
  PetscFunctionBeginUser;
  for (*value = 0; *value < w->n; (*value)++)
    if (!strcmp(w->name[*value], name)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscRealloc((size_t)(w->n + 1) * sizeof *w->name, &w->name));
  PetscCall(PetscStrallocpy(name, &w->name[w->n++]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the entries of the pairs and sources of all terms. */
static PetscErrorCode AddTermEntries(WorkHistory w)
{
  char      name[256];
  PetscInt  pair = 0, source = 0;
  PetscBool inner = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < w->a->nterms; i++) {
    w->npairs += w->a->term[i]->npairs;
    w->nsources += w->a->term[i]->nsources;
    if (w->a->term[i]->kind->inner_works && w->a->term[i]->remembers_nodes) inner = PETSC_TRUE;
  }
  if (inner) PetscCall(PetscMalloc1(w->a->model->mesh->g.nnodes + 1, &w->nodes));
  PetscCall(PetscCalloc3(w->npairs, &w->of_pair, w->npairs, &w->force, w->npairs, &w->path));
  PetscCall(PetscCalloc1(w->nsources, &w->source));
  for (PetscInt i = 0; i < w->a->nterms; i++) {
    const Term term = w->a->term[i];

    for (PetscInt k = 0; k < term->npairs; k++) {
      term->kind->source(term, k, name, sizeof name);
      PetscCall(FindEntry(w, name, &w->of_pair[pair++]));
    }
    for (PetscInt k = 0; k < term->nsources; k++, source++) {
      term->kind->source(term, term->npairs + k, name, sizeof name);
      w->source[source] = (WorkSource){.term = term, .k = k};
      PetscCall(FindEntry(w, name, &w->source[source].value));
      if (!term->adds_work)
        PetscCall(DMCreateGlobalVector(w->a->model->mesh->dm, &w->source[source].previous));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddJointEntries(WorkHistory w)
{
  static const char *const names[JOINT_ENERGIES] = {"spring_energy", "damper_loss"};
  const Model              model                 = w->a->model;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(model->njoints, &w->of_joint, model->njoints, &w->power));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    for (int what = 0; what < JOINT_ENERGIES; what++) {
      PetscBool has = bushing_has_energy(&j->first.bushing, what);
      char      name[256];

      w->of_joint[i][what] = -1;
      for (int k = 0; k < JOINT_COORDINATES; k++)
        if (coordinate_has_energy(&j->law[k], what) ||
            (what == JOINT_DISSIPATION && friction_acts(&j->law[k].friction)))
          has = PETSC_TRUE;
      if (!has) continue;
      PetscCall(PetscSNPrintf(name, sizeof name, "%s/%s", j->name, names[what]));
      PetscCall(FindEntry(w, name, &w->of_joint[i][what]));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkHistoryCreate(Assembly a, WorkHistory *out)
{
  WorkHistory w;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&w));
  w->a = a;
  PetscCall(AddTermEntries(w));
  PetscCall(AddJointEntries(w));
  PetscCall(PetscCalloc1(w->n, &w->value));
  PetscCall(PetscCalloc1((size_t)(w->nsources + JOINT_ENERGIES * a->model->njoints), &w->sum));
  if (w->nsources) {
    Vec *const vecs[] = {&w->path_current, &w->previous, &w->increment, &w->velocity,
                         &w->force_current};

    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(vecs); k++)
      PetscCall(DMCreateGlobalVector(a->model->mesh->dm, vecs[k]));
  }
  *out = w;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkHistoryDestroy(WorkHistory *out)
{
  WorkHistory w = *out;

  PetscFunctionBeginUser;
  if (!w) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < w->n; k++) PetscCall(PetscFree(w->name[k]));
  for (PetscInt k = 0; k < w->nsources; k++) PetscCall(VecDestroy(&w->source[k].previous));
  PetscCall(PetscFree(w->name));
  PetscCall(PetscFree(w->value));
  PetscCall(PetscFree(w->source));
  PetscCall(PetscFree3(w->of_pair, w->force, w->path));
  PetscCall(PetscFree2(w->of_joint, w->power));
  PetscCall(PetscFree(w->nodes));
  PetscCall(PetscFree(w->sum));
  PetscCall(VecDestroy(&w->path_current));
  PetscCall(VecDestroy(&w->previous));
  PetscCall(VecDestroy(&w->increment));
  PetscCall(VecDestroy(&w->velocity));
  PetscCall(VecDestroy(&w->force_current));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt         WorkHistoryCount(WorkHistory w) { return w->n; }
const char      *WorkHistoryName(WorkHistory w, PetscInt k) { return w->name[k]; }
const PetscReal *WorkHistoryValue(WorkHistory w, PetscInt k) { return &w->value[k]; }

/* Computes the forces f of a source at the state. */
static PetscErrorCode ComputeSourceForce(WorkHistory w, const WorkSource *source,
                                         const Evaluation *ev, Vec f)
{
  const DM     dm = w->a->model->mesh->dm;
  PetscScalar *y;
  Vec          local;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(f));
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &y));
  PetscCall(source->term->kind->source_forces(source->term, ev, source->k, f, y));
  PetscCall(VecRestoreArray(local, &y));
  PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, f));
  PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, f));
  PetscCall(DMRestoreLocalVector(dm, &local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the work of sources on displacements inside of elements to w->sum, and keeps the nodes. */
static PetscErrorCode AddInnerWorks(WorkHistory w, const Evaluation *ev)
{
  const PetscInt nnodes = w->a->model->mesh->g.nnodes;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < w->nsources && w->nodes && w->started; i++) {
    const WorkSource *source = &w->source[i];

    if (source->k == 0 && source->term->kind->inner_works)
      PetscCall(source->term->kind->inner_works(source->term, ev, w->t, w->nodes, w->sum + i));
  }
  if (w->nodes) PetscCall(PetscArraycpy(w->nodes, ev->nodes, nnodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills w->sum with this rank's share of the work of each source since the last reading. */
static PetscErrorCode SumSources(WorkHistory w, const Evaluation *ev)
{
  PetscFunctionBeginUser;
  if (!w->nsources) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConfigurationPath(w->a->configuration, ev->s->q, w->path_current));
  PetscCall(VecWAXPY(w->increment, -1, w->previous, w->path_current));
  for (PetscInt i = 0; i < w->nsources; i++) {
    WorkSource *source   = &w->source[i];
    double      work[2]  = {0, 0};
    Vec         previous = source->previous;
    Balance     b        = {.t_previous     = w->t,
                            .moved_previous = w->previous,
                            .moved          = w->path_current,
                            .v_previous     = w->velocity,
                            .source_work    = &w->sum[i]};

    if (!previous) { /* all laws of a term at once */
      if (source->k == 0 && w->started)
        PetscCall(source->term->kind->balance(source->term, ev, &b));
      continue;
    }
    PetscCall(ComputeSourceForce(w, source, ev, w->force_current));
    if (w->started) {
      PetscCall(LocalDot(w->force_current, w->increment, &work[0]));
      PetscCall(LocalDot(previous, w->increment, &work[1]));
    }
    w->sum[i]        = (work[0] + work[1]) / 2;
    source->previous = w->force_current;
    w->force_current = previous;
  }
  PetscCall(AddInnerWorks(w, ev));
  PetscCall(VecCopy(w->path_current, w->previous));
  PetscCall(VecCopy(ev->s->v, w->velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills sum[njoints][JOINT_ENERGIES] with this rank's share of the energy of springs and the power
   of dampers. */
static PetscErrorCode SumJoints(WorkHistory w, const Evaluation *ev, PetscReal sum[])
{
  PetscFunctionBeginUser;
  for (JointCell c = FirstJointCell(w->a->model); c.joint; NextJointCell(&c))
    PetscCall(JointAddEnergies(ev, c.i, c.e, &sum[JOINT_ENERGIES * c.i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void update_works(WorkHistory w, const PetscReal force[], const PetscReal path[],
                         PetscReal t)
{
  const PetscReal *of_joint = w->sum + w->nsources;

  for (PetscInt k = 0; k < w->npairs; k++) {
    if (w->started)
      w->value[w->of_pair[k]] += (force[k] + w->force[k]) / 2 * (path[k] - w->path[k]);
    w->force[k] = force[k];
    w->path[k]  = path[k];
  }
  for (PetscInt k = 0; k < w->nsources; k++) w->value[w->source[k].value] += w->sum[k];
  for (PetscInt i = 0; i < w->a->model->njoints; i++) {
    const PetscReal power = of_joint[JOINT_ENERGIES * i + JOINT_DISSIPATION];

    if (w->of_joint[i][JOINT_ENERGY] >= 0)
      w->value[w->of_joint[i][JOINT_ENERGY]] = of_joint[JOINT_ENERGIES * i + JOINT_ENERGY];
    if (w->of_joint[i][JOINT_DISSIPATION] >= 0 && w->started)
      w->value[w->of_joint[i][JOINT_DISSIPATION]] += (power + w->power[i]) / 2 * (t - w->t);
    w->power[i] = power;
  }
  w->t       = t;
  w->started = PETSC_TRUE;
}

PetscErrorCode WorkHistoryUpdate(WorkHistory w, const FsState *s, const FsLoading *loading,
                                 EnergyMeter meter)
{
  const PetscInt   n = w->nsources + JOINT_ENERGIES * w->a->model->njoints;
  const PetscReal *force, *path;
  Evaluation       ev;

  PetscFunctionBeginUser;
  EnergyMeterPairs(meter, &force, &path);
  PetscCall(PetscArrayzero(w->sum, n));
  PetscCall(AssemblyEvaluate(w->a, s, loading, (PetscBool)(w->a->local != NULL), &ev));
  PetscCall(SumSources(w, &ev));
  PetscCall(SumJoints(w, &ev, w->sum + w->nsources));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, w->sum, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, w->a->model->comm));
  update_works(w, force, path, s->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkHistoryContinue(WorkHistory w, const FsState *s, const FsLoading *loading,
                                   EnergyMeter meter)
{
  const PetscBool restored = w->started;
  const PetscInt  n        = w->a->model->njoints;
  FsState         at       = *s;
  PetscReal      *power;

  PetscFunctionBeginUser;
  w->started = PETSC_FALSE; /* no step leads to this reading */
  if (restored) at.t = w->t;
  PetscCall(PetscMalloc1(n, &power));
  PetscCall(PetscArraycpy(power, w->power, n));
  PetscCall(WorkHistoryUpdate(w, &at, loading, meter));
  if (restored) PetscCall(PetscArraycpy(w->power, power, n));
  PetscCall(PetscFree(power));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the key of a value in a checkpoint. */
static PetscInt64 hash_name(const char name[])
{
  uint64_t sum = 0;

  for (const char *p = name; *p; p++) sum = sum * 31 + (unsigned char)*p;
  return (PetscInt64)sum;
}

PetscErrorCode WorkHistoryArchive(WorkHistory w, FsArchive a)
{
  PetscInt   n = w->n;
  PetscReal *value;
  char       name[32];

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "works"));
  PetscCall(FsArchiveInt(a, "n", &n));
  PetscCall(PetscCalloc1(n, &value));
  for (PetscInt k = 0; k < n && !a->reading; k++) value[k] = w->value[k];
  PetscCall(FsArchiveReals(a, "value", n, value));
  if (a->reading) PetscCall(PetscArrayzero(w->value, w->n));
  for (PetscInt k = 0; k < n; k++) {
    PetscInt64 known = a->reading ? 0 : hash_name(w->name[k]);

    PetscCall(PetscSNPrintf(name, sizeof name, "name_%d", (int)k));
    PetscCall(FsArchiveInt64(a, name, &known));
    for (PetscInt i = 0; a->reading && i < w->n; i++)
      if (hash_name(w->name[i]) == known) w->value[i] = value[k];
  }
  PetscCall(PetscFree(value));
  PetscCall(FsArchiveBool(a, "started", &w->started));
  PetscCall(FsArchiveReals(a, "t", 1, &w->t));
  PetscCall(FsArchiveReals(a, "power", w->a->model->njoints, w->power));
  if (a->loads_changed) w->started = PETSC_FALSE;
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
