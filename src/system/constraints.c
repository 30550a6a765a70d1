/* constraints.c: loops over joints: what their multipliers and springs do to the nodes, and the rows of constraints. */
#include <string.h>
#include "fe.h"
#include "vector.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS, ND = N + ROWS };

/* The multipliers of a joint among this rank's part of a global vector. */
static void multipliers(const FE *fe, const Joint *j, PetscInt e, const PetscScalar a[], double lambda[])
{
  const Layout   *l  = &fe->model->layout;
  const PetscInt *at = j->dofs + e * (N + j->nrows) + N;

  for (int k = 0; k < j->nrows; k++) lambda[k] = a[l->global[at[k]] - l->first];
}

/* What a joint says of its rows: at a level; on which side of half a turn they are. */
typedef void (*RowsOf)(const Joint *j, const JointState *s, double rows[]);

static void positions(const Joint *j, const JointState *s, double rows[]) { joint_position(j->row, j->nrows, s, rows); }
static void velocities(const Joint *j, const JointState *s, double rows[])
{
  joint_velocity(j->row, j->nrows, s, rows);
}
static void accelerations(const Joint *j, const JointState *s, double rows[])
{
  joint_acceleration(j->row, j->nrows, s, rows);
}

static void sides(const Joint *j, const JointState *s, double rows[])
{
  for (int k = 0; k < j->nrows; k++) rows[k] = 1 - joint_side(&j->row[k], s);
}

static const RowsOf rows_at[] = {
  [CONSTRAINT_POSITION] = positions, [CONSTRAINT_VELOCITY] = velocities, [CONSTRAINT_ACCELERATION] = accelerations};

void JointsResidual(const FE *fe, const Constraints *how, const NodeState nodes[], const PetscScalar a[],
                    PetscScalar y[])
{
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint *j = &fe->model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++) {
      const PetscInt *dofs = j->dofs + e * (N + j->nrows);
      double          G[ROWS][N], lambda[ROWS], r[ND] = {0};
      JointState      s;

      JointGather(fe->model, j, e, nodes, &s);
      multipliers(fe, j, e, a, lambda);
      joint_gradient(j->row, j->nrows, &s, G);
      rows_at[how->level](j, &s, r + N);
      for (int k = 0; k < j->nrows; k++) {
        r[N + k] *= how->scale;
        for (int n = 0; n < N; n++) r[n] += lambda[k] * G[k][n];
      }
      JointSpringForces(j, e, &s, r, NULL, NULL);
      for (PetscInt k = 0; k < N + j->nrows; k++)
        if (dofs[k] >= 0) y[dofs[k]] += r[k];
    }
  }
}

/* The derivatives of a joint's rows by displacements and spins, velocities and accelerations: [rows][N] each. How the rows of
   accelerations change with displacements is left out: it is the step squared times what is there. */
static void row_slopes(const Joint *j, ConstraintLevel level, double scale, const JointState *s, double K[], double C[],
                       double M[])
{
  double  G[ROWS][N], D[ROWS][N] = {{0}};
  double *at = level == CONSTRAINT_POSITION ? K : level == CONSTRAINT_VELOCITY ? C : M;

  joint_gradient(j->row, j->nrows, s, G);
  if (level == CONSTRAINT_VELOCITY) joint_velocity_slope(j->row, j->nrows, s, D);
  if (level == CONSTRAINT_ACCELERATION) joint_acceleration_slope(j->row, j->nrows, s, D);
  for (int k = 0; k < j->nrows; k++)
    for (int n = 0; n < N; n++) {
      at[N * k + n] += scale * G[k][n];
      (level == CONSTRAINT_ACCELERATION ? C : K)[N * k + n] += scale * D[k][n];
    }
}

/* How a joint's nodes turn along the unknown; ground's stands for nothing. */
static void columns_of(const FE *fe, const Joint *j, PetscInt e, const ChartColumns *columns[2])
{
  PetscInt node[2];

  JointNodes(fe->model, j, e, node);
  for (int n = 0; n < 2; n++) columns[n] = &fe->columns[node[n] < 0 ? node[1] : node[n]];
}

static void global_dofs(const FE *fe, const Joint *j, PetscInt e, PetscInt at[])
{
  const PetscInt nd = N + j->nrows;

  for (PetscInt k = 0; k < nd; k++)
    at[k] = j->dofs[e * nd + k] < 0 ? -1 : fe->model->layout.global[j->dofs[e * nd + k]];
}

PetscErrorCode JointsTangent(FE *fe, const Constraints *how, const NodeState nodes[], const PetscScalar a[],
                             PetscReal cm, PetscReal cc, PetscReal ck, const Adding *A)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint   *j  = &fe->model->joint[i];
    const PetscInt nd = N + j->nrows;

    for (PetscInt e = 0; e < j->ncells; e++) {
      double              K[ND * N] = {0}, C[ND * N] = {0}, M[ND * N] = {0}, part[ND * N] = {0};
      double              values[ND * ND] = {0};
      double              G[ROWS][N], lambda[ROWS];
      const ChartColumns *columns[2];
      JointState          s;

      JointGather(fe->model, j, e, nodes, &s);
      multipliers(fe, j, e, a, lambda);
      columns_of(fe, j, e, columns);
      joint_stiffness(j->row, j->nrows, &s, lambda, K);
      JointSpringForces(j, e, &s, part, K, C);
      row_slopes(j, how->level, how->scale, &s, K + N * N, C + N * N, M + N * N);
      ElementsCombine(nd, N, COMPONENTS, columns, cm, cc, ck, K, C, M, part);
      joint_gradient(j->row, j->nrows, &s, G);
      for (PetscInt r = 0; r < nd; r++) {
        memcpy(values + r * nd, part + r * N, N * sizeof *values);
        for (int k = 0; k < j->nrows && r < N; k++) values[r * nd + N + k] = how->column * G[k][r];
      }
      PetscCall(PlacesAdd(fe->of_joint[i], e, values, A));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Energy of the springs and power of the dampers of a joint. */
static void balance_springs(const Joint *j, PetscInt e, const JointState *s, ElementSums *sums)
{
  for (int kind = 0; kind < JOINT_FREE; kind++) {
    double gradient[N], rate, x;

    if (j->stiffness[kind] == 0 && j->damping[kind] == 0) continue;
    x    = JointCoordinate(j, e, kind, s, gradient, NULL);
    rate = JointRate(s, gradient);
    sums->strain += j->stiffness[kind] * (x - j->rest[kind]) * (x - j->rest[kind]) / 2;
    sums->power += j->damping[kind] * rate * rate;
  }
}

void JointsBalance(const FE *fe, const NodeState nodes[], const PetscScalar a[], PetscReal reaction[],
                   ElementSums *sums)
{
  PetscInt motion = DriveCount(fe->drive);

  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint *j = &fe->model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++) {
      double     G[ROWS][N], lambda[ROWS], r[N] = {0};
      PetscInt   node[2], driven[JOINT_FREE];
      JointState s;

      JointGather(fe->model, j, e, nodes, &s);
      multipliers(fe, j, e, a, lambda);
      joint_gradient(j->row, j->nrows, &s, G);
      balance_springs(j, e, &s, sums);
      driven[0] = motion;
      driven[1] = motion + (j->driver[0] != NULL);
      for (int k = 0; k < j->nrows; k++) {
        for (int n = 0; n < N; n++) r[n] += lambda[k] * G[k][n];
        if (j->row[k].driver >= 0) reaction[driven[j->row[k].driver]] += lambda[k] * joint_effort(&j->row[k], &s);
      }
      JointSpringForces(j, e, &s, r, NULL, NULL);
      JointNodes(fe->model, j, e, node);
      for (int n = 0; n < 2; n++)
        if (node[n] >= 0)
          ReactionsOfNode(fe, node[n], COMPONENTS, j->dofs + e * (N + j->nrows) + n * COMPONENTS, r + n * COMPONENTS,
                          reaction);
    }
    for (int k = 0; k < JOINT_FREE; k++) motion += j->driver[k] != NULL;
  }
}

PetscInt JointsCountDrivers(Model model)
{
  PetscInt n = 0;

  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_FREE; k++) n += model->joint[i].driver[k] != NULL;
  return n;
}

void JointsDriven(Model model, PetscReal value[])
{
  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_FREE; k++)
      if (model->joint[i].driver[k]) *value++ = model->joint[i].drive[k][0];
}

/* y = that of all rows, 0 elsewhere. */
static PetscErrorCode JointsRows(const FE *fe, RowsOf rows_of, const NodeState nodes[], Vec y)
{
  const Layout *l = &fe->model->layout;
  PetscScalar  *value;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint *j = &fe->model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++) {
      const PetscInt *at = j->dofs + e * (N + j->nrows) + N;
      double          rows[ROWS];
      JointState      s;

      JointGather(fe->model, j, e, nodes, &s);
      rows_of(j, &s, rows);
      for (int k = 0; k < j->nrows; k++) value[l->global[at[k]] - l->first] = rows[k];
    }
  }
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode JointsGradient(const FE *fe, const NodeState nodes[], PetscReal factor, Mat A)
{
  const PetscInt *global = fe->model->layout.global;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint *j = &fe->model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++) {
      const PetscInt *dofs = j->dofs + e * (N + j->nrows);
      double          G[ROWS][N], T[N * ROWS];
      PetscInt        columns[N], rows[ROWS];
      JointState      s;

      JointGather(fe->model, j, e, nodes, &s);
      joint_gradient(j->row, j->nrows, &s, G);
      for (int k = 0; k < j->nrows; k++) rows[k] = global[dofs[N + k]];
      for (int n = 0; n < N; n++) {
        columns[n] = dofs[n] < 0 ? -1 : global[dofs[n]];
        for (int k = 0; k < j->nrows; k++) T[n * j->nrows + k] = G[k][n] *= factor;
      }
      PetscCall(MatSetValues(A, j->nrows, rows, N, columns, (double *)G, ADD_VALUES));
      PetscCall(MatSetValues(A, N, columns, j->nrows, rows, T, ADD_VALUES));
    }
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode JointsForce(const FE *fe, const NodeState nodes[], Vec lambda, Vec y)
{
  const DM           dm = fe->model->mesh->dm;
  const PetscScalar *x;
  PetscScalar       *sum;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(fe->local));
  PetscCall(VecGetArrayRead(lambda, &x));
  PetscCall(VecGetArray(fe->local, &sum));
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint *j = &fe->model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++) {
      const PetscInt *dofs = j->dofs + e * (N + j->nrows);
      double          G[ROWS][N], value[ROWS];
      JointState      s;

      JointGather(fe->model, j, e, nodes, &s);
      multipliers(fe, j, e, x, value);
      joint_gradient(j->row, j->nrows, &s, G);
      for (int n = 0; n < N; n++)
        for (int k = 0; k < j->nrows && dofs[n] >= 0; k++) sum[dofs[n]] += G[k][n] * value[k];
    }
  }
  PetscCall(VecRestoreArray(fe->local, &sum));
  PetscCall(VecRestoreArrayRead(lambda, &x));
  PetscCall(VecZeroEntries(y));
  PetscCall(DMLocalToGlobalBegin(dm, fe->local, ADD_VALUES, y));
  PetscCall(DMLocalToGlobalEnd(dm, fe->local, ADD_VALUES, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode JointsSlopes(const FE *fe, const NodeState nodes[], Vec lambda, PetscReal factor,
                                   ConstraintLevel level, PetscReal scale, PetscReal cc, PetscReal ck, Mat A)
{
  const PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(lambda, &x));
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint   *j  = &fe->model->joint[i];
    const PetscInt nd = N + j->nrows;

    for (PetscInt e = 0; e < j->ncells; e++) {
      double              K[ND * N] = {0}, C[ND * N] = {0}, M[ND * N] = {0}, values[ND * N], value[ROWS];
      const ChartColumns *columns[2];
      PetscInt            at[ND];
      JointState          s;

      JointGather(fe->model, j, e, nodes, &s);
      multipliers(fe, j, e, x, value);
      for (int k = 0; k < j->nrows; k++) value[k] *= factor;
      joint_stiffness(j->row, j->nrows, &s, value, K);
      row_slopes(j, level, scale, &s, K + N * N, C + N * N, M + N * N);
      columns_of(fe, j, e, columns);
      ElementsCombine(nd, N, COMPONENTS, columns, 0, cc, ck, K, C, M, values);
      global_dofs(fe, j, e, at);
      PetscCall(MatSetValues(A, nd, at, N, at, values, ADD_VALUES));
    }
  }
  PetscCall(VecRestoreArrayRead(lambda, &x));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode JointsCulprits(const FE *fe, Vec x, PetscReal limit, char text[], size_t size)
{
  const Layout      *l = &fe->model->layout;
  const PetscScalar *value;

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(VecGetArrayRead(x, &value));
  for (PetscInt i = 0; i < fe->model->njoints; i++) {
    const Joint *j  = &fe->model->joint[i];
    int          is = 0;

    for (PetscInt e = 0; e < j->ncells; e++)
      for (int k = 0; k < j->nrows; k++)
        is |= PetscAbsScalar(value[l->global[j->dofs[e * (N + j->nrows) + N + k]] - l->first]) > limit;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &is, 1, MPI_INT, MPI_LOR, fe->model->comm));
    if (!is) continue;
    if (text[0]) PetscCall(PetscStrlcat(text, ", ", size));
    PetscCall(PetscStrlcat(text, j->name, size));
  }
  PetscCall(VecRestoreArrayRead(x, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the operations of the system ---- */

static PetscErrorCode Constraint_FE(System sys, ConstraintLevel level, PetscReal t, Vec q, Vec v, Vec a, Vec y)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(NodesUpdate(fe->model->nodes, t, q, v, a, &nodes));
  PetscCall(JointsRows(fe, rows_at[level], nodes, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Sides_FE(System sys, PetscReal t, Vec q, Vec y)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(NodesUpdate(fe->model->nodes, t, q, NULL, NULL, &nodes));
  PetscCall(JointsRows(fe, sides, nodes, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient_FE(System sys, PetscReal t, Vec q, PetscReal factor, Mat A)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(NodesUpdate(fe->model->nodes, t, q, NULL, NULL, &nodes));
  PetscCall(JointsGradient(fe, nodes, factor, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConstraintForce_FE(System sys, PetscReal t, Vec q, Vec lambda, Vec y)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(NodesUpdate(fe->model->nodes, t, q, NULL, NULL, &nodes));
  PetscCall(JointsForce(fe, nodes, lambda, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConstraintTangent_FE(System sys, PetscReal t, Vec q, Vec turn, Vec qd, Vec v, Vec lambda,
                                           PetscReal factor, ConstraintLevel level, PetscReal scale, PetscReal cc,
                                           PetscReal ck, Mat A)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(ElementsColumns(fe, turn ? turn : q, qd, 0, cc, ck));
  PetscCall(NodesUpdate(fe->model->nodes, t, q, v, NULL, &nodes));
  PetscCall(JointsSlopes(fe, nodes, lambda, factor, level, scale, cc, ck, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Culprits_FE(System sys, Vec x, PetscReal limit, char text[], size_t size)
{
  PetscFunctionBeginUser;
  PetscCall(JointsCulprits(sys->data, x, limit, text, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ConstraintOps(SystemOps *ops)
{
  ops->constraint         = Constraint_FE;
  ops->gradient           = Gradient_FE;
  ops->constraint_force   = ConstraintForce_FE;
  ops->constraint_tangent = ConstraintTangent_FE;
  ops->culprits           = Culprits_FE;
  ops->sides              = Sides_FE;
}
