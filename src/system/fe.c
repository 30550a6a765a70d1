/* fe.c: the System of a Model: M, C, K of the linear parts assembled once, forces by time, and what depends on the
   configuration (elements.c) or on the motion of a node (laws). */
#include "fe.h"

static PetscInt square(const Joint *j) { return (JOINT_DOFS + j->nrows) * (JOINT_DOFS + j->nrows); }

/* All pairs of an element's dofs, from entry n on; returns where they end. */
static PetscCount list_pairs(PetscInt nd, const PetscInt dofs[], const PetscInt global[], PetscCount n,
                             PetscInt rows[], PetscInt columns[])
{
  for (PetscInt i = 0; i < nd; i++)
    for (PetscInt j = 0; j < nd; j++) {
      const PetscBool none = (PetscBool)(dofs[i] < 0 || dofs[j] < 0);

      rows[n]      = none ? -1 : global[dofs[i]];
      columns[n++] = none ? -1 : global[dofs[j]];
    }
  return n;
}

/* Rows and columns of the nonzeros that cells, joints and laws ask for, one by one. */
static PetscErrorCode ListEntries(Model model, PetscInt first, PetscCount *count, PetscInt **rows, PetscInt **columns)
{
  const PetscInt *global = model->layout.global;
  PetscCount      n      = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++)
    n += (PetscCount)model->block[k].ncells * model->block[k].nd * model->block[k].nd;
  for (PetscInt k = 0; k < model->njoints; k++) n += (PetscCount)model->joint[k].ncells * square(&model->joint[k]);
  for (PetscInt k = 0; k < model->nlaws; k++) n += 9 * (PetscCount)model->law[k].n;
  PetscCall(PetscMalloc2(n, rows, n, columns));
  n = 0;
  for (PetscInt k = 0; k < model->nblocks; k++)
    for (PetscInt e = 0; e < model->block[k].ncells; e++)
      n = list_pairs(model->block[k].nd, model->block[k].dofs + e * model->block[k].nd, global, n, *rows, *columns);
  for (PetscInt k = 0; k < model->njoints; k++) {
    const PetscInt nd = JOINT_DOFS + model->joint[k].nrows;

    for (PetscInt e = 0; e < model->joint[k].ncells; e++)
      n = list_pairs(nd, model->joint[k].dofs + e * nd, global, n, *rows, *columns);
  }
  for (PetscInt k = 0; k < model->nlaws; k++)
    for (PetscInt i = 0; i < 3 * model->law[k].n; i++)
      for (int j = 0; j < 3; j++) {
        const PetscInt row = model->law[k].at[i], column = model->law[k].at[i - i % 3 + j];

        (*rows)[n]      = row < 0 || column < 0 ? -1 : first + row;
        (*columns)[n++] = row < 0 || column < 0 ? -1 : first + column;
      }
  *count = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The pattern of all matrices: COO preallocation finds it ten times faster than DMCreateMatrix, and is then thrown
   away. */
static PetscErrorCode CreatePattern(Model model, PetscBool linear, Mat *pattern)
{
  PetscCount n = 0;
  PetscInt  *rows, *columns, first, last;
  Mat        A;
  Vec        v;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &v));
  PetscCall(VecGetOwnershipRange(v, &first, &last));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &v));
  PetscCall(ListEntries(model, first, &n, &rows, &columns));
  PetscCall(MatCreate(model->comm, &A));
  PetscCall(MatSetSizes(A, last - first, last - first, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(A, MATAIJ));
  PetscCall(MatSetPreallocationCOO(A, n, rows, columns));
  PetscCall(PetscFree2(rows, columns));
  PetscCall(MatDuplicate(A, MAT_DO_NOT_COPY_VALUES, pattern)); /* the pattern without the index tables of COO */
  PetscCall(MatAssemblyBegin(*pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatSetOption(*pattern, MAT_SPD, linear));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Assemble(FE *fe)
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];
  const PetscInt *global = fe->model->layout.global;
  PetscInt        at[ELEMENT_MAX_DOFS];
  Mat             all[3] = {fe->M, fe->C, fe->K};
  PetscReal       norm;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b = &fe->model->block[k];

    for (PetscInt e = 0; e < b->ncells; e++) {
      for (PetscInt i = 0; i < b->nd; i++) {
        const PetscInt dof = b->dofs[e * b->nd + i];

        at[i] = dof < 0 ? -1 : global[dof];
      }
      PetscCall(BlockLinearPart(fe->model, b, e, M, C, K));
      PetscCall(MatSetValues(fe->M, b->nd, at, b->nd, at, M, ADD_VALUES));
      PetscCall(MatSetValues(fe->K, b->nd, at, b->nd, at, K, ADD_VALUES));
      if (fe->C) PetscCall(MatSetValues(fe->C, b->nd, at, b->nd, at, C, ADD_VALUES));
    }
  }
  for (int m = 0; m < 3; m++)
    if (all[m]) {
      PetscCall(MatAssemblyBegin(all[m], MAT_FINAL_ASSEMBLY));
      PetscCall(MatAssemblyEnd(all[m], MAT_FINAL_ASSEMBLY));
    }
  PetscCall(MatNorm(fe->K, NORM_FROBENIUS, &norm));
  if (norm == 0) PetscCall(MatDestroy(&fe->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether weight turns the nodes of a block's elements. The elements of a block have one set of properties. */
static PetscBool has_eccentric_mass(Model model, const Block *b)
{
  double       x[ELEMENT_MAX_NODES][3], p[ELEMENT_MAX_DOFS] = {0};
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState state = {.prop = b->prop, .data = b->data, .factor = 1};

  if (!b->ncells || !b->kernel->momentum || !BlockIsNonlinear(model, b)) return PETSC_FALSE;
  geometry_cell_corners(&model->mesh->g, (int)b->cells[0], x);
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i] = node_at_rest(x[i]);
    for (int c = 0; c < 3; c++) node[i].v[c] = 1 + c;
    state.node[i] = &node[i];
  }
  b->kernel->momentum(&state, p);
  for (PetscInt i = 0; i < b->nd; i++)
    if (p[i] != 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Forces of the linear parts' mass in a unit acceleration along x, y, z, held nodes included. */
static PetscErrorCode CreateField(FE *fe)
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];
  const DM     dm = fe->model->mesh->dm;
  PetscScalar *f[3];
  PetscReal    most = 0, size;
  Vec          local[3];

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    PetscCall(DMCreateGlobalVector(dm, &fe->field[c]));
    PetscCall(DMGetLocalVector(dm, &local[c]));
    PetscCall(VecZeroEntries(local[c]));
    PetscCall(VecGetArray(local[c], &f[c]));
  }
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b  = &fe->model->block[k];
    const int    nc = b->kernel->nc;

    for (PetscInt e = 0; e < b->ncells; e++) {
      const PetscInt *dofs = b->dofs + e * b->nd;

      PetscCall(ElementLinearPart(fe->model, b, e, M, C, K));
      for (PetscInt i = 0; i < b->nd; i++)
        for (PetscInt j = 0; j < b->nd; j++) {
          const int c = nc == 1 ? 2 : (int)(j % nc);

          if (dofs[i] >= 0 && c < 3) f[c][dofs[i]] += M[i * b->nd + j];
        }
    }
  }
  for (int c = 0; c < 3; c++) {
    PetscCall(VecRestoreArray(local[c], &f[c]));
    PetscCall(VecZeroEntries(fe->field[c]));
    PetscCall(DMLocalToGlobalBegin(dm, local[c], ADD_VALUES, fe->field[c]));
    PetscCall(DMLocalToGlobalEnd(dm, local[c], ADD_VALUES, fe->field[c]));
    PetscCall(DMRestoreLocalVector(dm, &local[c]));
    PetscCall(VecNorm(fe->field[c], NORM_INFINITY, &size));
    most = PetscMax(most, size);
  }
  for (PetscInt k = 0; k < fe->model->nblocks; k++)
    if (has_eccentric_mass(fe->model, &fe->model->block[k])) most = 1;
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, fe->model->comm));
  PetscCheck(most > 0, fe->model->comm, PETSC_ERR_USER_INPUT,
             "-gravity, -base_acceleration_x: the model has no mass that moves; give the parts a density or the like");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mult_FE(System sys, Vec q, Vec v, Vec a, Vec y)
{
  FE       *fe    = sys->data;
  PetscBool added = PETSC_FALSE; /* whether y holds something already */

  PetscFunctionBeginUser;
  if (a) {
    PetscCall(MatMult(fe->M, a, y));
    added = PETSC_TRUE;
  }
  if (v && fe->C) {
    PetscCall(added ? MatMultAdd(fe->C, v, y, y) : MatMult(fe->C, v, y));
    added = PETSC_TRUE;
  }
  if (q && fe->K) {
    PetscCall(added ? MatMultAdd(fe->K, q, y, y) : MatMult(fe->K, q, y));
    added = PETSC_TRUE;
  }
  if (!added) PetscCall(VecZeroEntries(y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_FE(System sys, PetscReal t, Vec f)
{
  FE          *fe = sys->data;
  PetscScalar *x;
  PetscReal    gravity[3];

  PetscFunctionBeginUser;
  PetscCall(ModelGravity(fe->model, t, gravity));
  for (int c = 0; c < 3; c++)
    if (gravity[c] != 0) PetscCall(VecAXPY(f, fe->factor * gravity[c], fe->field[c]));
  PetscCall(VecGetArray(f, &x));
  for (PetscInt k = 0; k < fe->model->nloads; k++) {
    const Load *load = &fe->model->load[k];
    PetscReal   g    = ExpressionValue(load->time, &t);

    PetscCall(ExpressionCheck(load->time, &t, g));
    g *= fe->factor;
    for (PetscInt i = 0; i < load->n; i++) x[load->at[i]] += g * load->force[i];
  }
  PetscCall(VecRestoreArray(f, &x));
  PetscCall(DriveForce(fe->drive, t, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceOfLaws(FE *fe, PetscReal t, Vec q, Vec v, Vec f)
{
  const PetscScalar *x, *xd;
  PetscScalar       *y;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArrayRead(v, &xd));
  PetscCall(VecGetArray(f, &y));
  for (PetscInt k = 0; k < fe->model->nlaws; k++) PetscCall(LawForces(&fe->model->law[k], t, x, xd, y));
  PetscCall(VecRestoreArray(f, &y));
  PetscCall(VecRestoreArrayRead(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_FE(System sys, PetscReal t, Vec q, Vec v, Vec a, Vec r)
{
  PetscFunctionBeginUser;
  PetscCall(Mult_FE(sys, q, v, a, r));
  PetscCall(VecScale(r, -1));
  PetscCall(Force_FE(sys, t, r));
  PetscCall(ForceOfLaws(sys->data, t, q, v, r));
  PetscCall(VecScale(r, -1));
  if (((FE *)sys->data)->local) PetscCall(ElementsResidual(sys->data, &sys->rows, t, q, v, a, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A -= cc dF/dv + ck dF/dq of the laws. */
static PetscErrorCode AddSlopesOfLaws(FE *fe, PetscReal t, Vec q, Vec v, PetscReal cc, PetscReal ck, Mat A)
{
  const PetscScalar *x, *xd;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArrayRead(v, &xd));
  for (PetscInt k = 0; k < fe->model->nlaws; k++) {
    const Law *law = &fe->model->law[k];

    for (PetscInt i = 0; i < law->n; i++) {
      PetscReal by_q[9], by_v[9], block[9];
      PetscInt  at[3];

      PetscCall(LawSlopes(law, i, t, x, xd, by_q, by_v));
      for (int j = 0; j < 9; j++) block[j] = -cc * by_v[j] - ck * by_q[j];
      for (int c = 0; c < 3; c++) at[c] = law->at[3 * i + c] < 0 ? -1 : first + law->at[3 * i + c];
      PetscCall(MatSetValues(A, 3, at, 3, at, block, ADD_VALUES));
    }
  }
  PetscCall(VecRestoreArrayRead(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_FE(System sys, PetscReal t, Vec q, Vec qd, Vec v, Vec a, PetscReal cm, PetscReal cc,
                                 PetscReal ck, Mat A)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(MatCopy(fe->M, A, SAME_NONZERO_PATTERN));
  PetscCall(MatScale(A, cm));
  if (fe->K) PetscCall(MatAXPY(A, ck, fe->K, SAME_NONZERO_PATTERN));
  if (fe->C) PetscCall(MatAXPY(A, cc, fe->C, SAME_NONZERO_PATTERN));
  if (!q || !v) PetscFunctionReturn(PETSC_SUCCESS); /* of the linear parts alone */
  if (fe->model->nlaws && (cc != 0 || ck != 0)) PetscCall(AddSlopesOfLaws(fe, t, q, v, cc, ck, A));
  if (fe->local) PetscCall(ElementsTangent(fe, &sys->rows, t, q, qd, v, a, cm, cc, ck, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Place_FE(System sys, PetscInt dof, char text[], size_t size)
{
  const FE       *fe = sys->data;
  const Geometry *g  = &fe->model->mesh->g;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt at = fe->model->layout.dof[COMPONENTS * i + c];

      if (at >= 0 && fe->model->layout.global[at] == dof)
        snprintf(text, size, "node %lld at (%.6g, %.6g, %.6g), component %s", (long long)g->id[i], g->x[i][0],
                 g->x[i][1], g->x[i][2], component_names[c]);
    }
  for (PetscInt k = 0; k < fe->model->njoints; k++) {
    const Joint   *j  = &fe->model->joint[k];
    const PetscInt nd = JOINT_DOFS + j->nrows;

    for (PetscInt i = 0; i < nd * j->ncells; i++)
      if (i % nd >= JOINT_DOFS && fe->model->layout.global[j->dofs[i]] == dof)
        JointPlace(fe->model, j, i / nd, text, size);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Velocity_FE(System sys, Vec q, Vec qd, Vec v)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartVelocity(NodesChart(fe->model->nodes), q, qd, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rate_FE(System sys, Vec q, Vec v, Vec qd)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartRate(NodesChart(fe->model->nodes), q, v, qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MoveChart_FE(System sys, const State *at, PetscInt n, State *const states[])
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  if (fe->model->njoints) {
    NodeState *nodes;

    PetscCall(NodesUpdate(fe->model->nodes, at->t, at->q, NULL, NULL, &nodes));
    JointsAccept(fe->model, nodes);
  }
  PetscCall(NodesMoveChart(fe->model->nodes, at->q));
  if (fe->turned) PetscCall(VecAXPY(fe->turned, 1, at->q));
  PetscCall(ChartMove(NodesChart(fe->model->nodes), at, (PetscBool)(sys->stabilization == STABILIZED_VELOCITY), n,
                      states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Compose_FE(System sys, Vec q, Vec dq, Vec sum)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartCompose(NodesChart(fe->model->nodes), q, dq, sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Commute_FE(System sys, PetscReal h, Vec v, Vec a, Vec j, Vec q)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartCommute(NodesChart(fe->model->nodes), h, v, a, j, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Turn_FE(System sys, Vec q, Vec other, PetscReal *most)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartTurn(NodesChart(fe->model->nodes), q, other, most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Constraint_FE(System sys, ConstraintLevel level, PetscReal t, Vec q, Vec v, Vec a, Vec y)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(NodesUpdate(fe->model->nodes, t, q, v, a, &nodes));
  PetscCall(JointsRows(fe, level, nodes, y));
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
                                           PetscReal factor, ConstraintLevel level, PetscReal scale, PetscReal cc, PetscReal ck, Mat A)
{
  FE        *fe = sys->data;
  NodeState *nodes;

  PetscFunctionBeginUser;
  PetscCall(ElementsColumns(fe, turn ? turn : q, qd, 0, cc, ck));
  PetscCall(NodesUpdate(fe->model->nodes, t, q, v, NULL, &nodes));
  PetscCall(JointsSlopes(fe, nodes, lambda, factor, level, scale, cc, ck, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Weights_FE(System sys, Vec w)
{
  FE           *fe    = sys->data;
  const Layout *l     = &fe->model->layout;
  const Chart  *chart = NodesChart(fe->model->nodes);
  PetscScalar  *value;

  PetscFunctionBeginUser;
  PetscCall(VecSet(w, 1));
  PetscCall(VecGetArray(w, &value));
  for (PetscInt k = 0; k < chart->n; k++)
    for (int c = 0; c < 3; c++)
      if (chart->at[k][c] >= 0) value[chart->at[k][c]] = PetscSqr(SystemLength(sys));
  for (PetscInt k = 0; k < l->nmine; k++) value[l->multiplier[k]] = 0;
  PetscCall(VecRestoreArray(w, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddMultipliers_FE(System sys, PetscReal factor, Vec x, Vec y)
{
  const Layout      *l = &((FE *)sys->data)->model->layout;
  const PetscScalar *from;
  PetscScalar       *to;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(y, &to));
  if (x == y) from = to;
  else PetscCall(VecGetArrayRead(x, &from));
  for (PetscInt k = 0; k < l->nmine; k++) to[l->multiplier[k]] += factor * from[l->multiplier[k]];
  if (x != y) PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(VecRestoreArray(y, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Culprits_FE(System sys, Vec x, PetscReal limit, char text[], size_t size)
{
  PetscFunctionBeginUser;
  PetscCall(JointsCulprits(sys->data, x, limit, text, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Measure_FE(System sys, Vec x, PetscReal square[MEASURES])
{
  FE                *fe  = sys->data;
  const Layout      *l   = &fe->model->layout;
  PetscReal          all = 0;
  const PetscScalar *values;
  PetscInt           n;

  PetscFunctionBeginUser;
  for (int k = 0; k < MEASURES; k++) square[k] = 0;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &values));
  for (PetscInt i = 0; i < n; i++) all += PetscSqr(values[i]);
  for (PetscInt k = 0; k < l->nmine; k++) square[MEASURE_MULTIPLIER] += PetscSqr(values[l->multiplier[k]]);
  PetscCall(VecRestoreArrayRead(x, &values));
  PetscCall(ChartSquare(NodesChart(fe->model->nodes), x, &square[MEASURE_ROTATION]));
  square[MEASURE_DISPLACEMENT] = PetscMax(0, all - square[MEASURE_ROTATION] - square[MEASURE_MULTIPLIER]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_FE(System sys)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&fe->M));
  PetscCall(MatDestroy(&fe->C));
  PetscCall(MatDestroy(&fe->K));
  for (int c = 0; c < 3; c++) PetscCall(VecDestroy(&fe->field[c]));
  PetscCall(VecDestroy(&fe->local));
  PetscCall(VecDestroy(&fe->turned));
  PetscCall(PetscFree(fe->columns));
  PetscCall(DriveDestroy(&fe->drive));
  PetscCall(PetscFree(sys->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void widen(PetscReal box[6], const double x[3])
{
  for (int c = 0; c < 3; c++) {
    box[c]     = PetscMax(box[c], x[c]);
    box[3 + c] = PetscMax(box[3 + c], -x[c]);
  }
}

/* Diameter of the box around all nodes and points of joints. */
static PetscErrorCode Reach(Model model, PetscReal *reach)
{
  PetscReal box[6]; /* largest of x and of -x */

  PetscFunctionBeginUser;
  for (int c = 0; c < 6; c++) box[c] = PETSC_MIN_REAL;
  for (int i = 0; i < model->mesh->g.nnodes; i++) widen(box, model->mesh->g.x[i]);
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells; e++) {
      PetscInt node[2];

      JointNodes(model, &model->joint[k], e, node);
      for (int n = 0; n < 2; n++) {
        double x[3];

        for (int c = 0; c < 3; c++)
          x[c] = (node[n] < 0 ? 0 : model->mesh->g.x[node[n]][c]) + model->joint[k].offset[e][n][c];
        widen(box, x);
      }
    }
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, box, 6, MPIU_REAL, MPIU_MAX, model->comm));
  *reach = 0;
  for (int c = 0; c < 3; c++) *reach = hypot(*reach, box[c] + box[3 + c]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What the elements of a model ask of a solver. The elements of a block have one set of properties. */
typedef struct {
  int nonlinear;      /* some are evaluated at every state */
  int damped;         /* some have a linear part with damping */
  int velocity_bound; /* some nonlinear ones depend on the velocity */
  int rotates;        /* a free dof is a finite rotation */
} Traits;

/* Whether the forces of a nonlinear element without rotations depend on the velocity: stretched by a hundredth, so
   that cables are taut. */
static PetscBool is_damped(Model model, const Block *b)
{
  const int    nn = shape_nodes(b->kernel->shape);
  double       x[ELEMENT_MAX_NODES][3], r[ELEMENT_MAX_DOFS] = {0}, C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS] = {0};
  double       K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS] = {0}, M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS] = {0};
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState state = {.prop = b->prop, .data = b->data, .factor = 1};

  geometry_cell_corners(&model->mesh->g, (int)b->cells[0], x);
  for (int i = 0; i < nn; i++) {
    node[i] = node_at_rest(x[0]);
    for (int c = 0; c < 3; c++) node[i].x[c] += 1.01 * (x[i][c] - x[0][c]);
    state.node[i] = &node[i];
  }
  b->kernel->forces(&state, r, K, C, M);
  for (PetscInt i = 0; i < b->nd * b->nd; i++)
    if (C[i] != 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode FindTraits(Model model, Traits *traits)
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];

  PetscFunctionBeginUser;
  *traits = (Traits){.nonlinear = model->noriented > 0 || model->njoints > 0};
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b         = &model->block[k];
    const int    nonlinear = BlockIsNonlinear(model, b);

    traits->nonlinear |= nonlinear;
    if (!b->ncells) continue;
    PetscCall(BlockLinearPart(model, b, 0, M, C, K));
    for (PetscInt i = 0; i < b->nd * b->nd; i++) traits->damped |= C[i] != 0;
    if (nonlinear) traits->velocity_bound |= b->kernel->nc == COMPONENTS || is_damped(model, b);
  }
  traits->damped |= model->damping_mass > 0;
  traits->rotates = !model->linearize && NodesChart(model->nodes)->n > 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, traits, sizeof *traits / sizeof(int), MPI_INT, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SystemSetLoadFactor(System sys, PetscReal factor)
{
  FE *fe = sys->data;

  fe->factor = factor;
  NodesSetFactor(fe->model->nodes, factor);
  DriveForget(fe->drive);
}

void SystemSetStatic(System sys, PetscBool still)
{
  FE *fe = sys->data;

  NodesSetStatic(fe->model->nodes, still);
  DriveForget(fe->drive);
}

PetscErrorCode SystemCreateFE(Model model, System *out)
{
  System sys;
  FE    *fe;
  Traits traits;

  PetscFunctionBeginUser;
  PetscCall(FindTraits(model, &traits));
  PetscCheck(!traits.nonlinear || model->damping_stiffness == 0, model->comm, PETSC_ERR_USER_INPUT,
             "-damping_stiffness is of linear elements; give -part_<name>_damping, which is proportional to the "
             "present stiffness");
  PetscCall(SystemCreate(model->comm, &sys));
  PetscCall(PetscNew(&fe));
  fe->model          = model;
  fe->factor         = 1;
  sys->data          = fe;
  sys->linear        = (PetscBool)(model->nlaws == 0 && !traits.nonlinear);
  sys->rotates       = (PetscBool)traits.rotates;
  sys->constrained   = (PetscBool)(model->njoints > 0);
  sys->rates         = sys->rotates;
  sys->rows          = (Constraints){CONSTRAINT_POSITION, 1, 1};
  sys->ops           = (SystemOps){.mult       = Mult_FE,
                                   .force      = Force_FE,
                                   .residual   = Residual_FE,
                                   .tangent    = Tangent_FE,
                                   .place      = Place_FE,
                                   .frequency  = Frequency_FE,
                                   .velocity   = Velocity_FE,
                                   .rate       = Rate_FE,
                                   .move_chart = MoveChart_FE,
                                   .compose    = Compose_FE,
                                   .commute    = Commute_FE,
                                   .turn       = Turn_FE,
                                   .measure    = Measure_FE,
                                   .constraint = Constraint_FE,
                                   .gradient   = Gradient_FE,
                                   .constraint_force   = ConstraintForce_FE,
                                   .constraint_tangent = ConstraintTangent_FE,
                                   .weights    = Weights_FE,
                                   .add_multipliers = AddMultipliers_FE,
                                   .culprits   = Culprits_FE,
                                   .destroy    = Destroy_FE};
  sys->velocity_free = (PetscBool)(!traits.damped && !traits.velocity_bound);
  for (PetscInt k = 0; k < model->nlaws; k++)
    if (model->law[k].viscous) sys->velocity_free = PETSC_FALSE;
  PetscCall(Reach(model, &sys->reach));
  PetscCall(DMCreateGlobalVector(model->mesh->dm, &sys->vec));
  PetscCall(CreatePattern(model, sys->linear, &sys->mat));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->M));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->K));
  if (traits.damped) PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->C));
  PetscCall(Assemble(fe));
  if (traits.nonlinear) PetscCall(DMCreateLocalVector(model->mesh->dm, &fe->local));
  if (traits.rotates) {
    PetscCall(VecDuplicate(sys->vec, &fe->turned));
    PetscCall(VecZeroEntries(fe->turned));
  }
  if (ModelHasGravity(model)) PetscCall(CreateField(fe));
  PetscCall(DriveCreate(model, &fe->drive));
  *out = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}
