/* gmsh_groups.c: physical groups, which become sets, and the entities that belong to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

int gmsh_set_of_name(Reader *r, const char name[])
{
  char *copy;

  for (size_t s = 0; s < r->names.n; s++)
    if (!strcmp(r->names.at[s], name)) return (int)s;
  if (strlen(name) >= SET_NAME_SIZE) {
    gmsh_fail(r, "the physical name '%.30s...' is longer than %d characters; shorten it", name, SET_NAME_SIZE - 1);
    return -1;
  }
  copy = malloc(strlen(name) + 1);
  if (!copy) {
    gmsh_fail(r, "out of memory");
    return -1;
  }
  strcpy(copy, name);
  if (ADD(r, r->names, copy)) {
    free(copy);
    return -1;
  }
  return (int)r->names.n - 1;
}

static int add_group(Reader *r, int dim, int64_t tag, const char name[])
{
  const int set = gmsh_set_of_name(r, name);

  return set < 0 || ADD(r, r->groups, (Group){dim, tag, set});
}

int gmsh_set_of_group(Reader *r, int dim, int64_t tag, int *set)
{
  char number[32];

  for (size_t i = 0; i < r->groups.n; i++)
    if (r->groups.at[i].dim == dim && r->groups.at[i].tag == tag) {
      *set = r->groups.at[i].set;
      return 0;
    }
  snprintf(number, sizeof number, "%lld", (long long)tag);
  if (add_group(r, dim, tag, number)) return 1;
  *set = r->groups.at[r->groups.n - 1].set;
  return 0;
}

/* Read a name in double quotes on the rest of the line. */
static int read_quoted(Reader *r, char name[], size_t size)
{
  const char *close;
  size_t      length;

  while (r->p < r->end && (*r->p == ' ' || *r->p == '\t')) r->p++;
  close = *r->p == '"' ? memchr(r->p + 1, '"', gmsh_left(r) - 1) : NULL;
  if (!close || (size_t)(close - r->p) > size || memchr(r->p, '\n', (size_t)(close - r->p)))
    return gmsh_fail(r, "expected a physical name in double quotes");
  length = (size_t)(close - r->p - 1);
  if (!length) return gmsh_fail(r, "a physical name is empty");
  memcpy(name, r->p + 1, length);
  name[length] = 0;
  r->p         = close + 1;
  return 0;
}

int gmsh_read_physical_names(Reader *r)
{
  int64_t n, dim, tag;
  char    name[1024];

  if (gmsh_count(r, "physical names", 5, gmsh_text_int, &n)) return 1;
  for (int64_t i = 0; i < n; i++)
    if (gmsh_text_int(r, &dim) || gmsh_text_int(r, &tag) || read_quoted(r, name, sizeof name) ||
        add_group(r, (int)dim, tag, name))
      return 1;
  return 0;
}

int gmsh_read_entities(Reader *r)
{
  int64_t n[4], count, tag;

  for (int d = 0; d < 4; d++)
    if (gmsh_count(r, "entities", 8, gmsh_size, &n[d])) return 1;
  for (int d = 0; d < 4; d++)
    for (int64_t i = 0; i < n[d]; i++) {
      Entity e = {.dim = d, .first = (int)r->sets.n};

      if (gmsh_int(r, &e.tag) || gmsh_skip_reals(r, d ? 6 : 3) ||
          gmsh_count(r, "physical tags", r->binary ? 4 : 2, gmsh_size, &count))
        return 1;
      for (int64_t k = 0; k < count; k++) {
        int set;

        if (gmsh_int(r, &tag) || gmsh_set_of_group(r, d, tag < 0 ? -tag : tag, &set) || ADD(r, r->sets, set)) return 1;
      }
      e.count = (int)r->sets.n - e.first;
      if (d) {
        if (gmsh_count(r, "bounding entities", r->binary ? 4 : 2, gmsh_size, &count)) return 1;
        for (int64_t k = 0; k < count; k++)
          if (gmsh_int(r, &tag)) return 1;
      }
      if (ADD(r, r->entities, e)) return 1;
    }
  return 0;
}
