/* member_ends.h: releases, offsets and rigid zones at the two ends of the members of a frame.

   A release is a hinge: it lets the beam move or turn relative to the point in some components. An
   offset is a rigid arm from the point to the end of the beam. A rigid zone is a piece of the
   member, next to the point, that does not deform. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_MEMBER_ENDS_H
#define FS_MEMBERS_MEMBER_ENDS_H

#include "mesh/frame/frame_mesh.h"

/* Number of components of an end that can be released: the displacements x, y, z along the axes of
   the section, and the rotations rx, ry, rz about these axes. */
enum { MEMBER_END_COMPONENTS = 6 };

/* MemberEnd - One end of a member, as the user describes it.

   If the end has a release, an offset or a rigid zone, the beam does not share the node of the
   member's point: the mesh has a further node at the end of the beam. A 2-node cell, which becomes
   a joint, connects this node to the node of the point. The cell is in the set "<member>.start" or
   "<member>.end". */
typedef struct {
  PetscBool jointed;  /* PETSC_TRUE if the mesh has the further node and the joint at this end */
  PetscBool given;    /* whether a release is given */
  int       released; /* bit c is set if component c is released */
  /* stiffness of the spring in each released component of the end, 0 if the component is free [N/m
     or N m/rad] */
  PetscReal stiffness[MEMBER_END_COMPONENTS];
  PetscReal offset[3]; /* vector from the point to the end, in copy 0 of a pattern [m] */
  PetscReal rigid;     /* length of the rigid zone along the beam, which follows the offset [m] */
} MemberEnd;

/* MemberEndsFromOptions - Reads the releases, offsets and rigid zones at the two ends of a member
   of a frame.

   Input:
     name  name of the member, from which the options -member_<name>_release, _offset_start,
           _offset_end and _rigid are formed
   Output:
     end   the start and the end of the member; offsets are in the axes that the user has chosen
   Collective. Input errors name the option. */
PetscErrorCode           MemberEndsFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                               MemberEnd end[2]);
extern const FsOptionDoc member_end_options[];

/* member_end_reader - The functions by which the reader of a frame reads the ends of members from
   the options, and turns their offsets into global axes. */
extern const FrameEndReader member_end_reader;

/* MemberEndNumber - Evaluates a number, or a formula of constants, which is the part text[length]
   of the value of an option. *value may be infinite or not a number, which the caller checks. Input
   error: the text is no formula. */
PetscErrorCode MemberEndNumber(FsOptions o, const char option[], const char text[], size_t length,
                               PetscReal *value);

/* MemberEndRelease - Releases the components of an end that a list such as "ry,rz=1e5" names. A
   number or a formula of constants after '=' is the stiffness that the component keeps.

   Input:
     option             name of the option, for messages
     text               value of the option, for messages
     components_of_end  [length] the list, which is a part of text
   Changed:
     end  the function sets the members given, released and stiffness
   Not collective. Input error: an item is not the name of a component, or has no positive
   stiffness after '=', or occurs twice. */
PetscErrorCode MemberEndRelease(FsOptions o, MPI_Comm comm, const char option[], const char text[],
                                const char components_of_end[], size_t length, MemberEnd *end);

#endif
