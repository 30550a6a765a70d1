/* file.c: rank 0 uses HDF5 with its serial driver; every rank writes its rows of big datasets by MPI-IO, at the address
   in the file that HDF5 allocated for the dataset. HDF5's own parallel driver (1.10.8) is not used: with 8 ranks on 2
   cores one run in ten hung in H5Fflush, one rank in MPI_File_set_size and the others past it, under both of Open MPI's
   MPI-IO layers. */
#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <hdf5.h>
#include <petsctime.h>
#include "base/error.h"
#include "file_lock.h"
#include "journal_vfd.h"
#include "file_impl.h"

/* [s] between flushes, about what a killed run loses: a share of the time since the opening, within limits */
static const PetscLogDouble MIN_FLUSH_INTERVAL = 0.5, MAX_FLUSH_INTERVAL = 5,
                            FLUSH_TIME_FRACTION = 0.2;

/* Bytes that are reserved for the structure of the file, such as groups and indices, which grows a little with whatever is
   written; and rows of a series that are allocated together: of each series, those that come next are reserved. */
enum { STRUCTURE_BYTES = 64 << 10, CHUNK_ROWS = 1024 };

/* On rank 0: reserve room for so many bytes more than there are in the file. True: there is none. */
static PetscBool reserve_fails(File f, long long bytes)
{
  hsize_t size;

  return (PetscBool)(H5Fget_filesize(f->id, &size) < 0 ||
                     DiskSpaceReserve(&f->disk_space, (long long)size + bytes));
}

/* Flush while nobody who locks the file has it open; whoever keeps it open for longer must open it anew. True: it failed. */
static PetscBool flush_locked(File f)
{
  enum { TRIES = 100 }; /* of 1 ms */
  PetscBool bad;

  for (int k = 0; k < TRIES && flock(f->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; k++) {
    flock(f->lock, LOCK_SH); /* which the failure took away */
    usleep(1000);
  }
  bad = (PetscBool)(H5Fflush(f->id, H5F_SCOPE_GLOBAL) < 0);
  flock(f->lock, LOCK_SH);
  return bad;
}

/* What was written before is flushed, into the room that is reserved. */
PetscErrorCode FileCheck(File f, PetscBool bad, const char what[])
{
  int mine = bad, any;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, f->comm));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  f->failed = PETSC_TRUE;
  (void)MPI_File_close(&f->rows);
  if (f->rank == 0) {
    file_mark_failed(f);
    (void)flush_locked(f);
    DiskSpaceRelease(&f->disk_space);
  }
  SETERRQ(f->comm, PETSC_ERR_FILE_WRITE,
          "%s %s: cannot write %s (is the disk full, or the file open in another program?); what "
          "was written "
          "before is kept",
          f->option, f->path, what);
}

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

/* Open the file in HDF5; negative if HDF5 fails. */
static hid_t open_file(const char path[])
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  const hid_t id     = JournalVfdSet(access) < 0 ? -1 : H5Fopen(path, H5F_ACC_RDWR, access);

  H5Pclose(access);
  return id;
}

/* The file that was claimed. */
static PetscErrorCode Open(MPI_Comm comm, const char option[], const char path[], FileLockMode kind,
                           File *file)
{
  char      name[PETSC_MAX_PATH_LEN +
            2]; /* with a folder: Open MPI 4.1 cannot open a name of one letter without */
  PetscBool bad = PETSC_FALSE;
  int       lock;
  File      f;

  PetscFunctionBeginUser;
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1); /* the locks are those of Claim */
  H5dont_atexit();                       /* at exit HDF5 would write to a file that has failed */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* Check reports errors */
  PetscCall(FileLockOpen(comm, option, path, kind, &lock));
  PetscCall(PetscNew(&f));
  f->comm   = comm;
  f->lock   = lock;
  f->option = option;
  PetscCallMPI(MPI_Comm_rank(comm, &f->rank));
  PetscCall(PetscStrallocpy(path, &f->path));
  if (f->rank == 0) {
    if (kind == FILE_LOCK_EXISTING) JournalRecover(path);
    else JournalDiscard(path);
    f->id         = open_file(path);
    f->disk_space = (DiskSpace){.fd = lock, .margin = STRUCTURE_BYTES};
    bad           = (PetscBool)(f->id < 0 || reserve_fails(f, 0));
    PetscCall(PetscTime(&f->opened));
    f->flushed = f->opened;
  }
  PetscCall(CheckAllRanks(comm, (PetscBool)(bad && kind == FILE_LOCK_EXISTING && f->id < 0),
                          "%s %s is no HDF5 file, or it is damaged; give another name", option,
                          path));
  PetscCall(
    CheckFileWritten(comm, bad, "%s %s cannot be written; is the disk full?", option, path));
  PetscCall(PetscSNPrintf(name, sizeof name, "%s%s", strchr(path, '/') ? "" : "./", path));
  bad =
    (PetscBool)(MPI_File_open(comm, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &f->rows) != MPI_SUCCESS);
  PetscCall(CheckAllRanks(
    comm, bad, "%s %s cannot be opened by MPI; is it on a disk that all ranks see?", option, path));
  *file = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileCreate(MPI_Comm comm, const char option[], const char path[],
                          PetscBool overwrite, File *file)
{
  PetscFunctionBeginUser;
  PetscCall(Open(comm, option, path, overwrite ? FILE_LOCK_OVERWRITE : FILE_LOCK_NEW, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileReopen(MPI_Comm comm, const char option[], const char path[], File *file)
{
  PetscFunctionBeginUser;
  PetscCall(Open(comm, option, path, FILE_LOCK_EXISTING, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileClose(File *file)
{
  File      f   = *file;
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  *file = NULL;
  if (!f->failed) {
    PetscCall(FileFlush(f));
    bad = (PetscBool)(MPI_File_close(&f->rows) != MPI_SUCCESS);
    if (f->rank == 0) {
      if (H5Fclose(f->id) < 0) bad = PETSC_TRUE;
      DiskSpaceRelease(&f->disk_space);
    }
    PetscCall(CheckFileWritten(f->comm, bad, "%s %s cannot be closed; is the disk full?", f->option,
                               f->path));
  }
  if (f->rank == 0) close(f->lock);
  PetscCall(PetscFree(f->path));
  PetscCall(PetscFree(f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSync(File f)
{
  PetscBool bad;

  PetscFunctionBeginUser;
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  bad = (PetscBool)(MPI_File_sync(f->rows) != MPI_SUCCESS);
  PetscCall(FileCheck(f, bad, "the rows of all ranks"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FileFailed(File f) { return f->failed; }

PetscBool FileNeedsFlush(File f)
{
  PetscLogDouble now;

  PetscCallAbort(PETSC_COMM_SELF, PetscTime(&now));
  return (PetscBool)(f->rank == 0 && now - f->flushed >
                                       PetscMax(MIN_FLUSH_INTERVAL,
                                                PetscMin(MAX_FLUSH_INTERVAL,
                                                         FLUSH_TIME_FRACTION * (now - f->opened))));
}

PetscErrorCode FileFlush(File f)
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    bad = flush_locked(f);
    PetscCall(PetscTime(&f->flushed));
  }
  PetscCall(FileCheck(f, bad, "what is new"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileReserve(File f)
{
  PetscFunctionBeginUser;
  if (!f->failed)
    PetscCall(FileCheck(f, (PetscBool)(f->rank == 0 && reserve_fails(f, 0)), "any more"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A new dataset, to be closed, and its missing groups. Negative if HDF5 fails. */
static hid_t create_dataset(hid_t file, const char path[], FileType type, hid_t space, hid_t layout)
{
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  hid_t       dataset;

  H5Pset_create_intermediate_group(links, 1);
  dataset = H5Dcreate2(file, path, file_memory_type(type), space, links, layout, H5P_DEFAULT);
  H5Pclose(links);
  return dataset;
}

/* A dataset that HDF5 allocates at once, in one piece, and never fills. Returns its address in the file, or -1. */
static MPI_Offset allocate_rows(hid_t file, const char path[], FileType type, int rank,
                                const hsize_t size[])
{
  const hid_t space = H5Screate_simple(rank, size, NULL), layout = H5Pcreate(H5P_DATASET_CREATE);
  hid_t       dataset;
  haddr_t     address = HADDR_UNDEF;

  H5Pset_layout(layout, H5D_CONTIGUOUS);
  H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER);
  dataset = create_dataset(file, path, type, space, layout);
  if (dataset >= 0) {
    address = H5Dget_offset(dataset);
    H5Dclose(dataset);
  }
  H5Pclose(layout);
  H5Sclose(space);
  return address == HADDR_UNDEF ? -1 : (MPI_Offset)address;
}

/* Write n rows of so many bytes at an address that rank 0 knows; -1: there is none. */
static PetscErrorCode WriteRowsAt(File f, const char path[], long long address, size_t row,
                                  PetscInt first, PetscInt n, const void *data)
{
  const char *bytes = data;
  PetscBool   bad;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Bcast(&address, 1, MPI_LONG_LONG, 0, f->comm));
  bad = (PetscBool)(address < 0);
  for (PetscInt done = 0, most = (1 << 30) / (PetscInt)row; done < n && !bad;
       done += most) { /* MPI counts bytes in an int */
    const PetscInt rows = PetscMin(most, n - done);

    bad =
      (PetscBool)(MPI_File_write_at(f->rows, (MPI_Offset)address + (MPI_Offset)row * (first + done),
                                    bytes + row * (size_t)done, (int)(row * (size_t)rows), MPI_BYTE,
                                    MPI_STATUS_IGNORE) != MPI_SUCCESS);
  }
  PetscCall(FileCheck(f, bad, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileWriteRows(File f, const char path[], FileType type, PetscInt total,
                             PetscInt first, PetscInt n, PetscInt columns, const void *data)
{
  const hsize_t size[2] = {(hsize_t)total, (hsize_t)columns};
  const size_t  row     = FileTypeSize(type) * (size_t)PetscMax(1, columns);
  long long     address = 0;

  PetscFunctionBeginUser;
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    address = reserve_fails(f, (long long)row * total)
                ? -1
                : allocate_rows(f->id, path, type, columns ? 2 : 1, size);
    if (!total) address = 0;
  }
  PetscCall(WriteRowsAt(f, path, address, row, first, n, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileStackCreate(File f, const char path[], PetscInt layers, PetscInt total,
                               PetscInt columns)
{
  const hsize_t   size[3] = {(hsize_t)layers, (hsize_t)total, (hsize_t)columns};
  const long long bytes   = (long long)sizeof(PetscReal) * layers * total * columns;
  PetscBool       bad     = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0)
    bad =
      (PetscBool)(reserve_fails(f, bytes) || allocate_rows(f->id, path, FILE_REAL, 3, size) < 0);
  PetscCall(FileCheck(f, bad, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileStackWrite(File f, const char path[], PetscInt total, PetscInt columns,
                              PetscInt layer, PetscInt first, PetscInt n, const PetscReal *data)
{
  const size_t row     = sizeof(PetscReal) * (size_t)columns;
  long long    address = 0;

  PetscFunctionBeginUser;
  if (f->failed || !total) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    const hid_t   dataset = H5Dopen2(f->id, path, H5P_DEFAULT);
    const haddr_t offset  = dataset < 0 ? HADDR_UNDEF : H5Dget_offset(dataset);

    address = offset == HADDR_UNDEF ? -1 : (long long)offset + (long long)row * total * layer;
    if (dataset >= 0) H5Dclose(dataset);
  }
  PetscCall(WriteRowsAt(f, path, address, row, first, n, data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bytes of the rows of a series that are allocated together. */
static long long chunk_size(FileType type, FileRow row)
{
  return CHUNK_ROWS * (long long)FileTypeSize(type) * file_row_values(row);
}

/* size[] = that of so many rows; returns of how many numbers it is. */
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
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  series_size(row, H5S_UNLIMITED, most);
  series_size(row, CHUNK_ROWS, chunk);
  if (f->rank == 0) {
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, size, most);
    hid_t       dataset;

    H5Pset_chunk(layout, rank, chunk);
    dataset = create_dataset(f->id, path, type, space, layout);
    bad     = (PetscBool)(dataset < 0);
    if (!bad) H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(layout);
    f->disk_space.margin += chunk_size(type, row);
    if (reserve_fails(f, 0)) bad = PETSC_TRUE;
  }
  PetscCall(FileCheck(f, bad, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSeriesTruncate(File f, const char path[], FileType type, FileRow row,
                                  PetscInt rows)
{
  hsize_t   size[3], existing[3];
  const int rank = series_size(row, (hsize_t)rows, size);
  PetscBool bad  = PETSC_FALSE;

  PetscFunctionBeginUser;
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
    f->disk_space.margin += chunk_size(type, row);
  }
  PetscCall(CheckAllRanks(f->comm, bad,
                          "%s %s is not the file of the run to go on with: it has no %" PetscInt_FMT
                          " rows of %s; give another name",
                          f->option, f->path, rows, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileRemove(File f, const char path[])
{
  PetscFunctionBeginUser;
  if (f->rank == 0 && H5Lexists(f->id, path, H5P_DEFAULT) > 0) H5Ldelete(f->id, path, H5P_DEFAULT);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileRemoveFrom(File f, const char format[], PetscInt first)
{
  char path[64];

  PetscFunctionBeginUser;
  for (PetscInt k = first; f->rank == 0; k++) {
    PetscCall(PetscSNPrintf(path, sizeof path, format, (int)k));
    if (H5Lexists(f->id, path, H5P_DEFAULT) <= 0) break;
    H5Ldelete(f->id, path, H5P_DEFAULT);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Extend the dataset to at + n rows and write data to the last n. Negative if HDF5 fails. */
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
