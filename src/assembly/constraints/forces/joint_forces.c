/* joint_forces.c: adds up the constraint forces, the forces of laws and the friction of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "joint_friction.h"
#include "assembly/constraints/joint_term.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS, SIZE = N + ROWS };

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
  joint_gradient(at->axes->row, j->nrows, &at->state, G);
  add_joint_forces(at, lambda, G, r);
}

void JointResidual(const JointEvaluation *at, const double lambda[], FsConstraintLevel level,
                   double r[])
{
  const Joint *j = at->joint;
  double       G[ROWS][N];

  memset(r, 0, N * sizeof *r);
  joint_position_and_gradient(at->axes->row, j->nrows, &at->state, r + N, G);
  add_joint_forces(at, lambda, G, r);
  if (level != FS_CONSTRAINT_POSITION) JointRows(at, level, r + N);
}

void JointTangent(Model model, const JointEvaluation *at, const double lambda[],
                  const FsConstraintRows *rows, const ChartColumns columns[], FsShift shift,
                  PetscBool viscous, double A[])
{
  const Joint    *j        = at->joint;
  const int       nd       = N + j->nrows;
  const PetscBool damps    = (PetscBool)(viscous || rows->level != FS_CONSTRAINT_POSITION);
  const PetscBool has_mass = (PetscBool)(rows->level == FS_CONSTRAINT_ACCELERATION);
  const size_t    size     = (size_t)(nd * N) * sizeof(double);
  double K[SIZE * N], C[SIZE * N], M[SIZE * N], part[SIZE * N], G[ROWS][N], L[N][ROWS] = {{0}},
                                                                            r[N] = {0};
  const ChartColumns *of_node[2];

  memset(K, 0, size);
  memset(C, 0, size);
  if (has_mass) memset(M, 0, size);
  joint_gradient_and_stiffness(at->axes->row, j->nrows, &at->state, lambda, G, K);
  JointLawForces(at, r, K, C);
  JointFrictionForces(at, lambda, r, K, C, L);
  JointRowSlopes(at, G, rows->level, rows->scale, K + N * N, C + N * N, M + N * N);
  JointColumns(model, at, columns, of_node);
  CombineColumns(nd, N, COMPONENTS, of_node, shift, K, damps ? C : NULL, has_mass ? M : NULL, part);
  memset(A, 0, (size_t)(nd * nd) * sizeof *A);
  for (int i = 0; i < nd; i++) memcpy(A + i * nd, part + i * N, N * sizeof *A);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < j->nrows; k++) A[i * nd + N + k] = rows->column * (G[k][i] + L[i][k]);
}

void JointAddBalance(const Evaluation *ev, const JointEvaluation *at, const double lambda[],
                     const PetscInt pair[], Balance *b)
{
  const Joint *j                        = at->joint;
  PetscReal    energies[JOINT_ENERGIES] = {0};
  double       r[N], motor[N] = {0};
  PetscInt     node[2];

  JointLawAddEnergies(at, energies);
  b->strain += energies[JOINT_ENERGY];
  b->power += energies[JOINT_DISSIPATION] + JointFrictionPower(at, lambda);
  JointMotorForces(at, motor);
  scatter(N, JointDofs(at), 1, motor, b->local_applied);
  for (int k = 0; k < j->nrows; k++)
    if (at->axes->row[k].driver >= 0)
      b->force[pair[at->axes->row[k].driver]] +=
        lambda[k] * joint_driver_slope(&at->axes->row[k], &at->state);
  if (!ev->assembly->model->layout.motion_of) return; /* no support moves */
  JointForces(at, lambda, r);
  for (int i = 0; i < N; i++) r[i] += motor[i]; /* the work of motors is not work of supports */
  JointNodes(ev->assembly->model, j, at->e, node);
  for (int n = 0; n < 2; n++)
    if (node[n] >= 0)
      AddReactions(ev, node[n], COMPONENTS, JointDofs(at) + n * COMPONENTS, r + n * COMPONENTS,
                   b->reaction);
}
