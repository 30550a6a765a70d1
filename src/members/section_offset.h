/* section_offset.h: offsets of the ends of beams that are given in the axes of the section. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SECTION_OFFSET_H
#define FS_MEMBERS_SECTION_OFFSET_H

#include <fs/options.h>

/* SectionOffset - How the axes of the section follow from the line between two points. */
typedef struct {
  PetscBool given;        /* whether the offsets are in the axes of the section, not global */
  char      option[128];  /* that says so, for messages */
  PetscReal direction[3]; /* -part_<name>_direction; 0 for the default one */
  PetscReal twist;        /* [rad] */
} SectionOffset;

/* SectionOffsetOfPart - Reads -part_<name>_end_offset_axes, _direction and _twist.

   Collective. Input errors: the twist varies; the mesh has patterns, whose sections turn. */
PetscErrorCode SectionOffsetOfPart(FsOptions o, MPI_Comm comm, const char part[],
                                   SectionOffset *section);

/* SectionOffsetOfMember - Reads -member_<name>_offset_axes, and the axes of its part.

   Collective. Input errors: no part of beams has the member as a set, or it is also selected by
   its place; the twist varies; the frame is rotated. */
PetscErrorCode SectionOffsetOfMember(FsOptions o, MPI_Comm comm, const char member[],
                                     SectionOffset *section);

/* SectionOffsetTurn - Replaces an offset in the axes of the section by the same one in global axes.

   Does nothing if section->given is not set. Not collective.
   Input:
     x  the two points, from the first node of the beam to the second [m]
   Returns 0, or 1 if the direction is along the beam or there is no beam. */
int SectionOffsetTurn(const SectionOffset *section, const double x[2][3], double offset[3]);

#endif
