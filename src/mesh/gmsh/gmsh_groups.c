/* gmsh_groups.c: physical groups, which become sets, and the entities that belong to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

/* What is looked for: a name, or a group. */
typedef struct {
  const Reader *r;
  const char   *name;
  Group         group;
} Wanted;

static int same_name(const void *what, int set)
{
  const Wanted *wanted = what;

  return !strcmp(wanted->r->names.at[set], wanted->name);
}

static int same_group(const void *what, int group)
{
  const Wanted *wanted = what;
  const Group  *found  = &wanted->r->groups.at[group];

  return found->dim == wanted->group.dim && found->tag == wanted->group.tag;
}

static int same_fresh(const void *what, int group)
{
  const Wanted *wanted = what;
  const Group  *found  = &wanted->r->fresh.at[group];

  return found->dim == wanted->group.dim && found->tag == wanted->group.tag;
}

int gmsh_set_of_name(Reader *r, const char name[])
{
  const uint64_t hash = index_hash(0, name, strlen(name));
  const Wanted   what = {.r = r, .name = name};
  const int      set  = index_find(&r->name_index, hash, same_name, &what);
  char          *copy;

  if (set >= 0) return set;
  if (strlen(name) >= SET_NAME_SIZE) {
    gmsh_fail(r, "the physical name '%.30s...' is longer than %d characters; shorten it", name, SET_NAME_SIZE - 1);
    return -1;
  }
  if (r->names.n >= INT32_MAX / SET_NAME_SIZE || index_add(&r->name_index, hash, (int)r->names.n)) {
    gmsh_fail(r, "%lld physical groups are more than there is room for; merge some", (long long)r->names.n);
    return -1;
  }
  copy = ranks_take(r->ranks, (int64_t)strlen(name), 1);
  strcpy(copy, name);
  ADD(r, r->names, copy);
  return (int)r->names.n - 1;
}

static uint64_t hash_of_group(int dim, int64_t tag) { return index_hash((uint64_t)dim, &tag, sizeof tag); }

static int add_group(Reader *r, int dim, int64_t tag, const char name[])
{
  const int set = gmsh_set_of_name(r, name);

  if (set < 0) return 1;
  if (r->groups.n >= INT32_MAX / SET_NAME_SIZE || index_add(&r->group_index, hash_of_group(dim, tag), (int)r->groups.n))
    return gmsh_fail(r, "%lld physical groups are more than there is room for; merge some", (long long)r->groups.n);
  ADD(r, r->groups, (Group){dim, tag, set});
  return 0;
}

/* *set = the set of a physical group. */
static int set_of_group(Reader *r, int dim, int64_t tag, int *set)
{
  const Wanted what = {
    .r = r, .group = {.dim = dim, .tag = tag}
  };
  const int known = index_find(&r->group_index, hash_of_group(dim, tag), same_group, &what);
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

static int check_tag(Reader *r, int64_t tag)
{
  if (tag < -INT32_MAX || tag > INT32_MAX)
    return gmsh_fail(r, "the physical tag %lld has more than 32 bits; the file is damaged", (long long)tag);
  return 0;
}

int gmsh_fresh_set(Reader *r, int dim, int64_t tag, int *set)
{
  Wanted   what = {.r = r, .group = {.dim = dim}};
  uint64_t hash;
  int      known;

  if (check_tag(r, tag)) return 1;
  what.group.tag = tag < 0 ? -tag : tag;
  hash           = hash_of_group(dim, what.group.tag);
  known          = index_find(&r->group_index, hash, same_group, &what);
  if (known >= 0) {
    *set = r->groups.at[known].set;
    return 0;
  }
  known = index_find(&r->fresh_index, hash, same_fresh, &what);
  if (known < 0) {
    known = (int)r->fresh.n;
    if (index_add(&r->fresh_index, hash, known)) ranks_no_memory(r->ranks);
    ADD(r, r->fresh, what.group);
  }
  *set = -2 - known;
  return 0;
}

int gmsh_share_fresh(Reader *r)
{
  int64_t total;
  Group  *all = ranks_gather(r->ranks, sizeof *all, r->fresh.n, r->fresh.at, &total);
  int     set, bad = 0;

  for (int64_t k = 0; k < total && !bad; k++) bad = set_of_group(r, all[k].dim, all[k].tag, &set);
  for (int64_t k = 0; k < r->fresh.n && !bad; k++)
    bad = set_of_group(r, r->fresh.at[k].dim, r->fresh.at[k].tag, &r->fresh.at[k].set);
  free(all);
  return bad;
}

/* Read a name in double quotes on the rest of the line. */
static int read_quoted(Reader *r, char name[], size_t size)
{
  const char *close;
  size_t      length;

  while (gmsh_ahead(r, size + 2) && (*r->p == ' ' || *r->p == '\t')) r->p++;
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

int gmsh_read_physical_names(Reader *r)
{
  int64_t n, dim, tag;
  char    name[1024];

  if (gmsh_count(r, "physical names", 5, gmsh_text_int, &n)) return 1;
  for (int64_t i = 0; i < n; i++) {
    if (gmsh_text_int(r, &dim) || gmsh_text_int(r, &tag) || read_quoted(r, name, sizeof name)) return 1;
    if (dim < 0 || dim > 3) return gmsh_fail(r, "a physical group has dimension %lld", (long long)dim);
    if (add_group(r, (int)dim, tag, name)) return 1;
  }
  return 0;
}

/* Read the tags of an entity's groups, count of them: its sets, and whether it is turned. */
static int read_groups_of_entity(Reader *r, int64_t count, Entity *e)
{
  int64_t tag, negative = 0;
  int     set;

  for (int64_t k = 0; k < count; k++) {
    if (gmsh_int(r, &tag) || check_tag(r, tag) || set_of_group(r, e->dim, tag < 0 ? -tag : tag, &set)) return 1;
    e->list = set_lists_with(&r->lists, e->list, set);
    negative += tag < 0;
  }
  if (r->lists.failed) ranks_no_memory(r->ranks);
  if (negative && negative < count)
    return gmsh_fail(r, "entity %lld is in physical groups both as it is and the other way round (-%lld); make it one",
                     (long long)e->tag, (long long)e->tag);
  e->turned = negative > 0;
  return 0;
}

int gmsh_read_entities(Reader *r)
{
  int64_t n[4], count, tag;

  for (int d = 0; d < 4; d++)
    if (gmsh_count(r, "entities", 8, gmsh_size, &n[d])) return 1;
  for (int d = 0; d < 4; d++)
    for (int64_t i = 0; i < n[d]; i++) {
      Entity e = {.dim = d};

      if (gmsh_int(r, &e.tag) || gmsh_skip_reals(r, d ? 6 : 3) ||
          gmsh_count(r, "physical tags", r->binary ? 4 : 2, gmsh_size, &count))
        return 1;
      if (read_groups_of_entity(r, count, &e)) return 1;
      if (d) {
        if (gmsh_count(r, "bounding entities", r->binary ? 4 : 2, gmsh_size, &count)) return 1;
        for (int64_t k = 0; k < count; k++)
          if (gmsh_int(r, &tag)) return 1;
      }
      ADD(r, r->entities, e);
    }
  return 0;
}
