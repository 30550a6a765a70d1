/* gmsh_scan.c: read numbers of a Gmsh file, text or binary; messages that say where the reading is. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

int gmsh_fail(Reader *r, const char format[], ...)
{
  va_list args;
  long    line = 1;

  for (const char *p = r->data; p < r->p && p < r->end; p++) line += *p == '\n';
  if (r->binary) snprintf(r->message, r->message_size, "%s: ", r->path);
  else snprintf(r->message, r->message_size, "%s:%ld: ", r->path, line);
  va_start(args, format);
  vsnprintf(r->message + strlen(r->message), r->message_size - strlen(r->message), format, args);
  va_end(args);
  return 1;
}

void *gmsh_grow(Reader *r, void *at, size_t n, size_t *room, size_t size)
{
  const size_t more = *room ? 2 * *room : 64;
  void        *bigger;

  if (n < *room) return at;
  bigger = realloc(at, more * size);
  if (!bigger) {
    gmsh_fail(r, "out of memory");
    return at;
  }
  *room = more;
  return bigger;
}

void gmsh_skip_line(Reader *r)
{
  while (r->p < r->end && *r->p != '\n') r->p++;
  if (r->p < r->end) r->p++;
}

size_t gmsh_left(const Reader *r) { return (size_t)(r->end - r->p); }

int gmsh_bytes(Reader *r, void *to, size_t n)
{
  if (gmsh_left(r) < n) return gmsh_fail(r, "the file ends in the middle of a section; export it again");
  memcpy(to, r->p, n);
  r->p += n;
  return 0;
}

/* strtoll and strtod cannot run beyond the data, which end with a 0. */
int gmsh_text_int(Reader *r, int64_t *value)
{
  char *end;

  errno  = 0;
  *value = strtoll(r->p, &end, 10);
  if (end == r->p || (*end && !isspace((unsigned char)*end)))
    return gmsh_fail(r, "expected an integer; the file is damaged");
  if (errno == ERANGE) {
    while (isspace((unsigned char)*r->p)) r->p++;
    return gmsh_fail(r, "the integer %.*s has more than 64 bits; the file is damaged",
                     end - r->p < 30 ? (int)(end - r->p) : 30, r->p);
  }
  r->p = end;
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

int gmsh_real(Reader *r, double *value)
{
  char *end;

  if (r->binary) {
    if (gmsh_bytes(r, value, sizeof *value)) return 1;
  } else {
    *value = strtod(r->p, &end);
    if (end == r->p || (*end && !isspace((unsigned char)*end)))
      return gmsh_fail(r, "expected a number; the file is damaged");
    r->p = end;
  }
  if (!isfinite(*value)) return gmsh_fail(r, "a coordinate is not finite; the file is damaged");
  return 0;
}

int gmsh_count(Reader *r, const char what[], size_t least, int (*read)(Reader *, int64_t *), int64_t *n)
{
  if (read(r, n)) return 1;
  if (*n > GMSH_MOST)
    return gmsh_fail(r, "%lld %s are more than %d, the most that 32-bit numbers serve for; make the mesh coarser",
                     (long long)*n, what, GMSH_MOST);
  if (*n < 0 || (uint64_t)*n > gmsh_left(r) / least)
    return gmsh_fail(r, "%lld %s do not fit into the rest of the file; export it again", (long long)*n, what);
  return 0;
}

int gmsh_count_22(Reader *r, const char what[], size_t least, int64_t *n)
{
  const int binary = r->binary;
  int       bad;

  r->binary = 0; /* so that a message names the line */
  bad       = gmsh_count(r, what, least, gmsh_int, n);
  r->binary = binary;
  if (binary && !bad) gmsh_skip_line(r);
  return bad;
}

int gmsh_skip_reals(Reader *r, int n)
{
  double ignored;

  while (n--)
    if (gmsh_real(r, &ignored)) return 1;
  return 0;
}
