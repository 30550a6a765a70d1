/* part_of_member.h: which part a member of a frame is in, from the options alone.

   The mesh is made before the parts, so that the elements of a member are not known yet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_PART_OF_MEMBER_H
#define FS_MEMBERS_PART_OF_MEMBER_H

#include <fs/options.h>
#include "element/element_kernel.h"

/* PartOptionsHaveMember - Finds whether the sets of a part (-part_<part>_set) have a member, by its
   name, one of its sets (-member_<name>_sets) or "all". A restriction of the part to a place, such
   as a box, is not considered.

   Output:
     kernel  a kernel of the part's element, or NULL if the element is not known
     has     whether the sets have the member
   Collective. */
PetscErrorCode PartOptionsHaveMember(FsOptions o, const char part[], const char member[],
                                     const ElementKernel **kernel, PetscBool *has);

/* MemberIsWhole - Finds whether -members_n, the default number of cells of all members, must not
   cut a member, because its pieces would be a mechanism.

   This holds for a member of trusses without prestress in a model that also has beams or shells:
   -members_n is meant for these, and a brace that is cut bears nothing.
   Output:
     whole  whether the member keeps one cell, unless -member_<name>_n is given
   Collective. */
PetscErrorCode MemberIsWhole(FsOptions o, const char member[], PetscBool *whole);

#endif
