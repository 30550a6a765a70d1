/* coupling_state.c: computes the forces and the row of one share of a coupling.

   The formulas are in element/joint/coupling.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "coupling_state.h"
#include "joint_term.h"
#include "assembly/term.h"

enum { N = JOINT_DOFS };

void CouplingShareGather(const Evaluation *ev, PetscInt n, JointEvaluation *at,
                         CouplingShareState *state)
{
  const Couplings       c     = ev->assembly->model->couplings;
  const CouplingShare  *share = &c->share[n];
  const CouplingMember *m     = &c->coupling[share->coupling].member[share->member];
  double                x;

  JointGatherWithHistory(ev, m->joint, share->e, at);
  x = JointCoordinate(at, m->kind, state->gradient, state->slope);
  CouplingShareValue(c, n, x, state->f);
  coupling_motion(&at->state, state->v, state->a);
}

void CouplingShareForces(const CouplingShareState *state, double lambda, double r[])
{
  coupling_gradient(state, r);
  for (int i = 0; i < N; i++) r[i] *= lambda;
}

double CouplingShareRow(const CouplingShareState *state, FsConstraintLevel level)
{
  return level == FS_CONSTRAINT_POSITION   ? state->f[0]
         : level == FS_CONSTRAINT_VELOCITY ? coupling_velocity(state)
                                           : coupling_acceleration(state);
}

void CouplingShareRowSlopes(const CouplingShareState *state, FsConstraintLevel level, double scale,
                            double K[], double C[], double M[])
{
  double  G[N], D[N] = {0};
  double *to = level == FS_CONSTRAINT_POSITION ? K : level == FS_CONSTRAINT_VELOCITY ? C : M;

  coupling_gradient(state, G);
  if (level == FS_CONSTRAINT_VELOCITY) coupling_velocity_slope(state, D);
  if (level == FS_CONSTRAINT_ACCELERATION) coupling_acceleration_slope(state, D);
  for (int n = 0; n < N; n++) {
    to[n] += scale * G[n];
    (level == FS_CONSTRAINT_ACCELERATION ? C : K)[n] += scale * D[n];
  }
}
