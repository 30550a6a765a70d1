/* frame_reader.h: data and functions for the files that read a frame from the options.

   Other rooms call FrameFromOptions() of frame_mesh.h. Functions are collective unless their
   comment says otherwise, and their input errors name the option. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_FRAME_READER_H
#define FS_MESH_FRAME_FRAME_READER_H

#include "frame_mesh.h"

/* EntityKind - What -points, -members, -links and -patterns name. A link is a line of one cell that
   is not a member. */
typedef enum { POINTS, MEMBERS, LINKS, PATTERNS, KINDS } EntityKind;
extern const char *const frame_kind_names[KINDS]; /* "point", "member", ..., as in option names */

/* FrameReader - A frame that is being read. */
typedef struct {
  FsOptions             o;
  MPI_Comm              comm;
  const FrameEndReader *ends;        /* functions that read the options about ends of members */
  PetscInt              n[KINDS];    /* number of points, members, links and patterns */
  char                **name[KINDS]; /* [n[kind]] names of points, members, links and patterns */
  FrameItem            *item;        /* [nitems] points, then lines, in the order of the options */
  /* number of items, and number for which the array item has memory */
  int        nitems, capacity;
  FrameMesh *frame; /* the result; FrameFromOptions() copies the items into it at the end */
} FrameReader;

/* ---- frame_lines.c -------------------------------------------------------------------------- */

/* FrameReadPoints - Reads the points and appends them to r->item. It also adds the set "all" to
   r->frame, as set 0. */
PetscErrorCode FrameReadPoints(FrameReader *r);

/* FrameAppendItem - Copies *item to the end of r->item. Not collective. */
PetscErrorCode FrameAppendItem(FrameReader *r, const FrameItem *item);

/* FrameReadSets - Finds the sets to which a point, member or link of a frame belongs.

   These are the set with the name of the point, member or link, the sets that -<kind>_<name>_sets
   names, and perhaps "all". Sets that do not exist are added to r->frame.
   Input:
     kind    POINTS, MEMBERS or LINKS
     name    name of the point, member or link
     in_all  whether the set "all" has the point, member or link
   Output:
     list    the sets, as the number of a list in r->frame->lists */
PetscErrorCode FrameReadSets(FrameReader *r, EntityKind kind, const char name[], PetscBool in_all,
                             int *list);

/* FrameAddSet - Finds the number of the list of sets that has all sets of another list and also the
   set `name`, which is added if it does not exist.

   Input:
     to    number of the other list in r->frame->lists; 0 is the empty list
   Output:
     list  number of the list in r->frame->lists
   Not collective. */
PetscErrorCode FrameAddSet(FrameReader *r, const char name[], int to, int *list);

/* FrameReadEnd - Reads the end of a line from a text such as "a", "a+1" or "a+0+2": the name of a
   point, and by how many copies of its pattern the end is away from the copy of the line.

   Input:
     option  the option that contains the text, for messages
     text    [length] need not end with a 0
   Output:
     end  end->point is an index of r->item
   Not collective. Input error: there is no such point, or the text has another form. */
PetscErrorCode FrameReadEnd(FrameReader *r, const char option[], const char text[], size_t length,
                            FrameEnd *end);

/* ---- frame_lines.c --------------------------------------------------------------------------- */

/* FrameReadLines - Reads the members and links and appends their lines to r->item.

   Points and patterns must have been read before. */
PetscErrorCode FrameReadLines(FrameReader *r);

#endif
