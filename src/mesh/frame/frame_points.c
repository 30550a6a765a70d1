/* frame_points.c: reads the points of a frame and the sets of its items from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "frame_reader.h"

const char *const frame_kind_names[KINDS] = {"point", "member", "link", "pattern"};

/* ---- sets ------------------------------------------------------------------------------------ */

/* Finds the number of a set, and adds it if it does not exist. */
static PetscErrorCode FindOrAddSet(FrameReader *r, const char name[], int *set)
{
  FrameMesh *f = r->frame;

  PetscFunctionBeginUser;
  for (*set = 0; *set < f->nsets; (*set)++)
    if (!strcmp(f->set_name[*set], name)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(strlen(name) < SET_NAME_SIZE, r->comm, PETSC_ERR_USER_INPUT,
             "'%s': the name of a set has at most %d characters", name, SET_NAME_SIZE - 1);
  f->set_name = realloc(f->set_name, ((size_t)f->nsets + 1) * sizeof *f->set_name);
  PetscCheck(f->set_name, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  memset(f->set_name[f->nsets], 0, SET_NAME_SIZE);
  strcpy(f->set_name[f->nsets++], name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrameReadSets(FrameReader *r, EntityKind kind, const char name[], PetscBool in_all,
                             int *list)
{
  PetscInt n;
  char   **names;
  int      set;

  PetscFunctionBeginUser;
  *list = in_all ? set_lists_with_set(&r->frame->lists, 0, 0) : 0;
  PetscCall(FindOrAddSet(r, name, &set));
  *list = set_lists_with_set(&r->frame->lists, *list, set);
  PetscCall(FsOptionsNames(r->o, FsOptionName(r->o, "-%s_%s_sets", frame_kind_names[kind], name),
                           &n, &names));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(FindOrAddSet(r, names[i], &set));
    *list = set_lists_with_set(&r->frame->lists, *list, set);
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCheck(!r->frame->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrameAddSet(FrameReader *r, const char name[], int to, int *list)
{
  int set;

  PetscFunctionBeginUser;
  PetscCall(FindOrAddSet(r, name, &set));
  *list = set_lists_with_set(&r->frame->lists, to, set);
  PetscCheck(!r->frame->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points ---------------------------------------------------------------------------------- */

PetscErrorCode FrameAppendItem(FrameReader *r, const FrameItem *item)
{
  PetscFunctionBeginUser;
  if (r->nitems == r->capacity) {
    r->capacity = 2 * r->capacity + 64;
    PetscCall(PetscRealloc((size_t)r->capacity * sizeof *r->item, &r->item));
  }
  r->item[r->nitems++] = *item;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrameReadPoints(FrameReader *r)
{
  int all;

  PetscFunctionBeginUser;
  PetscCall(FindOrAddSet(r, "all", &all));
  for (PetscInt i = 0; i < r->n[POINTS]; i++) {
    const char *const name   = r->name[POINTS][i];
    const char *const option = FsOptionName(r->o, "-point_%s", name);
    FrameItem         item   = {.kind = FRAME_POINT, .n = 1, .order = 1};
    PetscInt          three  = 3;
    PetscBool         given;

    PetscCall(FsOptionsReals(r->o, option, 2, &three, item.x, &given));
    PetscCheck(given, r->comm, PETSC_ERR_USER_INPUT, "point '%s' has no coordinates: give %s x,y,z",
               name, option);
    PetscCall(FrameReadSets(r, POINTS, name, (PetscBool)!r->n[MEMBERS], &item.list));
    PetscCall(FrameAppendItem(r, &item));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrameReadEnd(FrameReader *r, const char option[], const char text[], size_t length,
                            FrameEnd *end)
{
  const size_t name     = PetscMin(length, strcspn(text, "+"));
  const char  *at       = text + name, *nearest;
  char         word[64] = "";

  PetscFunctionBeginUser;
  memset(end, 0, sizeof *end);
  while (end->point < r->n[POINTS] && (strlen(r->name[POINTS][end->point]) != name ||
                                       strncmp(r->name[POINTS][end->point], text, name)))
    end->point++;
  if (end->point == r->n[POINTS]) {
    PetscCall(PetscSNPrintf(word, PetscMin(name + 1, sizeof word), "%s", text));
    nearest = FsNearestWord(word, r->n[POINTS], (const char *const *)r->name[POINTS]);
    SETERRQ(r->comm, PETSC_ERR_USER_INPUT, "%s: there is no point '%s'%s%s%s among -points", option,
            word, nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
  }
  PetscCheck(!frame_parse_copy(at, length - name, end->copy_offset), r->comm, PETSC_ERR_USER_INPUT,
             "%s: '%.*s' is not a point; after a name write +1 for the next copy, or +0+1 for the "
             "next one in the second direction",
             option, (int)length, text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
