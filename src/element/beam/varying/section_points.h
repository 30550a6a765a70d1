/* section_points.h: the points of beams whose section varies along them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_VARYING_SECTION_POINTS_H
#define FS_ELEMENT_BEAM_VARYING_SECTION_POINTS_H

/* The number of Gauss points of a beam whose properties vary, and the largest number of places
   where they may jump. */
enum { ELEMENT_SECTIONS = 16, ELEMENT_BREAKS = 7 };

/* SectionBreaks - The places of a beam, between -1 and 1, where its properties jump, in increasing
   order. */
typedef struct SectionBreaks {
  int    n;
  double at[ELEMENT_BREAKS];
} SectionBreaks;

/* element_sections - Computes the Gauss points of a beam whose properties vary along it: their
   places, from -1 to 1, and their weights, whose sum is 1. */
void element_sections(double place[ELEMENT_SECTIONS], double weight[ELEMENT_SECTIONS]);

/* SectionPiece - A piece of a beam between two jumps of its properties, from -1 to 1. */
typedef struct {
  double from, to;
  int    first, n; /* first of its points, and their number */
} SectionPiece;

/* element_section_points - Computes the Gauss points of a beam whose properties jump at some places
   (breaks): each piece between two breaks has points of its own.

   Input:
     breaks  NULL means no breaks; the points are then those of element_sections()
   Output:
     piece   [ELEMENT_BREAKS + 1] the pieces; may be NULL
   Returns the number of pieces. */
int element_section_points(const SectionBreaks *breaks, double place[ELEMENT_SECTIONS],
                           double weight[ELEMENT_SECTIONS], SectionPiece piece[]);

#endif
