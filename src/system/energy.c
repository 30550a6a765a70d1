/* energy.c: kinetic and strain energy, momentum, work of loads and moved supports, dissipation of dampers. */
#include "fe.h"
#include "profile.h"
#include "vector.h"

/* Entries of sum that every model has, then those of nonlinear ones, then one for each term of work. */
enum { KINETIC, STRAIN, DAMPING, MOTION, POWER, MOMENTUM, ANGULAR = MOMENTUM + 3, NSUMS = ANGULAR + 3 };

/* Works are sums over the steps of the mean force times the displacement. Terms: a force whose place in the model is
   fixed times a path: loads and gravity (force: the factor of time; path: F . q), motions of supports and drivers of
   joints (the reaction; the motion). Forces that depend on the motion (laws, dampers, turning loads, pressures) are vectors. */
struct _n_EnergyMeter {
  FE        *fe;
  PetscBool  elements; /* the model has nonlinear ones, and momentum is asked for */
  PetscInt   nloads, nmotions, nterms;
  PetscReal *force, *path;                      /* [nterms] */
  PetscReal *sum;                               /* [nterms + NSUMS] to be reduced */
  PetscReal *last_force, *last_path, *reaction; /* of the step before; [nmotions] of nonlinear elements */
  PetscReal  last_power, last_t;
  Vec        product;
  Vec        increment, q; /* of the displacement over the step, with it of rotations; q of the step before */
  Vec        Cv, moving;   /* of the step before: C v (with damping), forces that depend on the motion */
  Vec        total;        /* sum of the increments, where rotations are none of q; NULL: q is the path */
  Vec        applied;      /* forces of loads that depend on the configuration */
  PetscBool  started;
  Energy     energy;
};

enum { FIELDS = 3 }; /* terms of gravity */

PetscErrorCode EnergyMeterCreate(System sys, EnergyMeter *out)
{
  EnergyMeter m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  m->fe       = sys->data;
  m->elements = (PetscBool)(m->fe->local != NULL);
  m->nloads   = m->fe->model->nloads;
  m->nmotions = DriveCount(m->fe->drive) + JointsCountDrivers(m->fe->model);
  m->nterms   = m->nloads + FIELDS + m->nmotions;
  PetscCall(PetscCalloc6(m->nterms, &m->force, m->nterms, &m->path, m->nterms + NSUMS, &m->sum, m->nterms,
                         &m->last_force, m->nterms, &m->last_path, m->nmotions, &m->reaction));
  PetscCall(VecDuplicate(sys->vec, &m->product));
  if (m->fe->C || m->fe->model->nlaws || m->elements || sys->rotates) {
    PetscCall(VecDuplicate(sys->vec, &m->q));
    PetscCall(VecDuplicate(sys->vec, &m->increment));
  }
  if (m->fe->C) PetscCall(VecDuplicate(sys->vec, &m->Cv));
  if (m->fe->model->nlaws || m->elements) PetscCall(VecDuplicate(sys->vec, &m->moving));
  if (m->elements) PetscCall(VecDuplicate(sys->vec, &m->applied));
  if (sys->rotates) {
    PetscCall(VecDuplicate(sys->vec, &m->total));
    PetscCall(VecZeroEntries(m->total));
  }
  *out = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterDestroy(EnergyMeter *m)
{
  PetscFunctionBeginUser;
  if (!*m) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree6((*m)->force, (*m)->path, (*m)->sum, (*m)->last_force, (*m)->last_path, (*m)->reaction));
  PetscCall(VecDestroy(&(*m)->product));
  PetscCall(VecDestroy(&(*m)->increment));
  PetscCall(VecDestroy(&(*m)->q));
  PetscCall(VecDestroy(&(*m)->Cv));
  PetscCall(VecDestroy(&(*m)->moving));
  PetscCall(VecDestroy(&(*m)->total));
  PetscCall(VecDestroy(&(*m)->applied));
  PetscCall(PetscFree(*m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* This rank's share of x . y */
static PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot)
{
  const PetscScalar *a, *b;
  PetscReal          sum[4] = {0, 0, 0, 0}; /* four chains of additions: one would wait for itself */
  PetscInt           n, i;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &a));
  PetscCall(VecGetArrayRead(y, &b));
  for (i = 0; i + 3 < n; i += 4)
    for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
  for (; i < n; i++) sum[0] += a[i] * b[i];
  *dot = sum[0] + sum[1] + sum[2] + sum[3];
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(VecRestoreArrayRead(y, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* This rank's share of x . A x */
static PetscErrorCode LocalSquare(EnergyMeter m, Mat A, Vec x, PetscReal *square)
{
  PetscFunctionBeginUser;
  if (m->fe->stencil) {
    PetscCall(StencilSquare(A, x, square));
  } else {
    PetscCall(MatMult(A, x, m->product));
    PetscCall(LocalDot(m->product, x, square));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors of loads and of gravity, and F . path of each. */
static PetscErrorCode LoadPaths(EnergyMeter m, const State *s, PetscReal path[])
{
  const Vec          moved = m->total ? m->total : s->q;
  const PetscScalar *q;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(moved, &q));
  for (PetscInt k = 0; k < m->nloads; k++) {
    const Load *load = &m->fe->model->load[k];

    path[k] = 0;
    for (PetscInt i = 0; i < load->n; i++) path[k] += load->force[i] * q[load->at[i]];
    m->force[k] = m->fe->factor * ExpressionValue(load->time, &s->t);
  }
  PetscCall(VecRestoreArrayRead(moved, &q));
  PetscCall(ModelGravity(m->fe->model, s->t, m->force + m->nloads));
  for (int c = 0; c < FIELDS; c++) {
    path[m->nloads + c] = 0;
    if (m->fe->field[c]) PetscCall(LocalDot(m->fe->field[c], moved, &path[m->nloads + c]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What has moved since the step before: displacements, and rotation vectors of body axes; and all such increments so
   far, the path. */
static PetscErrorCode FindIncrement(EnergyMeter m, const State *s)
{
  const Chart       *chart = NodesChart(m->fe->model->nodes);
  const PetscScalar *turned;
  PetscScalar       *x;

  PetscFunctionBeginUser;
  if (m->started) PetscCall(VecWAXPY(m->increment, -1, m->q, s->q));
  else PetscCall(VecZeroEntries(m->increment));
  PetscCall(VecCopy(s->q, m->q));
  if (!m->total) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(m->fe->turned, &turned));
  PetscCall(VecGetArray(m->increment, &x));
  for (PetscInt k = 0; k < chart->n && m->started; k++) {
    double theta[3];

    chart_get(chart->at[k], turned, theta);
    chart_put(chart->at[k], theta, x);
  }
  PetscCall(VecRestoreArray(m->increment, &x));
  PetscCall(VecRestoreArrayRead(m->fe->turned, &turned));
  PetscCall(VecZeroEntries(m->fe->turned));
  PetscCall(VecAXPY(m->total, 1, m->increment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Half (force + force before) . increment of this rank, where force is in m->product; keeps it in last. */
static PetscErrorCode WorkOfStep(EnergyMeter m, Vec last, PetscReal *work)
{
  PetscFunctionBeginUser;
  *work = 0;
  if (m->started) {
    PetscCall(VecAXPY(last, 1, m->product));
    PetscCall(LocalDot(last, m->increment, work));
    *work /= 2;
  }
  PetscCall(VecCopy(m->product, last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Linear and angular momentum of this rank's owned nodes, p (moments in body axes) in m->product. */
static PetscErrorCode SumMomentum(EnergyMeter m, const State *s, PetscReal momentum[3], PetscReal angular[3])
{
  const Mesh         mesh = m->fe->model->mesh;
  const Layout      *l    = &m->fe->model->layout;
  const PetscScalar *q, *p;
  PetscInt           first;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) momentum[c] = angular[c] = 0;
  PetscCall(VecGetOwnershipRange(m->product, &first, NULL));
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(m->product, &p));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    NodeState node;
    double    part[COMPONENTS], arm[3], spin[3];

    if (!mesh->owned[i] || !l->components[i]) continue;
    NodesOwned(m->fe->model->nodes, i, q, NULL, NULL, &node);
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
  PetscCall(VecRestoreArrayRead(m->product, &p));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Nonlinear elements: their energies are added; m->product is M v, and becomes the forces of loads that depend on
   the motion. */
static PetscErrorCode AddElements(EnergyMeter m, const State *s)
{
  PetscReal  *sum = m->sum;
  ElementSums sums;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(m->applied));
  PetscCall(PetscArrayzero(m->reaction, m->nmotions));
  PetscCall(ElementsBalance(m->fe, s, m->product, m->applied, m->reaction, &sums));
  sum[KINETIC] += 2 * sums.kinetic;
  sum[STRAIN] += 2 * sums.strain;
  sum[POWER] = sums.power;
  PetscCall(SumMomentum(m, s, &sum[MOMENTUM], &sum[ANGULAR]));
  PetscCall(VecCopy(m->applied, m->product));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* This rank's sums for the state. */
static PetscErrorCode Sum(EnergyMeter m, const State *s)
{
  PetscReal *sum = m->sum, *terms = m->sum + NSUMS;
  DriveShare share = {0, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(sum, NSUMS + m->nterms));
  if (m->q) PetscCall(FindIncrement(m, s));
  if (m->fe->K) PetscCall(LocalSquare(m, m->fe->K, s->q, &sum[STRAIN]));
  if (m->Cv) {
    PetscCall(MatMult(m->fe->C, s->v, m->product));
    PetscCall(WorkOfStep(m, m->Cv, &sum[DAMPING]));
  }
  if (m->fe->M) PetscCall(LocalSquare(m, m->fe->M, s->v, &sum[KINETIC]));
  else PetscCall(VecZeroEntries(m->product));
  if (m->elements) PetscCall(AddElements(m, s));
  else if (m->moving) PetscCall(VecZeroEntries(m->product));
  if (m->fe->model->nlaws) PetscCall(ForceOfLaws(m->fe, s->t, s->q, s->v, m->product));
  if (m->moving) PetscCall(WorkOfStep(m, m->moving, &sum[MOTION]));
  PetscCall(LoadPaths(m, s, terms));
  if (m->nmotions) {
    const PetscInt first = m->nloads + FIELDS, supports = DriveCount(m->fe->drive);

    if (supports) PetscCall(DriveReactions(m->fe->drive, s, m->path + first, terms + first, &share));
    JointsDriven(m->fe->model, m->path + first + supports);
    for (PetscInt k = 0; k < m->nmotions; k++) terms[first + k] += m->reaction[k];
  }
  sum[KINETIC] += share.vMv;
  sum[STRAIN] += share.qKq;
  sum[DAMPING] += share.dissipated;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterRead(EnergyMeter m, const State *s, Energy *e)
{
  PetscReal *sum = m->sum, *terms = m->sum + NSUMS;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_ENERGY));
  PetscCall(Sum(m, s));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, sum, NSUMS + m->nterms, MPIU_REAL, MPI_SUM, m->fe->model->comm));
  for (PetscInt k = 0; k < m->nloads + FIELDS; k++) m->path[k] = terms[k];
  for (PetscInt k = m->nloads + FIELDS; k < m->nterms; k++) m->force[k] = terms[k];

  m->energy.kinetic = sum[KINETIC] / 2;
  m->energy.strain  = sum[STRAIN] / 2;
  m->energy.damping += sum[DAMPING];
  m->energy.external += sum[MOTION];
  if (m->started) m->energy.damping += (sum[POWER] + m->last_power) / 2 * (s->t - m->last_t);
  for (PetscInt k = 0; k < m->nterms; k++) {
    if (m->started) m->energy.external += (m->force[k] + m->last_force[k]) / 2 * (m->path[k] - m->last_path[k]);
    m->last_force[k] = m->force[k];
    m->last_path[k]  = m->path[k];
  }
  for (int c = 0; c < 3; c++) {
    m->energy.momentum[c] = sum[MOMENTUM + c];
    m->energy.angular[c]  = sum[ANGULAR + c];
  }
  m->last_power = sum[POWER];
  m->last_t     = s->t;
  m->started    = PETSC_TRUE;
  *e            = m->energy;
  PetscCall(EventEnd(EVENT_ENERGY));
  PetscFunctionReturn(PETSC_SUCCESS);
}
