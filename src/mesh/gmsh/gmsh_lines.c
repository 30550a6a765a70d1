/* gmsh_lines.c: finds the lines of a text file, which is divided among the ranks.

   A line belongs to the rank in whose part of the bytes it starts. Each rank reads its part once
   and counts the lines. After that all ranks know which rank has a line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

enum {
  STRIDE = 256, /* lines from sample to sample */
  WINDOW = 2048 /* bytes of a line, and after it, that all ranks get */
};

/* Moves to the first word on the next line that is not blank. Returns 0 if the file ends. */
static int skip_blank_lines(GmshReader *r)
{
  gmsh_skip_space(r);
  return gmsh_fill_window(r, 1) > 0;
}

static int64_t current_line_number(const GmshReader *r)
{
  int64_t line = r->line;

  for (const char *p = r->buffer; (p = memchr(p, '\n', (size_t)(r->p - p))); p++) line++;
  return line;
}

/* Reads the name of a mark; r->p stays at the $. */
static SectionMark read_mark(GmshReader *r, int64_t line, int64_t index)
{
  SectionMark mark = {.at = gmsh_position(r), .line = line, .index = index};
  size_t      n    = 0;

  (void)gmsh_fill_window(r, sizeof mark.name + 1);
  for (const char *p = r->p + 1;
       p < r->end && isalnum((unsigned char)*p) && n < sizeof mark.name - 1; p++)
    mark.name[n++] = *p;
  return mark;
}

/* Moves to the first line that does not start before byte at. */
static void seek_line_start(GmshReader *r, int64_t at)
{
  gmsh_seek(r, at ? at - 1 : 0, 1, r->lines.end);
  if (at) gmsh_skip_line(r);
  r->line = 1; /* of this rank, counted from the start of the window */
  (void)gmsh_fill_window(r, 1);
  r->at = gmsh_position(r);
  memmove(r->buffer, r->p, (size_t)(r->end - r->p) + 1);
  r->end -= r->p - r->buffer;
  r->p = r->buffer;
}

/* Counts the lines of this rank that are not blank; finds samples and marks.

   The numbers of samples and marks start with this rank's first line.
   Output:
     newlines  number of lines, with blank ones */
static int64_t count_own_lines(GmshReader *r, int64_t *newlines)
{
  TextLines *l     = &r->lines;
  int64_t    count = 0, line = 1;

  seek_line_start(r, l->start);
  while (gmsh_position(r) < l->end && gmsh_fill_window(r, 1)) {
    while (gmsh_fill_window(r, 1) && isspace((unsigned char)*r->p) && *r->p != '\n') r->p++;
    if (!gmsh_fill_window(r, 1)) break;
    if (*r->p != '\n') {
      if (count % STRIDE == 0)
        GROWING_LIST_ADD(r->ranks, l->samples, (LineSample){gmsh_position(r), line});
      if (*r->p == '$') GROWING_LIST_ADD(r->ranks, l->marks, read_mark(r, line, count));
      count++;
    }
    gmsh_skip_line(r);
    line++;
  }
  *newlines = line - 1;
  return count;
}

void gmsh_find_lines(GmshReader *r)
{
  const Ranks *ranks = r->ranks;
  TextLines   *l     = &r->lines;
  int64_t     *lines = ranks_malloc(ranks, ranks->size + 1, sizeof *lines), newlines, total;
  int64_t      count;
  SectionMark *all;

  r->shared = 0;
  l->start =
    r->size / ranks->size * ranks->rank + r->size % ranks->size * ranks->rank / ranks->size;
  l->end = r->size / ranks->size * (ranks->rank + 1) +
           r->size % ranks->size * (ranks->rank + 1) / ranks->size;
  l->first = ranks_malloc(ranks, ranks->size + 1, sizeof *l->first);
  count    = count_own_lines(r, &newlines);
  ranks_offsets(ranks, count, l->first);
  ranks_offsets(ranks, newlines, lines);
  for (int64_t s = 0; s < l->samples.n; s++) l->samples.at[s].line += lines[ranks->rank];
  for (int64_t m = 0; m < l->marks.n; m++) {
    l->marks.at[m].line += lines[ranks->rank];
    l->marks.at[m].index += l->first[ranks->rank];
  }
  all = ranks_allgather(ranks, sizeof *all, l->marks.n, l->marks.at, &total);
  free(l->marks.at);
  l->marks.at = all;
  l->marks.n = l->marks.capacity = total;
  free(lines);
  r->shared = 1;
}

/* Moves to a line of this rank. */
static void seek_line(GmshReader *r, int64_t index)
{
  const int64_t    own  = index - r->lines.first[r->ranks->rank];
  const LineSample from = r->lines.samples.at[own / STRIDE];

  r->by_line = 0;
  gmsh_seek(r, from.at, from.line, r->lines.end);
  (void)gmsh_fill_window(r, 1);
  for (int64_t k = 0; k < own % STRIDE; k++) gmsh_next_line(r);
  r->lines.current = index;
}

void gmsh_next_line(GmshReader *r)
{
  const int by_line = r->by_line;

  r->by_line = 0;
  r->lines.current++;
  gmsh_skip_line(r);
  (void)skip_blank_lines(r);
  r->by_line = by_line;
}

int gmsh_broadcast_line(GmshReader *r, int64_t index)
{
  const int owner = ranks_find_owner(r->ranks, r->lines.first, index);
  struct {
    int64_t at, line, length;
    char    text[WINDOW + 1];
  } broadcast;

  r->by_line = 0;
  if (index >= r->lines.first[r->ranks->size]) {
    gmsh_seek(r, r->size, r->line, r->size);
    return gmsh_fail(r, "the file ends in the middle of a section; export it again");
  }
  if (owner == r->ranks->rank) {
    r->shared = 0;
    seek_line(r, index);
    broadcast.length = (int64_t)gmsh_fill_window(r, WINDOW);
    if (broadcast.length > WINDOW) broadcast.length = WINDOW;
    broadcast.at   = gmsh_position(r);
    broadcast.line = current_line_number(r);
    memcpy(broadcast.text, r->p, (size_t)broadcast.length);
    r->shared = 1;
  }
  if (r->ranks->size > 1)
    (void)MPI_Bcast(&broadcast, (int)sizeof broadcast, MPI_CHAR, owner, r->ranks->comm);
  gmsh_seek(r, broadcast.at, broadcast.line, broadcast.at + broadcast.length);
  if (r->capacity <= (size_t)broadcast.length) {
    free(r->buffer);
    r->capacity = sizeof broadcast.text;
    r->buffer   = ranks_malloc(r->ranks, (int64_t)r->capacity, 1);
  }
  memcpy(r->buffer, broadcast.text, (size_t)broadcast.length);
  r->p                        = r->buffer;
  r->end                      = r->buffer + broadcast.length;
  r->buffer[broadcast.length] = 0;
  r->by_line                  = 1;
  r->lines.current            = INT64_MAX / 2; /* not a line of this rank */
  return 0;
}

void gmsh_seek_own_lines(GmshReader *r, int64_t *first, int64_t *end)
{
  const int64_t *own = r->lines.first + r->ranks->rank;

  if (*first < own[0]) *first = own[0];
  if (*end > own[1]) *end = own[1];
  if (*first >= *end) {
    *first = *end = 0;
    return;
  }
  if (r->lines.current > *first || r->lines.current < *first - STRIDE) seek_line(r, *first);
  while (r->lines.current < *first) gmsh_next_line(r);
  r->by_line = 1;
}
