/* constraints.c: computes the constraint rows alone, for solves without the equations of motion.

   These solves are projection, velocity constraints, consistent initial states and the search for
   redundant rows (FsSystemConstraints in fs/system.h). Newton's method solves the same rows
   together with the equations of motion (constraint_term.c). All functions are loops over the cells
   of constraint_cells.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_cells.h"
#include "assembly/term.h"
#include "assembly/vectors.h"
#include "assembly/terms/terms.h"
#include "model/supports/support.h"

enum { N = CONSTRAINT_DOFS, ROWS = CONSTRAINT_ROWS, ND = N + ROWS };

/* Compute the rows of one cell, and their gradient by the dofs of its nodes. */
typedef void (*RowsFunction)(const ConstraintCell *c, double rows[]);
typedef void (*GradientFunction)(const ConstraintCell *c, double G[]);

static void position_rows(const ConstraintCell *c, double rows[])
{
  c->kind->rows(c, FS_CONSTRAINT_POSITION, rows, NULL);
}
static void velocity_rows(const ConstraintCell *c, double rows[])
{
  c->kind->rows(c, FS_CONSTRAINT_VELOCITY, rows, NULL);
}
static void acceleration_rows(const ConstraintCell *c, double rows[])
{
  c->kind->rows(c, FS_CONSTRAINT_ACCELERATION, rows, NULL);
}

/* Computes 1 - joint_side() (element/joint/joint.h) for rows of angles, and 0 for other rows.

   It is about 0 if the angle is right, and about 2 if the angle is wrong by half a turn. */
static void flip_indicator(const ConstraintCell *c, double rows[])
{
  for (int k = 0; k < c->table.nrows; k++) rows[k] = c->kind->side ? 1 - c->kind->side(c, k) : 0;
}

static void cell_position_errors(const ConstraintCell *c, double rows[])
{
  double G[ROWS * N];

  c->kind->errors(c, rows, G);
}

static void cell_gradient(const ConstraintCell *c, double G[])
{
  double rows[ROWS];

  c->kind->rows(c, FS_CONSTRAINT_POSITION, rows, G);
}

static void cell_error_gradient(const ConstraintCell *c, double G[])
{
  double rows[ROWS];

  c->kind->errors(c, rows, G);
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
  return FillRows(sys, flip_indicator, s, loading, y);
}

static PetscErrorCode PositionErrors_Constraints(FsSystem sys, const FsState *s,
                                                 const FsLoading *loading, Vec y)
{
  return FillRows(sys, cell_position_errors, s, loading, y);
}

static PetscBool row_is_angle(const ConstraintCell *c, int k)
{
  return (PetscBool)!c->kind->is_length(c, k);
}

static PetscBool row_is_of_tie(const ConstraintCell *c, int k)
{
  (void)k;
  return (PetscBool)(c->kind->of_tie(c->model, c->index) > 0);
}

/* Sets value[n], this rank's part of a global vector, to mark in the rows that are chosen. */
static void mark_rows(Model       model, PetscBool (*is_chosen)(const ConstraintCell *c, int k),
                      PetscScalar mark, PetscInt n, PetscScalar value[])
{
  for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c))
    for (int k = 0; k < c.table.nrows; k++) {
      const PetscInt row = ConstraintGlobal(&c, c.table.nd + k) - model->layout.first;

      if (row >= 0 && row < n && is_chosen(&c, k)) value[row] = mark;
    }
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
  mark_rows(a->model, row_is_angle, 0, n, value);
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets at[nd + nrows] to the global dofs of the nodes (-1: no dof, or supported) and of the rows.
 */
static void cell_global_dofs(const ConstraintCell *c, PetscInt at[])
{
  for (int k = 0; k < c->table.nd + c->table.nrows; k++) at[k] = ConstraintGlobal(c, k);
}

/* Adds factor G to A in the rows, and factor G^T in the columns of the multipliers. */
static PetscErrorCode AddBorder(FsSystem sys, GradientFunction gradient_of, const FsState *s,
                                const FsLoading *loading, PetscReal factor, Mat A)
{
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(sys->data, s, loading, PETSC_TRUE, &ev));
  PetscCall(ConstraintsExchange(&ev));
  for (ConstraintCell c = FirstConstraint(ev.assembly->model); c.kind; NextConstraint(&c)) {
    double   G[ROWS * N], T[N * ROWS];
    PetscInt at[ND];

    c.kind->gather(&ev, &c);
    gradient_of(&c, G);
    cell_global_dofs(&c, at);
    for (int n = 0; n < c.table.nd; n++)
      for (int k = 0; k < c.table.nrows; k++)
        T[n * c.table.nrows + k] = G[k * c.table.nd + n] *= factor;
    PetscCall(MatSetValues(A, c.table.nrows, at + c.table.nd, c.table.nd, at, G, ADD_VALUES));
    PetscCall(MatSetValues(A, c.table.nd, at, c.table.nrows, at + c.table.nd, T, ADD_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient_Constraints(FsSystem sys, const FsState *s, const FsLoading *loading,
                                           PetscReal factor, Mat A)
{
  return AddBorder(sys, cell_gradient, s, loading, factor, A);
}

static PetscErrorCode PositionErrorGradient_Constraints(FsSystem sys, const FsState *s,
                                                        const FsLoading *loading, Mat A)
{
  return AddBorder(sys, cell_error_gradient, s, loading, 1, A);
}

static PetscErrorCode Force_Constraints(FsSystem sys, const FsState *s, const FsLoading *loading,
                                        Vec lambda, Vec y)
{
  Assembly         a = sys->data;
  Evaluation       ev;
  ConstraintForces f = {.ev = &ev, .lambda = lambda};

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(VecZeroEntries(a->local));
  PetscCall(VecGetArray(a->local, &f.local));
  PetscCall(ConstraintsVisitForces(&f));
  PetscCall(VecRestoreArray(a->local, &f.local));
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
  PetscCall(ConstraintsExchange(&ev));
  PetscCall(ConstraintsExchangeColumns(&ev, columns));
  PetscCall(RowEntriesOpen(a->model, lambda, ROWS_READ, &entries));
  for (ConstraintCell c = FirstConstraint(a->model); c.kind; NextConstraint(&c)) {
    const int           n = c.table.nd, nd = n + c.table.nrows;
    double              K[ND * N], C[ND * N], M[ND * N], G[ROWS * N], values[ND * N], value[ROWS];
    const ChartColumns *of_node[CONSTRAINT_NODES];
    PetscInt            at[ND];

    PetscCall(PetscArrayzero(K, nd * n));
    PetscCall(PetscArrayzero(C, nd * n));
    PetscCall(PetscArrayzero(M, nd * n));
    c.kind->gather(&ev, &c);
    for (int k = 0; k < c.table.nrows; k++) value[k] = factor * *RowEntry(&entries, &c, k);
    c.kind->stiffness(&c, value, G, K);
    ConstraintAddSlopes(&c, G, level, scale, K + n * n, C + n * n, M + n * n);
    c.kind->columns(&ev, &c, columns, of_node);
    CombineColumns(nd, n, COMPONENTS, of_node, shift, K, C, M, values);
    cell_global_dofs(&c, at);
    PetscCall(AddByDofGroups(A, nd, at, n, at,
                             ConstraintDofGroups(&a->model->layout, &c.table, c.e), values));
  }
  PetscCall(RowEntriesClose(&entries));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Order_Constraints(FsSystem sys, Vec y)
{
  PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  PetscCall(VecGetArray(y, &value));
  PetscCall(ConstraintsOrder(((Assembly)sys->data)->model, value));
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets involved[s] = 1 for the supports that fix dofs of the nodes of a cell. */
static void mark_supports(Model model, const ConstraintCell *c, int involved[])
{
  const Layout   *l = &model->layout;
  const Geometry *g = &model->mesh->g;
  PetscInt        node[2];

  if (!c->kind->nodes) return;
  c->kind->nodes(c, node);
  for (int i = 0; i < c->table.nd; i++) {
    const PetscInt at = node[i / COMPONENTS];

    for (PetscInt s = 0; c->dofs[i] >= 0 && l->global[c->dofs[i]] < 0 && s < model->nsupports; s++)
      if (model->support[s].fixed & 1 << i % COMPONENTS &&
          geometry_node_in_set(g, (int)at, (int)model->support[s].set))
        involved[s] = 1;
  }
}

/* Finds the constraints with a row in which |x| > limit, and the supports of their nodes.

   Output:
     violated  [ConstraintsCount()] 1 for these constraints, on all ranks
     involved  [nsupports] 1 for these supports, on all ranks
   Collective. */
static PetscErrorCode FindViolated(Model model, Vec x, PetscReal limit, int violated[],
                                   int involved[])
{
  const PetscInt n = ConstraintsCount(model);
  RowEntries     entries;

  PetscFunctionBeginUser;
  PetscCall(RowEntriesOpen(model, x, ROWS_READ, &entries));
  for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c))
    for (int k = 0; k < c.table.nrows; k++)
      if (PetscAbsScalar(*RowEntry(&entries, &c, k)) > limit) violated[ConstraintIndex(&c)] = 1;
  PetscCall(RowEntriesClose(&entries));
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, violated, (PetscMPIInt)n, MPI_INT, MPI_MAX, model->comm));
  for (ConstraintCell c = FirstConstraint(model); c.kind; NextConstraint(&c))
    if (violated[ConstraintIndex(&c)]) mark_supports(model, &c, involved);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, involved, (PetscMPIInt)model->nsupports, MPI_INT,
                             MPI_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode NameJoints_Constraints(FsSystem sys, Vec x, PetscReal limit, char text[],
                                             size_t size)
{
  const Model    model = ((Assembly)sys->data)->model;
  const PetscInt n     = ConstraintsCount(model);
  int           *violated, *involved;

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(PetscCalloc2(n, &violated, model->nsupports, &involved));
  PetscCall(FindViolated(model, x, limit, violated, involved));
  for (PetscInt i = 0; i < n; i++) {
    if (!violated[i]) continue;
    if (text[0]) PetscCall(PetscStrlcat(text, ", ", size));
    PetscCall(PetscStrlcat(text, ConstraintName(model, i), size));
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
  PetscScalar *value;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  PetscCall(VecGetLocalSize(y, &n));
  PetscCall(VecGetArray(y, &value));
  mark_rows(AssemblyModel(sys->data), row_is_of_tie, 1, n, value);
  PetscCall(VecRestoreArray(y, &value));
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
