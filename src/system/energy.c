/* energy.c: kinetic and strain energy, work of loads and moved supports, dissipation of dampers. */
#include "fe.h"

enum { KINETIC, STRAIN, DAMPING, LAWS, NSUMS }; /* first entries of sum, then one for each term of work */

struct _n_EnergyMeter {
  FE        *fe;
  PetscInt   nloads, nmotions, nterms;
  PetscReal *force, *path; /* [nterms] factor of a load or reaction of a motion; the displacement it works on */
  PetscReal *sum;          /* [nterms + NSUMS] to be reduced */
  PetscReal *last_force, *last_path; /* of the step before */
  Vec        product;
  Vec        q, Cv, law; /* of the step before: q, C v (with damping), forces of laws (with laws) */
  PetscBool  started;
  Energy     energy;
};

PetscErrorCode EnergyMeterCreate(System sys, EnergyMeter *out)
{
  EnergyMeter m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  m->fe       = sys->data;
  m->nloads   = m->fe->model->nloads;
  m->nmotions = DriveCount(m->fe->drive);
  m->nterms   = m->nloads + m->nmotions;
  PetscCall(PetscCalloc5(m->nterms, &m->force, m->nterms, &m->path, m->nterms + NSUMS, &m->sum, m->nterms,
                         &m->last_force, m->nterms, &m->last_path));
  PetscCall(VecDuplicate(sys->vec, &m->product));
  if (m->fe->C || m->fe->model->nlaws) PetscCall(VecDuplicate(sys->vec, &m->q));
  if (m->fe->C) PetscCall(VecDuplicate(sys->vec, &m->Cv));
  if (m->fe->model->nlaws) PetscCall(VecDuplicate(sys->vec, &m->law));
  *out = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterDestroy(EnergyMeter *m)
{
  PetscFunctionBeginUser;
  if (!*m) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree5((*m)->force, (*m)->path, (*m)->sum, (*m)->last_force, (*m)->last_path));
  PetscCall(VecDestroy(&(*m)->product));
  PetscCall(VecDestroy(&(*m)->q));
  PetscCall(VecDestroy(&(*m)->Cv));
  PetscCall(VecDestroy(&(*m)->law));
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

/* F . q for each load. */
static PetscErrorCode LoadPaths(EnergyMeter m, const State *s, PetscReal path[])
{
  const PetscScalar *q;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &q));
  for (PetscInt k = 0; k < m->nloads; k++) {
    const Load *load = &m->fe->model->load[k];

    path[k] = 0;
    for (PetscInt i = 0; i < load->n; i++) path[k] += load->force[i] * q[load->at[i]];
    m->force[k] = ExpressionValue(load->time, &s->t);
  }
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Half (force + force before) . (q - q before) of this rank, where force is in m->product; keeps it in last. */
static PetscErrorCode WorkOfStep(EnergyMeter m, const State *s, Vec last, PetscReal *work)
{
  const PetscScalar *q, *force, *last_q;
  PetscScalar       *last_force;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(s->q, &n));
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(m->product, &force));
  PetscCall(VecGetArrayRead(m->q, &last_q));
  PetscCall(VecGetArray(last, &last_force));
  *work = 0;
  for (PetscInt i = 0; i < n; i++) {
    if (m->started) *work += (force[i] + last_force[i]) / 2 * (q[i] - last_q[i]);
    last_force[i] = force[i];
  }
  PetscCall(VecRestoreArray(last, &last_force));
  PetscCall(VecRestoreArrayRead(m->q, &last_q));
  PetscCall(VecRestoreArrayRead(m->product, &force));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Work of dampers and of laws over the step. */
static PetscErrorCode WorksOfMotion(EnergyMeter m, const State *s, PetscReal *damping, PetscReal *laws)
{
  PetscFunctionBeginUser;
  *damping = *laws = 0;
  if (m->Cv) {
    PetscCall(MatMult(m->fe->C, s->v, m->product));
    PetscCall(WorkOfStep(m, s, m->Cv, damping));
  }
  if (m->law) {
    PetscCall(VecZeroEntries(m->product));
    PetscCall(ForceOfLaws(m->fe, s->t, s->q, s->v, m->product));
    PetscCall(WorkOfStep(m, s, m->law, laws));
  }
  if (m->q) PetscCall(VecCopy(s->q, m->q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyMeterRead(EnergyMeter m, const State *s, Energy *e)
{
  static PetscLogEvent event;
  PetscReal           *sum = m->sum, *terms = m->sum + NSUMS;
  DriveShare           share = {0, 0, 0};

  PetscFunctionBeginUser;
  if (!event) PetscCall(PetscLogEventRegister("Energy", MAT_CLASSID, &event));
  PetscCall(PetscLogEventBegin(event, 0, 0, 0, 0));
  PetscCall(MatMult(m->fe->M, s->v, m->product));
  PetscCall(LocalDot(m->product, s->v, &sum[KINETIC]));
  PetscCall(MatMult(m->fe->K, s->q, m->product));
  PetscCall(LocalDot(m->product, s->q, &sum[STRAIN]));
  PetscCall(WorksOfMotion(m, s, &sum[DAMPING], &sum[LAWS]));
  PetscCall(LoadPaths(m, s, terms));
  if (m->nmotions) PetscCall(DriveReactions(m->fe->drive, s, m->path + m->nloads, terms + m->nloads, &share));
  sum[KINETIC] += share.vMv;
  sum[STRAIN] += share.qKq;
  sum[DAMPING] += share.dissipated;
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, sum, NSUMS + m->nterms, MPIU_REAL, MPI_SUM, m->fe->model->comm));
  for (PetscInt k = 0; k < m->nloads; k++) m->path[k] = terms[k];
  for (PetscInt k = m->nloads; k < m->nterms; k++) m->force[k] = terms[k];

  m->energy.kinetic = sum[KINETIC] / 2;
  m->energy.strain  = sum[STRAIN] / 2;
  m->energy.damping += sum[DAMPING];
  m->energy.external += sum[LAWS];
  for (PetscInt k = 0; k < m->nterms; k++) {
    if (m->started) m->energy.external += (m->force[k] + m->last_force[k]) / 2 * (m->path[k] - m->last_path[k]);
    m->last_force[k] = m->force[k];
    m->last_path[k]  = m->path[k];
  }
  m->started = PETSC_TRUE;
  *e         = m->energy;
  PetscCall(PetscLogEventEnd(event, 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}
