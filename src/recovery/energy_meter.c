/* energy_meter.c: sums energies, momentum and work over the terms of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/profile.h"
#include "assembly/terms/terms.h"
#include "momentum.h"
#include "assembly/nodal_inertia.h"
#include "assembly/vectors.h"
#include "recovery/energy_meter.h"

/* Entries of EnergyMeter.sum that every model has; npairs forces and npairs paths follow. APPLIED
   and APPLIED_PREVIOUS are the work of the forces that depend on the motion, at this reading and at
   the one before. INTEGRATED is the work of terms that integrate it along the step. */
enum {
  KINETIC,
  STRAIN,
  DAMPING,
  POWER,
  APPLIED,
  APPLIED_PREVIOUS,
  LOSS,
  INTEGRATED,
  MOMENTUM = INTEGRATED + WORKS,
  NSUMS    = MOMENTUM + MOMENTA
};

/* The arrays of the pairs, npairs entries each, one after another. */
enum { FORCE, PATH, VELOCITY, ACCELERATION, PAIR };

/* The values of a reading that the next one needs. */
typedef struct {
  PetscReal *force, *path;   /* [npairs] */
  PetscReal  power, t, loss; /* loss: Balance.element_loss of all ranks [J] */
  PetscReal  exchanged;      /* the largest energy that a step has exchanged so far [J] */
  Vec        free_path; /* path of the free dofs; NULL if no vector does work, then q is the path */
  Vec        damping;   /* C v of the linear parts; NULL without dampers */
  Vec        applied;   /* forces that depend on the motion; NULL without such forces */
  Vec        velocity;  /* for terms that integrate work along the step; NULL without such terms */
  /* [nlocal] q and v of all dofs; NULL if no support moves */
  PetscScalar *local[2];
  NodeState   *nodes; /* [nnodes] for terms with Term.remembers_nodes; NULL without such terms */
  Energy       energy;
} EnergyReading;

/* Work is summed over the steps: mean force times change of path. A force that acts at fixed places
   of the model in fixed proportions is one number, a pair with its path. For loads and gravity the
   pair is the factor in time with F . q; for supports and drivers it is the reaction with the
   prescribed motion. Forces that depend on the motion (dampers, follower loads, pressures) are
   vectors, whose path is that of the free dofs. Laws may be stiff and have corners, so their work
   is integrated along the step. */
struct _n_EnergyMeter {
  Assembly   a; /* borrowed */
  PetscInt   npairs;
  PetscReal *sum; /* [NSUMS + PAIR npairs] of this reading */
  /* this reading, and the last accepted one if started is PETSC_TRUE */
  EnergyReading current, previous;
  PetscBool     started;
  Vec           momentum;  /* M v; NULL in linear models */
  RigidMomentum rigid;     /* of linear models; NULL until the first reading */
  Vec           increment; /* change of path since the reading before; NULL if free_path is NULL */
};

/* The vectors that the readings of a model need. */
typedef struct {
  PetscBool adds_damping, adds_applied, adds_work, remembers_nodes;
} ReadingVectors;

static PetscErrorCode CreateEnergyReading(EnergyMeter m, ReadingVectors vectors,
                                          EnergyReading *reading)
{
  const DM      dm = m->a->model->mesh->dm;
  const Layout *l  = &m->a->model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(m->npairs, &reading->force, m->npairs, &reading->path));
  if (vectors.adds_damping || vectors.adds_applied || vectors.adds_work)
    PetscCall(DMCreateGlobalVector(dm, &reading->free_path));
  if (vectors.adds_damping) PetscCall(DMCreateGlobalVector(dm, &reading->damping));
  if (vectors.adds_applied) PetscCall(DMCreateGlobalVector(dm, &reading->applied));
  if (vectors.adds_work) PetscCall(DMCreateGlobalVector(dm, &reading->velocity));
  for (int k = 0; k < 2 && l->nmotions; k++) PetscCall(PetscMalloc1(l->nlocal, &reading->local[k]));
  if (vectors.remembers_nodes)
    PetscCall(PetscMalloc1(m->a->model->mesh->g.nnodes + 1, &reading->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyEnergyReading(EnergyReading *reading)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(reading->force, reading->path));
  PetscCall(VecDestroy(&reading->free_path));
  PetscCall(VecDestroy(&reading->damping));
  PetscCall(VecDestroy(&reading->applied));
  PetscCall(VecDestroy(&reading->velocity));
  for (int k = 0; k < 2; k++) PetscCall(PetscFree(reading->local[k]));
  PetscCall(PetscFree(reading->nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterCreate(Assembly a, EnergyMeter *out)
{
  ReadingVectors vectors   = {PETSC_FALSE, PETSC_FALSE, PETSC_FALSE, PETSC_FALSE};
  PetscBool      nonlinear = PETSC_FALSE;
  EnergyMeter    m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  m->a = a;
  for (PetscInt k = 0; k < a->nterms; k++) {
    const Term term = a->term[k];

    m->npairs += term->npairs;
    if (term->adds_damping) vectors.adds_damping = PETSC_TRUE;
    if (term->adds_applied) vectors.adds_applied = PETSC_TRUE;
    if (term->adds_work) vectors.adds_work = PETSC_TRUE;
    if (term->remembers_nodes) vectors.remembers_nodes = PETSC_TRUE;
    if (term->traits.nonlinear) nonlinear = PETSC_TRUE;
  }
  PetscCall(PetscCalloc1((size_t)(NSUMS + PAIR * m->npairs), &m->sum));
  PetscCall(CreateEnergyReading(m, vectors, &m->current));
  PetscCall(CreateEnergyReading(m, vectors, &m->previous));
  if (m->current.free_path) PetscCall(VecDuplicate(m->current.free_path, &m->increment));
  if (nonlinear) PetscCall(DMCreateGlobalVector(a->model->mesh->dm, &m->momentum));
  *out = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterDestroy(EnergyMeter *out)
{
  EnergyMeter m = *out;

  PetscFunctionBeginUser;
  if (!m) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DestroyEnergyReading(&m->current));
  PetscCall(DestroyEnergyReading(&m->previous));
  PetscCall(VecDestroy(&m->momentum));
  PetscCall(RigidMomentumDestroy(&m->rigid));
  PetscCall(VecDestroy(&m->increment));
  PetscCall(PetscFree(m->sum));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes path, increment and velocity of the free dofs at this reading. */
static PetscErrorCode UpdateFreePath(EnergyMeter m, const FsState *s)
{
  PetscFunctionBeginUser;
  if (!m->increment) PetscFunctionReturn(PETSC_SUCCESS);
  if (m->current.velocity) PetscCall(VecCopy(s->v, m->current.velocity));
  PetscCall(ConfigurationPath(m->a->configuration, s->q, m->current.free_path));
  if (m->started)
    PetscCall(VecWAXPY(m->increment, -1, m->previous.free_path, m->current.free_path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the shares of the terms to b and to the sums of m. */
static PetscErrorCode SumTerms(EnergyMeter m, const Evaluation *ev, Balance *b)
{
  const Term supports = AssemblyTerm(m->a, &prescribed_term);
  PetscReal *pairs    = m->sum + NSUMS;

  PetscFunctionBeginUser;
  if (supports) b->reaction = pairs + supports->first_pair;
  for (PetscInt k = 0; k < m->a->nterms; k++) {
    const Term term = m->a->term[k];

    b->force        = pairs + FORCE * m->npairs + term->first_pair;
    b->path         = pairs + PATH * m->npairs + term->first_pair;
    b->velocity     = pairs + VELOCITY * m->npairs + term->first_pair;
    b->acceleration = pairs + ACCELERATION * m->npairs + term->first_pair;
    if (term->kind->balance) PetscCall(term->kind->balance(term, ev, b));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SumMomentum(EnergyMeter m, const Evaluation *ev, const PetscScalar local[])
{
  PetscReal         *momentum = &m->sum[MOMENTUM];
  const PetscScalar *global;

  PetscFunctionBeginUser;
  if (m->momentum) {
    PetscCall(VecGetArrayRead(m->momentum, &global));
    MomentumOfNodes(ev, global, local, momentum);
    PetscCall(VecRestoreArrayRead(m->momentum, &global));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!m->rigid) PetscCall(RigidMomentumCreate(m->a, &m->rigid));
  PetscCall(RigidMomentumAdd(m->rigid, ev->s->v, ev->motions, momentum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the shares of the terms and the momentum. Terms of nonlinear models add to local vectors,
   which are then added to global ones. */
static PetscErrorCode SumTermsAndMomentum(EnergyMeter m, const Evaluation *ev, Balance *b)
{
  const DM  dm        = m->a->model->mesh->dm;
  const Vec global[3] = {m->momentum, m->current.applied, m->current.damping};
  Vec       local[2]  = {NULL, NULL};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++)
    if (global[k]) PetscCall(VecZeroEntries(global[k]));
  for (int k = 0; k < 2 && m->momentum; k++) {
    PetscCall(DMGetLocalVector(dm, &local[k]));
    PetscCall(VecZeroEntries(local[k]));
    PetscCall(VecGetArray(local[k], k ? &b->local_applied : &b->local_momentum));
  }
  PetscCall(SumTerms(m, ev, b));
  for (int k = 0; k < 2 && m->momentum; k++) {
    if (!global[k]) continue;
    PetscCall(AddLocalToGlobal(m->a->model, local[k], global[k]));
  }
  PetscCall(SumMomentum(m, ev, b->local_momentum));
  for (int k = 0; k < 2 && m->momentum; k++) {
    PetscCall(VecRestoreArray(local[k], k ? &b->local_applied : &b->local_momentum));
    PetscCall(DMRestoreLocalVector(dm, &local[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills m->sum with this rank's sums for the state. */
static PetscErrorCode SumEnergies(EnergyMeter m, const FsState *s, const FsLoading *loading)
{
  PetscReal           *sum = m->sum, damped[2] = {0, 0};
  const EnergyReading *current = &m->current;
  const Vec            last[]  = {m->previous.damping, m->previous.applied};
  /* velocities and motions of supports are not needed: no mass couples free with constrained
     nodes */
  const PetscBool displacements_only =
    (PetscBool)(m->a->displacements_only && HasNodalInertia(m->a->nodal) &&
                !m->a->model->layout.nmotions && !current->nodes);
  const PetscBool nodes = (PetscBool)((m->momentum && !displacements_only) || current->nodes);
  Balance b = {.momentum = m->momentum, .damping = current->damping, .applied = current->applied};
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(sum, NSUMS + PAIR * m->npairs));
  PetscCall(UpdateFreePath(m, s));
  b.moved = current->free_path ? current->free_path : s->q;
  if (m->started) {
    b.t_previous     = m->previous.t;
    b.moved_previous = m->previous.free_path;
    b.v_previous     = m->previous.velocity;
  }
  for (int k = 0; k < 2; k++) {
    b.current[k]  = current->local[k];
    b.previous[k] = m->started ? m->previous.local[k] : NULL;
  }
  b.nodes          = current->nodes;
  b.previous_nodes = m->started ? m->previous.nodes : NULL;
  PetscCall(AssemblyEvaluate(m->a, s, loading, nodes, &ev));
  if (displacements_only)
    PetscCall(ConfigurationDisplacements(m->a->configuration, s, loading, &ev.displacements));
  PetscCall(SumTermsAndMomentum(m, &ev, &b));
  if (m->started && b.damping) {
    PetscCall(LocalDot(b.damping, m->increment, &damped[0]));
    PetscCall(LocalDot(last[0], m->increment, &damped[1]));
  }
  if (m->started && b.applied) {
    PetscCall(LocalDot(b.applied, m->increment, &sum[APPLIED]));
    PetscCall(LocalDot(last[1], m->increment, &sum[APPLIED_PREVIOUS]));
  }
  sum[KINETIC] = b.kinetic;
  sum[STRAIN]  = b.strain;
  sum[POWER] = b.power, sum[LOSS] = b.element_loss;
  sum[DAMPING] = b.dissipated + (damped[0] + damped[1]) / 2;
  PetscCall(PetscArraycpy(&sum[INTEGRATED], b.work, WORKS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the largest work of pair k in a step of dt [s], with its force at either end. The path is
   that of the step, or that of the velocity or acceleration at its end: a motion that starts where
   the step ends has no path yet, but it accelerates masses. */
static PetscReal max_pair_work(EnergyMeter m, PetscInt k, PetscReal dt)
{
  const PetscReal *pair = m->sum + NSUMS + k, previous = m->previous.force[k],
                  current  = pair[FORCE * m->npairs];
  const PetscReal along[]  = {pair[PATH * m->npairs] - m->previous.path[k],
                              pair[VELOCITY * m->npairs] * dt,
                              pair[ACCELERATION * m->npairs] * dt * dt / 2};
  PetscReal       max_work = PetscMax(current * along[0], previous * along[0]);

  for (size_t i = 1; i < PETSC_STATIC_ARRAY_LENGTH(along); i++)
    if (along[i] != 0)
      max_work = PetscMax(max_work, PetscMax(current * along[i], previous * along[i]));
  return max_work;
}

/* Determines whether a step ends with energy that no force accounts for.

   The gain must be more than half of the energy that the step exchanges. It must also be more than
   a tenth of the total energy, and of the largest energy that a step has exchanged so far. max_work
   is the work of the forces. A force that does more work with its value at the end of the step has
   that value during the whole step. Dampers give energy if their formulas do. No implicit scheme
   has so large an error if its step resolves the motion. */
static PetscBool is_spurious_gain(const EnergyReading *previous, const Energy *current,
                                  PetscReal max_work, PetscReal exchanged)
{
  const PetscReal of_step = 0.5, of_all = 0.1, of_steps = 0.1;
  const Energy   *old  = &previous->energy;
  const PetscReal gain = current->kinetic - old->kinetic + current->strain - old->strain - max_work;
  const PetscReal total =
    current->kinetic + old->kinetic + PetscAbsReal(current->strain) + PetscAbsReal(old->strain);

  return (PetscBool)(gain > of_step * exchanged && gain > of_all * total &&
                     gain > of_steps * previous->exchanged);
}

/* Computes the energies of this reading from m->sum, which contains the sums over all ranks; t
   [s]. */
static void update_energies(EnergyMeter m, PetscReal t)
{
  const PetscReal     *sum = m->sum, *force = sum + NSUMS, *path = force + m->npairs;
  const EnergyReading *previous = &m->previous;
  Energy              *e        = &m->current.energy;
  const PetscReal     *work     = sum + INTEGRATED;
  PetscReal            max_work = PetscMax(sum[APPLIED], sum[APPLIED_PREVIOUS]), exchanged;

  m->current.t     = t;
  m->current.power = sum[POWER];
  m->current.loss  = sum[LOSS];
  *e               = previous->energy;
  e->kinetic       = sum[KINETIC];
  e->strain        = sum[STRAIN];
  e->damping += sum[DAMPING];
  e->external += (sum[APPLIED] + sum[APPLIED_PREVIOUS]) / 2 + work[WORK];
  max_work += PetscMax(work[WORK], PetscMax(work[WORK_FROZEN_AT_START], work[WORK_FROZEN_AT_END]));
  if (m->started) {
    max_work += PetscMax(0, -PetscMin(sum[POWER], previous->power)) * (t - previous->t);
    e->damping += (sum[POWER] + previous->power) / 2 * (t - previous->t);
    e->damping += sum[LOSS] - previous->loss;
  }
  for (PetscInt k = 0; k < m->npairs; k++) {
    const PetscReal step = m->started ? path[k] - previous->path[k] : 0;

    e->external += (force[k] + previous->force[k]) / 2 * step;
    if (m->started) max_work += max_pair_work(m, k, t - previous->t);
    m->current.force[k] = force[k];
    m->current.path[k]  = path[k];
  }
  exchanged = PetscAbsReal(e->kinetic - previous->energy.kinetic) +
              PetscAbsReal(e->strain - previous->energy.strain) + PetscAbsReal(max_work);
  m->current.exchanged = m->started ? PetscMax(previous->exchanged, exchanged) : 0;
  e->spurious_gain = (PetscBool)(m->started && is_spurious_gain(previous, e, max_work, exchanged));
  memcpy(e->momentum, &sum[MOMENTUM], sizeof e->momentum);
  memcpy(e->angular, &sum[MOMENTUM + 3], sizeof e->angular);
}

PetscErrorCode EnergyMeterRead(EnergyMeter m, const FsState *s, const FsLoading *loading, Energy *e)
{
  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_ENERGY));
  PetscCall(SumEnergies(m, s, loading));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, m->sum, (PetscMPIInt)(NSUMS + PAIR * m->npairs),
                              MPIU_REAL, MPI_SUM, m->a->model->comm));
  update_energies(m, s->t);
  *e = m->current.energy;
  PetscCall(EventEnd(EVENT_ENERGY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void EnergyMeterAccept(EnergyMeter m)
{
  const EnergyReading previous = m->previous;

  m->previous = m->current;
  m->current  = previous;
  m->started  = PETSC_TRUE;
}

void EnergyMeterPairs(EnergyMeter m, const PetscReal **force, const PetscReal **path)
{
  *force = m->previous.force;
  *path  = m->previous.path;
}

/* Archives the last accepted reading. */
static PetscErrorCode ArchiveEnergyReading(EnergyMeter m, FsArchive a)
{
  const Layout  *l = &m->a->model->layout;
  const PetscInt n = m->a->model->mesh->g.nnodes;
  EnergyReading *r = &m->previous;
  PetscInt      *count, *at, k = 0;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "force", m->npairs, r->force));
  PetscCall(FsArchiveReals(a, "path", m->npairs, r->path));
  PetscCall(FsArchiveReals(a, "power", 1, &r->power));
  PetscCall(FsArchiveReals(a, "t", 1, &r->t));
  if (ModelRemembers(m->a->model)) PetscCall(FsArchiveReals(a, "loss", 1, &r->loss));
  PetscCall(FsArchiveVec(a, "place", r->free_path));
  PetscCall(FsArchiveVec(a, "damping", r->damping));
  PetscCall(FsArchiveVec(a, "applied", r->applied));
  PetscCall(FsArchiveVec(a, "velocity", r->velocity));
  if (!l->nmotions) PetscFunctionReturn(PETSC_SUCCESS);
  /* dofs of nodes; multipliers are not included */
  PetscCall(PetscMalloc2(n, &count, COMPONENTS * (size_t)n, &at));
  for (PetscInt i = 0; i < n; i++) {
    count[i] = 0;
    for (int c = 0; c < COMPONENTS; c++)
      if (l->dof[COMPONENTS * i + c] >= 0) at[k + count[i]++] = l->dof[COMPONENTS * i + c];
    k += count[i];
  }
  PetscCall(FsArchiveRows(a, "local_q", FS_ARCHIVE_NODES, count, at, 1, r->local[0]));
  PetscCall(FsArchiveRows(a, "local_v", FS_ARCHIVE_NODES, count, at, 1, r->local[1]));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterArchive(EnergyMeter m, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "meter"));
  PetscCall(FsArchiveBool(a, "started", &m->started));
  PetscCall(FsArchiveReals(a, "exchanged", 1, &m->previous.exchanged));
  PetscCall(EnergyArchive(&m->previous.energy, a));
  if (!a->loads_changed) PetscCall(ArchiveEnergyReading(m, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterRestoreNodes(EnergyMeter m, const FsState *s, const FsLoading *loading)
{
  FsState    at = *s;
  Evaluation ev;

  PetscFunctionBeginUser;
  if (!m->previous.nodes || !m->started) PetscFunctionReturn(PETSC_SUCCESS);
  at.t = m->previous.t; /* supports were there; the end of the step may have been rounded since */
  PetscCall(AssemblyEvaluate(m->a, &at, loading, PETSC_TRUE, &ev));
  PetscCall(PetscArraycpy(m->previous.nodes, ev.nodes, m->a->model->mesh->g.nnodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterRestart(EnergyMeter m, const FsState *s, const FsLoading *loading)
{
  const Energy    so_far    = m->previous.energy;
  const PetscReal exchanged = m->previous.exchanged;
  Energy          e;

  PetscFunctionBeginUser;
  if (!m->started) PetscFunctionReturn(PETSC_SUCCESS);
  m->started = PETSC_FALSE; /* no step leads to this reading */
  PetscCall(EnergyMeterRead(m, s, loading, &e));
  m->current.energy    = so_far;
  m->current.exchanged = exchanged;
  EnergyMeterAccept(m);
  PetscFunctionReturn(PETSC_SUCCESS);
}
