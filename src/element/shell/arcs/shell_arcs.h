/* shell_arcs.h: the lengths of the curved lines between the nodes of a shell, in its products.

   A line of the length L between two nodes of a curved surface is an arc, which is longer than its
   chord by L k^2/24 L^2 with the curvature k. If the surface bends without stretching, k changes,
   and the chord with it: products of chords alone would resist the bending of thin elements. The
   products are therefore those of arcs. With the bending strain b of an edge, X . X becomes X . X +
   b^2/3, or X . X + b^2/12 in a triangle, where X is twice as long. The product of the tangents at
   the middle of a quadrilateral is a quarter of the difference between the squares of its half
   diagonals, which become arcs in the same way.

   The change is linearized at the reference: products get multiples of bending strains.

   A membrane force N on an arc turns the nodes by N k L^2/12. A pressure has these moments, too
   (arc_pressure.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_ARCS_SHELL_ARCS_H
#define FS_ELEMENT_SHELL_ARCS_SHELL_ARCS_H

#include "element/shell/shell.h"

/* Largest number of terms of arcs. */
enum { SHELL_ARC_TERMS = 12 };

/* ShellArcTerm - A product of a shell element, the bending strain that it contains, and the index
   of its factor in ShellData.arc. */
typedef struct {
  int product, bend, factor;
} ShellArcTerm;

/* shell_arc_terms - Returns the terms of the arcs of a quadrilateral. The first three are those of
   a triangle. The factors 5 and 6 are those of the diagonals. */
static ALWAYS_INLINE const ShellArcTerm *shell_arc_terms(void)
{
  static const ShellArcTerm terms[SHELL_ARC_TERMS] = {
    {0, 0, 0},
    {1, 1, 1},
    {2, 2, 2},
    {3, 3, 3},
    {4, 0, 4},
    {4, 1, 4},
    {4, 2, 4},
    {4, 3, 4},
    {4, 7, 5},
    {4, 8, 5},
    {4, 6, 6},
    {4, 9, 6}
  };

  return terms;
}

static ALWAYS_INLINE int shell_arc_count(int nn) { return nn == 3 ? 3 : SHELL_ARC_TERMS; }

/* shell_add_arcs - Adds what is due to the arcs to the products of LANES shell elements: multiples
   of their bending strains. */
static ALWAYS_INLINE void shell_add_arcs(int nn, const ElementGroup *e, ShellStrains *s)
{
  for (int k = 0; k < shell_arc_count(nn); k++) {
    const ShellArcTerm *term = &shell_arc_terms()[k];

    s->product[term->product] +=
      lanes_gather(e->data, SHELL_MEMBER(arc) + term->factor) * s->bend[term->bend];
  }
}

/* shell_add_arc_rows - Does the same with the rows B[SHELL_NSTRAIN][6 nn] of the products, which
   are derivatives of the strains of shell elements. */
static ALWAYS_INLINE void shell_add_arc_rows(int nn, const ElementGroup *e, Lanes B[][SHELL_DOFS])
{
  for (int k = 0; k < shell_arc_count(nn); k++) {
    const ShellArcTerm *term   = &shell_arc_terms()[k];
    const Lanes         factor = lanes_gather(e->data, SHELL_MEMBER(arc) + term->factor);

    for (int i = 0; i < 6 * nn; i++)
      B[term->product][i] += factor * B[SHELL_STRAIN(bend) + term->bend][i];
  }
}

/* shell_add_arc_stresses - Adds to the stresses of bending in sigma those of the products of chords
   with bending strains that curved edges have. */
static ALWAYS_INLINE void shell_add_arc_stresses(int nn, const ElementGroup *e, ShellStrains *sigma)
{
  for (int k = 0; k < shell_arc_count(nn); k++) {
    const ShellArcTerm *term = &shell_arc_terms()[k];

    sigma->bend[term->bend] +=
      lanes_gather(e->data, SHELL_MEMBER(arc) + term->factor) * sigma->product[term->product];
  }
}

/* shell_rest_arcs - Adds what is due to the arcs to the products of an element without stress, by
   the changes bend[] of its bending strains without stress. */
static inline void shell_rest_arcs(int nn, const double arc[], const double bend[],
                                   double product[])
{
  for (int k = 0; k < shell_arc_count(nn); k++) {
    const ShellArcTerm *term = &shell_arc_terms()[k];

    product[term->product] += arc[term->factor] * bend[term->bend];
  }
}

#endif
