/* balance.c: the energy meter (assembly.h): kinetic and strain energy, momentum, work of loads and moved supports,
   dissipation of dampers, as sums over the terms. Begin with Sum. */
#include "input/profile.h"
#include "assembly/terms/terms.h"
#include "math/vector.h"
#include "vectors.h"

/* Entries of EnergyMeter.sum that every model has; after them npairs forces and npairs paths. */
enum { KINETIC, STRAIN, DAMPING, MOTION, POWER, MOMENTUM, ANGULAR = MOMENTUM + 3, NSUMS = ANGULAR + 3 };

/* Work is summed over the steps: mean force times change of path. A force that acts at fixed places of the model
   in fixed proportions is one number, a pair with its path: for loads and gravity the factor in time with F . q,
   for supports and drivers the reaction with the prescribed motion. Forces that depend on the motion (laws,
   dampers, turning loads, pressures) are vectors, whose path is that of the free dofs. Members named last_ are of
   the reading before. */
struct _n_EnergyMeter {
  Assembly   a; /* borrowed */
  PetscInt   npairs;
  PetscReal *sum;                    /* [NSUMS + 2 npairs] of this reading */
  PetscReal *last_force, *last_path; /* [npairs] */
  PetscReal  last_power, last_t;
  /* M v; NULL in models without terms that read node states (nonlinear elements, joints, turning loads) */
  Vec momentum;
  /* the path of the free dofs, and its change since the reading before; NULL: q is the path, no vector does work */
  Vec path, increment;
  Vec damping, last_damping; /* C v of the linear parts; NULL without dampers */
  Vec applied, last_applied; /* forces that depend on the motion; NULL without any */
  /* [now or before][q, v] -> [nlocal] of all dofs, moved ones included; NULL: no support moves */
  PetscScalar *local[2][2];
  PetscInt     now; /* first index of local for this reading */
  PetscBool    started;
  Energy       energy;
};

static PetscErrorCode CreateVectors(EnergyMeter m)
{
  const DM      dm    = m->a->model->mesh->dm;
  const Layout *l     = &m->a->model->layout;
  PetscBool     damps = PETSC_FALSE, applies = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->a->nterms; k++) {
    damps   = (PetscBool)(damps || m->a->term[k]->damps);
    applies = (PetscBool)(applies || m->a->term[k]->applies);
  }
  if (m->a->local) PetscCall(DMCreateGlobalVector(dm, &m->momentum));
  if (damps || applies) {
    PetscCall(DMCreateGlobalVector(dm, &m->path));
    PetscCall(DMCreateGlobalVector(dm, &m->increment));
  }
  if (damps) {
    PetscCall(DMCreateGlobalVector(dm, &m->damping));
    PetscCall(DMCreateGlobalVector(dm, &m->last_damping));
  }
  if (applies) {
    PetscCall(DMCreateGlobalVector(dm, &m->applied));
    PetscCall(DMCreateGlobalVector(dm, &m->last_applied));
  }
  for (int k = 0; k < 4 && l->nmotions; k++) PetscCall(PetscMalloc1(l->nlocal, &m->local[k / 2][k % 2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterCreate(Assembly a, EnergyMeter *out)
{
  EnergyMeter m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  m->a = a;
  for (PetscInt k = 0; k < a->nterms; k++) m->npairs += a->term[k]->npairs;
  PetscCall(
    PetscCalloc3((size_t)(NSUMS + 2 * m->npairs), &m->sum, m->npairs, &m->last_force, m->npairs, &m->last_path));
  PetscCall(CreateVectors(m));
  *out = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterDestroy(EnergyMeter *out)
{
  EnergyMeter m = *out;

  PetscFunctionBeginUser;
  if (!m) PetscFunctionReturn(PETSC_SUCCESS);
  Vec *const all[] = {&m->momentum,     &m->path,    &m->increment,   &m->damping,
                      &m->last_damping, &m->applied, &m->last_applied};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  for (int k = 0; k < 4; k++) PetscCall(PetscFree(m->local[k / 2][k % 2]));
  PetscCall(PetscFree3(m->sum, m->last_force, m->last_path));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* path and increment of the free dofs at this reading. */
static PetscErrorCode FindPath(EnergyMeter m, const FsState *s)
{
  PetscFunctionBeginUser;
  if (!m->path) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConfigurationPath(m->a->configuration, s->q, m->increment));
  /* increment holds the new path, path the difference; swapped below */
  PetscCall(VecAYPX(m->path, -1, m->increment));
  PetscCall(VecSwap(m->path, m->increment));
  if (!m->started) PetscCall(VecZeroEntries(m->increment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *work += (force + last) . increment / 2 on this rank; then last = force. NULL force: nothing. */
static PetscErrorCode AddWork(EnergyMeter m, Vec force, Vec last, PetscReal *work)
{
  PetscReal dot;

  PetscFunctionBeginUser;
  if (!force) PetscFunctionReturn(PETSC_SUCCESS);
  if (m->started) {
    PetscCall(VecAXPY(last, 1, force));
    PetscCall(LocalDot(last, m->increment, &dot));
    *work += dot / 2;
  }
  PetscCall(VecCopy(force, last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Linear and angular momentum (about the origin, global axes) of this rank's owned nodes from p_of = M v, whose
   moments are in body axes. */
static PetscErrorCode SumMomentum(const Evaluation *ev, Vec p_of, PetscReal momentum[3], PetscReal angular[3])
{
  const Mesh         mesh = ev->assembly->model->mesh;
  const Layout      *l    = &ev->assembly->model->layout;
  const PetscScalar *q, *p;
  PetscInt           first;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) momentum[c] = angular[c] = 0;
  PetscCall(VecGetOwnershipRange(p_of, &first, NULL));
  PetscCall(VecGetArrayRead(ev->s->q, &q));
  PetscCall(VecGetArrayRead(p_of, &p));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    NodeState node;
    double    part[COMPONENTS], arm[3], spin[3];

    if (!mesh->owned[i] || !l->components[i]) continue;
    ConfigurationOwnedNode(ev->assembly->configuration, i, ev->motions, q, NULL, NULL, &node);
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      part[c] = dof < 0 || l->global[dof] < 0 ? 0 : p[l->global[dof] - first];
    }
    cross(node.x, part, arm);
    mat_vec(node.R, part + 3, spin);
    for (int c = 0; c < 3; c++) {
      momentum[c] += part[c];
      angular[c] += arm[c] + spin[c];
    }
  }
  PetscCall(VecRestoreArrayRead(p_of, &p));
  PetscCall(VecRestoreArrayRead(ev->s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sum the terms' shares into b and m->sum; terms with nodes add to local vectors, which are then added to global
   ones. */
static PetscErrorCode SumTerms(EnergyMeter m, const Evaluation *ev, Balance *b)
{
  const DM   dm       = m->a->model->mesh->dm;
  const Term supports = AssemblyTerm(m->a, &prescribed_term);
  PetscReal *force = m->sum + NSUMS, *path = force + m->npairs;
  const Vec  global[3] = {m->momentum, m->applied, m->damping};
  Vec        local[2];

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++)
    if (global[k]) PetscCall(VecZeroEntries(global[k]));
  for (int k = 0; k < 2 && m->a->local; k++) {
    PetscCall(DMGetLocalVector(dm, &local[k]));
    PetscCall(VecZeroEntries(local[k]));
    PetscCall(VecGetArray(local[k], k ? &b->local_applied : &b->local_momentum));
  }
  if (supports) b->reaction = force + supports->first_pair;
  for (PetscInt k = 0; k < m->a->nterms; k++) {
    const Term term = m->a->term[k];

    b->force = force + term->first_pair;
    b->path  = path + term->first_pair;
    if (term->kind->balance) PetscCall(term->kind->balance(term, ev, b));
  }
  for (int k = 0; k < 2 && m->a->local; k++) {
    PetscCall(VecRestoreArray(local[k], k ? &b->local_applied : &b->local_momentum));
    PetscCall(DMLocalToGlobalBegin(dm, local[k], ADD_VALUES, global[k]));
    PetscCall(DMLocalToGlobalEnd(dm, local[k], ADD_VALUES, global[k]));
    PetscCall(DMRestoreLocalVector(dm, &local[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* m->sum = this rank's sums for the state. */
static PetscErrorCode Sum(EnergyMeter m, const FsState *s, const FsLoading *loading)
{
  PetscReal *sum = m->sum;
  Balance    b   = {.momentum = m->momentum, .damping = m->damping, .applied = m->applied};
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(sum, NSUMS + 2 * m->npairs));
  PetscCall(FindPath(m, s));
  b.moved = m->path ? m->path : s->q;
  m->now  = 1 - m->now;
  for (int k = 0; k < 2; k++) {
    b.now[k]    = m->local[m->now][k];
    b.before[k] = m->started ? m->local[1 - m->now][k] : NULL;
  }
  PetscCall(Evaluate(m->a, s, loading, (PetscBool)(m->a->local != NULL), &ev));
  PetscCall(SumTerms(m, &ev, &b));
  sum[KINETIC] = b.kinetic;
  sum[STRAIN]  = b.strain;
  sum[POWER]   = b.power;
  sum[DAMPING] = b.dissipated;
  PetscCall(AddWork(m, m->damping, m->last_damping, &sum[DAMPING]));
  PetscCall(AddWork(m, m->applied, m->last_applied, &sum[MOTION]));
  if (m->momentum) PetscCall(SumMomentum(&ev, m->momentum, &sum[MOMENTUM], &sum[ANGULAR]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* m->energy from m->sum, which holds the sums of all ranks now; t [s]. */
static void accumulate(EnergyMeter m, PetscReal t)
{
  const PetscReal *sum = m->sum, *force = sum + NSUMS, *path = force + m->npairs;

  m->energy.kinetic = sum[KINETIC];
  m->energy.strain  = sum[STRAIN];
  m->energy.damping += sum[DAMPING];
  m->energy.external += sum[MOTION];
  if (m->started) m->energy.damping += (sum[POWER] + m->last_power) / 2 * (t - m->last_t);
  for (PetscInt k = 0; k < m->npairs; k++) {
    if (m->started) m->energy.external += (force[k] + m->last_force[k]) / 2 * (path[k] - m->last_path[k]);
    m->last_force[k] = force[k];
    m->last_path[k]  = path[k];
  }
  for (int c = 0; c < 3; c++) {
    m->energy.momentum[c] = sum[MOMENTUM + c];
    m->energy.angular[c]  = sum[ANGULAR + c];
  }
  m->last_power = sum[POWER];
  m->last_t     = t;
  m->started    = PETSC_TRUE;
}

PetscErrorCode EnergyMeterRead(EnergyMeter m, const FsState *s, const FsLoading *loading, Energy *e)
{
  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_ENERGY));
  PetscCall(Sum(m, s, loading));
  PetscCall(
    MPIU_Allreduce(MPI_IN_PLACE, m->sum, (PetscMPIInt)(NSUMS + 2 * m->npairs), MPIU_REAL, MPI_SUM, m->a->model->comm));
  accumulate(m, s->t);
  *e = m->energy;
  PetscCall(EventEnd(EVENT_ENERGY));
  PetscFunctionReturn(PETSC_SUCCESS);
}
