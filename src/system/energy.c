/* energy.c: kinetic and strain energy, work of loads and moved supports, dissipation of dampers. */
#include "fe.h"

enum { KINETIC, STRAIN, DAMPING, NSUMS }; /* first entries of sum, then one for each term of work */

struct _n_EnergyMeter {
  FE        *fe;
  PetscInt   nloads, nmotions, nterms;
  PetscReal *force, *path; /* [nterms] factor of a load or reaction of a motion; the displacement it works on */
  PetscReal *sum;          /* [nterms + NSUMS] to be reduced */
  PetscReal *last_force, *last_path; /* of the step before */
  Vec        product, q, Cv;         /* q and C v of the step before, with damping only */
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
  if (m->fe->C) {
    PetscCall(VecDuplicate(sys->vec, &m->q));
    PetscCall(VecDuplicate(sys->vec, &m->Cv));
  }
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

/* Half (C v + C v_before) . (q - q_before) of this rank; keeps q and C v. */
static PetscErrorCode Dissipation(EnergyMeter m, const State *s, PetscReal *work)
{
  const PetscScalar *q, *Cv;
  PetscScalar       *last_q, *last_Cv;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(MatMult(m->fe->C, s->v, m->product));
  PetscCall(VecGetLocalSize(s->q, &n));
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(m->product, &Cv));
  PetscCall(VecGetArray(m->q, &last_q));
  PetscCall(VecGetArray(m->Cv, &last_Cv));
  *work = 0;
  for (PetscInt i = 0; i < n; i++) {
    if (m->started) *work += (Cv[i] + last_Cv[i]) / 2 * (q[i] - last_q[i]);
    last_q[i]  = q[i];
    last_Cv[i] = Cv[i];
  }
  PetscCall(VecRestoreArray(m->Cv, &last_Cv));
  PetscCall(VecRestoreArray(m->q, &last_q));
  PetscCall(VecRestoreArrayRead(m->product, &Cv));
  PetscCall(VecRestoreArrayRead(s->q, &q));
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
  sum[DAMPING] = 0;
  if (m->fe->C) PetscCall(Dissipation(m, s, &sum[DAMPING]));
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
