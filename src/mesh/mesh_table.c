/* mesh_table.c: creates tables with rows for the nodes or cells of the whole mesh.

   The mesh's numbers are distributed over the ranks in blocks. The rank of a block counts and
   numbers the rows of its items. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mesh_table.h"

/* Numbers the rows.

   Output:
     first  [n] number of the first row of each item
     table  block of rows of this rank */
static PetscErrorCode NumberRows(MPI_Comm comm, PetscSF items, PetscInt nroots,
                                 const PetscInt count[], PetscInt first[], MeshTable *table)
{
  PetscInt64 total;
  PetscInt  *rows;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(nroots, &rows));
  PetscCall(PetscSFReduceBegin(items, MPIU_INT, count, rows, MPI_MAX));
  PetscCall(PetscSFReduceEnd(items, MPIU_INT, count, rows, MPI_MAX));
  table->n = 0;
  for (PetscInt k = 0; k < nroots; k++) table->n += rows[k];
  total = table->n;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCheck(total <= PETSC_MAX_INT, comm, PETSC_ERR_USER_INPUT,
             "a table of %lld rows is more than this PETSc can count: build with a PETSc of 64-bit "
             "indices (libpetsc64-real-dev)",
             (long long)total);
  table->total = (PetscInt)total;
  PetscCallMPI(MPI_Scan(&table->n, &table->first, 1, MPIU_INT, MPI_SUM, comm));
  table->first -= table->n;
  for (PetscInt k = 0, next = table->first; k < nroots; k++) {
    const PetscInt local = rows[k];

    rows[k] = next;
    next += local;
  }
  PetscCall(PetscSFBcastBegin(items, MPIU_INT, rows, first, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(items, MPIU_INT, rows, first, MPI_REPLACE));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the SF from the numbers of the whole mesh, distributed in blocks, to n items.

   Input:
     total   number of items of the whole mesh
     number  [n] their numbers
   Output:
     nroots  size of this rank's block */
static PetscErrorCode CreateNaturalSF(MPI_Comm comm, PetscInt total, PetscInt n,
                                      const int64_t number[], PetscInt *nroots, PetscSF *items)
{
  PetscLayout blocks;
  PetscInt   *at;

  PetscFunctionBeginUser;
  PetscCall(PetscLayoutCreateFromSizes(comm, PETSC_DECIDE, total, 1, &blocks));
  PetscCall(PetscLayoutGetLocalSize(blocks, nroots));
  PetscCall(PetscMalloc1(n, &at));
  for (PetscInt i = 0; i < n; i++) at[i] = (PetscInt)number[i];
  PetscCall(PetscSFCreate(comm, items));
  PetscCall(PetscSFSetGraphLayout(*items, blocks, n, NULL, PETSC_COPY_VALUES, at));
  PetscCall(PetscFree(at));
  PetscCall(PetscLayoutDestroy(&blocks));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshTableCreate(Mesh mesh, MeshTableItems items, const PetscInt count[],
                               const PetscInt at[], MeshTable *table)
{
  const PetscBool nodes = (PetscBool)(items == MESH_TABLE_NODES);
  const PetscInt  n     = nodes ? mesh->g.nnodes : mesh->g.ncells;
  PetscInt       *first, *row, nroots, nrows = 0, next = 0;
  PetscLayout     blocks;
  PetscSF         sf;

  PetscFunctionBeginUser;
  PetscCall(CreateNaturalSF(mesh->comm, nodes ? mesh->nnodes : mesh->ncells, n,
                            nodes ? mesh->g.node_number : mesh->g.cell_number, &nroots, &sf));
  PetscCall(PetscMalloc1(n, &first));
  PetscCall(NumberRows(mesh->comm, sf, nroots, count, first, table));
  PetscCall(PetscSFDestroy(&sf));
  for (PetscInt i = 0; i < n; i++) nrows += count[i];
  PetscCall(PetscMalloc1(nrows, &row));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = 0; k < count[i]; k++) row[next++] = first[i] + k;
  PetscCall(PetscLayoutCreateFromSizes(mesh->comm, table->n, table->total, 1, &blocks));
  PetscCall(PetscSFCreate(mesh->comm, &table->sf));
  PetscCall(
    PetscSFSetGraphLayout(table->sf, blocks, nrows, (PetscInt *)at, PETSC_COPY_VALUES, row));
  PetscCall(PetscLayoutDestroy(&blocks));
  PetscCall(PetscFree(row));
  PetscCall(PetscFree(first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sorts by insertion, because cells are few or sorted already. */
void MeshTableSortCells(Mesh mesh, PetscInt n, const PetscInt cells[], PetscInt count[],
                        PetscInt at[])
{
  for (PetscInt c = 0; c < mesh->g.ncells; c++) count[c] = 0;
  for (PetscInt e = 0; e < n; e++) {
    PetscInt k = e;

    count[cells[e]] = 1;
    for (; k > 0 && cells[at[k - 1]] > cells[e]; k--) at[k] = at[k - 1];
    at[k] = e;
  }
}

PetscErrorCode MeshTableCreateCells(Mesh mesh, PetscInt n, const PetscInt cells[], MeshTable *table)
{
  PetscInt *count, *at;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->g.ncells, &count, n, &at));
  MeshTableSortCells(mesh, n, cells, count, at);
  PetscCall(MeshTableCreate(mesh, MESH_TABLE_CELLS, count, at, table));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshTableDestroy(MeshTable *table) { return PetscSFDestroy(&table->sf); }

/* Creates the MPI type of a row; the caller frees it. */
static PetscErrorCode CreateRowType(MPI_Datatype type, PetscInt columns, MPI_Datatype *row)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((PetscMPIInt)columns, type, row));
  PetscCallMPI(MPI_Type_commit(row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshTableGather(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                               const void *local, void *rows)
{
  MPI_Datatype row;

  PetscFunctionBeginUser;
  PetscCall(CreateRowType(type, columns, &row));
  PetscCall(PetscSFReduceBegin(table->sf, row, local, rows, MPI_REPLACE));
  PetscCall(PetscSFReduceEnd(table->sf, row, local, rows, MPI_REPLACE));
  PetscCallMPI(MPI_Type_free(&row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshTableScatter(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                                const void *rows, void *local)
{
  MPI_Datatype row;

  PetscFunctionBeginUser;
  PetscCall(CreateRowType(type, columns, &row));
  PetscCall(PetscSFBcastBegin(table->sf, row, rows, local, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(table->sf, row, rows, local, MPI_REPLACE));
  PetscCallMPI(MPI_Type_free(&row));
  PetscFunctionReturn(PETSC_SUCCESS);
}
