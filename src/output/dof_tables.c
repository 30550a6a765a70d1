/* dof_tables.c: maps vectors and matrices of the system to tables in mesh order, and writes such
   tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dof_tables.h"
#include "provenance.h"

/* ---- dofs ---- */

static PetscErrorCode FindDofsOfNodes(DofTables *t)
{
  const Mesh    mesh = t->model->mesh;
  const Layout *l    = &t->model->layout;
  PetscInt     *ndofs, *dof, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(mesh->g.nnodes, &ndofs, COMPONENTS * (size_t)mesh->g.nnodes, &dof));
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS && mesh->owned[i]; c++) {
      const PetscInt at = l->dof[COMPONENTS * i + c];

      if (at < 0 || l->global[at] < 0) continue;
      ndofs[i]++;
      dof[n++] = l->global[at] - l->first;
    }
  t->ndofs[DOFS_OF_NODES] = ndofs;
  t->dof[DOFS_OF_NODES]   = dof;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The multipliers of a cell are consecutive, also if several constraints have them. */
static PetscErrorCode FindDofsOfCells(DofTables *t)
{
  const Model  model = t->model;
  PetscSection global;
  PetscInt    *ndofs, *dof, n = 0, end;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalSection(model->mesh->dm, &global));
  PetscCall(PetscSectionGetChart(global, NULL, &end));
  PetscCall(PetscCalloc2(model->mesh->g.ncells, &ndofs, model->layout.nlocal_multipliers, &dof));
  for (PetscInt point = model->mesh->g.nnodes; point < end; point++) {
    const PetscInt cell = point - model->mesh->g.nnodes;
    PetscInt       first;

    PetscCall(PetscSectionGetDof(global, point, &ndofs[cell]));
    PetscCall(PetscSectionGetOffset(global, point, &first));
    for (PetscInt k = 0; k < ndofs[cell]; k++) dof[n++] = first + k - model->layout.first;
  }
  t->ndofs[DOFS_OF_CELLS] = ndofs;
  t->dof[DOFS_OF_CELLS]   = dof;
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
    PetscCall(MeshTableCreate(model->mesh, items[k], t->ndofs[k], t->dof[k], &t->table[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DofTablesDestroy(DofTables *t)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < DOF_TABLES; k++) {
    PetscCall(MeshTableDestroy(&t->table[k]));
    PetscCall(PetscFree2(t->ndofs[k], t->dof[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- matrices ---- */

/* (*first)[nrows + 1] = number of the first entry of each row of this rank; the caller frees it. */
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

PetscErrorCode MatrixTablesCreate(const DofTables *t, Mat A, MeshTable entries[DOF_TABLES],
                                  PetscInt *n)
{
  const Mesh mesh = t->model->mesh;
  PetscInt  *first, *count, *at, nrows;

  PetscFunctionBeginUser;
  PetscCall(CountEntries(A, &first));
  PetscCall(MatGetLocalSize(A, &nrows, NULL));
  *n = first[nrows];
  for (int k = 0; k < DOF_TABLES; k++) {
    const PetscInt nitems   = items[k] == MESH_TABLE_NODES ? mesh->g.nnodes : mesh->g.ncells;
    PetscInt       nentries = 0, dof = 0;

    PetscCall(PetscCalloc2(nitems, &count, *n, &at));
    for (PetscInt i = 0; i < nitems; i++)
      for (PetscInt j = 0; j < t->ndofs[k][i]; j++, dof++) {
        const PetscInt row = t->dof[k][dof];

        count[i] += first[row + 1] - first[row];
        for (PetscInt e = first[row]; e < first[row + 1]; e++) at[nentries++] = e;
      }
    PetscCall(MeshTableCreate(mesh, items[k], count, at, &entries[k]));
    PetscCall(PetscFree2(count, at));
  }
  PetscCall(PetscFree(first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets number to the position of each dof in the order of the whole mesh. */
static PetscErrorCode NumberDofs(const DofTables *t, Vec number)
{
  PetscScalar *local;
  PetscInt     before = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(number, &local));
  for (int k = 0; k < DOF_TABLES; k++) {
    const MeshTable *const table = &t->table[k];
    PetscReal             *rows;

    PetscCall(PetscMalloc1(table->n, &rows));
    for (PetscInt i = 0; i < table->n; i++) rows[i] = (PetscReal)(before + table->first + i);
    PetscCall(MeshTableScatter(table, MPIU_REAL, 1, rows, local));
    PetscCall(PetscFree(rows));
    before += table->total;
  }
  PetscCall(VecRestoreArray(number, &local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Positions of the dofs of columns in the order of the whole mesh. */
typedef struct {
  PetscInt        first, last;  /* columns that this rank owns: first to last - 1 */
  PetscInt        n;            /* other columns in the rows of this rank */
  const PetscInt *ghost_column; /* [n] ascending */
  Vec             local, ghost; /* positions of the owned and of the other columns */
} ColumnNumbers;

static PetscErrorCode NumberColumns(const DofTables *t, Mat A, ColumnNumbers *c)
{
  Mat        offdiagonal;
  PetscBool  parallel;
  IS         from;
  VecScatter scatter;

  PetscFunctionBeginUser;
  *c = (ColumnNumbers){.n = 0};
  PetscCall(MatCreateVecs(A, &c->local, NULL));
  PetscCall(VecGetOwnershipRange(c->local, &c->first, &c->last));
  PetscCall(NumberDofs(t, c->local));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  if (parallel) {
    PetscCall(MatMPIAIJGetSeqAIJ(A, NULL, &offdiagonal, &c->ghost_column));
    PetscCall(MatGetSize(offdiagonal, NULL, &c->n));
  }
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, c->n, &c->ghost));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, c->n, c->ghost_column, PETSC_COPY_VALUES, &from));
  PetscCall(VecScatterCreate(c->local, from, c->ghost, NULL, &scatter));
  PetscCall(VecScatterBegin(scatter, c->local, c->ghost, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(scatter, c->local, c->ghost, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterDestroy(&scatter));
  PetscCall(ISDestroy(&from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* order[n] = indices 0 to n - 1 of the entries of a row, sorted by the positions of their columns;
   number[n] is a work array. */
static PetscErrorCode OrderRow(const ColumnNumbers *c, PetscInt n, const PetscInt columns[],
                               PetscInt number[], PetscInt order[])
{
  const PetscScalar *local, *ghost;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(c->local, &local));
  PetscCall(VecGetArrayRead(c->ghost, &ghost));
  for (PetscInt k = 0; k < n; k++) {
    PetscInt at;

    order[k] = k;
    if (columns[k] >= c->first && columns[k] < c->last)
      number[k] = (PetscInt)local[columns[k] - c->first];
    else {
      PetscCall(PetscFindInt(columns[k], c->n, c->ghost_column, &at));
      number[k] = (PetscInt)ghost[at];
    }
  }
  PetscCall(PetscSortIntWithArray(n, number, order));
  PetscCall(VecRestoreArrayRead(c->ghost, &ghost));
  PetscCall(VecRestoreArrayRead(c->local, &local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatrixCopyEntries(const DofTables *t, PetscBool into_matrix, Mat A,
                                 PetscReal values[])
{
  ColumnNumbers c;
  Mat           pattern = A; /* MatGetRow() needs an assembled matrix */

  PetscFunctionBeginUser;
  PetscCall(NumberColumns(t, A, &c));
  if (into_matrix) PetscCall(MatDuplicate(A, MAT_DO_NOT_COPY_VALUES, &pattern));
  for (PetscInt row = c.first; row < c.last; row++) {
    const PetscScalar *entries;
    const PetscInt    *columns;
    PetscInt           n, *mine, *number, *order;
    PetscScalar       *sorted;

    PetscCall(MatGetRow(pattern, row, &n, &columns, &entries));
    PetscCall(PetscMalloc4(n, &mine, n, &number, n, &order, n, &sorted));
    PetscCall(PetscArraycpy(mine, columns, n));
    PetscCall(OrderRow(&c, n, columns, number, order));
    for (PetscInt k = 0; k < n; k++)
      if (into_matrix) sorted[order[k]] = values[k];
      else values[k] = entries[order[k]];
    PetscCall(
      MatRestoreRow(pattern, row, NULL, &columns, &entries)); /* not &n: it would become 0 */
    if (into_matrix) PetscCall(MatSetValues(A, 1, &row, n, mine, sorted, INSERT_VALUES));
    values += n;
    PetscCall(PetscFree4(mine, number, order, sorted));
  }
  if (into_matrix) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatDestroy(&pattern));
  }
  PetscCall(VecDestroy(&c.local));
  PetscCall(VecDestroy(&c.ghost));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- distributed table ----------------------------------------------------------------------- */

static MPI_Datatype memory_type(FileType type)
{
  return type == FILE_INT ? MPIU_INT : type == FILE_INT64 ? MPI_INT64_T : MPIU_REAL;
}

PetscErrorCode FileWriteTable(File file, const char path[], FileType type, const MeshTable *table,
                              PetscInt columns, const void *here)
{
  const PetscInt width       = PetscMax(1, columns);
  const FileType memory_kind = type == FILE_FLOAT ? FILE_REAL : type;
  char          *rows;
  float         *rounded = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc(FileTypeSize(memory_kind) * (size_t)width * (size_t)table->n, &rows));
  PetscCall(MeshTableGather(table, memory_type(type), width, here, rows));
  if (type == FILE_FLOAT) {
    PetscCall(PetscMalloc1((size_t)(width * table->n), &rounded));
    for (PetscInt k = 0; k < width * table->n; k++)
      rounded[k] = (float)((PetscReal *)(void *)rows)[k];
  }
  PetscCall(FileWriteRows(file, path, type, table->total, table->first, table->n, columns,
                          rounded ? (const void *)rounded : (const void *)rows));
  PetscCall(PetscFree(rounded));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileStackWriteTable(File file, const char path[], const MeshTable *table,
                                   PetscInt columns, PetscInt layer, const PetscReal here[])
{
  PetscReal *rows;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)columns * (size_t)table->n, &rows));
  PetscCall(MeshTableGather(table, MPIU_REAL, columns, here, rows));
  PetscCall(FileStackWrite(file, path, table->total, columns, layer, table->first, table->n, rows));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileWriteReplicated(File file, MPI_Comm comm, const char path[], FileType type,
                                   PetscInt n, PetscInt columns, const void *data)
{
  PetscMPIInt rank;
  PetscBool   writes;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  writes = (PetscBool)(rank == 0 || FileIsInMemory(file)); /* each rank has a memory of its own */
  PetscCall(FileWriteRows(file, path, type, n, writes ? 0 : n, writes ? n : 0, columns, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- table file ------------------------------------------------------------------------------ */

/* Writes an output file of tables for analyses that have no model. */

PetscErrorCode TableFileCreate(MPI_Comm comm, const OutputPath *output, FsOptions given,
                               TableFile *table_file)
{
  TableFile t;
  char     *record;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&t));
  t->comm = comm;
  if (*output->path)
    PetscCall(FileCreate(comm, "-output", output->path, output->overwrite, &t->file));
  else PetscCall(FileCreateInMemory(comm, &t->file));
  PetscCall(FsOptionsRecord(given, &record));
  PetscCall(FileDescribeRun(t->file, comm, record));
  PetscCall(PetscFree(record));
  PetscCall(FileDescribeOptions(t->file, given));
  PetscCall(FileSetAttributeText(t->file, "/", "status", "running"));
  *table_file = t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TableFileWrite(TableFile t, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[])
{
  return FileWriteReplicated(t->file, t->comm, path, FILE_REAL, n, columns, data);
}

PetscErrorCode TableFileDestroy(TableFile *table_file)
{
  const TableFile t = *table_file;

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->file) PetscCall(FileSetAttributeText(t->file, "/", "status", "done"));
  PetscCall(FileClose(&t->file));
  PetscCall(PetscFree(*table_file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
