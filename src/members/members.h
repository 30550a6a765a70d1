/* members.h: members, the lines of elements between two points of a frame.

   They have places along them, releases and offsets at their ends, and sections that may vary.

   Headers for other rooms:
     splits/line_splits.h  places inside of lines at which the model needs a node
     member_ends.h         releases, offsets and rigid zones at the ends of members
     member_places.h       finds where the cells of members are along these members
     part_ends.h           releases and offsets of a part's lines at sets of points
     stations.h            tables of a section's properties along a member
     stations.h    which table has the stations of a part */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_MEMBERS_H
#define FS_MEMBERS_MEMBERS_H

#endif
