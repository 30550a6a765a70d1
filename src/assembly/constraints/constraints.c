/* constraints.c: computes the constraint rows alone, for solves without the equations of motion.

   These solves are projection, velocity constraints, consistent initial states and the search for
   redundant rows (FsSystemConstraints in fs/system.h). Newton's method solves the same rows
   together with the equations of motion; it takes them from joint_term.c, coupling_term.c
   and slider_term.c. All functions are loops over the cells of constraint_cells.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_cells.h"
#include "assembly/term.h"
#include "assembly/vectors.h"
#include "assembly/terms/terms.h"
#include "model/ties/ties.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS, ND = N + ROWS };

/* Compute the rows of one cell, and their gradient by the dofs of its nodes. */
typedef void (*RowsFunction)(const ConstraintCell *c, double rows[]);
typedef void (*GradientFunction)(const ConstraintCell *c, double G[][N]);

static void position_rows(const ConstraintCell *c, double rows[])
{
  ConstraintRows(c, FS_CONSTRAINT_POSITION, rows);
}
static void velocity_rows(const ConstraintCell *c, double rows[])
{
  ConstraintRows(c, FS_CONSTRAINT_VELOCITY, rows);
}
static void acceleration_rows(const ConstraintCell *c, double rows[])
{
  ConstraintRows(c, FS_CONSTRAINT_ACCELERATION, rows);
}

/* Computes 1 - joint_side() (element/joint/joint.h) for rows of angles, and 0 for other rows.

   It is about 0 if the angle is right, and about 2 if the angle is wrong by half a turn. */
static void flip_indicator(const ConstraintCell *c, double rows[])
{
  double G[N];

  for (int k = 0; k < c->nrows; k++)
    rows[k] = c->share < 0 && !c->slider ? 1 - joint_side(&c->at.axes->row[k], &c->at.state, G) : 0;
}

static void cell_position_errors(const ConstraintCell *c, double rows[])
{
  double G[ROWS][N];

  ConstraintPositionErrors(c, rows, G);
}

static void cell_error_gradient(const ConstraintCell *c, double G[][N])
{
  double rows[ROWS];

  ConstraintPositionErrors(c, rows, G);
}

static PetscErrorCode FillRows(FsSystem sys, RowsFunction rows_of, const FsState *s,
                               const FsLoading *loading, Vec y)
{
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(sys->data, s, loading, PETSC_TRUE, &ev));
  PetscCall(ConstraintsFill(&ev, rows_of, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_Constraints(FsSystem sys, FsConstraintLevel level, const FsState *s,
                                       const FsLoading *loading, Vec y)
{
  static const RowsFunction of_level[] = {position_rows, velocity_rows, acceleration_rows};

  PetscFunctionBeginUser;
  PetscCall(FillRows(sys, of_level[level], s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FlipIndicator_Constraints(FsSystem sys, const FsState *s,
                                                const FsLoading *loading, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(FillRows(sys, flip_indicator, s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PositionErrors_Constraints(FsSystem sys, const FsState *s,
                                                 const FsLoading *loading, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(FillRows(sys, cell_position_errors, s, loading, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Lengths_Constraints(FsSystem sys, Vec y)
{
  const Assembly a     = sys->data;
  const Chart   *chart = ConfigurationChart(a->configuration);
  PetscScalar   *value;
  PetscInt       n;

  PetscFunctionBeginUser;
  PetscCall(VecSet(y, 1));
  PetscCall(VecGetLocalSize(y, &n));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt k = 0; k < chart->n; k++)
    for (int d = 0; d < 3; d++)
      if (chart->at[k][d] >= 0) value[chart->at[k][d]] = 0;
  for (ConstraintCell c = FirstConstraint(a->model); c.cell.joint; NextConstraint(&c))
    for (int k = 0; k < c.nrows; k++) {
      const PetscInt row = a->model->layout.global[c.dofs[N + k]] - a->model->layout.first;

      if (row >= 0 && row < n && !ConstraintIsLength(a->model, &c, k)) value[row] = 0;
    }
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets at[N + nrows] to the global dofs of the nodes (-1: no dof, or supported) and of the rows. */
static void cell_global_dofs(Model model, const ConstraintCell *c, PetscInt at[])
{
  for (int k = 0; k < N + c->nrows; k++)
    at[k] = c->dofs[k] < 0 ? -1 : model->layout.global[c->dofs[k]];
}

/* Adds factor G to A in the rows, and factor G^T in the columns of the multipliers. */
static PetscErrorCode AddBorder(FsSystem sys, GradientFunction gradient_of, const FsState *s,
                                const FsLoading *loading, PetscReal factor, Mat A)
{
  const Model model = ((Assembly)sys->data)->model;
  Evaluation  ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(sys->data, s, loading, PETSC_TRUE, &ev));
  for (ConstraintCell c = FirstConstraint(model); c.cell.joint; NextConstraint(&c)) {
    double   G[ROWS][N], T[N * ROWS];
    PetscInt at[ND];

    ConstraintGather(&ev, &c);
    gradient_of(&c, G);
    cell_global_dofs(model, &c, at);
    for (int n = 0; n < N; n++)
      for (int k = 0; k < c.nrows; k++) T[n * c.nrows + k] = G[k][n] *= factor;
    PetscCall(MatSetValues(A, c.nrows, at + N, N, at, (double *)G, ADD_VALUES));
    PetscCall(MatSetValues(A, N, at, c.nrows, at + N, T, ADD_VALUES));
  }
  PetscCall(SlidersAddBorder(&ev, factor, A));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient_Constraints(FsSystem sys, const FsState *s, const FsLoading *loading,
                                           PetscReal factor, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(AddBorder(sys, ConstraintGradient, s, loading, factor, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PositionErrorGradient_Constraints(FsSystem sys, const FsState *s,
                                                        const FsLoading *loading, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(AddBorder(sys, cell_error_gradient, s, loading, 1, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Constraints(FsSystem sys, const FsState *s, const FsLoading *loading,
                                        Vec lambda, Vec y)
{
  Assembly     a = sys->data;
  RowEntries   entries;
  PetscScalar *sum;
  Evaluation   ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(VecZeroEntries(a->local));
  PetscCall(RowEntriesOpen(a->model, lambda, PETSC_FALSE, &entries));
  PetscCall(VecGetArray(a->local, &sum));
  for (ConstraintCell c = FirstConstraint(a->model); c.cell.joint; NextConstraint(&c)) {
    double G[ROWS][N], r[N] = {0};

    ConstraintGather(&ev, &c);
    ConstraintGradient(&c, G);
    for (int k = 0; k < c.nrows; k++)
      for (int n = 0; n < N; n++) r[n] += G[k][n] * *RowEntry(&entries, &c, k);
    scatter(N, c.dofs, 1, r, sum);
  }
  PetscCall(SlidersAddForces(&ev, lambda, sum));
  PetscCall(VecRestoreArray(a->local, &sum));
  PetscCall(RowEntriesClose(&entries));
  PetscCall(VecZeroEntries(y));
  PetscCall(AddLocalToGlobal(a->model, a->local, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Constraints(FsSystem sys, const FsState *s, const FsLoading *loading,
                                          Vec turn, Vec lambda, PetscReal factor,
                                          FsConstraintLevel level, PetscReal scale, FsShift shift,
                                          Mat A)
{
  Assembly            a = sys->data;
  const ChartColumns *columns;
  RowEntries          entries;
  Evaluation          ev;

  PetscFunctionBeginUser;
  shift.cm = 0;
  PetscCall(ConfigurationColumns(a->configuration, turn, s->qd, shift, &columns));
  PetscCall(AssemblyEvaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(RowEntriesOpen(a->model, lambda, PETSC_FALSE, &entries));
  for (ConstraintCell c = FirstConstraint(a->model); c.cell.joint; NextConstraint(&c)) {
    const int nd        = N + c.nrows;
    double    K[ND * N] = {0}, C[ND * N] = {0}, M[ND * N] = {0}, values[ND * N], value[ROWS];
    const ChartColumns *of_node[2];
    PetscInt            at[ND];

    ConstraintGather(&ev, &c);
    for (int k = 0; k < c.nrows; k++) value[k] = factor * *RowEntry(&entries, &c, k);
    ConstraintStiffness(&c, value, K);
    ConstraintRowSlopes(&c, level, scale, K + N * N, C + N * N, M + N * N);
    JointColumns(a->model, &c.at, columns, of_node);
    CombineColumns(nd, N, COMPONENTS, of_node, shift, K, C, M, values);
    cell_global_dofs(a->model, &c, at);
    PetscCall(AddByDofGroups(
      A, nd, at, N, at,
      c.share < 0 ? JointCellDofGroups(&a->model->layout, c.at.joint, c.at.e) : NULL, values));
  }
  PetscCall(SlidersAddTangent(&ev, columns, lambda, factor, level, scale, shift, A));
  PetscCall(RowEntriesClose(&entries));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers the rows of couplings after the rows of joints, cells in the order of the mesh. */
static PetscErrorCode OrderCouplings(Model model, PetscInt before, PetscScalar value[])
{
  const Couplings c = model->couplings;
  const Layout   *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; c && i < c->n; i++) {
    const Joint *first = &model->joint[c->coupling[i].member[0].joint];
    PetscInt    *number;

    PetscCall(PetscMalloc1(first->ncells, &number));
    PetscCall(JointCellNumbers(model, first, number));
    for (PetscInt e = 0; e < CouplingRowCount(model, &c->coupling[i]); e++)
      value[l->global[c->coupling[i].dof[e]] - l->first] =
        (PetscScalar)(before + number[CouplingRowCell(&c->coupling[i], e)]);
    before += c->coupling[i].ncells_all;
    PetscCall(PetscFree(number));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers the rows joint by joint, cell by cell in the order of the mesh, then row by row.

   The rows of couplings follow, then those of sliders. Rows of drivers get negative numbers. */
static PetscErrorCode Order_Constraints(FsSystem sys, Vec y)
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
          (j->first.row[k].driver >= 0 ? -1 : 1) * (PetscScalar)(before + number[e] * j->nrows + k);
    before += j->ncells_all * j->nrows;
    PetscCall(PetscFree(number));
  }
  PetscCall(OrderCouplings(model, before, value));
  for (PetscInt i = 0; model->couplings && i < model->couplings->n; i++)
    before += model->couplings->coupling[i].ncells_all;
  for (PetscInt i = 0; model->sliders && i < model->sliders->n; i++, before += SLIDER_ROWS)
    for (int k = 0; k < model->sliders->slider[i].nrows && model->sliders->slider[i].cell >= 0; k++)
      value[l->global[model->sliders->slider[i].dof[k]] - l->first] = (PetscScalar)(before + k);
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets involved[s] = 1 for the supports that fix dofs of the nodes of a cell. */
static void mark_supports(Model model, const ConstraintCell *c, int involved[])
{
  const Layout   *l = &model->layout;
  const Geometry *g = &model->mesh->g;
  PetscInt        node[2];

  JointCellNodes(&c->cell, node);
  for (int i = 0; i < N; i++) {
    const PetscInt at = node[i / COMPONENTS];

    for (PetscInt s = 0; c->dofs[i] >= 0 && l->global[c->dofs[i]] < 0 && s < model->nsupports; s++)
      if (model->support[s].fixed & 1 << i % COMPONENTS &&
          geometry_node_in_set(g, (int)at, (int)model->support[s].set))
        involved[s] = 1;
  }
}

/* Counts joints, couplings and sliders, in this order. */
static PetscInt CountConstraints(Model model)
{
  return model->njoints + (model->couplings ? model->couplings->n : 0) +
         (model->sliders ? model->sliders->n : 0);
}

static const char *constraint_name(Model model, PetscInt i)
{
  const PetscInt couplings = model->couplings ? model->couplings->n : 0;

  if (i < model->njoints) return model->joint[i].name;
  i -= model->njoints;
  return i < couplings ? model->couplings->coupling[i].name
                       : model->sliders->slider[i - couplings].name;
}

/* Finds the constraints with a row in which |x| > limit, and the supports of their nodes.

   Output:
     violated  [CountConstraints()] 1 for these constraints, on all ranks
     involved  [nsupports] 1 for these supports, on all ranks
   Collective. */
static PetscErrorCode FindViolated(Model model, Vec x, PetscReal limit, int violated[],
                                   int involved[])
{
  const PetscInt     n = CountConstraints(model);
  const Layout      *l = &model->layout;
  RowEntries         entries;
  const PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(RowEntriesOpen(model, x, PETSC_FALSE, &entries));
  for (ConstraintCell c = FirstConstraint(model); c.cell.joint; NextConstraint(&c))
    for (int k = 0; k < c.nrows; k++)
      if (PetscAbsScalar(*RowEntry(&entries, &c, k)) > limit)
        violated[ConstraintIndex(model, &c)] = 1;
  PetscCall(RowEntriesClose(&entries));
  PetscCall(VecGetArrayRead(x, &value));
  for (PetscInt i = 0; model->sliders && i < model->sliders->n; i++)
    for (int k = 0; k < model->sliders->slider[i].nrows && model->sliders->slider[i].cell >= 0; k++)
      if (PetscAbsScalar(value[l->global[model->sliders->slider[i].dof[k]] - l->first]) > limit)
        violated[n - model->sliders->n + i] = 1;
  PetscCall(VecRestoreArrayRead(x, &value));
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, violated, (PetscMPIInt)n, MPI_INT, MPI_MAX, model->comm));
  for (ConstraintCell c = FirstConstraint(model); c.cell.joint; NextConstraint(&c))
    if (violated[ConstraintIndex(model, &c)]) mark_supports(model, &c, involved);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, involved, (PetscMPIInt)model->nsupports, MPI_INT,
                             MPI_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode NameJoints_Constraints(FsSystem sys, Vec x, PetscReal limit, char text[],
                                             size_t size)
{
  const Model    model = ((Assembly)sys->data)->model;
  const PetscInt n     = CountConstraints(model);
  int           *violated, *involved;

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(PetscCalloc2(n, &violated, model->nsupports, &involved));
  PetscCall(FindViolated(model, x, limit, violated, involved));
  for (PetscInt i = 0; i < n; i++) {
    if (!violated[i]) continue;
    if (text[0]) PetscCall(PetscStrlcat(text, ", ", size));
    PetscCall(PetscStrlcat(text, constraint_name(model, i), size));
  }
  for (PetscInt s = 0, before = 0; s < model->nsupports; s++) {
    if (!involved[s]) continue;
    PetscCall(PetscStrlcat(text, before++ ? ", " : "; supports of their nodes: ", size));
    PetscCall(PetscStrlcat(text, model->support[s].name, size));
  }
  PetscCall(PetscFree2(violated, involved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Ties_Constraints(FsSystem sys, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(TiesMarkRows(((Assembly)sys->data)->model, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsSystemConstraints model_constraints = {.rows            = Rows_Constraints,
                                               .gradient        = Gradient_Constraints,
                                               .force           = Force_Constraints,
                                               .tangent         = Tangent_Constraints,
                                               .flip_indicator  = FlipIndicator_Constraints,
                                               .position_errors = PositionErrors_Constraints,
                                               .position_error_gradient =
                                                 PositionErrorGradient_Constraints,
                                               .lengths         = Lengths_Constraints,
                                               .add_multipliers = AddMultipliers,
                                               .ties            = Ties_Constraints,
                                               .order           = Order_Constraints,
                                               .coordinates     = JointCoordinates,
                                               .curvature       = JointCoordinateCurvature,
                                               .coordinate_name = JointCoordinateName,
                                               .name_joints     = NameJoints_Constraints};
