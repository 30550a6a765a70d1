/* reader.c: reads datasets and texts of an HDF5 file on all ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <hdf5.h>
#include "base/error.h"
#include "file_impl.h"
#include "reader.h"

struct _n_Reader {
  MPI_Comm    comm;
  PetscMPIInt rank;
  const char *option; /* borrowed */
  char       *path;
  hid_t       id; /* rank 0: the file in HDF5 */
  MPI_File    rows;
};

PetscBool file_has_attribute(const char path[], const char name[])
{
  PetscBool has = PETSC_FALSE;
  hid_t     id;

  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1); /* FileLockOpen locks the file */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  id = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id < 0) return PETSC_FALSE;
  has = (PetscBool)(H5Aexists(id, name) > 0);
  H5Fclose(id);
  return has;
}

PetscErrorCode ReaderOpen(MPI_Comm comm, const char option[], const char path[], Reader *reader)
{
  char name[PETSC_MAX_PATH_LEN + 2]; /* with a folder, which Open MPI 4.1 needs for short names */
  PetscBool      bad = PETSC_FALSE;
  PetscErrorCode ierr;
  Reader         r;

  PetscFunctionBeginUser;
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1); /* FileLockOpen locks the file */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  PetscCall(PetscNew(&r));
  r->comm   = comm;
  r->option = option;
  PetscCallMPI(MPI_Comm_rank(comm, &r->rank));
  PetscCall(PetscStrallocpy(path, &r->path));
  PetscCall(PetscSNPrintf(name, sizeof name, "%s%s", strchr(path, '/') ? "" : "./", path));
  bad = (PetscBool)(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &r->rows) !=
                    MPI_SUCCESS);
  PetscCall(CheckAllRanks(comm, bad, "%s %s cannot be opened; check the path", option, path));
  if (r->rank == 0) {
    r->id = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    bad   = (PetscBool)(r->id < 0);
  }
  ierr = CheckAllRanks(comm, bad, "%s %s is not an HDF5 file, or it is damaged", option, path);
  if (ierr) MPI_File_close(&r->rows); /* its lock file would stay as long as the process */
  PetscCall(ierr);
  *reader = r;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReaderClose(Reader *reader)
{
  PetscFunctionBeginUser;
  if (!*reader) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_File_close(&(*reader)->rows));
  if ((*reader)->rank == 0) H5Fclose((*reader)->id);
  PetscCall(PetscFree((*reader)->path));
  PetscCall(PetscFree(*reader));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gets the sizes of a dataset [n], [n][columns] or [layers][n][columns]. Returns the number of
   dimensions, or 0 if the dataset does not exist. */
static int dataset_size(hid_t file, const char path[], hsize_t size[3])
{
  const hid_t dataset =
    H5Oexists_by_name(file, path, H5P_DEFAULT) > 0 ? H5Dopen2(file, path, H5P_DEFAULT) : -1;
  const hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
  int         rank  = space < 0 ? 0 : H5Sget_simple_extent_ndims(space);

  if (rank < 0 || rank > 3 || (rank && H5Sget_simple_extent_dims(space, size, NULL) < 0)) rank = 0;
  if (space >= 0) H5Sclose(space);
  if (dataset >= 0) H5Dclose(dataset);
  return rank;
}

/* Returns the address of a dataset in the file, 0 if it is empty, or -1 if it does not have that
   type or is not in one piece. Rank 0 only. */
static long long dataset_address(hid_t file, const char path[], FileType type)
{
  const hid_t dataset   = H5Dopen2(file, path, H5P_DEFAULT),
              kind      = dataset < 0 ? -1 : H5Dget_type(dataset);
  const haddr_t start   = dataset < 0 ? HADDR_UNDEF : H5Dget_offset(dataset);
  long long     address = -1;

  if (kind >= 0 && H5Tget_size(kind) == FileTypeSize(type))
    address = H5Dget_storage_size(dataset) == 0 ? 0 : start == HADDR_UNDEF ? -1 : (long long)start;
  if (kind >= 0) H5Tclose(kind);
  if (dataset >= 0) H5Dclose(dataset);
  return address;
}

PetscErrorCode ReaderSizes(Reader r, const char path[], PetscInt *rank, PetscInt size[3])
{
  hsize_t here[3] = {0, 0, 0};

  PetscFunctionBeginUser;
  *rank = r->rank == 0 ? dataset_size(r->id, path, here) : 0;
  for (int k = 0; k < 3; k++) size[k] = (PetscInt)PetscMin(here[k], (hsize_t)PETSC_MAX_INT);
  PetscCallMPI(MPI_Bcast(rank, 1, MPIU_INT, 0, r->comm));
  PetscCallMPI(MPI_Bcast(size, 3, MPIU_INT, 0, r->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads n rows of row bytes, from row first on, of the dataset at address. */
static PetscErrorCode ReadRowsAt(Reader r, const char path[], long long address, size_t row,
                                 PetscInt first, PetscInt n, void *data)
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt done = 0, most = (1 << 30) / (PetscInt)row; done < n && !bad;
       done += most) { /* MPI counts bytes in an int */
    const PetscInt rows = PetscMin(most, n - done);
    const int      size = (int)(row * (size_t)rows);
    MPI_Status     status;
    int            nread = 0;

    bad = (PetscBool)(MPI_File_read_at(
                        r->rows, (MPI_Offset)address + (MPI_Offset)row * (first + done),
                        (char *)data + row * (size_t)done, size, MPI_BYTE, &status) != MPI_SUCCESS);
    if (!bad) MPI_Get_count(&status, MPI_BYTE, &nread);
    if (nread != size) bad = PETSC_TRUE;
  }
  PetscCall(CheckAllRanks(r->comm, bad, "%s %s: %s cannot be read; the file is damaged", r->option,
                          r->path, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReaderRows(Reader r, const char path[], FileType type, PetscInt total,
                          PetscInt first, PetscInt n, PetscInt columns, void *data)
{
  hsize_t   size[3] = {0, 0, 0};
  long long address = -1;

  PetscFunctionBeginUser;
  if (r->rank == 0 && dataset_size(r->id, path, size) == (columns ? 2 : 1) &&
      size[0] == (hsize_t)total && (!columns || size[1] == (hsize_t)columns))
    address = dataset_address(r->id, path, type);
  PetscCallMPI(MPI_Bcast(&address, 1, MPI_LONG_LONG, 0, r->comm));
  PetscCheck(address >= 0, r->comm, PETSC_ERR_USER_INPUT,
             "%s %s has no %s of %" PetscInt_FMT " rows: the file is of another model, or damaged",
             r->option, r->path, path, total);
  PetscCall(ReadRowsAt(r, path, address, FileTypeSize(type) * (size_t)PetscMax(1, columns), first,
                       n, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReaderLayer(Reader r, const char path[], PetscInt layer, PetscInt total,
                           PetscInt columns, PetscInt first, PetscInt n, PetscReal *data)
{
  const size_t row     = sizeof(PetscReal) * (size_t)columns;
  long long    address = 0;

  PetscFunctionBeginUser;
  if (r->rank == 0) address = dataset_address(r->id, path, FILE_REAL);
  PetscCallMPI(MPI_Bcast(&address, 1, MPI_LONG_LONG, 0, r->comm));
  PetscCheck(address >= 0, r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: %s does not have numbers of 64 bits in one piece (-output_precision)",
             r->option, r->path, path);
  PetscCall(ReadRowsAt(r, path, address + (long long)row * total * layer, row, first, n, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReaderGetReals(Reader r, const char path[], PetscInt *rank, PetscInt size[3],
                              PetscReal **data)
{
  hsize_t   here[3] = {1, 1, 1};
  const int ndims   = r->rank == 0 ? dataset_size(r->id, path, here) : 0;
  hid_t     dataset, type;

  PetscFunctionBeginUser;
  *rank = ndims;
  *data = NULL;
  if (!ndims || here[0] * here[1] * here[2] > (hsize_t)PETSC_MAX_INT)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 3; k++) size[k] = (PetscInt)here[k];
  dataset = H5Dopen2(r->id, path, H5P_DEFAULT);
  type    = H5Dget_type(dataset);
  if (H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) == FileTypeSize(FILE_REAL)) {
    PetscCall(PetscMalloc1((size_t)(here[0] * here[1] * here[2]), data));
    if (H5Dread(dataset, file_memory_type(FILE_REAL), H5S_ALL, H5S_ALL, H5P_DEFAULT, *data) < 0)
      PetscCall(PetscFree(*data));
  }
  H5Tclose(type);
  H5Dclose(dataset);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Appends the paths of the datasets of a group of the file, and of the groups in it. */
static PetscErrorCode ListGroup(hid_t file, const char group[], PetscInt *n, PetscInt *capacity,
                                char ***path)
{
  char       name[1024];
  H5G_info_t info;

  PetscFunctionBeginUser;
  if (H5Gget_info_by_name(file, group, &info, H5P_DEFAULT) < 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (hsize_t k = 0; k < info.nlinks; k++) {
    int   length = snprintf(name, sizeof name, "%s/", group[1] ? group : "");
    hid_t object;

    if (H5Lget_name_by_idx(file, group, H5_INDEX_NAME, H5_ITER_INC, k, name + length,
                           sizeof name - (size_t)length, H5P_DEFAULT) < 0)
      continue;
    object = H5Oopen(file, name, H5P_DEFAULT);
    if (H5Iget_type(object) == H5I_GROUP) PetscCall(ListGroup(file, name, n, capacity, path));
    else if (H5Iget_type(object) == H5I_DATASET) {
      if (*n == *capacity) {
        *capacity = 2 * *capacity + 64;
        PetscCall(PetscRealloc((size_t)*capacity * sizeof **path, path));
      }
      PetscCall(PetscStrallocpy(name, &(*path)[(*n)++]));
    }
    if (object >= 0) H5Oclose(object);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReaderListDatasets(Reader r, const char group[], PetscInt *n, char ***path)
{
  PetscInt capacity = 0;

  PetscFunctionBeginUser;
  *n    = 0;
  *path = NULL;
  if (r->rank == 0 && H5Lexists(r->id, group, H5P_DEFAULT) > 0)
    PetscCall(ListGroup(r->id, group, n, &capacity, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReaderCount(Reader r, const char path[], PetscInt *n)
{
  PetscFunctionBeginUser;
  *n = 0;
  if (r->rank == 0 && H5Lexists(r->id, path, H5P_DEFAULT) > 0) {
    const hid_t dataset = H5Dopen2(r->id, path, H5P_DEFAULT),
                space   = dataset < 0 ? -1 : H5Dget_space(dataset);
    hsize_t size        = 0;

    if (space >= 0 && H5Sget_simple_extent_ndims(space) == 1)
      H5Sget_simple_extent_dims(space, &size, NULL);
    if (size < PETSC_MAX_INT) *n = (PetscInt)size;
    if (space >= 0) H5Sclose(space);
    if (dataset >= 0) H5Dclose(dataset);
  }
  PetscCallMPI(MPI_Bcast(n, 1, MPIU_INT, 0, r->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the text of a dataset, or of an attribute of the root group, which the caller frees;
   NULL if it does not exist. Rank 0 only. */
static char *read_text(hid_t file, const char name[])
{
  const hid_t dataset =
    H5Lexists(file, name, H5P_DEFAULT) > 0 ? H5Dopen2(file, name, H5P_DEFAULT) : -1;
  const hid_t attribute =
    dataset < 0 && H5Aexists(file, name) > 0 ? H5Aopen(file, name, H5P_DEFAULT) : -1;
  const hid_t type = dataset >= 0     ? H5Dget_type(dataset)
                     : attribute >= 0 ? H5Aget_type(attribute)
                                      : -1;
  char       *text = NULL;

  if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
    text = calloc(H5Tget_size(type) + 1, 1);
    if (text && (dataset >= 0 ? H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text)
                              : H5Aread(attribute, type, text)) < 0) {
      free(text);
      text = NULL;
    }
  }
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
  if (dataset >= 0) H5Dclose(dataset);
  return text;
}

PetscErrorCode ReaderText(Reader r, const char name[], char **text)
{
  char *mine = r->rank == 0 ? read_text(r->id, name) : NULL;
  int   size = mine ? (int)strlen(mine) + 1 : 0;

  PetscFunctionBeginUser;
  *text = NULL;
  PetscCallMPI(MPI_Bcast(&size, 1, MPI_INT, 0, r->comm));
  if (!size) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(size, text));
  if (mine) PetscCall(PetscArraycpy(*text, mine, size));
  PetscCallMPI(MPI_Bcast(*text, size, MPI_CHAR, 0, r->comm));
  free(mine);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- file type ------------------------------------------------------------------------------- */

hid_t file_memory_type(FileType type)
{
  switch (type) {
  case FILE_INT:
    return sizeof(PetscInt) == 8 ? H5T_NATIVE_INT64 : H5T_NATIVE_INT32;
  case FILE_INT64:
    return H5T_NATIVE_INT64;
  case FILE_FLOAT:
    return H5T_NATIVE_FLOAT;
  default:
    return H5T_NATIVE_DOUBLE;
  }
}

size_t FileTypeSize(FileType type) { return H5Tget_size(file_memory_type(type)); }
