/* frame_options.c: reads the description of a frame from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "frame_reader.h"
#include "math/vector.h"
#include "frame_mesh.h"

const FsOptionDoc frame_options[] = {
  {"-points",                 "<name>,...",     "points of -mesh frame; each has a node, and is a set"                },
  {"-point_<name>",           "<x,y,z>",        "its place [m]; points at one place stay apart"                       },
  {"-point_<name>_sets",      "<name>,...",     "further sets that it is in"                                          },
  {"-members",                "<name>,...",     "lines of elements between points; each is a set, with its ends"      },
  {"-member_<name>",          "<a,b>",
   "its ends; with more points: from each to the next. In patterns a+1 is the point of the next "
   "copy, a+0+1 that in the next direction"                                                                           },
  {"-members_n",              "1",              "cells of each member, from each point to the next"                   },
  {"-members_order",          "1",              "1, or 2: 3-node cells"                                               },
  {"-member_<name>_n",        "-members_n",
   "cells of this member, from each point to the next; without it, members of trusses have one if "
   "the model also has beams or shells and no prestress holds them"                                                   },
  {"-member_<name>_order",    "-members_order", "order of this member: 1 or 2"                                        },
  {"-member_<name>_through",  "<x,y,z>",        "makes it an arc through this point [m]"                              },
  {"-member_<name>_center",   "<x,y,z>",        "makes it an arc about this center, the shorter way [m]"              },
  {"-member_<name>_sets",     "<name>,...",     "further sets that it is in"                                          },
  {"-links",                  "<name>,...",     "pairs of points for a joint or a spring; each is a set; not in 'all'"},
  {"-link_<name>",            "<a,b>",          "its two points, as for members"                                      },
  {"-link_<name>_sets",       "<name>,...",     "further sets that it is in"                                          },
  {"-patterns",               "<name>,...",     "groups of points that are copied, with the lines between them"       },
  {"-pattern_<name>",         "<a,b,...>",      "the points"                                                          },
  {"-pattern_<name>_n",       "<n>",
   "copies, with the first, in up to three directions: 10 or 10,5 or 10,5,2"                                          },
  {"-pattern_<name>_vector",  "<x,y,z>",        "from copy to copy [m]"                                               },
  {"-pattern_<name>_vector2", "<x,y,z>",        "in the second direction [m]"                                         },
  {"-pattern_<name>_vector3", "<x,y,z>",        "in the third direction [m]"                                          },
  {"-pattern_<name>_axis",    "<x,y,z>",
   "the first direction turns about this axis (with a _vector: along a screw)"                                        },
  {"-pattern_<name>_point",   "0,0,0",          "a point of the axis [m]"                                             },
  {"-pattern_<name>_angle",   "360/n",
   "from copy to copy [degrees]; if they close a circle, the first copy follows the last"                             },
  {NULL,                      NULL,             NULL                                                                  }
};

static const double max_count = 2147483647 / 4.; /* nodes and cells */

/* Reads the names. Points, members and links are sets, and each must have a name of its own. */
static PetscErrorCode ReadNames(FrameReader *r)
{
  static const char *const lists[KINDS] = {"-points", "-members", "-links", "-patterns"};

  PetscFunctionBeginUser;
  for (EntityKind k = POINTS; k < KINDS; k++)
    PetscCall(FsOptionsNames(r->o, lists[k], &r->n[k], &r->name[k]));
  PetscCheck(r->n[POINTS], r->comm, PETSC_ERR_USER_INPUT,
             "-mesh frame has no points: give -points a,b,... with -point_a x,y,z, and -members "
             "with -member_<name> a,b");
  for (EntityKind k = POINTS; k <= LINKS; k++)
    for (PetscInt i = 0; i < r->n[k]; i++) {
      PetscCheck(strcmp(r->name[k][i], "all"), r->comm, PETSC_ERR_USER_INPUT,
                 "%s: 'all' is the set of all nodes; use another name", lists[k]);
      for (EntityKind other = POINTS; other < k; other++)
        for (PetscInt j = 0; j < r->n[other]; j++)
          PetscCheck(strcasecmp(r->name[k][i], r->name[other][j]), r->comm, PETSC_ERR_USER_INPUT,
                     "'%s' is a %s and a %s: each is a set of this name; rename one", r->name[k][i],
                     frame_kind_names[other], frame_kind_names[k]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: there are more nodes and cells than 32-bit numbers can count. */
static PetscErrorCode CheckTotalCount(FrameReader *r, double count)
{
  PetscFunctionBeginUser;
  PetscCheck(count < max_count, r->comm, PETSC_ERR_USER_INPUT,
             "-mesh frame: more nodes and cells than 32-bit numbers can count (%.6g, at most "
             "%.6g); use fewer copies",
             count, max_count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the patterns, and sets the pattern of each point. */
static PetscErrorCode ReadPatterns(FrameReader *r)
{
  FrameMesh *f = r->frame;

  PetscFunctionBeginUser;
  f->npatterns = 1 + (int)r->n[PATTERNS];
  f->pattern   = calloc((size_t)f->npatterns, sizeof *f->pattern);
  PetscCheck(f->pattern, PETSC_COMM_SELF, PETSC_ERR_MEM, "patterns");
  f->pattern[0].n[0] = f->pattern[0].n[1] = f->pattern[0].n[2] = 1;
  for (int k = 1; k < f->npatterns; k++) {
    const char *const name   = r->name[PATTERNS][k - 1];
    const char *const option = FsOptionName(r->o, "-pattern_%s", name);
    char            **points;
    PetscInt          n;

    PetscCall(FsOptionsNames(r->o, option, &n, &points));
    PetscCheck(n, r->comm, PETSC_ERR_USER_INPUT, "pattern '%s' has no points: give %s a,b,...",
               name, option);
    for (PetscInt i = 0; i < n; i++) {
      FrameEnd at;

      PetscCall(FrameReadEnd(r, option, points[i], strlen(points[i]), &at));
      PetscCheck(!r->item[at.point].pattern, r->comm, PETSC_ERR_USER_INPUT,
                 "%s: point '%s' is also in pattern '%s'", option, points[i],
                 r->name[PATTERNS][r->item[at.point].pattern - 1]);
      r->item[at.point].pattern = k;
    }
    PetscCall(PetscStrNArrayDestroy(n, &points));
    PetscCall(FramePatternFromOptions(r->o, r->comm, name, &f->pattern[k]));
    PetscCall(CheckTotalCount(r, 2. * (double)n * f->pattern[k].n[0] * f->pattern[k].n[1] *
                                   f->pattern[k].n[2]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sorts the items by pattern, points first, and renumbers the ends of lines. */
static PetscErrorCode SortItemsByPattern(FrameReader *r)
{
  FrameMesh *f = r->frame;
  int       *number;

  PetscFunctionBeginUser;
  f->item = malloc((size_t)r->nitems * sizeof *f->item);
  PetscCheck(f->item, PETSC_COMM_SELF, PETSC_ERR_MEM, "points");
  PetscCall(PetscMalloc1(r->nitems, &number));
  for (int p = 0; p < f->npatterns; p++)
    for (int points = 1; points >= 0; points--)
      for (int i = 0; i < r->nitems; i++)
        if (r->item[i].pattern == p && (r->item[i].kind == FRAME_POINT) == points) {
          number[i]            = f->nitems;
          f->item[f->nitems++] = r->item[i];
        }
  for (int i = 0; i < f->nitems; i++)
    for (int e = 0; e < 2 && f->item[i].kind != FRAME_POINT; e++)
      f->item[i].end[e].point = number[f->item[i].end[e].point];
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: offsets or rigid zones leave no curve to a copy of a line. */
static PetscErrorCode CheckCurves(FrameReader *r)
{
  const FrameMesh *f = r->frame;

  PetscFunctionBeginUser;
  for (int i = 0; i < f->nitems; i++) {
    const FrameItem *line = &f->item[i];
    FrameInstance    at   = {.item = i};

    if (line->kind == FRAME_POINT || !(line->joint[0] || line->joint[1])) continue;
    for (at.copy[0] = 0; at.copy[0] < line->m[0]; at.copy[0]++)
      for (at.copy[1] = 0; at.copy[1] < line->m[1]; at.copy[1]++)
        for (at.copy[2] = 0; at.copy[2] < line->m[2]; at.copy[2]++) {
          FrameCurve curve;
          const int  end = line->joint[0] ? 0 : 1, *sets;

          (void)set_lists_get(&f->lists, line->joint_list[end], &sets);
          PetscCheck(!frame_line_curve(f, at, &curve) &&
                       (!curve.straight || point_distance(curve.a, curve.b) > 0),
                     r->comm, PETSC_ERR_USER_INPUT,
                     "the offsets and rigid zones at '%s' leave no member between them; shorten "
                     "-member_<name>_rigid, or correct -member_<name>_offset_start and _offset_end",
                     f->set_name[sets[0]]);
        }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrameFromOptions(FsOptions o, MPI_Comm comm, const FrameEndReader *ends,
                                FrameMesh *frame)
{
  FrameReader r     = {.o = o, .comm = comm, .ends = ends, .frame = frame};
  double      count = 0;

  PetscFunctionBeginUser;
  memset(frame, 0, sizeof *frame);
  PetscCall(ReadNames(&r));
  PetscCall(FrameReadPoints(&r));
  PetscCall(ReadPatterns(&r));
  PetscCall(FrameReadLines(&r));
  PetscCall(SortItemsByPattern(&r));
  frame_number_items(frame);
  for (int i = 0; i < frame->nitems; i++) {
    const FrameCount each = frame_count_item(&frame->item[i]);
    const int *const m    = frame->item[i].m;

    count += (double)(each.cells + each.nodes) * m[0] * m[1] * m[2];
  }
  PetscCall(CheckTotalCount(&r, count));
  PetscCall(CheckCurves(&r));
  for (EntityKind k = POINTS; k < KINDS; k++) PetscCall(PetscStrNArrayDestroy(r.n[k], &r.name[k]));
  PetscCall(PetscFree(r.item));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void frame_free(FrameMesh *frame)
{
  free(frame->pattern);
  free(frame->item);
  free(frame->set_name);
  set_lists_free(&frame->lists);
  memset(frame, 0, sizeof *frame);
}

/* ---- patterns -------------------------------------------------------------------------------- */

/* Reads the numbers of copies and the vectors between them. */
static PetscErrorCode ReadCopiesAndVectors(FsOptions o, MPI_Comm comm, const char name[],
                                           FramePattern *p)
{
  static const char *const suffix[FRAME_DIRECTIONS] = {"", "2", "3"};
  const char *const        option                   = FsOptionName(o, "-pattern_%s_n", name);
  PetscReal                n[FRAME_DIRECTIONS]      = {1, 1, 1};
  PetscInt                 count                    = FRAME_DIRECTIONS;
  PetscBool                is_set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, 1, &count, n, &is_set));
  PetscCheck(is_set, comm, PETSC_ERR_USER_INPUT, "pattern '%s' has no number of copies: give %s",
             name, option);
  for (int d = 0; d < FRAME_DIRECTIONS; d++) {
    PetscInt three = 3;

    PetscCheck(n[d] >= 1 && n[d] == PetscFloorReal(n[d]) && n[d] < 1e9, comm, PETSC_ERR_USER_INPUT,
               "%s: %.6g copies; give whole numbers, at least 1", option, (double)n[d]);
    p->n[d] = (int)n[d];
    if (d && d >= count) continue;
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-pattern_%s_vector%s", name, suffix[d]), 2, &three,
                             p->step[d], &is_set));
    PetscCheck(
      is_set || d == 0, comm, PETSC_ERR_USER_INPUT,
      "pattern '%s' has copies in direction %d: give -pattern_%s_vector%s, from copy to copy", name,
      d + 1, name, suffix[d]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FramePatternFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                       FramePattern *p)
{
  const char *const axis    = FsOptionName(o, "-pattern_%s_axis", name);
  PetscReal         degrees = 0, length;
  PetscInt          three   = 3;
  PetscBool         rotates;

  PetscFunctionBeginUser;
  PetscCall(ReadCopiesAndVectors(o, comm, name, p));
  PetscCall(FsOptionsReals(o, axis, 3, &three, p->axis, &rotates));
  length =
    PetscSqrtReal(p->axis[0] * p->axis[0] + p->axis[1] * p->axis[1] + p->axis[2] * p->axis[2]);
  PetscCheck(!rotates || length > 0, comm, PETSC_ERR_USER_INPUT, "%s has no direction", axis);
  PetscCheck(rotates || p->n[0] == 1 || p->step[0][0] != 0 || p->step[0][1] != 0 ||
               p->step[0][2] != 0,
             comm, PETSC_ERR_USER_INPUT,
             "pattern '%s': give -pattern_%s_vector, from copy to copy, or -pattern_%s_axis", name,
             name, name);
  if (!rotates) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < 3; c++) p->axis[c] /= length;
  three = 3;
  PetscCall(
    FsOptionsReals(o, FsOptionName(o, "-pattern_%s_point", name), 2, &three, p->point, NULL));
  degrees = 360. / p->n[0];
  PetscCall(FsOptionsReal(o, FsOptionName(o, "-pattern_%s_angle", name), &degrees, NULL));
  p->angle = degrees * PETSC_PI / 180;
  /* 1e-9 is relative to the full turn: a user gives the angle as 360/n with ten digits or more, and
     a gap of less is no gap between nodes. tests/mesh/frames.py has patterns that close and others.
   */
  p->closed = p->step[0][0] == 0 && p->step[0][1] == 0 && p->step[0][2] == 0 && p->n[0] > 1 &&
              PetscAbsReal(PetscAbsReal(degrees) * p->n[0] - 360) < 1e-9 * 360;
  PetscFunctionReturn(PETSC_SUCCESS);
}
