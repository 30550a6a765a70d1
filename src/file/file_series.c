/* file_series.c: appends rows to datasets that grow, and truncates them when a run continues. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "file_impl.h"

enum { CHUNK_ROWS = 1024 }; /* rows of a series that HDF5 allocates together */

/* Bytes of a chunk, which is reserved for the next rows of each series. */
static long long chunk_size(FileType type, FileRow row)
{
  return CHUNK_ROWS * (long long)FileTypeSize(type) * file_row_values(row);
}

/* Sets size[] to the extent of a series with that number of rows; returns its number of
   dimensions. */
static int series_size(FileRow row, hsize_t rows, hsize_t size[3])
{
  int rank = 0;

  size[rank++] = rows;
  if (row.items) size[rank++] = (hsize_t)row.items;
  if (row.columns) size[rank++] = (hsize_t)row.columns;
  return rank;
}

PetscErrorCode FileSeriesCreate(File f, const char path[], FileType type, FileRow row)
{
  hsize_t   size[3], most[3], chunk[3];
  const int rank = series_size(row, 0, size);
  PetscBool bad  = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscCall(MemorySeriesCreate(f->memory, path, type, row));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  series_size(row, H5S_UNLIMITED, most);
  series_size(row, CHUNK_ROWS, chunk);
  if (f->rank == 0) {
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, size, most);
    hid_t       dataset;

    H5Pset_chunk(layout, rank, chunk);
    dataset = file_create_dataset(f->id, path, type, space, layout);
    bad     = (PetscBool)(dataset < 0);
    if (!bad) H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(layout);
    f->disk_space.margin += chunk_size(type, row);
    if (file_reserve_fails(f, 0)) bad = PETSC_TRUE;
  }
  PetscCall(FileCheck(f, bad, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSeriesReopen(File f, const char path[], FileType type, FileRow row,
                                PetscInt rows)
{
  PetscFunctionBeginUser;
  PetscCall(FileSeriesTruncate(f, path, row, rows));
  if (f->rank == 0) f->disk_space.margin += chunk_size(type, row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSeriesKeepLast(File f, const char path[], PetscInt rows)
{
  PetscFunctionBeginUser;
  if (f->memory) PetscCall(MemorySeriesKeepLast(f->memory, path, rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSeriesTruncate(File f, const char path[], FileRow row, PetscInt rows)
{
  hsize_t   size[3], existing[3];
  const int rank = series_size(row, (hsize_t)rows, size);
  PetscBool bad  = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscCall(MemorySeriesTruncate(f->memory, path, rows));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (f->rank == 0) {
    const hid_t dataset = H5Dopen2(f->id, path, H5P_DEFAULT),
                space   = dataset < 0 ? -1 : H5Dget_space(dataset);

    bad =
      (PetscBool)(space < 0 || H5Sget_simple_extent_ndims(space) != rank ||
                  H5Sget_simple_extent_dims(space, existing, NULL) < 0 || existing[0] < size[0]);
    for (int k = 1; k < rank && !bad; k++) bad = (PetscBool)(existing[k] != size[k]);
    if (!bad && H5Dset_extent(dataset, size) < 0) bad = PETSC_TRUE;
    if (space >= 0) H5Sclose(space);
    if (dataset >= 0) H5Dclose(dataset);
  }
  PetscCall(
    CheckAllRanks(f->comm, bad,
                  "%s %s is not the file of the run to continue: it does not have %" PetscInt_FMT
                  " rows of %s; give another name",
                  f->option, f->path, rows, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileRemove(File f, const char path[])
{
  PetscBool found;

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscCall(MemoryRemove(f->memory, path, &found));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (f->rank == 0 && H5Lexists(f->id, path, H5P_DEFAULT) > 0) H5Ldelete(f->id, path, H5P_DEFAULT);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileRemoveFrom(File f, const char format[], PetscInt first)
{
  char path[64];

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscBool found = PETSC_TRUE;

    for (PetscInt k = first; found; k++) {
      PetscCall(PetscSNPrintf(path, sizeof path, format, (int)k));
      PetscCall(MemoryRemove(f->memory, path, &found));
    }
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt k = first; f->rank == 0; k++) {
    PetscCall(PetscSNPrintf(path, sizeof path, format, (int)k));
    if (H5Lexists(f->id, path, H5P_DEFAULT) <= 0) break;
    H5Ldelete(f->id, path, H5P_DEFAULT);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Extends the dataset to at + n rows and writes the last n. Returns a negative number on
   failure. */
static herr_t append_rows(hid_t file, const char path[], FileType type, FileRow row, PetscInt at,
                          PetscInt n, const void *data)
{
  const hsize_t start[3] = {(hsize_t)at, 0, 0};
  const hid_t   dataset  = H5Dopen2(file, path, H5P_DEFAULT);
  hsize_t       size[3], count[3];
  const int     rank = series_size(row, (hsize_t)n, count);
  hid_t         space, memory;
  herr_t        status = -1;

  series_size(row, (hsize_t)(at + n), size);
  if (dataset < 0 || H5Dset_extent(dataset, size) < 0) return -1;
  space  = H5Dget_space(dataset);
  memory = H5Screate_simple(rank, count, NULL);
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0)
    status = H5Dwrite(dataset, file_memory_type(type), memory, space, H5P_DEFAULT, data);
  H5Sclose(memory);
  H5Sclose(space);
  return H5Dclose(dataset) < 0 ? -1 : status;
}

PetscErrorCode FileSeriesAppend(File f, const char path[], FileType type, FileRow row, PetscInt at,
                                PetscInt n, PetscMPIInt owner, const void *data)
{
  const size_t size = FileTypeSize(type) * (size_t)(n * file_row_values(row));
  void        *copy = NULL;
  PetscBool    bad  = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscCall(MemorySeriesAppend(f->memory, path, at, n, owner, f->rank == owner ? data : NULL));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (owner && f->rank == owner) PetscCallMPI(MPI_Send(data, (int)size, MPI_BYTE, 0, 0, f->comm));
  if (f->rank == 0) {
    if (owner) {
      PetscCall(PetscMalloc(size, &copy));
      PetscCallMPI(MPI_Recv(copy, (int)size, MPI_BYTE, owner, 0, f->comm, MPI_STATUS_IGNORE));
    }
    bad = (PetscBool)(append_rows(f->id, path, type, row, at, n, owner ? copy : data) < 0);
    PetscCall(PetscFree(copy));
  }
  PetscCall(FileCheck(f, bad, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
