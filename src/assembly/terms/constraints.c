/* constraints.c: FsSystemConstraints (fs/system.h) of a model with joints: rows, gradients and forces of the
   constraints apart from the equations of motion, for projection, velocity constraints and consistent starts. */
#include "joint_state.h"
#include "assembly/term.h"
#include "assembly/vectors.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS, ND = N + ROWS };

/* What a joint writes into its rows, and what into the columns of its nodes: functions of one joint. */
typedef void (*RowsOf)(const JointAt *at, double rows[]);
typedef void (*GradientOf)(const JointAt *at, double G[][N]);

static void position(const JointAt *at, double rows[]) { JointRows(at, FS_CONSTRAINT_POSITION, rows); }
static void velocity(const JointAt *at, double rows[]) { JointRows(at, FS_CONSTRAINT_VELOCITY, rows); }
static void acceleration(const JointAt *at, double rows[]) { JointRows(at, FS_CONSTRAINT_ACCELERATION, rows); }

/* 1 - joint_side (element/joint.h): about 0 where a row of angles is held the right way round, 2 where it is half a
   turn off; 0 for other rows. */
static void sides(const JointAt *at, double rows[])
{
  double G[N];

  for (int k = 0; k < at->joint->nrows; k++) rows[k] = 1 - joint_side(&at->joint->row[k], &at->state, G);
}

static void misfit(const JointAt *at, double rows[])
{
  double G[ROWS][N];

  joint_misfit(at->joint->row, at->joint->nrows, &at->state, rows, G);
}

static void gradient(const JointAt *at, double G[][N])
{
  joint_gradient(at->joint->row, at->joint->nrows, &at->state, G);
}

static void mending(const JointAt *at, double G[][N])
{
  double rows[ROWS];

  joint_misfit(at->joint->row, at->joint->nrows, &at->state, rows, G);
}

/* y = the rows of all joints, 0 elsewhere. */
static PetscErrorCode FillRows(FsSystem sys, RowsOf rows_of, const FsState *s, const FsLoading *loading, Vec y)
{
  Assembly      a = sys->data;
  const Layout *l = &a->model->layout;
  PetscScalar  *value;
  Evaluation    ev;

  PetscFunctionBeginUser;
  PetscCall(Evaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(VecZeroEntries(y));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt i = 0; i < a->model->njoints; i++)
    for (PetscInt e = 0; e < a->model->joint[i].ncells; e++) {
      double  rows[ROWS];
      JointAt at;

      JointGather(&ev, i, e, JointAngleBefore(&ev, i, e), &at);
      rows_of(&at, rows);
      for (int k = 0; k < at.joint->nrows; k++) value[l->global[JointDofs(&at)[N + k]] - l->first] = rows[k];
    }
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_Joints(FsSystem sys, FsConstraintLevel level, const FsState *s, const FsLoading *loading,
                                  Vec y)
{
  static const RowsOf of_level[] = {position, velocity, acceleration};

  PetscFunctionBeginUser;
  PetscCall(FillRows(sys, of_level[level], s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Sides_Joints(FsSystem sys, const FsState *s, const FsLoading *loading, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(FillRows(sys, sides, s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Misfits_Joints(FsSystem sys, const FsState *s, const FsLoading *loading, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(FillRows(sys, misfit, s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Lengths_Joints(FsSystem sys, Vec y)
{
  const Assembly a     = sys->data;
  const Layout  *l     = &a->model->layout;
  const Chart   *chart = ConfigurationChart(a->configuration);
  PetscScalar   *value;

  PetscFunctionBeginUser;
  PetscCall(VecSet(y, 1));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt k = 0; k < chart->n; k++)
    for (int c = 0; c < 3; c++)
      if (chart->at[k][c] >= 0) value[chart->at[k][c]] = 0;
  for (PetscInt i = 0; i < a->model->njoints; i++) {
    const Joint *j = &a->model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++)
      for (int k = 0; k < j->nrows; k++)
        if (joint_row_turns(&j->row[k])) value[l->global[j->dofs[e * (N + j->nrows) + N + k]] - l->first] = 0;
  }
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A += factor G in the rows, factor G^T in the columns of the multipliers. */
static PetscErrorCode AddBorder(FsSystem sys, GradientOf gradient_of, const FsState *s, const FsLoading *loading,
                                PetscReal factor, Mat A)
{
  Assembly        a      = sys->data;
  const PetscInt *global = a->model->layout.global;
  Evaluation      ev;

  PetscFunctionBeginUser;
  PetscCall(Evaluate(a, s, loading, PETSC_TRUE, &ev));
  for (PetscInt i = 0; i < a->model->njoints; i++)
    for (PetscInt e = 0; e < a->model->joint[i].ncells; e++) {
      const PetscInt *dofs, nrows = a->model->joint[i].nrows;
      double          G[ROWS][N], T[N * ROWS];
      PetscInt        columns[N], rows[ROWS];
      JointAt         at;

      JointGather(&ev, i, e, JointAngleBefore(&ev, i, e), &at);
      dofs = JointDofs(&at);
      gradient_of(&at, G);
      for (PetscInt k = 0; k < nrows; k++) rows[k] = global[dofs[N + k]];
      for (int n = 0; n < N; n++) {
        columns[n] = dofs[n] < 0 ? -1 : global[dofs[n]];
        for (PetscInt k = 0; k < nrows; k++) T[n * nrows + k] = G[k][n] *= factor;
      }
      PetscCall(MatSetValues(A, nrows, rows, N, columns, (double *)G, ADD_VALUES));
      PetscCall(MatSetValues(A, N, columns, nrows, rows, T, ADD_VALUES));
    }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient_Joints(FsSystem sys, const FsState *s, const FsLoading *loading, PetscReal factor, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(AddBorder(sys, gradient, s, loading, factor, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mend_Joints(FsSystem sys, const FsState *s, const FsLoading *loading, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(AddBorder(sys, mending, s, loading, 1, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Joints(FsSystem sys, const FsState *s, const FsLoading *loading, Vec lambda, Vec y)
{
  Assembly           a  = sys->data;
  const DM           dm = a->model->mesh->dm;
  const PetscScalar *x;
  PetscScalar       *sum;
  Evaluation         ev;

  PetscFunctionBeginUser;
  PetscCall(Evaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(VecZeroEntries(a->local));
  PetscCall(VecGetArrayRead(lambda, &x));
  PetscCall(VecGetArray(a->local, &sum));
  for (PetscInt i = 0; i < a->model->njoints; i++)
    for (PetscInt e = 0; e < a->model->joint[i].ncells; e++) {
      double  G[ROWS][N], value[ROWS], r[N] = {0};
      JointAt at;

      JointGather(&ev, i, e, JointAngleBefore(&ev, i, e), &at);
      JointMultipliers(&a->model->layout, &at, x, value);
      joint_gradient(at.joint->row, at.joint->nrows, &at.state, G);
      for (int k = 0; k < at.joint->nrows; k++)
        for (int n = 0; n < N; n++) r[n] += G[k][n] * value[k];
      scatter(N, JointDofs(&at), 1, r, sum);
    }
  PetscCall(VecRestoreArray(a->local, &sum));
  PetscCall(VecRestoreArrayRead(lambda, &x));
  PetscCall(VecZeroEntries(y));
  PetscCall(DMLocalToGlobalBegin(dm, a->local, ADD_VALUES, y));
  PetscCall(DMLocalToGlobalEnd(dm, a->local, ADD_VALUES, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Constraints(FsSystem sys, const FsState *s, const FsLoading *loading, Vec turn,
                                          Vec lambda, PetscReal factor, FsConstraintLevel level, PetscReal scale,
                                          FsShift shift, Mat A)
{
  Assembly            a      = sys->data;
  const PetscInt     *global = a->model->layout.global;
  const ChartColumns *columns;
  const PetscScalar  *x;
  Evaluation          ev;

  PetscFunctionBeginUser;
  shift.cm = 0;
  PetscCall(ConfigurationColumns(a->configuration, turn, s->qd, shift, &columns));
  PetscCall(Evaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(VecGetArrayRead(lambda, &x));
  for (PetscInt i = 0; i < a->model->njoints; i++)
    for (PetscInt e = 0; e < a->model->joint[i].ncells; e++) {
      const PetscInt      nd        = N + a->model->joint[i].nrows;
      double              K[ND * N] = {0}, C[ND * N] = {0}, M[ND * N] = {0}, values[ND * N], value[ROWS];
      const ChartColumns *of_node[2];
      PetscInt            at_dof[ND];
      JointAt             at;

      JointGather(&ev, i, e, JointAngleBefore(&ev, i, e), &at);
      JointMultipliers(&a->model->layout, &at, x, value);
      for (int k = 0; k < at.joint->nrows; k++) value[k] *= factor;
      joint_stiffness(at.joint->row, at.joint->nrows, &at.state, value, K);
      JointRowSlopes(&at, level, scale, K + N * N, C + N * N, M + N * N);
      JointColumns(a->model, &at, columns, of_node);
      CombineColumns(nd, N, COMPONENTS, of_node, shift, K, C, M, values);
      for (PetscInt k = 0; k < nd; k++) at_dof[k] = JointDofs(&at)[k] < 0 ? -1 : global[JointDofs(&at)[k]];
      PetscCall(MatSetValues(A, nd, at_dof, N, at_dof, values, ADD_VALUES));
    }
  PetscCall(VecRestoreArrayRead(lambda, &x));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* By joints as they are given, their cells in the order of the mesh, rows. */
static PetscErrorCode Order_Joints(FsSystem sys, Vec y)
{
  const Model   model = ((Assembly)sys->data)->model;
  const Layout *l     = &model->layout;
  PetscInt     *number, before = 1;
  PetscScalar  *value;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    PetscCall(PetscMalloc1(j->ncells, &number));
    PetscCall(JointCellNumbers(model, j, number));
    for (PetscInt e = 0; e < j->ncells; e++)
      for (int k = 0; k < j->nrows; k++)
        value[l->global[j->dofs[e * (N + j->nrows) + N + k]] - l->first] =
          (j->row[k].driver >= 0 ? -1 : 1) * (PetscScalar)(before + number[e] * j->nrows + k);
    before += j->ncells_all * j->nrows;
    PetscCall(PetscFree(number));
  }
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* held[s] = 1 for the supports that hold components of the joint's nodes on this rank. */
static void mark_supports(Model model, const Joint *j, int held[])
{
  const Layout   *l      = &model->layout;
  const Geometry *g      = &model->mesh->g;
  const PetscInt  stride = N + j->nrows;

  for (PetscInt d = 0; d < j->ncells * stride; d++) {
    const PetscInt dof = d % stride < N ? j->dofs[d] : -1;

    for (PetscInt n = 0; dof >= 0 && l->global[dof] < 0 && n < g->nnodes * COMPONENTS; n++)
      for (PetscInt s = 0; l->dof[n] == dof && s < model->nsupports; s++)
        if (model->support[s].fixed & 1 << n % COMPONENTS &&
            geometry_node_in(g, (int)(n / COMPONENTS), (int)model->support[s].set))
          held[s] = 1;
  }
}

static PetscErrorCode Culprits_Joints(FsSystem sys, Vec x, PetscReal limit, char text[], size_t size)
{
  const Model        model = ((Assembly)sys->data)->model;
  const Layout      *l     = &model->layout;
  const PetscScalar *value;
  int               *held;

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(PetscCalloc1(model->nsupports, &held));
  PetscCall(VecGetArrayRead(x, &value));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j  = &model->joint[i];
    int          is = 0;

    for (PetscInt e = 0; e < j->ncells; e++)
      for (int k = 0; k < j->nrows; k++)
        is |= PetscAbsScalar(value[l->global[j->dofs[e * (N + j->nrows) + N + k]] - l->first]) > limit;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &is, 1, MPI_INT, MPI_LOR, model->comm));
    if (!is) continue;
    mark_supports(model, j, held);
    if (text[0]) PetscCall(PetscStrlcat(text, ", ", size));
    PetscCall(PetscStrlcat(text, j->name, size));
  }
  PetscCall(VecRestoreArrayRead(x, &value));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, held, (PetscMPIInt)model->nsupports, MPI_INT, MPI_MAX, model->comm));
  for (PetscInt s = 0, n = 0; s < model->nsupports; s++) {
    if (!held[s]) continue;
    PetscCall(PetscStrlcat(text, n++ ? ", " : "; supports of their nodes: ", size));
    PetscCall(PetscStrlcat(text, model->support[s].name, size));
  }
  PetscCall(PetscFree(held));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsSystemConstraints joint_constraints = {.rows            = Rows_Joints,
                                               .gradient        = Gradient_Joints,
                                               .force           = Force_Joints,
                                               .tangent         = Tangent_Constraints,
                                               .weights         = ConstraintWeights,
                                               .sides           = Sides_Joints,
                                               .misfits         = Misfits_Joints,
                                               .mend            = Mend_Joints,
                                               .lengths         = Lengths_Joints,
                                               .add_multipliers = AddMultipliers,
                                               .order           = Order_Joints,
                                               .culprits        = Culprits_Joints};
