/* dof_tables.c: see dof_tables.h. */
#include "dof_tables.h"

/* ---- dofs ---------------------------------------------------------------------------------------------------------- */

static PetscErrorCode FindDofsOfNodes(DofTables *t)
{
  const Mesh    mesh = t->model->mesh;
  const Layout *l    = &t->model->layout;
  PetscInt     *has, *dof, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(mesh->g.nnodes, &has, COMPONENTS * (size_t)mesh->g.nnodes, &dof));
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS && mesh->owned[i]; c++) {
      const PetscInt at = l->dof[COMPONENTS * i + c];

      if (at < 0 || l->global[at] < 0) continue;
      has[i]++;
      dof[n++] = l->global[at] - l->first;
    }
  t->has[DOFS_OF_NODES] = has;
  t->dof[DOFS_OF_NODES] = dof;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The multipliers of a cell follow each other, whatever they are of. */
static PetscErrorCode FindDofsOfCells(DofTables *t)
{
  const Model  model = t->model;
  PetscSection global;
  PetscInt    *has, *dof, n = 0, end;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalSection(model->mesh->dm, &global));
  PetscCall(PetscSectionGetChart(global, NULL, &end));
  PetscCall(PetscCalloc2(model->mesh->g.ncells, &has, model->layout.nlocal_multipliers, &dof));
  for (PetscInt point = model->mesh->g.nnodes; point < end; point++) {
    const PetscInt cell = point - model->mesh->g.nnodes;
    PetscInt       first;

    PetscCall(PetscSectionGetDof(global, point, &has[cell]));
    PetscCall(PetscSectionGetOffset(global, point, &first));
    for (PetscInt k = 0; k < has[cell]; k++) dof[n++] = first + k - model->layout.first;
  }
  t->has[DOFS_OF_CELLS] = has;
  t->dof[DOFS_OF_CELLS] = dof;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const MeshTableItems items[DOF_TABLES] = {MESH_TABLE_NODES, MESH_TABLE_CELLS};

PetscErrorCode DofTablesCreate(Model model, DofTables *t)
{
  PetscFunctionBeginUser;
  t->model = model;
  PetscCall(FindDofsOfNodes(t));
  PetscCall(FindDofsOfCells(t));
  for (int k = 0; k < DOF_TABLES; k++)
    PetscCall(MeshTableCreate(model->mesh, items[k], t->has[k], t->dof[k], &t->table[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DofTablesDestroy(DofTables *t)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < DOF_TABLES; k++) {
    PetscCall(MeshTableDestroy(&t->table[k]));
    PetscCall(PetscFree2(t->has[k], t->dof[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- matrices ------------------------------------------------------------------------------------------------------ */

/* first[nrows + 1] = the number of the first entry of each row of this rank. */
static PetscErrorCode CountEntries(Mat A, PetscInt **first)
{
  PetscInt begin, end;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &begin, &end));
  PetscCall(PetscMalloc1((size_t)(end - begin) + 1, first));
  (*first)[0] = 0;
  for (PetscInt row = begin; row < end; row++) {
    PetscInt n;

    PetscCall(MatGetRow(A, row, &n, NULL, NULL));
    (*first)[row - begin + 1] = (*first)[row - begin] + n;
    PetscCall(MatRestoreRow(A, row, &n, NULL, NULL));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatrixTablesCreate(const DofTables *t, Mat A, MeshTable entries[DOF_TABLES], PetscInt *n)
{
  const Mesh mesh = t->model->mesh;
  PetscInt  *first, *count, *at, nrows;

  PetscFunctionBeginUser;
  PetscCall(CountEntries(A, &first));
  PetscCall(MatGetLocalSize(A, &nrows, NULL));
  *n = first[nrows];
  for (int k = 0; k < DOF_TABLES; k++) {
    const PetscInt nitems = items[k] == MESH_TABLE_NODES ? mesh->g.nnodes : mesh->g.ncells;
    PetscInt       found = 0, dof = 0;

    PetscCall(PetscCalloc2(nitems, &count, *n, &at));
    for (PetscInt i = 0; i < nitems; i++)
      for (PetscInt j = 0; j < t->has[k][i]; j++, dof++) {
        const PetscInt row = t->dof[k][dof];

        count[i] += first[row + 1] - first[row];
        for (PetscInt e = first[row]; e < first[row + 1]; e++) at[found++] = e;
      }
    PetscCall(MeshTableCreate(mesh, items[k], count, at, &entries[k]));
    PetscCall(PetscFree2(count, at));
  }
  PetscCall(PetscFree(first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* number = the number of each dof in the order of the whole mesh. */
static PetscErrorCode NumberDofs(const DofTables *t, Vec number)
{
  PetscScalar *here;
  PetscInt     before = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(number, &here));
  for (int k = 0; k < DOF_TABLES; k++) {
    const MeshTable *const table = &t->table[k];
    PetscReal             *rows;

    PetscCall(PetscMalloc1(table->n, &rows));
    for (PetscInt i = 0; i < table->n; i++) rows[i] = (PetscReal)(before + table->first + i);
    PetscCall(MeshTableScatter(table, MPIU_REAL, 1, rows, here));
    PetscCall(PetscFree(rows));
    before += table->total;
  }
  PetscCall(VecRestoreArray(number, &here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The numbers of the columns' dofs: of this rank's own, and of the n others that its rows have, whose columns are other[n]. */
typedef struct {
  PetscInt        first, last, n;
  const PetscInt *other;
  Vec             here, there;
} Columns;

static PetscErrorCode NumberColumns(const DofTables *t, Mat A, Columns *c)
{
  Mat        off;
  PetscBool  parallel;
  IS         from;
  VecScatter scatter;

  PetscFunctionBeginUser;
  *c = (Columns){.n = 0};
  PetscCall(MatCreateVecs(A, &c->here, NULL));
  PetscCall(VecGetOwnershipRange(c->here, &c->first, &c->last));
  PetscCall(NumberDofs(t, c->here));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  if (parallel) {
    PetscCall(MatMPIAIJGetSeqAIJ(A, NULL, &off, &c->other));
    PetscCall(MatGetSize(off, NULL, &c->n));
  }
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, c->n, &c->there));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, c->n, c->other, PETSC_COPY_VALUES, &from));
  PetscCall(VecScatterCreate(c->here, from, c->there, NULL, &scatter));
  PetscCall(VecScatterBegin(scatter, c->here, c->there, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(scatter, c->here, c->there, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterDestroy(&scatter));
  PetscCall(ISDestroy(&from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* order[n] = the places 0 to n - 1 of the entries of a row, sorted by the numbers of their columns; number: scratch. */
static PetscErrorCode OrderRow(const Columns *c, PetscInt n, const PetscInt columns[], PetscInt number[],
                               PetscInt order[])
{
  const PetscScalar *here, *there;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(c->here, &here));
  PetscCall(VecGetArrayRead(c->there, &there));
  for (PetscInt k = 0; k < n; k++) {
    PetscInt at;

    order[k] = k;
    if (columns[k] >= c->first && columns[k] < c->last) number[k] = (PetscInt)here[columns[k] - c->first];
    else {
      PetscCall(PetscFindInt(columns[k], c->n, c->other, &at));
      number[k] = (PetscInt)there[at];
    }
  }
  PetscCall(PetscSortIntWithArray(n, number, order));
  PetscCall(VecRestoreArrayRead(c->there, &there));
  PetscCall(VecRestoreArrayRead(c->here, &here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatrixEntries(const DofTables *t, PetscBool into_matrix, Mat A, PetscReal values[])
{
  Columns c;
  Mat     shape = A; /* rows can be read of an assembled matrix only */

  PetscFunctionBeginUser;
  PetscCall(NumberColumns(t, A, &c));
  if (into_matrix) PetscCall(MatDuplicate(A, MAT_DO_NOT_COPY_VALUES, &shape));
  for (PetscInt row = c.first; row < c.last; row++) {
    const PetscScalar *entries;
    const PetscInt    *columns;
    PetscInt           n, *mine, *number, *order;
    PetscScalar       *sorted;

    PetscCall(MatGetRow(shape, row, &n, &columns, &entries));
    PetscCall(PetscMalloc4(n, &mine, n, &number, n, &order, n, &sorted));
    PetscCall(PetscArraycpy(mine, columns, n));
    PetscCall(OrderRow(&c, n, columns, number, order));
    for (PetscInt k = 0; k < n; k++)
      if (into_matrix) sorted[order[k]] = values[k];
      else values[k] = entries[order[k]];
    PetscCall(MatRestoreRow(shape, row, NULL, &columns, &entries)); /* which would set n to 0 */
    if (into_matrix) PetscCall(MatSetValues(A, 1, &row, n, mine, sorted, INSERT_VALUES));
    values += n;
    PetscCall(PetscFree4(mine, number, order, sorted));
  }
  if (into_matrix) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatDestroy(&shape));
  }
  PetscCall(VecDestroy(&c.here));
  PetscCall(VecDestroy(&c.there));
  PetscFunctionReturn(PETSC_SUCCESS);
}
