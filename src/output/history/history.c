/* history.c: buffers the rows of all histories and writes them to /history of the output file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "history.h"
#include "output/output_impl.h"

/* Rows in the buffer of a series. The owner has the buffer; HISTORY_SUM has one on every rank. */
enum { BUFFER_ROWS = 1024 };

typedef struct {
  char       *path; /* "/history/..." */
  FileType    type; /* FILE_REAL or FILE_INT */
  FileRow     row;
  PetscMPIInt owner;
  PetscReal  *reals; /* [BUFFER_ROWS][values of a row] of FILE_REAL; NULL without a buffer */
  PetscInt   *ints;  /* the same for FILE_INT */
} Series;

struct _n_History {
  MPI_Comm    comm;
  PetscMPIInt rank;
  File        file;          /* borrowed */
  PetscInt    n;             /* number of series */
  PetscInt    written, rows; /* rows in the file; rows in the buffers */
  PetscInt    earlier_rows;  /* rows in files of earlier runs */
  PetscReal   factor;        /* see HistorySetWeight() */
  PetscBool   accumulate;
  Series     *series; /* [n] */
};

PetscErrorCode HistoryCreate(MPI_Comm comm, History *h)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(h));
  (*h)->comm   = comm;
  (*h)->factor = 1;
  PetscCallMPI(MPI_Comm_rank(comm, &(*h)->rank));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool has_buffer(const struct _n_History *h, const Series *s)
{
  return (PetscBool)(s->owner == h->rank || s->owner == HISTORY_SUM);
}

/* Returns whether two paths cannot both be datasets: they are equal, or one is a group of the
   other. */
static PetscBool paths_collide(const char a[], const char b[])
{
  while (*a && *a == *b) a++, b++;
  return (PetscBool)((!*a && (!*b || *b == '/')) || (!*b && *a == '/'));
}

static PetscErrorCode AddDataset(History h, const char path[], FileType type, FileRow row,
                                 PetscMPIInt owner, PetscInt *number)
{
  const size_t n = (size_t)BUFFER_ROWS * (size_t)file_row_values(row);
  Series      *s;

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(h->n + 1) * sizeof *h->series, &h->series));
  s  = &h->series[h->n];
  *s = (Series){.type = type, .row = row, .owner = owner};
  PetscCall(PetscMalloc1(strlen("/history/") + strlen(path) + 1, &s->path));
  PetscCall(PetscSNPrintf(s->path, strlen("/history/") + strlen(path) + 1, "/history/%s", path));
  for (PetscInt k = 0; k < h->n; k++)
    PetscCheck(!paths_collide(s->path, h->series[k].path), h->comm, PETSC_ERR_USER_INPUT,
               "%s and %s cannot both be in the output: rename the load, probe, joint or support",
               h->series[k].path, s->path);
  if (has_buffer(h, s)) {
    if (type == FILE_INT) PetscCall(PetscMalloc1(n, &s->ints));
    else PetscCall(PetscMalloc1(n, &s->reals));
  }
  *number = h->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns,
                          PetscMPIInt owner, PetscInt *number)
{
  return AddDataset(h, path, type, (FileRow){.columns = columns}, owner, number);
}

PetscErrorCode HistoryAddItems(History h, const char path[], PetscInt items, PetscInt columns,
                               PetscInt *number)
{
  return AddDataset(h, path, FILE_REAL, (FileRow){items, columns}, HISTORY_SUM, number);
}

PetscErrorCode HistoryOpen(History h, File file, PetscInt earlier_rows, PetscInt last_rows)
{
  PetscFunctionBeginUser;
  h->file         = file;
  h->earlier_rows = earlier_rows;
  for (PetscInt k = 0; k < h->n; k++)
    PetscCall(FileSeriesCreate(file, h->series[k].path, h->series[k].type, h->series[k].row));
  for (PetscInt k = 0; k < h->n; k++)
    PetscCall(FileSeriesKeepLast(file, h->series[k].path, last_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryReopen(History h, File file, PetscInt earlier_rows, PetscInt rows)
{
  PetscFunctionBeginUser;
  h->file         = file;
  h->earlier_rows = earlier_rows;
  h->written      = rows - earlier_rows;
  for (PetscInt k = 0; k < h->n; k++)
    PetscCall(
      FileSeriesReopen(file, h->series[k].path, h->series[k].type, h->series[k].row, h->written));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryTruncate(History h, PetscInt rows)
{
  const PetscInt keep = rows - h->earlier_rows;

  PetscFunctionBeginUser;
  if (keep >= h->written) h->rows = PetscMin(h->rows, keep - h->written);
  else {
    for (PetscInt k = 0; k < h->n; k++)
      PetscCall(FileSeriesTruncate(h->file, h->series[k].path, h->series[k].row, keep));
    h->written = keep;
    h->rows    = 0;
  }
  PetscCall(FileSetAttributeInt(h->file, "/", "steps", h->earlier_rows + h->written - 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt64 HistorySignature(History h)
{
  uint64_t sum = 0;

  for (PetscInt k = 0; k < h->n; k++) {
    for (const char *p = h->series[k].path; *p; p++) sum = sum * 31 + (unsigned char)*p;
    sum = sum * 31 + (uint64_t)h->series[k].row.columns;
    if (h->series[k].row.items) sum = sum * 31 + (uint64_t)h->series[k].row.items;
  }
  return (PetscInt64)sum;
}

PetscInt HistoryRows(History h) { return h->earlier_rows + h->written + h->rows; }

void HistorySetReals(History h, PetscInt number, const PetscReal values[])
{
  Series        *s = &h->series[number];
  const PetscInt n = file_row_values(s->row);

  if (has_buffer(h, s))
    for (PetscInt c = 0; c < n; c++) {
      PetscReal *to = &s->reals[h->rows * n + c];

      *to = h->accumulate ? *to + h->factor * values[c] : h->factor * values[c];
    }
}

void HistorySetWeight(History h, PetscReal factor, PetscBool add)
{
  h->factor     = factor;
  h->accumulate = add;
}

void HistorySetInts(History h, PetscInt number, const PetscInt values[])
{
  Series        *s = &h->series[number];
  const PetscInt n = file_row_values(s->row);

  if (s->owner == h->rank)
    for (PetscInt c = 0; c < n; c++) s->ints[h->rows * n + c] = values[c];
}

/* Sums the buffered rows of all ranks on rank 0. */
static PetscErrorCode SumRows(History h, const Series *s)
{
  const PetscMPIInt n = (PetscMPIInt)(h->rows * file_row_values(s->row));

  PetscFunctionBeginUser;
  PetscCallMPI(
    MPI_Reduce(h->rank ? s->reals : MPI_IN_PLACE, s->reals, n, MPIU_REAL, MPIU_SUM, 0, h->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryWrite(History h)
{
  PetscFunctionBeginUser;
  if (!h->rows) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < h->n; k++) {
    const Series *s = &h->series[k];

    if (s->owner == HISTORY_SUM) PetscCall(SumRows(h, s));
    PetscCall(FileSeriesAppend(
      h->file, s->path, s->type, s->row, h->written, h->rows, PetscMax(0, s->owner),
      s->type == FILE_INT ? (const void *)s->ints : (const void *)s->reals));
  }
  h->written += h->rows;
  h->rows = 0;
  PetscCall(FileSetAttributeInt(h->file, "/", "steps", h->earlier_rows + h->written - 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryEndStep(History h)
{
  PetscFunctionBeginUser;
  if (++h->rows < BUFFER_ROWS) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HistoryWrite(h));
  PetscCall(FileReserve(h->file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryDestroy(History *h)
{
  PetscFunctionBeginUser;
  if (!*h) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < (*h)->n; k++) {
    PetscCall(PetscFree((*h)->series[k].path));
    PetscCall(PetscFree((*h)->series[k].reals));
    PetscCall(PetscFree((*h)->series[k].ints));
  }
  PetscCall(PetscFree((*h)->series));
  PetscCall(PetscFree(*h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[])
{
  static const char *const reserved[] = {
    "time",        "solver",     "energy",   "momentum",  "angular_momentum",
    "load_factor", "constraint", "campbell", "frequency", "balance"};
  PetscBool same;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(reserved); k++) {
    PetscCall(PetscStrcmp(name, reserved[k], &same));
    PetscCheck(!same, comm, PETSC_ERR_USER_INPUT,
               "%s: the name '%s' is reserved in /history; choose another", option, name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energy history -------------------------------------------------------------------------- */

static const char *const energy_names[ENERGY_TERMS] = {"kinetic", "strain", "damping", "external",
                                                       "total"};
static const char *const momentum_names[2]          = {"momentum", "angular_momentum"};

PetscErrorCode EnergyHistoryAddSeries(EnergyHistory *energies, History h)
{
  PetscFunctionBeginUser;
  for (int e = 0; e < ENERGY_TERMS && energies->enabled; e++) {
    char path[64];

    PetscCall(PetscSNPrintf(path, sizeof path, "energy/%s", energy_names[e]));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 0, 0, &energies->energy[e]));
  }
  for (int k = 0; k < 2 && energies->enabled; k++)
    PetscCall(HistoryAdd(h, momentum_names[k], FILE_REAL, 3, 0, &energies->momentum[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void EnergyHistoryRecord(const EnergyHistory *energies, const Energy *e, History h)
{
  const PetscReal values[ENERGY_TERMS] = {e->kinetic, e->strain, e->damping, e->external,
                                          e->kinetic + e->strain};

  if (!energies->enabled) return;
  for (int k = 0; k < ENERGY_TERMS; k++) HistorySetReals(h, energies->energy[k], &values[k]);
  HistorySetReals(h, energies->momentum[0], e->momentum);
  HistorySetReals(h, energies->momentum[1], e->angular);
}
