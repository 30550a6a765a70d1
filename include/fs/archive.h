/* archive.h: what objects remember from step to step, for checkpoints. An object names everything it remembers in one
   function, <Object>Archive, which writes it or reads it back: whichever the archive is for. Called by the analyses;
   begin with FsArchiveState. */
#ifndef FS_ARCHIVE_H
#define FS_ARCHIVE_H

#include <fs/system.h>

typedef struct _n_FsArchive *FsArchive;

typedef enum { FS_ARCHIVE_REAL, FS_ARCHIVE_INTEGER } FsArchiveType; /* PetscReal, PetscInt64 */
typedef enum { FS_ARCHIVE_NODES, FS_ARCHIVE_CELLS } FsArchiveItems;

/* What an implementation fills in; all collective. path is unique in the archive. Errors: PETSC_ERR_FILE_WRITE; input errors
   where what is read is not there, or of another size.
     values  n values that are the same on all ranks
     rows    here[][columns]: count[i] rows for each of the model's nodes (ghosts included, which have the same), or
             cells, of this rank, as in mesh/node_table.h; at: where they are in here, NULL: one behind the other
     vec     a global vector of the system
     mat     a matrix with the pattern of the system, see FsSystemCreateMatrix */
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
  PetscBool reading; /* values come from the archive; false: they go there */
  PetscBool
               loads_changed; /* reading, and the loads are not those of the run that wrote it: who remembers their forces does not
                               read them, and is the last to read */
  char         scope[128];    /* path of the object under way, see FsArchivePushScope */
  FsArchiveOps ops;
  void        *data; /* of the implementation */
};

/* Between Enter and Leave names are of that object: "integrator", then "past". At most 128 characters together. */
FS_EXTERN PetscErrorCode FsArchivePushScope(FsArchive a, const char object[]);
FS_EXTERN PetscErrorCode FsArchivePopScope(FsArchive a);

/* One thing that the object remembers, by a name that it uses once. State: t, q, v, a, and qd where it is a vector of its
   own. Collective; errors as above. */
FS_EXTERN PetscErrorCode FsArchiveReals(FsArchive a, const char name[], PetscInt n,
                                        PetscReal values[]);
FS_EXTERN PetscErrorCode FsArchiveInt(FsArchive a, const char name[], PetscInt *value);
FS_EXTERN PetscErrorCode FsArchiveInt64(FsArchive a, const char name[], PetscInt64 *value);
FS_EXTERN PetscErrorCode FsArchiveBool(FsArchive a, const char name[], PetscBool *value);
FS_EXTERN PetscErrorCode FsArchiveRows(FsArchive a, const char name[], FsArchiveItems items,
                                       const PetscInt count[], const PetscInt index[],
                                       PetscInt columns, PetscReal local_rows[]);
FS_EXTERN PetscErrorCode FsArchiveVec(FsArchive a, const char name[], Vec x); /* NULL: nothing */
FS_EXTERN PetscErrorCode FsArchiveMat(FsArchive a, const char name[], Mat A);
FS_EXTERN PetscErrorCode FsArchiveShift(FsArchive a, const char name[], FsShift *shift);
FS_EXTERN PetscErrorCode FsArchiveState(FsArchive a, const char name[], FsState *s);

/* Which rows of constraints are dropped (FsSystemDropRows); nothing for systems without constraints. */
FS_EXTERN PetscErrorCode FsArchiveRedundancy(FsArchive a, FsSystem sys);

#endif
