/* archive.h: writes what objects remember from step to step into a checkpoint, and reads it from
   there.

   An object has one function, <Object>Archive, that passes everything that the object remembers to
   an archive, item by item. The archive decides whether the items are written or read. All
   functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ARCHIVE_H
#define FS_ARCHIVE_H

#include <fs/system.h>

typedef struct _n_FsArchive *FsArchive;

/* FsArchiveType - The type of values in memory: PetscReal or PetscInt64. */
typedef enum { FS_ARCHIVE_REAL, FS_ARCHIVE_INTEGER } FsArchiveType;

/* FsArchiveItems - To what the rows of a table belong: to the nodes or to the cells (elements) of
   the mesh. */
typedef enum { FS_ARCHIVE_NODES, FS_ARCHIVE_CELLS } FsArchiveItems;

/* FsArchiveOps - The operations that an implementation of an archive provides.

   Each operation writes one array to the archive, or reads it from there. All are collective. path
   is the name of the array, which no other array of the archive has. A write that fails raises
   PETSC_ERR_FILE_WRITE. A read raises an input error if the archive does not contain the path, or
   contains it with another size.
     values  n values, which are equal on all ranks
     rows    rows of the nodes or cells of this rank. Each row has the given number of columns. Node
             or cell i of this rank has count[i] rows, in the order of mesh/mesh_table.h. Nodes of
             other ranks that this rank stores (ghost nodes) are included. Their rows are equal to
             those on the rank that owns them. local_rows[][columns] contains the rows; index[k] is
             the position of the k-th of them in local_rows, or k if index is NULL
     vec     a global vector of the system
     mat     a matrix with the nonzero pattern of the system (FsSystemCreateMatrix) */
typedef struct {
  PetscErrorCode (*values)(FsArchive, const char path[], FsArchiveType type, PetscInt n,
                           void *values);
  PetscErrorCode (*rows)(FsArchive, const char path[], FsArchiveItems items, const PetscInt count[],
                         const PetscInt index[], PetscInt columns, PetscReal local_rows[]);
  PetscErrorCode (*vec)(FsArchive, const char path[], Vec x);
  PetscErrorCode (*mat)(FsArchive, const char path[], Mat A);
} FsArchiveOps;

struct _n_FsArchive {
  MPI_Comm  comm;
  PetscBool reading; /* PETSC_TRUE: values are read from the archive; PETSC_FALSE: written to it */
  /* PETSC_TRUE if values are read, and the run that wrote the archive had other loads. An object
     that remembers forces of loads then does not read them; it must be the last to read */
  PetscBool loads_changed;
  /* the names of the present objects, which precede the names of items; FsArchivePushScope appends
     one */
  char         scope[128];
  FsArchiveOps ops;
  void        *data; /* the data of the implementation */
};

/* FsArchivePushScope - Appends the name of an object, such as "integrator", to the scope of the
   archive. FsArchivePopScope removes the last name again.

   The scope is a path that is put before the names of all items that are written or read, so that
   the items of two objects may have the same name. The scope has at most 126 characters. */
FS_EXTERN PetscErrorCode FsArchivePushScope(FsArchive a, const char object[]);
FS_EXTERN PetscErrorCode FsArchivePopScope(FsArchive a);

/* FsArchiveReals - Writes real values to the archive, or reads them from it if a->reading is
   PETSC_TRUE.

   Input:
     name    the name of the item; items of one scope (FsArchivePushScope) have different names
     n       the number of values
   Input or output:
     values  [n] the values to be written, equal on all ranks; or the values that were read
   The next functions do the same for items of other types. FsArchiveOps describes the arguments of
   FsArchiveRows, and the errors. */
FS_EXTERN PetscErrorCode FsArchiveReals(FsArchive a, const char name[], PetscInt n,
                                        PetscReal values[]);
FS_EXTERN PetscErrorCode FsArchiveInt(FsArchive a, const char name[], PetscInt *value);
FS_EXTERN PetscErrorCode FsArchiveInt64(FsArchive a, const char name[], PetscInt64 *value);
FS_EXTERN PetscErrorCode FsArchiveBool(FsArchive a, const char name[], PetscBool *value);
FS_EXTERN PetscErrorCode FsArchiveRows(FsArchive a, const char name[], FsArchiveItems items,
                                       const PetscInt count[], const PetscInt index[],
                                       PetscInt columns, PetscReal local_rows[]);
FS_EXTERN PetscErrorCode FsArchiveMat(FsArchive a, const char name[], Mat A);
FS_EXTERN PetscErrorCode FsArchiveShift(FsArchive a, const char name[], FsShift *shift);

/* FsArchiveVec - Writes a global vector to an archive, or reads it from there. Does nothing if x is
   NULL. */
FS_EXTERN PetscErrorCode FsArchiveVec(FsArchive a, const char name[], Vec x);

/* FsArchiveState - Writes t, q, v and a of a state to an archive, or reads them from there. If qd
   is a separate Vec (FsSystemHasRates), it is written or read, too. */
FS_EXTERN PetscErrorCode FsArchiveState(FsArchive a, const char name[], FsState *s);

/* FsArchiveRedundancy - Writes to an archive which rows of constraints are dropped because they
   follow from other rows, or reads this and drops them. Does nothing for systems without
   constraints. */
FS_EXTERN PetscErrorCode FsArchiveRedundancy(FsArchive a, FsSystem sys);

#endif
