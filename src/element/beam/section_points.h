/* section_points.h: Legendre's polynomials, for the points of beams whose section varies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_SECTION_POINTS_H
#define FS_ELEMENT_BEAM_SECTION_POINTS_H

/* section_legendre - Computes the first n >= 2 Legendre polynomials P[n] at r, from -1 to 1. */
void section_legendre(int n, double r, double P[]);

#endif
