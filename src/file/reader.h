/* reader.h: reads what file.h wrote. Rank 0 looks into the HDF5 file; every rank reads its own rows by MPI-IO. Collective. */
#ifndef FS_FILE_READER_H
#define FS_FILE_READER_H

#include "file.h"

typedef struct _n_Reader *Reader;

/* Input errors: no such file; it is no HDF5 file, or damaged. option: its name, for messages, as "-restart". */
PetscErrorCode ReaderOpen(MPI_Comm comm, const char option[], const char path[], Reader *reader);
PetscErrorCode ReaderClose(Reader *reader);

/* Rows first to first + n - 1 of the dataset [total][columns], or [total] if columns is 0, into data. Input errors: there is no
   such dataset, or it has another size. */
PetscErrorCode ReaderRows(Reader reader, const char path[], FileType type, PetscInt total,
                          PetscInt first, PetscInt n, PetscInt columns, void *data);

/* Sizes: of a dataset with one, two or three of them; rank 0: there is none. Layer: rows of one layer of [layers][total][columns] reals, or
   with layer 0 of [total][columns], whose sizes the caller knows. */
PetscErrorCode ReaderSizes(Reader reader, const char path[], PetscInt *rank, PetscInt size[3]);
PetscErrorCode ReaderLayer(Reader reader, const char path[], PetscInt layer, PetscInt total,
                           PetscInt columns, PetscInt first, PetscInt n, PetscReal *data);

/* *n = the length of a dataset [n]; 0: there is none. */
PetscErrorCode ReaderCount(Reader reader, const char path[], PetscInt *n);

/* A text that FileWriteText wrote, on all ranks, for the caller to free by PetscFree; NULL: there is none. */
PetscErrorCode ReaderText(Reader reader, const char name[], char **text);

#endif
