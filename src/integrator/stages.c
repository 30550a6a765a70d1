/* stages.c: from a prediction given by coefficients to the solved stage. */
#include "integrator.h"

PetscErrorCode SolveStage(Integrator in, PetscReal t, PetscReal cv, PetscReal ca, PetscInt nin, const Vec vecs[],
                          const PetscReal q[], const PetscReal v[], const PetscReal a[], State *out, StageInfo *info)
{
  static PetscLogEvent   event;
  const PetscBool        total = (PetscBool)(StageGetForm(in->stage) == STAGE_TOTAL);
  PetscReal              wv[MAX_VECS], wa[MAX_VECS];
  const PetscReal *const rows[] = {q, total ? wv : v, total ? wa : a};
  const Vec              to[]   = {out->q, out->v, out->a};

  PetscFunctionBeginUser;
  if (!event) PetscCall(PetscLogEventRegister("History", VEC_CLASSID, &event));
  for (PetscInt i = 0; i < nin && total; i++) {
    wv[i] = cv * q[i] - v[i];
    wa[i] = ca * q[i] - a[i];
  }
  PetscCall(PetscLogEventBegin(event, 0, 0, 0, 0));
  PetscCall(VecsCombine(nin, vecs, 3, rows, to));
  PetscCall(PetscLogEventEnd(event, 0, 0, 0, 0));
  PetscCall(StageSolve(in->stage, t, cv, ca, out->q, out->v, out->a, info));
  out->t = t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolveFirstOrderStage(Integrator in, PetscReal t, PetscReal s, PetscInt nin, const Vec vecs[],
                                    const PetscReal qstar[], const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, State *out, StageInfo *info)
{
  const PetscBool predict = (PetscBool)(StageGetForm(in->stage) == STAGE_TOTAL || !in->sys->linear);
  PetscReal       q[MAX_VECS], v[MAX_VECS], a[MAX_VECS];

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < nin; i++) {
    if (predict || start.velocity) {
      v[i] = predict ? vguess[i] : i == start.index;
      q[i] = qstar[i] + s * v[i];
    } else {
      q[i] = i == start.index;
      v[i] = (q[i] - qstar[i]) / s;
    }
    a[i] = (v[i] - vstar[i]) / s;
  }
  PetscCall(SolveStage(in, t, 1 / s, 1 / (s * s), nin, vecs, q, v, a, out, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
