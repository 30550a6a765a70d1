/* section_offset.h: offsets of the ends of beams that are given in the axes of the section.

   The axes are those of the section of a straight beam between the two points of a member, before
   the offsets are applied. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SECTION_OFFSET_H
#define FS_MEMBERS_SECTION_OFFSET_H

#include <fs/options.h>

/* SectionOffset - How the axes of a beam's section follow from the line between two points. */
typedef struct {
  /* PETSC_TRUE if offsets are in the axes of the section, PETSC_FALSE in global axes */
  PetscBool given;
  char      option[128]; /* name of the option that chooses the axes, for messages */
  /* -part_<name>_direction, a vector that fixes the orientation of the section about the beam; 0
     for the default direction */
  PetscReal direction[3];
  PetscReal twist; /* rotation of the section about the beam [rad] */
} SectionOffset;

/* SectionOffsetOfPart - Reads in which axes the offsets at the ends of a part's beams are given.

   Input:
     part     name of the part, from which the options -part_<part>_end_offset_axes, _direction and
              _twist are formed
   Output:
     section  the axes
   Collective. Input errors, if the offsets are in the axes of the section: the section varies along
   the beam; the mesh has patterns, which turn sections; the mesh is turned by -mesh_rotate. */
PetscErrorCode SectionOffsetOfPart(FsOptions o, MPI_Comm comm, const char part[],
                                   SectionOffset *section);

/* SectionOffsetOfMember - Reads in which axes the offsets of a member of a frame are given, from
   -member_<name>_offset_axes. The axes of the section are those of the part of beams that has the
   member.

   Input:
     member  name of the member
   Collective. Input errors, if the offsets are in the axes of the section: no part of beams names
   the member, or one of the member's sets, as a set. This part is restricted by a box, sphere,
   plane or formula. The section varies along the beam. The mesh is turned by -mesh_rotate. */
PetscErrorCode SectionOffsetOfMember(FsOptions o, MPI_Comm comm, const char member[],
                                     SectionOffset *section);

/* SectionOffsetTurn - Replaces an offset in the axes of the section by the same vector in global
   axes.

   Does nothing if the offset is in global axes already (section->given is PETSC_FALSE).
   Input:
     x  coordinates of the first and the second point of the beam [m]
   Changed:
     offset  the offset, in global axes on return [m]
   Not collective. Returns 0. Returns 1 if there are no such axes, because section->direction is
   along the beam or both points coincide. */
int SectionOffsetTurn(const SectionOffset *section, const double x[2][3], double offset[3]);

#endif
