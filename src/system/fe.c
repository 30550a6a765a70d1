/* fe.c: the System of a Model: M, C, K assembled once, forces by time and, where a law asks for it, by the motion. */
#include "fe.h"

/* Rows and columns of the nonzeros that cells and laws ask for, one by one. */
static PetscErrorCode ListEntries(Model model, PetscInt first, PetscCount *count, PetscInt **rows, PetscInt **columns)
{
  const PetscInt *global = model->layout.global;
  PetscCount      n      = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++)
    n += (PetscCount)model->block[k].ncells * model->block[k].nd * model->block[k].nd;
  for (PetscInt k = 0; k < model->nlaws; k++) n += 9 * (PetscCount)model->law[k].n;
  PetscCall(PetscMalloc2(n, rows, n, columns));
  n = 0;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; e < b->ncells; e++)
      for (PetscInt i = 0; i < b->nd; i++) {
        const PetscInt row = b->dofs[e * b->nd + i];

        for (PetscInt j = 0; j < b->nd; j++) {
          const PetscInt column = b->dofs[e * b->nd + j];

          (*rows)[n]      = row < 0 || column < 0 ? -1 : global[row];
          (*columns)[n++] = row < 0 || column < 0 ? -1 : global[column];
        }
      }
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

/* The pattern of all matrices: COO preallocation finds it ten times faster than DMCreateMatrix, and is then thrown away. */
static PetscErrorCode CreatePattern(Model model, Mat *pattern)
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
  PetscCall(MatSetOption(*pattern, MAT_SPD, (PetscBool)!model->nlaws));
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

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b = &fe->model->block[k];

    for (PetscInt e = 0; e < b->ncells; e++) {
      for (PetscInt i = 0; i < b->nd; i++) {
        const PetscInt dof = b->dofs[e * b->nd + i];

        at[i] = dof < 0 ? -1 : global[dof];
      }
      PetscCall(BlockMatrices(fe->model, b, e, M, C, K));
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
  if (q) {
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

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(f, &x));
  for (PetscInt k = 0; k < fe->model->nloads; k++) {
    const Load     *load = &fe->model->load[k];
    const PetscReal g    = ExpressionValue(load->time, &t);

    PetscCall(ExpressionCheck(load->time, &t, g));
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

static PetscErrorCode Tangent_FE(System sys, PetscReal t, Vec q, Vec v, Vec a, PetscReal cm, PetscReal cc, PetscReal ck,
                                 Mat A)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  (void)a;
  PetscCall(MatCopy(fe->K, A, SAME_NONZERO_PATTERN));
  PetscCall(MatScale(A, ck));
  PetscCall(MatAXPY(A, cm, fe->M, SAME_NONZERO_PATTERN));
  if (fe->C) PetscCall(MatAXPY(A, cc, fe->C, SAME_NONZERO_PATTERN));
  if (fe->model->nlaws && q && v && (cc != 0 || ck != 0)) PetscCall(AddSlopesOfLaws(fe, t, q, v, cc, ck, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Place_FE(System sys, PetscInt dof, char text[], size_t size)
{
  const FE       *fe = sys->data;
  const Geometry *g  = &fe->model->mesh->g;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < 3; c++) {
      const PetscInt at = fe->model->layout.dof[3 * i + c];

      if (at >= 0 && fe->model->layout.global[at] == dof)
        snprintf(text, size, "node %lld at (%.6g, %.6g, %.6g), component %c", (long long)g->id[i], g->x[i][0],
                 g->x[i][1], g->x[i][2], 'x' + c);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_FE(System sys)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&fe->M));
  PetscCall(MatDestroy(&fe->C));
  PetscCall(MatDestroy(&fe->K));
  PetscCall(DriveDestroy(&fe->drive));
  PetscCall(PetscFree(sys->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether any element has a damping matrix. */
static PetscErrorCode IsDamped(Model model, PetscBool *damped)
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];
  int mine = model->damping_mass > 0 || model->damping_stiffness > 0, all;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks && !mine; k++) {
    const Block *b = &model->block[k];

    if (!b->ncells) continue;
    PetscCall(BlockMatrices(model, b, 0, M, C, K)); /* the elements of a block have one set of properties */
    for (PetscInt i = 0; i < b->nd * b->nd; i++) mine |= C[i] != 0;
  }
  PetscCallMPI(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LOR, model->comm));
  *damped = (PetscBool)all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateFE(Model model, PetscReal dt, System *out)
{
  System    sys;
  FE       *fe;
  PetscBool damped;

  PetscFunctionBeginUser;
  PetscCall(SystemCreate(model->comm, &sys));
  PetscCall(PetscNew(&fe));
  fe->model   = model;
  sys->data   = fe;
  sys->linear = (PetscBool)(model->nlaws == 0);
  sys->ops    = (SystemOps){.mult      = Mult_FE,
                            .force     = Force_FE,
                            .residual  = Residual_FE,
                            .tangent   = Tangent_FE,
                            .place     = Place_FE,
                            .frequency = Frequency_FE,
                            .destroy   = Destroy_FE};
  PetscCall(IsDamped(model, &damped));
  sys->velocity_free = (PetscBool)!damped;
  for (PetscInt k = 0; k < model->nlaws; k++)
    if (model->law[k].viscous) sys->velocity_free = PETSC_FALSE;
  PetscCall(DMCreateGlobalVector(model->mesh->dm, &sys->vec));
  PetscCall(CreatePattern(model, &sys->mat));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->M));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->K));
  if (damped) PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &fe->C));
  PetscCall(Assemble(fe));
  PetscCall(DriveCreate(model, dt, &fe->drive));
  *out = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}
