/* file_rows.c: writes datasets whose rows are distributed over the ranks, texts and attributes.

   Rank 0 lets HDF5 allocate a dataset in one piece; every rank writes its rows there by MPI-IO.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_impl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Creates a dataset that HDF5 allocates at once, in one piece, and never fills. Returns its
   address in the file, or -1 on failure. */
static MPI_Offset allocate_rows(hid_t file, const char path[], FileType type, int rank,
                                const hsize_t size[])
{
  const hid_t space = H5Screate_simple(rank, size, NULL), layout = H5Pcreate(H5P_DATASET_CREATE);
  hid_t       dataset;
  haddr_t     address = HADDR_UNDEF;

  H5Pset_layout(layout, H5D_CONTIGUOUS);
  H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER);
  dataset = file_create_dataset(file, path, type, space, layout);
  if (dataset >= 0) {
    address = H5Dget_offset(dataset);
    H5Dclose(dataset);
  }
  H5Pclose(layout);
  H5Sclose(space);
  return address == HADDR_UNDEF ? -1 : (MPI_Offset)address;
}

/* Writes n rows of row bytes from row first on, of the dataset at an address. Returns whether that
   failed; an address below 0 is that of a dataset that could not be allocated. */
static PetscBool write_rows_fails(File f, long long address, size_t row, PetscInt first, PetscInt n,
                                  const void *data)
{
  const char *bytes = data;
  PetscBool   bad   = (PetscBool)(address < 0);

  for (PetscInt done = 0, most = (1 << 30) / (PetscInt)row; done < n && !bad;
       done += most) { /* MPI counts bytes in an int */
    const PetscInt rows = PetscMin(most, n - done);

    bad =
      (PetscBool)(MPI_File_write_at(f->rows, (MPI_Offset)address + (MPI_Offset)row * (first + done),
                                    bytes + row * (size_t)done, (int)(row * (size_t)rows), MPI_BYTE,
                                    MPI_STATUS_IGNORE) != MPI_SUCCESS);
  }
  return bad;
}

static size_t row_size(const FileRows *d)
{
  return FileTypeSize(d->type) * (size_t)PetscMax(1, d->columns);
}

/* Creates a dataset on rank 0. Returns its address, or -1 on failure. */
static long long create_rows(File f, const FileRows *d)
{
  const hsize_t size[2] = {(hsize_t)d->total, (hsize_t)d->columns};
  long long     address;

  if (file_reserve_fails(f, (long long)row_size(d) * d->total)) address = -1;
  else address = allocate_rows(f->id, d->path, d->type, d->columns ? 2 : 1, size);
  return d->total ? address : 0;
}

PetscErrorCode FileWriteManyRows(File f, const char what[], PetscInt count,
                                 const FileRows datasets[])
{
  PetscBool  bad = PETSC_FALSE;
  long long *address;

  PetscFunctionBeginUser;
  for (const FileRows *d = datasets; d < datasets + count && f->memory; d++)
    PetscCall(
      MemoryWriteRows(f->memory, d->path, d->type, d->total, d->first, d->n, d->columns, d->data));
  if (f->memory || f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(count, &address));
  for (PetscInt k = 0; k < count && f->rank == 0; k++)
    address[k] = k && address[k - 1] < 0 ? -1 : create_rows(f, &datasets[k]);
  PetscCallMPI(MPI_Bcast(address, (PetscMPIInt)count, MPI_LONG_LONG, 0, f->comm));
  for (PetscInt k = 0; k < count && !bad; k++)
    bad = write_rows_fails(f, address[k], row_size(&datasets[k]), datasets[k].first, datasets[k].n,
                           datasets[k].data);
  PetscCall(PetscFree(address));
  PetscCall(FileCheck(f, bad, what));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileWriteRows(File f, const char path[], FileType type, PetscInt total,
                             PetscInt first, PetscInt n, PetscInt columns, const void *data)
{
  const FileRows rows = {path, type, total, first, n, columns, data};

  return FileWriteManyRows(f, path, 1, &rows);
}

PetscErrorCode FileStackCreate(File f, const char path[], PetscInt layers, PetscInt total,
                               PetscInt columns)
{
  const hsize_t   size[3] = {(hsize_t)layers, (hsize_t)total, (hsize_t)columns};
  const long long bytes   = (long long)sizeof(PetscReal) * layers * total * columns;
  PetscBool       bad     = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscCall(MemoryStackCreate(f->memory, path, layers, total, columns));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0)
    bad = (PetscBool)(file_reserve_fails(f, bytes) ||
                      allocate_rows(f->id, path, FILE_REAL, 3, size) < 0);
  PetscCall(FileCheck(f, bad, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileStackWrite(File f, const char path[], PetscInt total, PetscInt columns,
                              PetscInt layer, PetscInt first, PetscInt n, const PetscReal *data)
{
  const size_t row     = sizeof(PetscReal) * (size_t)columns;
  long long    address = 0;

  PetscFunctionBeginUser;
  if (f->memory) {
    PetscCall(MemoryStackWrite(f->memory, path, layer, first, n, data));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (f->failed || !total) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    const hid_t   dataset = H5Dopen2(f->id, path, H5P_DEFAULT);
    const haddr_t offset  = dataset < 0 ? HADDR_UNDEF : H5Dget_offset(dataset);

    address = offset == HADDR_UNDEF ? -1 : (long long)offset + (long long)row * total * layer;
    if (dataset >= 0) H5Dclose(dataset);
  }
  PetscCallMPI(MPI_Bcast(&address, 1, MPI_LONG_LONG, 0, f->comm));
  PetscCall(FileCheck(f, write_rows_fails(f, address, row, first, n, data), path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Sets path[size] to the path that an attribute has in memory. */
static void attribute_path(const char path[], const char name[], size_t size, char attribute[])
{
  snprintf(attribute, size, "%s@%s", path, name);
}

static PetscErrorCode WriteAttribute(File f, const char path[], const char name[], hid_t type,
                                     const void *value)
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    const hid_t object = H5Oopen(f->id, path, H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    hid_t       attribute;

    attribute = H5Aexists(object, name) > 0
                  ? H5Aopen(object, name, H5P_DEFAULT)
                  : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bad       = (PetscBool)(attribute < 0 || H5Awrite(attribute, type, value) < 0);
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    if (object >= 0) H5Oclose(object);
  }
  PetscCall(FileCheck(f, bad, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileWriteText(File f, const char path[], const char name[], const char text[])
{
  enum { MOST = 60000 }; /* bytes; the attributes of an object have at most 64 kB */
  hid_t     type;
  char      dataset[256];
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(dataset, sizeof dataset, "%s/%s", strcmp(path, "/") ? path : "", name));
  if (f->memory) {
    PetscCall(MemoryWriteText(f->memory, dataset, text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, strlen(text) + 1);
  if (strlen(text) < MOST) PetscCall(WriteAttribute(f, path, name, type, text));
  if (f->rank == 0 && !f->failed) {
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t data =
      H5Dcreate2(f->id, dataset, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    bad = (PetscBool)(data < 0 || H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0);
    if (data >= 0) H5Dclose(data);
    H5Sclose(space);
  }
  H5Tclose(type);
  if (!f->failed) PetscCall(FileCheck(f, bad, dataset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSetAttributeText(File f, const char path[], const char name[], const char text[])
{
  const size_t size = PetscMax(strlen(text) + 1, STATUS_SIZE);
  char        *padded, key[256];
  hid_t        type;

  PetscFunctionBeginUser;
  if (f->memory) {
    attribute_path(path, name, sizeof key, key);
    PetscCall(MemoryWriteText(f->memory, key, text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  type = H5Tcopy(H5T_C_S1);
  PetscCall(PetscCalloc1(size, &padded));
  PetscCall(PetscStrncpy(padded, text, size));
  H5Tset_size(type, size);
  if (f->rank == 0 && !f->failed && H5Aexists_by_name(f->id, path, name, H5P_DEFAULT) > 0)
    H5Adelete_by_name(f->id, path, name, H5P_DEFAULT); /* its length may be different */
  PetscCall(WriteAttribute(f, path, name, type, padded));
  PetscCall(PetscFree(padded));
  H5Tclose(type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets an attribute that is a number of a type. */
static PetscErrorCode WriteNumber(File f, const char path[], const char name[], FileType type,
                                  const void *value)
{
  char key[256];

  PetscFunctionBeginUser;
  attribute_path(path, name, sizeof key, key);
  if (f->memory) PetscCall(MemoryWriteRows(f->memory, key, type, 1, 0, 1, 0, value));
  else PetscCall(WriteAttribute(f, path, name, file_memory_type(type), value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSetAttributeInt(File f, const char path[], const char name[], PetscInt value)
{
  return WriteNumber(f, path, name, FILE_INT, &value);
}

PetscErrorCode FileSetAttributeReal(File f, const char path[], const char name[], PetscReal value)
{
  return WriteNumber(f, path, name, FILE_REAL, &value);
}

PetscErrorCode FileGetAttributeInt(File f, const char name[], PetscInt *value)
{
  PetscFunctionBeginUser;
  if (f->rank == 0 && H5Aexists(f->id, name) > 0) {
    const hid_t attribute = H5Aopen(f->id, name, H5P_DEFAULT);

    H5Aread(attribute, file_memory_type(FILE_INT), value);
    H5Aclose(attribute);
  }
  PetscCallMPI(MPI_Bcast(value, 1, MPIU_INT, 0, f->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
