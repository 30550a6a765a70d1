/* memory_file.c: keeps the contents of a file in memory, for programs that read them there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/hash_index.h"
#include "memory_file.h"

typedef struct {
  char       *path;
  FileResult  result; /* what readers get; result.data is the first row in bytes that stays */
  PetscMPIInt owner;  /* rank that has the rows of a series; -1 for another dataset */
  size_t      row;    /* bytes of a row */
  /* of a series: number of its rows; number of the row after the last one that this rank has, and
     of the row at bytes */
  PetscInt total, known, base;
  PetscInt last; /* how many of the last rows of a series stay; 0: all of them */
  size_t   capacity;
  char    *bytes;
} Dataset;

struct _n_MemoryFile {
  PetscInt  n, capacity;
  Dataset **dataset; /* [n] */
  HashIndex index;   /* finds a dataset by its path */
};

/* ---- datasets by their path ------------------------------------------------------------------ */

static uint64_t hash_of(const char path[]) { return hash_bytes(0, path, strlen(path)); }

typedef struct {
  MemoryFile  m;
  const char *path;
} Sought;

static int has_path(const void *sought, int entry)
{
  const Sought *s = sought;

  return !strcmp(s->m->dataset[entry]->path, s->path);
}

static Dataset *find(MemoryFile m, const char path[])
{
  const Sought sought = {m, path};
  const int    entry  = hash_index_find(&m->index, hash_of(path), has_path, &sought);

  return entry < 0 ? NULL : m->dataset[entry];
}

/* Enters dataset k into the index. */
static PetscErrorCode Index(MemoryFile m, PetscInt k)
{
  PetscFunctionBeginUser;
  PetscCheck(!hash_index_add(&m->index, hash_of(m->dataset[k]->path), (int)k), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "memory is missing for the index of %" PetscInt_FMT " datasets", k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes room for one more dataset. */
static PetscErrorCode Grow(MemoryFile m)
{
  PetscFunctionBeginUser;
  if (m->n < m->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  m->capacity = PetscMax(32, 2 * m->capacity);
  PetscCall(PetscRealloc((size_t)m->capacity * sizeof *m->dataset, &m->dataset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the dataset of a path without its values; makes it if it is new. */
static PetscErrorCode Open(MemoryFile m, const char path[], Dataset **result)
{
  Dataset *d = find(m, path);

  PetscFunctionBeginUser;
  if (!d) {
    PetscCall(Grow(m));
    PetscCall(PetscNew(&d));
    PetscCall(PetscStrallocpy(path, &d->path));
    m->dataset[m->n] = d;
    PetscCall(Index(m, m->n++));
  }
  d->result = (FileResult){.type = FILE_REAL};
  d->owner  = -1;
  *result   = d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes room for bytes, and keeps those that the dataset has. */
static PetscErrorCode Reserve(Dataset *d, size_t bytes)
{
  PetscFunctionBeginUser;
  if (bytes > d->capacity) {
    d->capacity = PetscMax(bytes, d->owner >= 0 ? 2 * d->capacity : 0);
    PetscCall(PetscRealloc(d->capacity, &d->bytes));
  }
  d->result.data = d->bytes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryFileCreate(MemoryFile *m) { return PetscNew(m); }

static PetscErrorCode DestroyDataset(Dataset **d)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree((*d)->path));
  PetscCall(PetscFree((*d)->bytes));
  PetscCall(PetscFree(*d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryFileDestroy(MemoryFile *m)
{
  PetscFunctionBeginUser;
  if (!*m) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < (*m)->n; k++) PetscCall(DestroyDataset(&(*m)->dataset[k]));
  PetscCall(PetscFree((*m)->dataset));
  hash_index_free(&(*m)->index);
  PetscCall(PetscFree(*m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- writing --------------------------------------------------------------------------------- */

PetscErrorCode MemoryWriteRows(MemoryFile m, const char path[], FileType type, PetscInt total,
                               PetscInt first, PetscInt n, PetscInt columns, const void *data)
{
  const size_t bytes = FileTypeSize(type) * (size_t)n * (size_t)PetscMax(1, columns);
  Dataset     *d;

  PetscFunctionBeginUser;
  PetscCall(Open(m, path, &d));
  d->result = (FileResult){
    .type = type, .ndims = columns ? 2 : 1, .dims = {total, columns},
                .first = first, .n = n
  };
  PetscCall(Reserve(d, bytes));
  PetscCall(PetscMemcpy(d->bytes, data, bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryStackCreate(MemoryFile m, const char path[], PetscInt layers, PetscInt total,
                                 PetscInt columns)
{
  Dataset *d = NULL;

  PetscFunctionBeginUser;
  PetscCall(Open(m, path, &d));
  d->result = (FileResult){
    .type = FILE_REAL, .ndims = 3, .dims = {layers, total, columns},
            .axis = 1
  };
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryStackWrite(MemoryFile m, const char path[], PetscInt layer, PetscInt first,
                                PetscInt n, const PetscReal *data)
{
  Dataset *const    d      = find(m, path);
  FileResult *const r      = &d->result;
  const PetscInt    layers = r->ndims == 3 ? r->dims[0] : 1,
                 columns   = PetscMax(1, r->dims[r->ndims - 1]);
  const size_t values      = (size_t)n * (size_t)columns;

  PetscFunctionBeginUser;
  r->first = first;
  r->n     = n;
  PetscCall(Reserve(d, (size_t)layers * values * sizeof *data));
  PetscCall(PetscArraycpy((PetscReal *)d->bytes + (size_t)layer * values, data, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemorySeriesCreate(MemoryFile m, const char path[], FileType type, FileRow row)
{
  FileResult *r;
  Dataset    *d;

  PetscFunctionBeginUser;
  PetscCall(Open(m, path, &d));
  r        = &d->result;
  r->type  = type;
  r->ndims = 1;
  if (row.items) r->dims[r->ndims++] = row.items;
  if (row.columns) r->dims[r->ndims++] = row.columns;
  d->owner = 0;
  d->row   = FileTypeSize(type) * (size_t)file_row_values(row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemorySeriesKeepLast(MemoryFile m, const char path[], PetscInt rows)
{
  PetscFunctionBeginUser;
  find(m, path)->last = rows;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes room for the rows from `from` to end - 1 of a series, and drops rows that need not stay: at
   most each d->last rows, so that a row is moved once on the average. This rank has the rows before
   `from`, or none. */
static PetscErrorCode HoldRows(Dataset *d, PetscInt from, PetscInt end)
{
  const PetscInt first = PetscMin(from, PetscMax(d->base, end - d->last));

  PetscFunctionBeginUser;
  if (d->last && end - d->base - d->last > d->last) {
    if (from > first)
      memmove(d->bytes, d->bytes + d->row * (size_t)(first - d->base),
              d->row * (size_t)(from - first));
    d->base = first;
  }
  PetscCall(Reserve(d, d->row * (size_t)(end - d->base)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemorySeriesAppend(MemoryFile m, const char path[], PetscInt at, PetscInt n,
                                  PetscMPIInt owner, const void *data)
{
  Dataset *const d = find(m, path);

  PetscFunctionBeginUser;
  d->owner = owner;
  d->total = at + n;
  if (!data) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HoldRows(d, at, at + n));
  PetscCall(PetscMemcpy(d->bytes + d->row * (size_t)(at - d->base), data, d->row * (size_t)n));
  d->known = at + n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemorySeriesTruncate(MemoryFile m, const char path[], PetscInt rows)
{
  Dataset *const d = find(m, path);

  PetscFunctionBeginUser;
  d->total = PetscMin(d->total, rows);
  d->known = PetscMin(d->known, rows);
  d->base  = PetscMin(d->base, rows); /* the rows before are gone */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a path is that of a group, or of something in it. */
static PetscBool is_in_group(const char path[], const char group[])
{
  const size_t n = strlen(group);

  return (PetscBool)(!strncmp(path, group, n) && (!path[n] || path[n] == '/' || path[n] == '@'));
}

PetscErrorCode MemoryRemove(MemoryFile m, const char path[], PetscBool *found)
{
  PetscInt kept = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->n; k++) {
    Dataset *d = m->dataset[k];

    if (is_in_group(d->path, path)) PetscCall(DestroyDataset(&d));
    else m->dataset[kept++] = d;
  }
  *found = (PetscBool)(kept < m->n);
  m->n   = kept;
  if (*found) hash_index_free(&m->index);
  for (PetscInt k = 0; k < m->n && *found; k++) PetscCall(Index(m, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryWriteText(MemoryFile m, const char path[], const char text[])
{
  const size_t bytes = strlen(text) + 1;
  Dataset     *d;

  PetscFunctionBeginUser;
  PetscCall(Open(m, path, &d));
  d->result = (FileResult){.is_text = PETSC_TRUE, .n = (PetscInt)bytes - 1};
  PetscCall(Reserve(d, bytes));
  PetscCall(PetscMemcpy(d->bytes, text, bytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Sends the rows of a series that were added since the last call from its owner to all ranks, and
   lets readers see those that stay. */
static PetscErrorCode SendRows(MPI_Comm comm, Dataset *d)
{
  FileResult *const r       = &d->result;
  PetscInt          kept[2] = {d->known, -d->base}, known, first;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, kept, 2, MPIU_INT, MPI_MIN, comm));
  first = d->last ? PetscMax(-kept[1], d->total - d->last) : -kept[1];
  known = PetscMax(kept[0], first);
  if (d->known < known) d->base = known; /* nothing of this rank stays */
  PetscCall(HoldRows(d, PetscMax(d->known, known), d->total));
  for (PetscInt most = PetscMax(1, (1 << 30) / (PetscInt)d->row); known < d->total; known += most)
    PetscCallMPI(MPI_Bcast(d->bytes + d->row * (size_t)(known - d->base),
                           (int)d->row * (int)PetscMin(most, d->total - known), MPI_BYTE, d->owner,
                           comm)); /* MPI counts bytes in an int */
  d->known   = d->total;
  r->dims[0] = r->n = d->total - first;
  r->data           = d->bytes + d->row * (size_t)(first - d->base);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryGetResult(MemoryFile m, MPI_Comm comm, const char path[],
                               const FileResult **result)
{
  Dataset *d = find(m, path);

  PetscFunctionBeginUser;
  if (d && d->owner >= 0) PetscCall(SendRows(comm, d));
  *result = d ? &d->result : NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *MemoryGetName(MemoryFile m, PetscInt k)
{
  return k >= 0 && k < m->n ? m->dataset[k]->path : NULL;
}
