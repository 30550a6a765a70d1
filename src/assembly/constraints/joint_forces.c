/* joint_forces.c: adds up the constraint forces, the forces of laws and the friction of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "joint_friction.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS };

static void add_joint_forces(const JointEvaluation *at, const double lambda[],
                             double G[][JOINT_DOFS], double r[])
{
  for (int k = 0; k < at->joint->nrows; k++)
    for (int n = 0; n < N; n++) r[n] += lambda[k] * G[k][n];
  JointLawForces(at, r, NULL, NULL);
  JointFrictionForces(at, lambda, r, NULL, NULL, NULL);
}

void JointForces(const JointEvaluation *at, const double lambda[], double r[])
{
  const Joint *j = at->joint;
  double       G[ROWS][N];

  memset(r, 0, N * sizeof *r);
  joint_gradient(j->row, j->nrows, &at->state, G);
  add_joint_forces(at, lambda, G, r);
}

void JointResidual(const JointEvaluation *at, const double lambda[], FsConstraintLevel level,
                   double r[])
{
  const Joint *j = at->joint;
  double       G[ROWS][N];

  memset(r, 0, N * sizeof *r);
  joint_position_and_gradient(j->row, j->nrows, &at->state, r + N, G);
  add_joint_forces(at, lambda, G, r);
  if (level != FS_CONSTRAINT_POSITION) JointRows(at, level, r + N);
}
