/* gmsh.c: reads Gmsh's MSH files, versions 2.2 and 4.1, text and binary, section by section.

   Format: Gmsh reference manual, "File formats". The reader does not trust the file: counts must
   fit into the bytes that are left, numbers must be finite, nodes must exist. In a text file, all
   ranks together first find the lines with a $. In a binary file, the reader follows the counts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "gmsh_reader.h"

/* Section $MeshFormat. */
static int read_format(GmshReader *r)
{
  double  version;
  int64_t binary, size;
  int32_t byte_order = 0;

  if (r->version) return gmsh_fail(r, "a second $MeshFormat");
  if (gmsh_read_real(r, &version) || gmsh_read_int(r, &binary) || gmsh_read_int(r, &size)) return 1;
  /* versions have one decimal, which text in decimal notation gives up to the round-off of a double
   */
  r->version = fabs(version - 2.2) < 1e-6 ? 22 : fabs(version - 4.1) < 1e-6 ? 41 : 0;
  if (!r->version)
    return gmsh_fail(
      r, "MSH version %.6g is not supported; export as 4.1 or 2.2 (gmsh -format msh41)", version);
  if (size != 8 || binary < 0 || binary > 1)
    return gmsh_fail(r, "unknown file type %lld with %lld-byte reals", (long long)binary,
                     (long long)size);
  if (binary) {
    gmsh_skip_line(r);
    r->binary = 1;
    if (gmsh_read_bytes(r, &byte_order, sizeof byte_order)) return 1;
    if (byte_order != 1)
      return gmsh_fail(r, "binary file of the other byte order; export it as text");
  }
  return 0;
}

/* The sections that are read. All ranks read a section with `read` completely. A section with
   `outline` is first searched for blocks: index is the line after the name, end the line of the end
   mark. If binary is 1, the data are binary in a binary file, and start after the line break. */
typedef struct {
  const char *name;
  int (*read)(GmshReader *);
  int (*outline)(GmshReader *, int64_t index, int64_t end);
  int binary;
} Section;
static const Section sections[] = {
  {"MeshFormat",    read_format,              NULL,                  0},
  {"PhysicalNames", gmsh_read_physical_names, NULL,                  0},
  {"Entities",      gmsh_read_entities,       NULL,                  1},
  {"Nodes",         NULL,                     gmsh_outline_nodes,    1},
  {"Elements",      NULL,                     gmsh_outline_elements, 1}
};

/* Finds the section of a name, or NULL if it is not read. Fails if the section cannot be here. */
static int find_section(GmshReader *r, const char name[], const Section **section)
{
  *section = NULL;
  if (!*name) return gmsh_fail(r, "a section has no name");
  if (!r->version && strcmp(name, "MeshFormat"))
    return gmsh_fail(r, "not a Gmsh file: it does not start with $MeshFormat");
  for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
    if (!strcmp(name, sections[s].name)) *section = &sections[s];
  return 0;
}

/* ---- by bytes: binary files, and the first section ------------------------------------------- */

static int is_at_mark(GmshReader *r, const char mark[])
{
  return gmsh_fill_window(r, strlen(mark)) >= strlen(mark) && !memcmp(r->p, mark, strlen(mark));
}

/* Moves to the end mark of a section that is not read. */
static int skip_section(GmshReader *r, const char mark[])
{
  while (gmsh_fill_window(r, strlen(mark)) >= strlen(mark)) {
    const char *dollar = memchr(r->p, '$', (size_t)(r->end - r->p));

    r->p = dollar ? dollar : r->end;
    if (dollar && is_at_mark(r, mark)) return 0;
    if (dollar) r->p++;
  }
  return gmsh_fail(r, "%s is missing; export the file again", mark);
}

static int read_section_name(GmshReader *r, char name[], size_t size)
{
  size_t n = 0;

  if (*r->p != '$') return gmsh_fail(r, "expected a section that starts with $");
  (void)gmsh_fill_window(r, size + 1);
  for (r->p++; r->p < r->end && isalnum((unsigned char)*r->p) && n < size - 1; r->p++)
    name[n++] = *r->p;
  name[n] = 0;
  return 0;
}

static int read_section(GmshReader *r)
{
  const Section *section;
  char           name[64], mark[80];

  if (read_section_name(r, name, sizeof name) || find_section(r, name, &section)) return 1;
  if (section) {
    if (section->binary && r->binary) gmsh_skip_line(r);
    if (section->read ? section->read(r) : section->outline(r, 0, 0)) return 1;
  }
  snprintf(mark, sizeof mark, "$End%s", name);
  gmsh_skip_space(r);
  if (!is_at_mark(r, mark)) {
    if (section)
      return gmsh_fail(r, "expected %s; the section has more or fewer entries than it says", mark);
    if (skip_section(r, mark)) return 1;
  }
  gmsh_skip_line(r);
  return 0;
}

static int read_sections(GmshReader *r)
{
  while (gmsh_skip_space(r), gmsh_fill_window(r, 1)) {
    if (read_section(r)) return 1;
    if (!r->binary) return 0; /* the first section is enough to know that */
  }
  if (!r->version) return gmsh_fail(r, "not a Gmsh file: it does not start with $MeshFormat");
  return 0;
}

/* ---- by lines: text files -------------------------------------------------------------------- */

/* Moves to the start of a mark. */
static void seek_mark(GmshReader *r, const SectionMark *mark)
{
  r->by_line = 0;
  gmsh_seek(r, mark->at, mark->line, r->size);
}

/* Finds the end mark of the section that starts at mark m; fails if it is missing.

   In a section that is read, it must be the next mark. */
static int find_end_mark(GmshReader *r, int64_t m, const Section *section, int64_t *end)
{
  const SectionMark *const marks = r->lines.marks.at;
  char                     name[80];

  snprintf(name, sizeof name, "End%s", marks[m].name);
  name[sizeof marks[m].name - 1] = 0;
  for (*end = m + 1; *end < r->lines.marks.n; ++*end) {
    if (!strcmp(marks[*end].name, name)) return 0;
    if (!section) continue;
    seek_mark(r, &marks[*end]);
    return gmsh_fail(r, "expected $%s; the section has more or fewer entries than it says", name);
  }
  gmsh_seek(r, r->size, marks[m].line, r->size);
  return gmsh_fail(r, "$%s is missing; export the file again", name);
}

/* Reads the section that starts at mark *m, and moves *m past it. */
static int read_section_at_mark(GmshReader *r, int64_t *m)
{
  const SectionMark *const mark = &r->lines.marks.at[*m];
  const Section           *section;
  int64_t                  end;

  seek_mark(r, mark);
  if (find_section(r, mark->name, &section)) return 1;
  if (section && section->read) {
    (void)gmsh_fill_window(r, 1 + strlen(mark->name));
    r->p += 1 + strlen(mark->name);
    if (section->read(r)) return 1;
  }
  if (find_end_mark(r, *m, section, &end)) return 1;
  if (section && section->outline &&
      section->outline(r, mark->index + 1, r->lines.marks.at[end].index))
    return 1;
  if (section && section->read) {
    gmsh_skip_space(r);
    if (gmsh_position(r) != r->lines.marks.at[end].at)
      return gmsh_fail(r, "expected $End%s; the section has more or fewer entries than it says",
                       mark->name);
  }
  *m = end + 1;
  return 0;
}

/* Reads all sections; the lines between them must be blank. */
static int read_marked_sections(GmshReader *r)
{
  const int64_t lines = r->lines.first[r->ranks->size];
  int64_t       m     = 0, next;

  while (m < r->lines.marks.n && r->lines.marks.at[m].at < gmsh_position(r)) m++; /* $MeshFormat */
  next = m ? r->lines.marks.at[m - 1].index + 1 : 0;
  while (next < lines) {
    if (m == r->lines.marks.n || r->lines.marks.at[m].index != next)
      return gmsh_broadcast_line(r, next) || gmsh_fail(r, "expected a section that starts with $");
    if (read_section_at_mark(r, &m)) return 1;
    next = r->lines.marks.at[m - 1].index + 1;
  }
  return 0;
}

/* ---- the whole file -------------------------------------------------------------------------- */

static int read_outline(GmshReader *r)
{
  const int64_t max_per_rank = INT32_MAX / 8; /* a rank numbers its items with 32 bits */
  int64_t       position;

  gmsh_seek(r, 0, 1, r->size);
  if (read_sections(r)) return 1;
  if (!r->binary) {
    position = gmsh_position(r);
    gmsh_find_lines(r);
    gmsh_seek(r, position, 1, r->size);
    if (read_marked_sections(r)) return 1;
  }
  if (r->nnodes / r->ranks->size > max_per_rank || r->ncells / r->ranks->size > max_per_rank)
    return gmsh_fail(r, "more than %lld nodes or elements for each rank; use more ranks",
                     (long long)max_per_rank);
  return 0;
}

static int read_parts(GmshReader *r)
{
  int bad;

  r->shared = r->by_line = 0;
  r->lines.current       = INT64_MAX / 2;
  bad                    = gmsh_read_nodes(r);
  if (ranks_any_failed(r->ranks, bad, r->message, r->message_size)) return 1;
  bad = gmsh_read_elements(r);
  return ranks_any_failed(r->ranks, bad, r->message, r->message_size);
}

void gmsh_free_reader(GmshReader *r)
{
  for (int64_t s = 0; s < r->names.n; s++) free(r->names.at[s]);
  free(r->names.at);
  free(r->groups.at);
  free(r->unnamed_groups.at);
  hash_index_free(&r->name_index);
  hash_index_free(&r->group_index);
  hash_index_free(&r->unnamed_index);
  free(r->entities.at);
  set_lists_free(&r->lists);
  free(r->lines.first);
  free(r->lines.samples.at);
  free(r->lines.marks.at);
  free(r->node_blocks.at);
  free(r->blocks.at);
  free(r->tag);
  free(r->x);
  free(r->conn.at);
  free(r->number.at);
  free(r->entity.at);
  free(r->set.at);
  free(r->shape.at);
  free(r->buffer);
}

static int read_file(GmshReader *r, DistributedMesh *d)
{
  const int bad = read_outline(r) || read_parts(r) || gmsh_create_mesh(r, d);

  gmsh_free_reader(r);
  return bad;
}

int gmsh_parse(const char path[], const char data[], size_t length, const Ranks *ranks,
               int64_t max_count, DistributedMesh *d, char message[], size_t size)
{
  GmshReader r = {.path      = path,
                  .ranks     = ranks,
                  .file      = -1,
                  .memory    = data,
                  .size      = (int64_t)length,
                  .max_count = max_count,
                  .shared    = 1};

  r.message      = message;
  r.message_size = size;
  memset(d, 0, sizeof *d);
  return read_file(&r, d);
}

/* Returns the kind of a file that cannot be read, for a message. */
static const char *kind_of_file(mode_t mode)
{
  return S_ISDIR(mode)    ? "a folder"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

/* Opens a file, and returns its descriptor, or -1 with the message written.

   Output:
     length  size of the file [bytes] */
static int open_file(const char path[], int64_t *length, char message[], size_t size)
{
  /* O_NONBLOCK: do not wait for the writer of a pipe */
  const int   file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat status;

  if (file < 0 || fstat(file, &status)) {
    snprintf(message, size, "%s cannot be read (%s); check the path and its permissions", path,
             strerror(errno));
  } else if (!S_ISREG(status.st_mode)) {
    snprintf(message, size, "%s cannot be read: it is %s; give a file", path,
             kind_of_file(status.st_mode));
  } else {
    *length = (int64_t)status.st_size;
    return file;
  }
  if (file >= 0) close(file);
  return -1;
}

int gmsh_read(const char path[], const Ranks *ranks, int64_t max_count, DistributedMesh *d,
              int64_t *bytes, char message[], size_t size)
{
  GmshReader r = {.path         = path,
                  .ranks        = ranks,
                  .max_count    = max_count,
                  .shared       = 1,
                  .message      = message,
                  .message_size = size};
  int        bad;

  memset(d, 0, sizeof *d);
  *bytes = 0;
  r.file = open_file(path, &r.size, message, size);
  bad    = ranks_any_failed(ranks, r.file < 0, message, size);
  if (!bad && ranks->size > 1)
    (void)MPI_Bcast(&r.size, 1, MPI_INT64_T, 0, ranks->comm); /* the file may grow */
  if (!bad) bad = read_file(&r, d);
  *bytes = r.bytes_read;
  if (r.file >= 0) close(r.file);
  return bad;
}
