/* row_journal.c: keeps rows of cases on disk as soon as the cases end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash_index.h"
#include "row_journal.h"

/* RowHead - What stands before the bytes of a row. */
typedef struct {
  uint32_t magic, id;    /* ROW_MAGIC, and the number of the run */
  uint64_t bytes, check; /* that follow; their checksum */
} RowHead;

/* RowBody - The first bytes of a row. The values, the widths and the texts follow. */
typedef struct {
  double  seconds;
  int32_t number, status, nwarnings, n, nnumbers, reserved;
} RowBody;

static const uint32_t ROW_MAGIC = 0x776f7266; /* "frow" */

static void journal_path(const char results[], long group, char path[], size_t size)
{
  snprintf(path, size, "%s.rows.%ld", results, group);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Returns the number of bytes of the rows at the start of bytes[n] that are whole. */
static size_t whole_rows(const char bytes[], size_t n)
{
  size_t  at = 0;
  RowHead head;

  while (n - at >= sizeof head) {
    memcpy(&head, bytes + at, sizeof head);
    if (head.magic != ROW_MAGIC || head.bytes > n - at - sizeof head ||
        hash_bytes(0, bytes + at + sizeof head, head.bytes) != head.check)
      break;
    at += sizeof head + head.bytes;
  }
  return at;
}

/* Returns the contents of a file in allocated memory, or NULL. */
static char *read_all(int fd, size_t *n)
{
  struct stat status;
  char       *bytes = fstat(fd, &status) ? NULL : malloc((size_t)status.st_size + 1);
  ssize_t     got   = 1;

  *n = 0;
  while (bytes && got > 0 && *n < (size_t)status.st_size) {
    got = pread(fd, bytes + *n, (size_t)status.st_size - *n, (off_t)*n);
    if (got > 0) *n += (size_t)got;
  }
  return bytes;
}

const char *RowJournalOpen(const char results[], PetscInt group, PetscBool keep, int *fd)
{
  char        path[PETSC_MAX_PATH_LEN + 32], *bytes;
  size_t      n;
  const char *problem = NULL;

  journal_path(results, (long)group, path, sizeof path);
  *fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (*fd < 0) return strerror(errno);
  if (flock(*fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
    return "another run uses it; wait for its end, or give another -output";
  bytes = keep ? read_all(*fd, &n) : NULL;
  if (keep && !bytes) problem = "memory is missing for its rows";
  else if (ftruncate(*fd, keep ? (off_t)whole_rows(bytes, n) : 0)) problem = strerror(errno);
  free(bytes);
  return problem;
}

/* Copies n bytes to *to, and moves it behind them. */
static void put(char **to, const void *from, size_t n)
{
  if (n) memcpy(*to, from, n);
  *to += n;
}

/* Writes bytes[n] behind the end. A part that is written is cut off by the next reader. */
static const char *write_all(int fd, const char bytes[], size_t n)
{
  while (n) {
    const ssize_t done = write(fd, bytes, n);

    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done ? strerror(errno) : "the disk is full";
    bytes += done;
    n -= (size_t)done;
  }
  return NULL;
}

const char *RowJournalAppend(int fd, uint32_t id, const CaseRow *row, const CaseValues *v)
{
  const RowBody body = {
    row->seconds, row->number, row->status, row->nwarnings, v->n, v->nnumbers, 0};
  RowHead      head    = {.magic = ROW_MAGIC, .id = id};
  const size_t numbers = (size_t)v->nnumbers * sizeof *v->number,
               widths  = (size_t)v->n * sizeof(int32_t);
  const char *problem;
  char       *bytes, *to;

  head.bytes = sizeof body + numbers + widths + strlen(row->message) + strlen(row->warning) + 2;
  for (int k = 0; k < v->n; k++) head.bytes += strlen(v->name[k]) + 1;
  head.bytes = (head.bytes + 7) / 8 * 8; /* the next row is aligned, too */
  bytes      = calloc(sizeof head + head.bytes, 1);
  if (!bytes) return "memory is missing for a row";
  to = bytes + sizeof head;
  put(&to, &body, sizeof body);
  put(&to, v->number, numbers);
  for (int k = 0; k < v->n; k++) {
    const int32_t width = v->width[k];

    put(&to, &width, sizeof width);
  }
  put(&to, row->message, strlen(row->message) + 1);
  put(&to, row->warning, strlen(row->warning) + 1);
  for (int k = 0; k < v->n; k++) put(&to, v->name[k], strlen(v->name[k]) + 1);
  head.check = hash_bytes(0, bytes + sizeof head, head.bytes);
  memcpy(bytes, &head, sizeof head);
  problem = write_all(fd, bytes, sizeof head + head.bytes);
  free(bytes);
  return problem;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Calls f for the path of each journal beside the results. Returns the first problem. */
static const char *for_each_journal(const char results[], void *context,
                                    const char *(*f)(void *context, const char path[]))
{
  const char *const slash                      = strrchr(results, '/');
  const char *const name                       = slash ? slash + 1 : results;
  char              folder[PETSC_MAX_PATH_LEN] = ".", start[512], path[PETSC_MAX_PATH_LEN + 300];
  const char       *problem                    = NULL;
  struct dirent    *entry;
  DIR              *stream;

  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)PetscMax(1, slash - results), results);
  snprintf(start, sizeof start, "%.400s.rows.", name);
  stream = opendir(folder);
  if (!stream) return strerror(errno);
  while (!problem && (entry = readdir(stream))) {
    const char *const number = entry->d_name + strlen(start);

    if (strncmp(entry->d_name, start, strlen(start)) != 0 || !*number ||
        number[strspn(number, "0123456789")])
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    problem = f(context, path);
  }
  closedir(stream);
  return problem;
}

/* Reader - What read_journal needs. */
typedef struct {
  CaseRows *rows;
  uint32_t  id;
} Reader;

/* Points row to the bytes of a row, which are whole. */
static void get_row(const char bytes[], CaseRow *row)
{
  RowBody     body;
  const char *at = bytes + sizeof body;

  memcpy(&body, bytes, sizeof body);
  *row = (CaseRow){.number    = body.number,
                   .status    = body.status,
                   .seconds   = body.seconds,
                   .nwarnings = body.nwarnings,
                   .n         = body.n,
                   .value     = (const double *)(const void *)at};
  at += (size_t)body.nnumbers * sizeof(double);
  row->width = (const int *)(const void *)at;
  at += (size_t)body.n * sizeof(int32_t);
  row->message = at;
  row->warning = row->message + strlen(row->message) + 1;
  row->names   = row->warning + strlen(row->warning) + 1;
}

static const char *read_journal(void *context, const char path[])
{
  const Reader *reader = context;
  CaseRows     *rows   = reader->rows;
  const int     fd     = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  char        **more   = realloc(rows->bytes, (size_t)(rows->nfiles + 1) * sizeof *more), *bytes;
  size_t        n      = 0, end;

  if (more) rows->bytes = more;
  bytes = fd < 0 || !more ? NULL : read_all(fd, &n);
  if (fd >= 0) close(fd);
  if (!bytes) return "a file of rows cannot be read";
  rows->bytes[rows->nfiles++] = bytes;
  end                         = whole_rows(bytes, n);
  for (size_t at = 0; at < end;) {
    RowHead head;
    CaseRow row;

    memcpy(&head, bytes + at, sizeof head);
    get_row(bytes + at + sizeof head, &row);
    if (head.id == reader->id && row.number >= 0 && row.number < rows->n)
      rows->row[row.number] = row;
    at += sizeof head + head.bytes;
  }
  return NULL;
}

const char *RowJournalsRead(const char results[], uint32_t id, PetscInt n, CaseRows *rows)
{
  Reader reader = {rows, id};

  *rows = (CaseRows){.n = n, .row = calloc((size_t)n, sizeof *rows->row)};
  if (!rows->row) return "memory is missing for the rows";
  for (PetscInt k = 0; k < n; k++)
    rows->row[k] =
      (CaseRow){.number = (int)k, .status = CASE_MISSING, .message = "", .warning = ""};
  return for_each_journal(results, &reader, read_journal);
}

void CaseRowsDestroy(CaseRows *rows)
{
  for (int k = 0; k < rows->nfiles; k++) free(rows->bytes[k]);
  free(rows->bytes);
  free(rows->row);
  *rows = (CaseRows){.n = 0};
}

static const char *remove_journal(void *context, const char path[])
{
  (void)context;
  unlink(path);
  return NULL;
}

void RowJournalsRemove(const char results[])
{
  (void)for_each_journal(results, NULL, remove_journal);
}
