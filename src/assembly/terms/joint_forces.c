/* joint_forces.c: all that a joint exerts on its nodes (joint_state.h): constraints, laws of coordinates, friction. */
#include <string.h>
#include "joint_friction.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS };

void JointForces(const JointAt *at, const double lambda[], double r[])
{
  const Joint *j = at->joint;
  double       G[ROWS][N];

  memset(r, 0, N * sizeof *r);
  joint_gradient(j->row, j->nrows, &at->state, G);
  for (int k = 0; k < j->nrows; k++)
    for (int n = 0; n < N; n++) r[n] += lambda[k] * G[k][n];
  JointLawForces(at, r, NULL, NULL);
  JointFrictionForces(at, lambda, r, NULL, NULL, NULL);
}
