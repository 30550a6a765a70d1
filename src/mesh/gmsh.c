/* gmsh.c: reader of Gmsh's MSH files, versions 2.2 and 4.1, text and binary. Format: Gmsh reference manual, "File
   formats". Nothing in the file is trusted: counts must fit into the bytes that are left, numbers must be finite, nodes
   must exist. */
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

static void skip_space(Reader *r)
{
  while (r->p < r->end && isspace((unsigned char)*r->p)) r->p++;
}

/* Section $MeshFormat. */
static int read_format(Reader *r)
{
  double  version;
  int64_t binary, size;
  int32_t one = 0;

  if (r->version) return gmsh_fail(r, "a second $MeshFormat");
  if (gmsh_real(r, &version) || gmsh_int(r, &binary) || gmsh_int(r, &size)) return 1;
  r->version = fabs(version - 2.2) < 1e-6 ? 22 : fabs(version - 4.1) < 1e-6 ? 41 : 0;
  if (!r->version)
    return gmsh_fail(r, "MSH version %.6g is not read; export as 4.1 or 2.2 (gmsh -format msh41)", version);
  if (size != 8 || binary < 0 || binary > 1)
    return gmsh_fail(r, "unknown file type %lld with %lld-byte reals", (long long)binary, (long long)size);
  if (binary) {
    gmsh_skip_line(r);
    r->binary = 1;
    if (gmsh_bytes(r, &one, sizeof one)) return 1;
    if (one != 1) return gmsh_fail(r, "binary file of the other byte order; export it as text");
  }
  return 0;
}

/* Move to the end mark of a section that is not read. */
static int skip_section(Reader *r, const char mark[])
{
  const size_t length = strlen(mark);

  for (; gmsh_left(r) >= length; r->p++)
    if (*r->p == '$' && !memcmp(r->p, mark, length)) return 0;
  return gmsh_fail(r, "%s is missing; export the file again", mark);
}

/* The sections that are read. binary: in a binary file their data are binary and begin right after the line break. */
static const struct {
  const char *name;
  int (*read)(Reader *);
  int binary;
} sections[] = {
  {"MeshFormat",    read_format,              0},
  {"PhysicalNames", gmsh_read_physical_names, 0},
  {"Entities",      gmsh_read_entities,       1},
  {"Nodes",         gmsh_read_nodes,          1},
  {"Elements",      gmsh_read_elements,       1}
};

static int read_section(Reader *r, const char name[])
{
  const size_t nsections = sizeof sections / sizeof *sections;
  size_t       s         = 0;
  char         mark[80];

  if (!r->version && strcmp(name, "MeshFormat"))
    return gmsh_fail(r, "not a Gmsh file: it does not begin with $MeshFormat");
  while (s < nsections && strcmp(name, sections[s].name)) s++;
  if (s < nsections) {
    if (sections[s].binary && r->binary) gmsh_skip_line(r);
    if (sections[s].read(r)) return 1;
  }
  snprintf(mark, sizeof mark, "$End%s", name);
  skip_space(r);
  if (gmsh_left(r) < strlen(mark) || memcmp(r->p, mark, strlen(mark))) {
    if (s < nsections) return gmsh_fail(r, "expected %s; the section has more or fewer entries than it says", mark);
    if (skip_section(r, mark)) return 1;
  }
  gmsh_skip_line(r);
  return 0;
}

static int read_sections(Reader *r)
{
  while (skip_space(r), r->p < r->end) {
    char   name[64];
    size_t n = 0;

    if (*r->p != '$') return gmsh_fail(r, "expected a section that begins with $");
    for (r->p++; r->p < r->end && isalnum((unsigned char)*r->p) && n < sizeof name - 1; r->p++) name[n++] = *r->p;
    name[n] = 0;
    if (!n) return gmsh_fail(r, "a section has no name");
    if (read_section(r, name)) return 1;
  }
  if (!r->version) return gmsh_fail(r, "not a Gmsh file: it does not begin with $MeshFormat");
  return 0;
}

/* What a file that cannot be read is, for a message. */
static const char *kind_of_file(mode_t mode)
{
  return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* The whole file, malloc'ed, with a 0 behind its *size bytes; NULL, with the message written, if it cannot be read. */
static char *load(const char path[], size_t *size, char message[], size_t message_size)
{
  const int   file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* of a pipe: do not wait for a writer */
  char       *data = NULL;
  struct stat about;
  ssize_t     got = 1;

  *size = 0;
  if (file < 0 || fstat(file, &about)) {
    snprintf(message, message_size, "%s cannot be read (%s); check the path and its permissions", path,
             strerror(errno));
  } else if (!S_ISREG(about.st_mode)) {
    snprintf(message, message_size, "%s cannot be read: it is %s; give a file", path, kind_of_file(about.st_mode));
  } else if (!(data = malloc((size_t)about.st_size + 1))) {
    snprintf(message, message_size, "%s cannot be read: no memory for its %lld bytes", path, (long long)about.st_size);
  }
  while (data && got > 0 && *size < (size_t)about.st_size) {
    got = read(file, data + *size, (size_t)about.st_size - *size);
    if (got > 0) *size += (size_t)got;
  }
  if (data && *size < (size_t)about.st_size) {
    snprintf(message, message_size, "%s cannot be read to its end (%s)", path, got ? strerror(errno) : "it shrank");
    free(data);
    data = NULL;
  }
  if (data) data[*size] = 0;
  if (file >= 0) close(file);
  return data;
}

int gmsh_parse(const char path[], const char data[], size_t bytes, Geometry *g, char message[], size_t size)
{
  Reader r = {.path = path, .message = message, .message_size = size, .data = data, .p = data, .end = data + bytes};
  int    bad;

  memset(g, 0, sizeof *g);
  bad = read_sections(&r) || gmsh_build(&r, g);
  for (size_t s = 0; s < r.names.n; s++) free(r.names.at[s]);
  free(r.names.at);
  free(r.groups.at);
  index_free(&r.name_index);
  index_free(&r.group_index);
  free(r.entities.at);
  free(r.sets.at);
  free(r.nodes.at);
  free(r.cells.at);
  return bad;
}

int gmsh_read(const char path[], Geometry *g, char message[], size_t size)
{
  size_t bytes;
  char  *data = load(path, &bytes, message, size);
  int    bad  = !data || gmsh_parse(path, data, bytes, g, message, size);

  if (!data) memset(g, 0, sizeof *g);
  free(data);
  return bad;
}
