/* reader.h: reads the HDF5 files that file.h writes.

   Rank 0 reads the structure of the file; every rank reads its own rows by MPI-IO. All functions
   are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_READER_H
#define FS_FILE_READER_H

#include "file.h"

typedef struct _n_Reader *Reader;

/* file_has_attribute - Returns whether path is an HDF5 file whose root group has an attribute. Not
   collective. */
PetscBool file_has_attribute(const char path[], const char name[]);

/* ReaderOpen - Opens the file at path.

   Input:
     option  the option that names the file, such as "-restart", for messages; borrowed
   Input errors: the file does not exist, is not an HDF5 file, or is damaged. */
PetscErrorCode ReaderOpen(MPI_Comm comm, const char option[], const char path[], Reader *reader);
PetscErrorCode ReaderClose(Reader *reader);

/* ReaderRows - Reads rows first to first + n - 1 of the dataset [total][columns], or [total] if
   columns is 0, into data. Input error: the dataset does not exist or has another size. */
PetscErrorCode ReaderRows(Reader reader, const char path[], FileType type, PetscInt total,
                          PetscInt first, PetscInt n, PetscInt columns, void *data);

/* ReaderSizes - Gets the sizes of a dataset with up to three dimensions. *rank becomes the number
   of dimensions, or 0 if the dataset does not exist. */
PetscErrorCode ReaderSizes(Reader reader, const char path[], PetscInt *rank, PetscInt size[3]);

/* ReaderLayer - Reads rows first to first + n - 1 of one layer of a dataset of reals.

   The dataset is [layers][total][columns], or [total][columns] with layer 0. ReaderSizes gives
   these sizes. */
PetscErrorCode ReaderLayer(Reader reader, const char path[], PetscInt layer, PetscInt total,
                           PetscInt columns, PetscInt first, PetscInt n, PetscReal *data);

/* ReaderGetReals - Reads a whole dataset of reals on rank 0, as large as a history.

   Output:
     data  [size[0]]... of *rank dimensions, which the caller frees by PetscFree; NULL if there is
   no such dataset of 1 to 3 dimensions, or on other ranks Not collective. */
PetscErrorCode ReaderGetReals(Reader reader, const char path[], PetscInt *rank, PetscInt size[3],
                              PetscReal **data);

/* ReaderListDatasets - Lists the paths of all datasets of a group and the groups in it, on rank 0.
   The caller frees them by PetscStrNArrayDestroy. Not collective. */
PetscErrorCode ReaderListDatasets(Reader reader, const char group[], PetscInt *n, char ***path);

/* ReaderCount - Gets the length of a dataset [n], or 0 if it does not exist. */
PetscErrorCode ReaderCount(Reader reader, const char path[], PetscInt *n);

/* ReaderText - Reads a text that FileWriteText wrote into the root group, on all ranks.

   The caller frees *text by PetscFree. *text is NULL if the text does not exist. */
PetscErrorCode ReaderText(Reader reader, const char name[], char **text);

#endif
