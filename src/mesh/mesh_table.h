/* mesh_table.h: tables with rows for the nodes or cells of the whole mesh, in its own order: the same rows on any number of
   ranks, which files therefore have. Each rank has a stretch of consecutive rows, whatever nodes and cells it has. Used by
   output and checkpoints. */
#ifndef FS_MESH_MESH_TABLE_H
#define FS_MESH_MESH_TABLE_H

#include "mesh.h"

typedef struct {
  PetscSF  sf;              /* from this rank's stretch of rows (roots) to its items (leaves) */
  PetscInt total, first, n; /* rows of the whole table; the stretch: first to first + n - 1 */
} MeshTable;

typedef enum { MESH_TABLE_NODES, MESH_TABLE_CELLS } MeshTableItems;

/* A table with count[i] rows for item i of this rank: of its g.nnodes nodes or g.ncells cells. Ranks that have the same node
   give the same number, or 0. at: where in the caller's arrays each row is, one item behind the other; NULL: in this order.
   count and at are copied. Collective, as all here. */
PetscErrorCode MeshTableCreate(Mesh mesh, MeshTableItems items, const PetscInt count[],
                               const PetscInt at[], MeshTable *table);
PetscErrorCode MeshTableCreateCells(Mesh mesh, PetscInt n, const PetscInt cells[],
                                    MeshTable *table); /* by MeshTableSortCells */
PetscErrorCode MeshTableDestroy(MeshTable *table);

/* count, at for a table with a row for each of n different cells, which the caller has in arrays in the order of cells[n]:
   count[g.ncells], at[n]. Not collective. */
void MeshTableSortCells(Mesh mesh, PetscInt n, const PetscInt cells[], PetscInt count[],
                        PetscInt at[]);

/* Rows of columns values of a type (MPIU_REAL, MPI_INT64_T, ...): Gather fills rows[n][columns] of the stretch from what the ranks
   have in here[][columns]; Spread does the inverse. */
PetscErrorCode MeshTableGather(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                               const void *local, void *rows);
PetscErrorCode MeshTableScatter(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                                const void *rows, void *local);

#endif
