/* frame_reader.h: reads a frame from the options: data and functions that its files share.

   Other rooms call FrameFromOptions() of frame_mesh.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_FRAME_READER_H
#define FS_MESH_FRAME_FRAME_READER_H

#include "frame_mesh.h"

typedef enum { POINTS, MEMBERS, LINKS, PATTERNS, KINDS } EntityKind;
extern const char *const frame_kind_names[KINDS]; /* "point", ..., as in option names */

/* A frame that is being read. */
typedef struct {
  FsOptions  o;
  MPI_Comm   comm;
  PetscInt   n[KINDS];
  char     **name[KINDS]; /* [n[kind]] */
  FrameItem *item;        /* [nitems] points, then lines, in the order of the options */
  int        nitems, capacity;
  FrameMesh *frame;
} FrameReader;

/* ---- frame_points.c -------------------------------------------------------------------------- */

/* FrameReadPoints - Adds the set "all", and appends the points. */
PetscErrorCode FrameReadPoints(FrameReader *r);

/* FrameAppendItem - Appends a copy of an item to r->item. */
PetscErrorCode FrameAppendItem(FrameReader *r, const FrameItem *item);

/* FrameReadSets - Finds the list of the sets of a point, member or link.

   Input:
     name    its name, which is the name of its first set
     in_all  whether it is in the set "all"
   Output:
     list  number in r->frame->lists */
PetscErrorCode FrameReadSets(FrameReader *r, EntityKind kind, const char name[], PetscBool in_all,
                             int *list);

/* FrameReadEnd - Reads a point, such as "a", "a+1" or "a+0+2", from text[length].

   Input error, which names the option: there is no such point. */
PetscErrorCode FrameReadEnd(FrameReader *r, const char option[], const char text[], size_t length,
                            FrameEnd *end);

/* ---- frame_lines.c --------------------------------------------------------------------------- */

/* FrameReadLines - Appends the members and links, after points and patterns have been read. */
PetscErrorCode FrameReadLines(FrameReader *r);

#endif
