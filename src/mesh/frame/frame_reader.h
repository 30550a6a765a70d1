/* frame_reader.h: data and functions for the files that read a frame from the options.

   Other rooms call FrameFromOptions() of frame_mesh.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_FRAME_READER_H
#define FS_MESH_FRAME_FRAME_READER_H

#include "frame_mesh.h"

typedef enum { POINTS, MEMBERS, LINKS, PATTERNS, KINDS } EntityKind;
extern const char *const frame_kind_names[KINDS]; /* "point", "member", ..., as in option names */

/* FrameReader - A frame that is being read. */
typedef struct {
  FsOptions             o;
  MPI_Comm              comm;
  const FrameEndReader *ends;
  PetscInt              n[KINDS];    /* number of points, members, links and patterns */
  char                **name[KINDS]; /* [n[kind]] their names */
  FrameItem            *item;        /* [nitems] points, then lines, in the order of the options */
  int                   nitems, capacity;
  FrameMesh *frame; /* the result; FrameFromOptions() copies the items into it at the end */
} FrameReader;

/* ---- frame_points.c -------------------------------------------------------------------------- */

/* FrameReadPoints - Adds the set "all" to r->frame, and the points to r->item. Collective. */
PetscErrorCode FrameReadPoints(FrameReader *r);

/* FrameAppendItem - Copies *item to the end of r->item. Not collective. */
PetscErrorCode FrameAppendItem(FrameReader *r, const FrameItem *item);

/* FrameReadSets - Finds the list of sets of a point, member or link.

   The list has the set with this name, the sets that -<kind>_<name>_sets names, and perhaps "all".
   Sets that do not exist are added to r->frame.
   Input:
     kind    POINTS, MEMBERS or LINKS
     name    name of the point, member or link
     in_all  whether it is in the set "all"
   Output:
     list  number of the list in r->frame->lists
   Collective. */
PetscErrorCode FrameReadSets(FrameReader *r, EntityKind kind, const char name[], PetscBool in_all,
                             int *list);

/* FrameAddSet - Adds the set `name` to a list of sets.

   Input:
     to  number of the list; 0 is the empty list
   Output:
     list  number of the list that has the set, too */
PetscErrorCode FrameAddSet(FrameReader *r, const char name[], int to, int *list);

/* FrameReadEnd - Reads a point, such as "a", "a+1" or "a+0+2", from text[length].

   Input:
     option  the option that contains the text, for messages
   Output:
     end  end->point is an index of r->item
   Input error: there is no such point, or the text has another form. */
PetscErrorCode FrameReadEnd(FrameReader *r, const char option[], const char text[], size_t length,
                            FrameEnd *end);

/* ---- frame_lines.c --------------------------------------------------------------------------- */

/* FrameReadLines - Appends the members and links to r->item.

   Points and patterns must have been read before. Collective. Input errors name the option. */
PetscErrorCode FrameReadLines(FrameReader *r);

#endif
