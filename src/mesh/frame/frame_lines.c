/* frame_lines.c: reads the points, members and links of a frame from the options, and the sets
   of these items. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "frame_reader.h"
#include "mesh/mesh.h"
#include <stdlib.h>

/* ---- frame points ---------------------------------------------------------------------------- */

const char *const frame_kind_names[KINDS] = {"point", "member", "link", "pattern"};

/* ---- frame lines ----------------------------------------------------------------------------- */

const char *const frame_end_names[2] = {"start", "end"};

/* Reads the number and order of cells from <stem>_n and <stem>_order; without these options the
   values are unchanged. */
static PetscErrorCode ReadCellOptions(FrameReader *r, const char stem[], int *n, int *order)
{
  const char *const count = FsOptionName(r->o, "%s_n", stem), *const order_option = FsOptionName(
                                                                r->o, "%s_order", stem);
  PetscInt cells = *n, given = *order;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsInt(r->o, count, 1, &cells, NULL));
  PetscCall(FsOptionsInt(r->o, order_option, 1, &given, NULL));
  PetscCheck(given <= 2, r->comm, PETSC_ERR_USER_INPUT, "%s %" PetscInt_FMT ": must be 1 or 2",
             order_option, given);
  PetscCheck(cells < 100000000, r->comm, PETSC_ERR_USER_INPUT,
             "%s %" PetscInt_FMT ": must be less than 1e8", count, cells);
  *n     = (int)cells;
  *order = (int)given;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the cells of a member and its curve. */
static PetscErrorCode ReadMemberShape(FrameReader *r, const char name[], FrameItem *line)
{
  const char *const center = FsOptionName(r->o, "-member_%s_center", name);
  PetscInt          three  = 3;
  PetscBool         has_through, has_center, whole = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (line->n > 1) PetscCall(r->ends->whole(r->o, name, &whole));
  if (whole) line->n = 1;
  PetscCall(ReadCellOptions(r, FsOptionName(r->o, "-member_%s", name), &line->n, &line->order));
  PetscCall(FsOptionsReals(r->o, FsOptionName(r->o, "-member_%s_through", name), 2, &three, line->x,
                           &has_through));
  if (has_through) line->kind = FRAME_ARC_THROUGH;
  three = 3;
  PetscCall(FsOptionsReals(r->o, center, 2, &three, line->x, &has_center));
  PetscCheck(!has_through || !has_center, r->comm, PETSC_ERR_USER_INPUT,
             "member '%s' has both _through and _center: give one", name);
  if (has_center) line->kind = FRAME_ARC_CENTER;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether all copies of a point that is in no pattern would be at its place. */
static PetscBool copies_coincide(const FramePattern *p, const double x[3])
{
  for (int d = 0; d < FRAME_DIRECTIONS; d++) {
    int    next[FRAME_DIRECTIONS] = {d == 0, d == 1, d == 2};
    double y[3], size = 0;

    frame_copy_point(p, next, x, y);
    for (int c = 0; c < 3; c++) size = PetscMax(size, PetscAbsReal(x[c] - p->point[c]));
    /* 1e-9 is relative to the largest coordinate of the point about the point of the pattern: the
       round-off of a rotation of this point. tests/mesh/refused.py has arcs that differ. */
    for (int c = 0; c < 3 && p->n[d] > 1; c++)
      if (PetscAbsReal(y[c] - x[c]) > 1e-9 * size) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Input errors: the arc does not exist, or the arcs of the copies differ. */
static PetscErrorCode CheckArc(FrameReader *r, const char option[], const char text[],
                               const FrameItem *line)
{
  const FramePattern *p = r->frame->pattern;
  FrameCurve          curve;
  double              x[2][3];

  PetscFunctionBeginUser;
  if (line->kind == FRAME_STRAIGHT) PetscFunctionReturn(PETSC_SUCCESS);
  for (int e = 0; e < 2; e++) {
    const FrameItem *point = &r->item[line->end[e].point];

    frame_copy_point(&p[point->pattern], line->end[e].copy_offset, point->x, x[e]);
    PetscCheck(
      point->pattern == line->pattern || copies_coincide(&p[line->pattern], x[e]), r->comm,
      PETSC_ERR_USER_INPUT,
      "%s %s: the arcs of the copies would differ, because one end is not copied; put that "
      "end on the axis",
      option, text);
  }
  PetscCheck(!frame_curve_init(line->kind, line->x, x[0], x[1], &curve), r->comm,
             PETSC_ERR_USER_INPUT, "%s %s: there is no such arc; %s", option, text,
             line->kind == FRAME_ARC_CENTER
               ? "its ends must be equally far from _center, and not opposite (use _through then)"
               : "_through must be a point off the line between its ends");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the pattern of a line: that of its ends, or of the end that is in a pattern. */
static PetscErrorCode FindPattern(FrameReader *r, const char option[], const char text[],
                                  FrameItem *line)
{
  PetscFunctionBeginUser;
  line->pattern = 0;
  for (int e = 0; e < 2; e++) {
    const int own = r->item[line->end[e].point].pattern;

    PetscCheck(
      !own || !line->pattern || own == line->pattern, r->comm, PETSC_ERR_USER_INPUT,
      "%s %s: a line between points of two patterns, '%s' and '%s'; put the points into one",
      option, text, line->pattern ? r->name[PATTERNS][line->pattern - 1] : "",
      own ? r->name[PATTERNS][own - 1] : "");
    if (own) line->pattern = own;
    for (int d = 0; d < FRAME_DIRECTIONS; d++)
      PetscCheck(!line->end[e].copy_offset[d] ||
                   (own && line->end[e].copy_offset[d] < r->frame->pattern[own].n[d]),
                 r->comm, PETSC_ERR_USER_INPUT,
                 "%s %s: +%d is beyond the last copy of the point; %s", option, text,
                 line->end[e].copy_offset[d],
                 own ? "its pattern has fewer copies" : "it is in no pattern");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: a line goes from a point to itself, or lines across a closed circle would coincide
   in pairs. */
static PetscErrorCode CheckEnds(FrameReader *r, const char option[], const char text[],
                                const FrameItem *line)
{
  const FramePattern *const pattern = &r->frame->pattern[line->pattern];
  const int *const a = line->end[0].copy_offset, *const b = line->end[1].copy_offset;
  const PetscBool same_point =
    (PetscBool)(line->end[0].point == line->end[1].point && a[1] == b[1] && a[2] == b[2]);
  const int copies_apart = PetscAbsInt(a[0] - b[0]);

  PetscFunctionBeginUser;
  PetscCheck(!same_point || copies_apart, r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: a line from a point to itself", option, text);
  PetscCheck(
    !same_point || !pattern->closed || 2 * copies_apart != pattern->n[0] ||
      line->kind != FRAME_STRAIGHT,
    r->comm, PETSC_ERR_USER_INPUT,
    "%s %s: the copies would coincide in pairs across the circle; add the opposite point to "
    "the pattern, and use half as many copies",
    option, text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads what is between a member's points and the ends of its beams. The first line of the member
   gets the start, the last one the end. */
static PetscErrorCode ReadMemberEnds(FrameReader *r, const char name[], FrameItem *member)
{
  FrameMemberEnd end[2];

  PetscFunctionBeginUser;
  PetscCall(r->ends->read(r->o, r->comm, name, (PetscBool)(member->kind == FRAME_STRAIGHT), end));
  for (int e = 0; e < 2; e++) {
    if (!end[e].splits) continue;
    member->joint[e] = 1;
    member->rigid[e] = end[e].rigid;
    PetscCall(PetscArraycpy(member->arm[e], end[e].offset, 3));
    PetscCall(FrameAddSet(r, FsOptionName(r->o, "%s.%s", name, frame_end_names[e]), 0,
                          &member->joint_list[e]));
    PetscCall(FrameAddSet(r, SPLIT_OFF_SET, member->list, &member->end_list));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns a line of a member without what belongs to the other ends of the member. */
static FrameItem line_of_member(FrameItem line, PetscBool is_first, PetscBool is_last)
{
  if (!is_first) line.joint[0] = 0, line.rigid[0] = 0;
  if (!is_last) line.joint[1] = 0, line.rigid[1] = 0;
  return line;
}

/* Turns the arms of a line into global axes if they are given in other ones. */
static PetscErrorCode TurnArms(FrameReader *r, const char name[], FrameItem *line)
{
  double x[2][3];

  PetscFunctionBeginUser;
  for (int e = 0; e < 2; e++) {
    const FrameItem *point = &r->item[line->end[e].point];

    frame_copy_point(&r->frame->pattern[point->pattern], line->end[e].copy_offset, point->x, x[e]);
  }
  PetscCall(r->ends->turn(r->o, r->comm, name, (PetscBool)(line->kind == FRAME_STRAIGHT),
                          (const double(*)[3])x, line->arm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int count_items(const char text[])
{
  int n = 1;

  for (; *text; text++) n += *text == ',';
  return n;
}

/* Appends the lines between consecutive points of an option; item has their other properties. */
static PetscErrorCode AddLines(FrameReader *r, EntityKind kind, const char name[], FrameItem item)
{
  const char *const option = FsOptionName(r->o, "-%s_%s", frame_kind_names[kind], name),
                    *text  = NULL;
  const PetscBool arc      = (PetscBool)(item.kind != FRAME_STRAIGHT);
  PetscBool       given;
  FrameItem       line;
  int             n = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(r->o, option, &text, &given));
  PetscCheck(given, r->comm, PETSC_ERR_USER_INPUT, "%s '%s' has no ends: give %s a,b, two points",
             frame_kind_names[kind], name, option);
  for (const char *p = text; p; n++) {
    const size_t length = strcspn(p, ",");

    item.end[0] = item.end[1];
    PetscCall(FrameReadEnd(r, option, p, length, &item.end[1]));
    if (n) {
      PetscCall(FindPattern(r, option, text, &item));
      PetscCall(CheckEnds(r, option, text, &item));
      PetscCall(CheckArc(r, option, text, &item));
      line = line_of_member(item, (PetscBool)(n == 1), (PetscBool)!p[length]);
      if (line.joint[0] || line.joint[1]) PetscCall(TurnArms(r, name, &line));
      line.part   = n - 1;
      line.nparts = count_items(text) - 1;
      PetscCall(FrameAppendItem(r, &line));
    }
    p = p[length] ? p + length + 1 : NULL;
  }
  PetscCheck(n >= 2 && (n == 2 || (kind == MEMBERS && !arc)), r->comm, PETSC_ERR_USER_INPUT,
             "%s %s: %s has two ends", option, text,
             arc             ? "an arc"
             : kind == LINKS ? "a link"
                             : "a member");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrameReadLines(FrameReader *r)
{
  FrameItem       member = {.kind = FRAME_STRAIGHT, .n = 1, .order = 1};
  const FrameItem link   = member;

  PetscFunctionBeginUser;
  if (r->n[MEMBERS]) PetscCall(ReadCellOptions(r, "-members", &member.n, &member.order));
  for (EntityKind kind = MEMBERS; kind <= LINKS; kind++)
    for (PetscInt i = 0; i < r->n[kind]; i++) {
      FrameItem item = kind == MEMBERS ? member : link;

      if (kind == MEMBERS) PetscCall(ReadMemberShape(r, r->name[kind][i], &item));
      PetscCall(FrameReadSets(r, kind, r->name[kind][i], (PetscBool)(kind == MEMBERS), &item.list));
      if (kind == MEMBERS) PetscCall(ReadMemberEnds(r, r->name[kind][i], &item));
      PetscCall(AddLines(r, kind, r->name[kind][i], item));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

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
