/* distributed_table.h: tables in the order of the whole mesh (mesh/node_table.h) in files. */
#ifndef FS_OUTPUT_DISTRIBUTED_TABLE_H
#define FS_OUTPUT_DISTRIBUTED_TABLE_H

#include "file/file.h"
#include "mesh/mesh_table.h"

/* Make and fill the dataset [table->total][columns], or [table->total] if columns is 0, from what the ranks have in
   here[][max(1, columns)]; with FILE_FLOAT these are PetscReal, and are rounded. Collective; errors as of FileWriteRows. */
PetscErrorCode FileWriteTable(File file, const char path[], FileType type, const MeshTable *table,
                              PetscInt columns, const void *here);

/* Likewise a layer of FileStackCreate's. */
PetscErrorCode FileStackWriteTable(File file, const char path[], const MeshTable *table,
                                   PetscInt columns, PetscInt layer, const PetscReal here[]);

#endif
