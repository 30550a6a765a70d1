/* gmsh_scan.c: reads numbers, text or binary, in a window that moves along a Gmsh file.

   Its messages name the place in the file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/c_locale.h"
#include "gmsh_reader.h"

enum {
  MIN_WINDOW = 4096, /* [bytes] */
  MAX_WINDOW = 1 << 18,
  MAX_TOKEN  = 1024 /* bytes of a number and the character after it */
};

static int64_t count_lines(const char *from, const char *to)
{
  int64_t lines = 0;

  for (; (from = memchr(from, '\n', (size_t)(to - from))); from++) lines++;
  return lines;
}

int gmsh_fail(GmshReader *r, const char format[], ...)
{
  va_list args;

  if (r->binary || r->complete) snprintf(r->message, r->message_size, "%s: ", r->path);
  else
    snprintf(r->message, r->message_size, "%s:%lld: ", r->path,
             (long long)(r->buffer ? r->line + count_lines(r->buffer, r->p) : 1));
  va_start(args, format);
  vsnprintf(r->message + strlen(r->message), r->message_size - strlen(r->message), format, args);
  va_end(args);
  return 1;
}

/* ---- the window ------------------------------------------------------------------------------ */

int64_t gmsh_position(const GmshReader *r) { return r->at + (r->p - r->buffer); }
int64_t gmsh_bytes_left(const GmshReader *r) { return r->size - gmsh_position(r); }

static size_t read_bytes(GmshReader *r, int64_t at, size_t n, char *to)
{
  size_t  done       = 0;
  ssize_t bytes_read = 1;

  if (r->file < 0) {
    memcpy(to, r->memory + at, n);
    return n;
  }
  while (done < n && bytes_read > 0) {
    bytes_read = pread(r->file, to + done, n - done, (off_t)(at + (int64_t)done));
    if (bytes_read > 0) done += (size_t)bytes_read;
  }
  r->bytes_read += (int64_t)done;
  return done;
}

/* Returns how many bytes to read after those that are available, to have at least n. */
static size_t bytes_to_read(GmshReader *r, size_t available, size_t n)
{
  const int64_t window_end = r->at + (int64_t)available;
  int64_t       count      = (int64_t)(n > r->next_window_size ? n : r->next_window_size);

  if (count > r->limit - window_end) count = r->limit - window_end;
  if (count < (int64_t)(n - available)) count = (int64_t)(n - available);
  if (count > r->size - window_end) count = r->size - window_end;
  if (r->next_window_size < MAX_WINDOW) r->next_window_size *= 2;
  return (size_t)count;
}

/* If the file cannot be read to its end, because it has shrunk or the disk has failed, the missing
   bytes are 0. */
size_t gmsh_fill_window(GmshReader *r, size_t n)
{
  size_t available = (size_t)(r->end - r->p), more;

  if (available >= n || gmsh_bytes_left(r) == (int64_t)available) return available;
  if (r->p > r->buffer) {
    r->line += r->binary ? 0 : count_lines(r->buffer, r->p);
    r->at = gmsh_position(r);
    memmove(r->buffer, r->p, available);
  }
  more = bytes_to_read(r, available, n);
  if (available + more >= r->capacity) {
    const size_t new_capacity = available + more + 1;

    r->buffer   = realloc(r->buffer, new_capacity);
    r->capacity = new_capacity;
    if (!r->buffer) ranks_out_of_memory(r->ranks);
  }
  if (!r->shared || r->ranks->rank == 0) {
    const size_t bytes_read =
      read_bytes(r, r->at + (int64_t)available, more, r->buffer + available);

    if (bytes_read < more) memset(r->buffer + available + bytes_read, 0, more - bytes_read);
  }
  if (r->shared && r->ranks->size > 1)
    (void)MPI_Bcast(r->buffer + available, (int)more, MPI_CHAR, 0, r->ranks->comm);
  r->p                        = r->buffer;
  r->end                      = r->buffer + available + more;
  r->buffer[available + more] = 0;
  return available + more;
}

void gmsh_seek(GmshReader *r, int64_t at, int64_t line, int64_t limit)
{
  r->limit = limit;
  if (r->binary && at >= r->at && at <= r->at + (r->end - r->buffer)) {
    r->p = r->buffer + (at - r->at);
    return;
  }
  if (!r->buffer) {
    r->capacity = MIN_WINDOW;
    r->buffer   = ranks_malloc(r->ranks, MIN_WINDOW, 1);
  }
  r->p = r->end       = r->buffer;
  r->buffer[0]        = 0;
  r->at               = at;
  r->line             = line;
  r->next_window_size = MIN_WINDOW;
}

/* ---- text ------------------------------------------------------------------------------------ */

void gmsh_skip_space(GmshReader *r)
{
  while (gmsh_fill_window(r, 1) && isspace((unsigned char)*r->p) && !(r->by_line && *r->p == '\n'))
    r->p++;
}

void gmsh_skip_line(GmshReader *r)
{
  while (gmsh_fill_window(r, 1)) {
    const char *newline = memchr(r->p, '\n', (size_t)(r->end - r->p));

    r->p = newline ? newline + 1 : r->end;
    if (newline) return;
  }
}

int gmsh_require_line_end(GmshReader *r)
{
  gmsh_skip_space(r);
  if (gmsh_fill_window(r, 1) && *r->p != '\n')
    return gmsh_fail(r, "expected the end of the line: it has more or fewer entries than it "
                        "should; export the file again");
  return 0;
}

/* Moves to the next word; returns whether there is one.

   strtoll and strtod then stop at the end of the window, which ends with a 0, and do not pass the
   end of a line that this function does not pass. */
static int skip_to_number(GmshReader *r)
{
  gmsh_skip_space(r);
  return gmsh_fill_window(r, MAX_TOKEN) && !isspace((unsigned char)*r->p);
}

/* Returns whether a number is a whole word, and not the start of a word longer than the window. */
static int is_complete_word(GmshReader *r, const char *end)
{
  return end > r->p && (!*end || isspace((unsigned char)*end)) &&
         (end < r->end || gmsh_bytes_left(r) == r->end - r->p);
}

int gmsh_read_text_int(GmshReader *r, int64_t *value)
{
  char *end;

  if (!skip_to_number(r)) return gmsh_fail(r, "expected an integer; the file is damaged");
  errno  = 0;
  *value = strtoll(r->p, &end, 10);
  if (!is_complete_word(r, end)) return gmsh_fail(r, "expected an integer; the file is damaged");
  if (errno == ERANGE)
    return gmsh_fail(r, "the integer %.*s has more than 64 bits; the file is damaged",
                     end - r->p < 30 ? (int)(end - r->p) : 30, r->p);
  r->p = end;
  return 0;
}

int gmsh_read_real(GmshReader *r, double *value)
{
  char *end;

  if (r->binary) {
    if (gmsh_read_bytes(r, value, sizeof *value)) return 1;
  } else {
    if (!skip_to_number(r)) return gmsh_fail(r, "expected a number; the file is damaged");
    *value = c_locale_strtod(r->p, &end);
    if (!is_complete_word(r, end)) return gmsh_fail(r, "expected a number; the file is damaged");
    r->p = end;
  }
  if (!isfinite(*value)) return gmsh_fail(r, "a coordinate is not finite; the file is damaged");
  return 0;
}

int gmsh_skip_reals(GmshReader *r, int n)
{
  double ignored;

  while (n--)
    if (gmsh_read_real(r, &ignored)) return 1;
  return 0;
}

/* ---- binary ---------------------------------------------------------------------------------- */

int gmsh_read_bytes(GmshReader *r, void *to, size_t n)
{
  if (gmsh_fill_window(r, n) < n)
    return gmsh_fail(r, "the file ends in the middle of a section; export it again");
  memcpy(to, r->p, n);
  r->p += n;
  return 0;
}

int gmsh_read_int(GmshReader *r, int64_t *value)
{
  int32_t i = 0;

  if (!r->binary) return gmsh_read_text_int(r, value);
  if (gmsh_read_bytes(r, &i, sizeof i)) return 1;
  *value = i;
  return 0;
}

int gmsh_read_size(GmshReader *r, int64_t *value)
{
  if (!r->binary) return gmsh_read_text_int(r, value);
  return gmsh_read_bytes(r, value, sizeof *value);
}

/* ---- counts ---------------------------------------------------------------------------------- */

int gmsh_read_count(GmshReader *r, const char item_name[], int64_t min_bytes,
                    int (*read)(GmshReader *, int64_t *), int64_t *n)
{
  if (read(r, n)) return 1;
  if (*n > r->max_count)
    return gmsh_fail(
      r, "%lld %s are more than %lld, the limit for 32-bit numbers; make the mesh coarser",
      (long long)*n, item_name, (long long)r->max_count);
  if (*n < 0 || *n > gmsh_bytes_left(r) / min_bytes)
    return gmsh_fail(r, "%lld %s do not fit into the rest of the file; export it again",
                     (long long)*n, item_name);
  return 0;
}

int gmsh_read_count_22(GmshReader *r, const char item_name[], int64_t min_bytes, int64_t *n)
{
  if (gmsh_read_count(r, item_name, min_bytes, gmsh_read_text_int, n)) return 1;
  if (r->binary) gmsh_skip_line(r);
  return 0;
}
