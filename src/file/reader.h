/* reader.h: reads the HDF5 files that file.h writes.

   Rank 0 reads the structure of the file; every rank reads its own rows by MPI-IO. All functions
   are collective, unless they say otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_READER_H
#define FS_FILE_READER_H

#include "file.h"

typedef struct _n_Reader *Reader;

/* file_has_attribute - Returns whether path is an HDF5 file whose root group has an attribute. Not
   collective. */
PetscBool file_has_attribute(const char path[], const char name[]);

/* ReaderOpen - Opens the HDF5 file at path to read it.

   Input:
     option  the option that names the file, such as "-restart", for messages; borrowed
   Input errors: the file does not exist, is not an HDF5 file, or is damaged. */
PetscErrorCode ReaderOpen(MPI_Comm comm, const char option[], const char path[], Reader *reader);
PetscErrorCode ReaderClose(Reader *reader);

/* ReaderRows - Reads some rows of a dataset of an HDF5 file on this rank.

   The rows are first to first + n - 1, and are stored in data[n][columns]. The dataset is
   [total][columns], or [total] if columns is 0. Input error: the dataset does not exist or has
   another shape. */
PetscErrorCode ReaderRows(Reader reader, const char path[], FileType type, PetscInt total,
                          PetscInt first, PetscInt n, PetscInt columns, void *data);

/* ReaderSizes - Gets the shape of a dataset with up to three dimensions.

   Output:
     rank  the number of dimensions, or 0 if the dataset does not exist
     size  [rank] the sizes */
PetscErrorCode ReaderSizes(Reader reader, const char path[], PetscInt *rank, PetscInt size[3]);

/* ReaderLayer - Reads some rows of one layer of a dataset of reals, such as a mode shape, on this
   rank.

   The rows are first to first + n - 1 of the layer with the index layer, and are stored in
   data[n][columns]. The dataset is [layers][total][columns], or [total][columns] with layer = 0.
   The caller knows these sizes from ReaderSizes. */
PetscErrorCode ReaderLayer(Reader reader, const char path[], PetscInt layer, PetscInt total,
                           PetscInt columns, PetscInt first, PetscInt n, PetscReal *data);

/* ReaderGetReals - Reads a whole dataset of reals, such as a time history, on rank 0.

   Output:
     rank  the number of dimensions, 1 to 3
     size  [rank] the sizes
     data  the values by rows, which the caller frees by PetscFree. It is NULL on other ranks, or if
           there is no dataset with 1 to 3 dimensions at path
   Not collective. */
PetscErrorCode ReaderGetReals(Reader reader, const char path[], PetscInt *rank, PetscInt size[3],
                              PetscReal **data);

/* ReaderListDatasets - Lists the paths of all datasets in a group and in the groups that it
   contains, on rank 0.

   Output:
     path  [n] the paths, which the caller frees by PetscStrNArrayDestroy
   Not collective. */
PetscErrorCode ReaderListDatasets(Reader reader, const char group[], PetscInt *n, char ***path);

/* ReaderCount - Gets the number of entries of a dataset with one dimension, or 0 if the dataset
   does not exist. */
PetscErrorCode ReaderCount(Reader reader, const char path[], PetscInt *n);

/* ReaderText - Reads a text that FileWriteText wrote into the root group, on all ranks.

   The caller frees *text by PetscFree. *text is NULL if the text does not exist. */
PetscErrorCode ReaderText(Reader reader, const char name[], char **text);

#endif
