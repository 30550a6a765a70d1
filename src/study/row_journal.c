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
#include "rows_file.h"

static void journal_path(const char results[], long group, char path[], size_t size)
{
  snprintf(path, size, "%s.rows.%ld", results, group);
}

/* ---- writing --------------------------------------------------------------------------------- */

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
  while (bytes && n && bytes[n - 1] != '\n') n--;
  if (keep && !bytes) problem = "memory is missing for its rows";
  else if (ftruncate(*fd, keep ? (off_t)n : 0)) problem = strerror(errno);
  free(bytes);
  return problem;
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

/* Writes a text and a tab. Characters that would end the text or the row become blanks. */
static void put_text(FILE *line, const char text[])
{
  for (; *text; text++) fputc(*text == '\t' || *text == '\n' ? ' ' : *text, line);
  fputc('\t', line);
}

const char *RowJournalAppend(int fd, PetscInt id, const CaseRow *row, const CaseValues *v)
{
  const char   *problem = "memory is missing for a row";
  const double *x       = v->number;
  char         *bytes   = NULL;
  size_t        n       = 0;
  FILE *const   line    = open_memstream(&bytes, &n);

  if (!line) return problem;
  fprintf(line, "%" PetscInt_FMT "\t%d\t%d\t%.17g\t%d\t", id, row->number, row->status,
          row->seconds, row->nwarnings);
  put_text(line, row->message);
  put_text(line, row->warning);
  for (int k = 0; k < v->n; k++) {
    put_text(line, v->name[k]);
    for (int c = 0; c < v->width[k]; c++) fprintf(line, c ? " %.17g" : "%.17g", *x++);
    fputc('\t', line);
  }
  fputc('\n', line);
  if (!fclose(line)) problem = write_all(fd, bytes, n);
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
  PetscInt  id;
} Reader;

/* Cuts the line of a row into texts, to which row points. Returns whether it is a row of run id. */
static PetscBool read_row(char line[], PetscInt id, CaseRow *row)
{
  PetscInt run;
  int      start, fields = 0;
  char    *at;

  *row = (CaseRow){.number = -1};
  if (sscanf(line, "%" PetscInt_FMT "\t%d\t%d\t%lf\t%d%n", &run, &row->number, &row->status,
             &row->seconds, &row->nwarnings, &start) != 5 ||
      line[start++] != '\t')
    return PETSC_FALSE;
  for (at = line + start; *at; at++)
    if (*at == '\t') *at = 0, fields++;
  if (run != id || fields < 2 || fields % 2 || at[-1]) return PETSC_FALSE;
  row->message = line + start;
  row->warning = text_after(row->message);
  row->values  = text_after(row->warning);
  return PETSC_TRUE;
}

static const char *read_journal(void *context, const char path[])
{
  const Reader *reader = context;
  CaseRows     *rows   = reader->rows;
  const int     fd     = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  char        **more   = realloc(rows->bytes, (size_t)(rows->nfiles + 1) * sizeof *more), *bytes;
  size_t        n      = 0;

  if (more) rows->bytes = more;
  bytes = fd < 0 || !more ? NULL : read_all(fd, &n);
  if (fd >= 0) close(fd);
  if (!bytes) return "a file of rows cannot be read";
  rows->bytes[rows->nfiles++] = bytes;
  if (n && !strchr("0123456789", bytes[0]))
    return "another version of fsolve wrote a file of rows; let that version finish the run, or "
           "remove these files and run all cases again";
  for (char *line = bytes, *end; (end = memchr(line, '\n', n - (size_t)(line - bytes)));
       line       = end + 1) {
    CaseRow row;

    *end = 0;
    if (read_row(line, reader->id, &row) && row.number >= 0 && row.number < rows->n)
      rows->row[row.number] = row;
  }
  return NULL;
}

const char *RowJournalsRead(const char results[], PetscInt id, PetscInt n, CaseRows *rows)
{
  Reader reader = {rows, id};

  *rows = (CaseRows){.n = n, .row = calloc((size_t)n, sizeof *rows->row)};
  if (!rows->row) return "memory is missing for the rows";
  for (PetscInt k = 0; k < n; k++)
    rows->row[k] = (CaseRow){
      .number = (int)k, .status = CASE_MISSING, .message = "", .warning = "", .values = ""};
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
