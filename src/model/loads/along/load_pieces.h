/* load_pieces.h: a piece of a line in which the formula of a load is a polynomial. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_LOAD_PIECES_H
#define FS_MODEL_LOADS_ALONG_LOAD_PIECES_H

enum { LOAD_PIECES = 32 }; /* largest number of pieces of a line */

/* LoadPiece - A piece of a line with the cubic polynomial of a load. */
typedef struct {
  double at[2];    /* parent coordinates of its ends, from -1 to 1 */
  double field[4]; /* values of the polynomial at the points of load_segment_points() */
} LoadPiece;

/* LoadFit - How well the pieces of an element describe a load along it. */
typedef struct {
  double error; /* largest error of the shear force, divided by the integral of the absolute load */
  int    cells; /* cells that the element would need in its place; 1 if the error is negligible */
} LoadFit;

#endif
