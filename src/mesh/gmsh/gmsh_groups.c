/* gmsh_groups.c: reads physical groups, which become sets, and entities, which are in groups. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

/* A name or a group that is searched. */
typedef struct {
  const GmshReader *r;
  const char       *name;
  PhysicalGroup     group;
} GroupQuery;

static int same_name(const void *context, int set)
{
  const GroupQuery *query = context;

  return !strcmp(query->r->names.at[set], query->name);
}

static int same_group(const void *context, int group)
{
  const GroupQuery    *query = context;
  const PhysicalGroup *found = &query->r->groups.at[group];

  return found->dim == query->group.dim && found->tag == query->group.tag;
}

static int same_unnamed_group(const void *context, int group)
{
  const GroupQuery    *query = context;
  const PhysicalGroup *found = &query->r->unnamed_groups.at[group];

  return found->dim == query->group.dim && found->tag == query->group.tag;
}

int gmsh_find_or_add_set(GmshReader *r, const char name[])
{
  const uint64_t   hash    = hash_bytes(0, name, strlen(name));
  const GroupQuery context = {.r = r, .name = name};
  const int        set     = hash_index_find(&r->name_index, hash, same_name, &context);
  char            *copy;

  if (set >= 0) return set;
  if (strlen(name) >= SET_NAME_SIZE) {
    gmsh_fail(r, "the physical name '%.30s...' is longer than %d characters; shorten it", name,
              SET_NAME_SIZE - 1);
    return -1;
  }
  if (r->names.n >= INT32_MAX / SET_NAME_SIZE ||
      hash_index_add(&r->name_index, hash, (int)r->names.n)) {
    gmsh_fail(r, "%lld physical groups are more than fsolve can store; merge some",
              (long long)r->names.n);
    return -1;
  }
  copy = ranks_malloc(r->ranks, (int64_t)strlen(name), 1);
  strcpy(copy, name);
  GROWING_LIST_ADD(r->ranks, r->names, copy);
  return (int)r->names.n - 1;
}

static uint64_t hash_of_group(int dim, int64_t tag)
{
  return hash_bytes((uint64_t)dim, &tag, sizeof tag);
}

static int add_group(GmshReader *r, int dim, int64_t tag, const char name[])
{
  const int set = gmsh_find_or_add_set(r, name);

  if (set < 0) return 1;
  if (r->groups.n >= INT32_MAX / SET_NAME_SIZE ||
      hash_index_add(&r->group_index, hash_of_group(dim, tag), (int)r->groups.n))
    return gmsh_fail(r, "%lld physical groups are more than fsolve can store; merge some",
                     (long long)r->groups.n);
  GROWING_LIST_ADD(r->ranks, r->groups, (PhysicalGroup){dim, tag, set});
  return 0;
}

/* Finds the set of a physical group, and adds it if it does not exist. */
static int find_or_add_group_set(GmshReader *r, int dim, int64_t tag, int *set)
{
  const GroupQuery context = {
    .r = r, .group = {.dim = dim, .tag = tag}
  };
  const int known = hash_index_find(&r->group_index, hash_of_group(dim, tag), same_group, &context);
  char      number[32];

  if (known >= 0) {
    *set = r->groups.at[known].set;
    return 0;
  }
  snprintf(number, sizeof number, "%lld", (long long)tag);
  if (add_group(r, dim, tag, number)) return 1;
  *set = r->groups.at[r->groups.n - 1].set;
  return 0;
}

static int check_physical_tag(GmshReader *r, int64_t tag)
{
  if (tag < -INT32_MAX || tag > INT32_MAX)
    return gmsh_fail(r, "the physical tag %lld has more than 32 bits; the file is damaged",
                     (long long)tag);
  return 0;
}

int gmsh_set_of_group(GmshReader *r, int dim, int64_t tag, int *set)
{
  GroupQuery context = {.r = r, .group = {.dim = dim}};
  uint64_t   hash;
  int        known;

  if (check_physical_tag(r, tag)) return 1;
  context.group.tag = tag < 0 ? -tag : tag;
  hash              = hash_of_group(dim, context.group.tag);
  known             = hash_index_find(&r->group_index, hash, same_group, &context);
  if (known >= 0) {
    *set = r->groups.at[known].set;
    return 0;
  }
  known = hash_index_find(&r->unnamed_index, hash, same_unnamed_group, &context);
  if (known < 0) {
    known = (int)r->unnamed_groups.n;
    if (hash_index_add(&r->unnamed_index, hash, known)) ranks_out_of_memory(r->ranks);
    GROWING_LIST_ADD(r->ranks, r->unnamed_groups, context.group);
  }
  *set = -2 - known;
  return 0;
}

int gmsh_share_unnamed_groups(GmshReader *r)
{
  int64_t        total;
  PhysicalGroup *all =
    ranks_allgather(r->ranks, sizeof *all, r->unnamed_groups.n, r->unnamed_groups.at, &total);
  int set, bad = 0;

  for (int64_t k = 0; k < total && !bad; k++)
    bad = find_or_add_group_set(r, all[k].dim, all[k].tag, &set);
  for (int64_t k = 0; k < r->unnamed_groups.n && !bad; k++)
    bad = find_or_add_group_set(r, r->unnamed_groups.at[k].dim, r->unnamed_groups.at[k].tag,
                                &r->unnamed_groups.at[k].set);
  free(all);
  return bad;
}

/* Reads a name in double quotes on the rest of the line. */
static int read_quoted(GmshReader *r, char name[], size_t size)
{
  const char *close;
  size_t      length;

  while (gmsh_fill_window(r, size + 2) && (*r->p == ' ' || *r->p == '\t')) r->p++;
  close = *r->p == '"' ? memchr(r->p + 1, '"', (size_t)(r->end - r->p) - 1) : NULL;
  if (!close || (size_t)(close - r->p) > size || memchr(r->p, '\n', (size_t)(close - r->p)))
    return gmsh_fail(r, "expected a physical name in double quotes");
  length = (size_t)(close - r->p - 1);
  if (!length) return gmsh_fail(r, "a physical name is empty");
  memcpy(name, r->p + 1, length);
  name[length] = 0;
  r->p         = close + 1;
  return 0;
}

int gmsh_read_physical_names(GmshReader *r)
{
  int64_t n, dim, tag;
  char    name[1024];

  if (gmsh_read_count(r, "physical names", 5, gmsh_read_text_int, &n)) return 1;
  for (int64_t i = 0; i < n; i++) {
    if (gmsh_read_text_int(r, &dim) || gmsh_read_text_int(r, &tag) ||
        read_quoted(r, name, sizeof name))
      return 1;
    if (dim < 0 || dim > 3)
      return gmsh_fail(r, "a physical group has dimension %lld", (long long)dim);
    if (add_group(r, (int)dim, tag, name)) return 1;
  }
  return 0;
}

/* Reads the tags of the groups of an entity: its sets, and whether they reverse its cells. */
static int read_groups_of_entity(GmshReader *r, int64_t count, Entity *e)
{
  int64_t tag, negative = 0;
  int     set;

  for (int64_t k = 0; k < count; k++) {
    if (gmsh_read_int(r, &tag) || check_physical_tag(r, tag) ||
        find_or_add_group_set(r, e->dim, tag < 0 ? -tag : tag, &set))
      return 1;
    e->list = set_lists_with_set(&r->lists, e->list, set);
    negative += tag < 0;
  }
  if (r->lists.failed) ranks_out_of_memory(r->ranks);
  if (negative && negative < count)
    return gmsh_fail(r,
                     "entity %lld is in physical groups both in its own direction and reversed "
                     "(-%lld); choose one direction",
                     (long long)e->tag, (long long)e->tag);
  e->reversed = negative > 0;
  return 0;
}

int gmsh_read_entities(GmshReader *r)
{
  int64_t n[4], count, tag;

  for (int d = 0; d < 4; d++)
    if (gmsh_read_count(r, "entities", 8, gmsh_read_size, &n[d])) return 1;
  for (int d = 0; d < 4; d++)
    for (int64_t i = 0; i < n[d]; i++) {
      Entity e = {.dim = d};

      if (gmsh_read_int(r, &e.tag) || gmsh_skip_reals(r, d ? 6 : 3) ||
          gmsh_read_count(r, "physical tags", r->binary ? 4 : 2, gmsh_read_size, &count))
        return 1;
      if (read_groups_of_entity(r, count, &e)) return 1;
      if (d) {
        if (gmsh_read_count(r, "bounding entities", r->binary ? 4 : 2, gmsh_read_size, &count))
          return 1;
        for (int64_t k = 0; k < count; k++)
          if (gmsh_read_int(r, &tag)) return 1;
      }
      GROWING_LIST_ADD(r->ranks, r->entities, e);
    }
  return 0;
}
