/* gmsh_scan.c: a window that goes along a Gmsh file; numbers in it, text or binary; messages that say where the reading is. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gmsh_reader.h"

enum { LEAST = 4096, MOST = 1 << 18, TOKEN = 1024 }; /* bytes of windows, of a number with what follows it */

static int64_t count_lines(const char *from, const char *to)
{
  int64_t lines = 0;

  for (; (from = memchr(from, '\n', (size_t)(to - from))); from++) lines++;
  return lines;
}

int gmsh_fail(Reader *r, const char format[], ...)
{
  va_list args;

  if (r->binary || r->whole) snprintf(r->message, r->message_size, "%s: ", r->path);
  else
    snprintf(r->message, r->message_size, "%s:%lld: ", r->path,
             (long long)(r->buffer ? r->line + count_lines(r->buffer, r->p) : 1));
  va_start(args, format);
  vsnprintf(r->message + strlen(r->message), r->message_size - strlen(r->message), format, args);
  va_end(args);
  return 1;
}

/* ---- the window -------------------------------------------------------------------------------------------------- */

int64_t gmsh_place(const Reader *r) { return r->at + (r->p - r->buffer); }
int64_t gmsh_left(const Reader *r) { return r->size - gmsh_place(r); }

static size_t read_bytes(Reader *r, int64_t at, size_t n, char *to)
{
  size_t  done = 0;
  ssize_t got  = 1;

  if (r->file < 0) {
    memcpy(to, r->memory + at, n);
    return n;
  }
  while (done < n && got > 0) {
    got = pread(r->file, to + done, n - done, (off_t)(at + (int64_t)done));
    if (got > 0) done += (size_t)got;
  }
  r->got += (int64_t)done;
  return done;
}

/* Bytes that are worth reading behind those that are there. */
static size_t bytes_to_read(Reader *r, size_t there, size_t n)
{
  const int64_t behind = r->at + (int64_t)there;
  int64_t       want   = (int64_t)(n > r->ahead ? n : r->ahead);

  if (want > r->until - behind) want = r->until - behind;
  if (want < (int64_t)(n - there)) want = (int64_t)(n - there);
  if (want > r->size - behind) want = r->size - behind;
  if (r->ahead < MOST) r->ahead *= 2;
  return (size_t)want;
}

/* A file that cannot be read to its end, because it has shrunk or the disk has failed, ends where it can be read. */
size_t gmsh_ahead(Reader *r, size_t n)
{
  size_t there = (size_t)(r->end - r->p), more;

  if (there >= n || gmsh_left(r) == (int64_t)there) return there;
  if (r->p > r->buffer) {
    r->line += r->binary ? 0 : count_lines(r->buffer, r->p);
    r->at = gmsh_place(r);
    memmove(r->buffer, r->p, there);
  }
  more = bytes_to_read(r, there, n);
  if (there + more >= r->room) {
    const size_t offset = there + more + 1;

    r->buffer = realloc(r->buffer, offset);
    r->room   = offset;
    if (!r->buffer) ranks_no_memory(r->ranks);
  }
  if (!r->shared || r->ranks->rank == 0) {
    const size_t got = read_bytes(r, r->at + (int64_t)there, more, r->buffer + there);

    if (got < more) memset(r->buffer + there + got, 0, more - got);
  }
  if (r->shared && r->ranks->size > 1) (void)MPI_Bcast(r->buffer + there, (int)more, MPI_CHAR, 0, r->ranks->comm);
  r->p                    = r->buffer;
  r->end                  = r->buffer + there + more;
  r->buffer[there + more] = 0;
  return there + more;
}

void gmsh_seek(Reader *r, int64_t at, int64_t line, int64_t until)
{
  r->until = until;
  if (r->binary && at >= r->at && at <= r->at + (r->end - r->buffer)) {
    r->p = r->buffer + (at - r->at);
    return;
  }
  if (!r->buffer) {
    r->room   = LEAST;
    r->buffer = ranks_take(r->ranks, LEAST, 1);
  }
  r->p = r->end = r->buffer;
  r->buffer[0]  = 0;
  r->at         = at;
  r->line       = line;
  r->ahead      = LEAST;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

void gmsh_skip_space(Reader *r)
{
  while (gmsh_ahead(r, 1) && isspace((unsigned char)*r->p) && !(r->by_line && *r->p == '\n')) r->p++;
}

void gmsh_skip_line(Reader *r)
{
  while (gmsh_ahead(r, 1)) {
    const char *newline = memchr(r->p, '\n', (size_t)(r->end - r->p));

    r->p = newline ? newline + 1 : r->end;
    if (newline) return;
  }
}

int gmsh_end_of_line(Reader *r)
{
  gmsh_skip_space(r);
  if (gmsh_ahead(r, 1) && *r->p != '\n')
    return gmsh_fail(
      r, "expected the end of the line: it has more or fewer entries than it should; export the file again");
  return 0;
}

/* strtoll and strtod cannot run beyond the window, which ends with a 0. They skip no end of a line that is not skipped here. */
static int at_number(Reader *r)
{
  gmsh_skip_space(r);
  return gmsh_ahead(r, TOKEN) && !isspace((unsigned char)*r->p);
}

/* Whether a number that has been read is a word of its own, and no piece of one that is longer than the window. */
static int ends_well(Reader *r, const char *end)
{
  return end > r->p && (!*end || isspace((unsigned char)*end)) && (end < r->end || gmsh_left(r) == r->end - r->p);
}

int gmsh_text_int(Reader *r, int64_t *value)
{
  char *end;

  if (!at_number(r)) return gmsh_fail(r, "expected an integer; the file is damaged");
  errno  = 0;
  *value = strtoll(r->p, &end, 10);
  if (!ends_well(r, end)) return gmsh_fail(r, "expected an integer; the file is damaged");
  if (errno == ERANGE)
    return gmsh_fail(r, "the integer %.*s has more than 64 bits; the file is damaged",
                     end - r->p < 30 ? (int)(end - r->p) : 30, r->p);
  r->p = end;
  return 0;
}

int gmsh_real(Reader *r, double *value)
{
  char *end;

  if (r->binary) {
    if (gmsh_bytes(r, value, sizeof *value)) return 1;
  } else {
    if (!at_number(r)) return gmsh_fail(r, "expected a number; the file is damaged");
    *value = strtod(r->p, &end);
    if (!ends_well(r, end)) return gmsh_fail(r, "expected a number; the file is damaged");
    r->p = end;
  }
  if (!isfinite(*value)) return gmsh_fail(r, "a coordinate is not finite; the file is damaged");
  return 0;
}

int gmsh_skip_reals(Reader *r, int n)
{
  double ignored;

  while (n--)
    if (gmsh_real(r, &ignored)) return 1;
  return 0;
}

/* ---- binary ------------------------------------------------------------------------------------------------------ */

int gmsh_bytes(Reader *r, void *to, size_t n)
{
  if (gmsh_ahead(r, n) < n) return gmsh_fail(r, "the file ends in the middle of a section; export it again");
  memcpy(to, r->p, n);
  r->p += n;
  return 0;
}

int gmsh_int(Reader *r, int64_t *value)
{
  int32_t i = 0;

  if (!r->binary) return gmsh_text_int(r, value);
  if (gmsh_bytes(r, &i, sizeof i)) return 1;
  *value = i;
  return 0;
}

int gmsh_size(Reader *r, int64_t *value)
{
  if (!r->binary) return gmsh_text_int(r, value);
  return gmsh_bytes(r, value, sizeof *value);
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

int gmsh_count(Reader *r, const char what[], int64_t least, int (*read)(Reader *, int64_t *), int64_t *n)
{
  if (read(r, n)) return 1;
  if (*n > r->most)
    return gmsh_fail(r, "%lld %s are more than %lld, the most that 32-bit numbers serve for; make the mesh coarser",
                     (long long)*n, what, (long long)r->most);
  if (*n < 0 || *n > gmsh_left(r) / least)
    return gmsh_fail(r, "%lld %s do not fit into the rest of the file; export it again", (long long)*n, what);
  return 0;
}

int gmsh_count_22(Reader *r, const char what[], int64_t least, int64_t *n)
{
  if (gmsh_count(r, what, least, gmsh_text_int, n)) return 1;
  if (r->binary) gmsh_skip_line(r);
  return 0;
}
