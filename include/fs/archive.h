/* archive.h: writes what objects remember from step to step into a checkpoint, and reads it
   back.

   An object names everything that it remembers in one function, <Object>Archive. The archive
   decides whether this function writes or reads. All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ARCHIVE_H
#define FS_ARCHIVE_H

#include <fs/system.h>

typedef struct _n_FsArchive *FsArchive;

/* The type of values in memory: PetscReal or PetscInt64. */
typedef enum { FS_ARCHIVE_REAL, FS_ARCHIVE_INTEGER } FsArchiveType;

/* FsArchiveItems - Whether rows belong to the nodes or to the cells of the mesh. */
typedef enum { FS_ARCHIVE_NODES, FS_ARCHIVE_CELLS } FsArchiveItems;

/* FsArchiveOps - The operations that an implementation of an archive provides.

   Each operation writes or reads one array. All are collective. path is unique in the archive. A
   failed write raises PETSC_ERR_FILE_WRITE. It is an input error if the archive does not contain
   the path, or contains it with another size.
     values  n values that are the same on all ranks
     rows    local_rows[][columns], with count[i] rows for each node or cell i of this rank, in the
             order of mesh/mesh_table.h. Ghost nodes are included, and their rows are equal to the
             rows on their owner. index[k] is the place of the k-th of these rows in local_rows. If
             index is NULL, the place is k
     vec     a global vector of the system
     mat     a matrix with the pattern of the system (FsSystemCreateMatrix) */
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
  PetscBool reading; /* values come from the archive; false if they are written */
  /* PETSC_TRUE if reading, and the run that wrote the archive had other loads. An object that
     remembers forces of loads then does not read them. Such an object must read last */
  PetscBool    loads_changed;
  char         scope[128]; /* path of the present object, see FsArchivePushScope */
  FsArchiveOps ops;
  void        *data; /* of the implementation */
};

/* FsArchivePushScope - Adds the name of an object, such as "integrator", to the scope.

   The scope is the beginning of all paths until FsArchivePopScope, which removes the name. It has
   at most 126 characters. */
FS_EXTERN PetscErrorCode FsArchivePushScope(FsArchive a, const char object[]);
FS_EXTERN PetscErrorCode FsArchivePopScope(FsArchive a);

/* Each of the following functions writes or reads one item. The object must give each item another
   name. FsArchiveOps lists the errors. */
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

/* FsArchiveVec - Writes or reads a global vector. If x is NULL, it does nothing. */
FS_EXTERN PetscErrorCode FsArchiveVec(FsArchive a, const char name[], Vec x);

/* FsArchiveState - Writes or reads t, q, v and a of a state, and qd if it is a separate Vec. */
FS_EXTERN PetscErrorCode FsArchiveState(FsArchive a, const char name[], FsState *s);

/* FsArchiveRedundancy - Writes which rows of constraints are dropped, or reads and drops them
   (FsSystemDropRows). Does nothing for systems without constraints. */
FS_EXTERN PetscErrorCode FsArchiveRedundancy(FsArchive a, FsSystem sys);

#endif
